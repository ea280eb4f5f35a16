//! The written forms of puzzles and grids, and what can be wrong with a record.
//!
//! | form | a record | written by | read by |
//! |---|---|---|---|
//! | grid | nine lines of nine cells | `grid.rs` | `grid.rs`, row by row |
//! | line | 81 cells on one line | `line.rs` | `line.rs`, the first field of 81 cells |
//! | csv | puzzle, comma, solution on one line | `csv.rs` | like a line; the rest of it is ignored |
//!
//! Each file knows one form both ways: what it looks like when we write it, and what we take for it when
//! others did. Where a record begins and ends in a stream, and how to go on after a bad one, is the business of
//! [`crate::reader`].

use std::fmt;
use std::str::FromStr;

use crate::grid::{Conflict, Puzzle};

pub(crate) mod characters;
pub(crate) mod csv;
pub(crate) mod grid;
pub(crate) mod line;

/// A form in which records are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Nine lines of nine digits with one space between; an empty line between records.
    #[default]
    Grid,
    /// 81 digits on a line.
    Line,
    /// The puzzle, a comma and its solution on a line, 81 characters each; no header.
    Csv,
}

impl Format {
    /// Every form, in the order of the help text.
    pub const ALL: [Format; 3] = [Format::Grid, Format::Line, Format::Csv];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Grid => "grid",
            Format::Line => "line",
            Format::Csv => "csv",
        }
    }

    /// Appends one record: what was asked and what is answered, which only [`Format::Csv`] writes both. Cells
    /// that the answer leaves empty are written `0`. `first` says that no record stands before this one.
    pub fn write(self, first: bool, puzzle: &Puzzle, answer: &Puzzle, out: &mut Vec<u8>) {
        // Each makes the record in an array and copies it whole: 121 instructions for a grid (10 ns), 47 for a line
        // (3 ns), 65 for both (4 ns).
        match self {
            Format::Grid => grid::write(first, answer, out),
            Format::Line => line::write(answer, out),
            Format::Csv => csv::write(puzzle, answer, out),
        }
    }

    /// Appends the number of a puzzle's solutions as one line; [`Format::Csv`] puts the puzzle and a comma
    /// before it.
    pub fn write_count(self, puzzle: &Puzzle, count: u64, out: &mut Vec<u8>) {
        if self == Format::Csv {
            csv::write_puzzle(puzzle, out);
        }
        out.extend_from_slice(itoa::Buffer::new().format(count).as_bytes());
        out.push(b'\n');
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;
    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// No form has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such format; there are")?;
        Format::ALL.iter().enumerate().try_for_each(|(i, format)| {
            f.write_str(if i == 0 { " " } else { ", " })?;
            f.write_str(format.name())
        })
    }
}

impl std::error::Error for UnknownFormat {}

/// What is wrong with a record, and where. The stream goes on after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the input, from 1.
    pub line: u64,
    /// The column of the line, from 1, in characters; where it says more than the line alone.
    pub column: Option<u32>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// A fault on a line that is known: the column, if there is one, and what is wrong.
pub(crate) type Flaw = (Option<u32>, FaultKind);

/// What can be wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A row has other than nine cells.
    RowCells {
        /// The row, from 1.
        row: u8,
        /// How many cells it has.
        cells: u32,
    },
    /// A record on one line has other than 81 cells.
    LineCells {
        /// How many cells it has.
        cells: u32,
    },
    /// A line has 81 cells, but not in one piece.
    Scattered,
    /// A character that is neither a cell nor a border.
    Character(char),
    /// A byte that is no character in UTF-8.
    Byte(u8),
    /// `-` or `*` as a cell of a row, where it can't be told from a border.
    BorderCell(char),
    /// Empty cells of two kinds.
    Mixed {
        /// The kind of the first empty cell of the record.
        first: char,
        /// The other kind.
        other: char,
    },
    /// A nine-line record is cut off.
    CutOff {
        /// What came instead of the next row.
        by: Cut,
        /// The last row, from 1.
        row: u8,
    },
    /// The line is longer than [`crate::reader::LINE_LIMIT`].
    TooLong,
    /// Two clues contradict each other.
    Conflict(Conflict),
    /// No grid keeps the clues.
    NoSolution,
    /// Several grids keep the clues, where one was demanded.
    SeveralSolutions,
    /// The record is no completed legal grid, where one was demanded.
    NotGrid,
    /// The line is not the number of a grid, where one was demanded.
    NotNumber,
}

/// What can come where the next row of a nine-line record should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// An empty line.
    Empty,
    /// A title.
    Title,
    /// A record on one line.
    Record,
    /// The end of the input.
    End,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: u32| if n == 1 { "" } else { "s" };
        match *self {
            FaultKind::RowCells { row, cells } => {
                write!(f, "row {row} has {cells} cell{}, expected 9", plural(cells))
            }
            FaultKind::LineCells { cells } => {
                write!(f, "the line has {cells} cell{}, expected 81", plural(cells))
            }
            FaultKind::Scattered => f.write_str("81 cells on one line, expected no gap between them"),
            FaultKind::Character(character) => write!(f, "unknown character {character:?}"),
            FaultKind::Byte(byte) => write!(f, "unknown byte 0x{byte:02x}"),
            FaultKind::BorderCell(cell) => {
                write!(f, "unknown character {cell:?}; it is an empty cell only where a record is one line")
            }
            FaultKind::Mixed { first, other } => {
                write!(f, "empty cells are {first:?} and {other:?}, expected one kind")
            }
            FaultKind::CutOff { by: Cut::Empty, row } => write!(f, "an empty line after row {row}"),
            FaultKind::CutOff { by: Cut::Title, row } => write!(f, "a title after row {row}"),
            FaultKind::CutOff { by: Cut::Record, row } => write!(f, "another record after row {row}"),
            FaultKind::CutOff { by: Cut::End, row } => write!(f, "the input ends after row {row}"),
            FaultKind::TooLong => f.write_str("the line is longer than 4,096 bytes"),
            FaultKind::Conflict(conflict) => conflict.fmt(f),
            FaultKind::NoSolution => f.write_str("no solution"),
            FaultKind::SeveralSolutions => f.write_str("several solutions"),
            FaultKind::NotGrid => f.write_str("no completed grid"),
            FaultKind::NotNumber => f.write_str("no number of a grid"),
        }
    }
}
