//! The engine on every instruction set that this machine has: the same answers as a slow obvious search, whatever
//! the batch and the neighbours.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use common::puzzles::{random_grid, shuffled};
use common::slow;
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use sudoku::grid::{Grid, Puzzle};
use sudoku::solver::InstructionSet;
use sudoku::solver::{Solver, Verdict};

/// Without optimisation there are fewer puzzles.
const SHARE: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// Puzzles of every kind: 0–81 clues of a grid, as they are, or one changed, or one added that may be wrong.
fn puzzles(rng: &mut SmallRng, n: usize) -> Vec<Puzzle> {
    (0..n)
        .map(|_| {
            let mut cells = random_grid(rng);
            let order = shuffled(rng, 81);
            let clues =
                if rng.random_bool(0.3) { rng.random_range(0..=81) } else { rng.random_range(22..=60) };
            order[clues..].iter().for_each(|&cell| cells[cell] = 0);
            match rng.random_range(0..4) {
                0 => cells[order[0]] = rng.random_range(1..=9),
                1 => cells[order[80]] = rng.random_range(1..=9),
                _ => {}
            }
            Puzzle::from_digits(cells).unwrap()
        })
        .collect()
}

fn verdicts(solver: &mut Solver, puzzles: &[Puzzle]) -> Vec<Verdict> {
    // Something that is never right, so that a place left out shows.
    let mut verdicts = vec![Verdict::Several(Grid::from_digits([1; 81]).unwrap()); puzzles.len()];
    solver.solve(puzzles, &mut verdicts);
    verdicts
}

#[test]
fn verdicts_and_first_solutions_are_those_of_the_textbook() {
    let mut rng = common::random(3);
    let puzzles = puzzles(&mut rng, 6000 / SHARE);
    let wanted: Vec<Option<Vec<slow::Cells>>> =
        puzzles.iter().map(|puzzle| slow::in_reading_order(puzzle.digits(), 2, 1_000)).collect();
    assert!(wanted.iter().flatten().count() > 4000 / SHARE);
    for set in InstructionSet::available() {
        let verdicts = verdicts(&mut Solver::with_instruction_set(set), &puzzles);
        for ((puzzle, wanted), verdict) in puzzles.iter().zip(&wanted).zip(verdicts) {
            match (verdict, wanted.as_deref()) {
                (Verdict::None, None | Some([])) => {}
                (Verdict::Unique(grid) | Verdict::Several(grid), None) => {
                    assert!(grid.solves(puzzle), "{puzzle}")
                }
                (Verdict::Unique(grid), Some([only])) => {
                    assert_eq!(grid.digits(), only, "{set} {puzzle}")
                }
                (Verdict::Several(grid), Some([first, _])) => {
                    assert_eq!(grid.digits(), first, "{set} {puzzle}")
                }
                other => panic!("{set} {puzzle}: {other:?}"),
            }
        }
    }
}

#[test]
fn counts_are_those_of_the_slow_search() {
    let mut rng = common::random(4);
    let puzzles = puzzles(&mut rng, 3000 / SHARE);
    let mut counts = vec![9; puzzles.len()];
    Solver::new().count(&puzzles, 0, &mut counts);
    assert!(counts.iter().all(|&count| count == 0));
    for limit in [1, 2, 20] {
        let wanted: Vec<Option<u64>> =
            puzzles.iter().map(|puzzle| slow::count(puzzle.digits(), limit, 300)).collect();
        for set in InstructionSet::available() {
            let mut counts = vec![u64::MAX; puzzles.len()];
            Solver::with_instruction_set(set).count(&puzzles, limit, &mut counts);
            for ((puzzle, wanted), count) in puzzles.iter().zip(&wanted).zip(counts) {
                assert!(count <= limit);
                assert_eq!(wanted.unwrap_or(count), count, "{set} {puzzle}, up to {limit}");
            }
        }
    }
}

#[test]
fn neither_the_batch_nor_the_neighbours_matter() {
    let mut rng = common::random(5);
    let puzzles = puzzles(&mut rng, 1300);
    let one_by_one = Solver::new();
    let wanted: Vec<Verdict> = puzzles.iter().map(|puzzle| one_by_one.solve_one(puzzle)).collect();
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        for size in [1, 2, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1000, 1300] {
            let mut order: Vec<usize> = (0..puzzles.len()).collect();
            order.shuffle(&mut rng);
            order.truncate(size);
            let batch: Vec<Puzzle> = order.iter().map(|&n| puzzles[n]).collect();
            for (&n, verdict) in order.iter().zip(verdicts(&mut solver, &batch)) {
                assert_eq!(verdict, wanted[n], "{set}, batch of {size}: {}", puzzles[n]);
            }
        }
    }
}

/// A puzzle with one solution that needs each of its clues.
fn minimal(rng: &mut SmallRng, solver: &mut Solver) -> Puzzle {
    let mut cells = random_grid(rng);
    let order = shuffled(rng, 81);
    for cell in order {
        let clue = std::mem::take(&mut cells[cell]);
        if !matches!(solver.solve_one(&Puzzle::from_digits(cells).unwrap()), Verdict::Unique(_)) {
            cells[cell] = clue;
        }
    }
    Puzzle::from_digits(cells).unwrap()
}

/// The engine expects of the next puzzles what the last ones were like: it must be a matter of speed only.
#[test]
fn what_came_before_does_not_matter() {
    let mut rng = common::random(6);
    let mut one_by_one = Solver::new();
    let holed = |rng: &mut SmallRng, holes: usize| {
        let mut cells = random_grid(rng);
        let order = shuffled(rng, 81);
        order[..holes].iter().for_each(|&cell| cells[cell] = 0);
        Puzzle::from_digits(cells).unwrap()
    };
    // Several solutions, one solution, anything, all together.
    let mut stream: Vec<Puzzle> = (0..5000 / SHARE).map(|n| holed(&mut rng, 45 + n % 30)).collect();
    stream.extend((0..1000 / SHARE).map(|_| minimal(&mut rng, &mut one_by_one)));
    stream.extend(puzzles(&mut rng, 1000 / SHARE));
    let traps = include_str!("data/traps.txt").lines().filter(|line| !line.starts_with('#'));
    stream.extend(traps.map(|line| line[..81].parse::<Puzzle>().unwrap()));
    let mut mixed = stream.clone();
    mixed.shuffle(&mut rng);
    stream.extend(mixed);
    let wanted: Vec<Verdict> = stream.iter().map(|puzzle| one_by_one.solve_one(puzzle)).collect();
    let mut up_to_20 = vec![0; stream.len()];
    for (puzzles, counts) in stream.chunks(10).zip(up_to_20.chunks_mut(10)) {
        one_by_one.count(puzzles, 20, counts);
    }
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        let mut counts = vec![9; stream.len()];
        for _ in 0..2 {
            solver.count(&stream, 20, &mut counts);
            assert!(counts == up_to_20);
            let verdicts = verdicts(&mut solver, &stream);
            solver.count(&stream, 2, &mut counts);
            for (((puzzle, verdict), count), wanted) in stream.iter().zip(verdicts).zip(&counts).zip(&wanted)
            {
                assert_eq!(verdict, *wanted, "{set} {puzzle}");
                let solutions = match wanted {
                    Verdict::None => 0,
                    Verdict::Unique(_) => 1,
                    Verdict::Several(_) => 2,
                };
                assert_eq!(*count, solutions, "{set} {puzzle}");
            }
        }
        // All lanes full, and nobody waits.
        let sparse: Vec<usize> = (0..stream.len()).filter(|&n| stream[n].clues() < 24).collect();
        for size in [256, 512, 1024] {
            let batch: Vec<usize> = sparse.iter().cycle().take(2048 + size).copied().collect();
            for batch in [&batch[..2048], &batch[2048..]] {
                let puzzles: Vec<Puzzle> = batch.iter().map(|&n| stream[n]).collect();
                for (&n, verdict) in batch.iter().zip(verdicts(&mut solver, &puzzles)) {
                    assert_eq!(verdict, wanted[n], "{set} {}", stream[n]);
                }
            }
        }
    }
}

/// Deduction leaves one candidate in each cell of these, and the grid breaks the rules: a row or a column lacks a digit.
#[test]
fn a_full_grid_is_no_solution_if_it_breaks_the_rules() {
    let puzzles = [
        "007513000008070000060040500005000006020060800031089000300001704004800032950004081",
        "203947008000820906000306070500400020900780000004000000032004000050002043009000510",
    ];
    let puzzles = puzzles.map(|puzzle| puzzle.parse::<Puzzle>().unwrap()).repeat(300);
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        assert!(verdicts(&mut solver, &puzzles).iter().all(|verdict| *verdict == Verdict::None), "{set}");
        let mut counts = vec![9; puzzles.len()];
        solver.count(&puzzles, 2, &mut counts);
        assert!(counts.iter().all(|&count| count == 0), "{set}");
    }
}

#[test]
fn the_list_of_known_cases_is_met() {
    let list = include_str!("data/puzzles.tsv");
    let cases: Vec<Vec<&str>> =
        list.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let puzzles: Vec<Puzzle> = cases.iter().map(|case| case[1].parse().unwrap()).collect();
    // Many copies, so that they go through the lanes.
    let copies = puzzles.repeat(40 / SHARE);
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        let mut counts = vec![0; copies.len()];
        solver.count(&copies, 10_000, &mut counts);
        for (n, verdict) in verdicts(&mut solver, &copies).into_iter().enumerate() {
            let case = &cases[n % cases.len()];
            assert_eq!(counts[n].to_string(), case[2], "{set} {case:?}");
            match verdict {
                Verdict::None => assert_eq!(case[2], "0", "{set} {case:?}"),
                Verdict::Unique(grid) => {
                    assert_eq!((case[2], grid.to_string().as_str()), ("1", case[3]), "{set} {case:?}");
                }
                Verdict::Several(grid) => {
                    assert!(counts[n] > 1 && grid.solves(&puzzles[n % cases.len()]), "{set} {case:?}");
                }
            }
        }
    }
}

#[test]
fn no_trap_catches_it() {
    let list = include_str!("data/traps.tsv");
    let cases: Vec<(Puzzle, u64)> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(puzzle, count)| (puzzle.parse().unwrap(), count.parse().unwrap()))
        .collect();
    let puzzles: Vec<Puzzle> = cases.iter().map(|case| case.0).collect();
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        for ((puzzle, count), verdict) in cases.iter().zip(verdicts(&mut solver, &puzzles)) {
            let found = match verdict {
                Verdict::None => 0,
                Verdict::Unique(grid) => u64::from(grid.solves(puzzle)),
                Verdict::Several(grid) => 2 * u64::from(grid.solves(puzzle)),
            };
            assert_eq!(found, *count, "{set} {puzzle}");
        }
    }
}

#[test]
fn an_iterator_gives_its_verdicts_in_order() {
    let mut rng = common::random(6);
    let puzzles = puzzles(&mut rng, 5000 / SHARE);
    let mut solver = Solver::new();
    let wanted = verdicts(&mut solver, &puzzles);
    assert!(solver.verdicts(puzzles.iter().copied()).eq(wanted));
    let mut none = solver.verdicts([]);
    assert_eq!((none.next(), none.next()), (None, None));
}

/// Another solution than a known one: where there is one, and a legal one that differs; on every instruction set.
#[test]
fn another_solution_is_found_where_there_is_one() {
    let mut rng = common::random(77);
    let n = 3000 / SHARE;
    let (mut asked, mut known) = (vec![], vec![]);
    for at in 0..n {
        let grid = random_grid(&mut rng);
        let order = shuffled(&mut rng, 81);
        let mut cells = grid;
        order[rng.random_range(17..=81)..].iter().for_each(|&cell| cells[cell] = 0);
        if at % 50 == 0 {
            // What is known is no solution.
            cells[order[0]] = cells[order[0]] % 9 + 1;
        }
        asked.push(Puzzle::from_digits(cells).unwrap());
        known.push(Grid::from_digits(grid).unwrap());
    }
    for set in InstructionSet::available() {
        let mut solver = Solver::with_instruction_set(set);
        let counts = {
            let mut counts = vec![0; n];
            solver.count(&asked, 2, &mut counts);
            counts
        };
        for length in [n, n / 2, 33, 5] {
            let mut others = vec![None; length];
            solver.another(&asked, &known[..length], &mut others);
            for (at, other) in others.iter().enumerate() {
                let (puzzle, known) = (&asked[at], &known[at]);
                let there_is = counts[at] > u64::from(known.solves(puzzle));
                assert_eq!(other.is_some(), there_is, "{set}: {puzzle}");
                assert!(other.is_none_or(|other| other != *known && other.solves(puzzle)), "{set}: {puzzle}");
            }
        }
        assert_eq!(solver.another_one(&known[1].into(), &known[1]), None);
    }
}
