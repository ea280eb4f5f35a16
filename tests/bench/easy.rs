//! Puzzles that are made rather than kept: from random grids, by emptying cells.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sudoku::generator::Generator;
use sudoku::grid::{Grid, Puzzle};
use sudoku::numbering::Corner;

/// So many puzzles of 45 to 50 clues that take no guess: single candidates lead from one to the next.
pub(crate) fn puzzles(count: usize) -> Vec<Puzzle> {
    let mut random = SmallRng::seed_from_u64(1);
    let mut cells: Vec<usize> = (0..81).collect();
    let make = |grid: Grid| {
        let mut digits = *grid.digits();
        cells.shuffle(&mut random);
        let mut holes = random.random_range(31..=36);
        for &cell in &cells {
            let digit = std::mem::take(&mut digits[cell]);
            if holes > 0 && is_single(&digits, cell, digit) {
                holes -= 1;
            } else {
                digits[cell] = digit;
            }
        }
        Puzzle::from_digits(digits).unwrap()
    };
    grids(count).map(make).collect()
}

/// So many random grids, some cells of each emptied at random, which leaves several solutions to most.
#[allow(dead_code, reason = "only one of the benchmarks wants them")]
pub(crate) fn holed(count: usize, holes: std::ops::RangeInclusive<usize>) -> Vec<Puzzle> {
    let mut random = SmallRng::seed_from_u64(2);
    let mut cells: Vec<usize> = (0..81).collect();
    let make = |grid: Grid| {
        let mut digits = *grid.digits();
        cells.shuffle(&mut random);
        cells[..random.random_range(holes.clone())].iter().for_each(|&cell| digits[cell] = 0);
        Puzzle::from_digits(digits).unwrap()
    };
    grids(count).map(make).collect()
}

fn grids(count: usize) -> impl Iterator<Item = Grid> {
    Generator::new(Corner::ALL[1]).shuffled(1).grids(count)
}

/// Is this digit the only one that its peers leave to the cell, or this cell the only one in one of its houses that
/// can hold the digit?
fn is_single(digits: &[u8; 81], cell: usize, digit: u8) -> bool {
    let house = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
    let fits = |cell: usize, digit: u8| {
        let own = house(cell);
        (0..81).all(|other| digits[other] != digit || house(other).iter().zip(own).all(|(a, b)| *a != b))
    };
    (1..=9).all(|other| other == digit || !fits(cell, other))
        || (0..3).any(|kind| {
            (0..81).all(|other| {
                other == cell
                    || house(other)[kind] != house(cell)[kind]
                    || digits[other] != 0
                    || !fits(other, digit)
            })
        })
}
