//! What is asked of a batch of puzzles, and where the answers go.

use super::one;
use super::verdict::Verdict;
use crate::grid::{Grid, Puzzle};

/// One answer for each puzzle, in its place.
pub(super) enum Goal<'a> {
    /// Verdicts.
    Verdicts(&'a mut [Verdict]),
    /// How many solutions, counted up to the limit, which is at least 1.
    Counts { limit: u64, counts: &'a mut [u64] },
}

impl<'a> Goal<'a> {
    /// The same for a part of the puzzles, and for the rest.
    pub(super) fn split_at(self, n: usize) -> (Goal<'a>, Goal<'a>) {
        match self {
            Goal::Verdicts(verdicts) => {
                let (part, rest) = verdicts.split_at_mut(n);
                (Goal::Verdicts(part), Goal::Verdicts(rest))
            }
            Goal::Counts { limit, counts } => {
                let (part, rest) = counts.split_at_mut(n);
                (Goal::Counts { limit, counts: part }, Goal::Counts { limit, counts: rest })
            }
        }
    }

    /// How many solutions of each puzzle are looked for.
    pub(super) fn limit(&self) -> u64 {
        match self {
            Goal::Verdicts(_) => 2,
            Goal::Counts { limit, .. } => *limit,
        }
    }

    /// Of a puzzle with several solutions, does it matter which?
    pub(super) fn wants_the_first(&self) -> bool {
        matches!(self, Goal::Verdicts(_))
    }

    /// There is no solution, as far as is known.
    #[inline(always)]
    pub(super) fn none(&mut self, at: usize) {
        match self {
            Goal::Verdicts(verdicts) => verdicts[at] = Verdict::None,
            Goal::Counts { counts, .. } => counts[at] = 0,
        }
    }

    /// A solution, the `found`-th. The second one stands for the first in reading order until that is known.
    #[inline(always)]
    pub(super) fn solution(&mut self, at: usize, found: u64, grid: Grid) {
        match self {
            Goal::Verdicts(verdicts) if found == 1 => verdicts[at] = Verdict::Unique(grid),
            Goal::Verdicts(verdicts) => verdicts[at] = Verdict::Several(grid),
            Goal::Counts { counts, .. } => counts[at] = found,
        }
    }

    /// There is another solution than the one that is known and stays.
    #[inline(always)]
    pub(super) fn one_more(&mut self, at: usize) {
        match self {
            Goal::Verdicts(verdicts) => {
                if let Verdict::Unique(known) = verdicts[at] {
                    verdicts[at] = Verdict::Several(known);
                }
            }
            Goal::Counts { counts, .. } => counts[at] += 1,
        }
    }

    /// There are several solutions, and this one is the first in reading order.
    #[inline(always)]
    pub(super) fn first(&mut self, at: usize, grid: Grid) {
        self.solution(at, 2, grid);
    }

    /// There are several solutions: the one-puzzle solver finds the first in reading order.
    #[cold]
    pub(super) fn ask_for_the_first(&mut self, at: usize, puzzle: &Puzzle) {
        if let Goal::Verdicts(verdicts) = self
            && let Verdict::Several(known) = &mut verdicts[at]
        {
            let first = one::first_in_order(puzzle, Some(*known));
            debug_assert!(first.is_some(), "a solution is known");
            *known = first.unwrap_or(*known);
        }
    }

    /// The one-puzzle solver answers: nothing traps it.
    #[cold]
    pub(super) fn hand_over(&mut self, at: usize, puzzle: &Puzzle) {
        match self {
            Goal::Verdicts(verdicts) => verdicts[at] = one::solve_hard(puzzle),
            Goal::Counts { limit, counts } => counts[at] = one::count_hard(puzzle, *limit),
        }
    }
}
