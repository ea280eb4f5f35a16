//! Puzzles ↔ planes ↔ boards: a quarter turn of 64·W lanes.
//!
//! A plane holds one fact of many puzzles; puzzles, grids and boards are many facts of one. What a lane has in
//! the second form is its *strip* of J words, and the strips of all lanes lie together like this (W = 4):
//!
//! ```text
//!                 strip word 0        strip word 1            strip word J-1
//!              w = 0   1   2   3     0   1   2   3           0   1   2   3
//!     i =  0  │  ·   ·   ·   ·   │   ·   ·   ·   ·   │  …  │   ·   ·   ·   ·   │
//!          1  │  ·   ·   ·   ·   │   ·   ·   ·   ·   │  …  │   ·   ·   ·   ·   │     lane = 64·w + i
//!          ⋮
//!         63  │  ·   ·   ·   ·   │   ·   ·   ·   ·   │  …  │   ·   ·   ·   ·   │
//! ```
//!
//! Transposing the 64 × 64 bits that stand below each other, for each of the J·W words, makes bit k of entry i
//! into bit i of entry k: now each group of W words is a plane, of one bit of the strips. So **puzzle n of a
//! batch is bit n % 64 of word n / 64 in every plane.** All words are treated alike, whatever their bits mean:
//! each step runs over J·W of them, as wide as the machine's vectors are, and one lane's strip is near together.
//!
//! The transpose is its own inverse. Its six stages of butterflies (Warren, *Hacker's Delight*, 7–3) go three at a
//! time in registers, in two halves that commute: *far* moves whole bytes, *near* moves bits within bytes.
//!
//! Measured beside the second prototype in one process, W = 4, data in the first-level cache, nanoseconds a
//! puzzle on AVX-512 / AVX2 / SSE2: loading 2.8 / 3.7 / 7.4 (prototype 6.5 / 7.7 / 13.4), storing with all grids
//! 2.5 / 3.0 / 6.6 (5.2 / 6.3 / 11), boards out and in with a guess applied on the way 5.3 / 10.1 / 22
//! (6.8 / 9.4 / 21); loading and storing a stream of 4 MB 5.7 / 7.2 / 16 (14 / 17 / 32). The gain in text comes
//! from packing two cells into a byte before any bit moves. Byte shuffles and GFNI (`vgf2p8affineqb`) were only
//! counted: some 300 shuffles for 4 × 64 × 64 bits in this layout, against 384 shifts and blends; no gain in sight.
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

/// The candidates of one puzzle: boxes 0–6 of digit d in the 63 low bits of word d, boxes 7 and 8 of the digits
/// 3j, 3j+1, 3j+2 in the 54 low bits of word 9+j, 18 bits each. All other bits are 0.
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

/// J words of each of 64·W lanes.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Strips<const W: usize, const J: usize>([[[u64; W]; J]; 64]);

impl<const W: usize, const J: usize> Strips<W, J> {
    const BLANK: Self = Strips([[[0; W]; J]; 64]);

    /// The half of the transpose that moves whole bytes.
    #[inline(always)]
    fn far(&mut self) {
        for i in 0..8 {
            for word in 0..J * W {
                let mut entries = [0; 8];
                for n in 0..8 {
                    entries[n] = self.0[8 * n + i].as_flattened()[word];
                }
                exchange(&mut entries, FAR);
                for (n, &entry) in entries.iter().enumerate() {
                    self.0[8 * n + i].as_flattened_mut()[word] = entry;
                }
            }
        }
    }

    /// The half that moves bits within bytes.
    #[inline(always)]
    fn near(&mut self) {
        for i in 0..8 {
            for word in 0..J * W {
                let mut entries = [0; 8];
                for n in 0..8 {
                    entries[n] = self.0[8 * i + n].as_flattened()[word];
                }
                exchange(&mut entries, NEAR);
                for (n, &entry) in entries.iter().enumerate() {
                    self.0[8 * i + n].as_flattened_mut()[word] = entry;
                }
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

/// Puzzles or grids of 64·W lanes, four bits a cell. A strip is
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
pub(crate) struct Digits<const W: usize>(Strips<W, 6>);

impl<const W: usize> Digits<W> {
    /// Working memory for [`Digits::load`] and [`Digits::store`].
    pub(crate) const fn new() -> Self {
        Digits(Strips::BLANK)
    }

    /// Makes the candidate planes of up to 64·W puzzles, puzzle `n` in lane `n`: of a clue this digit, of an
    /// empty cell all nine. Lanes without a puzzle get the empty one; puzzles beyond the lanes are ignored.
    #[inline(always)]
    pub(crate) fn load(&mut self, puzzles: &[Puzzle], planes: &mut Planes<W>) {
        self.pack(puzzles);
        self.0.far();
        // The near half of the eight bits of a byte, and at once their two cells. The planes are written as a
        // whole afterwards: two places that are known at run time only would stop the vectoriser.
        let (mut first, mut second) = ([[0; W]; 9], [[0; W]; 9]);
        for (group, entries) in self.0.0.as_chunks::<8>().0.iter().enumerate() {
            for j in 0..5 {
                for w in 0..W {
                    let mut words = [0; 8];
                    for n in 0..8 {
                        words[n] = entries[n][j][w];
                    }
                    exchange(&mut words, NEAR);
                    let [a, b, c, d, e, f, g, h] = words;
                    let (low, high) = (candidates([a, b, c, d]), candidates([e, f, g, h]));
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
            let mut words = [0; 8];
            for n in 0..8 {
                words[n] = self.0.0[n][5][w];
            }
            exchange(&mut words, NEAR);
            let [a, b, c, d, ..] = words;
            for (boxes, plane) in planes.iter_mut().zip(candidates([a, b, c, d])) {
                boxes[8][8][w] = plane;
            }
        }
    }

    /// Writes the strips of the puzzles. Not to be compiled with the rest for AVX-512, whose gathers and scatters
    /// tempt LLVM to vectorise across puzzles: 3.6 ns a puzzle instead of 1.45.
    #[inline(never)]
    fn pack(&mut self, puzzles: &[Puzzle]) {
        for w in 0..W {
            for (i, strip) in self.0.0.iter_mut().enumerate() {
                let puzzle = puzzles.get(64 * w + i).unwrap_or(&Puzzle::EMPTY);
                let (eights, last) = puzzle.digits().as_chunks::<8>();
                for j in 0..5 {
                    strip[j][w] = u64::from_le_bytes(eights[j]) | u64::from_le_bytes(eights[5 + j]) << 4;
                }
                strip[5][w] = u64::from(last[0]);
            }
        }
    }

    /// Takes the digits from the planes of solved lanes, which have one candidate in each cell. Of the other
    /// lanes nothing may be asked afterwards.
    #[inline(always)]
    pub(crate) fn store(&mut self, planes: &Planes<W>) {
        for (group, entries) in self.0.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            for j in 0..5 {
                let (first, second) = (place(8 * j + group), place(SPLIT + 8 * j + group));
                for w in 0..W {
                    let ([a, b, c, d], [e, f, g, h]) =
                        (digit_bits(nine(planes, first, w)), digit_bits(nine(planes, second, w)));
                    let mut words = [a, b, c, d, e, f, g, h];
                    exchange(&mut words, NEAR);
                    for n in 0..8 {
                        entries[n][j][w] = words[n];
                    }
                }
            }
        }
        for w in 0..W {
            let [a, b, c, d] = digit_bits(nine(planes, CELLS - 1, w));
            let mut words = [a, b, c, d, 0, 0, 0, 0];
            exchange(&mut words, NEAR);
            for (entry, word) in self.0.0.iter_mut().zip(words) {
                entry[5][w] = word;
            }
        }
        self.0.far();
    }

    /// The grid of a solved lane, after [`Digits::store`].
    #[inline(always)]
    pub(crate) fn grid(&self, lane: usize) -> Grid {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let (strip, w) = (&self.0.0[lane % 64], lane / 64 % W);
        let mut digits = [0; CELLS];
        let (eights, last) = digits.as_chunks_mut::<8>();
        for j in 0..5 {
            eights[j] = (strip[j][w] & LOW).to_le_bytes();
            eights[5 + j] = (strip[j][w] >> 4 & LOW).to_le_bytes();
        }
        last[0] = strip[5][w] as u8 & 15;
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

/// The boards of 64·W lanes; see [`Board`].
#[derive(Clone, Debug)]
pub(crate) struct Boards<const W: usize>(Strips<W, 12>);

impl<const W: usize> Boards<W> {
    /// Working memory, with boards that have no candidates at all.
    pub(crate) const fn new() -> Self {
        Boards(Strips::BLANK)
    }

    /// Takes the boards of all lanes from the planes, but for one candidate in each: those where a plane of `cell`
    /// and a plane of `digit` are set.
    ///
    /// Which candidates to leave out is said in planes and not by a closure: closures can't be forced to be inlined,
    /// and one that isn't is compiled without the features of the caller, at a tenth of the speed.
    #[inline(always)]
    pub(crate) fn take(&mut self, planes: &Planes<W>, cell: &[[[u64; W]; 9]; 9], digit: &[[u64; W]; 9]) {
        for d in 0..9 {
            for b in 0..9 {
                let (j, entries) = self.home(d, b);
                let (nine, except) = (&planes[d][b], &cell[b]);
                for w in 0..W {
                    for n in 0..9 {
                        entries[n][j][w] = nine[n][w] & !(except[n][w] & digit[d][w]);
                    }
                }
            }
        }
        for (j, used) in [63; 9].into_iter().chain([54; 3]).enumerate() {
            for entry in &mut self.0.0[used..] {
                entry[j] = [0; W];
            }
        }
        self.0.near();
        self.0.far();
    }

    /// Gives the boards of some lanes back to the planes. All boards are of no use afterwards.
    #[inline(always)]
    pub(crate) fn give(&mut self, planes: &mut Planes<W>, lanes: &[u64; W]) {
        self.0.far();
        self.0.near();
        for d in 0..9 {
            for b in 0..9 {
                let (j, entries) = self.home(d, b);
                let nine = &mut planes[d][b];
                for w in 0..W {
                    for n in 0..9 {
                        nine[n][w] = (nine[n][w] & !lanes[w]) | (entries[n][j][w] & lanes[w]);
                    }
                }
            }
        }
    }

    /// Where a box of a digit is at home: the word of the board, and the entries of its nine bits.
    ///
    /// ```text
    ///   word 0 … 8    digit 0 … 8:  box 0 │ box 1 │ box 2 │ box 3 │ box 4 │ box 5 │ box 6 │ 1 bit free
    ///   word 9                      0: box 7 │ box 8 │ 1: box 7 │ box 8 │ 2: box 7 │ box 8 │ 10 bits free
    ///   word 10, 11                 the same for the digits 3–5 and 6–8
    /// ```
    #[inline(always)]
    fn home(&mut self, digit: usize, b: usize) -> (usize, &mut [[[u64; W]; 12]; 9]) {
        let (j, nine) = if b < 7 { (digit, b) } else { (9 + digit / 3, 2 * (digit % 3) + b - 7) };
        (j, &mut self.0.0.as_chunks_mut::<9>().0[nine])
    }

    /// The board of a lane.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Board {
        let (strip, w) = (&self.0.0[lane % 64], lane / 64 % W);
        let mut board = [0; 12];
        for j in 0..12 {
            board[j] = strip[j][w];
        }
        board
    }

    /// Replaces the board of a lane.
    #[inline(always)]
    pub(crate) fn put(&mut self, lane: usize, board: &Board) {
        let (strip, w) = (&mut self.0.0[lane % 64], lane / 64 % W);
        for (words, &word) in strip.iter_mut().zip(board) {
            words[w] = word;
        }
    }
}

/// The grid of a board with one candidate in each cell.
#[inline(always)]
pub(crate) fn grid_of(board: &Board) -> Grid {
    // Bit by bit, what is the digit of each cell, box by box?
    let (mut own, mut shared) = ([0; 4], [0; 4]);
    for digit in 0..9 {
        for bit in 0..4 {
            if (digit + 1) >> bit & 1 == 1 {
                own[bit] |= board[digit];
                shared[bit] |= board[9 + digit / 3] >> (18 * (digit % 3)) & 0x3_ffff;
            }
        }
    }
    let mut bytes = [[0; 16]; 4];
    for bit in 0..4 {
        bytes[bit] = (u128::from(own[bit]) | u128::from(shared[bit]) << 63).to_le_bytes();
    }
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
    use super::*;
    use rand::rngs::StdRng;
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
        if b < 7 { (digit, 9 * b + place) } else { (9 + digit / 3, digit % 3 * 18 + 9 * (b - 7) + place) }
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

    fn transposing_moves_bit_k_of_lane_i<const W: usize, const J: usize>() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut strips = Box::new(Strips::<W, J>::BLANK);
        strips.0.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|word| *word = rng.random());
        let before = strips.clone();
        strips.far();
        strips.near();
        for (i, k, j, w) in itertools(64, 64, J, W) {
            assert_eq!(strips.0[k][j][w] >> i & 1, before.0[i][j][w] >> k & 1, "{i} {k} {j} {w}");
        }
    }

    fn itertools(
        a: usize,
        b: usize,
        c: usize,
        d: usize,
    ) -> impl Iterator<Item = (usize, usize, usize, usize)> {
        (0..a * b * c * d).map(move |n| (n / (b * c * d), n / (c * d) % b, n / d % c, n % d))
    }

    #[test]
    fn transposing_is_what_it_says() {
        transposing_moves_bit_k_of_lane_i::<1, 1>();
        transposing_moves_bit_k_of_lane_i::<2, 3>();
        transposing_moves_bit_k_of_lane_i::<4, 12>();
    }

    /// Puzzles become planes as the bit-by-bit twin says, in batches of any length.
    fn loading<const W: usize>() {
        let mut rng = StdRng::seed_from_u64(W as u64);
        let mut digits = Box::new(Digits::<W>::new());
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
        let mut digits = Box::new(Digits::<W>::new());
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
    /// they are told; a board that was put stays in its lane.
    fn boards<const W: usize>() {
        let mut rng = StdRng::seed_from_u64(20 + W as u64);
        let mut boards = Box::new(Boards::<W>::new());
        let planes = random_planes::<W>(&mut rng);
        let except = random_planes::<W>(&mut rng);
        let (cell, digit) = (&except[0], &except[1][0]);
        boards.take(&planes, cell, digit);
        for lane in 0..64 * W {
            let mut board = [0; 12];
            for [d, b, place] in all_planes() {
                let (word, bit_there) = home([d, b, place]);
                let out = bit(&cell[b][place], lane) && bit(&digit[d], lane);
                let kept = bit(&planes[d][b][place], lane) && !out;
                board[word] |= u64::from(kept) << bit_there;
            }
            assert_eq!(boards.get(lane), board, "lane {lane}");
        }

        let put: Vec<usize> = (0..64 * W).filter(|_| rng.random()).collect();
        let others: Vec<Board> = (0..64 * W).map(|lane| boards.get((lane + 5) % (64 * W))).collect();
        put.iter().for_each(|&lane| boards.put(lane, &others[lane]));
        let pop: [u64; W] =
            std::array::from_fn(|w| put.iter().filter(|&&l| l / 64 == w).fold(0, |m, &l| m | 1 << (l % 64)));
        let mut after = planes.clone();
        boards.give(&mut after, &pop);
        for [d, b, place] in all_planes() {
            let (word, bit_there) = home([d, b, place]);
            for (lane, other) in others.iter().enumerate() {
                let wanted = if put.contains(&lane) {
                    other[word] >> bit_there & 1 == 1
                } else {
                    bit(&planes[d][b][place], lane)
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
