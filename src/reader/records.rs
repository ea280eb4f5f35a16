//! Lines → records.
//!
//! ```text
//!                 a record on one line
//!                      ┌──────┐
//!                      │      ▼                 row 1
//!   empty, title, ──► between records ─────────────────────────► within a record ◄─┐ rows 2–8, border, comment,
//!   border, comment       ▲  ▲  ▲                                   │  │     │     ├─ an empty line after row 3,
//!                         │  │  └──────── row 9: a record ──────────┘  │     └─────┘  and then after row 6
//!                         │  └─ empty line, title, line, end: cut off ─┘     │
//!                         │                                                  │ a line too bad to be counted
//!                         └────────────── skipping ◄─────────────────────────┘
//! ```
//!
//! A record ends with its ninth row, whatever follows, so whoever waits for its answer gets it. Only where empty
//! lines part it into bands, the rows that follow are looked at, if they wait: three rows and three rows that others
//! left behind may stand before a whole record, or another record right behind the bands.
//!
//! ```text
//!   3 rows, empty, 3 rows, empty, 3 rows          a record in bands
//!                                 4–8 rows        likewise, and what begins behind it
//!                                 9 rows          two that are cut off, and a record
//!                                 10 rows         a record in bands, and another
//! ```
//!
//! # Lines of text
//!
//! Before the first record they are headers; next to records of nine lines up to three in a row are titles, and a
//! longer run is one malformed record; right behind a record on one line each is a malformed record, unless it is
//! one of the headers again. After an empty line behind a record on one line, what follows decides: before a row it
//! was a title.
//!
//! # After a malformed record
//!
//! A bad record on one line ends with its line. A nine-line record that is cut off ends where it is cut. A bad row
//! that is about as long as a row (8 to 10 characters) is counted like a good one, and so the record ends with its
//! ninth row: in a list without empty lines one bad cell costs one record. After any other bad line the rest is
//! skipped, so that one record is one fault:
//!
//! - At the next empty line, title or one-line record (good or bad), or at the end, all is clear.
//! - If exactly nine good rows stand between a bad line and the next one, or the point where all is clear, they
//!   are a record: what stood before them was rubbish, and a good record after rubbish is not lost.
//! - Where these two disagree (a bad line that may be a row, nine good rows), the line after them decides: if it
//!   is another row, good or bad, the bad line was the first row of a record, and the last two begin the next one.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::line::{Class, trim};
use crate::format::grid::{Layout, Row};
use crate::format::{Cut, Fault, FaultKind, Flaw};
use crate::grid::{CELLS, Puzzle};

/// A puzzle as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line of the input where it begins, from 1.
    pub line: u64,
    /// The puzzle, or what is wrong.
    pub puzzle: Result<Puzzle, Fault>,
}

/// So many lines of text in a row are a title; more are no title any more.
const TITLE: u8 = 3;

/// Two bands that are cut off, and nine rows.
const BANDS_AND_ROWS: usize = 15;

/// So many headers are remembered, should they come again.
const HEADERS: usize = 64;

/// Makes records of classified lines.
#[derive(Debug)]
pub(super) struct Machine {
    state: State,
    /// Within a record: its rows so far. Skipping: the good rows since the last bad line.
    rows: Vec<Line>,
    /// The empty lines that part the rows into bands, by the first of each.
    gaps: Vec<u64>,
    before: Before,
    /// The line before, comments aside, was a record on one line, or a bad one behind such a one.
    right_behind: bool,
    /// How many lines of text stand here in a row, and the first of them.
    run: u8,
    run_line: u64,
    /// Lines of text behind a record on one line and an empty line: titles or bad records.
    texts: Vec<(u64, Flaw)>,
    /// Rows of blanks, not yet known to be rows.
    blanks: Option<Blanks>,
    /// What stood before the first record.
    headers: Vec<u64>,
    /// This is an `.sdk` file with sections.
    sections: bool,
    /// Lines that were passed over as text.
    skipped: u64,
    records: u64,
    /// No line has been seen yet, empty ones and comments aside.
    first: bool,
}

/// Where in the stream the next line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between records.
    Between,
    /// Within a record of nine lines.
    Within,
    /// Behind nine rows in three bands, or more.
    Bands,
    /// In the rest of a malformed record that is reported.
    Skipping,
    /// Behind a bad line and eight good rows, or nine; the fault is reported.
    BadFirst,
    /// In a section that holds no puzzle.
    Section,
}

/// What the last record was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// There was none yet.
    Start,
    OneLine,
    Rows,
}

/// A line that is a row, or stands for one.
#[derive(Clone, Copy, Debug)]
struct Line {
    number: u64,
    row: Result<Row, Flaw>,
    /// It can be counted as a row.
    counts: bool,
}

#[derive(Clone, Copy, Debug)]
struct Blanks {
    layout: Layout,
    line: u64,
    count: u8,
}

/// What becomes of a line: is it used up, and does a record end with it?
pub(super) struct Step {
    pub(super) taken: bool,
    pub(super) record: Option<Record>,
}

impl Step {
    /// The line is used up.
    fn take(record: Option<Record>) -> Step {
        Step { taken: true, record }
    }

    /// The line is looked at again, in another state.
    fn leave(record: Option<Record>) -> Step {
        Step { taken: false, record }
    }
}

/// A malformed record that begins on one line and is wrong on another.
fn faulty(begin: u64, line: u64, (column, kind): Flaw) -> Record {
    Record { line: begin, puzzle: Err(Fault { line, column, kind }) }
}

/// What is wrong first with these rows as a record, and where.
fn flaw(rows: &[Line]) -> Option<(u64, Flaw)> {
    let mut kind = None;
    for line in rows {
        match line.row {
            Err(flaw) => return Some((line.number, flaw)),
            Ok(Row { empty: Some((other, column)), .. }) => {
                let first = *kind.get_or_insert(other);
                if first != other {
                    return Some((line.number, (Some(column), FaultKind::Mixed { first, other })));
                }
            }
            Ok(_) => {}
        }
    }
    None
}

/// Are blanks empty cells here?
fn has_blanks(row: &Row) -> bool {
    matches!(row.empty, Some((' ', _)))
}

/// The record that nine rows are.
fn record(rows: &[Line]) -> Option<Record> {
    let begin = rows.first()?.number;
    if rows.len() != 9 {
        return None;
    }
    if let Some((line, flaw)) = flaw(rows) {
        return Some(faulty(begin, line, flaw));
    }
    debug_assert!(rows.iter().all(|line| line.row.is_ok()), "a bad row is a flaw");
    let mut cells = [0; CELLS];
    for (cells, line) in cells.as_chunks_mut::<9>().0.iter_mut().zip(rows) {
        *cells = line.row.ok()?.digits;
    }
    Some(Record { line: begin, puzzle: Ok(Puzzle::from_digits(cells).ok()?) })
}

impl Machine {
    pub(super) fn new() -> Machine {
        Machine {
            state: State::Between,
            rows: Vec::with_capacity(10),
            gaps: Vec::with_capacity(2),
            before: Before::Start,
            right_behind: false,
            run: 0,
            run_line: 0,
            texts: Vec::new(),
            blanks: None,
            headers: Vec::new(),
            sections: false,
            skipped: 0,
            records: 0,
            first: true,
        }
    }

    /// A record may begin here, and nothing is held back.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.state == State::Between && self.texts.is_empty() && self.blanks.is_none()
    }

    /// A good record has gone by that was read without a look at single lines.
    #[inline]
    pub(super) fn passed(&mut self, one_line: bool) {
        self.ended(if one_line { Before::OneLine } else { Before::Rows });
        self.first = false;
        self.records += 1;
    }

    #[inline]
    fn ended(&mut self, before: Before) {
        self.before = before;
        self.right_behind = before == Before::OneLine;
        self.run = 0;
    }

    /// How many rows of a record stand before the next line; `None` where one would begin.
    pub(super) fn rows(&self) -> Option<u8> {
        match self.state {
            State::Between | State::Section => None,
            _ => Some(self.rows.len().min(8) as u8),
        }
    }

    /// No line has been seen yet, empty ones and comments aside.
    pub(super) fn is_first(&self) -> bool {
        self.first
    }

    /// How many lines were passed over as text.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    /// There were lines, but nothing was meant as a puzzle.
    pub(super) fn is_nothing(&self) -> bool {
        !self.first && self.records == 0
    }

    /// Forgets what has begun.
    pub(super) fn give_up(&mut self) {
        self.state = State::Between;
        self.texts.clear();
        self.first = true;
    }

    /// What becomes of the next line.
    pub(super) fn step(&mut self, number: u64, class: Class, text: &[u8]) -> Step {
        self.first &= matches!(class, Class::Empty | Class::Comment);
        let step = match self.state {
            State::Between => self.between(number, class, text),
            State::Within => self.within(number, class),
            State::Bands => self.behind_bands(number, class),
            State::Skipping => self.skipping(number, class),
            State::BadFirst => self.bad_first(number, class),
            State::Section => self.section(class),
        };
        self.records += u64::from(step.record.is_some());
        step
    }

    /// A record that is whole if nothing more is waiting.
    pub(super) fn dry(&mut self) -> Option<Record> {
        let is_whole = self.gaps.len() < 2 || matches!(self.rows.len(), 9 | BANDS_AND_ROWS);
        let record = if self.state == State::Bands && is_whole { self.bands() } else { None };
        self.records += u64::from(record.is_some());
        record
    }

    /// What the end of the input brings.
    pub(super) fn end(&mut self) -> Option<Record> {
        let record = match self.state {
            State::Between if !self.texts.is_empty() => Some(self.first_text()),
            State::Between | State::Section => None,
            State::Within => {
                let last = self.rows.last().map_or(0, |line| line.number);
                self.cut(last, Cut::End).record
            }
            State::Bands => self.bands(),
            State::Skipping | State::BadFirst => self.clear().record,
        };
        self.records += u64::from(record.is_some());
        record
    }

    fn between(&mut self, number: u64, class: Class, text: &[u8]) -> Step {
        match class {
            Class::Comment | Class::Markup => Step::take(None),
            Class::Border { rule } => {
                // What stands above it is the head of a table.
                self.blanks = self.blanks.filter(|_| !rule);
                self.right_behind = false;
                Step::take(None)
            }
            Class::Empty => {
                (self.right_behind, self.run, self.blanks) = (false, 0, None);
                Step::take(None)
            }
            Class::BlankRow(layout) => {
                if layout == Layout::Table(b'\t') {
                    // An empty line, perhaps, and perhaps the first row.
                    (self.right_behind, self.run) = (false, 0);
                }
                let count = self.blanks.filter(|blanks| blanks.layout == layout).map_or(0, |b| b.count);
                let line = self.blanks.filter(|_| count > 0).map_or(number, |blanks| blanks.line);
                self.blanks = (count < 8).then_some(Blanks { layout, line, count: count + 1 });
                Step::take(None)
            }
            Class::Section { puzzle } if puzzle || self.sections => {
                (self.sections, self.run) = (true, 0);
                self.state = if puzzle { State::Between } else { State::Section };
                self.skipped += 1;
                Step::take(None)
            }
            Class::Text | Class::Number | Class::Section { .. } => {
                self.text(number, text, matches!(class, Class::Number))
            }
            Class::Row(_) | Class::Bad { counts: true, .. } => self.begin(number, class),
            _ if !self.texts.is_empty() => Step::leave(Some(self.first_text())),
            Class::Bad { .. } if !self.right_behind => self.begin(number, class),
            Class::Bad { flaw, .. } => Step::take(Some(faulty(number, number, flaw))),
            Class::OneLine(puzzle) => {
                self.ended(Before::OneLine);
                self.blanks = None;
                let record = match puzzle {
                    Ok(puzzle) => Record { line: number, puzzle: Ok(puzzle) },
                    Err(flaw) => faulty(number, number, flaw),
                };
                Step::take(Some(record))
            }
            Class::TooLong => {
                self.run = 0;
                if self.before == Before::Start {
                    self.ended(Before::OneLine);
                }
                Step::take(Some(faulty(number, number, (None, FaultKind::TooLong))))
            }
        }
    }

    /// A line of text, or a number, between records.
    fn text(&mut self, number: u64, text: &[u8], is_number: bool) -> Step {
        let cells = text.iter().filter(|byte| byte.is_ascii_digit()).count() as u32;
        let kind = if is_number { FaultKind::RowCells { row: 1, cells } } else { FaultKind::Text };
        let flaw = (None, kind);
        let mut hasher = DefaultHasher::new();
        trim(text).hash(&mut hasher);
        let hash = hasher.finish();
        match self.before {
            Before::Start => {
                if self.headers.len() < HEADERS {
                    self.headers.push(hash);
                }
                self.skipped += 1;
            }
            Before::Rows => {
                self.run = (self.run + 1).min(TITLE + 2);
                match self.run {
                    1 => self.run_line = number,
                    run if run > TITLE + 1 => return Step::take(None),
                    run if run > TITLE => {
                        self.skipped -= u64::from(TITLE);
                        return Step::take(Some(faulty(
                            self.run_line,
                            self.run_line,
                            (None, FaultKind::Text),
                        )));
                    }
                    _ => {}
                }
                self.skipped += 1;
            }
            Before::OneLine if self.headers.contains(&hash) => self.skipped += 1,
            Before::OneLine if self.right_behind => {
                return if self.texts.is_empty() {
                    Step::take(Some(faulty(number, number, flaw)))
                } else {
                    Step::leave(Some(self.first_text()))
                };
            }
            Before::OneLine if self.texts.len() < usize::from(TITLE) => self.texts.push((number, flaw)),
            Before::OneLine => {
                // Too many for a title.
                self.right_behind = true;
                return Step::leave(None);
            }
        }
        Step::take(None)
    }

    /// The first of the lines of text that turned out to be no title.
    fn first_text(&mut self) -> Record {
        let (line, flaw) = self.texts.remove(0);
        faulty(line, line, flaw)
    }

    /// A record of nine lines begins.
    fn begin(&mut self, number: u64, class: Class) -> Step {
        // What was held back was a title.
        self.skipped += self.texts.len() as u64;
        self.texts.clear();
        (self.state, self.run) = (State::Within, 0);
        self.rows.clear();
        self.gaps.clear();
        if let (Some(blanks), Class::Row(row)) = (self.blanks.take(), class)
            && blanks.layout == row.layout
            && has_blanks(&row)
        {
            let blank = Line { number: blanks.line, row: Ok(Row::blank(blanks.layout)), counts: true };
            self.rows.extend((0..blanks.count).map(|_| blank));
        }
        self.within(number, class)
    }

    fn within(&mut self, number: u64, class: Class) -> Step {
        let parted = self.rows.len() == 3 * self.gaps.len();
        let full = self.rows.len() == 3 * (self.gaps.len() + 1);
        let line = match class {
            Class::Comment | Class::Border { .. } | Class::Markup => return Step::take(None),
            Class::BlankRow(layout) if self.has(layout) => {
                Line { number, row: Ok(Row::blank(layout)), counts: true }
            }
            Class::Empty | Class::BlankRow(Layout::Table(b'\t')) => {
                // Three lines of rubbish are no band.
                let is_band = full && self.rows.iter().rev().take(3).any(|line| line.row.is_ok());
                if is_band && self.gaps.len() < 2 {
                    self.gaps.push(number);
                } else if !parted {
                    return self.cut(number, Cut::Empty);
                }
                return Step::take(None);
            }
            Class::BlankRow(_) => return Step::take(None),
            Class::Text | Class::Number | Class::Section { .. } => return self.cut(number, Cut::Title),
            Class::OneLine(_) => return self.cut(number, Cut::Record),
            Class::Row(row) => Line { number, row: Ok(row), counts: true },
            Class::Bad { flaw, counts } => Line { number, row: Err(flaw), counts },
            Class::TooLong => Line { number, row: Err((None, FaultKind::TooLong)), counts: false },
        };
        if full && !self.gaps.is_empty() {
            return Step::leave(Some(self.drop_band()));
        }
        self.rows.push(line);
        match self.rows.len() {
            9 if !self.gaps.is_empty() => self.state = State::Bands,
            count @ 4.. if self.gaps.is_empty() && self.rows.iter().any(|line| !line.counts) => {
                return Step::take(self.skip(count));
            }
            9 => return Step::take(self.whole()),
            _ => {}
        }
        Step::take(None)
    }

    /// Has the record rows in this layout, with blanks as empty cells? (In a drawing with other ones a line of blanks is
    /// just room.)
    fn has(&self, layout: Layout) -> bool {
        self.rows.iter().any(|line| line.row.is_ok_and(|row| row.layout == layout && has_blanks(&row)))
    }

    /// There are nine rows.
    fn whole(&mut self) -> Option<Record> {
        self.ended(Before::Rows);
        let record = record(&self.rows);
        let bad_first = |rows: &[Line]| {
            rows.split_first().is_some_and(|(first, rest)| first.row.is_err() && flaw(rest).is_none())
        };
        self.state = State::Between;
        if self.gaps.is_empty() && bad_first(&self.rows) {
            self.rows.remove(0);
            self.state = State::BadFirst;
        }
        record
    }

    /// The first band was all that came of a record; the others go on.
    fn drop_band(&mut self) -> Record {
        let gap = self.gaps.remove(0);
        let band: Vec<Line> = self.rows.drain(..3).collect();
        self.state = State::Within;
        let cut = (gap, (None, FaultKind::CutOff { by: Cut::Empty, row: 3 }));
        let (line, flaw) = flaw(&band).unwrap_or(cut);
        faulty(band.first().map_or(gap, |line| line.number), line, flaw)
    }

    /// The record that has begun is cut off by the line with this number.
    fn cut(&mut self, number: u64, by: Cut) -> Step {
        let count = self.rows.len();
        if self.gaps.len() == 1 && matches!(count, 4 | 5) {
            return Step::leave(Some(self.drop_band()));
        }
        self.state = State::Between;
        self.ended(Before::Rows);
        // The empty line before it cut it off already.
        let gap = self.gaps.last().filter(|_| count == 3 * self.gaps.len());
        let (number, by) = gap.map_or((number, by), |&gap| (gap, Cut::Empty));
        let cut = (number, (None, FaultKind::CutOff { by, row: count as u8 }));
        let (line, flaw) = flaw(&self.rows).unwrap_or(cut);
        let begin = self.rows.first().map_or(number, |line| line.number);
        Step::leave(Some(faulty(begin, line, flaw)))
    }

    /// A record with a line that can't be counted is malformed; what follows its last bad line may be a good one.
    fn skip(&mut self, count: usize) -> Option<Record> {
        self.state = State::Skipping;
        let begin = self.rows.first().map(|line| line.number);
        let fault = flaw(&self.rows);
        let good = self.rows.iter().rev().take_while(|line| line.row.is_ok()).count();
        self.rows.drain(..count - good);
        Some(faulty(begin?, fault?.0, fault?.1))
    }

    /// More rows behind the third band: the rest of nine that two bands stand before which are cut off, or another
    /// record behind three.
    fn behind_bands(&mut self, number: u64, class: Class) -> Step {
        let row = match class {
            Class::Row(row) => Ok(row),
            Class::Bad { flaw, counts: true } => Err(flaw),
            _ => return Step::leave(self.bands()),
        };
        if self.gaps.len() < 2 || self.rows.len() == BANDS_AND_ROWS {
            return Step::leave(self.first_nine());
        }
        self.rows.push(Line { number, row, counts: true });
        Step::take(None)
    }

    /// What three bands are if no more rows follow, or two bands and nine rows.
    fn bands(&mut self) -> Option<Record> {
        match (self.gaps.len(), self.rows.len()) {
            (0, _) | (_, 9) => self.whole(),
            (1, _) | (_, BANDS_AND_ROWS) => {
                let record = self.drop_band();
                self.state = State::Bands;
                Some(record)
            }
            _ => self.first_nine(),
        }
    }

    /// Three bands are a record, and another has begun behind them.
    fn first_nine(&mut self) -> Option<Record> {
        let rest = self.rows.split_off(9);
        let record = self.whole();
        self.state = State::Within;
        self.rows = rest;
        self.gaps.clear();
        record
    }

    fn skipping(&mut self, number: u64, class: Class) -> Step {
        match class {
            Class::Comment | Class::Border { .. } | Class::Markup => {}
            Class::BlankRow(layout) if layout != Layout::Table(b'\t') => {
                if self.has(layout) {
                    self.keep(Line { number, row: Ok(Row::blank(layout)), counts: true });
                }
            }
            Class::Row(row) => self.keep(Line { number, row: Ok(row), counts: true }),
            Class::Bad { .. } | Class::TooLong if self.rows.len() != 9 => self.rows.clear(),
            _ => return self.clear(),
        }
        Step::take(None)
    }

    /// Keeps a good row; more than nine are no record.
    fn keep(&mut self, line: Line) {
        if self.rows.len() < 10 {
            self.rows.push(line);
        }
    }

    /// The malformed record is over; if nine good rows stand behind it, they are a record.
    fn clear(&mut self) -> Step {
        self.state = State::Between;
        self.ended(Before::Rows);
        let good = flaw(&self.rows).is_none();
        Step::leave(record(&self.rows).filter(|_| good))
    }

    /// Behind a bad first row and eight good ones: with one more row they are nine good rows, or a new record has
    /// begun; the line after tells.
    fn bad_first(&mut self, number: u64, class: Class) -> Step {
        match class {
            Class::Comment | Class::Border { .. } | Class::Markup => Step::take(None),
            Class::Row(row) if self.rows.len() == 8 => {
                self.rows.push(Line { number, row: Ok(row), counts: true });
                if flaw(&self.rows).is_some() {
                    self.rows.drain(..8);
                    self.state = State::Within;
                }
                Step::take(None)
            }
            Class::Row(_) | Class::Bad { .. } | Class::TooLong if self.rows.len() == 9 => {
                self.rows.drain(..8);
                self.state = State::Within;
                Step::leave(None)
            }
            _ => self.clear(),
        }
    }

    fn section(&mut self, class: Class) -> Step {
        match class {
            Class::Section { puzzle: true } => self.state = State::Between,
            Class::Empty | Class::Comment => return Step::take(None),
            _ => {}
        }
        self.skipped += 1;
        Step::take(None)
    }
}
