//! Boards: what is known of one puzzle, in memory; from the planes of some lanes, and back to others.
//!
//! Boards go sheet by sheet, each copied to or from the boards of the lanes that want it: with the words of all lanes side
//! by side, 49 KB, it took a third longer on AVX-512.

use super::plane::{Plane, each3};
use super::planes::CandidatePlanes;
use super::transpose::{Spaced, Transpose};
use crate::grid::{CELLS, Grid};

/// The candidates of one puzzle; *place* 9 · b + n is cell n of box b. All free bits are 0.
///
/// ```text
///   word 0 … 8    bit i: place i of the digit 0 … 8
///   word 9        bit i: place 64 + i of digit 0 │ bit 17 + i: of digit 1 │ bit 34 + i: of digit 2 │ 13 bits free
///   word 10, 11   the same for the digits 3–5 and 6–8
/// ```
pub(crate) type Board = [u64; 12];

/// The places of a digit (from 0) in a board.
#[inline(always)]
pub(crate) fn places_of(board: &Board, digit: usize) -> u128 {
    let last = board[9 + digit / 3] >> (17 * (digit % 3)) & 0x1_ffff;
    u128::from(board[digit]) | u128::from(last) << 64
}

/// The places that any digit has in a board.
pub(crate) fn held_places(board: &Board) -> u128 {
    (0..9).fold(0, |held, digit| held | places_of(board, digit))
}

/// The places that two digits or more have in a board.
pub(crate) fn open_places(board: &Board) -> u128 {
    let (mut one, mut two) = (0, 0);
    for digit in 0..9 {
        let places = places_of(board, digit);
        two |= one & places;
        one |= places;
    }
    two
}

/// These places for all nine digits: what belongs to each of the words 0–8 of a board, and to each of the others.
#[inline(always)]
pub(crate) fn spread(places: u128) -> [u64; 2] {
    let last = (places >> 64) as u64 & 0x1_ffff;
    [places as u64, last | last << 17 | last << 34]
}

/// So many words of the boards are transposed and copied together. One at a time, searches in reading order, where nearly all
/// lanes want their boards, take 5 % longer; all twelve take as long, or up to 2 % longer.
const AT_ONCE: usize = 3;

/// Between planes and the boards of some of 64·W lanes. The sheets lie first: in the compiler's order of fields, hard
/// puzzles take 2–3 % longer on AVX2.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Boards<const W: usize> {
    /// Some words of the boards.
    words: [Spaced<W>; AT_ONCE],
    /// Where the lanes of a list are in a sheet.
    spots: Vec<u16>,
    transpose: Transpose<W>,
}

impl<const W: usize> Boards<W> {
    /// Working memory.
    pub(crate) const fn new(transpose: Transpose<W>) -> Self {
        Boards { words: [const { Spaced::BLANK }; AT_ONCE], spots: Vec::new(), transpose }
    }

    /// Writes the boards of these lanes, in their order, but for one candidate in each: those where a plane of `cell` and
    /// a plane of `digit` are set.
    ///
    /// Which candidates to leave out is said in planes and not by a closure: closures can't be forced to be inlined,
    /// and one that isn't is compiled without the features of the caller, at a tenth of the speed.
    #[inline(always)]
    pub(crate) fn take(
        &mut self,
        planes: &CandidatePlanes<W>,
        cell: &[[Plane<W>; 9]; 9],
        digit: &[Plane<W>; 9],
        lanes: &[u16],
        boards: &mut [Board],
    ) {
        if lanes.is_empty() {
            return;
        }
        self.find_spots(lanes);
        let (cells, last_cells) = cell.as_flattened().split_at(64);
        for group in 0..12 / AT_ONCE {
            for k in 0..AT_ONCE {
                let (j, sheet) = (AT_ONCE * group + k, &mut self.words[k].sheet);
                if j < 9 {
                    let places = &planes[j].as_flattened()[..64];
                    for n in (0..64).step_by(8) {
                        leave_out::<W, 8>(&mut sheet[n..], &places[n..], &cells[n..], &digit[j]);
                    }
                } else {
                    for k in 0..3 {
                        let d = 3 * (j - 9) + k;
                        let places = &planes[d].as_flattened()[64..];
                        leave_out::<W, 17>(&mut sheet[17 * k..], places, last_cells, &digit[d]);
                    }
                    sheet[51..].fill([0; W]);
                }
                (self.transpose)(sheet);
            }
            self.copy_to(boards, group);
        }
    }

    /// Gives boards to these lanes of the planes. Returns the lanes as a plane.
    #[inline(always)]
    pub(crate) fn give(
        &mut self,
        planes: &mut CandidatePlanes<W>,
        lanes: &[u16],
        boards: &[Board],
    ) -> Plane<W> {
        self.find_spots(lanes);
        let mut given = Plane::<W>::NONE;
        for &lane in lanes {
            given.insert(lane.into());
        }
        for group in 0..12 / AT_ONCE {
            self.copy_from(boards, group);
            for k in 0..AT_ONCE {
                let (j, sheet) = (AT_ONCE * group + k, &mut self.words[k].sheet);
                (self.transpose)(sheet);
                if j < 9 {
                    let places = &mut planes[j].as_flattened_mut()[..64];
                    for n in (0..64).step_by(8) {
                        blend::<W, 8>(&mut places[n..], &sheet[n..], &given);
                    }
                } else {
                    for k in 0..3 {
                        let places = &mut planes[3 * (j - 9) + k].as_flattened_mut()[64..];
                        blend::<W, 17>(places, &sheet[17 * k..], &given);
                    }
                }
            }
        }
        given
    }

    /// Copies some words to the boards. Not to be compiled with the rest for AVX-512, whose gathers tempt LLVM to vectorise
    /// across boards: half as fast.
    #[inline(never)]
    fn copy_to(&self, boards: &mut [Board], group: usize) {
        for (board, &spot) in boards.iter_mut().zip(&self.spots) {
            let words = &mut board.as_chunks_mut::<AT_ONCE>().0[group];
            for k in 0..AT_ONCE {
                words[k] = self.words[k].sheet.as_flattened()[usize::from(spot) % (64 * W)];
            }
        }
    }

    /// Copies some words of the boards. Likewise.
    #[inline(never)]
    fn copy_from(&mut self, boards: &[Board], group: usize) {
        for (board, &spot) in boards.iter().zip(&self.spots) {
            let words = &board.as_chunks::<AT_ONCE>().0[group];
            for k in 0..AT_ONCE {
                self.words[k].sheet.as_flattened_mut()[usize::from(spot) % (64 * W)] = words[k];
            }
        }
    }

    #[inline(always)]
    fn find_spots(&mut self, lanes: &[u16]) {
        self.spots.clear();
        self.spots.extend(lanes.iter().map(|&lane| lane % 64 * W as u16 + lane / 64));
    }
}

/// Writes N planes to the sheet, less one candidate in each lane.
#[inline(always)]
fn leave_out<const W: usize, const N: usize>(
    entries: &mut [[u64; W]],
    planes: &[Plane<W>],
    cells: &[Plane<W>],
    digit: &Plane<W>,
) {
    let (entries, planes, cells) = (&mut entries[..N], &planes[..N], &cells[..N]);
    for w in 0..W {
        for n in 0..N {
            entries[n][w] = planes[n][w] & !(cells[n][w] & digit[w]);
        }
    }
}

/// Replaces N planes in the given lanes.
#[inline(always)]
fn blend<const W: usize, const N: usize>(planes: &mut [Plane<W>], entries: &[[u64; W]], given: &Plane<W>) {
    let (planes, entries) = (&mut planes[..N], &entries[..N]);
    for w in 0..W {
        for n in 0..N {
            planes[n][w] = (planes[n][w] & !given[w]) | (entries[n][w] & given[w]);
        }
    }
}

/// The grid of a board with one candidate in each cell.
#[inline(always)]
pub(crate) fn grid_of(board: &Board) -> Grid {
    // Bit by bit, what is the digit of each cell, box by box?
    let mut planes = [0; 4];
    for digit in 0..9 {
        let places = places_of(board, digit);
        for bit in 0..4 {
            if (digit + 1) >> bit & 1 == 1 {
                planes[bit] |= places;
            }
        }
    }
    let bytes = planes.map(u128::to_le_bytes);
    // Eight cells at a time become eight bytes: an 8 × 8 transpose of bits (Hacker's Delight, 7-3).
    let mut cells = [0; 16];
    for j in 0..16 {
        let mut x = u64::from(bytes[0][j])
            | u64::from(bytes[1][j]) << 8
            | u64::from(bytes[2][j]) << 16
            | u64::from(bytes[3][j]) << 24;
        let t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
        x ^= t ^ (t << 7);
        let t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
        x ^= t ^ (t << 14);
        let t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
        x ^= t ^ (t << 28);
        cells[j] = x;
    }
    let cells = cells.map(u64::to_le_bytes);
    let cells = cells.as_flattened();
    // Box by box to row by row: four bytes are moved for three, and the next three cover the fourth.
    let mut digits = [0; CELLS + 3];
    for band in 0..3 {
        each3!(row => {
            each3!(b => {
                let (to, from) = (27 * band + 9 * row + 3 * b, 27 * band + 9 * b + 3 * row);
                digits[to..to + 4].copy_from_slice(&cells[from..from + 4]);
            });
        });
    }
    Grid::trusted(digits.as_chunks().0[0])
}

#[cfg(test)]
mod tests {
    use super::super::planes::tests::{all_planes, random_planes};
    use super::super::transpose::butterflies;
    use super::*;
    use rand::rngs::StdRng;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    /// The word and the bit of a plane in a board, by the book.
    fn home([digit, b, place]: [usize; 3]) -> (usize, usize) {
        let place = 9 * b + place;
        if place < 64 { (digit, place) } else { (9 + digit / 3, digit % 3 * 17 + place - 64) }
    }

    /// Boards hold what the planes held, and nothing in the free bits; editing and blending act on the bits that
    /// they are told; a board that is given is all that changes.
    fn boards<const W: usize>() {
        let mut rng = StdRng::seed_from_u64(20 + W as u64);
        let mut boards = Box::new(Boards::<W>::new(butterflies));
        let planes = random_planes::<W>(&mut rng);
        let except = random_planes::<W>(&mut rng);
        let (cell, digit) = (&except[0], &except[1][0]);
        let lanes: Vec<u16> = (0..64 * W as u16).filter(|_| rng.random()).collect();
        let mut taken = vec![[!0; 12]; lanes.len()];
        boards.take(&planes, cell, digit, &lanes, &mut taken);
        for (&lane, taken) in lanes.iter().zip(&taken) {
            let lane = usize::from(lane);
            let mut board = [0; 12];
            for [d, b, place] in all_planes() {
                let (word, bit_there) = home([d, b, place]);
                let out = cell[b][place].contains(lane) && digit[d].contains(lane);
                let kept = planes[d][b][place].contains(lane) && !out;
                board[word] |= u64::from(kept) << bit_there;
            }
            assert_eq!(taken, &board, "lane {lane}");
        }

        // To other lanes, in any order.
        let mut others: Vec<u16> = (0..64 * W as u16).collect();
        others.shuffle(&mut rng);
        others.truncate(lanes.len());
        let mut after = planes.clone();
        let given = boards.give(&mut after, &others, &taken);
        assert!((0..64 * W).all(|lane| given.contains(lane) == others.contains(&(lane as u16))));
        for [d, b, place] in all_planes() {
            let (word, bit_there) = home([d, b, place]);
            for lane in 0..64 * W {
                let wanted = match others.iter().position(|&other| usize::from(other) == lane) {
                    Some(n) => taken[n][word] >> bit_there & 1 == 1,
                    None => planes[d][b][place].contains(lane),
                };
                assert_eq!(after[d][b][place].contains(lane), wanted, "digit {d}, box {b}, lane {lane}");
            }
        }
    }

    #[test]
    fn boards_hold_what_the_planes_held() {
        boards::<1>();
        boards::<2>();
        boards::<4>();
    }
}
