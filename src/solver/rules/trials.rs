//! Levels 7–10: a lane for each assumption.
//!
//! ```text
//!   word 0 of all planes        word 1                    word 2
//!   ┌──────────────────────────┬──────────────────────────┬───────
//!   │ board A A A A … A        │ A A … A B B … B          │ B …        a board fills as many lanes as there are candidates to
//!   │ is 3 in cell 7? 8? …     │                          │            assume, and at most two boards share a word
//!   └──────────────────────────┴──────────────────────────┴───────
//! ```
//!
//! So the planes aren't transposed from boards: each word is a bit of a board, or of two, as often as it has lanes.

use super::super::boards::Board;
use super::super::plane::{Plane, each3};
use super::super::planes::CandidatePlanes;
use super::singles::{HousePlanes, any_of_nine, find_ones, place_on_full, tell_peers};

/// What each word of the planes is made of: the words of two boards, side by side for all W, and which lanes are whose.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Sources<const W: usize> {
    pub(crate) boards: [[[u64; W]; 12]; 2],
    pub(crate) lanes: [[u64; W]; 2],
}

impl<const W: usize> Sources<W> {
    pub(crate) const NONE: Sources<W> = Sources { boards: [[[0; W]; 12]; 2], lanes: [[0; W]; 2] };

    /// Word `w` holds this board, beside another if `part` is 1, in these lanes.
    pub(crate) fn set(&mut self, part: usize, w: usize, board: &Board, lanes: u64) {
        for (words, &word) in self.boards[part % 2].iter_mut().zip(board) {
            words[w % W] = word;
        }
        self.lanes[part % 2][w % W] = lanes;
    }
}

/// Full boards, and an assumption on each.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Trials<const W: usize> {
    pub(crate) candidates: CandidatePlanes<W>,
    /// The cell that is assumed in each lane; then, where something is placed.
    pub(crate) single: [[Plane<W>; 9]; 9],
    /// The digit that is assumed.
    pub(crate) digit: [Plane<W>; 9],
    /// Which boxes, rows and columns the assumed cell is in, and which cells see it.
    houses: [[Plane<W>; 9]; 3],
    seen: [[Plane<W>; 9]; 9],
    ones: HousePlanes<W>,
    /// A contradiction was seen.
    pub(crate) dead: Plane<W>,
    /// The last round has changed something.
    pub(crate) moved: Plane<W>,
}

impl<const W: usize> Trials<W> {
    /// Without a board.
    pub(crate) const NONE: Trials<W> = Trials {
        candidates: [[[Plane::NONE; 9]; 9]; 9],
        single: [[Plane::NONE; 9]; 9],
        digit: [Plane::NONE; 9],
        houses: [[Plane::NONE; 9]; 3],
        seen: [[Plane::NONE; 9]; 9],
        ones: [[[Plane::NONE; 10]; 9]; 3],
        dead: Plane::NONE,
        moved: Plane::NONE,
    };

    /// Nothing is assumed anywhere.
    pub(crate) fn clear(&mut self) {
        self.single = [[Plane::NONE; 9]; 9];
        self.digit = [Plane::NONE; 9];
    }

    /// The boards come in, and what is assumed is placed.
    #[inline(always)]
    pub(crate) fn assume(&mut self, sources: &Sources<W>) {
        self.dead = Plane::NONE;
        for n in 0..3 {
            rows_of(&self.single, &mut self.houses, n);
            columns_of(&self.single, &mut self.houses[2], n);
        }
        for b in 0..9 {
            see(&self.houses, &mut self.seen[b], b);
        }
        for digit in 0..9 {
            let mine = self.digit[digit];
            let (first, last) = self.candidates[digit].as_flattened_mut().split_at_mut(64);
            let (cells, seen) = (self.single.as_flattened(), self.seen.as_flattened());
            for (n, planes) in first.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                draw::<W, 8>(sources, digit, 8 * n, &cells[8 * n..], &seen[8 * n..], &mine, planes);
            }
            // The last 17 by eight, too: all at once, LLVM makes gathers of it on AVX-512.
            let (word, bit) = (9 + digit / 3, 17 * (digit % 3));
            let (eights, rest) = last.as_chunks_mut::<8>();
            for (n, planes) in eights.iter_mut().enumerate() {
                let from = 64 + 8 * n;
                draw::<W, 8>(sources, word, bit + 8 * n, &cells[from..], &seen[from..], &mine, planes);
            }
            draw::<W, 1>(sources, word, bit + 16, &cells[80..], &seen[80..], &mine, rest);
        }
        self.look();
    }

    /// Where has a digit one place left, and where none?
    #[inline(always)]
    pub(crate) fn look(&mut self) {
        for digit in 0..9 {
            find_ones::<W, true>(&self.candidates[digit], &mut self.ones, digit, &mut self.dead);
        }
    }

    /// All singles that stand on the boards are placed at once. Most of what is dead then is seen.
    #[inline(always)]
    pub(crate) fn round(&mut self) {
        self.moved = Plane::NONE;
        for b in 0..9 {
            for cell in 0..9 {
                let (row, column) = (b / 3 * 3 + cell / 3, b % 3 * 3 + cell % 3);
                place_on_full(
                    &mut self.candidates,
                    [&self.ones[0][b], &self.ones[1][row], &self.ones[2][column]],
                    [b, cell],
                    [&mut self.single[b][cell], &mut self.dead, &mut self.moved],
                );
            }
        }
        for digit in 0..9 {
            let places = &mut self.candidates[digit];
            tell_peers::<W, true>(places, &self.single, [&mut self.dead, &mut self.moved]);
            find_ones::<W, true>(places, &mut self.ones, digit, &mut self.dead);
        }
    }

    /// The rest of what is dead: where a cell has no candidate.
    #[inline(always)]
    pub(crate) fn check(&mut self) {
        let (mut all, mut any) = (Plane::ALL, Plane::NONE);
        for b in 0..9 {
            for cell in 0..9 {
                any_of_nine(&self.candidates, b, cell, &mut any);
                all &= any;
            }
        }
        self.dead |= !all;
    }
}

/// Which boxes and rows of a band hold the cell that is assumed?
#[inline(always)]
fn rows_of<const W: usize>(cells: &[[Plane<W>; 9]; 9], houses: &mut [[Plane<W>; 9]; 3], band: usize) {
    let [boxes, rows, _] = houses;
    for w in 0..W {
        let mut any = [[0; 3]; 3];
        each3!(b => {
            each3!(i => {
                let nine = &cells[3 * band + b];
                any[i][b] = nine[3 * i][w] | nine[3 * i + 1][w] | nine[3 * i + 2][w];
            });
        });
        each3!(i => {
            rows[3 * band + i][w] = any[i][0] | any[i][1] | any[i][2];
            boxes[3 * band + i][w] = any[0][i] | any[1][i] | any[2][i];
        });
    }
}

/// Which columns of a stack?
#[inline(always)]
fn columns_of<const W: usize>(cells: &[[Plane<W>; 9]; 9], columns: &mut [Plane<W>; 9], stack: usize) {
    for w in 0..W {
        each3!(k => {
            let mut any = 0;
            each3!(b => {
                let nine = &cells[3 * b + stack];
                any |= nine[k][w] | nine[3 + k][w] | nine[6 + k][w];
            });
            columns[3 * stack + k][w] = any;
        });
    }
}

/// Which cells of a box see the cell that is assumed, or are it?
#[inline(always)]
fn see<const W: usize>(houses: &[[Plane<W>; 9]; 3], seen: &mut [Plane<W>; 9], b: usize) {
    let (row, column) = (b / 3 * 3, b % 3 * 3);
    for w in 0..W {
        each3!(i => {
            each3!(k => {
                seen[3 * i + k][w] = houses[0][b][w] | houses[1][row + i][w] | houses[2][column + k][w];
            });
        });
    }
}

/// N planes of the boards. The cell that is assumed keeps its digit alone, and those that see it lose this.
#[inline(always)]
fn draw<const W: usize, const N: usize>(
    sources: &Sources<W>,
    word: usize,
    bit: usize,
    cells: &[Plane<W>],
    seen: &[Plane<W>],
    mine: &Plane<W>,
    planes: &mut [Plane<W>],
) {
    let (cells, seen, planes) = (&cells[..N], &seen[..N], &mut planes[..N]);
    let [one, other] = &sources.boards;
    let (one, other) = (&one[word], &other[word]);
    for w in 0..W {
        let (one, other) = (one[w] >> bit, other[w] >> bit);
        for n in 0..N {
            let a = (one >> n & 1).wrapping_neg() & sources.lanes[0][w];
            let b = (other >> n & 1).wrapping_neg() & sources.lanes[1][w];
            let keeps = (cells[n][w] & mine[w]) | !(cells[n][w] | (seen[n][w] & mine[w]));
            planes[n][w] = (a | b) & keeps;
        }
    }
}
