//! Puzzles at random, and as people write them.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use sudoku::canon::Isomorphism;
use sudoku::grid::Puzzle;

use super::slow::Cells;

/// The numbers below n in any order.
pub fn shuffled(rng: &mut SmallRng, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.shuffle(rng);
    order
}

/// A legal grid, from one that everybody can see to be legal by exchanges that keep it so.
pub fn random_grid(rng: &mut SmallRng) -> Cells {
    let mut shuffled = |n: usize| shuffled(rng, n);
    let digits = shuffled(9);
    let lines: [Vec<usize>; 2] = std::array::from_fn(|_| {
        shuffled(3)
            .into_iter()
            .flat_map(|three| shuffled(3).into_iter().map(move |n| 3 * three + n))
            .collect()
    });
    std::array::from_fn(|cell| {
        let (row, column) = (lines[0][cell / 9], lines[1][cell % 9]);
        digits[(3 * row + row / 3 + column) % 9] as u8 + 1
    })
}

/// A grid of 81 digits in which so many cells are emptied: each becomes this character.
pub fn emptied(grid: &str, holes: usize, empty: char, rng: &mut SmallRng) -> String {
    let mut cells: Vec<char> = grid.chars().collect();
    shuffled(rng, 81)[..holes].iter().for_each(|&cell| cells[cell] = empty);
    cells.into_iter().collect()
}

/// 81 cells on nine lines, with this between two of a line.
pub fn nine_lines(cells: &str, between: &str) -> String {
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    cells.chunks(9).map(|row| row.join(between) + "\n").collect()
}

/// One of the 1.2 million million ways to write the same puzzle.
pub fn disguised(puzzle: &Puzzle, rng: &mut SmallRng) -> Puzzle {
    let number = rng.random_range(0..Isomorphism::COUNT);
    Isomorphism::from_number(number).unwrap().puzzle(puzzle)
}
