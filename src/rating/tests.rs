use super::*;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Puzzles of all levels, with their solutions.
fn cases() -> Vec<(Puzzle, Grid)> {
    let lines = include_str!("../../tests/data/levels.tsv").lines().filter(|line| !line.starts_with('#'));
    let puzzles = lines.map(|line| line[..81].parse::<Puzzle>().unwrap());
    let solver = Solver::new();
    puzzles.map(|puzzle| (puzzle, *solver.solve_one(&puzzle).solution().unwrap())).collect()
}

/// Puzzles with more or fewer clues: easy ones, and such with several solutions.
fn changed(cases: &[(Puzzle, Grid)], rng: &mut StdRng) -> Vec<(Puzzle, Grid)> {
    let change = |(puzzle, grid): &(Puzzle, Grid)| {
        let mut digits = *puzzle.digits();
        for _ in 0..rng.random_range(0..12) {
            let cell = rng.random_range(0..81);
            digits[cell] = if rng.random_range(0..4) == 0 { 0 } else { grid.digits()[cell] };
        }
        (Puzzle::from_digits(digits).unwrap(), *grid)
    };
    cases.iter().map(change).collect()
}

/// The lanes say what the book says, whatever the highest level is, and also of puzzles with several solutions.
#[test]
fn levels_up_to_the_highest() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut cases = cases();
    cases.truncate(220);
    let times = if cfg!(debug_assertions) { 1 } else { 12 };
    let mut all: Vec<(Puzzle, Grid)> = (0..times).flat_map(|_| changed(&cases, &mut rng)).collect();
    all.shuffle(&mut rng);
    let (puzzles, solutions): (Vec<Puzzle>, Vec<Grid>) = all.into_iter().unzip();
    for set in InstructionSet::available() {
        let mut rater = Rater::with_instruction_set(set);
        for highest in 1..=8 {
            let levels = rater.levels(&puzzles, &solutions, Level::new(highest).unwrap());
            for (puzzle, level) in puzzles.iter().zip(levels) {
                let wanted = one::rate_up_to(highest, puzzle).level.number();
                let level = level.number();
                assert_eq!(level.min(highest + 1), wanted.min(highest + 1), "{set} {highest} {puzzle}");
            }
        }
    }
}

/// Ratings of many puzzles of all kinds, in lanes and by the book.
#[test]
fn ratings_by_the_book() {
    let mut rng = StdRng::seed_from_u64(6);
    let cases = cases();
    let times = if cfg!(debug_assertions) { 1 } else { 8 };
    let mut puzzles: Vec<Puzzle> = (0..times)
        .flat_map(|_| changed(&cases[..cases.len() - 12], &mut rng))
        .map(|(puzzle, _)| puzzle)
        .collect();
    puzzles.shuffle(&mut rng);
    let wanted: Vec<_> = puzzles.iter().map(rate_by_the_book).collect();
    for set in InstructionSet::available() {
        let mut rater = Rater::with_instruction_set(set);
        for size in [5000, 300, 1] {
            for (puzzles, wanted) in puzzles.chunks(size).zip(wanted.chunks(size)).take(300) {
                let mut ratings = vec![Err(Unrated::NoSolution); puzzles.len()];
                rater.rate(puzzles, &mut ratings);
                for ((puzzle, rating), wanted) in puzzles.iter().zip(ratings).zip(wanted) {
                    assert_eq!(rating, *wanted, "{set} {puzzle}");
                }
            }
        }
    }
}
