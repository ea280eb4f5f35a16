//! What a line is, as far as its own characters tell: the first of these that fits. (`program.rs` sees to what program text
//! has in a cell's place, and to rows behind a name or side by side.)
//!
//! | a line is | if |
//! |---|---|
//! | empty | there are only blanks |
//! | a comment | it begins with `#`; or with `//` `%` `;` and is no puzzle |
//! | a border | it only draws; a row of blanks if there are nine places in it |
//! | a record on one line | `format/line.rs` finds 81 cells in it, or what was meant as such |
//! | a row | `format/grid.rs` finds nine cells, or nine places for them |
//! | markup | it begins with `<` and ends with `>` |
//! | a number | it has only digits, at most six, perhaps with a dot or in brackets |
//! | text | there are letters that are no cells, and it isn't about as long as a row |
//! | bad | anything else |

use crate::format::characters::{characters, ends_field, is_blank};
use crate::format::grid::{self, Layout, Places, Row, Scan};
use crate::format::{FaultKind, Flaw, line};
use crate::grid::Puzzle;

use super::program;

/// What a line can be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Class {
    /// Nothing, or blanks.
    Empty,
    Comment,
    /// It only draws.
    Border {
        /// It stands below the head of a table.
        rule: bool,
    },
    /// Nine places without a cell: a row if others are like it, or else a border.
    BlankRow(Layout),
    /// A record on one line, good or bad.
    OneLine(Result<Puzzle, Flaw>),
    /// Nine cells.
    Row(Row),
    Markup,
    Number,
    Text,
    /// The head of a section of an `.sdk` file.
    Section {
        /// It is the section of the puzzle.
        puzzle: bool,
    },
    /// None of these, and what is wrong with it as a row.
    Bad {
        flaw: Flaw,
        /// It is about as long as a row: whoever counts rows can count it.
        counts: bool,
    },
    /// More than a line may have.
    TooLong,
}

impl Class {
    /// The class of a line. `rows`: how many rows of a record stand before it; `None` where a record would begin.
    pub(super) fn of(line: &[u8], rows: Option<u8>) -> Class {
        let line = without_control_z(line);
        let text = trim(line);
        let Some(&first) = text.first() else {
            let tabs = matches!(line.len(), 8 | 9) && line.iter().all(|&byte| byte == b'\t');
            return if tabs { Class::BlankRow(Layout::Table(b'\t')) } else { Class::Empty };
        };
        if first == b'#' {
            return Class::Comment;
        }
        if let Some(row) = Row::plain(line).or_else(|| Row::of_table(line)) {
            return Class::Row(row);
        }
        if first != b';'
            && let Some(row) = Row::parted(line)
        {
            return Class::Row(row);
        }
        let record = program::puzzle(line, line::read(line));
        let good = matches!(record, Some(Ok(_)));
        if (text.starts_with(b"//") || first == b'%') && !good {
            return Class::Comment;
        }
        // 81 times `-` is a puzzle where one can begin.
        if grid::is_border(text) && (rows.is_some() || !good) {
            return match grid::places(line, 1) {
                Some(Places::Blank(layout)) => Class::BlankRow(layout),
                _ => Class::Border { rule: grid::is_rule_of_table(text) },
            };
        }
        if let Some(record) = record.filter(|_| good || first != b';') {
            return Class::OneLine(record);
        }
        let row = rows.unwrap_or(0) + 1;
        let scan = Scan::of(line);
        let mut flaw = match scan.row(line, row) {
            Ok(row) if first != b';' => return Class::Row(row),
            Ok(_) => return Class::Comment,
            Err(flaw) => flaw,
        };
        let mut counts = false;
        match grid::places(line, row) {
            Some(Places::Row(row)) => return Class::Row(row),
            Some(Places::Flaw(other)) => (flaw, counts) = (other, true),
            _ if first == b';' => return Class::Comment,
            _ => {}
        }
        if (scan.cells, scan.unknown) == (81, 0) {
            return Class::OneLine(Err((None, FaultKind::Scattered)));
        }
        if first == b'<' && text.ends_with(b">") {
            return Class::Markup;
        }
        if is_number(text, rows) {
            return Class::Number;
        }
        if let Some(name) = section(text) {
            return Class::Section { puzzle: name.eq_ignore_ascii_case(b"puzzle") };
        }
        // A row with a cell too few, too many or wrong, or one with a remark behind it.
        let length = scan.cells + scan.unknown;
        let remark = rows.is_some() && scan.leading == 9;
        let nine = length == 9 && has_nine_places(text);
        // In a record a line in which there is what program text has in a cell's place is a row, too.
        let spelled = rows.is_some() && program::plain(line).is_some();
        counts |= (8..=10).contains(&length) || remark || nine || spelled;
        counts |= rows.is_some() && text.contains(&b'|');
        // With letters it is one only if it is mostly cells and holds no word; where no row is expected, it must have
        // just nine characters.
        let mostly_cells = !scan.word && scan.cells > 2 * scan.unknown;
        let is_row = match rows {
            Some(_) => nine || remark || spelled || (counts && mostly_cells),
            None => nine && (mostly_cells || scan.alike),
        };
        if scan.letters && !is_row {
            return Class::Text;
        }
        Class::Bad { flaw, counts }
    }
}

/// Is this one field of nine characters, or nine fields of one?
fn has_nine_places(text: &[u8]) -> bool {
    let fields = || text.split(|&byte| ends_field(byte)).filter(|field| !field.is_empty());
    match fields().count() {
        1 => true,
        9 => fields().all(|field| characters(field).count() == 1),
        _ => false,
    }
}

/// Is this a number before a record? Within one (`rows`), a leading zero or four digits tell of a row that lacks cells.
fn is_number(text: &[u8], rows: Option<u8>) -> bool {
    let bare = text;
    let text = match text {
        [b'(' | b'[' | b'{' | b'<' | b'"' | b'\'', inner @ .., _] => inner,
        [inner @ .., b'.' | b')' | b':' | b']'] => inner,
        _ => text,
    };
    let torn = rows.is_some()
        && text.len() > 1
        && (text.starts_with(b"0") || (bare.len() == text.len() && text.len() > 3));
    (1..=6).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) && !torn
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

/// The name of a section whose head this is.
fn section(text: &[u8]) -> Option<&[u8]> {
    let name = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    (name.len() > 1 && name.iter().all(u8::is_ascii_alphabetic)).then_some(name)
}

/// Without the sign that ended files in DOS.
fn without_control_z(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\x1a").unwrap_or(line)
}

/// Without blanks around.
pub(super) fn trim(mut line: &[u8]) -> &[u8] {
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
