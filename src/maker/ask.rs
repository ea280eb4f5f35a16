//! Questions, one by one.

use super::attempt::Question;
use super::places::{place_of, places_in};
use crate::grid::{CELLS, Grid, Puzzle};
use crate::rating::{Level, left_by};
use crate::solver::Solver;

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
    let other = solver.another_one(&emptied(solution, question.empty), solution)?;
    let differs = |place: &usize| other.digits()[place_of(*place)] != solution.digits()[place_of(*place)];
    Some((0..CELLS).filter(differs).fold(0, |set, place| set | 1 << place))
}

/// The places that the rules up to a level leave open, if they don't solve it.
pub(super) fn left(highest: Level, solution: &Grid, empty: u128) -> Option<u128> {
    let left = left_by(highest, &emptied(solution, empty));
    (left != 0).then(|| places_in(left).fold(0, |set, cell| set | 1 << place_of(cell)))
}
