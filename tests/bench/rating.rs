//! The rater, on one core: `cargo bench --bench rating`, best behind `taskset -c 1`.
//!
//! Puzzles come from `../shared/data`, where that is there; those that `tests/data/levels.tsv` holds are always there. In each run
//! every instruction set rates everything once, and each figure is that of the median run, in puzzles a second. All sets must
//! agree, and on a sample with the rater by the book.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a benchmark may"
)]

use std::path::Path;
use std::time::Instant;

use sudoku::grid::Puzzle;
use sudoku::rating::{Rater, Rating, Unrated, rate_by_the_book};
use sudoku::solver::InstructionSet;

mod timing;

use timing::{machine, median};

type Ratings = Vec<Result<Rating, Unrated>>;

/// The puzzles of a text, one a line, as many as are wanted.
fn read(text: &str, most: usize) -> Vec<Puzzle> {
    text.lines().filter_map(|line| line.get(..81)?.parse().ok()).take(most).collect()
}

fn main() {
    // cargo bench says so; without it this is a test.
    let full = std::env::args().any(|argument| argument == "--bench");
    let runs = if full { 5 } else { 1 };
    let cases = read(include_str!("../data/levels.tsv"), if full { usize::MAX } else { 150 });
    let mut inputs = vec![("cases".to_string(), cases)];
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    for (name, most) in [("minimal", 50_000), ("17clue", 49_158), ("magictour", 1465), ("hardest", 400)]
        .into_iter()
        .filter(|_| full)
    {
        let path = data.join(name).with_extension("txt");
        match std::fs::read_to_string(&path) {
            Ok(text) => inputs.push((name.into(), read(&text, most))),
            Err(error) => println!("{}: {error}", path.display()),
        }
    }
    let mut raters: Vec<Rater> = InstructionSet::available().map(Rater::with_instruction_set).collect();
    println!("{}", machine());
    println!("median of {runs} runs, puzzles a second\n");
    print!("{:<16} {:>8}", "puzzles", "number");
    InstructionSet::available().for_each(|set| print!(" {:>10}", set.name()));
    println!();
    let mut sorted = vec![vec![]; 12];
    for (name, puzzles) in &inputs {
        let ratings = measure(name, puzzles, &mut raters, runs);
        for (puzzle, rating) in puzzles.iter().zip(&ratings) {
            sorted[usize::from(rating.unwrap().level.number())].push(*puzzle);
        }
        let step = if full { ratings.len().div_ceil(300) } else { 10 };
        for (puzzle, rating) in puzzles.iter().zip(&ratings).step_by(step) {
            if rating.unwrap().level.number() < 10 {
                assert_eq!(*rating, rate_by_the_book(puzzle), "{puzzle}");
            }
        }
    }
    sorted.iter_mut().for_each(|puzzles| puzzles.truncate(50_000));
    measure("levels 1-4", &sorted[1..=4].concat(), &mut raters, runs);
    for (level, puzzles) in sorted.iter().enumerate().filter(|(_, puzzles)| !puzzles.is_empty()) {
        measure(&format!("level {level}"), puzzles, &mut raters, runs);
    }
}

fn measure(name: &str, puzzles: &[Puzzle], raters: &mut [Rater], runs: usize) -> Ratings {
    let mut figures = vec![vec![]; raters.len()];
    let mut agreed: Option<Ratings> = None;
    for _ in 0..runs {
        for (rater, figures) in raters.iter_mut().zip(&mut figures) {
            let mut ratings = vec![Err(Unrated::NoSolution); puzzles.len()];
            let start = Instant::now();
            rater.rate(puzzles, &mut ratings);
            figures.push(puzzles.len() as f64 / start.elapsed().as_secs_f64());
            assert!(agreed.get_or_insert_with(|| ratings.clone()) == &ratings, "instruction sets disagree");
        }
    }
    print!("{name:<16} {:>8}", puzzles.len());
    for figures in figures {
        print!(" {:>10.0}", median(figures));
    }
    println!();
    agreed.unwrap_or_default()
}
