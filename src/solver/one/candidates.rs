//! The candidates of one puzzle, and the rules that remove them.
//!
//! For each digit and band one 32-bit word has a bit for each of the 27 cells that may still hold the digit. The
//! cells lie box by box, ten bits to a box:
//!
//! ```text
//!       stack 0         stack 1           stack 2
//!      0  1  2    │   10 11 12     │    20 21 22        cell = 10 · stack + 3 · row + column,
//!      3  4  5    │   13 14 15     │    23 24 25        row and column inside the box
//!      6  7  8    │   16 17 18     │    26 27 28
//!            (9)  │         (19)   │          (29)      spare
//! ```
//!
//! Two things make this layout fast. The spare bit of a box stops carries, so that one addition answers for all
//! three boxes at once whether anything is left in them. And the words of the nine digits stand side by side
//! ([`ByDigit`]), so that the compiler applies a rule to four or eight digits with one instruction; only
//! [`Candidates::at_least_one_and_two`] looks from one digit to the next.
//!
//! A 17-clue puzzle takes 18 rounds.

use crate::grid::{CELLS, Grid, Puzzle};

/// One word for each digit: digit d in place d − 1. Nine words fill two registers of 128 bits and a quarter of a
/// third; the first three digits stand there once more, so that all words are alike and none needs an exception.
type ByDigit = [u32; COPIES];
const COPIES: usize = 12;

/// The first cell of each box of a band.
const BOXES: u32 = 1 | 1 << 10 | 1 << 20;
/// All 27 cells of a band.
pub(super) const BAND: u32 = BOXES * 0x1ff;
/// The spare bit of each box.
const SPARE: u32 = BOXES << 9;
/// The first cell of each minirow, and of each minicolumn.
const MINIROWS: u32 = BOXES * 0o111;
const MINICOLUMNS: u32 = BOXES * 0o7;

/// Where a cell has its bit: in which band, and the bit itself.
#[derive(Clone, Copy)]
pub(super) struct CellBit {
    pub(super) band: usize,
    pub(super) bit: u32,
}

/// The place of each cell.
pub(super) const CELL_BITS: [CellBit; CELLS] = {
    let mut places = [CellBit { band: 0, bit: 0 }; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = CellBit { band: row / 3, bit: 1 << (10 * (column / 3) + 3 * (row % 3) + column % 3) };
        cell += 1;
    }
    places
};

/// The cell of each bit of each band; 0 for the bits that have none.
const CELL_AT: [[u8; 32]; 3] = {
    let mut cells = [[0; 32]; 3];
    let mut cell = 0;
    while cell < CELLS {
        let CellBit { band, bit } = CELL_BITS[cell];
        cells[band][bit.trailing_zeros() as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The twenty peers of each cell.
pub(super) const PEERS: [[u32; 3]; CELLS] = {
    let mut peers = [[0; 3]; CELLS];
    let mut of = 0;
    while of < CELLS {
        let mut cell = 0;
        while cell < CELLS {
            let same_box = cell / 27 == of / 27 && cell % 9 / 3 == of % 9 / 3;
            if cell != of && (cell / 9 == of / 9 || cell % 9 == of % 9 || same_box) {
                peers[of][CELL_BITS[cell].band] |= CELL_BITS[cell].bit;
            }
            cell += 1;
        }
        of += 1;
    }
    peers
};

/// The cell at the lowest bit of some cells of a band.
pub(super) fn first_cell(band: usize, cells: u32) -> usize {
    CELL_AT[band][cells.trailing_zeros() as usize & 31] as usize
}

/// What the rules have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Something has no place left: no solution here.
    Dead,
    /// Every cell has one candidate, and they are a solution.
    Solved,
    /// The rules find nothing more, and some cells are open.
    Stuck,
}

/// What is still possible: which digits in which cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// For each band, for each digit, the cells that may hold it.
    bands: [ByDigit; 3],
    /// For each band the cells with two candidates or more, as of the last round.
    pub(super) open: [u32; 3],
}

impl Candidates {
    /// The clues of a puzzle, and every digit in the empty cells.
    pub(super) fn of(puzzle: &Puzzle) -> Candidates {
        // Cells are sorted by their digit without a branch; the empty ones land in the first spare word.
        const EMPTY: usize = 9;
        let mut bands = [[0; COPIES]; 3];
        for (&digit, place) in puzzle.digits().iter().zip(&CELL_BITS) {
            bands[place.band][(digit as usize).wrapping_sub(1).min(EMPTY)] |= place.bit;
        }
        for words in &mut bands {
            let empty = words[EMPTY];
            words[..9].iter_mut().for_each(|cells| *cells |= empty);
            words.copy_within(0..3, 9);
        }
        Candidates { bands, open: [BAND; 3] }
    }

    /// The cells of a band that may hold a digit, 0–8 for 1–9.
    pub(super) fn cells(&self, digit: usize, band: usize) -> u32 {
        self.bands[band][digit]
    }

    /// The candidates of a cell, one bit for each digit.
    pub(super) fn digits(&self, cell: usize) -> u32 {
        let CellBit { band, bit } = CELL_BITS[cell];
        (0..9).fold(0, |digits, digit| digits | u32::from(self.bands[band][digit] & bit != 0) << digit)
    }

    /// The grid that the candidates are, if each cell has one.
    pub(super) fn grid(&self) -> Option<Grid> {
        let mut grid = [0; CELLS];
        for digit in 0..9 {
            for band in 0..3 {
                let mut cells = self.bands[band][digit];
                // A digit stands in a band three times.
                for _ in 0..3 {
                    grid[first_cell(band, cells)] = digit as u8 + 1;
                    cells &= cells.wrapping_sub(1);
                }
            }
        }
        Grid::from_digits(grid).ok()
    }

    /// Puts a digit into a cell: no other digit there, nor the digit in any peer.
    pub(super) fn settle(&mut self, cell: usize, digit: usize) {
        let CellBit { band, bit } = CELL_BITS[cell];
        self.bands[band].iter_mut().for_each(|cells| *cells &= !bit);
        for copy in (digit..COPIES).step_by(9) {
            self.bands.iter_mut().zip(&PEERS[cell]).for_each(|(words, peers)| words[copy] &= !peers);
            self.bands[band][copy] |= bit;
        }
    }

    /// Takes a candidate away.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        let CellBit { band, bit } = CELL_BITS[cell];
        (digit..COPIES).step_by(9).for_each(|copy| self.bands[band][copy] &= !bit);
    }

    /// The cells of a band with one candidate or more, and those with two or more.
    #[inline(always)]
    pub(super) fn at_least_one_and_two(&self, band: usize) -> [u32; 2] {
        let (mut one, mut two) = (0, 0);
        for cells in &self.bands[band][..9] {
            two |= one & cells;
            one |= cells;
        }
        [one, two]
    }

    /// The cells with exactly two candidates and those with exactly three, band by band.
    pub(super) fn bivalue_and_trivalue(&self) -> [[u32; 3]; 2] {
        let (mut bivalue, mut trivalue) = ([0; 3], [0; 3]);
        for band in 0..3 {
            let [mut one, mut two, mut three, mut four] = [0; 4];
            for cells in &self.bands[band][..9] {
                four |= three & cells;
                three |= two & cells;
                two |= one & cells;
                one |= cells;
            }
            bivalue[band] = two & !three;
            trivalue[band] = three & !four;
        }
        [bivalue, trivalue]
    }

    /// Applies the rules until they find nothing more.
    #[inline(never)]
    pub(super) fn propagate(&mut self) -> Outcome {
        loop {
            let open = self.open;
            if !self.round() {
                return Outcome::Dead;
            }
            if let Some(state) = self.settled(open) {
                return state;
            }
        }
    }

    /// What the rules have come to, if the last round found nothing. Whether it removed a candidate that leaves
    /// several in its cell doesn't count: what follows from that alone is little, and a guess finds it sooner than
    /// another round.
    #[inline(always)]
    pub(super) fn settled(&self, open_before: [u32; 3]) -> Option<Outcome> {
        (self.open == open_before).then_some(if self.open == [0; 3] {
            Outcome::Solved
        } else {
            Outcome::Stuck
        })
    }

    /// Applies each rule once. False if something has no place left.
    #[inline(always)]
    pub(super) fn round(&mut self) -> bool {
        self.rows_and_columns();
        let (taken, lost) = self.hidden_singles();
        let wrong = self.naked_singles(taken);
        lost | wrong == 0
    }

    /// Where each digit can lie in the bands and stacks.
    #[inline(always)]
    pub(super) fn rows_and_columns(&mut self) {
        let [first, second, third] = &mut self.bands;
        for digit in 0..COPIES {
            let [x, y, z] = in_stacks([first[digit], second[digit], third[digit]].map(in_band));
            (first[digit], second[digit], third[digit]) = (x, y, z);
        }
    }

    /// A digit's only place in a box: no other digit goes there. Returns those cells, and something else than
    /// zero if a digit has no place in a box.
    #[inline(always)]
    pub(super) fn hidden_singles(&mut self) -> ([u32; 3], u32) {
        let (mut taken, mut lost) = ([0; 3], 0);
        for (words, taken) in self.bands.iter_mut().zip(&mut taken) {
            let (mut only, mut all) = ([0; COPIES], SPARE);
            for (&cells, only) in words.iter().zip(&mut only) {
                all &= filled(cells);
                // Without the lowest cell of each box: what is left lies in the boxes with several places.
                let rest = cells & cells.wrapping_sub(BOXES);
                *only = cells & !boxes(filled(rest));
            }
            lost |= SPARE & !all;
            *taken = only.iter().fold(0, |taken, cells| taken | cells);
            for (cells, only) in words.iter_mut().zip(&only) {
                *cells &= only | !*taken;
            }
        }
        (taken, lost)
    }

    /// A cell's only candidate: the digit goes nowhere else in the box. Returns something else than zero if a
    /// cell has no candidate, if two digits have it as their only place (it is `taken` and still open), or if two
    /// cells of a box have the same only candidate.
    #[inline(always)]
    pub(super) fn naked_singles(&mut self, taken: [u32; 3]) -> u32 {
        let mut wrong = 0;
        for (band, taken) in taken.into_iter().enumerate() {
            let [one, two] = self.at_least_one_and_two(band);
            wrong |= BAND & !one | taken & two;
            for cells in &mut self.bands[band] {
                let placed = *cells & !two;
                let in_box = filled(placed);
                wrong |= placed & placed.wrapping_sub(in_box >> 9);
                *cells &= placed | !boxes(in_box);
            }
            self.open[band] = two;
        }
        wrong
    }
}

/// The spare bits of the boxes that are not empty: 0x1ff + anything carries into the spare bit.
#[inline(always)]
fn filled(cells: u32) -> u32 {
    (cells + BAND) & SPARE
}

/// All cells of the boxes whose spare bit is set.
#[inline(always)]
fn boxes(spare: u32) -> u32 {
    spare - (spare >> 9)
}

/// The cells of a band that a digit can take.
///
/// It takes one minirow of each box, all in different rows: there are six ways. A minirow stays if the other two
/// boxes can still provide the other two rows, either way round. That is all there is to know about a digit in a
/// band: it covers the digit's peers in the rows as well as pointing and claiming (locked candidates).
#[inline(always)]
pub(super) fn in_band(cells: u32) -> u32 {
    // Which minirows can hold the digit, at their first cell's bit; other bits are rubbish until the last mask.
    let here = (cells | cells >> 1 | cells >> 2) & MINIROWS;
    // The box to the right of each box, cyclically, and the one after that, their rows moved up by one and by two.
    let right = here >> 10 | here << 20;
    let left = here >> 20 | here << 10;
    let up_one = |minirows: u32| minirows >> 3 | minirows << 6;
    let up_two = |minirows: u32| minirows >> 6 | minirows << 3;
    let ways = (up_one(right) & up_two(left) | up_two(right) & up_one(left)) & MINIROWS;
    cells & ((ways << 3) - ways)
}

/// The same for the columns: the cells of the three stacks that a digit can take, band by band.
#[inline(always)]
pub(super) fn in_stacks(cells: [u32; 3]) -> [u32; 3] {
    let here = cells.map(|cells| (cells | cells >> 3 | cells >> 6) & MINICOLUMNS);
    let one = here.map(|minicolumns| minicolumns >> 1 | minicolumns << 2);
    let two = here.map(|minicolumns| minicolumns >> 2 | minicolumns << 1);
    let stay = |band: usize, below: usize, above: usize| {
        let ways = (one[below] & two[above] | two[below] & one[above]) & MINICOLUMNS;
        let two_rows = ways | ways << 3;
        cells[band] & (two_rows | two_rows << 3)
    };
    [stay(0, 1, 2), stay(1, 2, 0), stay(2, 0, 1)]
}
