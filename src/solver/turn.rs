//! Both branches of a guess, without a detour through memory.
//!
//! A guess makes two puzzles out of one: the cell has the digit, or it hasn't. The first stays in its lane; for the
//! other there is nearly always room in the same word of the planes, as about as many lanes die as are stuck. What
//! one instruction can do for all planes is to turn the words, by another number of lanes in each word. So each word
//! looks for the turn that brings the most stuck lanes onto free ones, and then once more for those that are left:
//!
//! ```text
//!   stuck        . S . . S S . . S .          turned by 3, two of them hit:
//!   free         F . . F . . F . . F            . . F . S . . S S .  …
//!                                               F . . F . . F . . F
//! ```
//!
//! Of 20 stuck and 20 free lanes in a word, the best of 63 turns matches 13, the second 4 more. The rest wait for the
//! next service, or go to memory when too many wait. Against a stack in memory for each lane (boards out and in by
//! transposes at each service, copied one by one), this took 30 % off the time of hard puzzles.

use super::choice::Choice;
use super::plane::Plane;
use super::planes::Planes;

/// How many turns are tried at a service. To turn words by different numbers is one instruction of AVX-512, three of
/// AVX2 and seven of SSE2. With one turn instead of two, hard puzzles take 5 % longer on AVX-512, 2.5 % less on AVX2
/// and 8 % less on SSE2; a third gives 1 % on AVX-512.
pub(crate) const fn turns(words: usize) -> usize {
    if words < 8 { 1 } else { 2 }
}

/// Where the other branches go: for each word by how many lanes, and which lanes receive one.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Turn<const W: usize> {
    pub(crate) by: [u64; W],
    pub(crate) target: Plane<W>,
}

impl<const W: usize> Turn<W> {
    pub(crate) const NONE: Turn<W> = Turn { by: [0; W], target: Plane::NONE };

    /// The turn that brings the most of the stuck lanes onto free ones; takes them off both.
    #[inline(always)]
    pub(crate) fn find(&mut self, stuck: &mut Plane<W>, free: &mut Plane<W>) {
        for w in 0..W {
            // How many are met, and below that by which turn: the highest is the best. With the turns as the inner loop,
            // they become the vector; the other way round, nothing does, and a service takes half as long again.
            let mut best = 0;
            for by in 0..64 {
                let met = (stuck[w].rotate_left(by as u32) & free[w]).count_ones();
                best = u64::max(best, u64::from(met) << 6 | by);
            }
            self.by[w] = best % 64;
        }
        for w in 0..W {
            let target = stuck[w].rotate_left(self.by[w] as u32) & free[w];
            self.target[w] = target;
            free[w] &= !target;
            stuck[w] &= !target.rotate_right(self.by[w] as u32);
        }
    }
}

impl<const W: usize> Turn<W> {
    /// The lanes whose other branches go somewhere.
    pub(crate) fn sources(&self) -> Plane<W> {
        Plane(std::array::from_fn(|w| self.target[w].rotate_right(self.by[w] as u32)))
    }

    /// Where the other branch of a lane goes.
    pub(crate) fn target_of(&self, lane: usize) -> usize {
        let word = lane / 64;
        64 * word + (lane + self.by[word] as usize) % 64
    }
}

/// Makes the guesses of these lanes, and brings the other branches to their targets.
#[inline(always)]
pub(crate) fn branch<const W: usize>(
    planes: &mut Planes<W>,
    choice: &Choice<W>,
    guessing: &Plane<W>,
    turned: &[Turn<W>; 2],
) {
    let [first, second] = turned;
    for (boxes, chosen) in planes.candidates.iter_mut().zip(&choice.digit) {
        for (places, cells) in boxes.iter_mut().zip(&choice.cell) {
            for w in 0..W {
                for n in 0..9 {
                    let cell = cells[n][w] & guessing[w];
                    let stays = places[n][w] & !(cell & !chosen[w]);
                    let moves = places[n][w] & !(cell & chosen[w]);
                    places[n][w] = arrive(stays, moves, first, second, w);
                }
            }
        }
    }
    // The cell is settled where the guess is made, and also in the other branch, if it was a pair.
    for (places, cells) in planes.open.iter_mut().zip(&choice.cell) {
        for w in 0..W {
            for n in 0..9 {
                let cell = cells[n][w] & guessing[w];
                let stays = places[n][w] & !cell;
                let moves = places[n][w] & !(cell & choice.paired[w]);
                places[n][w] = arrive(stays, moves, first, second, w);
            }
        }
    }
    for w in 0..W {
        planes.dead[w] &= !(first.target[w] | second.target[w]);
    }
}

#[inline(always)]
fn arrive<const W: usize>(stays: u64, moves: u64, first: &Turn<W>, second: &Turn<W>, w: usize) -> u64 {
    let one = (stays & !first.target[w]) | (moves.rotate_left(first.by[w] as u32) & first.target[w]);
    if turns(W) < 2 {
        return one;
    }
    (one & !second.target[w]) | (moves.rotate_left(second.by[w] as u32) & second.target[w])
}
