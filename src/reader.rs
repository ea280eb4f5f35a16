//! Bytes → records, lazily and in bounded memory.
//!
//! The lines come from [`lines`](Lines); what each one is, its own characters tell (`shape.rs`, by the grammars
//! at the top of `format/line.rs` and `format/grid.rs`); what they are together is decided here:
//!
//! ```text
//!                 a record on one line
//!                      ┌──────┐
//!                      │      ▼                 row 1
//!   empty, title, ──► between records ─────────────────────────► within a record ◄─┐ rows 2–8,
//!   border, comment       ▲  ▲  ▲                                   │  │     │     ├─ border,
//!                         │  │  └──────── row 9: a record ──────────┘  │     └─────┘  comment
//!                         │  └─ empty line, title, line, end: cut off ─┘     │
//!                         │                                                  │ a bad row
//!                         └────────────── skipping ◄─────────────────────────┘
//! ```
//!
//! A record ends with its ninth row, whatever follows, so whoever waits for its answer gets it. Comments and
//! borders pass everywhere. A line that is one number (but no row) passes as the first of the stream.
//!
//! # After a malformed record
//!
//! A bad record on one line ends with its line. A nine-line record that is cut off ends where it is cut. After a
//! bad row, the rest of its record is skipped, so that one record is one fault:
//!
//! - At the next empty line, title or one-line record (good or bad), or at the end, all is clear.
//! - While every line is about as long as a row (8 to 10 characters), they are counted, and the record ends with
//!   its ninth row like a good one: in a list without empty lines one bad cell costs one record.
//! - If exactly nine good rows stand between a bad line and the next one, or the point where all is clear, they
//!   are a record: what stood before them was rubbish, and a good record after rubbish is not lost.
//! - Where these two disagree (a bad line that may be a row, nine good rows), the line after them decides: if it
//!   is another row, good or bad, the bad line was the first row of a record, and the last two begin the next one.
//!
//! Nine rows with an empty line or a title among them are two records, both cut off: a good one may begin there.
//!
//! Some lines say nothing of what they were meant as. Rubbish where a record would begin is taken for the first
//! of nine rows; but right below a record on one line, each such line is taken for another, until a row comes. A
//! line that is too long is taken for a record on one line, or within nine rows for one of them.
//!
//! Imports point down:
//!
//! ```text
//!   lines shape   bytes → lines; a line → what it may be
//! ```

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::format::{Cut, Fault, FaultKind, Flaw, csv, grid, line};
use crate::grid::{CELLS, Puzzle};

mod lines;
mod shape;

pub use lines::{LINE_LIMIT, Lines, TooLong};
use shape::Shape;

/// A puzzle as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line of the input where it begins, from 1.
    pub line: u64,
    /// The puzzle, or what is wrong.
    pub puzzle: Result<Puzzle, Fault>,
}

/// The records of a source, in order.
///
/// As an iterator it reads when it must. Who wants to do something else before it waits for input (answer what
/// has come so far, say) takes [`Reader::next_waiting`] until nothing is left, then [`Reader::read_more`].
///
/// ```
/// use sudoku::reader::Reader;
/// let text = "\
/// 53..7....
/// 6..195...
/// .98....6.
/// 8...6...3
/// 4..8.3..1
/// 7...2...6
/// .6....28.
/// ...419..5
/// ....8..79
/// oops, no puzzle
/// 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......,17 clues
/// 4.....8.5.3
/// ";
/// let records: Vec<_> = Reader::new(text.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(records.len(), 3);
/// assert_eq!(records[0].puzzle.unwrap().clues(), 30);
/// assert_eq!((records[1].line, records[1].puzzle.unwrap().clues()), (11, 17));
/// let fault = records[2].puzzle.unwrap_err();
/// assert_eq!((fault.line, fault.kind.to_string()), (12, "row 1 has 11 cells, expected 9".to_string()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    state: State,
    /// Within a record: its rows so far. Skipping: the good rows since the last bad one.
    rows: Rows,
    /// No line has been seen yet, empty ones and comments aside.
    first: bool,
    /// The line before, comments aside, was a record on one line, or rubbish below such a one.
    one_line: bool,
}

/// Where in the stream the next line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between records.
    Between,
    /// Within a record of nine lines.
    Within,
    /// In the rest of a malformed record of nine lines, after this many rows, good and bad; `None` if they can't
    /// be counted.
    Skipping(Option<u8>),
}

/// The first rows of a record.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    /// Where the first row stands, and the last.
    line: u64,
    last: u64,
    /// How many there are; more than nine are no record.
    count: u8,
    /// The kind of the empty cells.
    empty: Option<char>,
    digits: [[u8; 9]; 9],
}

impl Rows {
    /// The rows of which this is the first.
    fn first(line: u64, row: grid::Row) -> Rows {
        let mut rows = Rows::default();
        // A row alone has one kind of empty cells.
        let _ = rows.push(line, row);
        rows
    }

    /// Adds a row. If its empty cells are of another kind than those before, the rows are no record any more.
    fn push(&mut self, line: u64, row: grid::Row) -> Result<(), Flaw> {
        if self.count == 0 {
            self.line = line;
        }
        self.last = line;
        if let Some(digits) = self.digits.get_mut(self.count as usize) {
            *digits = row.digits;
        }
        self.count = (self.count + 1).min(10);
        match (self.empty, row.empty) {
            (Some(first), Some((other, column))) if first != other => {
                self.count = 10;
                Err((Some(column), FaultKind::Mixed { first, other }))
            }
            (None, Some((kind, _))) => {
                self.empty = Some(kind);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Forgets all rows but the last.
    fn keep_last(&mut self) {
        let digits = self.digits[usize::from(self.count.clamp(1, 9)) - 1];
        let empty = self.empty.filter(|_| digits.contains(&0)).map(|kind| (kind, 0));
        *self = Rows::first(self.last, grid::Row { digits, empty });
    }

    /// The record that these rows are, if there are nine.
    fn record(&self) -> Option<Record> {
        if self.count != 9 {
            return None;
        }
        let mut cells = [0; CELLS];
        cells.copy_from_slice(self.digits.as_flattened());
        Some(Record { line: self.line, puzzle: Ok(Puzzle::from_digits(cells).ok()?) })
    }

    /// These rows are all that came of a record.
    fn cut_off(&self, line: u64, by: Cut) -> Option<Record> {
        faulty(self.line, line, (None, FaultKind::CutOff { by, row: self.count }))
    }
}

/// A malformed record that begins on one line and is wrong on another.
fn faulty(begin: u64, line: u64, (column, kind): Flaw) -> Option<Record> {
    Some(Record { line: begin, puzzle: Err(Fault { line, column, kind }) })
}

/// What becomes of a line: is it used up, and does a record end with it?
struct Step {
    taken: bool,
    record: Option<Record>,
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

impl<R: Read> Reader<R> {
    /// The records of a source. It is read in large pieces, so it needs no buffer of its own.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            lines: Lines::new(source),
            state: State::Between,
            rows: Rows::default(),
            first: true,
            one_line: false,
        }
    }

    /// The next record that is whole in the buffer already. Never reads; `None` if nothing whole is waiting.
    #[inline]
    pub fn next_waiting(&mut self) -> Option<Record> {
        loop {
            // For the caller to inline: a record is 100 bytes, and to pass it on from hand to hand cost 5 of 21 ns.
            if let Some(record) = self.exact_record() {
                return Some(record);
            }
            if let ControlFlow::Break(record) = self.next_line() {
                return record;
            }
        }
    }

    /// What the next line brings: the end of a record, or the end of what waits, or nothing yet.
    fn next_line(&mut self) -> ControlFlow<Option<Record>> {
        let rows = (self.state != State::Between).then_some(self.rows.count);
        let Some((number, line)) = self.lines.look() else { return ControlFlow::Break(self.last_record()) };
        let shape = match line {
            Ok(text) if self.first && shape::is_count(text) => Shape::Title,
            Ok(text) => Shape::of(text, rows),
            Err(TooLong { comment: true }) => Shape::Comment,
            Err(TooLong { comment: false }) => Shape::TooLong,
        };
        self.first &= matches!(shape, Shape::Blank | Shape::Comment);
        let step = match self.state {
            State::Between => self.between(number, shape),
            State::Within => self.within(number, shape),
            State::Skipping(count) => self.skipping(count, number, shape),
        };
        if step.taken {
            self.lines.take();
        }
        match step.record {
            Some(record) => ControlFlow::Break(Some(record)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Reads once from the source. `Ok(false)`: the end was reached, and what [`Reader::next_waiting`] gives
    /// from now on is all there is.
    ///
    /// # Errors
    /// Those of the source, save [`io::ErrorKind::Interrupted`]; and [`io::ErrorKind::InvalidData`] for UTF-16.
    /// After an error there are no more records.
    pub fn read_more(&mut self) -> io::Result<bool> {
        let result = self.lines.read_more();
        if result.is_err() {
            self.state = State::Between;
        }
        result
    }

    /// A record that stands next in the buffer in exactly one of the shapes that nearly every file has, without
    /// a look at single lines. It must give what the long way would.
    ///
    /// A line of 81 cells takes 13 ns, a grid as we write it 23, compact rows 33; without this, nine rows take over
    /// 400 (Zen 5, in memory).
    #[inline]
    fn exact_record(&mut self) -> Option<Record> {
        if self.state != State::Between {
            return None;
        }
        let bytes = self.lines.waiting();
        // An empty line may stand before it.
        let empty = match bytes {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        let bytes = &bytes[empty..];
        // The byte after 81 cells tells the forms apart; in a grid it is a cell or a space.
        let (lines, (puzzle, length)) = match bytes.get(CELLS)? {
            b'\n' | b'\r' => (1, line::decode(bytes)?),
            b',' => (1, csv::decode(bytes)?),
            _ => (9, grid::decode(bytes)?),
        };
        let line = self.lines.number() + u64::from(empty > 0);
        self.lines.take_bytes(empty + length, u64::from(empty > 0) + lines);
        (self.first, self.one_line) = (false, lines == 1);
        Some(Record { line, puzzle: Ok(puzzle) })
    }

    /// What the end of the lines brings, if that is the end of all.
    fn last_record(&mut self) -> Option<Record> {
        if !self.lines.is_over() {
            return None;
        }
        match std::mem::replace(&mut self.state, State::Between) {
            State::Between => None,
            State::Within => self.rows.cut_off(self.rows.last, Cut::End),
            State::Skipping(_) => self.rows.record(),
        }
    }

    fn between(&mut self, number: u64, shape: Shape) -> Step {
        match shape {
            Shape::Comment => Step::take(None),
            Shape::Blank | Shape::Border | Shape::Title => {
                self.one_line = false;
                Step::take(None)
            }
            Shape::Row(row) => {
                self.begin(Rows::first(number, row));
                Step::take(None)
            }
            Shape::Line(Ok(puzzle)) => {
                self.one_line = true;
                Step::take(Some(Record { line: number, puzzle: Ok(puzzle) }))
            }
            Shape::Line(Err(flaw)) => {
                self.one_line = true;
                Step::take(faulty(number, number, flaw))
            }
            Shape::BadRow { flaw, counts } => {
                self.one_line &= !counts;
                self.skip(counts.then_some(0));
                Step::take(faulty(number, number, flaw))
            }
            Shape::TooLong => Step::take(faulty(number, number, (None, FaultKind::TooLong))),
        }
    }

    fn within(&mut self, number: u64, shape: Shape) -> Step {
        let before = self.rows.count;
        let (flaw, counts) = match shape {
            Shape::Comment | Shape::Border => return Step::take(None),
            Shape::Blank => return self.cut(number, Cut::Empty),
            Shape::Title => return self.cut(number, Cut::Title),
            Shape::Line(_) => return self.cut(number, Cut::Record),
            Shape::Row(row) => match self.rows.push(number, row) {
                Ok(()) => {
                    let record = self.rows.record();
                    if record.is_some() {
                        self.state = State::Between;
                    }
                    return Step::take(record);
                }
                Err(flaw) => (flaw, true),
            },
            Shape::BadRow { flaw, counts } => (flaw, counts),
            Shape::TooLong => ((None, FaultKind::TooLong), false),
        };
        let record = faulty(self.rows.line, number, flaw);
        self.skip(counts.then_some(before));
        Step::take(record)
    }

    fn skipping(&mut self, count: Option<u8>, number: u64, shape: Shape) -> Step {
        match (shape, count) {
            (Shape::Comment | Shape::Border, _) => {}
            (Shape::Blank | Shape::Title | Shape::Line(_), _) => return self.clear(),
            // Nine good rows since the last bad line, which was no row; or rubbish below a record on one line, and
            // more of it; or a bad first row, eight good ones, and a bad one.
            (Shape::BadRow { .. } | Shape::TooLong, _)
                if (count.is_none() && self.rows.count == 9) || self.one_line || count == Some(9) =>
            {
                return self.clear();
            }
            // A bad first row, eight good ones, and a tenth row: nine good rows, or a new record ...
            (Shape::Row(row), Some(9)) => match self.rows.push(number, row) {
                Ok(()) => self.state = State::Skipping(Some(10)),
                Err(_) => self.begin(Rows::first(number, row)),
            },
            // ... and one more line: it was a new record.
            (_, Some(10)) => {
                self.rows.keep_last();
                self.state = State::Within;
                return Step::leave(None);
            }
            (Shape::Row(row), _) => {
                self.one_line = false;
                let _ = self.rows.push(number, row); // if it doesn't fit, they are no record any more
                self.skip_on(count);
            }
            (Shape::BadRow { counts: true, .. }, _) => self.skip(count),
            _ => self.skip(None),
        }
        Step::take(None)
    }

    /// A record of nine lines has begun.
    fn begin(&mut self, rows: Rows) {
        (self.state, self.rows, self.one_line) = (State::Within, rows, false);
    }

    /// The malformed record is over; if nine good rows stand behind it, they are a record.
    fn clear(&mut self) -> Step {
        self.state = State::Between;
        Step::leave(self.rows.record())
    }

    /// The record that has begun is cut off.
    fn cut(&mut self, number: u64, by: Cut) -> Step {
        self.state = State::Between;
        Step::leave(self.rows.cut_off(number, by))
    }

    /// A bad row has gone by; before it there were this many rows.
    fn skip(&mut self, before: Option<u8>) {
        self.rows = Rows::default();
        self.skip_on(before);
    }

    /// A row of a malformed record has gone by; before it there were this many.
    fn skip_on(&mut self, before: Option<u8>) {
        self.state = match before.map(|count| count + 1) {
            // The record is over, unless the bad row was its first: then it may have been rubbish, and one more
            // good row makes nine.
            Some(9) if self.rows.count != 8 => State::Between,
            count => State::Skipping(count),
        };
    }
}

/// Reads when it must; ends after the first error.
impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        loop {
            if let Some(record) = self.next_waiting() {
                return Some(Ok(record));
            }
            match self.read_more() {
                Ok(true) => {}
                Ok(false) => return self.next_waiting().map(Ok),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const ROWS: [&str; 9] = [
        "53..7....",
        "6..195...",
        ".98....6.",
        "8...6...3",
        "4..8.3..1",
        "7...2...6",
        ".6....28.",
        "...419..5",
        "....8..79",
    ];

    /// Nine rows, of which some are replaced.
    fn rows(changes: &[(usize, &str)]) -> String {
        let row = |at| changes.iter().find(|change| change.0 == at).map_or(ROWS[at - 1], |change| change.1);
        (1..=9).map(|at| format!("{}\n", row(at))).collect()
    }

    fn grid() -> String {
        rows(&[])
    }

    /// The records of a text, one a line: where it begins and what it is.
    fn read(text: &str) -> Vec<String> {
        let name = |record: Record| match record.puzzle {
            Ok(puzzle) if puzzle == LINE.parse().unwrap() => format!("{} line", record.line),
            Ok(puzzle) if puzzle == ROWS.concat().parse().unwrap() => format!("{} grid", record.line),
            Ok(puzzle) => format!("{} {puzzle}", record.line),
            Err(Fault { line, column: None, kind }) => format!("{} {line}: {kind}", record.line),
            Err(Fault { line, column: Some(column), kind }) => {
                format!("{} {line}:{column}: {kind}", record.line)
            }
        };
        Reader::new(text.as_bytes()).map(|record| name(record.unwrap())).collect()
    }

    #[test]
    fn records_end_with_their_ninth_row() {
        assert_eq!(read(&format!("{}{}\n\n{}", grid(), grid(), grid())), ["1 grid", "10 grid", "21 grid"]);
        assert_eq!(read(&format!("Grid 01\n{}Grid 02\n{}", grid(), grid())), ["2 grid", "12 grid"]);
        assert_eq!(read(&format!("{LINE}\n{}{LINE}", grid())), ["1 line", "2 grid", "11 line"]);
    }

    #[test]
    fn what_is_no_record_passes() {
        assert_eq!(read(""), [""; 0]);
        assert_eq!(read("\n \t\n# 1\n[Puzzle]\n+---+\n"), [""; 0]);
        assert_eq!(read(&format!("49158\n{LINE}\n")), ["2 line"]);
        assert_eq!(read(&format!("\n# x\n2\n\n{}", grid())), ["5 grid"]);
        assert_eq!(read(&format!("id,puzzle\n1,{LINE}\n")), ["2 line"]);
        let drawn = grid().replace("8...6", "# half\n---+---+---\n8...6");
        assert_eq!(read(&drawn), ["1 grid"]);
    }

    #[test]
    fn one_bad_row_is_one_fault() {
        let after = format!("\n{}\n{LINE}\n", grid());
        for (row, text, fault) in [
            (4, "8...6...", "1 4: row 4 has 8 cells, expected 9"),
            (5, "4..8.3..1  <- easy", "1 5:12: unknown character '<'"),
            (4, "8...6....3", "1 4: row 4 has 10 cells, expected 9"),
            (1, "53..q....", "1 1:5: unknown character 'q'"),
            (1, "q3..7....", "1 1:1: unknown character 'q'"),
            (9, "....8..7é", "1 9:9: unknown character 'é'"),
            (5, "4..8,3..1", "1 5:5: unknown character ','"),
            (5, "4..8.3 q 1", "1 5:8: unknown character 'q'"),
            (6, "700020006", "1 6:2: empty cells are '.' and '0', expected one kind"),
            (6, "7...20006", "1 6:6: empty cells are '.' and '0', expected one kind"),
            (2, "6..195*..", "1 2: row 2 has 8 cells, expected 9"),
            (2, "6..19 5\n...", "1 2: row 2 has 6 cells, expected 9"),
            (3, ".98....6.8...6...3", "1 3: row 3 has 18 cells, expected 9"),
        ] {
            let text = format!("{}{after}", rows(&[(row, text)]));
            let lines = text.lines().count();
            assert_eq!(
                read(&text),
                [fault.to_string(), format!("{} grid", lines - 10), format!("{lines} line")],
                "{text}"
            );
        }
    }

    #[test]
    fn a_cut_is_where_it_is_seen() {
        let cut: String = grid().lines().take(6).map(|row| format!("{row}\n")).collect();
        assert_eq!(read(&cut), ["1 6: the input ends after row 6"]);
        assert_eq!(read(&format!("{cut}\n{}", grid())), ["1 7: an empty line after row 6", "8 grid"]);
        assert_eq!(read(&format!("{cut}Grid 2\n{}", grid())), ["1 7: a title after row 6", "8 grid"]);
        assert_eq!(read(&format!("{cut}{LINE}\n")), ["1 7: another record after row 6", "7 line"]);
        assert_eq!(
            read(&format!("{cut}{}\n{LINE}", &LINE[1..])),
            ["1 7: another record after row 6", "7 7: the line has 80 cells, expected 81", "8 line"]
        );
    }

    #[test]
    fn an_empty_line_among_nine_rows_makes_two_records() {
        let text = format!("{}\n{}", rows(&[(4, "\n8...6...3")]), grid());
        assert_eq!(
            read(&text),
            ["1 4: an empty line after row 3", "5 11: an empty line after row 6", "12 grid"]
        );
    }

    #[test]
    fn a_list_without_empty_lines_survives_a_bad_cell() {
        for row in 1..=9 {
            let text = format!("{}{}{}", rows(&[(row, "1.345678")]), grid(), grid());
            assert_eq!(
                read(&text),
                [&format!("1 {row}: row {row} has 8 cells, expected 9"), "10 grid", "19 grid"],
                "{row}"
            );
        }
        let text = format!("{}{}\n{}", rows(&[(1, "5300?...")]), rows(&[(2, "6")]), grid());
        assert_eq!(read(&text).len(), 3, "{:?}", read(&text));
    }

    #[test]
    fn a_good_record_after_rubbish_is_not_lost() {
        for rubbish in ["(1)", "@@@@", "2006-08-03", "=== 12 ===", "12345678", "1.", "12/34:\n56/78:"] {
            for end in ["", "\n", "Grid 2\n", &format!("{LINE}\n")] {
                let text = format!("no count\n{rubbish}\n{}{end}", grid());
                let records = read(&text);
                assert!(records[0].starts_with("2 2"), "{records:?}");
                assert!(records[1].ends_with(" grid"), "{records:?}");
                assert_eq!(records.len(), 2 + usize::from(end.len() > 80), "{records:?}");
            }
        }
    }

    #[test]
    fn numbers_between_records_cost_no_record() {
        for number in ["17", "3.", "(4)", "1/2"] {
            let text = format!("Puzzles\n{number}\n{0}{number}\n{0}---\n{number}\n{0}", grid());
            let records = read(&text);
            let good = |record: &&String| record.ends_with(" grid");
            assert_eq!((records.len(), records.iter().filter(good).count()), (6, 3), "{records:?}");
        }
    }

    #[test]
    fn lines_of_rubbish_between_one_line_records_are_records() {
        let text = format!("{LINE}\n{LINE}1\n123\n@\n{LINE}\n4.....8.5.3...\n{LINE}\n");
        let records = read(&text);
        assert_eq!(records.len(), 7, "{records:?}");
        assert_eq!(records[6], "7 line");
    }

    #[test]
    fn long_lines_are_malformed_records_but_comments_pass() {
        let long = "1".repeat(LINE_LIMIT + 1);
        let fault = "the line is longer than 4,096 bytes";
        assert_eq!(read(&format!("{long}\n{LINE}")), [&format!("1 1: {fault}"), "2 line"]);
        assert_eq!(read(&format!("{LINE}\n{long}")), ["1 line", &format!("2 2: {fault}")]);
        assert_eq!(read(&format!("  # {long}\n{LINE}")), ["2 line"]);
        let text = format!("{}\n{}", rows(&[(4, &long)]), grid());
        assert_eq!(read(&text), [&format!("1 4: {fault}"), "11 grid"]);
        let exact = format!("{LINE}{}", " ".repeat(LINE_LIMIT - 81));
        assert_eq!(read(&format!("{exact}\r\n{exact} ")), ["1 line", &format!("2 2: {fault}")]);
        let huge = " ".repeat(3_000_000);
        assert_eq!(
            read(&format!("{huge}\r\n{LINE}\r{huge}")),
            [&format!("1 1: {fault}"), "2 line", &format!("3 3: {fault}")]
        );
    }

    #[test]
    fn line_ends_of_all_kinds() {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("{LINE}\n{}\nxyz\n{}", grid(), grid()).replace('\n', end);
            assert_eq!(read(&text), ["1 line", "2 grid", "13 grid"], "{end:?}");
        }
        assert_eq!(
            read(&format!("\u{feff}{LINE}\r\n\r\r\n{LINE}\n\r{LINE}")),
            ["1 line", "4 line", "6 line"]
        );
    }

    #[test]
    fn utf16_is_an_error_once() {
        let text: Vec<u8> = LINE.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [b"\xff\xfe".to_vec(), text.clone()].concat();
        let big: Vec<u8> = LINE.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for text in [text, marked, big] {
            let mut reader = Reader::new(&text[..]);
            assert_eq!(reader.next().unwrap().unwrap_err().kind(), io::ErrorKind::InvalidData);
            assert!(reader.next().is_none());
        }
    }

    #[test]
    fn nothing_is_read_before_what_waits_is_given() {
        // A source that gives one line at a time, and fails when it is asked too early.
        let text = format!("{LINE}\n{}\n{}{LINE}\r\n", grid(), rows(&[(1, "1")]));
        let mut reader = Reader::new(
            text.split_inclusive('\n')
                .map(str::as_bytes)
                .fold(Box::new(io::empty()) as Box<dyn Read>, |all, line| Box::new(all.chain(line))),
        );
        let mut seen = Vec::new();
        let mut lines = 0;
        while reader.read_more().unwrap() {
            lines += 1;
            while reader.next_waiting().is_some() {
                seen.push(lines);
            }
        }
        assert_eq!(seen, [1, 10, 12, 21]);
    }
}
