//! Canonical forms beside a peer, on one core: `cargo bench --bench canon`, best behind `taskset -c 1`.
//!
//! In each run each side has its turn with the same grids, in memory, and each figure is that of the median run. Every
//! form is checked: it is reached by an isomorphism, by applying it, and the peer finds the same.
//!
//! The peer is the crate `sudoku` by Emerentius, whose `canonicalized` gives the smallest form, too, and counts the
//! automorphisms. What it makes of
//! puzzles on symmetric grids depends on which of their forms it gets, so only grids are compared.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a benchmark may"
)]

use std::hint::black_box;
use std::time::Instant;

use sudoku::canon::{canonical, canonical_grid, canonizing, prepare};
use sudoku::generator::Generator;
use sudoku::grid::{Grid, Puzzle};
use sudoku::numbering::Corner;
use sudoku_peer::Sudoku;

mod timing;

use timing::{machine, median};

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "574692318831574926692831745183457692269183574457269831318745269926318457745926183";

fn main() {
    // cargo bench says so; without it this is a test.
    let full = std::env::args().any(|argument| argument == "--bench");
    let (count, few, runs) = if full { (200_000, 4_000, 11) } else { (200, 10, 1) };
    println!("{}", machine());
    let start = Instant::now();
    prepare();
    println!("the tables: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);

    let random: Vec<Grid> = Generator::new(Corner::ALL[1]).shuffled(1).grids(count).collect();
    let clues: Vec<Puzzle> = random.iter().map(every_third).collect();
    let most: Grid = MOST_SYMMETRIC.parse().unwrap();
    let symmetric = every_third(&most);
    for grid in random.iter().chain([&most]) {
        let form = canonical_grid(grid).unwrap();
        assert!(canonizing(grid).iter().all(|isomorphism| isomorphism.grid(grid) == form), "{grid}");
    }
    for (grid, puzzle) in random.iter().zip(&clues) {
        let forms = canonizing(grid).into_iter().map(|isomorphism| isomorphism.puzzle(puzzle));
        assert_eq!(forms.min(), Some(canonical(puzzle, grid)), "{puzzle}");
    }
    let peers: Vec<Sudoku> = random[..few].iter().map(theirs).collect();
    for (grid, peer) in random.iter().zip(&peers) {
        let (form, automorphisms) = peer.canonicalized().unwrap();
        assert_eq!(canonical_grid(grid).unwrap().to_string(), form.to_str_line().to_string(), "{grid}");
        assert_eq!(canonizing(grid).len(), automorphisms, "{grid}");
    }

    let mut figures = [const { vec![] }; 5];
    for _ in 0..runs {
        let times = [
            nanoseconds(few, || peers.iter().for_each(|peer| _ = black_box(peer.canonicalized()))),
            nanoseconds(count, || random.iter().for_each(|grid| _ = black_box(canonical_grid(grid)))),
            nanoseconds(count, || {
                let pairs = clues.iter().zip(&random);
                pairs.for_each(|(puzzle, grid)| _ = black_box(canonical(puzzle, grid)));
            }),
            nanoseconds(100, || (0..100).for_each(|_| _ = black_box(canonical_grid(black_box(&most))))),
            nanoseconds(100, || (0..100).for_each(|_| _ = black_box(canonical(&symmetric, &most)))),
        ];
        figures.iter_mut().zip(times).for_each(|(figures, time)| figures.push(time));
    }
    let [peer, grids, puzzles, most, symmetric] = figures.map(median);
    println!("median of {runs} runs; ×: how many times the peer's speed\n");
    println!("{:<34} {:>9} {:>12} {:>6}", "", "ns each", "a second", "×");
    for (name, time) in [
        ("peer, random grids", peer),
        ("random grids", grids),
        ("puzzles with their solutions", puzzles),
        ("the grid with 648 automorphisms", most),
        ("a puzzle on that grid", symmetric),
    ] {
        println!("{name:<34} {time:>9.0} {:>12.0} {:>6.1}", 1e9 / time, peer / time);
    }
}

/// 27 of the cells.
fn every_third(grid: &Grid) -> Puzzle {
    let mut digits = *grid.digits();
    (0..81).filter(|cell| (cell / 9 + cell) % 3 != 0).for_each(|cell| digits[cell] = 0);
    Puzzle::from_digits(digits).unwrap()
}

fn theirs(grid: &Grid) -> Sudoku {
    Sudoku::from_str_line(&grid.to_string()).unwrap()
}

/// What each of so many takes.
fn nanoseconds(count: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / count as f64
}
