//! A puzzle on one line.
//!
//! ```text
//!   4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//!   0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2
//!   3,"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......","4173 ... ",17,2.2
//!   {"id": 3, "grid": [[4, 0, 0, 0, 0, 0, 8, 0, 5], [0, 3, 0, ... ], ... ]}
//!   4 0 0 0 0 0 8 0 5 0 3 ...
//! ```
//!
//! A line falls into fields, which end at the separators of [`mod@characters`]. The first field of exactly 81 cells, its
//! empty ones of one kind, is the puzzle; all other fields are ignored. Without one it is the first bracketed group
//! that consists of 81 fields of one cell (or nine of nine), or the whole line if it consists of 81, or twice 81, such
//! fields. Where that fails, more rules say what was meant as a puzzle and makes the line a malformed record:
//!
//! - A field with more than 27 cells (three rows' worth) is too much for a row, whatever else it holds. Only
//!   `-` and `*` don't count alone: they draw rulers. So is a line of more than 27 fields of one cell.
//! - A field *before* the first one of 81 cells, if it has at least 70 characters, all but two of them cells.
//!   So `puzzle,solution` with a cell missing from the puzzle is malformed, and not answered with its own
//!   solution. A hash before the puzzle is no obstacle: up to SHA-256 they are shorter, and longer ones hardly
//!   ever have so few letters. Likewise a group of at least 70 fields of one character.

use std::ops::Range;

use super::characters::{self, characters, ends_field};
use super::fault::{FaultKind, Flaw};
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

/// From this many characters on, nearly all of them cells, something was meant as a puzzle.
const NEARLY: usize = 70;

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
        if (cells, unknown) == (CELLS, 0) || (cells + unknown >= NEARLY && unknown <= 2 && !only_border) {
            return Some(read_field(line, start..at));
        }
        if cells > largest.as_ref().map_or(MOST_IN_A_ROW, |(most, _)| *most) && !only_border {
            largest = Some((cells, start..at));
        }
    }
    let parted = if line.len() > MOST_IN_A_ROW { parted(line) } else { None };
    parted.or_else(|| largest.map(|(_, field)| read_field(line, field)))
}

/// The puzzle of a field without a flaw, if the bytes begin with one.
fn exact_field(bytes: &[u8]) -> Option<Puzzle> {
    let (cells, rest) = bytes.split_first_chunk()?;
    // A remark may stand right behind it.
    if !rest.first().is_none_or(|&byte| ends_field(byte) || byte == b'#') {
        return None;
    }
    let (digits, _) = characters::decode_cells(cells)?;
    Puzzle::from_digits(digits).ok()
}

/// What stands between two brackets, or in the whole line.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    begin: usize,
    /// The fields of one character, and how many of these are cells.
    ones: usize,
    cells: usize,
    /// The fields of nine cells.
    nines: usize,
    /// There are other fields.
    others: bool,
}

impl Group {
    fn field(&mut self, field: &[u8]) {
        let mut all = characters(field);
        match (all.next(), all.next()) {
            // It joins strings.
            (Some(Ok('+')), None) => {}
            (Some(one), None) => {
                self.ones += 1;
                self.cells += usize::from(one.is_ok_and(|cell| characters::digit(cell).is_some()));
            }
            _ if is_nine(field) => self.nines += 1,
            _ => self.others = true,
        }
    }

    /// Adds a group that stands within this one.
    fn add(&mut self, inner: Group) {
        self.ones += inner.ones;
        self.cells += inner.cells;
        self.nines += inner.nines;
        self.others |= inner.others;
    }

    /// These are 81 cells, in brackets.
    fn is_puzzle(&self) -> bool {
        !self.others && matches!((self.ones, self.cells, self.nines), (CELLS, CELLS, 0) | (0, 0, 9))
    }

    /// These were meant as 81 cells.
    fn is_nearly(&self) -> bool {
        !self.others && self.nines == 0 && self.cells >= NEARLY && self.ones - self.cells <= 2
    }
}

fn is_nine(field: &[u8]) -> bool {
    let mut cells = characters(field);
    cells.by_ref().take(9).filter(|cell| cell.is_ok_and(|cell| characters::digit(cell).is_some())).count()
        == 9
        && cells.next().is_none()
}

/// The puzzle whose cells stand apart.
fn parted(line: &[u8]) -> Option<Result<Puzzle, Flaw>> {
    if let Some(puzzle) = quoted(line) {
        return Some(Ok(puzzle));
    }
    let mut outer = vec![];
    let mut group = Group::default();
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'[' | b'{' | b'(' | b'<' => {
                outer.push(group);
                group = Group { begin: at, ..Group::default() };
            }
            b']' | b'}' | b')' | b'>' => {
                if group.is_puzzle() || group.is_nearly() {
                    return Some(read_cells(line, group.begin..at));
                }
                let inner = group;
                group = outer.pop().unwrap_or_default();
                group.add(inner);
            }
            _ if !ends_field(byte) => {
                let length = line[at..].iter().position(|&byte| ends_field(byte));
                let end = length.map_or(line.len(), |length| at + length);
                group.field(&line[at..end]);
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    // A bracket that is never closed is just a separator.
    while let Some(mut around) = outer.pop() {
        around.add(group);
        group = around;
    }
    if group.is_puzzle() {
        return Some(read_cells(line, 0..line.len()));
    }
    if group.others || group.nines > 0 {
        return None;
    }
    match (group.ones, group.cells) {
        (ones, cells) if ones == 2 * CELLS && cells >= NEARLY => Some(read_cells(line, 0..after_cells(line))),
        (ones, cells) if ones > MOST_IN_A_ROW && 2 * cells > ones => Some(read_cells(line, 0..line.len())),
        _ => None,
    }
}

/// The puzzle in quotes: its cells, or its rows, stand apart in a string.
fn quoted(line: &[u8]) -> Option<Puzzle> {
    let mut at = 0;
    while let Some(gap) = line[at..].iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`')) {
        let begin = at + gap + 1;
        let quote = line[begin - 1];
        let length = line[begin..].iter().position(|&byte| byte == quote)?;
        let text = &line[begin..begin + length];
        if length > CELLS {
            let mut group = Group::default();
            text.split(|&byte| ends_field(byte))
                .filter(|field| !field.is_empty())
                .for_each(|field| group.field(field));
            if group.is_puzzle() {
                return read_cells(line, begin..begin + length).ok();
            }
        }
        at = begin;
    }
    None
}

/// Where the 81st field of one character ends.
fn after_cells(line: &[u8]) -> usize {
    let mut fields = 0;
    let mut within = false;
    let end = line.iter().position(|&byte| {
        let before = std::mem::replace(&mut within, !ends_field(byte));
        fields += usize::from(within && !before);
        fields > CELLS
    });
    end.unwrap_or(line.len())
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
    for (_, character) in without_signs(field) {
        let cell = character.is_ok_and(|character| characters::digit(character).is_some());
        cells += usize::from(cell);
        border += usize::from(matches!(character, Ok('-' | '*')));
        unknown += usize::from(!cell);
    }
    Census { cells, unknown, only_border: cells == border }
}

/// The characters with their columns, from 1, without the signs that HoDoKu puts before digits that were placed.
fn without_signs(text: &[u8]) -> impl Iterator<Item = (u32, Result<char, u8>)> + '_ {
    let next = characters(text).skip(1).map(Some).chain([None]);
    (1..).zip(characters(text)).zip(next).filter_map(|((column, character), next)| {
        let sign = character == Ok('+') && matches!(next, Some(Ok('1'..='9')));
        (!sign).then_some((column, character))
    })
}

/// The puzzle in a field that was meant as one.
fn read_field(line: &[u8], field: Range<usize>) -> Result<Puzzle, Flaw> {
    puzzle(line, field.start, without_signs(&line[field]))
}

/// The puzzle of a part of the line in which separators are ignored.
fn read_cells(line: &[u8], part: Range<usize>) -> Result<Puzzle, Flaw> {
    let is_cell = |character: &(u32, Result<char, u8>)| {
        !character.1.is_ok_and(|sign| sign == '+' || sign.is_ascii() && ends_field(sign as u8))
    };
    puzzle(line, part.start, without_signs(&line[part]).filter(is_cell))
}

/// The puzzle of these cells, whose columns count from `start`.
fn puzzle(
    line: &[u8],
    start: usize,
    text: impl Iterator<Item = (u32, Result<char, u8>)>,
) -> Result<Puzzle, Flaw> {
    let column = |at: u32| Some(characters(&line[..start]).count() as u32 + at);
    let (mut digits, mut cells, mut mixed) = ([0; CELLS], 0, None);
    let mut kind = None;
    for (at, character) in text {
        let character = character.map_err(|byte| (column(at), FaultKind::Byte(byte)))?;
        let digit =
            characters::digit(character).ok_or_else(|| (column(at), FaultKind::Character(character)))?;
        if digit == 0 {
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
    fn from_seventy_characters_on_a_field_was_meant_as_a_puzzle() {
        let with = |field: &str| read(format!("{field},{SOLUTION}").as_bytes()).unwrap().is_ok();
        assert!(with(&SOLUTION[..69]) && !with(&SOLUTION[..70]));
        // Two characters of them may be wrong.
        let wrong = |count| "z".repeat(count) + &SOLUTION[..78 - count];
        assert!(with(&wrong(3)) && !with(&wrong(2)));
        // Likewise cells that stand apart.
        let apart = |count: usize| format!("[{}],[{}]", vec!["1"; count].join(","), vec!["2"; 81].join(","));
        assert!(read(apart(69).as_bytes()).unwrap().is_ok());
        assert_eq!(flaw(&apart(70)).1, "the line has 70 cells, expected 81");
        // More than three rows' worth are no row.
        assert_eq!(read(&SOLUTION.as_bytes()[..27]), None);
        assert_eq!(flaw(&SOLUTION[..28]).1, "the line has 28 cells, expected 81");
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
