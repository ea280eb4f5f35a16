//! Puzzles and grids ↔ planes.
//!
//! To pack two cells into a byte before any bit moves halved the time of loading.

use super::plane::Plane;
use super::planes::{CandidatePlanes, place_of};
use super::transpose::{Spaced, Transpose};
use crate::grid::{CELLS, Grid, Puzzle};

/// The first 40 cells share bytes with the next 40; one of the 81 is left over.
const SPLIT: usize = 40;

/// Puzzles or grids of 64·W lanes, four bits a cell. What belongs to a lane is
///
/// ```text
///   word 0     byte 0: cell 0 low, cell 40 high   byte 1: cells 1, 41   …   byte 7: cells 7, 47
///   word 1     byte 0: cells 8, 48                …
///   word 4     …                                                            byte 7: cells 39, 79
///   word 5     byte 0: cell 80                    the rest: anything
/// ```
///
/// so that eight cells and the eight cells 40 further on are one load, shift, OR.
#[derive(Clone, Debug)]
pub(crate) struct Digits<const W: usize> {
    words: [Spaced<W>; 6],
    transpose: Transpose<W>,
}

impl<const W: usize> Digits<W> {
    /// Working memory for [`Digits::load`] and [`Digits::store`].
    pub(crate) const fn new(transpose: Transpose<W>) -> Self {
        Digits { words: [const { Spaced::BLANK }; 6], transpose }
    }

    /// Makes the candidate planes of up to 64·W puzzles, puzzle `n` in lane `n`: of a clue this digit, of an
    /// empty cell all nine. Lanes without a puzzle get the empty one; puzzles beyond the lanes are ignored.
    #[inline(always)]
    pub(crate) fn load(&mut self, puzzles: &[Puzzle], planes: &mut CandidatePlanes<W>) {
        self.pack(puzzles);
        for word in &mut self.words {
            (self.transpose)(&mut word.sheet);
        }
        // The eight bits of a byte are two cells; of the last word one byte is one cell. The planes are written as a whole
        // afterwards: two places that are known at run time only would stop the vectoriser.
        let (mut first, mut second) = ([Plane::NONE; 9], [Plane::NONE; 9]);
        for (j, word) in self.words.iter().enumerate() {
            let bytes = if j < 5 { 8 } else { 1 };
            for (byte, entries) in word.sheet.as_chunks::<8>().0.iter().take(bytes).enumerate() {
                for w in 0..W {
                    let [a, b, c, d, e, f, g, h] = entries;
                    let low = candidates([a[w], b[w], c[w], d[w]]);
                    let high = candidates([e[w], f[w], g[w], h[w]]);
                    for digit in 0..9 {
                        (first[digit][w], second[digit][w]) = (low[digit], high[digit]);
                    }
                }
                let cell = 8 * j + byte;
                for (digit, boxes) in planes.iter_mut().enumerate() {
                    let places = boxes.as_flattened_mut();
                    if j < 5 {
                        places[place_of(cell)] = first[digit];
                        places[place_of(SPLIT + cell)] = second[digit];
                    } else {
                        places[CELLS - 1] = first[digit];
                    }
                }
            }
        }
    }

    /// Writes the words of the puzzles. Not to be compiled with the rest for AVX-512, whose gathers and scatters
    /// tempt LLVM to vectorise across puzzles, at less than half the speed.
    #[inline(never)]
    fn pack(&mut self, puzzles: &[Puzzle]) {
        for i in 0..64 {
            for w in 0..W {
                let puzzle = puzzles.get(64 * w + i).unwrap_or(&Puzzle::EMPTY);
                let (eights, last) = puzzle.digits().as_chunks::<8>();
                for j in 0..5 {
                    self.words[j].sheet[i][w] =
                        u64::from_le_bytes(eights[j]) | u64::from_le_bytes(eights[5 + j]) << 4;
                }
                self.words[5].sheet[i][w] = u64::from(last[0]);
            }
        }
    }

    /// Takes the digits from the planes of solved lanes, which have one candidate in each cell. Of the other
    /// lanes nothing may be asked afterwards.
    #[inline(always)]
    pub(crate) fn store(&mut self, planes: &CandidatePlanes<W>) {
        for (j, word) in self.words.iter_mut().take(5).enumerate() {
            for (group, entries) in word.sheet.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let (first, second) = (place_of(8 * j + group), place_of(SPLIT + 8 * j + group));
                for w in 0..W {
                    let (low, high) =
                        (digit_bits(nine(planes, first, w)), digit_bits(nine(planes, second, w)));
                    for n in 0..4 {
                        (entries[n][w], entries[4 + n][w]) = (low[n], high[n]);
                    }
                }
            }
        }
        for w in 0..W {
            let last = digit_bits(nine(planes, CELLS - 1, w));
            for n in 0..4 {
                self.words[5].sheet[n][w] = last[n];
            }
        }
        for word in &mut self.words {
            (self.transpose)(&mut word.sheet);
        }
    }

    /// The grid of a solved lane, after [`Digits::store`].
    #[inline(always)]
    pub(crate) fn grid(&self, lane: usize) -> Grid {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let (i, w) = (lane % 64, lane / 64 % W);
        let mut digits = [0; CELLS];
        let (eights, last) = digits.as_chunks_mut::<8>();
        for j in 0..5 {
            let pairs = self.words[j].sheet[i][w];
            eights[j] = (pairs & LOW).to_le_bytes();
            eights[5 + j] = (pairs >> 4 & LOW).to_le_bytes();
        }
        last[0] = self.words[5].sheet[i][w] as u8 & 15;
        Grid::trusted(digits)
    }
}

/// From the four bits of a cell to its nine planes.
#[inline(always)]
fn candidates([a, b, c, d]: [u64; 4]) -> [u64; 9] {
    let empty = !(a | b | c | d);
    [
        a & !b & !c & !d | empty,
        !a & b & !c | empty,
        a & b & !c | empty,
        !a & !b & c | empty,
        a & !b & c | empty,
        !a & b & c | empty,
        a & b & c | empty,
        !a & d | empty, // no cell holds more than 9: only 8 and 9 have bit d
        a & d | empty,
    ]
}

/// One word of the nine planes of a cell.
#[inline(always)]
fn nine<const W: usize>(planes: &CandidatePlanes<W>, place: usize, w: usize) -> [u64; 9] {
    let mut words = [0; 9];
    for digit in 0..9 {
        words[digit] = planes[digit].as_flattened()[place][w];
    }
    words
}

/// From the nine planes of a cell with one candidate to its four bits.
#[inline(always)]
fn digit_bits([one, two, three, four, five, six, seven, eight, nine]: [u64; 9]) -> [u64; 4] {
    [one | three | five | seven | nine, two | three | six | seven, four | five | six | seven, eight | nine]
}

#[cfg(test)]
mod tests {
    use super::super::planes::tests::{indices, random_planes};
    use super::super::transpose::butterflies;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Puzzles become planes as the bit-by-bit twin says, in batches of any length.
    fn loading<const W: usize>() {
        let mut rng = StdRng::seed_from_u64(W as u64);
        let mut digits = Box::new(Digits::<W>::new(butterflies));
        for length in [0, 1, 63, 64, 65, 64 * W - 1, 64 * W, 64 * W + 9] {
            let puzzles: Vec<Puzzle> = (0..length)
                .map(|_| Puzzle::from_digits(std::array::from_fn(|_| rng.random_range(0..=9))).unwrap())
                .collect();
            let mut planes = random_planes::<W>(&mut rng);
            digits.load(&puzzles, &mut planes);
            for lane in 0..64 * W {
                let puzzle = puzzles.get(lane).unwrap_or(&Puzzle::EMPTY);
                for (cell, &clue) in puzzle.digits().iter().enumerate() {
                    for digit in 1..=9u8 {
                        let wanted = clue == 0 || clue == digit;
                        let [d, b, place] = indices(usize::from(digit) - 1, cell);
                        let found = planes[d][b][place].contains(lane);
                        assert_eq!(found, wanted, "lane {lane} of {length}, cell {cell}, digit {digit}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_clue_leaves_one_candidate_and_an_empty_cell_nine() {
        loading::<1>();
        loading::<2>();
        loading::<4>();
    }

    /// Digits set bit by bit come out as grids, whatever the neighbours are; and loading leads back.
    fn storing<const W: usize>() {
        let mut rng = StdRng::seed_from_u64(10 + W as u64);
        let mut digits = Box::new(Digits::<W>::new(butterflies));
        let mut planes = random_planes::<W>(&mut rng);
        let grids: Vec<[u8; CELLS]> =
            (0..64 * W).map(|_| std::array::from_fn(|_| rng.random_range(1..=9))).collect();
        let solved = |lane: usize| lane % 3 != 1; // the others keep random candidates
        for lane in (0..64 * W).filter(|&lane| solved(lane)) {
            for (cell, &answer) in grids[lane].iter().enumerate() {
                for digit in 1..=9 {
                    let [d, b, place] = indices(usize::from(digit) - 1, cell);
                    let word = &mut planes[d][b][place][lane / 64];
                    *word = *word & !(1 << (lane % 64)) | u64::from(digit == answer) << (lane % 64);
                }
            }
        }
        digits.store(&planes);
        for lane in (0..64 * W).filter(|&lane| solved(lane)) {
            assert_eq!(digits.grid(lane).digits(), &grids[lane], "lane {lane}");
        }

        let puzzles: Vec<Puzzle> = grids.iter().map(|&grid| Puzzle::from_digits(grid).unwrap()).collect();
        digits.load(&puzzles, &mut planes);
        digits.store(&planes);
        assert!((0..64 * W).all(|lane| digits.grid(lane).digits() == &grids[lane]));
    }

    #[test]
    fn single_candidates_are_read_as_digits() {
        storing::<1>();
        storing::<2>();
        storing::<4>();
    }
}
