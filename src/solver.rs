//! Puzzles in, verdicts out; hides which engine did it.

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
            *verdict = plain(puzzle);
        }
    }

    /// The number of solutions of each puzzle, counted up to `limit`, in its place. Like `zip`, it ends with
    /// the shorter slice.
    pub fn count(&mut self, puzzles: &[Puzzle], limit: u64, counts: &mut [u64]) {
        for (puzzle, count) in puzzles.iter().zip(counts) {
            let mut search = Plain::new(puzzle);
            search.run(limit);
            *count = search.found;
        }
    }
}

// A stand-in until solver/board.rs lands: depth first, fewest candidates, then the first in reading order.
fn plain(puzzle: &Puzzle) -> Verdict {
    let mut search = Plain::new(puzzle);
    search.run(2);
    match (search.found, search.first) {
        (1, Some(grid)) => Verdict::Unique(grid),
        (_, Some(_)) => {
            let mut ordered = Plain::new(puzzle);
            ordered.reading_order = true;
            ordered.run(1);
            ordered.first.map_or(Verdict::None, Verdict::Several)
        }
        _ => Verdict::None,
    }
}

struct Plain {
    cells: [u8; 81],
    used: [u16; 27],
    found: u64,
    first: Option<Grid>,
    reading_order: bool,
    dead: bool,
}

impl Plain {
    fn new(puzzle: &Puzzle) -> Plain {
        let (mut used, mut dead) = ([0u16; 27], false);
        for (cell, &digit) in puzzle.digits().iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            for house in houses(cell) {
                dead |= used[house] >> digit & 1 == 1;
                used[house] |= 1 << digit;
            }
        }
        Plain { cells: *puzzle.digits(), used, found: 0, first: None, reading_order: false, dead }
    }

    fn run(&mut self, limit: u64) {
        if self.dead || self.found >= limit {
            return;
        }
        let free = |cell: usize| houses(cell).iter().fold(0x3fe, |m, &h| m & !self.used[h]);
        let mut empty = (0..81).filter(|&c| self.cells[c] == 0);
        let Some(cell) = (if self.reading_order {
            if (0..81).any(|c| self.cells[c] == 0 && free(c) == 0) {
                return;
            }
            empty.next()
        } else {
            empty.min_by_key(|&c| free(c).count_ones())
        }) else {
            self.found += 1;
            self.first = self.first.or(Grid::from_digits(self.cells).ok());
            return;
        };
        let mut candidates = free(cell);
        while candidates != 0 {
            let digit = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            self.cells[cell] = digit;
            houses(cell).into_iter().for_each(|h| self.used[h] |= 1 << digit);
            self.run(limit);
            houses(cell).into_iter().for_each(|h| self.used[h] &= !(1 << digit));
        }
        self.cells[cell] = 0;
    }
}

fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}
