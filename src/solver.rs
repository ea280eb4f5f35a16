//! Puzzles in, verdicts out; hides which engine did it.

mod board;
mod branch;
pub mod cpu;
mod guess;
mod in_order;
mod lanes;
mod planes;
mod transpose;

use crate::grid::{Grid, Puzzle};
use cpu::{Backend, Engine};
use lanes::Goal;

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
#[derive(Clone, Debug)]
pub struct Solver {
    backend: Backend,
    /// Made when there's a batch that is worth it.
    engine: Option<Engine>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// Fewer puzzles than this are solved one by one.
const FEW: usize = 24;

impl Solver {
    /// A solver for this machine.
    pub fn new() -> Solver {
        Solver::with_backend(Backend::detect())
    }

    /// A solver that uses this instruction set. The verdicts are the same with each.
    pub fn with_backend(backend: Backend) -> Solver {
        Solver { backend, engine: None }
    }

    /// The instruction set in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(|| Engine::new(self.backend))
    }

    /// The verdict of each puzzle, in its place. Like `zip`, it ends with the shorter slice.
    pub fn solve(&mut self, puzzles: &[Puzzle], verdicts: &mut [Verdict]) {
        if puzzles.len().min(verdicts.len()) < FEW {
            for (puzzle, verdict) in puzzles.iter().zip(verdicts) {
                *verdict = board::solve(puzzle);
            }
        } else {
            self.engine().run(puzzles, Goal::Verdicts(verdicts));
        }
    }

    /// The verdict of one puzzle.
    pub fn solve_one(&mut self, puzzle: &Puzzle) -> Verdict {
        board::solve(puzzle)
    }

    /// The number of solutions of each puzzle, counted up to `limit`, in its place. Like `zip`, it ends with
    /// the shorter slice.
    pub fn count(&mut self, puzzles: &[Puzzle], limit: u64, counts: &mut [u64]) {
        if limit == 0 {
            counts.fill(0);
        } else if puzzles.len().min(counts.len()) < FEW {
            for (puzzle, count) in puzzles.iter().zip(counts) {
                *count = board::count(puzzle, limit);
            }
        } else {
            self.engine().run(puzzles, Goal::Counts { limit, counts });
        }
    }

    /// The number of solutions of one puzzle, counted up to `limit`. The time it takes grows with the limit, not
    /// with the number of solutions.
    pub fn count_one(&mut self, puzzle: &Puzzle, limit: u64) -> u64 {
        board::count(puzzle, limit)
    }
}
