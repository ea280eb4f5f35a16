//! What comes of a place: a puzzle, or none.

use std::fmt;

use crate::grid::{Grid, Puzzle};

/// So many tries are made for each puzzle.
pub const TRIES: u32 = 100_000;

/// A puzzle, and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Grid,
}

/// Of the tries at one place none had what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPuzzle {
    /// The place in the sequence.
    pub place: u128,
}

impl fmt::Display for NoSuchPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such puzzle in {TRIES} tries at place {}", self.place)
    }
}

impl std::error::Error for NoSuchPuzzle {}
