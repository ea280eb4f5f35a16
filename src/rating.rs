//! How hard a puzzle is: its *level*, and how many *rounds* it takes of that level's rules.
//!
//! Both numbers depend on the puzzle alone. However it is turned, its rows swapped, its digits renamed, they stay the same,
//! as there is no order in how they are defined, and no choice:
//!
//! > Look for the lowest level whose rules find anything on the board as it stands. Apply all that the level's own rules find
//! > there, at once: a round of that level. Begin again at level 1. The puzzle's level is the highest that had a round,
//! > its rounds how many that level had.
//!
//! | level | what it adds to those below it |
//! |---|---|
//! | 1 | the last empty cell of a house gets its missing digit; a digit with one place left in a box goes there |
//! | 2 | a digit with one place left in a row or column |
//! | 3 | a cell with one candidate left |
//! | 4 | locked candidates: where all places of a digit in a box lie in one line, the line's other cells lose it, and the other way round |
//! | 5 | pairs: two cells of a house with two candidates between them, which leave the others; two digits with two cells between them, where all others leave |
//! | 6 | the same with three and four; fish: where a digit has its places in k lines in only k cross lines, it leaves the rest of those (k = 2, 3, 4) |
//! | 7 | an assumption refuted in one round: place a candidate, then all singles (levels 1–3) at once; if a cell has no candidate now, a digit no place in a house, or one is placed twice, the candidate goes |
//! | 8 | likewise, after at most two rounds of singles |
//! | 9 | likewise, after any number |
//! | 10 | an assumption refuted by levels 1–3 and 9 together, applied until nothing changes |
//! | 11 | what level 10 doesn't finish |
//!
//! ```
//! use sudoku::grid::Puzzle;
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let rating = sudoku::rating::rate(&puzzle)?;
//! assert_eq!((rating.level.number(), rating.rounds), (1, 9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Imports point down:
//!
//! ```text
//!   stages        hundreds of puzzles at once: who waits for which level
//!   deep          level 10: assumptions on the boards of assumptions
//!   climb trials  levels 1–4; levels 7–9: assumptions, each in a lane of its own
//!   one           one puzzle, as the definition says it: the file to read first
//!   level         what is said of a puzzle
//! ```
//!
//! The rules themselves, for hundreds of boards at once, are kernels of the engine (`solver/rules`).

#![allow(clippy::needless_range_loop, reason = "one index for several boards or digits")]

mod climb;
mod deep;
mod level;
mod one;
mod stages;
mod trials;

use std::fmt;

use crate::grid::{Grid, Puzzle};
use crate::solver::cpu::Table;
use crate::solver::{InstructionSet, Solver, Verdict};
pub use level::{Level, Rating, Unrated};
use stages::Stages;

/// How hard one puzzle is.
///
/// # Errors
/// It has no solution, or several.
pub fn rate(puzzle: &Puzzle) -> Result<Rating, Unrated> {
    let mut ratings = [Err(Unrated::NoSolution)];
    Rater::new().rate(std::slice::from_ref(puzzle), &mut ratings);
    ratings[0]
}

/// How hard one puzzle is, found as the definition says it, rule by rule: slow, and there to check the others.
///
/// # Errors
/// It has no solution, or several.
pub fn rate_by_the_book(puzzle: &Puzzle) -> Result<Rating, Unrated> {
    match Solver::new().solve_one(puzzle) {
        Verdict::None => Err(Unrated::NoSolution),
        Verdict::Several(_) => Err(Unrated::SeveralSolutions),
        Verdict::Unique(_) => Ok(one::rate(puzzle)),
    }
}

/// Which cells do the rules up to a level leave empty, one bit each in reading order?
pub(crate) fn left_by(highest: Level, puzzle: &Puzzle) -> u128 {
    one::left_by(highest.number(), puzzle)
}

/// So many puzzles are rated together: more would only take more memory.
const TOGETHER: usize = 16_384;

/// Rates puzzles, a batch at a time; the larger the batch, up to 16,384 puzzles, the less time each takes. Owns the working
/// memory, so one serves for any number of batches; each thread wants its own.
#[derive(Clone)]
pub struct Rater {
    solver: Solver,
    lanes: Lanes,
    verdicts: Vec<Verdict>,
    /// Puzzles with one solution, and these.
    proper: Vec<Puzzle>,
    solutions: Vec<Grid>,
}

/// As wide as suits the instruction set.
#[derive(Clone)]
enum Lanes {
    Narrow(Box<Stages<4>>),
    Wide(Box<Stages<8>>),
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::new()
    }
}

impl fmt::Debug for Rater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rater").field("solver", &self.solver).finish_non_exhaustive()
    }
}

impl Rater {
    /// A rater for this machine.
    #[must_use]
    pub fn new() -> Rater {
        Rater::with(Solver::new())
    }

    /// A rater that uses this instruction set. The ratings are the same with each.
    #[must_use]
    pub fn with_instruction_set(set: InstructionSet) -> Rater {
        Rater::with(Solver::with_instruction_set(set))
    }

    fn with(solver: Solver) -> Rater {
        let lanes = match solver.instruction_set().kernels() {
            Table::Narrow(kernels) => Lanes::Narrow(Box::new(Stages::new(kernels))),
            Table::Wide(kernels) => Lanes::Wide(Box::new(Stages::new(kernels))),
        };
        Rater { solver, lanes, verdicts: Vec::new(), proper: Vec::new(), solutions: Vec::new() }
    }

    /// The rating of each puzzle, in its place. Like `zip`, it ends with the shorter slice.
    pub fn rate(&mut self, puzzles: &[Puzzle], ratings: &mut [Result<Rating, Unrated>]) {
        for (puzzles, ratings) in puzzles.chunks(TOGETHER).zip(ratings.chunks_mut(TOGETHER)) {
            let Rater { solver, lanes, verdicts, proper, solutions } = self;
            verdicts.resize(puzzles.len().min(ratings.len()), Verdict::None);
            proper.clear();
            solutions.clear();
            solver.solve(puzzles, verdicts);
            for (puzzle, (rating, verdict)) in puzzles.iter().zip(ratings.iter_mut().zip(&*verdicts)) {
                *rating = match verdict {
                    Verdict::None => Err(Unrated::NoSolution),
                    Verdict::Several(_) => Err(Unrated::SeveralSolutions),
                    Verdict::Unique(solution) => {
                        proper.push(*puzzle);
                        solutions.push(*solution);
                        Ok(Rating::NONE)
                    }
                };
            }
            let found = lanes.rate(proper, solutions, Level::BEYOND);
            for (rating, found) in ratings.iter_mut().filter(|rating| rating.is_ok()).zip(found) {
                *rating = Ok(*found);
            }
        }
    }

    /// The levels of these puzzles, each of which has this solution, and perhaps others. A level above `highest` says only
    /// that the rules up to `highest` don't solve the puzzle.
    pub(crate) fn levels(
        &mut self,
        puzzles: &[Puzzle],
        solutions: &[Grid],
        highest: Level,
    ) -> impl Iterator<Item = Level> {
        self.lanes.rate(puzzles, solutions, highest).iter().map(|rating| rating.level)
    }
}

impl Lanes {
    fn rate(&mut self, puzzles: &[Puzzle], solutions: &[Grid], highest: Level) -> &[Rating] {
        match self {
            Lanes::Narrow(stages) => stages.rate(puzzles, solutions, highest),
            Lanes::Wide(stages) => stages.rate(puzzles, solutions, highest),
        }
    }
}

#[cfg(test)]
mod tests;
