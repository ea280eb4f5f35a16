//! The same question, puzzle by puzzle.

use crate::grid::{CELLS, Grid, Puzzle};
use crate::solver::one;
use crate::solver::verdict::Verdict;

/// A solution other than this grid.
pub(crate) fn another(puzzle: &Puzzle, known: &Grid) -> Option<Grid> {
    match one::solve(puzzle) {
        Verdict::None => None,
        Verdict::Unique(grid) => (grid != *known).then_some(grid),
        Verdict::Several(first) if first != *known => Some(first),
        Verdict::Several(_) => not_first(puzzle, known),
    }
}

/// One that isn't the first. It differs in some empty cell.
fn not_first(puzzle: &Puzzle, first: &Grid) -> Option<Grid> {
    let empty = (0..CELLS).filter(|&cell| puzzle.digits()[cell] == 0);
    let others = empty.flat_map(|cell| {
        let digits = (1..=9).filter(move |&digit| digit != first.digits()[cell]);
        digits.map(move |digit| {
            let mut digits = *puzzle.digits();
            digits[cell] = digit;
            Puzzle::trusted(digits)
        })
    });
    others.map(|puzzle| one::solve(&puzzle)).find_map(|verdict| match verdict {
        Verdict::None => None,
        Verdict::Unique(grid) | Verdict::Several(grid) => Some(grid),
    })
}
