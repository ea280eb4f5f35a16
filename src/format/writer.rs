//! Writes records one after another, and knows how many there were: so what stands between two records is nobody
//! else's business.

use std::fmt;

use super::form::Format;
use super::html::{self, Shown};
use super::{board, csv, grid, line};
use crate::grid::{CELLS, Grid, Puzzle};

/// A record to be written.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Record<'a> {
    /// A completed grid.
    Grid(&'a Grid),
    /// A puzzle, and what was found for it: a solution, a canonical form. Forms that show one of the two show that.
    Answer {
        /// What was asked.
        puzzle: &'a Puzzle,
        /// What is answered.
        answer: &'a Puzzle,
    },
    /// A new puzzle and its solution. Forms that show one of the two show the puzzle.
    Made {
        /// The puzzle.
        puzzle: &'a Puzzle,
        /// Its only solution.
        solution: &'a Grid,
    },
    /// The place of a record that has no answer.
    Fault {
        /// Its puzzle, or the empty one where it could not be read.
        puzzle: &'a Puzzle,
        /// What is wrong with it. Forms for programs don't say it: there a fault is a puzzle like any other.
        why: fmt::Arguments<'a>,
    },
}

/// Text that records are written into, in one form.
///
/// ```
/// use sudoku::format::{Format, Record, Writer};
/// use sudoku::grid::Puzzle;
/// let mut writer = Writer::new(Format::Grid);
/// let answer = Puzzle::EMPTY;
/// writer.write(Record::Answer { puzzle: &Puzzle::EMPTY, answer: &answer });
/// writer.write(Record::Fault { puzzle: &Puzzle::EMPTY, why: format_args!("no solution") });
/// assert_eq!(writer.text().len(), 163 * 2 - 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Writer {
    format: Format,
    /// How many records there were, before this text and in it.
    records: u64,
    text: Vec<u8>,
}

impl Writer {
    /// Nothing is written yet.
    #[must_use]
    pub fn new(format: Format) -> Writer {
        Writer { format, ..Writer::default() }
    }

    /// Begins a new text, which follows one of so many records.
    pub fn begin(&mut self, format: Format, records: u64) {
        self.format = format;
        self.records = records;
        self.text.clear();
    }

    /// What is written since the beginning of this text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many records there were, also before this text.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Appends one record. Cells that are left empty are written `0`.
    #[inline]
    pub fn write(&mut self, record: Record<'_>) {
        // Each form makes the record in an array and copies it whole: 121 instructions for a grid (10 ns), 47 for a line
        // (3 ns), 65 for both (4 ns).
        let out = &mut self.text;
        match self.format {
            Format::Grid => grid::write(self.records == 0, shown(record), out),
            Format::Line => line::write(shown(record), out),
            Format::Csv => match record {
                Record::Grid(grid) => csv::write(grid.digits(), grid.digits(), out),
                Record::Answer { puzzle, answer } => csv::write(puzzle.digits(), answer.digits(), out),
                Record::Made { puzzle, solution } => csv::write(puzzle.digits(), solution.digits(), out),
                Record::Fault { puzzle, .. } => csv::write(puzzle.digits(), puzzle.digits(), out),
            },
            Format::Board => board::write(self.records == 0, shown(record), out),
            Format::Html => {
                let shown = match record {
                    Record::Grid(grid) => Shown::plain(grid.digits(), false),
                    Record::Answer { puzzle, answer } => Shown::answer(puzzle.digits(), answer.digits()),
                    Record::Made { puzzle, solution } => {
                        Shown { solution: Some(solution.digits()), ..Shown::plain(puzzle.digits(), true) }
                    }
                    Record::Fault { puzzle, why } => {
                        Shown { fault: Some(why), ..Shown::plain(puzzle.digits(), true) }
                    }
                };
                html::write(self.records, &shown, out);
            }
        }
        self.records += 1;
    }

    /// Appends what stands after the last record, if anything does: the end of a page. Where there was no record, that
    /// makes an empty page.
    pub fn end(&mut self) {
        if self.format == Format::Html {
            html::end(self.records, &mut self.text);
        }
    }

    /// Appends a record that is a line of text: numbers, mostly. [`Format::Csv`] puts the puzzle and a comma before it.
    pub fn write_line(&mut self, puzzle: &Puzzle, line: &[u8]) {
        if self.format == Format::Csv {
            csv::write_puzzle(puzzle, &mut self.text);
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        self.records += 1;
    }

    /// Appends a record that is numbers, with a blank between them. [`Format::Csv`] puts the puzzle before them, and commas.
    pub fn write_numbers(&mut self, puzzle: &Puzzle, numbers: &[u16]) {
        let separator = if self.format == Format::Csv {
            csv::write_puzzle(puzzle, &mut self.text);
            b','
        } else {
            b' '
        };
        for (at, &number) in numbers.iter().enumerate() {
            if at > 0 {
                self.text.push(separator);
            }
            self.text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
        self.text.push(b'\n');
        self.records += 1;
    }
}

/// What is shown by forms that show one grid or puzzle.
fn shown(record: Record<'_>) -> &[u8; CELLS] {
    match record {
        Record::Grid(grid) => grid.digits(),
        Record::Answer { answer, .. } => answer.digits(),
        Record::Made { puzzle, .. } | Record::Fault { puzzle, .. } => puzzle.digits(),
    }
}
