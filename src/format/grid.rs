//! A puzzle on nine lines.
//!
//! ```text
//!   5 3 0 0 7 0 0 0 0      530070000      53..7....      | 5 3 . | . 7 . | . . . |      ║5│3│.║.│7│.║.│.│.║
//!   6 0 0 1 9 5 0 0 0      600195000      6..195...      | 6 . . | 1 9 5 | . . . |      ╟─┼─┼─╫─┼─┼─╫─┼─┼─╢
//!         ...                 ...            ...         +-------+-------+-------+              ...
//!      as written           compact         .sdk              .ss and the like               drawn
//! ```
//!
//! A **row** is nine cells, its empty ones of one kind. Between cells may stand blanks, `|` and box-drawing
//! characters; where a box begins or ends, also `+` `-` `=` and `*`. As these draw borders, `-` and `*` are never
//! cells here.
//!
//! A **border** holds nothing but the characters of borders. So that the rulers of players' forums pass
//! (`.-------.-------.-------.`, `:-------+-------+-------:`, `'-------'-------'-------'`), a line may also hold
//! `.` `:` `,` `'` and a backtick if it is at least thirteen characters long (nine cells and four borders), two
//! thirds of them `-` or `=`; no row is like that.

use super::characters::{self, characters};
use super::{FaultKind, Flaw};
use crate::grid::{CELLS, Puzzle};

/// What is written: digits and what follows each, and no empty line after the last row.
const WRITTEN: usize = 2 * CELLS;

/// What follows each digit.
const AFTER: [u8; CELLS] = {
    let mut after = [b' '; CELLS];
    let mut row = 0;
    while row < 9 {
        after[9 * row + 8] = b'\n';
        row += 1;
    }
    after
};

/// Appends a record, after an empty line unless it is the first.
pub(crate) fn write(first: bool, answer: &[u8; CELLS], out: &mut Vec<u8>) {
    let mut record = [b'\n'; 1 + WRITTEN];
    for ((pair, digit), after) in record[1..].chunks_exact_mut(2).zip(answer).zip(AFTER) {
        pair[0] = b'0' + digit;
        pair[1] = after;
    }
    out.extend_from_slice(&record[usize::from(first)..]);
}

/// The puzzle of a record in exactly one of the shapes that most files have, and its length: as [`write`] gives it
/// or compact, with empty cells of any kind and with lines that end in `\n` or `\r\n`.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    // The first row tells the shapes apart, and mostly what has none of them.
    match *bytes.first_chunk::<18>()? {
        [_, b' ', .., b'\n'] => decode_written(bytes),
        [_, b' ', .., b'\r'] => decode_rows::<2, 2>(bytes),
        [_, _, _, _, _, _, _, _, _, b'\n', ..] => decode_rows::<1, 1>(bytes),
        [_, _, _, _, _, _, _, _, _, b'\r', ..] => decode_rows::<1, 2>(bytes),
        _ => None,
    }
}

/// The record as [`write`] gives it.
fn decode_written(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    let record: &[u8; WRITTEN] = bytes.first_chunk()?;
    let mut cells = [0; CELLS];
    let mut wrong = 0;
    // A cell and what follows it are taken as one number of 16 bits, which vectorises.
    for ((cell, pair), after) in cells.iter_mut().zip(record.as_chunks().0).zip(AFTER) {
        let pair = u16::from_le_bytes(*pair);
        *cell = pair as u8;
        wrong |= pair >> 8 ^ u16::from(after);
    }
    if wrong == 0 { Some((puzzle(&cells)?, WRITTEN)) } else { None }
}

/// Nine rows whose cells stand `STEP` bytes apart, blanks between, and whose ends are `END` bytes long.
fn decode_rows<const STEP: usize, const END: usize>(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    let line = 8 * STEP + 1 + END;
    let record = bytes.get(..9 * line)?;
    let mut cells = [0; CELLS];
    let mut wrong = 0;
    for (cells, row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(record.chunks_exact(line)) {
        for i in 0..9 {
            cells[i] = row[STEP * i];
        }
        for i in 0..8 * (STEP - 1) {
            wrong |= row[STEP * i + 1] ^ b' ';
        }
        wrong |= row[line - 1] ^ b'\n' | if END == 2 { row[line - 2] ^ b'\r' } else { 0 };
    }
    if wrong == 0 { Some((puzzle(&cells)?, record.len())) } else { None }
}

/// The puzzle of 81 cells on nine rows.
fn puzzle(cells: &[u8; CELLS]) -> Option<Puzzle> {
    let (digits, kind) = characters::decode_cells(cells)?;
    if is_kind(kind) { Some(Puzzle::trusted(digits)) } else { None }
}

/// Can empty cells of a row be of this kind (0: there are none)?
const fn is_kind(kind: u8) -> bool {
    !matches!(kind, b'-' | b'*')
}

/// The nine cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) digits: [u8; 9],
    /// The kind of its empty cells and the column of the first, if there is one.
    pub(crate) empty: Option<(char, u32)>,
}

impl Row {
    /// The row on a line that holds nothing but cells, blanks and `|`: the short way for most rows. It gives what
    /// [`Scan`] would.
    pub(crate) fn plain(line: &[u8]) -> Option<Row> {
        let (mut cells, mut count) = ([0; 9], 0);
        for &byte in line.iter().filter(|byte| !matches!(byte, b' ' | b'\t' | b'|')) {
            *cells.get_mut(count)? = byte;
            count += 1;
        }
        let (digits, kind) = characters::decode_cells(&cells)?;
        if count < 9 || !is_kind(kind) {
            return None;
        }
        let empty = line.iter().position(|&byte| byte == kind).map(|at| (char::from(kind), at as u32 + 1));
        Some(Row { digits, empty })
    }
}

/// A line that is looked at as a row, whatever it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scan {
    /// How many characters can be cells of a row.
    pub(crate) cells: u32,
    /// How many characters can stand in no row.
    pub(crate) unknown: u32,
    /// How many cells stand before the first unknown character.
    pub(crate) leading: u32,
    /// There are letters among the unknown characters.
    pub(crate) letters: bool,
    /// Two of these letters stand side by side.
    pub(crate) word: bool,
    /// The first unknown character, or else the first empty cell of a second kind.
    flaw: Option<Flaw>,
    digits: [u8; 9],
    empty: Option<(char, u32)>,
}

impl Scan {
    /// Looks at a line.
    pub(crate) fn of(line: &[u8]) -> Scan {
        let mut scan = Scan::default();
        let mut after_letter = false;
        for (column, character) in (1..).zip(characters(line)) {
            let cell = scan.take(column, character);
            let letter = !cell && character.is_ok_and(char::is_alphabetic);
            scan.letters |= letter;
            scan.word |= letter && after_letter;
            after_letter = letter;
        }
        scan
    }

    /// Takes the next character; tells whether it is a cell.
    fn take(&mut self, column: u32, character: Result<char, u8>) -> bool {
        let unknown = match character {
            Ok(' ' | '\t' | '\x0b' | '\x0c' | '|') => return false,
            Ok('+' | '-' | '=' | '*') if self.cells.is_multiple_of(3) => return false,
            Ok(border) if characters::is_box_drawing(border) => return false,
            Ok(border @ ('-' | '*')) => FaultKind::BorderCell(border),
            Ok(other) => match characters::digit(other) {
                Some(digit) => {
                    self.take_cell(column, other, digit);
                    return true;
                }
                None => FaultKind::Character(other),
            },
            Err(byte) => FaultKind::Byte(byte),
        };
        if self.unknown == 0 {
            self.flaw = Some((Some(column), unknown));
            self.leading = self.cells;
        }
        self.unknown += 1;
        false
    }

    fn take_cell(&mut self, column: u32, character: char, digit: u8) {
        if digit == 0 {
            let (first, _) = *self.empty.get_or_insert((character, column));
            if first != character {
                self.flaw = self.flaw.or(Some((Some(column), FaultKind::Mixed { first, other: character })));
            }
        }
        if let Some(cell) = self.digits.get_mut(self.cells as usize) {
            *cell = digit;
        }
        self.cells += 1;
    }

    /// The row, or what is wrong with it as row number `row`, from 1.
    pub(crate) fn row(&self, row: u8) -> Result<Row, Flaw> {
        match self.flaw {
            Some(flaw) if self.unknown > 0 => Err(flaw),
            _ if self.cells != 9 => Err((None, FaultKind::RowCells { row, cells: self.cells })),
            Some(flaw) => Err(flaw),
            None => Ok(Row { digits: self.digits, empty: self.empty }),
        }
    }
}

/// Does the line only draw?
pub(crate) fn is_border(line: &[u8]) -> bool {
    // Most lines are decided by this loop, which vectorises.
    if line.iter().fold(false, |any, byte| any | byte.is_ascii_digit()) {
        return false;
    }
    let (mut all, mut dashes, mut corners) = (0, 0, 0);
    for character in characters(line) {
        match character {
            Ok(' ' | '\t' | '\x0b' | '\x0c') => continue,
            Ok('-' | '=') => dashes += 1,
            Ok('|' | '+' | '*') => {}
            Ok('.' | ':' | ',' | '\'' | '`') => corners += 1,
            Ok(border) if characters::is_box_drawing(border) => {}
            _ => return false,
        }
        all += 1;
    }
    corners == 0 || (all >= 13 && 3 * dashes >= 2 * all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(line: &str) -> Result<Row, (Option<u32>, String)> {
        let row = Scan::of(line.as_bytes()).row(4);
        assert!(Row::plain(line.as_bytes()).is_none_or(|plain| Ok(plain) == row), "{line}");
        row.map_err(|(column, kind)| (column, kind.to_string()))
    }

    #[test]
    fn a_record_goes_there_and_back() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|i| (i % 10) as u8)).unwrap();
        let mut out = Vec::new();
        write(true, puzzle.digits(), &mut out);
        write(false, puzzle.digits(), &mut out);
        assert_eq!(out.len(), 2 * 163 - 1);
        assert!(out.starts_with(b"0 1 2 3 4 5 6 7 8\n9 0 1 2"));
        assert_eq!(out[160..164], *b"0\n\n0");
        assert_eq!(decode(&out), Some((puzzle, 162)));
        assert_eq!(decode(&out[163..]), Some((puzzle, 162)));
        assert_eq!(decode(&out[164..]), None);
        for (at, byte) in [(0, b'q'), (1, b'\t'), (17, b' '), (160, b'\n'), (161, b'\r')] {
            let mut other = out.clone();
            other[at] = byte;
            assert_eq!(decode(&other), None);
        }
    }

    #[test]
    fn shapes_that_most_files_have_are_decoded_at_once() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|i| (i % 10) as u8)).unwrap();
        let mut written = Vec::new();
        write(true, puzzle.digits(), &mut written);
        let written = String::from_utf8(written).unwrap();
        for shape in [written.clone(), written.replace(' ', "")] {
            for shape in [shape.clone(), shape.replace('\n', "\r\n"), shape.replace('0', ".")] {
                assert_eq!(decode(shape.as_bytes()), Some((puzzle, shape.len())), "{shape:?}");
                for at in 0..shape.len() {
                    let mut other = shape.clone().into_bytes();
                    assert_eq!(decode(&other[..at]), None);
                    other[at] = b'-';
                    assert_eq!(decode(&other), None, "{shape:?} {at}");
                }
            }
        }
    }

    #[test]
    fn rows_are_read_however_they_are_drawn() {
        let digits = [5, 3, 0, 0, 7, 0, 0, 0, 1];
        for line in [
            "5 3 0 0 7 0 0 0 1",
            "53..7...1",
            "\t53_ _7_ __1 ",
            "|53x|x7x|xx1|",
            "| 5 3 ? | ? 7 ? | ? ? 1 |",
            "*53X*X7X*XX1*",
            "+ 5 3 . + . 7 . + . . 1 +",
            "║5│3│.║.│7│.║.│.│1║",
            "= 53. = .7. = ..1 =",
        ] {
            assert_eq!(row(line).map(|row| row.digits), Ok(digits), "{line}");
        }
        assert_eq!(row("║ 5│3│.║.7.│..1").map(|row| row.empty), Ok(Some(('.', 7))));
        assert_eq!(row("123456789").map(|row| row.empty), Ok(None));
    }

    #[test]
    fn flaws_are_placed() {
        let error = |column, text: &str| Err((column, text.to_string()));
        assert_eq!(row("53..7..."), error(None, "row 4 has 8 cells, expected 9"));
        assert_eq!(row("53..7....1"), error(None, "row 4 has 10 cells, expected 9"));
        assert_eq!(row("5"), error(None, "row 4 has 1 cell, expected 9"));
        assert_eq!(row("│53q.7...1"), error(Some(4), "unknown character 'q'"));
        assert_eq!(row("53,.7...1"), error(Some(3), "unknown character ','"));
        assert_eq!(row("53.07.\u{b7}."), error(Some(7), "unknown character '·'"));
        assert_eq!(row("53.07...."), error(Some(4), "empty cells are '.' and '0', expected one kind"));
        assert_eq!(row("53.07..."), error(None, "row 4 has 8 cells, expected 9"));
        assert!(
            row("5*..7....").unwrap_err().1.starts_with("unknown character '*'; it is an empty cell only")
        );
    }

    #[test]
    fn borders_hold_no_cells() {
        for line in [
            "-------+-------+-------",
            "|---+---+---|",
            "*-----------*",
            "===========",
            "+ - + -",
            "╔═══╤═══╗",
            "├───┼───┤",
            ".-------.-------.-------.",
            ":-------+-------+-------:",
            "'-------'-------'-------'",
            "*********",
        ] {
            assert!(is_border(line.as_bytes()), "{line}");
        }
        for line in [
            ".........",
            ". . . | . . . | . . .",
            "-.-.-.-.-",
            "--- 1 ---",
            "--x--",
            "..-------",
            "_________",
        ] {
            assert!(!is_border(line.as_bytes()), "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_short_way_gives_what_the_long_way_does(line in "[1-9.]{8,10}|[1-9.0x?|+ \t*é-]{0,20}|([1-9_] ?){9}") {
            let (plain, long) = (Row::plain(line.as_bytes()), Scan::of(line.as_bytes()).row(1).ok());
            if line.bytes().all(|byte| byte.is_ascii_digit() || b" \t|._x?".contains(&byte)) {
                prop_assert_eq!(plain, long);
            } else {
                prop_assert_eq!(plain, None);
            }
        }
    }
}
