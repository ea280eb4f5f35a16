//! Puzzles in, verdicts out; hides which engine did it.

mod board;
#[allow(dead_code, reason = "used by the lanes")]
mod transpose;

use crate::grid::{Grid, Puzzle};

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

/// Solves puzzles, a batch at a time. Owns the working memory, so one serves for any number of batches; each
/// thread wants its own.
#[derive(Clone, Debug, Default)]
pub struct Solver {}

impl Solver {
    /// A solver for this machine.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// The verdict of each puzzle, in its place. Like `zip`, it ends with the shorter slice.
    pub fn solve(&mut self, puzzles: &[Puzzle], verdicts: &mut [Verdict]) {
        for (puzzle, verdict) in puzzles.iter().zip(verdicts) {
            *verdict = board::solve(puzzle);
        }
    }

    /// The verdict of one puzzle.
    pub fn solve_one(&mut self, puzzle: &Puzzle) -> Verdict {
        board::solve(puzzle)
    }

    /// The number of solutions of each puzzle, counted up to `limit`, in its place. Like `zip`, it ends with
    /// the shorter slice.
    pub fn count(&mut self, puzzles: &[Puzzle], limit: u64, counts: &mut [u64]) {
        for (puzzle, count) in puzzles.iter().zip(counts) {
            *count = board::count(puzzle, limit);
        }
    }

    /// The number of solutions of one puzzle, counted up to `limit`. The time it takes grows with the limit, not
    /// with the number of solutions.
    pub fn count_one(&mut self, puzzle: &Puzzle, limit: u64) -> u64 {
        board::count(puzzle, limit)
    }
}
