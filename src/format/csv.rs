//! Puzzle and solution on one line.
//!
//! ```text
//!   4.....8.5.3 ... 4......,417369825632158947 ... 386259\n      read: the first 81 cells; the rest is ignored
//!   400000805030 ... 400000,417369825632158947 ... 386259\n      written: `0` for an empty cell, 164 bytes
//! ```

use super::{characters, line};
use crate::grid::{CELLS, Puzzle};

/// Twice 81 cells, a comma and a newline.
const LENGTH: usize = 2 * (CELLS + 1);

/// Appends a record.
pub(crate) fn write(puzzle: &[u8; CELLS], answer: &[u8; CELLS], out: &mut Vec<u8>) {
    let mut record = [0; LENGTH];
    let (left, right) = record.split_at_mut(CELLS + 1);
    line::encode(puzzle, b',', left);
    line::encode(answer, b'\n', right);
    out.extend_from_slice(&record);
}

/// Appends the puzzle and the comma.
pub(crate) fn write_puzzle(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let mut record = [0; CELLS + 1];
    line::encode(puzzle.digits(), b',', &mut record);
    out.extend_from_slice(&record);
}

/// The puzzle of a record in exactly the shape that [`write()`] gives it (or with empty cells of another kind), and
/// its length, if the bytes begin with one.
#[inline]
pub(crate) fn decode(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    let record: &[u8; LENGTH] = bytes.first_chunk()?;
    let (left, right) = record.split_at(CELLS + 1);
    // The solution is ignored, but for a line end in it, which would be the record's.
    if left[CELLS] != b',' || right[CELLS] != b'\n' || !characters::are_digits(&right[..CELLS]) {
        return None;
    }
    let (digits, _) = characters::decode_cells(left.first_chunk()?)?;
    Some((Puzzle::trusted(digits), LENGTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_goes_there_and_back() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|i| (i % 10) as u8)).unwrap();
        let answer = Puzzle::from_digits(std::array::from_fn(|i| (i % 9 + 1) as u8)).unwrap();
        let mut out = Vec::new();
        write(puzzle.digits(), answer.digits(), &mut out);
        assert_eq!(out, format!("{puzzle},{answer}\n").into_bytes());
        assert_eq!(decode(&out), Some((puzzle, 164)));
        assert_eq!(decode(&out[..163]), None);
        for (at, byte) in [(0, b'x'), (81, b';'), (100, b'\n'), (163, b',')] {
            let mut other = out.clone();
            other[at] = byte;
            assert_eq!(decode(&other), None);
        }
    }
}
