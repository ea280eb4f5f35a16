//! What can be wrong with a record, and how it is said.

use std::fmt;

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

/// What is wrong, without the place.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Fault {}

/// A fault on a line that is known: the column, if there is one, and what is wrong.
pub(crate) type Flaw = (Option<u32>, FaultKind);

/// What can be wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A line of text where a puzzle should be.
    Text,
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
}

/// What can come where the next row of a nine-line record should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
            FaultKind::Text => f.write_str("this line is no puzzle"),
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
        }
    }
}
