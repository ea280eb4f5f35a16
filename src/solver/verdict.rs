//! What is known of a puzzle in the end.

use crate::grid::Grid;

/// What is known of a puzzle in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No grid keeps the clues.
    None,
    /// Exactly one grid keeps the clues: this one.
    Unique(Grid),
    /// Several grids keep the clues; this is the first of them in reading order: its 81 digits, read row by
    /// row, form the smallest number.
    Several(Grid),
}

impl Verdict {
    /// The grid that the verdict names: the only solution, or the first one in reading order.
    #[must_use]
    pub const fn solution(&self) -> Option<&Grid> {
        match self {
            Verdict::None => None,
            Verdict::Unique(grid) | Verdict::Several(grid) => Some(grid),
        }
    }

    /// Is there exactly one solution?
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        matches!(self, Verdict::Unique(_))
    }
}
