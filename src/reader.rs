//! Bytes → records, lazily and in bounded memory.
//!
//! ```text
//!   bytes ──► lines ──► what each line is ──► records
//!             lines.rs  line.rs, program.rs   records.rs
//!     └──────────────────────────────────────────▲
//!        the layouts that nearly every file has: without a look at single lines
//! ```
//!
//! What a line is, its own characters tell (by the grammars at the top of `format/line.rs` and `format/grid.rs`); what
//! lines are together, a small machine decides. No record vanishes: what was meant as a puzzle is a record, good or
//! malformed, and only what can be none is passed over.
//!
//! Imports point down:
//!
//! ```text
//!   records   classes of lines → records
//!   line      a line → its class
//!   program   what program text has in the place of rows
//!   lines     bytes → lines
//! ```

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::format::{csv, grid};
use crate::grid::{CELLS, Puzzle};

mod line;
mod lines;
mod program;
mod records;

use line::Class;
pub use lines::{LINE_LIMIT, Lines, NotText, TooLong};
use records::Machine;
pub use records::Record;

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
/// Another one, behind a title
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
    machine: Machine,
    /// How many of the rows side by side on the next line have been taken.
    taken: usize,
}

impl<R: Read> Reader<R> {
    /// The records of a source. It is read in large pieces, so it needs no buffer of its own.
    pub fn new(source: R) -> Reader<R> {
        Reader { lines: Lines::new(source), machine: Machine::new(), taken: 0 }
    }

    /// Likewise, with a buffer of so many bytes, if that isn't too few: for those who want many records at once.
    pub fn with_buffer(source: R, bytes: usize) -> Reader<R> {
        Reader { lines: Lines::with_buffer(source, bytes), machine: Machine::new(), taken: 0 }
    }

    /// The next record that is whole in the buffer already. Never reads; `None` if nothing whole is waiting.
    #[inline]
    pub fn next_waiting(&mut self) -> Option<Record> {
        match self.next_usual() {
            Some((line, puzzle)) => Some(Record { line, puzzle: Ok(puzzle) }),
            None => self.next_unusual(),
        }
    }

    /// Likewise, after [`Reader::next_usual`] has just said nothing.
    pub fn next_unusual(&mut self) -> Option<Record> {
        loop {
            if let ControlFlow::Break(record) = self.next_line() {
                return record;
            }
            if let Some((line, puzzle)) = self.next_usual() {
                return Some(Record { line, puzzle: Ok(puzzle) });
            }
        }
    }

    /// What the next line brings: the end of a record, or the end of what waits, or nothing yet.
    fn next_line(&mut self) -> ControlFlow<Option<Record>> {
        let Some((number, line)) = self.lines.look() else {
            let over = self.lines.is_over();
            return ControlFlow::Break(if over { self.machine.end() } else { self.machine.dry() });
        };
        let text = line.unwrap_or_default();
        let mut beside = 0;
        let class = match line {
            Ok(text) => match Class::of(text, self.machine.rows()) {
                Class::Row(row) => Class::Row(row),
                _ if self.machine.is_first() && line::is_count(text) => Class::Number,
                class @ (Class::Text | Class::Bad { .. }) => {
                    let rows = program::rows(text, self.machine.rows().unwrap_or(0) + 1);
                    beside = rows.len().saturating_sub(self.taken + 1);
                    match rows.get(self.taken) {
                        Some(&row) => Class::Row(row),
                        None if self.machine.rows().is_some() && program::is_border(text) => {
                            Class::Border { rule: false }
                        }
                        None => class,
                    }
                }
                class => class,
            },
            Err(TooLong { comment: true }) => Class::Comment,
            Err(TooLong { comment: false }) => Class::TooLong,
        };
        let step = self.machine.step(number, class, text);
        if step.taken {
            self.taken += 1;
            if beside == 0 {
                self.taken = 0;
                self.lines.take();
            }
        }
        match step.record {
            Some(record) => ControlFlow::Break(Some(record)),
            None => ControlFlow::Continue(()),
        }
    }

    /// How many lines so far were passed over as headers and titles.
    pub fn skipped(&self) -> u64 {
        self.machine.skipped()
    }

    /// There were lines so far, empty ones and comments aside, but nothing that was meant as a puzzle.
    pub fn is_nothing(&self) -> bool {
        self.machine.is_nothing()
    }

    /// Reads once from the source. `Ok(false)`: the end was reached, and what [`Reader::next_waiting`] gives
    /// from now on is all there is.
    ///
    /// # Errors
    /// Those of the source, save [`io::ErrorKind::Interrupted`]; and [`io::ErrorKind::InvalidData`] for what is no
    /// text ([`NotText`]).
    /// After an error there are no more records.
    pub fn read_more(&mut self) -> io::Result<bool> {
        let result = self.lines.read_more();
        if result.is_err() {
            self.machine.give_up();
        }
        result
    }

    /// The next record and the line where it begins, if it stands in the buffer in exactly one of the shapes that nearly
    /// every file has. `None` says nothing: then [`Reader::next_unusual`] does. For those who have a place for many
    /// puzzles; all others ask [`Reader::next_waiting`], which gives the same records.
    ///
    /// A line of 81 cells takes 23 ns, a grid as we write it 30, compact rows 47 (Zen 3, in memory); without this, nine
    /// rows take over 400. To be inlined, as a record is 100 bytes: to pass it on from hand to hand took 10 ns more.
    #[inline(always)]
    pub fn next_usual(&mut self) -> Option<(u64, Puzzle)> {
        if !self.machine.is_clear() || self.taken > 0 {
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
        // The byte after 81 cells tells the forms apart; in a grid it is a cell or what
        // stands between cells.
        let (lines, (puzzle, length)) = match bytes.get(CELLS)? {
            b'\n' | b'\r' => (1, crate::format::line::decode(bytes)?),
            b',' => match csv::decode(bytes) {
                Some(record) => (1, record),
                None => (9, grid::decode(bytes)?),
            },
            _ => (9, grid::decode(bytes)?),
        };
        let line = self.lines.number() + u64::from(empty > 0);
        self.lines.take_bytes(empty + length, u64::from(empty > 0) + lines);
        self.machine.passed(lines == 1);
        Some((line, puzzle))
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
    use crate::format::Fault;

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
            (5, "4..8.3..1  <- easy", "1 5:15: unknown character 'e'"),
            (4, "8...6....3", "1 4: row 4 has 10 cells, expected 9"),
            (1, "53..q....", "1 1:5: unknown character 'q'"),
            (1, "q3..7....", "1 1:1: unknown character 'q'"),
            (9, "....8..7é", "1 9:9: unknown character 'é'"),
            (5, "4..8,3..1", "1 5: row 5 has 8 cells, expected 9"),
            (5, "4..8.3 q 1", "1 5:8: unknown character 'q'"),
            (7, "2806", "1 7: row 7 has 4 cells, expected 9"),
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
        let text = format!("{}{}\n{}", rows(&[(1, "5300?...")]), rows(&[(2, "6.1.")]), grid());
        assert_eq!(read(&text).len(), 3, "{:?}", read(&text));
    }

    #[test]
    fn a_good_record_after_rubbish_is_not_lost() {
        for rubbish in ["1-1", "2006-08-03", "=== 12 ===", "12345678", "12/34:\n56/78:"] {
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
        for (number, count) in [("17", 3), ("3.", 3), ("(4)", 3), ("1/2", 6)] {
            let text = format!("Puzzles\n{number}\n{0}{number}\n{0}---\n{number}\n{0}", grid());
            let records = read(&text);
            let good = |record: &&String| record.ends_with(" grid");
            assert_eq!((records.len(), records.iter().filter(good).count()), (count, 3), "{records:?}");
        }
    }

    #[test]
    fn lines_of_rubbish_between_one_line_records_are_records() {
        let text = format!("{LINE}\n{LINE}1\n123\n@1\n{LINE}\n4.....8.5.3...\n{LINE}\n");
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

    /// A source that fails when it has nothing more.
    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("broken")),
                length => Ok(length),
            }
        }
    }

    #[test]
    fn what_has_begun_before_a_read_error_is_no_record() {
        let rows: String = grid().split_inclusive('\n').take(3).collect();
        for begun in
            [rows.clone(), format!("{rows}\n{rows}"), format!("{LINE}\n\nbad\n"), rows + "1-1\n1-1\n"]
        {
            let records: Vec<_> = Reader::new(Broken(begun.as_bytes())).take(9).collect();
            let good = usize::from(begun.starts_with(LINE)) + usize::from(begun.contains("1-1\n"));
            assert_eq!(records.len(), good + 1, "{records:?}");
            assert!(records[good].is_err(), "{records:?}");
        }
    }

    #[test]
    fn a_count_has_at_most_twenty_digits() {
        let count = "12345678901234567890";
        assert_eq!(read(&format!("{count}\n{LINE}")), ["2 line"]);
        assert_eq!(read(&format!("{count}1\n{LINE}")), ["1 1: row 1 has 21 cells, expected 9", "2 line"]);
        assert_eq!(read(&format!("# x\n\n1234567\n{LINE}")), ["4 line"]);
        assert_eq!(read(&format!("012345678\n{LINE}")), ["1 2: another record after row 1", "2 line"]);
    }

    #[test]
    fn nothing_is_read_before_what_waits_is_given() {
        // A source that gives one line at a time, and fails when it is asked too early.
        let text = format!("{LINE}\n{}\n{}{LINE}\r\n", grid(), rows(&[(1, "1-1")]));
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
        assert_eq!(seen, [1, 10, 15, 21]);
    }
}
