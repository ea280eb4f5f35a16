//! What a line is, as far as its own characters tell.

use crate::format::characters::is_blank;
use crate::format::grid::{self, Row, Scan};
use crate::format::{FaultKind, Flaw, line};
use crate::grid::Puzzle;

/// What a line can be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Nothing, or blanks.
    Blank,
    /// It begins with `#`.
    Comment,
    /// It only draws.
    Border,
    /// Letters that are neither row nor puzzle: a header, a title.
    Title,
    /// Nine cells.
    Row(Row),
    /// What was meant as a row, and what is wrong with it.
    BadRow {
        flaw: Flaw,
        /// It is about as long as a row: whoever counts rows can count it.
        counts: bool,
    },
    /// A record on one line, good or bad.
    Line(Result<Puzzle, Flaw>),
    /// More than a line may have.
    TooLong,
}

impl Shape {
    /// The shape of a line. `rows`: how many rows of a record stand before it; `None` where a record would begin.
    pub(super) fn of(line: &[u8], rows: Option<u8>) -> Shape {
        let text = trim(line);
        if text.is_empty() {
            return Shape::Blank;
        }
        if text[0] == b'#' {
            return Shape::Comment;
        }
        if let Some(row) = Row::plain(line) {
            return Shape::Row(row);
        }
        let record = line::read(line);
        if grid::is_border(line) && (rows.is_some() || !matches!(record, Some(Ok(_)))) {
            return Shape::Border;
        }
        if let Some(record) = record {
            return Shape::Line(record);
        }
        let scan = Scan::of(line);
        let flaw = match scan.row(rows.unwrap_or(0) + 1) {
            Ok(row) => return Shape::Row(row),
            Err(_) if (scan.cells, scan.unknown) == (81, 0) => {
                return Shape::Line(Err((None, FaultKind::Scattered)));
            }
            Err(flaw) => flaw,
        };
        // A row with a cell too few, too many or wrong, or one with a remark behind it.
        let characters = scan.cells + scan.unknown;
        let remark = rows.is_some() && scan.leading == 9;
        let counts = (8..=10).contains(&characters) || remark;
        // With letters it is still one if it is mostly cells and holds no word; where no row is expected, it must
        // have just nine characters.
        let mostly_cells = counts && !scan.word && scan.cells > 2 * scan.unknown;
        if scan.letters && !remark && !(mostly_cells && (rows.is_some() || characters == 9)) {
            return Shape::Title;
        }
        Shape::BadRow { flaw, counts }
    }
}

/// Is this the count that some lists begin with? One number, but no row: neither of nine digits, nor with a leading
/// zero, like a row that lacks a cell.
pub(super) fn is_count(line: &[u8]) -> bool {
    let text = trim(line);
    text.iter().all(u8::is_ascii_digit)
        && (1..=20).contains(&text.len())
        && text.len() != 9
        && (text[0] != b'0' || text.len() == 1)
}

fn trim(mut line: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = line
        && is_blank(*first)
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && is_blank(*last)
    {
        line = rest;
    }
    line
}
