//! Each kernel of each set beside its own body, compiled for the baseline: the same, bit for bit.

use super::*;
use crate::solver::planes::tests::random_planes;
use crate::solver::transpose::Transpose;
use crate::solver::transpose::tests::transposes;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn plane<const W: usize>(rng: &mut StdRng) -> Plane<W> {
    Plane(std::array::from_fn(|_| rng.random()))
}

/// Planes as they come up in a search: candidates of boards some rounds after a random puzzle.
fn boards<const W: usize>(rng: &mut StdRng) -> Box<Planes<W>> {
    let puzzles: Vec<Puzzle> = (0..64 * W)
        .map(|_| {
            let digits = std::array::from_fn(|cell| {
                let digit = ((3 * (cell / 9) + cell / 27 + cell % 9) % 9) as u8 + 1;
                if rng.random_bool(0.33) { digit } else { 0 }
            });
            Puzzle::from_digits(digits).unwrap_or(Puzzle::EMPTY)
        })
        .collect();
    let mut planes = Box::new(Planes::EMPTY);
    Digits::new(butterflies).load(&puzzles, &mut planes.candidates);
    planes.find_empty();
    for _ in 0..rng.random_range(1..6) {
        planes.round(&Plane::ALL);
    }
    planes
}

fn same<const W: usize>(one: &Planes<W>, other: &Planes<W>, kernel: &str) {
    assert!(one.candidates == other.candidates, "{kernel}: candidates");
    assert!(one.open == other.open, "{kernel}: open");
    assert_eq!(one.dead, other.dead, "{kernel}: dead");
    assert_eq!(one.moved, other.moved, "{kernel}: moved");
    assert_eq!(one.unsolved, other.unsolved, "{kernel}: unsolved");
}

/// All kernels on some random boards; `transpose` is of the baseline.
fn agree<const W: usize>(kernels: &Kernels<W>, transpose: Transpose<W>) {
    let mut rng = StdRng::seed_from_u64(W as u64);
    transposes::<W>(kernels.transpose);
    for _ in 0..20 {
        let before = boards::<W>(&mut rng);
        let with = |kernel: &dyn Fn(&mut Planes<W>), body: &dyn Fn(&mut Planes<W>), name: &str| {
            let (mut one, mut other) = (before.clone(), before.clone());
            kernel(&mut one);
            body(&mut other);
            same(&one, &other, name);
        };
        let active = plane(&mut rng);
        let (mut one, mut other) = (before.clone(), before.clone());
        assert_eq!((kernels.round)(&mut one, &active), other.round(&active));
        same(&one, &other, "round");
        with(&|planes| (kernels.triads)(planes), &Planes::triads::<true, true>, "triads");
        with(&|planes| (kernels.row_triads)(planes), &Planes::triads::<true, false>, "row_triads");
        with(&|planes| (kernels.column_triads)(planes), &Planes::triads::<false, true>, "column_triads");
        with(&|planes| (kernels.find_empty)(planes), &Planes::find_empty, "find_empty");
        with(&|planes| (kernels.find_open)(planes), &Planes::find_open, "find_open");
        assert_eq!((kernels.complete)(&before), before.complete());

        let stuck = plane::<W>(&mut rng) & before.unsolved & !before.dead;
        let (mut one, mut other) = (Box::new(Choice::EMPTY), Box::new(Choice::EMPTY));
        (kernels.choose_first)(&mut one, &before, &stuck);
        other.choose_first(&before, &stuck);
        assert!(one.cell == other.cell && one.digit == other.digit, "choose_first");
        let guess = |planes: &mut Planes<W>| (kernels.guess)(&one, &mut planes.candidates);
        with(&guess, &|planes| one.guess(&mut planes.candidates), "guess");
        (kernels.choose)(&mut one, &before, &stuck);
        other.choose(&before, &stuck);
        assert!(one.cell == other.cell && one.digit == other.digit && one.paired == other.paired, "choose");

        let mut turns = [const { Turn::NONE }; 2];
        let (mut left, mut free) = (stuck, !stuck & plane(&mut rng));
        for turn in &mut turns {
            let (mut twin, mut twin_left, mut twin_free) = (turn.clone(), left, free);
            (kernels.find_turn)(turn, &mut left, &mut free);
            twin.find(&mut twin_left, &mut twin_free);
            let found = (&turn.by, turn.target, left, free);
            assert_eq!(found, (&twin.by, twin.target, twin_left, twin_free), "find_turn");
        }
        let guessing = stuck & !left;
        let branch = |planes: &mut Planes<W>| (kernels.branch)(planes, &one, &guessing, &turns);
        with(&branch, &|planes| turn::branch(planes, &one, &guessing, &turns), "branch");

        let lanes: Vec<u16> = (0..64 * W as u16).filter(|_| rng.random()).collect();
        let mut taken = [vec![[!0; 12]; lanes.len()], vec![[0; 12]; lanes.len()]];
        let (mut boards, mut twin) =
            (Box::new(Boards::new(kernels.transpose)), Box::new(Boards::new(transpose)));
        (kernels.take)(&mut boards, &before.candidates, &one.cell, &one.digit, &lanes, &mut taken[0]);
        twin.take(&before.candidates, &one.cell, &one.digit, &lanes, &mut taken[1]);
        assert!(taken[0] == taken[1], "take");
        let (mut to, mut twin_to) = (random_planes::<W>(&mut rng), random_planes::<W>(&mut rng));
        twin_to.clone_from(&to);
        let given = (kernels.give)(&mut boards, &mut to, &lanes, &taken[0]);
        assert_eq!(given, twin.give(&mut twin_to, &lanes, &taken[0]), "give");
        assert!(to == twin_to, "give");
        assert!(taken[0].iter().all(|board| (kernels.grid_of)(board) == boards::grid_of(board)), "grid_of");

        let puzzles: Vec<Puzzle> = (0..rng.random_range(0..=64 * W))
            .map(|_| {
                Puzzle::from_digits(std::array::from_fn(|_| rng.random_range(0..=9))).unwrap_or(Puzzle::EMPTY)
            })
            .collect();
        let (mut digits, mut twin) =
            (Box::new(Digits::new(kernels.transpose)), Box::new(Digits::new(transpose)));
        (kernels.load)(&mut digits, &puzzles, &mut to);
        twin.load(&puzzles, &mut twin_to);
        assert!(to == twin_to, "load");
        (kernels.store)(&mut digits, &before.candidates);
        twin.store(&before.candidates);
        assert!((0..64 * W).all(|lane| digits.grid(lane) == twin.grid(lane)), "store");
    }
}

#[test]
fn every_kernel_of_every_set_is_its_body() {
    for set in InstructionSet::available() {
        match set.kernels() {
            Table::Narrow(kernels) => agree(kernels, butterflies),
            Table::Wide(kernels) => agree(kernels, butterflies),
        }
    }
}
