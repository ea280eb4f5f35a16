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
//! There are 36 pairs of digits, 9 of rows and 9 of columns, and all are done at once, see [`close`].

#![allow(clippy::needless_range_loop, reason = "one index for several tables")]

use crate::grid::CELLS;

/// Larger ones lose all their clues so rarely that they don't pay.
const MOST_LINES: u16 = 5;

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

    /// The sets that can be read off a grid. `units` has the bit of the unit of each cell.
    pub(super) fn read(&mut self, digits: &[u8; CELLS], units: &[u128; CELLS], pairs: &mut Pairs) {
        self.first = [0; CELLS];
        self.len = 0;
        pairs.find_images(digits);
        close(&mut pairs.images, &mut pairs.small);
        for (pair, lines) in PAIR_LINES.iter().enumerate() {
            let [a, b] = lines.map(|lines| &pairs.cells[usize::from(lines) % 27]);
            let mut small = pairs.small[pair];
            while small != 0 {
                let line = small.trailing_zeros() as usize;
                small &= small - 1;
                let mut orbit = pairs.images[line % 9][pair];
                let mut set = 0;
                while orbit != 0 {
                    let line = orbit.trailing_zeros() as usize % 16;
                    set |= units[usize::from(a[line]) % CELLS] | units[usize::from(b[line]) % CELLS];
                    orbit &= orbit - 1;
                }
                if usize::from(self.len) < ROOM - LEARNT {
                    self.add(set);
                }
            }
        }
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

/// Pairs of lines: two digits d and d + k modulo 9 for k = 1 … 4, nine each; two rows of a band, two columns of a stack.
const PAIRS: usize = 36 + 9 + 9;
/// As many as fill vectors.
const PADDED: usize = 64;

/// What is paired: digits 0–8 by row, rows 9–17 by column, columns 18–26 by row.
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
    /// By line and pair: onto which lines the pair brings that line.
    pub(super) images: [[u16; PADDED]; 9],
    /// By pair: the first line of each orbit that isn't too large.
    pub(super) small: [u16; PADDED],
    /// What is paired, and its cells by line.
    cells: [[u8; 16]; 27],
    /// By digit: the box in each row.
    boxes: [[u8; 16]; 9],
    /// By digit: the row in each column and in each box, and the column in each row, as a bit.
    by_column: [[u16; 16]; 9],
    by_box: [[u16; 16]; 9],
    by_row: [[u16; 16]; 9],
}

impl Pairs {
    /// Rows and columns are where they are in each grid.
    pub(super) const NONE: Pairs = {
        let mut cells = [[0; 16]; 27];
        let mut cell = 0;
        while cell < CELLS {
            cells[9 + cell / 9][cell % 9] = cell as u8;
            cells[18 + cell % 9][cell / 9] = cell as u8;
            cell += 1;
        }
        Pairs {
            images: [[0; PADDED]; 9],
            small: [0; PADDED],
            cells,
            boxes: [[0; 16]; 9],
            by_column: [[0; 16]; 9],
            by_box: [[0; 16]; 9],
            by_row: [[0; 16]; 9],
        }
    };

    pub(super) fn find_images(&mut self, digits: &[u8; CELLS]) {
        let Pairs { images, cells, boxes, by_column, by_box, by_row, .. } = self;
        let digit = |cell: usize| usize::from(digits[cell].wrapping_sub(1) % 16).min(8);
        for row in 0..9 {
            for column in 0..9 {
                let (cell, b) = (9 * row + column, row / 3 * 3 + column / 3);
                let digit = digit(cell);
                cells[digit][row] = cell as u8;
                boxes[digit][row] = b as u8;
                by_column[digit][column] = 1 << row;
                by_box[digit][b] = 1 << row;
                by_row[digit][row] = 1 << column;
            }
        }
        for row in 0..9 {
            for a in 0..9 {
                let column = (usize::from(cells[a][row]).wrapping_sub(9 * row)) % 16;
                let b = usize::from(boxes[a][row]) % 16;
                for k in 0..4 {
                    let other = (a + k + 1) % 9;
                    images[row][9 * k + a] = by_column[other][column] | by_box[other][b];
                }
            }
        }
        for pair in 0..9 {
            let (a, b) = (pair, pair / 3 * 3 + (pair + 1) % 3);
            for line in 0..9 {
                images[line][36 + pair] = by_row[digit(9 * a + line)][b];
                images[line][45 + pair] = by_column[digit(9 * line + a)][b];
            }
        }
    }
}

/// From the images of each line to all lines of its orbit (Warshall's closure), for all pairs at once; and which lines
/// are the first of a small orbit.
pub(super) fn close(images: &mut [[u16; PADDED]; 9], small: &mut [u16; PADDED]) {
    for by in 0..9 {
        let through = images[by];
        for line in 0..9 {
            let orbits = &mut images[line];
            for pair in 0..PADDED {
                let reached = if orbits[pair] & (1 << by) == 0 { 0 } else { through[pair] };
                orbits[pair] |= reached;
            }
        }
    }
    *small = [0; PADDED];
    for line in 0..9 {
        for pair in 0..PADDED {
            let orbit = images[line][pair];
            let twos = orbit - (orbit >> 1 & 0x5555);
            let fours = (twos & 0x3333) + (twos >> 2 & 0x3333);
            let lines = (fours & 0xf) + (fours >> 4 & 0xf) + (fours >> 8);
            let first = orbit & ((1 << line) - 1) == 0 && lines <= MOST_LINES;
            small[pair] |= if first { 1 << line } else { 0 };
        }
    }
}
