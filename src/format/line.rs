//! A puzzle on one line.
//!
//! ```text
//!   4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//!   0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2
//!   3,"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......","4173 ... ",17,2.2
//! ```
//!
//! A line falls into fields, which end at white space, `,` `;` `:` `|` or `"`. The first field of exactly 81
//! cells, its empty ones of one kind, is the puzzle; all other fields are ignored. Where that fails, two more
//! rules say what was meant as a puzzle and makes the line a malformed record:
//!
//! - A field with more than 27 cells (three rows' worth) is too much for a row, whatever else it holds. Only
//!   `-` and `*` don't count alone: they draw rulers.
//! - A field *before* the first one of 81 cells, if it has at least 70 characters, all but two of them cells.
//!   So `puzzle,solution` with a cell missing from the puzzle is malformed, and not answered with its own
//!   solution. A hash before the puzzle is no obstacle: up to SHA-256 they are shorter, and longer ones hardly
//!   ever have so few letters.

use std::ops::Range;

use super::characters::{self, characters};
use super::{FaultKind, Flaw};
use crate::grid::{CELLS, Puzzle};

/// More cells than this are no row any more, but a puzzle on one line.
const MOST_IN_A_ROW: usize = 27;

/// Appends a record.
pub(crate) fn write(answer: &[u8; CELLS], out: &mut Vec<u8>) {
    let mut record = [0; CELLS + 1];
    encode(answer, b'\n', &mut record);
    out.extend_from_slice(&record);
}

/// Writes 81 digits and what follows them.
pub(crate) fn encode(digits: &[u8; CELLS], end: u8, record: &mut [u8]) {
    for (byte, digit) in record.iter_mut().zip(digits) {
        *byte = b'0' + digit;
    }
    if let Some(last) = record.last_mut() {
        *last = end;
    }
}

/// The puzzle of a line of exactly 81 cells and the length of the line, if the bytes begin with one.
#[inline]
pub(crate) fn decode(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    let (cells, rest) = bytes.split_first_chunk()?;
    let end = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    let (digits, _) = characters::decode_cells(cells)?;
    Some((Puzzle::trusted(digits), CELLS + end))
}

/// The puzzle on a line, or what is wrong with what was meant as one; `None` if nothing was.
pub(crate) fn read(line: &[u8]) -> Option<Result<Puzzle, Flaw>> {
    let mut largest: Option<(usize, Range<usize>)> = None;
    let mut at = 0;
    while let Some(gap) = line[at..].iter().position(|&byte| !ends_field(byte)) {
        let start = at + gap;
        if let Some(puzzle) = exact_field(&line[start..]) {
            return Some(Ok(puzzle));
        }
        at = line[start..]
            .iter()
            .position(|&byte| ends_field(byte))
            .map_or(line.len(), |length| start + length);
        if at - start <= MOST_IN_A_ROW {
            continue;
        }
        let Census { cells, unknown, only_border } = census(&line[start..at]);
        if (cells, unknown) == (CELLS, 0) || (cells + unknown >= 70 && unknown <= 2 && !only_border) {
            return Some(read_field(line, start..at));
        }
        if cells > largest.as_ref().map_or(MOST_IN_A_ROW, |(most, _)| *most) && !only_border {
            largest = Some((cells, start..at));
        }
    }
    largest.map(|(_, field)| read_field(line, field))
}

const fn ends_field(byte: u8) -> bool {
    characters::is_blank(byte) || matches!(byte, b',' | b';' | b':' | b'|' | b'"')
}

/// The puzzle of a field without a flaw, if the bytes begin with one.
fn exact_field(bytes: &[u8]) -> Option<Puzzle> {
    let (cells, rest) = bytes.split_first_chunk()?;
    if !rest.first().is_none_or(|&byte| ends_field(byte)) {
        return None;
    }
    let (digits, _) = characters::decode_cells(cells)?;
    Puzzle::from_digits(digits).ok()
}

/// What a field consists of.
struct Census {
    cells: usize,
    unknown: usize,
    /// There is no cell but `-` and `*`.
    only_border: bool,
}

fn census(field: &[u8]) -> Census {
    let (mut cells, mut border, mut unknown) = (0, 0, 0);
    for &byte in field {
        let cell = characters::digit(byte as char).is_some();
        cells += usize::from(cell);
        border += usize::from(matches!(byte, b'-' | b'*'));
        // The second and later bytes of a character, 10xxxxxx, are not counted.
        unknown += usize::from(!cell && byte & 0xc0 != 0x80);
    }
    Census { cells, unknown, only_border: cells == border }
}

/// The puzzle in a field that was meant as one.
fn read_field(line: &[u8], field: Range<usize>) -> Result<Puzzle, Flaw> {
    let column = |at: usize| Some((characters(&line[..field.start]).count() + at + 1) as u32);
    let (mut digits, mut cells, mut mixed) = ([0; CELLS], 0, None);
    let mut kind = None;
    for (at, character) in characters(&line[field.clone()]).enumerate() {
        let character = character.map_err(|byte| (column(at), FaultKind::Byte(byte)))?;
        let digit =
            characters::digit(character).ok_or_else(|| (column(at), FaultKind::Character(character)))?;
        if !character.is_ascii_digit() || digit == 0 {
            let first = *kind.get_or_insert(character);
            if first != character && mixed.is_none() {
                mixed = Some((column(at), FaultKind::Mixed { first, other: character }));
            }
        }
        if let Some(cell) = digits.get_mut(cells) {
            *cell = digit;
        }
        cells += 1;
    }
    if cells != CELLS {
        return Err((None, FaultKind::LineCells { cells: cells as u32 }));
    }
    match mixed {
        Some(flaw) => Err(flaw),
        None => Puzzle::from_digits(digits).map_err(|_| (None, FaultKind::LineCells { cells: cells as u32 })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DOTS: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const SOLUTION: &str =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    fn puzzle() -> Puzzle {
        DOTS.parse().unwrap()
    }

    fn flaw(line: &str) -> (Option<u32>, String) {
        let (column, kind) = read(line.as_bytes()).expect(line).expect_err(line);
        (column, kind.to_string())
    }

    #[test]
    fn a_record_goes_there_and_back() {
        let mut out = Vec::new();
        write(puzzle().digits(), &mut out);
        assert_eq!(out, format!("{}\n", puzzle()).into_bytes());
        assert_eq!(decode(&out), Some((puzzle(), 82)));
        assert_eq!(decode(format!("{DOTS}\r\n").as_bytes()), Some((puzzle(), 83)));
        for other in [DOTS.to_string(), format!("{DOTS}\r"), format!("{DOTS} \n"), format!("{DOTS}1\n")] {
            assert_eq!(decode(other.as_bytes()), None);
        }
    }

    #[test]
    fn the_first_field_of_81_cells_is_the_puzzle() {
        for line in [
            format!("{DOTS},{SOLUTION}"),
            format!("17,\"{DOTS}\",\"{SOLUTION}\",17,2.2"),
            format!("\t{DOTS}:1:{SOLUTION}"),
            format!("{DOTS} # {SOLUTION}"),
            format!("0000183b305c {DOTS}  1.2"),
            format!("|{DOTS}|{SOLUTION}|"),
            format!("{} {DOTS}", "0123456789abcdef".repeat(4)),
            format!("größer;{DOTS}"),
        ] {
            assert_eq!(read(line.as_bytes()), Some(Ok(puzzle())), "{line}");
        }
        for empty in ["0", ".", "_", "*", "x", "X", "-", "?"] {
            assert_eq!(read(DOTS.replace('.', empty).as_bytes()), Some(Ok(puzzle())), "{empty}");
            assert_eq!(read(empty.repeat(81).as_bytes()), Some(Ok(Puzzle::EMPTY)), "{empty}");
        }
    }

    #[test]
    fn flaws_are_placed() {
        assert_eq!(flaw(&DOTS[1..]), (None, "the line has 80 cells, expected 81".into()));
        assert_eq!(flaw(&format!("{DOTS}1")), (None, "the line has 82 cells, expected 81".into()));
        assert_eq!(flaw(&format!("{},{SOLUTION}", &DOTS[..80])).1, "the line has 80 cells, expected 81");
        assert_eq!(
            flaw(&format!("ü,{}", DOTS.replace("4.", "4q"))),
            (Some(4), "unknown character 'q'".into())
        );
        assert_eq!(flaw(&DOTS.replace(".3", "é3")), (Some(10), "unknown character 'é'".into()));
        assert_eq!(
            flaw(&DOTS.replacen("4...", "4..0", 1)),
            (Some(4), "empty cells are '.' and '0', expected one kind".into())
        );
        let mut line = DOTS.as_bytes().to_vec();
        line[2] = 0xff;
        assert_eq!(read(&line), Some(Err((Some(3), FaultKind::Byte(0xff)))));
    }

    #[test]
    fn other_lines_are_no_puzzles() {
        for line in [
            "",
            "123456789",
            "id,puzzle,solution,clues,difficulty,and,so,on",
            "--------------------------------- Grid 01 ---------------------------------",
            "53**7****6**195****98****6*".trim(),
        ] {
            assert_eq!(read(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_short_way_gives_what_the_long_way_does(
            field in "[1-9.]{81}|[1-9x]{81}|[1-9*]{80,82}|[1-9]{81}|[1-9.]{40}[^ ,;:|\"\t]?[1-9.]{40}",
            rest in "[ ,;:|\"\t]?",
        ) {
            let line = format!("{field}{rest}");
            prop_assert_eq!(exact_field(line.as_bytes()), read_field(line.as_bytes(), 0..field.len()).ok());
        }
    }
}
