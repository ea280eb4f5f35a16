//! The characters that records are made of.
//!
//! ```text
//!   1–9                  a clue
//!   0 . _ x X ?          an empty cell
//!   - *                  an empty cell too, but only in a record on one line: elsewhere a border
//!   | ─ ┼ ║ …            a border (the block of box-drawing characters, U+2500–U+257F)
//!   + = - *              a border, where a border of boxes can be
//! ```

use crate::grid::{CELLS, Puzzle};

/// The characters of a line. A byte that is no character in UTF-8 stands for itself.
pub(crate) fn characters(line: &[u8]) -> impl Iterator<Item = Result<char, u8>> + '_ {
    line.utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(|&byte| Err(byte))))
}

/// White space within a line.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// What a clue or an empty cell of any kind holds, 0–9; `None` for what is neither.
pub(crate) const fn digit(character: char) -> Option<u8> {
    match character {
        '0'..='9' => Some(character as u8 - b'0'),
        '.' | '_' | 'x' | 'X' | '?' | '-' | '*' => Some(0),
        _ => None,
    }
}

/// One of the lines, crosses and corners of which people draw tables.
pub(crate) const fn is_box_drawing(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{257f}')
}

/// The puzzle in 81 bytes, if they are cells with `0` or `.` for the empty ones, not both: what nearly every
/// file holds. A loop without a branch, which the compiler vectorises.
pub(crate) fn decode_cells(bytes: &[u8; CELLS]) -> Option<Puzzle> {
    let mut digits = [0; CELLS];
    let (mut wrong, mut zeros, mut dots) = (false, false, false);
    for (digit, &byte) in digits.iter_mut().zip(bytes) {
        let (value, dot) = (byte.wrapping_sub(b'0'), byte == b'.');
        *digit = if dot { 0 } else { value };
        wrong |= *digit > 9;
        zeros |= value == 0;
        dots |= dot;
    }
    if wrong || (zeros && dots) { None } else { Puzzle::from_digits(digits).ok() }
}

/// Are these digits, 0–9?
pub(crate) fn are_digits(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |all, byte| all & byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_one_kind_are_decoded() {
        let puzzle: Puzzle = format!("{}123456789", ".".repeat(72)).parse().unwrap();
        let with = |empty: &str| -> [u8; 81] {
            puzzle.to_string().replace('0', empty).into_bytes().try_into().unwrap()
        };
        assert_eq!(decode_cells(&with("0")), Some(puzzle));
        assert_eq!(decode_cells(&with(".")), Some(puzzle));
        assert_eq!(decode_cells(&with("x")), None);
        for byte in [b'0', b'/', b':', b'\n', b' ', 0, 255] {
            let mut other = with(".");
            other[40] = byte;
            assert_eq!(decode_cells(&other), None, "{byte}");
        }
    }

    #[test]
    fn broken_characters_stand_for_themselves() {
        let found: Vec<_> = characters(b"a\xe2\x94\x82\xff\xe2\x94b").collect();
        assert_eq!(found, [Ok('a'), Ok('│'), Err(0xff), Err(0xe2), Err(0x94), Ok('b')]);
    }
}
