//! One puzzle as nine boards of 81 candidates, one board for each digit: the one-puzzle solver.
//!
//! This is the solver to read first. It follows the same rules as the engine for hundreds of puzzles (`planes`),
//! solves what is too small for that engine and what is too hard for it, and is easier to follow.
//!
//! ```text
//!     puzzle ─→ Candidates ─→ propagate: the rules, again and again, until they find nothing more
//!                    ↑             │
//!                    │             ├─ dead: a cell or a digit has no place left   → back to the last guess
//!                    │             ├─ solved: one candidate in each cell          → a solution
//!                    └──── guess ──┴─ stuck: take a cell, try its candidates
//! ```
//!
//! Three searches share this:
//!
//! - the plain one here, which is fastest on almost everything and gives up after [`BUDGET`] guesses,
//! - [`hard`], which takes over then: slower per guess, but no input traps it,
//! - [`ordered`], which finds the first solution in reading order.

mod candidates;
mod hard;
mod ordered;
mod search;

pub(crate) use search::Found;

use super::Verdict;
use crate::grid::{Grid, Puzzle};
use candidates::Candidates;

/// How many guesses the plain search may make before the careful one starts afresh. Of the hardest known puzzles
/// one in 170 needs more.
const BUDGET: u64 = 200;

/// One puzzle as nine boards of 81 candidates, packed as it travels between the solvers.
///
/// A board has a bit for each cell, box by box: bit 9 · box + 3 · row + column, row and column inside the box.
/// 81 bits don't fit a word; so the last two boxes of three digits share one.
///
/// ```text
///   word 0–8    digit d:  │ box 0 │ box 1 │ … │ box 6 │ 0 │            9 bits each, from the lowest
///   word 9      digit 0:  │ box 7 │ box 8 │, digit 1: │ box 7 │ box 8 │, digit 2: …
///   word 10     the same of digits 3, 4, 5
///   word 11     the same of digits 6, 7, 8
/// ```
#[allow(dead_code, reason = "the engine will hand boards over")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board(pub(crate) [u64; 12]);

#[allow(dead_code, reason = "the engine will hand boards over")]
impl Board {
    /// The 27 bits of a digit, 0–8 for 1–9, in a band.
    fn band(&self, digit: usize, band: usize) -> u32 {
        let low = self.0[digit];
        let high = self.0[9 + digit / 3] >> (18 * (digit % 3)) & 0x3_ffff;
        let cells = match band {
            0 => low,
            1 => low >> 27,
            _ => low >> 54 | high << 9,
        };
        cells as u32 & 0x7ff_ffff
    }

    /// The solutions that the board allows, up to `limit` of them, by the careful search: for a board that has
    /// proved hard already.
    pub(crate) fn solutions(&self, limit: u64) -> Found {
        hard::solutions(&Candidates::unpack(self), limit)
    }

    /// The first solution in reading order. `known` is any solution, if one is at hand: that saves time.
    pub(crate) fn first_in_order(&self, known: Option<Grid>) -> Option<Grid> {
        ordered::first(&Candidates::unpack(self), known)
    }
}

/// The verdict on one puzzle.
pub(crate) fn solve(puzzle: &Puzzle) -> Verdict {
    let root = Candidates::of(puzzle);
    let found = solutions(&root, 2);
    match found.first {
        None => Verdict::None,
        Some(grid) if found.count == 1 => Verdict::Unique(grid),
        Some(grid) => Verdict::Several(ordered::first(&root, Some(grid)).unwrap_or(grid)),
    }
}

/// The number of solutions of one puzzle, counted up to `limit`.
pub(crate) fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    solutions(&Candidates::of(puzzle), limit).count
}

/// The first solution of a puzzle in reading order. `known` is any solution, if one is at hand: that saves time.
#[allow(dead_code, reason = "the engine will hand boards over")]
pub(crate) fn first_in_order(puzzle: &Puzzle, known: Option<Grid>) -> Option<Grid> {
    ordered::first(&Candidates::of(puzzle), known)
}

/// The solutions, up to `limit` of them: plainly, and carefully if that takes too long.
fn solutions(root: &Candidates, limit: u64) -> Found {
    search::search(root, limit, BUDGET, &mut search::Plain).unwrap_or_else(|guesses| {
        let found = hard::solutions(root, limit);
        Found { guesses: guesses + found.guesses, ..found }
    })
}

#[cfg(test)]
mod study;
#[cfg(test)]
mod tests;
