//! A puzzle drawn in plain characters, for a terminal or a mail.
//!
//! ```text
//!   +-------+-------+-------+
//!   | 5 3 . | . 7 . | . . . |
//!   | 6 . . | 1 9 5 | . . . |
//!   | . 9 8 | . . . | . 6 . |
//!   +-------+-------+-------+
//!             ...
//! ```
//!
//! 13 lines of 25 characters. It is read as any drawn grid is: [`super::grid`].

use crate::grid::CELLS;

/// A line and its end.
const LINE: usize = 26;

/// A record but for its digits, after an empty line: `.` for each cell.
const DRAWING: [u8; 1 + 13 * LINE] = {
    let border = *b"+-------+-------+-------+\n";
    let row = *b"| . . . | . . . | . . . |\n";
    let mut drawing = [b'\n'; 1 + 13 * LINE];
    let mut at = 0;
    while at < 13 * LINE {
        let line = if (at / LINE).is_multiple_of(4) { border } else { row };
        drawing[1 + at] = line[at % LINE];
        at += 1;
    }
    drawing
};

/// Where each cell stands in it.
const PLACES: [usize; CELLS] = {
    let mut places = [0; CELLS];
    let (mut at, mut cell) = (0, 0);
    while cell < CELLS {
        if DRAWING[at] == b'.' {
            places[cell] = at;
            cell += 1;
        }
        at += 1;
    }
    places
};

/// Appends a record, after an empty line unless it is the first.
pub(crate) fn write(first: bool, digits: &[u8; CELLS], out: &mut Vec<u8>) {
    let mut record = DRAWING;
    for (place, &digit) in PLACES.into_iter().zip(digits) {
        // What is drawn for an empty cell is there already.
        if digit != 0 {
            record[place] = b'0' + digit;
        }
    }
    out.extend_from_slice(&record[usize::from(first)..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;

    #[test]
    fn a_board_looks_like_one() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|cell| (cell % 10) as u8)).unwrap();
        let mut out = Vec::new();
        write(true, puzzle.digits(), &mut out);
        write(false, Puzzle::EMPTY.digits(), &mut out);
        let text = String::from_utf8(out).unwrap();
        let (one, other) = text.split_once("\n\n").unwrap();
        let lines: Vec<&str> = one.lines().collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[1], "| . 1 2 | 3 4 5 | 6 7 8 |");
        assert_eq!(lines[11], "| 2 3 4 | 5 6 7 | 8 9 . |");
        assert!([0, 4, 8, 12].map(|at| lines[at]).iter().all(|line| *line == "+-------+-------+-------+"));
        assert_eq!(other.matches('.').count(), CELLS);
    }
}
