//! The forms by name.

use std::fmt;

/// A form in which records are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Nine lines of nine digits with one space between; an empty line between records.
    #[default]
    Grid,
    /// 81 digits on a line.
    Line,
    /// The puzzle, a comma and its solution on a line, 81 characters each; no header.
    Csv,
    /// Drawn in plain characters with box lines; an empty line between records.
    Board,
    /// One page for all records, to look at and to print. It has an end: [`super::Writer::end`].
    Html,
}

impl Format {
    /// Every form, in the order of the help text.
    pub const ALL: [Format; 5] = [Format::Grid, Format::Line, Format::Csv, Format::Board, Format::Html];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Grid => "grid",
            Format::Line => "line",
            Format::Csv => "csv",
            Format::Board => "board",
            Format::Html => "html",
        }
    }

    /// Is it read back? A page is for people only.
    #[must_use]
    pub const fn is_read(self) -> bool {
        !matches!(self, Format::Html)
    }

    /// Does each digit of a grid stand in the same place in every record, but for what is before the very first one? Then a
    /// record is made of another by exchanging digits.
    pub(crate) const fn is_fixed(self) -> bool {
        match self {
            Format::Grid | Format::Line | Format::Csv | Format::Board => true,
            // Each record has its place written on it.
            Format::Html => false,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
