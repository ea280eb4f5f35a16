//! Unavoidable sets: cells in which the solution differs from another legal grid, so that a proper puzzle has a clue in
//! each of them. What the others leave open needn't be asked.
//!
//! Some can be read off a grid, about fifty of up to ten cells:
//!
//! ```text
//!   two digits         . 4 │ 7 .         exchanged in some rows, if in the same columns and boxes both stay or
//!                      . 7 │ 4 .         both change: an orbit of rows
//!
//!   two rows of a band   1 5 · │ · 2 ·   exchanged in some columns, if the digits in them are the same in both
//!                        2 1 · │ · 5 ·   rows: a cycle of columns; likewise two columns of a stack, a cycle of rows
//! ```

use super::places::place_of;
use crate::grid::CELLS;

/// Larger ones lose all their clues so rarely that they don't pay.
const LARGEST: u32 = 10;

/// How many sets are kept: nearly all that are read off a grid, and those that are learnt.
const ROOM: usize = 112;
/// So much of the room is left for sets that are learnt.
const LEARNT: usize = 32;

/// Sets of units of an order, each under its last unit: it must be asked of only there.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// Bit u: the set has a cell of unit u.
    sets: [u128; ROOM],
    /// By set: one plus the next set with the same last unit.
    next: [u8; ROOM],
    /// By unit: one plus the first set that has it as its last one.
    first: [u8; CELLS],
    len: u8,
}

impl Sets {
    pub(super) const EMPTY: Sets = Sets { sets: [0; ROOM], next: [0; ROOM], first: [0; CELLS], len: 0 };

    /// The sets that can be read off a grid. `units` has the bit of the unit of each place.
    pub(super) fn read(&mut self, digits: &[u8; CELLS], units: &[u128; CELLS]) {
        self.first = [0; CELLS];
        self.len = 0;
        read(digits, units, |set| {
            if usize::from(self.len) < ROOM - LEARNT {
                self.add(set);
            }
        });
    }

    /// One more set, which isn't empty. False if there is no room.
    #[inline(always)]
    pub(super) fn add(&mut self, set: u128) -> bool {
        let (at, last) = (usize::from(self.len), 127 - set.leading_zeros() as usize);
        let (Some(room), Some(next), Some(first)) =
            (self.sets.get_mut(at), self.next.get_mut(at), self.first.get_mut(last))
        else {
            return false;
        };
        (*room, *next, *first) = (set, *first, at as u8 + 1);
        self.len += 1;
        true
    }

    /// If this unit were emptied, as all units before it but the kept ones, would a set have no clue left?
    #[inline(always)]
    pub(super) fn need(&self, unit: usize, kept: u128) -> bool {
        let mut at = usize::from(self.first[unit]);
        while let Some(at_set) = at.checked_sub(1) {
            if self.sets[at_set] & kept == 0 {
                return true;
            }
            at = usize::from(self.next[at_set]);
        }
        false
    }
}

/// Reads the sets off a grid.
fn read(digits: &[u8; CELLS], units: &[u128; CELLS], mut found: impl FnMut(u128)) {
    // Where each digit stands: by row the column, and by column and by box the row. Digits from 0.
    let (mut columns, mut rows_by_column, mut rows_by_box) = ([[0_u8; 9]; 9], [[0_u8; 9]; 9], [[0_u8; 9]; 9]);
    // The units of the cells of each digit by row.
    let mut by_row = [[0_u128; 9]; 9];
    for (cell, &digit) in digits.iter().enumerate() {
        let (row, column, digit) = (cell / 9, cell % 9, usize::from(digit) - 1);
        columns[digit][row] = column as u8;
        rows_by_column[digit][column] = row as u8;
        rows_by_box[digit][row / 3 * 3 + column / 3] = row as u8;
        by_row[digit][row] = units[place_of(cell)];
    }
    for a in 0..9 {
        for b in a + 1..9 {
            // From the row of an `a` to that of the `b` in the same column, and in the same box.
            let through = |row: usize| {
                let column = usize::from(columns[a][row]);
                1 << rows_by_column[b][column] | 1 << rows_by_box[b][row / 3 * 3 + column / 3]
            };
            orbits(&std::array::from_fn(through), |row| by_row[a][row] | by_row[b][row], &mut found);
        }
    }
    for first in 0..9 {
        for second in first + 1..first / 3 * 3 + 3 {
            // From a column to that where the second row has the digit of the first.
            let across = |column: usize| 1 << columns[usize::from(digits[9 * first + column]) - 1][second];
            let pair =
                |column: usize| units[place_of(9 * first + column)] | units[place_of(9 * second + column)];
            orbits(&std::array::from_fn(across), pair, &mut found);
            let down = |row: usize| 1 << rows_by_column[usize::from(digits[9 * row + first]) - 1][second];
            let pair = |row: usize| units[place_of(9 * row + first)] | units[place_of(9 * row + second)];
            orbits(&std::array::from_fn(down), pair, &mut found);
        }
    }
}

/// The orbits of nine lines under permutations that bring each line to the `images`, two cells a line, but for those
/// that are too large.
#[inline(always)]
fn orbits(images: &[u16; 9], cells: impl Fn(usize) -> u128, found: &mut impl FnMut(u128)) {
    let mut left = 0x1ff_u16;
    while left != 0 {
        let (mut orbit, mut frontier, mut set) = (0_u16, left & left.wrapping_neg(), 0);
        while frontier != 0 {
            let line = frontier.trailing_zeros() as usize % 16;
            let Some(image) = images.get(line) else { break };
            orbit |= 1 << line;
            set |= cells(line);
            frontier = (frontier | image) & !orbit;
        }
        left &= !orbit;
        if 2 * orbit.count_ones() <= LARGEST {
            found(set);
        }
    }
}
