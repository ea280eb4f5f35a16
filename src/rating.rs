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
//! assert_eq!((rating.level.number(), rating.rounds), (1, 12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Imports point down:
//!
//! ```text
//!   one   one puzzle, as the definition says it: the file to read first
//! ```

#[allow(clippy::needless_range_loop, reason = "one index for several digits")]
mod one;

use std::error::Error;
use std::fmt;

use crate::grid::Puzzle;
use crate::solver::{InstructionSet, Solver, Verdict};

/// A level, 1–11: which rules a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// What level 10 doesn't finish.
    pub const BEYOND: Level = Level(11);

    /// The level with this number, 1–11; `None` beyond.
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= Level::BEYOND.0 { Some(Level(number)) } else { None }
    }

    /// All levels, from the easiest on.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::BEYOND.0).map(Level)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What it adds, in words.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "last cells and singles in boxes",
            2 => "singles in rows and columns",
            3 => "cells with one candidate",
            4 => "locked candidates",
            5 => "pairs",
            6 => "triples, quads and fish",
            7 => "assumptions refuted in one round",
            8 => "assumptions refuted in two rounds",
            9 => "assumptions refuted in more rounds",
            10 => "assumptions inside assumptions",
            _ => "beyond all rules",
        }
    }
}

/// Its name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// The highest level that it needs.
    pub level: Level,
    /// How many rounds it takes of that level: 0 for a completed grid, and beyond all rules.
    pub rounds: u16,
}

impl Rating {
    /// A completed grid's.
    const NONE: Rating = Rating { level: Level(1), rounds: 0 };
    /// That of a puzzle which gets stuck.
    const STUCK: Rating = Rating { level: Level::BEYOND, rounds: 0 };

    /// After so many more rounds of a level.
    fn count(&mut self, level: u8, rounds: u16) {
        if rounds > 0 && self.level.0 <= level {
            let before = if self.level.0 == level { self.rounds } else { 0 };
            *self = Rating { level: Level(level), rounds: before + rounds };
        }
    }
}

/// Why a puzzle has no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrated {
    /// No grid keeps its clues.
    NoSolution,
    /// More than one does.
    SeveralSolutions,
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unrated::NoSolution => "no solution",
            Unrated::SeveralSolutions => "several solutions",
        })
    }
}

impl Error for Unrated {}

/// How hard one puzzle is.
///
/// # Errors
/// It has no solution, or several.
pub fn rate(puzzle: &Puzzle) -> Result<Rating, Unrated> {
    of_verdict(puzzle, &Solver::new().solve_one(puzzle))
}

fn of_verdict(puzzle: &Puzzle, verdict: &Verdict) -> Result<Rating, Unrated> {
    match verdict {
        Verdict::None => Err(Unrated::NoSolution),
        Verdict::Several(_) => Err(Unrated::SeveralSolutions),
        Verdict::Unique(_) => Ok(one::rate(puzzle)),
    }
}

/// Rates puzzles, a batch at a time. Owns the working memory, so one serves for any number of batches; each thread wants
/// its own.
#[derive(Clone, Debug, Default)]
pub struct Rater {
    solver: Solver,
    verdicts: Vec<Verdict>,
}

impl Rater {
    /// A rater for this machine.
    pub fn new() -> Rater {
        Rater::default()
    }

    /// A rater that uses this instruction set. The ratings are the same with each.
    pub fn with_instruction_set(set: InstructionSet) -> Rater {
        Rater { solver: Solver::with_instruction_set(set), verdicts: Vec::new() }
    }

    /// The rating of each puzzle, in its place. Like `zip`, it ends with the shorter slice.
    pub fn rate(&mut self, puzzles: &[Puzzle], ratings: &mut [Result<Rating, Unrated>]) {
        let Rater { solver, verdicts } = self;
        verdicts.resize(puzzles.len().min(ratings.len()), Verdict::None);
        solver.solve(puzzles, verdicts);
        for (puzzle, (rating, verdict)) in puzzles.iter().zip(ratings.iter_mut().zip(verdicts.iter())) {
            *rating = of_verdict(puzzle, verdict);
        }
    }
}
