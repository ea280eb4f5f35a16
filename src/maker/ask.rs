//! Questions, one by one.

use super::attempt::Question;
use super::places::{place_of, places_in};
use crate::grid::{CELLS, Grid, Puzzle};
use crate::solver::{Solver, Verdict};

/// The puzzle that is left of a solution when these places are empty.
pub(super) fn emptied(solution: &Grid, places: u128) -> Puzzle {
    let mut digits = *solution.digits();
    for place in places_in(places) {
        digits[place_of(place)] = 0;
    }
    Puzzle::trusted(digits)
}

/// The places where another solution differs, if there is one.
pub(super) fn another(solver: &mut Solver, solution: &Grid, question: Question) -> Option<u128> {
    let puzzle = emptied(solution, question.empty);
    let first = match solver.solve_one(&puzzle) {
        Verdict::None | Verdict::Unique(_) => return None,
        Verdict::Several(first) => first,
    };
    let other =
        if first == *solution { not_first(solver, &puzzle, solution, question.group)? } else { first };
    let differs = |place: &usize| other.digits()[place_of(*place)] != solution.digits()[place_of(*place)];
    Some((0..CELLS).filter(differs).fold(0, |set, place| set | 1 << place))
}

/// Another solution than the first one. It differs in the group.
fn not_first(solver: &mut Solver, puzzle: &Puzzle, first: &Grid, group: u128) -> Option<Grid> {
    for cell in places_in(group).map(place_of) {
        for digit in (1..=9).filter(|&digit| digit != first.digits()[cell]) {
            let mut digits = *puzzle.digits();
            digits[cell] = digit;
            if let Verdict::Unique(other) | Verdict::Several(other) =
                solver.solve_one(&Puzzle::trusted(digits))
            {
                return Some(other);
            }
        }
    }
    None
}
