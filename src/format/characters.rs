//! The characters that records are made of.
//!
//! ```text
//!   1–9                                  a clue
//!   0 . _ x X ? ·                        an empty cell
//!   - *                                  an empty cell too, but only in a record on one line: elsewhere a border
//!   , ; : | " ' = < > ( ) [ ] { } & / \\ ` and white space    end a field
//!   | │ ┃ ║                              bars, between which a blank can be an empty cell
//!   the block U+2500–U+257F              a border, where boxes are drawn with more than ASCII
//!   + - = *                              a border, where a border of boxes can be
//! ```

/// The characters of a line. A byte that is no character in UTF-8 stands for itself.
pub(crate) fn characters(line: &[u8]) -> impl Iterator<Item = Result<char, u8>> + '_ {
    line.utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(|&byte| Err(byte))))
}

/// White space within a line.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// Does this byte end a field? The one table of separators; all of them are ASCII.
pub(crate) const fn ends_field(byte: u8) -> bool {
    SEPARATOR[byte as usize]
}

const SEPARATOR: [bool; 256] = {
    let mut table = [false; 256];
    let separators = b" \t\x0b\x0c,;:|\"'=<>()[]{}&/\\`";
    let mut at = 0;
    while at < separators.len() {
        table[separators[at] as usize] = true;
        at += 1;
    }
    table
};

/// What a clue or an empty cell of any kind holds, 0–9; `None` for what is neither.
pub(crate) const fn digit(character: char) -> Option<u8> {
    match character {
        '0'..='9' => Some(character as u8 - b'0'),
        '.' | '_' | 'x' | 'X' | '?' | '-' | '*' | '·' => Some(0),
        _ => None,
    }
}

/// One of the lines, crosses and corners of which people draw tables.
pub(crate) const fn is_box_drawing(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{257f}')
}

/// An upright line between cells.
pub(crate) const fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '┃' | '║')
}

/// What these bytes hold, 0–9, if they are cells, the empty ones of one kind. With that kind, or 0 where none is
/// empty. A loop without a branch, which the compiler vectorises.
#[inline]
pub(crate) fn decode_cells<const N: usize>(bytes: &[u8; N]) -> Option<([u8; N], u8)> {
    let mut digits = [0; N];
    // All ones and all zeros among the empty cells: of one kind, if they are the same.
    let (mut any, mut all) = (0, 0xff);
    for (digit, &byte) in digits.iter_mut().zip(bytes) {
        let clue = byte.wrapping_sub(b'1') < 9;
        *digit = if clue { byte - b'0' } else { 0 };
        any |= if clue { 0 } else { byte };
        all &= if clue { 0xff } else { byte };
    }
    let one_kind =
        (any, all) == (0, 0xff) || (any == all && any.is_ascii() && digit(char::from(any)) == Some(0));
    if one_kind { Some((digits, any)) } else { None }
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
        let digits: [u8; 81] = std::array::from_fn(|i| i.saturating_sub(71) as u8);
        for kind in 0..=255 {
            let mut bytes = [kind; 81];
            bytes[72..].copy_from_slice(b"123456789");
            let expected = match kind {
                b'1'..=b'9' => continue,
                b'0' | b'.' | b'_' | b'*' | b'x' | b'X' | b'-' | b'?' => Some((digits, kind)),
                _ => None,
            };
            assert_eq!(decode_cells(&bytes), expected, "{kind}");
            bytes[40] = kind ^ 1;
            assert!(decode_cells(&bytes).is_none() || bytes[40].is_ascii_digit(), "{kind}");
        }
        assert_eq!(decode_cells(&[b'7'; 9]), Some(([7; 9], 0)));
    }

    #[test]
    fn broken_characters_stand_for_themselves() {
        let found: Vec<_> = characters(b"a\xe2\x94\x82\xff\xe2\x94b").collect();
        assert_eq!(found, [Ok('a'), Ok('│'), Err(0xff), Err(0xe2), Err(0x94), Ok('b')]);
    }
}
