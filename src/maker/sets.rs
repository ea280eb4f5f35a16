//! Unavoidable sets: cells in which the solution differs from another legal grid, so that a proper puzzle has a clue in
//! each of them. What the others leave open needn't be asked.
//!
//! Some can be read off a grid, about fifty of up to ten cells. Each is an *orbit* of nine lines, two cells a line:
//!
//! ```text
//!   two digits, by rows    . 4 . │ 7 . .     exchanged in some rows, if they stay in the same columns and boxes: from a
//!                          . 7 . │ . 4 .     row go to those where the other digit has the first one's column, and its box
//!
//!   two rows of a band     1 5 . │ . 2 .     exchanged in some columns, if the same digits are in both rows: from a column
//!                          2 1 . │ . 5 .     go to that where the second row has the first one's digit; likewise two
//!                                            columns of a stack
//! ```
//!
//! There are 36 pairs of digits, 9 of rows and 9 of columns, and all are done at once, see [`Orbits`]. An orbit remains what
//! it is, a set of lines, and is never written down as a set of cells: of what is paired, the lines are remembered whose
//! cell is kept, and an orbit that has none of them is one without clues when its last unit goes. That is four bytes a set.

#![allow(clippy::needless_range_loop, reason = "one index for several tables")]

use super::places::place_of;
use crate::grid::{CELLS, Grid};
use crate::solver::orbits::{MOST_LINES, Orbits, PADDED};

/// How many sets are kept: more than nearly all grids have.
const ROOM: usize = 80;

/// The sets of a grid, in the order in which units are emptied.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    orbits: [Orbit; ROOM],
    len: u8,
}

/// An orbit of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct Orbit {
    lines: u16,
    pair: u8,
    /// The last unit of its cells.
    last: u8,
}

/// How far the units of a grid are decided, as the sets see it.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    /// The first set that isn't decided.
    next: u8,
    /// Of what is paired, the lines whose cell is kept.
    kept: [u16; PAIRED],
}

impl Cursor {
    /// Nothing is decided.
    pub(super) const START: Cursor = Cursor { next: 0, kept: [0; PAIRED] };

    /// The cell in this place, with this digit (from 0), stays a clue.
    #[inline(always)]
    pub(super) fn keep(&mut self, place: usize, digit: u8) {
        let cell = place_of(place);
        let (row, column) = (cell / 9, cell % 9);
        self.kept[usize::from(digit).min(8)] |= 1 << row;
        self.kept[9 + row] |= 1 << column;
        self.kept[18 + column] |= 1 << row;
    }
}

/// The digit in a cell, from 0.
#[inline(always)]
fn digit_of(digits: &[u8; CELLS], cell: usize) -> usize {
    usize::from(digits[cell].wrapping_sub(1)).min(8)
}

impl Sets {
    pub(super) const EMPTY: Sets = Sets { orbits: [Orbit { lines: 0, pair: 0, last: 0 }; ROOM], len: 0 };

    /// The sets that can be read off a grid whose cells belong to these units.
    pub(super) fn read(&mut self, solution: &Grid, units: &[u8; CELLS], pairs: &mut Pairs) {
        pairs.find_images(solution.digits(), units);
        (pairs.close)(&mut pairs.orbits);
        let found = pairs.list();
        // Sorted by their last unit: how many come before?
        let mut before = [0_u8; CELLS + 1];
        for orbit in found {
            before[usize::from(orbit.last).min(CELLS - 1) + 1] += 1;
        }
        for unit in 1..CELLS {
            before[unit] += before[unit - 1];
        }
        for &orbit in found {
            let at = &mut before[usize::from(orbit.last).min(CELLS - 1)];
            if let Some(room) = self.orbits.get_mut(usize::from(*at)) {
                *room = orbit;
            }
            *at += 1;
        }
        self.len = found.len().min(ROOM) as u8;
    }

    /// If this unit were emptied, as all units before it but those that are kept, would a set have no clue left? Units are
    /// asked of in their order.
    #[inline(always)]
    pub(super) fn need(&self, unit: u8, cursor: &mut Cursor) -> bool {
        let mut need = false;
        while let Some(&Orbit { lines, pair, last }) = self.orbits.get(usize::from(cursor.next))
            && last <= unit
            && cursor.next < self.len
        {
            let [a, b] = PAIR_LINES[usize::from(pair) % PAIRS].map(usize::from);
            need |= (cursor.kept[a % PAIRED] | cursor.kept[b % PAIRED]) & lines == 0;
            cursor.next += 1;
        }
        need
    }
}

/// What is paired: digits 0–8 by row, rows 9–17 by column, columns 18–26 by row.
const PAIRED: usize = 27;
/// Pairs: two digits d and d + k modulo 9 for k = 1 … 4, nine each; two rows of a band, two columns of a stack.
const PAIRS: usize = 36 + 9 + 9;

/// What each pair is of.
const PAIR_LINES: [[u8; 2]; PAIRS] = {
    let mut lines = [[0; 2]; PAIRS];
    let mut pair = 0;
    while pair < 36 {
        let digit = pair % 9;
        lines[pair] = [digit as u8, ((digit + pair / 9 + 1) % 9) as u8];
        pair += 1;
    }
    while pair < PAIRS {
        let (three, n) = ((pair - 36) / 3 * 3 + 9, (pair - 36) % 3);
        lines[pair] = [(three + n) as u8, (three + (n + 1) % 3) as u8];
        pair += 1;
    }
    lines
};

/// The pairs of a grid, and working memory to find out about them.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    orbits: Orbits,
    close: fn(&mut Orbits),
    /// By line and pair: the later of the units of the two cells. There is no line 9.
    lasts: [[u8; PADDED]; 10],
    /// By row and digit, and once more the first digits: the unit of the cell.
    by_digit: [[u8; 32]; 9],
    /// By digit: the column and the box in each row.
    columns: [[u8; 16]; 9],
    boxes: [[u8; 16]; 9],
    /// By digit: the row in each column and in each box, and the column in each row, as a bit.
    by_column: [[u16; 16]; 9],
    by_box: [[u16; 16]; 9],
    by_row: [[u16; 16]; 9],
    /// Orbits, as they are found.
    found: [Orbit; 4 * PAIRS + 4],
}

impl Pairs {
    /// Room for the pairs of one grid after the other.
    pub(super) const fn new(close: fn(&mut Orbits)) -> Pairs {
        Pairs {
            orbits: Orbits::NONE,
            close,
            lasts: [[0; PADDED]; 10],
            by_digit: [[0; 32]; 9],
            columns: [[0; 16]; 9],
            boxes: [[0; 16]; 9],
            by_column: [[0; 16]; 9],
            by_box: [[0; 16]; 9],
            by_row: [[0; 16]; 9],
            found: [Orbit { lines: 0, pair: 0, last: 0 }; 4 * PAIRS + 4],
        }
    }

    fn find_images(&mut self, digits: &[u8; CELLS], units: &[u8; CELLS]) {
        let Pairs { orbits, lasts, by_digit, columns, boxes, by_column, by_box, by_row, .. } = self;
        let images = &mut orbits.lines;
        for row in 0..9 {
            for column in 0..9 {
                let (cell, b) = (9 * row + column, row / 3 * 3 + column / 3);
                let digit = digit_of(digits, cell);
                (columns[digit][row], boxes[digit][row]) = (column as u8, b as u8);
                by_column[digit][column] = 1 << row;
                by_box[digit][b] = 1 << row;
                by_row[digit][row] = 1 << column;
                by_digit[row][digit] = units[cell];
                by_digit[row][9 + digit] = units[cell];
            }
        }
        for a in 0..9 {
            for k in 0..4 {
                let other = (a + k + 1) % 9;
                let (by_column, by_box) = (&by_column[other], &by_box[other]);
                for row in 0..9 {
                    let (column, b) = (columns[a][row] % 16, boxes[a][row] % 16);
                    images[row][9 * k + a] = by_column[usize::from(column)] | by_box[usize::from(b)];
                }
            }
        }
        for row in 0..9 {
            for k in 0..4 {
                for a in 0..9 {
                    lasts[row][9 * k + a] = by_digit[row][a].max(by_digit[row][a + k + 1]);
                }
            }
        }
        for a in 0..9 {
            let b = a / 3 * 3 + (a + 1) % 3;
            for line in 0..9 {
                let [across, down] = [[9 * a + line, 9 * b + line], [9 * line + a, 9 * line + b]];
                images[line][36 + a] = by_row[digit_of(digits, across[0])][b];
                images[line][45 + a] = by_column[digit_of(digits, down[0])][b];
                lasts[line][36 + a] = units[across[0]].max(units[across[1]]);
                lasts[line][45 + a] = units[down[0]].max(units[down[1]]);
            }
        }
    }

    /// The orbits that aren't too large, each with its last unit.
    fn list(&mut self) -> &[Orbit] {
        // Each step as often for every pair, and for every orbit: how often is hard to foresee.
        let mut len = 0;
        for pair in 0..PAIRS {
            let mut small = self.orbits.small[pair];
            for _ in 0..4 {
                let line = (small | 0x100).trailing_zeros() as usize;
                let lines = self.orbits.lines[line % 9][pair];
                self.found[len] = Orbit { lines, pair: pair as u8, last: 0 };
                len += usize::from(small != 0);
                small &= small.wrapping_sub(1);
            }
        }
        let found = &mut self.found[..len];
        for orbit in found.iter_mut() {
            let (mut lines, pair) = (orbit.lines, usize::from(orbit.pair) % PADDED);
            for _ in 0..MOST_LINES {
                let line = (lines | 0x200).trailing_zeros() as usize;
                orbit.last = orbit.last.max(self.lasts[line % 10][pair]);
                lines &= lines.wrapping_sub(1);
            }
        }
        found
    }
}
