//! One puzzle as nine boards of 81 candidates, one board for each digit: the one-puzzle solver.
//!
//! This is the solver to read first: its rules are those of the engine for hundreds of puzzles ([`super::planes`]),
//! in a form that is easier to follow. It solves what is too little for that engine, and what is too hard.
//!
//! ```text
//!     puzzle ─→ candidates ─→ the rules, again and again, until they find nothing more
//!                   ↑             │
//!                   │             ├─ dead: a cell or a digit has no place left    → back to the last guess
//!                   │             ├─ solved: each cell has one candidate          → a solution
//!                   └─── guess ───┴─ stuck: a digit goes into a cell, or does not → the first, then the second
//! ```
//!
//! Imports point down:
//!
//! ```text
//!   ordered       the first solution in reading order
//!   guarded       plainly, and carefully where that takes too long
//!   hard          the careful way, which no input traps
//!   search        the depth-first search, and the plain way to guess, which is fastest on nearly everything
//!   candidates    the boards, and the rules
//! ```

mod candidates;
mod guarded;
mod hard;
mod ordered;
mod search;

use super::verdict::Verdict;
use crate::grid::{Grid, Puzzle};
use candidates::Candidates;
use guarded::solutions;
use search::Found;

/// The verdict on one puzzle.
pub(crate) fn solve(puzzle: &Puzzle) -> Verdict {
    let mut root = Candidates::of(puzzle);
    let found = solutions(&mut root, 2);
    verdict(&mut root, found)
}

/// The number of solutions of one puzzle, counted up to `limit`.
pub(crate) fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    solutions(&mut Candidates::of(puzzle), limit).count
}

/// The verdict on a puzzle that has proved hard elsewhere: the careful search at once.
pub(crate) fn solve_hard(puzzle: &Puzzle) -> Verdict {
    let mut root = Candidates::of(puzzle);
    let found = hard::solutions(&mut root, 2);
    verdict(&mut root, found)
}

/// Likewise, the number of solutions.
pub(crate) fn count_hard(puzzle: &Puzzle, limit: u64) -> u64 {
    hard::solutions(&mut Candidates::of(puzzle), limit).count
}

/// The first solution of a puzzle in reading order. `known` is any solution, if one is at hand: that saves time.
pub(crate) fn first_in_order(puzzle: &Puzzle, known: Option<Grid>) -> Option<Grid> {
    ordered::first(&mut Candidates::of(puzzle), known)
}

/// What follows from up to two solutions.
fn verdict(root: &mut Candidates, found: Found) -> Verdict {
    match found.first {
        None => Verdict::None,
        Some(grid) if found.count == 1 => Verdict::Unique(grid),
        Some(grid) => {
            let first = ordered::first(root, Some(grid));
            debug_assert!(first.is_some(), "a solution is known");
            Verdict::Several(first.unwrap_or(grid))
        }
    }
}

#[cfg(test)]
mod study;
#[cfg(test)]
mod tests;
