//! Levels and rounds: the cases, and what must not matter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use common::puzzles::disguised;
use common::random;
use rand::seq::SliceRandom;
use sudoku::grid::Puzzle;
use sudoku::rating::{Level, Rater, Rating, Unrated, rate};
use sudoku::solver::InstructionSet;

/// The puzzles of `tests/data/levels.tsv`, with level and rounds.
fn cases() -> Vec<(Puzzle, u8, u16)> {
    let lines = include_str!("data/levels.tsv").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].parse().unwrap(), fields[1].parse().unwrap(), fields[2].parse().unwrap())
    };
    lines.map(case).collect()
}

/// What a rater says of all puzzles together.
fn together(rater: &mut Rater, puzzles: &[Puzzle]) -> Vec<Result<Rating, Unrated>> {
    let mut ratings = vec![Err(Unrated::NoSolution); puzzles.len()];
    rater.rate(puzzles, &mut ratings);
    ratings
}

/// All cases, together and in parts of any size, with all instruction sets, whoever their neighbours are.
#[test]
fn cases_on_every_instruction_set() {
    let mut rng = random(14);
    let mut cases = cases();
    for set in InstructionSet::available() {
        let mut rater = Rater::with_instruction_set(set);
        for size in [1000, 7, 100] {
            cases.shuffle(&mut rng);
            for cases in cases.chunks(size).take(if cfg!(debug_assertions) { 2 } else { 1000 }) {
                let puzzles: Vec<Puzzle> = cases.iter().map(|case| case.0).collect();
                for ((puzzle, level, rounds), rating) in cases.iter().zip(together(&mut rater, &puzzles)) {
                    let rating = rating.unwrap();
                    assert_eq!((rating.level.number(), rating.rounds), (*level, *rounds), "{set} {puzzle}");
                }
            }
        }
    }
}

/// Both numbers stay the same however a puzzle is written.
#[test]
fn a_puzzle_in_disguise_is_as_hard() {
    let mut rng = random(13);
    for (puzzle, level, rounds) in cases() {
        if cfg!(debug_assertions) && level > 9 {
            continue;
        }
        for disguised in [puzzle, disguised(&puzzle, &mut rng), disguised(&puzzle, &mut rng)] {
            let rating = rate(&disguised).unwrap();
            assert_eq!((rating.level.number(), rating.rounds), (level, rounds), "{disguised}");
        }
    }
}

#[test]
fn what_has_no_level() {
    assert_eq!(rate(&Puzzle::EMPTY), Err(Unrated::SeveralSolutions));
    let twice: Puzzle = format!("11{}", "0".repeat(79)).parse().unwrap();
    assert_eq!(rate(&twice), Err(Unrated::NoSolution));
    let grid: Puzzle =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse().unwrap();
    let rating = rate(&grid).unwrap();
    assert_eq!((rating.level.number(), rating.rounds), (1, 0));
}

#[test]
fn levels_have_numbers_and_names() {
    assert!(Level::all().map(Level::number).eq(1..=11));
    assert!(Level::all().all(|level| Level::new(level.number()) == Some(level)));
    assert_eq!((Level::new(0), Level::new(12)), (None, None));
    let mut names: Vec<_> = Level::all().map(Level::name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 11);
}
