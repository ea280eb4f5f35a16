//! A puzzle on nine lines.
//!
//! ```text
//!   5 3 0 0 7 0 0 0 0      530070000      53..7....      | 5 3   |   7   |       |      ║5│3│.║.│7│.║.│.│.║
//!   6 0 0 1 9 5 0 0 0      600195000      6..195...      | 6     | 1 9 5 |       |      ╟─┼─┼─╫─┼─┼─╫─┼─┼─╢
//!         ...                 ...            ...         +-------+-------+-------+              ...
//!      as written           compact         .sdk            drawn, empty cells blank           drawn
//!
//!   5;3;;;7;;;;            [5, 3, 0, 0, 7, 0, 0, 0, 0],
//!   6;;;1;9;5;;;           [6, 0, 0, 1, 9, 5, 0, 0, 0],
//!       ...                           ...
//!      a table                     an array
//! ```
//!
//! A **row** is nine cells, its empty ones of one kind, on a line with nothing else but separators and borders.
//! Where a box begins or ends, `+` `-` `=` and `*` are borders too; as these draw borders, `-` and `*` are never cells
//! here. Or it is nine places, between separators of a table or between bars, each with one cell or none; or three
//! groups between bars, equally wide, in which a blank where a cell would be is an empty cell.
//!
//! A **border** has no letter, no digit, and nothing that could be an empty cell but `-` and `*`. So that the rulers
//! of players' forums pass (`.-------.-------.-------.`), a line may also hold `.` if it is at least thirteen
//! characters long (nine cells and four borders), two thirds of them `-` or `=`; no row is like that.

use super::characters::{self, characters, ends_field};
use super::fault::{FaultKind, Flaw};
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

/// The puzzle of a record in exactly one of the shapes that most files have, and its length: as [`write()`] gives it
/// or compact, with empty cells of any kind and with lines that end in `\n` or `\r\n`.
pub(crate) fn decode(bytes: &[u8]) -> Option<(Puzzle, usize)> {
    // The first row tells the shapes apart, and mostly what has none of them.
    match *bytes.first_chunk::<18>()? {
        [_, b' ', .., b'\n'] => decode_written(bytes),
        [_, gap @ (b',' | b';' | b'\t'), .., b'\n'] => decode_rows::<2, 1>(bytes, gap),
        [_, gap @ (b' ' | b',' | b';' | b'\t'), .., b'\r'] => decode_rows::<2, 2>(bytes, gap),
        [_, _, _, _, _, _, _, _, _, b'\n', ..] => decode_rows::<1, 1>(bytes, b' '),
        [_, _, _, _, _, _, _, _, _, b'\r', ..] => decode_rows::<1, 2>(bytes, b' '),
        [separator @ (b',' | b';' | b'\t'), ..] | [b'1'..=b'9', separator @ (b',' | b';' | b'\t'), ..] => {
            decode_places(bytes, separator)
        }
        _ => None,
    }
}

/// Nine rows of nine places between separators, each with a clue or nothing. In the first is both, which tells that nothing
/// is an empty cell; where it isn't so, the long way decides.
///
/// What stands where is random, and a branch on it would be wrong half of the time: there is none but the loop's.
fn decode_places(bytes: &[u8], separator: u8) -> Option<(Puzzle, usize)> {
    // A place more than there are, and room for what runs over: a row ends at its ninth place.
    let mut digits = [0; CELLS + 1];
    let (mut place, mut next_row, mut wrong, mut clue_before) = (0, 9, false, false);
    for (&byte, length) in bytes.iter().zip(1..) {
        let digit = byte.wrapping_sub(b'0');
        let (is_clue, ends_row) = (digit.wrapping_sub(1) < 9, byte == b'\n');
        wrong |= (is_clue & clue_before) | !(is_clue | ends_row | (byte == separator));
        clue_before = is_clue;
        digits[place] |= if is_clue { digit } else { 0 };
        place += usize::from(!is_clue);
        wrong |= ends_row != (place == next_row && !is_clue);
        next_row += if ends_row { 9 } else { 0 };
        if wrong || place == CELLS {
            let first = digits[..9].iter().filter(|&&digit| digit == 0).count();
            let cells = digits.first_chunk()?;
            return (!wrong && (1..9).contains(&first)).then_some((Puzzle::trusted(*cells), length));
        }
    }
    None
}

/// The record as [`write()`] gives it.
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

/// Nine rows whose cells stand `STEP` bytes apart, `gap` between, and whose ends are `END` bytes long.
fn decode_rows<const STEP: usize, const END: usize>(bytes: &[u8], gap: u8) -> Option<(Puzzle, usize)> {
    let line = 8 * STEP + 1 + END;
    let record = bytes.get(..9 * line)?;
    let mut cells = [0; CELLS];
    let mut wrong = 0;
    for (cells, row) in cells.as_chunks_mut::<9>().0.iter_mut().zip(record.chunks_exact(line)) {
        for i in 0..9 {
            cells[i] = row[STEP * i];
        }
        for i in 0..8 * (STEP - 1) {
            wrong |= row[STEP * i + 1] ^ gap;
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

/// How the cells of a row are parted, as far as it tells rows of one drawing from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In no way that a row of blanks could have, too.
    #[default]
    Free,
    /// By this separator of a table.
    Table(u8),
    /// By bars that stand in these columns.
    Bars {
        /// A sum over the columns.
        columns: u64,
    },
}

/// The nine cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) digits: [u8; 9],
    /// The kind of its empty cells and the column of the first, if there is one; a blank that is a cell counts as
    /// a kind, too.
    pub(crate) empty: Option<(char, u32)>,
    pub(crate) layout: Layout,
}

impl Row {
    /// The row on a line that holds nothing but cells and blanks: the short way for most rows. It gives what
    /// [`Scan`] would.
    pub(crate) fn plain(line: &[u8]) -> Option<Row> {
        let (mut cells, mut count) = ([0; 9], 0);
        for &byte in line.iter().filter(|byte| !matches!(byte, b' ' | b'\t')) {
            *cells.get_mut(count)? = byte;
            count += 1;
        }
        let (digits, kind) = characters::decode_cells(&cells)?;
        if count < 9 || !is_kind(kind) {
            return None;
        }
        let empty = line.iter().position(|&byte| byte == kind).map(|at| (char::from(kind), at as u32 + 1));
        let tabs = line.iter().filter(|&&byte| byte == b'\t').count();
        let layout = if matches!(tabs, 8 | 9) { Layout::Table(b'\t') } else { Layout::Free };
        Some(Row { digits, empty, layout })
    }

    /// The row on a line that holds nothing but cells, blanks, and separators of tables, arrays and drawings: the short
    /// way for those. It gives what [`Scan`] would.
    pub(crate) fn parted(line: &[u8]) -> Option<Row> {
        let (mut cells, mut count) = ([0; 9], 0);
        for &byte in line.iter().filter(|&&byte| !PARTS[byte as usize]) {
            *cells.get_mut(count)? = byte;
            count += 1;
        }
        let (digits, kind) = characters::decode_cells(&cells)?;
        if count < 9 || !is_kind(kind) {
            return None;
        }
        let empty = line.iter().position(|&byte| byte == kind).map(|at| (char::from(kind), at as u32 + 1));
        let layout = match separator_of(line) {
            Some(separator) => Layout::Table(separator),
            None => layout_of_bars((1..).zip(line).filter(|bar| *bar.1 == b'|').map(|bar| bar.0)),
        };
        Some(Row { digits, empty, layout })
    }

    /// The row of a table on a line that holds nothing but clues and separators: the short way for places that are
    /// empty. It gives what [`places`] would.
    pub(crate) fn of_table(line: &[u8]) -> Option<Row> {
        let &separator = line.iter().find(|byte| matches!(byte, b',' | b';' | b'\t'))?;
        let (mut digits, mut place, mut empty) = ([0; 9], 0, None);
        for (&byte, column) in line.iter().zip(1..) {
            let held: &mut u8 = digits.get_mut(place)?;
            match byte {
                b'1'..=b'9' if *held == 0 => *held = byte - b'0',
                _ if byte == separator => {
                    if *held == 0 {
                        empty = empty.or(Some((' ', column)));
                    }
                    place += 1;
                }
                _ => return None,
            }
        }
        if place == 8 && digits[8] == 0 {
            empty = empty.or(Some((' ', line.len() as u32 + 1)));
        }
        let whole = place == 8 || (place == 9 && line.ends_with(&[separator]));
        (whole && empty.is_some() && digits != [0; 9]).then_some(Row {
            digits,
            empty,
            layout: Layout::Table(separator),
        })
    }

    /// A row of blanks, in this layout.
    pub(crate) fn blank(layout: Layout) -> Row {
        Row { digits: [0; 9], empty: Some((' ', 1)), layout }
    }
}

/// What may part the cells of a row, nearly always.
const PARTS: [bool; 256] = {
    let mut table = [false; 256];
    let parts = b" \t,;|\"'[]{}()";
    let mut at = 0;
    while at < parts.len() {
        table[parts[at] as usize] = true;
        at += 1;
    }
    table
};

/// What a line is that has places for cells, be they filled or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// Nine places, not all of them blank.
    Row(Row),
    /// Nine places, all of them blank.
    Blank(Layout),
    /// Places, but one too few or too many, or one that holds what is no cell.
    Flaw(Flaw),
}

/// A row as a table or a drawing has it, where blanks are empty cells.
pub(crate) fn places(line: &[u8], row: u8) -> Option<Places> {
    if !line.iter().any(|byte| matches!(byte, b',' | b';' | b'\t' | b'|') || !byte.is_ascii()) {
        return None;
    }
    table(line, row).or_else(|| drawing(line, row))
}

/// Nine places between equal separators.
fn table(line: &[u8], row: u8) -> Option<Places> {
    let &separator = line.iter().find(|byte| matches!(byte, b',' | b';' | b'\t'))?;
    if !(7..=10).contains(&line.iter().filter(|&&byte| byte == separator).count()) {
        return None;
    }
    let mut text: Vec<_> = columns(line);
    unbracket(&mut text, char::from(separator));
    let mut places: Vec<_> = text.split(|place| place.1 == Ok(char::from(separator))).collect();
    // The last separator may stand at the end.
    if places.len() == 10 && places.last().is_some_and(|last| last.iter().all(is_blank)) {
        places.pop();
    }
    filled(&places, 1, row, Layout::Table(separator), &['"', '\''])
}

/// Makes blanks of the brackets around a row, and of a separator behind them.
fn unbracket(text: &mut [(u32, Result<char, u8>)], separator: char) {
    let mut opened = false;
    while let Some(place) = text.iter_mut().find(|place| !is_blank(place))
        && matches!(place.1, Ok('[' | '{' | '('))
    {
        place.1 = Ok(' ');
        opened = true;
    }
    let closing = |place: &(u32, Result<char, u8>)| matches!(place.1, Ok(']' | '}' | ')'));
    let mut last = text.iter().rposition(|place| !is_blank(place));
    // The separator is one only behind a bracket that closes.
    if let Some(at) = last
        && opened
        && text[at].1 == Ok(separator)
        && text[..at].iter().rev().find(|place| !is_blank(place)).is_some_and(closing)
    {
        text[at].1 = Ok(' ');
        last = text.iter().rposition(|place| !is_blank(place));
    }
    while let Some(at) = last
        && opened
        && (closing(&text[at]) || text[at].1 == Ok(';'))
        && text[..at].iter().any(|place| !is_blank(place))
    {
        text[at].1 = Ok(' ');
        last = text.iter().rposition(|place| !is_blank(place));
    }
}

/// Nine places between bars, or three groups of three.
fn drawing(line: &[u8], row: u8) -> Option<Places> {
    let text = columns(line);
    let bars: Vec<usize> = (0..text.len()).filter(|&at| text[at].1.is_ok_and(characters::is_bar)).collect();
    let layout = bars_of(text.iter().copied());
    let mut places: Vec<_> = text.split(|place| place.1.is_ok_and(characters::is_bar)).collect();
    match bars.len() {
        2 | 4 => groups(&text, &bars, layout),
        7..=11 => {
            // What stands outside of the outer bars is no place.
            let mut begin = 1;
            if places.len() > 9 && places.first().is_some_and(|first| first.iter().all(is_blank)) {
                begin += places.remove(0).len() as u32 + 1;
            }
            if places.len() > 9 && places.last().is_some_and(|last| last.iter().all(is_blank)) {
                places.pop();
            }
            filled(&places, begin, row, layout, &[])
        }
        _ => None,
    }
}

/// The characters of a line, each with its column.
fn columns(line: &[u8]) -> Vec<(u32, Result<char, u8>)> {
    (1..).zip(characters(line)).collect()
}

fn is_blank(place: &(u32, Result<char, u8>)) -> bool {
    matches!(place.1, Ok(' ' | '\t' | '\x0b' | '\x0c'))
}

fn bars_of(text: impl Iterator<Item = (u32, Result<char, u8>)>) -> Layout {
    layout_of_bars(text.filter(|place| place.1.is_ok_and(characters::is_bar)).map(|place| place.0))
}

/// The layout with bars in these columns.
fn layout_of_bars(bars: impl Iterator<Item = u32>) -> Layout {
    let columns =
        bars.fold(0u64, |sum, bar| sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(bar) + 1));
    if columns == 0 { Layout::Free } else { Layout::Bars { columns } }
}

/// The row of places that hold one character each, or none. The first begins in the column `begin`.
fn filled(
    places: &[&[(u32, Result<char, u8>)]],
    mut begin: u32,
    row: u8,
    layout: Layout,
    quotes: &[char],
) -> Option<Places> {
    let mut cells = Vec::with_capacity(places.len());
    let (mut known, mut unknown) = (0, 0);
    for place in places {
        let mut held = place.iter().filter(|c| !is_blank(c) && !c.1.is_ok_and(|c| quotes.contains(&c)));
        let cell = held.next().copied();
        if held.next().is_some() {
            return None;
        }
        match cell {
            Some((_, Ok(cell))) if cell_of_row(cell).is_some() => known += 1,
            Some(_) => unknown += 1,
            None => {}
        }
        // An empty place is where it ends, however wide it is.
        begin += place.len() as u32;
        cells.push((begin, cell));
        begin += 1;
    }
    if known + unknown == 0 {
        return (places.len() == 9).then_some(Places::Blank(layout));
    }
    if known <= unknown {
        return None;
    }
    if places.len() != 9 {
        let cells = places.len() as u32;
        return (8..=10).contains(&cells).then_some(Places::Flaw((None, FaultKind::RowCells { row, cells })));
    }
    Some(match take_cells(cells.into_iter(), layout) {
        Ok(row) => Places::Row(row),
        Err(flaw) => Places::Flaw(flaw),
    })
}

/// The row of three groups between bars, equally wide, whose cells stand in every column or in every second one.
///
/// ```text
///   | 5 3   |   7   |       |     5 3   |   7   |          53 | 7 |
///   ^       ^       ^       ^           ^       ^            ^   ^
///   0       w       2w      3w
/// ```
fn groups(text: &[(u32, Result<char, u8>)], bars: &[usize], layout: Layout) -> Option<Places> {
    let (first, second) = match *bars {
        [first, second] => (first, second),
        [left, first, second, right]
            if first - left == second - first && right - second == second - first =>
        {
            (first, second)
        }
        _ => return None,
    };
    let width = second - first;
    let steps: &[(usize, usize)] = match width - 1 {
        3 => &[(0, 1)],
        5 => &[(0, 2), (1, 1)],
        6 => &[(0, 2), (1, 2)],
        7 => &[(1, 2)],
        _ => return None,
    };
    if text.iter().all(|place| is_blank(place) || place.1.is_ok_and(characters::is_bar)) {
        return Some(Places::Blank(layout));
    }
    steps.iter().find_map(|&(begin, step)| {
        let place = |at: usize| {
            let (group, at) = (at / 3, at % 3);
            // The left bar may lack, and what stands beside it.
            (first + group * width + 1 + begin + at * step).checked_sub(width)
        };
        let at: Vec<usize> = (0..9).map(place).collect::<Option<_>>()?;
        let outside = |&index: &usize| !at.contains(&index) && !bars.contains(&index);
        if (0..text.len()).filter(outside).any(|index| !is_blank(&text[index])) {
            return None;
        }
        let cells = at.iter().map(|&at| {
            let held = text.get(at).filter(|place| !is_blank(place));
            (at as u32 + 1, held.copied())
        });
        let held = || at.iter().filter_map(|&at| text.get(at)).filter(|place| !is_blank(place));
        let known = held().filter(|held| held.1.is_ok_and(|cell| cell_of_row(cell).is_some())).count();
        match take_cells(cells, layout) {
            Ok(row) => Some(Places::Row(row)),
            Err(flaw) => (2 * known > held().count()).then_some(Places::Flaw(flaw)),
        }
    })
}

/// The row of nine places, each with its column and what it holds.
fn take_cells(
    places: impl Iterator<Item = (u32, Option<(u32, Result<char, u8>)>)>,
    layout: Layout,
) -> Result<Row, Flaw> {
    let mut row = Row { digits: [0; 9], empty: None, layout };
    for (digit, (place, held)) in row.digits.iter_mut().zip(places) {
        let (column, cell) = match held {
            None => (place, ' '),
            Some((column, Ok(cell))) => (column, cell),
            Some((column, Err(byte))) => return Err((Some(column), FaultKind::Byte(byte))),
        };
        *digit = match cell {
            ' ' => 0,
            _ => cell_of_row(cell).ok_or((Some(column), FaultKind::Character(cell)))?,
        };
        if *digit == 0 {
            let (first, _) = *row.empty.get_or_insert((cell, column));
            if first != cell {
                return Err((Some(column), FaultKind::Mixed { first, other: cell }));
            }
        }
    }
    Ok(row)
}

/// What a cell of a row holds.
fn cell_of_row(character: char) -> Option<u8> {
    characters::digit(character).filter(|_| !matches!(character, '-' | '*'))
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
    /// Two different letters stand side by side.
    pub(crate) word: bool,
    /// The unknown characters are all the same.
    pub(crate) alike: bool,
    /// The first unknown character, or else the first empty cell of a second kind.
    flaw: Option<Flaw>,
    first_unknown: Option<Result<char, u8>>,
    digits: [u8; 9],
    empty: Option<(char, u32)>,
}

impl Scan {
    /// Looks at a line.
    pub(crate) fn of(line: &[u8]) -> Scan {
        let mut scan = Scan { alike: true, ..Scan::default() };
        let mut before = None;
        let mut text = (1..).zip(characters(line)).peekable();
        while let Some((column, character)) = text.next() {
            let next = text.peek().map(|next| next.1);
            // A remark behind nine cells.
            let remark = character == Ok('#') || (character, next) == (Ok('/'), Some(Ok('/')));
            if remark && (scan.cells, scan.unknown) == (9, 0) {
                break;
            }
            // HoDoKu's sign for a digit that was placed.
            if character == Ok('+') && matches!(next, Some(Ok('1'..='9'))) {
                continue;
            }
            let cell = scan.take(column, character);
            let letter = character.ok().filter(|character| !cell && character.is_alphabetic());
            scan.letters |= letter.is_some();
            scan.word |= letter.is_some() && before.is_some() && letter != before;
            before = letter;
        }
        scan
    }

    /// Takes the next character; tells whether it is a cell.
    fn take(&mut self, column: u32, character: Result<char, u8>) -> bool {
        let unknown = match character {
            Ok(separator) if separator.is_ascii() && ends_field(separator as u8) => return false,
            Ok('+' | '-' | '*') if self.cells.is_multiple_of(3) => return false,
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
        self.alike &= *self.first_unknown.get_or_insert(character) == character;
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
    pub(crate) fn row(&self, line: &[u8], row: u8) -> Result<Row, Flaw> {
        match self.flaw {
            Some(flaw) if self.unknown > 0 => Err(flaw),
            _ if self.cells != 9 => Err((None, FaultKind::RowCells { row, cells: self.cells })),
            Some(flaw) => Err(flaw),
            None => Ok(Row { digits: self.digits, empty: self.empty, layout: layout_of(line) }),
        }
    }
}

/// How a row of nine cells is parted.
fn layout_of(line: &[u8]) -> Layout {
    match separator_of(line) {
        Some(separator) => Layout::Table(separator),
        None => bars_of((1..).zip(characters(line))),
    }
}

/// The separator that parts nine places, if the line has so many of one.
fn separator_of(line: &[u8]) -> Option<u8> {
    let count = |separator| line.iter().filter(|&&byte| byte == separator).count();
    [b',', b';', b'\t'].into_iter().find(|&separator| matches!(count(separator), 8 | 9))
}

/// Does the line only draw?
pub(crate) fn is_border(line: &[u8]) -> bool {
    // Most lines are decided by this loop, which vectorises.
    if line.iter().fold(false, |any, byte| any | byte.is_ascii_digit()) {
        return false;
    }
    if line.iter().all(|byte| matches!(byte, b'+' | b'-' | b'|' | b'=' | b' ')) {
        return true;
    }
    let (mut all, mut dashes, mut dots) = (0, 0, 0);
    for character in characters(line) {
        match character {
            Ok(' ' | '\t' | '\x0b' | '\x0c') => continue,
            Ok('-' | '=') => dashes += 1,
            Ok('.') => dots += 1,
            Ok('_' | '?' | '·') | Err(_) => return false,
            Ok(other) if other.is_alphanumeric() || other.is_control() => return false,
            Ok(_) => {}
        }
        all += 1;
    }
    dots == 0 || (all >= 13 && 3 * dashes >= 2 * all)
}

/// Is this the line under the head of a table in Markdown?
pub(crate) fn is_rule_of_table(line: &[u8]) -> bool {
    line.contains(&b'-') && line.iter().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(line: &str) -> Result<Row, (Option<u32>, String)> {
        let row = Scan::of(line.as_bytes()).row(line.as_bytes(), 4);
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
    fn tables_with_empty_places_are_decoded_at_once() {
        let puzzle =
            Puzzle::from_digits(std::array::from_fn(|i| if i % 4 == 0 { (i / 9 + 1) as u8 } else { 0 }))
                .unwrap();
        for separator in [",", ";", "\t"] {
            let row = |row: &[u8]| {
                row.iter()
                    .map(|d| if *d == 0 { String::new() } else { d.to_string() })
                    .collect::<Vec<_>>()
                    .join(separator)
            };
            let text: String = puzzle.digits().chunks(9).map(|digits| row(digits) + "\n").collect();
            assert_eq!(decode((text.clone() + "1").as_bytes()), Some((puzzle, text.len())), "{text}");
            for at in 0..text.len() {
                assert_eq!(decode(&text.as_bytes()[..at]), None);
                let mut other = text.clone().into_bytes();
                other[at] = b'0';
                assert_eq!(decode(&other), None, "{text} {at}");
                other.remove(at);
                if text.as_bytes()[at] == b'\n' || text[at..].starts_with(separator) {
                    assert_eq!(decode(&other), None, "{text} {at}");
                }
            }
            // All places of the first row filled, or none: the long way decides.
            for first in [[0; 9], [1, 2, 3, 4, 5, 6, 7, 8, 9]] {
                let mut cells = *puzzle.digits();
                cells[..9].copy_from_slice(&first);
                let text: String = cells.chunks(9).map(|digits| row(digits) + "\n").collect();
                assert_eq!(decode(text.as_bytes()), None);
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
        assert_eq!(row("53,.7...1"), error(None, "row 4 has 8 cells, expected 9"));
        assert_eq!(row("53.07.\u{b8}."), error(Some(7), "unknown character '¸'"));
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
            ".-----------.",
            ":-------+-------+-------:",
            "'-------'-------'-------'",
            "*********",
        ] {
            assert!(is_border(line.as_bytes()), "{line}");
        }
        // From thirteen characters on, of which two thirds draw.
        assert!(!is_border(b".----------.") && !is_border(b".-----|.||---") && is_border(b".-----|.|----"));
        for line in [
            ".........",
            ". . . | . . . | . . .",
            "-.-.-.-.-",
            "--- 1 ---",
            "--x--",
            "..-------",
            ".----------.",
            ".---|||.|||--",
            "_________",
        ] {
            assert!(!is_border(line.as_bytes()), "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_short_way_to_a_table_gives_what_the_long_way_does(line in "([1-9]?,){8}[1-9]?,?|([1-9]?[;,\t]){7,10}[1-9]?|[1-9;]{0,20}") {
            if let Some(row) = Row::of_table(line.as_bytes()) {
                prop_assert_eq!(places(line.as_bytes(), 1), Some(Places::Row(row)));
                prop_assert!(Scan::of(line.as_bytes()).row(line.as_bytes(), 1).is_err());
            } else if let Some(Places::Row(row)) = places(line.as_bytes(), 1) {
                prop_assert!(row.empty.is_none());
            }
        }

        #[test]
        fn the_short_way_to_parted_rows_gives_what_the_long_way_does(
            line in "([1-9.][ ,|]?){9}|([1-9.0x?]?[ |,;\t\"'\\[\\]{}()]?){0,16}|\\[([1-9_], ){8}[1-9_]\\],|(\\| ([1-9.] ){3}){3}\\|",
        ) {
            let long = Scan::of(line.as_bytes()).row(line.as_bytes(), 1).ok();
            prop_assert_eq!(Row::parted(line.as_bytes()), long);
        }

        #[test]
        fn the_short_way_gives_what_the_long_way_does(line in "[1-9.]{8,10}|[1-9.0x?|+ \t*é-]{0,20}|([1-9_] ?){9}") {
            let (plain, long) = (Row::plain(line.as_bytes()), Scan::of(line.as_bytes()).row(line.as_bytes(), 1).ok());
            if line.bytes().all(|byte| byte.is_ascii_digit() || b" \t._x?".contains(&byte)) {
                prop_assert_eq!(plain, long);
            } else {
                prop_assert_eq!(plain, None);
            }
        }
    }
}
