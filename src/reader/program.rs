//! What program text and its data files have in the place of plain rows.
//!
//! ```text
//!   grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0],              a row behind a name
//!           db 6,0,0,1,9,5,0,0,0                      or behind a word
//!           [null, 9, 8, null, null, null, ... ],     words for an empty cell
//!           [Some(8), None, None, None, Some(6), ...  and such as stand before a clue
//!           "4 . . | 8 . 3 | . . 1\n" +               the end of a line, in a string
//!           "7...2...6", ".6....28.", "...419..5",    rows side by side
//! ```
//!
//! All this is looked at only where a line is neither a row nor a record as it stands.

use crate::format::characters::{characters, ends_field, is_blank};
use crate::format::grid::{self, Places, Row, Scan};
use crate::format::{Flaw, line};
use crate::grid::{CELLS, Puzzle};

/// What stands for an empty cell.
const EMPTY: [&[u8]; 9] =
    [b"null", b"NULL", b"nil", b"NIL", b"None", b"Nothing", b"undefined", b"NA", b"NaN"];

/// What may stand before a clue.
const CLUE: [&[u8]; 2] = [b"Some", b"Just"];

/// The line in plain characters, as long as it was, so that columns stay: `.` for a word or for quotes that stand for an
/// empty cell, blanks for what stands before a clue and for the end of a line in a string. `None` if there is nothing like
/// that.
pub(super) fn plain(line: &[u8]) -> Option<Vec<u8>> {
    let mut plain = vec![];
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let length = in_place_of_a_cell(rest, at.checked_sub(1).map(|before| line[before]));
        if let Some((length, sign)) = length {
            if plain.is_empty() {
                plain = line.to_vec();
            }
            plain[at..at + length].fill(b' ');
            plain[at] = sign;
            at += length;
        } else {
            // A word is looked at where it begins.
            at += rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len()).max(1);
        }
    }
    (!plain.is_empty()).then_some(plain)
}

/// How long what begins here is, and the sign for it. `before` is the byte before.
fn in_place_of_a_cell(text: &[u8], before: Option<u8>) -> Option<(usize, u8)> {
    match *text {
        [b'\\', b'n' | b'r' | b't', ..] => Some((2, b' ')),
        [quote @ (b'"' | b'\''), ref rest @ ..] if before.is_none_or(ends_field) => {
            let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
            let closed = rest.get(blanks) == Some(&quote);
            let stands_alone = rest.get(blanks + 1).is_none_or(|&byte| ends_field(byte) && byte != quote);
            (closed && stands_alone).then_some((blanks + 2, b'.'))
        }
        [b'A'..=b'Z' | b'a'..=b'z', ..] => {
            let length = text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
            let (word, behind) = text.split_at(length);
            if EMPTY.contains(&word) {
                Some((length, b'.'))
            } else if CLUE.contains(&word) && matches!(behind, [b'(' | b' ', ..]) {
                Some((length + 1, b' '))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// The puzzle on a line, if it is one in plain characters; or else what it was as it stood.
pub(super) fn puzzle(line: &[u8], record: Option<Result<Puzzle, Flaw>>) -> Option<Result<Puzzle, Flaw>> {
    if line.len() <= CELLS || matches!(record, Some(Ok(_))) {
        return record;
    }
    plain(line).and_then(|line| line::read(&line)).filter(Result::is_ok).or(record)
}

/// The rows on a line: one in plain characters, or behind a name; or up to eight side by side, which are fields of nine
/// cells.
pub(super) fn rows(line: &[u8], row: u8) -> Vec<Row> {
    let plain = plain(line);
    let line = plain.as_deref().unwrap_or(line);
    if plain.is_some()
        && let Some(row) = one(line, row)
    {
        return vec![row];
    }
    let all = side_by_side(line, 0, plain.is_some());
    if all.len() > 1 || (all.len() == 1 && plain.is_some()) {
        return all;
    }
    // Behind a name: what follows the last bracket that opens, or a quote.
    let open = line.iter().rposition(|byte| matches!(byte, b'[' | b'{' | b'('));
    let quote = line.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    for (begin, bracket) in open.map(|at| (at, true)).into_iter().chain(quote.map(|at| (at, false))) {
        let (head, array) = line.split_at(begin);
        let named = head.iter().any(|byte| matches!(byte, b'=' | b':' | b'(' | b'['));
        let strings = side_by_side(line, begin, plain.is_some());
        // One string alone may be anything; it is a row if more is to follow.
        let goes_on = plain.is_some() || line.trim_ascii_end().ends_with(b"+");
        let string = array.get(1).is_some_and(|quote| matches!(quote, b'"' | b'\'' | b'`'));
        if named && (strings.len() > 1 || strings.len() == 1 && (goes_on || bracket && string)) {
            return strings;
        }
        if bracket
            && nine_apart(array)
            && let Some(row) = one(&behind(head, array), row)
        {
            return vec![row];
        }
    }
    behind_word(line).and_then(|line| one(&line, row)).into_iter().collect()
}

/// Does the line only draw, in plain characters?
pub(super) fn is_border(line: &[u8]) -> bool {
    plain(line).is_some_and(|line| grid::is_border(&line))
}

/// The row that the line is.
fn one(line: &[u8], row: u8) -> Option<Row> {
    if let Ok(row) = Scan::of(line).row(line, row) {
        return Some(row);
    }
    match grid::places(line, row) {
        Some(Places::Row(row)) => Some(row),
        _ => None,
    }
}

/// Blanks for what stands before, so that columns stay.
fn behind(head: &[u8], array: &[u8]) -> Vec<u8> {
    let indent = " ".repeat(characters(head).count());
    [indent.as_bytes(), array].concat()
}

/// Are these nine fields of one character, or nine places between separators?
fn nine_apart(array: &[u8]) -> bool {
    let fields = array.split(|&byte| ends_field(byte)).filter(|field| !field.is_empty());
    let separators = array.iter().filter(|&&byte| matches!(byte, b',' | b';')).count();
    fields.take(9).filter(|field| characters(field).count() == 1).count() == 9 || matches!(separators, 8 | 9)
}

/// What stands behind the last word, if that is nine fields of one character with commas between.
///
/// ```text
///   puzzle  db 5,3,0,0,7,0,0,0,0          100 DATA 5,3,0,0,7,0,0,0,0
/// ```
fn behind_word(line: &[u8]) -> Option<Vec<u8>> {
    let comma = line.iter().position(|&byte| byte == b',')?;
    let last = line[..comma].iter().rposition(|&byte| !is_blank(byte))?;
    let (head, cells) = line.split_at(last);
    let letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X');
    let is_word = head.last().is_some_and(|&byte| is_blank(byte)) && head.iter().any(letter);
    let commas = cells.iter().filter(|&&byte| byte == b',').count();
    (is_word && matches!(commas, 8 | 9) && nine_apart(cells)).then(|| behind(head, cells))
}

/// The rows from `begin` on, if there is nothing but fields of nine cells, at most eight: as many as are no puzzle. Each
/// begins a string, unless ends of lines stand between: in plain rows two on a line are a fault.
fn side_by_side(line: &[u8], begin: usize, parted: bool) -> Vec<Row> {
    let mut rows = vec![];
    let mut at = begin;
    while let Some(gap) = line[at..].iter().position(|&byte| !ends_field(byte)) {
        let start = at + gap;
        let length = line[start..].iter().position(|&byte| ends_field(byte)).unwrap_or(line.len() - start);
        at = start + length;
        let field = &line[start..at];
        if field == b"+" {
            continue;
        }
        let before = start.checked_sub(1).map(|before| line[before]);
        let is_string = parted || matches!(before, Some(b'"' | b'\'' | b'`'));
        match Row::plain(field).filter(|_| length == 9 && is_string && rows.len() < 8) {
            Some(row) => {
                let column = characters(&line[..start]).count() as u32;
                rows.push(Row { empty: row.empty.map(|(kind, at)| (kind, column + at)), ..row });
            }
            None => return vec![],
        }
    }
    rows
}
