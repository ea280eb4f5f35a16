//! The maker beside a peer, on one core: `cargo bench --bench maker`, best behind `taskset -c 1`.
//!
//! In each run every maker has its turn, and each figure is that of the median run, in puzzles a second. Every puzzle is
//! checked by the peer's solver: one solution, and, where nothing else is wished for, none without any of its clues. Puzzles of
//! a level are rated, too.
//!
//! The peer is the crate `sudoku` by Emerentius, which makes minimal puzzles by the same top-down method.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a benchmark may"
)]

use std::hint::black_box;
use std::time::Instant;

use sudoku::grid::Puzzle;
use sudoku::maker::{Holes, Levels, Made, Maker, Symmetry};
use sudoku::rating::{Rater, Unrated};
use sudoku::solver::InstructionSet;
use sudoku_peer::Sudoku;
use sudoku_peer::Symmetry as PeerSymmetry;

mod timing;

use timing::{machine, median};

/// A line of the table: what is wished for, by us and by the peer.
struct Wish {
    name: &'static str,
    holes: Option<Holes>,
    levels: Option<(u8, u8)>,
    symmetry: Symmetry,
    peer: Option<PeerSymmetry>,
}

const ANY: Wish = Wish { name: "", holes: None, levels: None, symmetry: Symmetry::None, peer: None };

fn main() {
    // cargo bench says so; without it this is a test.
    let full = std::env::args().any(|argument| argument == "--bench");
    let (count, runs) = if full { (30_000, 7) } else { (100, 1) };
    let wishes = [
        Wish { name: "minimal", peer: Some(PeerSymmetry::None), ..ANY },
        Wish {
            name: "rotate180",
            symmetry: Symmetry::Rotate180,
            peer: Some(PeerSymmetry::HalfRotation),
            ..ANY
        },
        Wish { name: "rotate90", symmetry: Symmetry::Rotate90, ..ANY },
        Wish { name: "30-50 holes", holes: Holes::new(30, 50), ..ANY },
        Wish { name: "55 holes", holes: Holes::new(55, 55), ..ANY },
    ];
    let sets: Vec<InstructionSet> = InstructionSet::available().collect();
    println!("{}", machine());
    println!("median of {runs} runs, puzzles a second; ×: how many times the peer's speed\n");
    print!("{:<12} {:>8}", "wish", "peer");
    sets.iter().for_each(|set| print!(" {:>9} {:>5}", set.name(), "×"));
    println!();
    for wish in wishes {
        measure(&wish, &sets, count, runs);
    }
    // Where rules are the test, and where the level has to be exactly that, too: then others are made in vain.
    let levels = [
        ("level 1", 1, 1),
        ("level 1-2", 1, 2),
        ("level 1-3", 1, 3),
        ("level 1-4", 1, 4),
        ("level 1-5", 1, 5),
        ("level 1-6", 1, 6),
        ("level 2", 2, 2),
        ("level 3", 3, 3),
        ("level 4", 4, 4),
        ("level 5", 5, 5),
        ("level 4-5", 4, 5),
        ("level 7-8", 7, 8),
    ];
    for (name, least, most) in levels {
        let wish = Wish { name, levels: Some((least, most)), peer: Some(PeerSymmetry::None), ..ANY };
        measure(&wish, &sets, if least > 1 { count.div_ceil(2) } else { count }, runs);
    }
}

fn measure(wish: &Wish, sets: &[InstructionSet], count: usize, runs: u64) {
    let mut makers: Vec<Maker> = sets
        .iter()
        .map(|&set| {
            let maker = Maker::new(1).with_instruction_set(set).symmetric(wish.symmetry);
            let maker = match wish.levels {
                Some((least, most)) => maker.levels(Levels::new(least, most).unwrap()),
                None => maker,
            };
            wish.holes.map_or(maker.clone(), |holes| maker.holes(holes))
        })
        .collect();
    let (mut peer, mut ours) = (vec![], vec![vec![]; sets.len()]);
    for run in 0..runs {
        if let Some(symmetry) = wish.peer {
            let few = count.div_ceil(30);
            peer.push(per_second(few, || {
                (0..few).for_each(|_| _ = black_box(Sudoku::generate_with_symmetry(symmetry)));
            }));
        }
        let mut first: Option<Vec<Made>> = None;
        for (maker, figures) in makers.iter_mut().zip(&mut ours) {
            let mut made = vec![];
            *maker = maker.clone().skip_to(u128::from(run) * 1_000_000);
            figures.push(per_second(count, || made = maker.make(count).map(Result::unwrap).collect()));
            assert_eq!(made.len(), count);
            assert!(first.get_or_insert_with(|| made.clone()) == &made, "instruction sets disagree");
        }
        for made in first.iter().flatten() {
            check(wish, made);
        }
        if let Some((least, most)) = wish.levels {
            let puzzles: Vec<Puzzle> = first.iter().flatten().map(|made| made.puzzle).collect();
            let mut ratings = vec![Err(Unrated::NoSolution); puzzles.len()];
            Rater::new().rate(&puzzles, &mut ratings);
            assert!(ratings.iter().all(|rating| (least..=most).contains(&rating.unwrap().level.number())));
        }
    }
    let peer = (!peer.is_empty()).then(|| median(peer));
    print!("{:<12} {:>8}", wish.name, peer.map_or("-".into(), |peer| format!("{peer:.0}")));
    for figures in ours {
        let ours = median(figures);
        print!(" {ours:>9.0} {:>5}", peer.map_or(String::new(), |peer| format!("{:.1}", ours / peer)));
    }
    println!();
}

/// By the peer's solver.
fn check(wish: &Wish, made: &Made) {
    let is_proper = |puzzle: &Puzzle| Sudoku::from_bytes(*puzzle.digits()).unwrap().is_uniquely_solvable();
    assert!(is_proper(&made.puzzle), "{}", made.puzzle);
    assert!(made.solution.solves(&made.puzzle), "{}", made.puzzle);
    if wish.holes.is_none() && wish.levels.is_none() && wish.symmetry == Symmetry::None {
        for cell in (0..81).filter(|&cell| made.puzzle.digits()[cell] > 0) {
            let mut less = *made.puzzle.digits();
            less[cell] = 0;
            assert!(!is_proper(&Puzzle::from_digits(less).unwrap()), "{}", made.puzzle);
        }
    }
}

fn per_second(count: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    count as f64 / start.elapsed().as_secs_f64()
}
