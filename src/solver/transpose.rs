//! Puzzles ↔ planes ↔ boards: a quarter turn of 64·W lanes.
//!
//! A plane holds one fact of many puzzles; puzzles, grids and boards are many facts of one. A *sheet* is 64 planes, or a
//! word of what belongs to each lane (W = 4):
//!
//! ```text
//!                 w = 0   1   2   3
//!     entry 0    │  ·   ·   ·   ·   │      before: bit k of word w is lane 64 · w + k of plane i
//!           1    │  ·   ·   ·   ·   │
//!           ⋮    │                  │
//!           i    │  ·   ·   ·   ·   │      after: bit k of word w is what plane k held, for lane 64 · w + i
//!           ⋮    │                  │
//!          63    │  ·   ·   ·   ·   │
//! ```
//!
//! Transposing the 64 × 64 bits that stand below each other, for each of the W words, makes bit k of entry i into bit i of
//! entry k, and is its own inverse. So **puzzle n of a batch is bit n % 64 of word n / 64 in every plane.** All words are
//! treated alike, whatever their bits mean: each step runs over all of them, as wide as the machine's vectors are.
//!
//! In plain operations it takes six stages of butterflies (Warren, *Hacker's Delight*, 7–3), three at a time in registers,
//! in two halves that commute: *far* moves whole bytes, *near* moves bits within bytes. Where the processor has
//! something better, that comes from [`super::cpu`].
//!
//! Nanoseconds a puzzle on Zen 5, avx512icl / avx2gfni / avx2 / base: loading 2.9 / 3.4 / 4.2 / 7.4 (from the second-level
//! cache; from further away it is twice that), boards out and in, as hard puzzles want it, 4.3 / 6.5 / 10 / 20. To pack
//! two cells into a byte before any bit moves halved the time of loading. Boards go sheet by sheet, each copied to or
//! from the boards of the lanes that want it: with the words of all lanes side by side, 49 KB, an exchange took a
//! third longer on AVX-512.
//!
//! What keeps LLVM's vectors in shape here, and wasn't so in many other forms: the loop over the words of a plane
//! goes around a long straight body, never the other way round, as short loops are unrolled too early and what
//! remains becomes gathers, scatters or scalar code; arrays are indexed, not iterated by value; no long closure
//! is called, not even that of `array::from_fn`, as it may not be inlined in a function as large as the engine, and
//! is then compiled for the baseline.

#![allow(clippy::needless_range_loop, reason = "indices keep the vectors in shape")]

use super::planes::each3;
use crate::grid::{CELLS, Grid, Puzzle};

/// The candidates of 64·W puzzles: the plane of a digit (here from 0) in a cell is
/// `[digit][box][3 · (row in the box) + (column in the box)]`. Wants to be aligned to 64 bytes: unaligned, each
/// step takes 5–15 % longer.
pub(crate) type Planes<const W: usize> = [[[[u64; W]; 9]; 9]; 9];

/// The candidates of one puzzle; *place* 9 · b + n is cell n of box b. All free bits are 0.
///
/// ```text
///   word 0 … 8    bit i: place i of the digit 0 … 8
///   word 9        bit i: place 64 + i of digit 0 │ bit 17 + i: of digit 1 │ bit 34 + i: of digit 2 │ 13 bits free
///   word 10, 11   the same for the digits 3–5 and 6–8
/// ```
pub(crate) type Board = [u64; 12];

/// Where a cell lies among the 81 planes of a digit: 9 · box + place in the box.
#[inline(always)]
fn place(cell: usize) -> usize {
    const PLACES: [u8; CELLS] = {
        let mut places = [0; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let (row, column) = (cell / 9, cell % 9);
            places[cell] = ((row / 3 * 3 + column / 3) * 9 + row % 3 * 3 + column % 3) as u8;
            cell += 1;
        }
        places
    };
    usize::from(PLACES[cell]).min(CELLS - 1) // known to the compiler, it spares the checks of the indices
}

/// The first 40 cells share bytes with the next 40; one of the 81 is left over.
const SPLIT: usize = 40;

/// 64 planes, or a word of each of 64·W lanes: entry i is that of the lanes i, 64 + i, …
pub(super) type Sheet<const W: usize> = [[u64; W]; 64];

/// A sheet among others. The gap keeps a word of one from falling onto the same place in the cache as that of the next,
/// four kilobytes further on: packing puzzles took 40 % longer.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Spaced<const W: usize> {
    sheet: Sheet<W>,
    gap: [u64; 8],
}

impl<const W: usize> Spaced<W> {
    const BLANK: Self = Spaced { sheet: [[0; W]; 64], gap: [0; 8] };
}

/// Transposes a sheet, with what an instruction set has.
pub(super) type Transpose<const W: usize> = fn(&mut Sheet<W>);

/// The transpose in plain operations on words, for any instruction set.
#[inline(always)]
pub(super) fn butterflies<const W: usize>(sheet: &mut Sheet<W>) {
    for i in 0..8 {
        for w in 0..W {
            let mut entries = [0; 8];
            for n in 0..8 {
                entries[n] = sheet[8 * n + i][w];
            }
            exchange(&mut entries, FAR);
            for n in 0..8 {
                sheet[8 * n + i][w] = entries[n];
            }
        }
    }
    for entries in sheet.as_chunks_mut::<8>().0 {
        for w in 0..W {
            let mut words = [0; 8];
            for n in 0..8 {
                words[n] = entries[n][w];
            }
            exchange(&mut words, NEAR);
            for n in 0..8 {
                entries[n][w] = words[n];
            }
        }
    }
}

/// Three stages: how far apart the bits are that change places, and which bits of the first of two entries stay.
type Stages = [(u32, u64); 3];

/// Between the entries i, i+8, …, i+56: whole bytes move.
const FAR: Stages = [(32, 0x0000_0000_ffff_ffff), (16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff)];
/// Between the entries 8i, 8i+1, …, 8i+7: bits move within bytes.
const NEAR: Stages = [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];

#[inline(always)]
fn exchange([a, b, c, d, e, f, g, h]: &mut [u64; 8], [four, two, one]: Stages) {
    butterfly(a, e, four);
    butterfly(b, f, four);
    butterfly(c, g, four);
    butterfly(d, h, four);

    butterfly(a, c, two);
    butterfly(b, d, two);
    butterfly(e, g, two);
    butterfly(f, h, two);

    butterfly(a, b, one);
    butterfly(c, d, one);
    butterfly(e, f, one);
    butterfly(g, h, one);
}

/// Exchanges the bits of `first` that don't stay with those of `second` that lie `distance` lower.
///
/// A shift and a blend each, and the blend is one instruction on AVX-512, for the far stages on AVX2 too. The
/// familiar form with a shared exclusive OR made loading 20–30 % slower on AVX-512, 10 % on AVX2, and 5 % faster
/// on SSE2; for the near stages alone, boards 7 % slower on AVX-512, 6 % faster on AVX2, 4 % on SSE2.
#[inline(always)]
fn butterfly(first: &mut u64, second: &mut u64, (distance, stay): (u32, u64)) {
    let (a, b) = (*first, *second);
    *first = (a & stay) | ((b << distance) & !stay);
    *second = ((a >> distance) & stay) | (b & !stay);
}

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
    pub(crate) fn load(&mut self, puzzles: &[Puzzle], planes: &mut Planes<W>) {
        self.pack(puzzles);
        for word in &mut self.words {
            (self.transpose)(&mut word.sheet);
        }
        // The eight bits of a byte are two cells. The planes are written as a whole afterwards: two places that are
        // known at run time only would stop the vectoriser.
        let (mut first, mut second) = ([[0; W]; 9], [[0; W]; 9]);
        for (j, word) in self.words.iter().take(5).enumerate() {
            for (group, entries) in word.sheet.as_chunks::<8>().0.iter().enumerate() {
                for w in 0..W {
                    let [a, b, c, d, e, f, g, h] = entries;
                    let low = candidates([a[w], b[w], c[w], d[w]]);
                    let high = candidates([e[w], f[w], g[w], h[w]]);
                    for digit in 0..9 {
                        (first[digit][w], second[digit][w]) = (low[digit], high[digit]);
                    }
                }
                for (digit, boxes) in planes.iter_mut().enumerate() {
                    boxes.as_flattened_mut()[place(8 * j + group)] = first[digit];
                    boxes.as_flattened_mut()[place(SPLIT + 8 * j + group)] = second[digit];
                }
            }
        }
        for w in 0..W {
            let [a, b, c, d, ..] = &self.words[5].sheet;
            let last = candidates([a[w], b[w], c[w], d[w]]);
            for digit in 0..9 {
                planes[digit][8][8][w] = last[digit];
            }
        }
    }

    /// Writes the words of the puzzles. Not to be compiled with the rest for AVX-512, whose gathers and scatters
    /// tempt LLVM to vectorise across puzzles: 3.6 ns a puzzle instead of 1.45.
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
    pub(crate) fn store(&mut self, planes: &Planes<W>) {
        for (j, word) in self.words.iter_mut().take(5).enumerate() {
            for (group, entries) in word.sheet.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let (first, second) = (place(8 * j + group), place(SPLIT + 8 * j + group));
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
fn nine<const W: usize>(planes: &Planes<W>, place: usize, w: usize) -> [u64; 9] {
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
        planes: &Planes<W>,
        cell: &[[[u64; W]; 9]; 9],
        digit: &[[u64; W]; 9],
        lanes: &[u16],
        boards: &mut [Board],
    ) {
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
            for (board, &spot) in boards.iter_mut().zip(&self.spots) {
                let words = &mut board.as_chunks_mut::<AT_ONCE>().0[group];
                for k in 0..AT_ONCE {
                    words[k] = self.words[k].sheet.as_flattened()[usize::from(spot) % (64 * W)];
                }
            }
        }
    }

    /// Gives boards to these lanes of the planes. Returns the lanes as a plane.
    #[inline(always)]
    pub(crate) fn give(&mut self, planes: &mut Planes<W>, lanes: &[u16], boards: &[Board]) -> [u64; W] {
        self.find_spots(lanes);
        let mut given = [0; W];
        for &lane in lanes {
            given[usize::from(lane) / 64 % W] |= 1 << (lane % 64);
        }
        for group in 0..12 / AT_ONCE {
            for (board, &spot) in boards.iter().zip(&self.spots) {
                let words = &board.as_chunks::<AT_ONCE>().0[group];
                for k in 0..AT_ONCE {
                    self.words[k].sheet.as_flattened_mut()[usize::from(spot) % (64 * W)] = words[k];
                }
            }
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
    planes: &[[u64; W]],
    cells: &[[u64; W]],
    digit: &[u64; W],
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
fn blend<const W: usize, const N: usize>(planes: &mut [[u64; W]], entries: &[[u64; W]], given: &[u64; W]) {
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
        let last = board[9 + digit / 3] >> (17 * (digit % 3)) & 0x1_ffff;
        for bit in 0..4 {
            if (digit + 1) >> bit & 1 == 1 {
                planes[bit] |= u128::from(board[digit]) | u128::from(last) << 64;
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
pub(super) mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    /// The bit of a lane in a plane.
    fn bit<const W: usize>(plane: &[u64; W], lane: usize) -> bool {
        plane[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The indices of the plane of a digit (from 0) in a cell, by the book.
    fn indices(digit: usize, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [digit, row / 3 * 3 + column / 3, row % 3 * 3 + column % 3]
    }

    /// The word and the bit of a plane in a board, by the book.
    fn home([digit, b, place]: [usize; 3]) -> (usize, usize) {
        let place = 9 * b + place;
        if place < 64 { (digit, place) } else { (9 + digit / 3, digit % 3 * 17 + place - 64) }
    }

    fn all_planes() -> impl Iterator<Item = [usize; 3]> {
        (0..729).map(|n| [n / 81, n / 9 % 9, n % 9])
    }

    fn random_planes<const W: usize>(rng: &mut StdRng) -> Box<Planes<W>> {
        let mut planes = Box::new([[[[0; W]; 9]; 9]; 9]);
        let words = planes.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        words.iter_mut().for_each(|word| *word = rng.random());
        planes
    }

    /// Bit k of entry i becomes bit i of entry k, for each word.
    pub(in super::super) fn transposes<const W: usize>(transpose: impl Fn(&mut Sheet<W>)) {
        let mut rng = StdRng::seed_from_u64(1);
        let before: Sheet<W> = std::array::from_fn(|_| std::array::from_fn(|_| rng.random()));
        let mut sheet = before;
        transpose(&mut sheet);
        for n in 0..64 * 64 * W {
            let (i, k, w) = (n / 64 % 64, n % 64, n / (64 * 64));
            assert_eq!(sheet[k][w] >> i & 1, before[i][w] >> k & 1, "{i} {k} {w}");
        }
        transpose(&mut sheet);
        assert_eq!(sheet, before);
    }

    #[test]
    fn butterflies_transpose() {
        transposes::<1>(butterflies);
        transposes::<4>(butterflies);
        transposes::<8>(butterflies);
    }

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
                        let found = bit(&planes[d][b][place], lane);
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
                let out = bit(&cell[b][place], lane) && bit(&digit[d], lane);
                let kept = bit(&planes[d][b][place], lane) && !out;
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
        assert!((0..64 * W).all(|lane| bit(&given, lane) == others.contains(&(lane as u16))));
        for [d, b, place] in all_planes() {
            let (word, bit_there) = home([d, b, place]);
            for lane in 0..64 * W {
                let wanted = match others.iter().position(|&other| usize::from(other) == lane) {
                    Some(n) => taken[n][word] >> bit_there & 1 == 1,
                    None => bit(&planes[d][b][place], lane),
                };
                assert_eq!(bit(&after[d][b][place], lane), wanted, "digit {d}, box {b}, lane {lane}");
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
