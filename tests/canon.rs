//! Canonical forms from outside: against brute force, under random isomorphisms, for grids of every symmetry.
#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::common::{self, slow};

use std::collections::HashSet;

use rand::{Rng, RngExt};
use sudoku::canon::{Isomorphism, automorphisms, canonical, canonical_grid, canonizing};
use sudoku::generator::Generator;
use sudoku::grid::{Grid, Puzzle};
use sudoku::numbering::Corner;
use sudoku::solver::{Solver, Verdict};

/// All moves of lines: each leads to one form whose first row is 123456789.
const MOVES: usize = 3_359_232;
/// An isomorphism's number is a move's number times this, plus that of a renaming.
const RENAMINGS: u64 = 362_880;

/// A puzzle or grid, its canonical form, the automorphisms of its solution.
fn cases() -> Vec<(Puzzle, Grid, Puzzle, usize)> {
    let cases = include_str!("data/canon.tsv").lines().filter(|line| !line.starts_with('#'));
    cases
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = fields[1].parse().unwrap();
            (puzzle, solution(&puzzle), fields[2].parse().unwrap(), fields[3].parse().unwrap())
        })
        .collect()
}

fn solution(puzzle: &Puzzle) -> Grid {
    let mut verdicts = [Verdict::None];
    Solver::new().solve(&[*puzzle], &mut verdicts);
    match verdicts[0] {
        Verdict::Unique(grid) => grid,
        other => unreachable!("{puzzle}: {other:?}"),
    }
}

fn grids(seed: u64, count: usize) -> Vec<Grid> {
    Generator::new(Corner::ALL[1]).shuffled(seed).grids(count).collect()
}

fn any(random: &mut impl Rng) -> Isomorphism {
    Isomorphism::from_number(random.random_range(0..Isomorphism::COUNT)).unwrap()
}

/// So many of the grid's cells.
fn some(grid: &Grid, clues: usize, random: &mut impl Rng) -> Puzzle {
    let mut digits = *grid.digits();
    let mut left = 81;
    while left > clues {
        left -= usize::from(std::mem::take(&mut digits[random.random_range(0..81)]) != 0);
    }
    Puzzle::from_digits(digits).unwrap()
}

/// Everything that holds for every puzzle: `random` chooses another form of it.
fn check(puzzle: &Puzzle, grid: &Grid, random: &mut impl Rng) {
    let form = canonical(puzzle, grid);
    let leading = canonizing(grid);
    let form_of_grid = canonical_grid(grid).unwrap();
    assert!(leading.iter().all(|way| way.grid(grid) == form_of_grid), "{grid}");
    // It is reached, and nothing that leads there reaches less.
    assert_eq!(leading.iter().map(|way| way.puzzle(puzzle)).min(), Some(form), "{puzzle}");
    assert!(form_of_grid.is_legal() && form_of_grid.solves(&form), "{puzzle}");
    assert_eq!(canonical(&form, &form_of_grid), form, "{puzzle}");
    assert_eq!(canonical_grid(&form_of_grid), Some(form_of_grid));
    let other = any(random);
    assert_eq!(canonical(&other.puzzle(puzzle), &other.grid(grid)), form, "{puzzle} {other:?}");
    assert_eq!(canonical_grid(&other.grid(grid)), Some(form_of_grid), "{grid} {other:?}");
}

#[test]
fn known_forms() {
    let mut random = common::random(1);
    for (puzzle, grid, form, count) in cases() {
        assert_eq!(canonical(&puzzle, &grid), form, "{puzzle}");
        assert_eq!(automorphisms(&grid).len(), count, "{puzzle}");
        check(&puzzle, &grid, &mut random);
    }
}

#[test]
fn the_first_of_all_grids_is_its_own_form() {
    let first = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let first: Grid = first.parse().unwrap();
    assert_eq!(canonical_grid(&first), Some(first));
    for grid in grids(3, 1000) {
        let form = canonical_grid(&grid).unwrap().to_string();
        assert!(form.as_str() > &first.to_string());
        assert!(["123456789456", "123456789457"].contains(&&form[..12]), "{form}");
    }
}

/// All forms whose first row is 123456789: the least, how many moves reach it, and how many forms there are, as far
/// as they are wanted.
fn brute_force(grid: &Grid, all: bool) -> (Grid, usize, usize) {
    let (mut least, mut reached, mut forms) = ([u8::MAX; 81], 0, HashSet::new());
    for number in 0..MOVES as u64 {
        let moves = Isomorphism::from_number(number * RENAMINGS).unwrap();
        let form = *moves.grid(grid).digits();
        let mut names = [0; 10];
        (1..).zip(&form[..9]).for_each(|(name, digit)| names[usize::from(*digit)] = name);
        let form = form.map(|digit| names[usize::from(digit)]);
        match form.cmp(&least) {
            std::cmp::Ordering::Less => (least, reached) = (form, 1),
            std::cmp::Ordering::Equal => reached += 1,
            std::cmp::Ordering::Greater => {}
        }
        if all {
            forms.insert(form);
        }
    }
    (Grid::from_digits(least).unwrap(), reached, forms.len())
}

#[test]
fn forms_are_the_smallest_of_all() {
    let mut symmetric = cases();
    symmetric.dedup_by_key(|case| case.3);
    let symmetric = symmetric.into_iter().filter(|case| case.3 > 3).take(2);
    for (grid, all) in symmetric.map(|case| (case.1, true)).chain(grids(2, 3).into_iter().map(|g| (g, false)))
    {
        let (least, reached, forms) = brute_force(&grid, all);
        let count = automorphisms(&grid).len();
        assert_eq!((canonical_grid(&grid), count), (Some(least), reached), "{grid}");
        assert!(!all || count * forms == MOVES, "{grid}: {count} automorphisms, {forms} forms");
    }
}

#[test]
fn all_forms_of_a_puzzle_have_one_canonical_form() {
    let mut random = common::random(2);
    for grid in grids(1, 3000) {
        for clues in [17, 24, 40, 81] {
            check(&some(&grid, clues, &mut random), &grid, &mut random);
        }
    }
    let mut few = cases();
    few.sort_by_key(|case| case.3);
    few.dedup_by_key(|case| case.3);
    for (_, grid, _, _) in few {
        // Few clues leave much to the automorphisms.
        for clues in [0, 1, 2, 3, 5, 8, 17, 30, 60, 80, 81].repeat(5) {
            check(&some(&grid, clues, &mut random), &grid, &mut random);
        }
    }
}

#[test]
fn automorphisms_are_a_group() {
    let mut seen = HashSet::new();
    for (_, grid, _, count) in cases().into_iter().filter(|case| seen.insert(case.3)) {
        let all = automorphisms(&grid);
        let set: HashSet<_> = all.iter().copied().collect();
        assert_eq!(set.len(), count);
        assert!(set.contains(&Isomorphism::IDENTITY));
        for one in &all {
            assert_eq!(one.grid(&grid), grid);
            assert!(set.contains(&one.inverse()));
            assert!(all.iter().all(|other| set.contains(&one.then(other))));
        }
    }
}

/// A grid that the isomorphism leaves as it is.
fn symmetric(isomorphism: &Isomorphism, random: &mut impl Rng) -> Grid {
    // Where each cell goes.
    let mut goes = [0; 81];
    for cell in 0..81 {
        let (row, column) = (isomorphism.rows()[cell / 9].into(), isomorphism.columns()[cell % 9].into());
        let (row, column): (usize, usize) =
            if isomorphism.is_transposed() { (column, row) } else { (row, column) };
        goes[9 * row + column] = cell;
    }
    loop {
        let (mut cells, mut budget) = ([0; 81], 20_000);
        if fill(&mut cells, &goes, isomorphism.digits(), &mut budget, random) {
            return Grid::from_digits(cells).unwrap();
        }
    }
}

/// Fills the cell with the fewest digits left, with all that it becomes, and then the others.
fn fill(
    cells: &mut [u8; 81],
    goes: &[usize; 81],
    digits: &[u8; 10],
    budget: &mut u32,
    random: &mut impl Rng,
) -> bool {
    let left =
        |cells: &[u8; 81], cell| (1..=9).filter(|digit| slow::fits(cells, cell, *digit)).collect::<Vec<u8>>();
    let open = (0..81).filter(|cell| cells[*cell] == 0).map(|cell| (left(cells, cell), cell));
    let Some((mut choices, cell)) = open.min_by_key(|(left, _)| left.len()) else { return true };
    *budget = budget.saturating_sub(1);
    if *budget == 0 {
        return false;
    }
    let turn = random.random_range(0..choices.len().max(1));
    choices.rotate_left(turn);
    for choice in choices {
        let (mut next, mut at, mut digit, mut good) = (*cells, cell, choice, true);
        loop {
            good &= (next[at] == 0 || next[at] == digit) && slow::fits(&next, at, digit);
            if !good || next[at] != 0 {
                break;
            }
            next[at] = digit;
            (at, digit) = (goes[at], digits[usize::from(digit)]);
        }
        if good && fill(&mut next, goes, digits, budget, random) {
            *cells = next;
            return true;
        }
    }
    false
}

/// The symmetries that keep the pattern of clues, by their names in the literature: which move, which renaming.
#[test]
fn grids_of_named_symmetries() {
    let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let (pairs, threes) = ([2, 1, 4, 3, 6, 5, 8, 7, 9], [2, 3, 1, 5, 6, 4, 8, 9, 7]);
    let (cycle, bands) = ([1, 2, 0, 4, 5, 3, 7, 8, 6], [3, 4, 5, 6, 7, 8, 0, 1, 2]);
    let new =
        |transposed, rows, columns, digits| Isomorphism::new(transposed, rows, columns, digits).unwrap();
    let reversed = [8, 7, 6, 5, 4, 3, 2, 1, 0];
    let named = [
        ("half turn", 2, new(false, reversed, reversed, pairs)),
        ("quarter turn", 4, new(true, straight, reversed, [2, 3, 4, 1, 6, 7, 8, 5, 9])),
        ("diagonal mirror", 2, new(true, straight, straight, [2, 1, 4, 3, 6, 5, 7, 8, 9])),
        (
            "column sticks",
            2,
            new(false, [0, 1, 2, 6, 7, 8, 3, 4, 5], [2, 1, 0, 5, 4, 3, 8, 7, 6], [2, 1, 4, 3, 6, 5, 7, 8, 9]),
        ),
        ("mini rows", 3, new(false, straight, cycle, threes)),
        ("mini diagonals", 3, new(false, cycle, cycle, threes)),
        ("jumping rows", 3, new(false, bands, straight, threes)),
        ("jumping diagonals", 3, new(false, bands, bands, threes)),
        ("gliding rows", 3, new(false, bands, cycle, threes)),
        (
            "full gliding rows",
            9,
            new(false, straight, [3, 4, 5, 6, 7, 8, 1, 2, 0], [2, 3, 4, 5, 6, 7, 8, 9, 1]),
        ),
    ];
    let mut random = common::random(4);
    for (name, order, isomorphism) in named {
        for _ in 0..3 {
            let grid = symmetric(&isomorphism, &mut random);
            assert!(grid.is_legal() && isomorphism.grid(&grid) == grid, "{name}: {grid}");
            let all = automorphisms(&grid);
            assert!(all.contains(&isomorphism) && all.len().is_multiple_of(order), "{name}: {grid}");
            for clues in [3, 20, 81] {
                check(&some(&grid, clues, &mut random), &grid, &mut random);
            }
        }
    }
}

#[test]
fn isomorphisms_have_numbers_and_compose() {
    let mut random = common::random(5);
    let grid = grids(5, 1)[0];
    let puzzle = some(&grid, 30, &mut random);
    assert_eq!(Isomorphism::from_number(Isomorphism::COUNT), None);
    assert_eq!(Isomorphism::from_number(0), Some(Isomorphism::IDENTITY));
    for _ in 0..2000 {
        let (one, two) = (any(&mut random), any(&mut random));
        assert_eq!(Isomorphism::from_number(one.number()), Some(one));
        assert_eq!(one.then(&two).puzzle(&puzzle), two.puzzle(&one.puzzle(&puzzle)));
        assert_eq!(one.then(&one.inverse()), Isomorphism::IDENTITY);
        assert_eq!(one.inverse().then(&one), Isomorphism::IDENTITY);
        assert!(one.grid(&grid).solves(&one.puzzle(&puzzle)));
        let digits = std::array::from_fn(|i| one.digits()[i + 1]);
        assert_eq!(Isomorphism::new(one.is_transposed(), *one.rows(), *one.columns(), digits), Some(one));
    }
    let quarter = Isomorphism::QUARTER_TURN;
    assert_eq!(quarter.then(&quarter), Isomorphism::HALF_TURN);
    assert_eq!(Isomorphism::MIRROR.then(&Isomorphism::TRANSPOSITION).inverse().number(), quarter.number());
    let (lines, digits) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(Isomorphism::new(false, lines, lines, digits), Some(Isomorphism::IDENTITY));
    assert_eq!(Isomorphism::new(false, [0, 1, 3, 2, 4, 5, 6, 7, 8], lines, digits), None);
    assert_eq!(Isomorphism::new(false, lines, [0, 1, 1, 3, 4, 5, 6, 7, 8], digits), None);
    assert_eq!(Isomorphism::new(false, lines, lines, [0, 1, 2, 3, 4, 5, 6, 7, 8]), None);
}

#[test]
fn what_breaks_the_rules_has_no_form() {
    let grid = grids(6, 1)[0];
    for cell in 0..81 {
        let mut digits = *grid.digits();
        digits[cell] = digits[cell] % 9 + 1;
        let broken = Grid::from_digits(digits).unwrap();
        assert_eq!(canonical_grid(&broken), None);
        assert!(automorphisms(&broken).is_empty() && canonizing(&broken).is_empty());
        assert_eq!(canonical(&broken.into(), &broken), broken.into());
        assert_eq!(canonical(&broken.into(), &grid), broken.into());
    }
}

#[test]
fn the_command_writes_what_the_library_finds() {
    let mut random = common::random(7);
    let (mut input, mut expected) = (String::new(), String::new());
    for grid in grids(7, 3000) {
        let puzzle = some(&grid, random.random_range(20..=81), &mut random);
        let mut verdicts = [Verdict::None];
        Solver::new().solve(&[puzzle], &mut verdicts);
        let form = match verdicts[0] {
            Verdict::Unique(_) => canonical(&puzzle, &grid),
            _ => puzzle,
        };
        input += &format!("{puzzle}\n");
        expected += &format!("{puzzle},{form}\n");
    }
    let place = common::Place::new();
    let ran = place.filter("--canon - -f csv -o -", &input);
    ran.ends(1).prints(&expected);
    // Forms are their own.
    let forms = expected.lines().map(|line| format!("{}\n", &line[82..])).collect::<String>();
    place.filter("--canon - -f line -o -", &forms).ends(1).prints(&forms);
}

#[test]
fn placeholders_stand_where_there_is_no_form() {
    let place = common::Place::new();
    let (form, several, none) = (cases()[0].2, "0".repeat(81), format!("11{}", "0".repeat(79)));
    let input = format!("{form}\n{several}\n12345\n{none}\n{form}\n");
    let ran = place.filter("--canon - -f line -o -", &input);
    ran.ends(1).prints(format!("{form}\n{several}\n{several}\n{none}\n{form}\n"));
    assert!(ran.err.contains("puzzle 2: several solutions\n"), "{ran}");
    assert!(ran.err.contains("puzzle 4: two 1s in row 1\n"), "{ran}");
    // A completed grid that breaks the rules is told from one that doesn't without a solver.
    let broken = format!("{}{}", form.to_string().split_at(80).0, 1);
    let ran = place.filter("--canon - -f line -o -", &broken);
    ran.ends(1).prints(format!("{broken}\n")).mentions("puzzle 1: two 1s in ");
    // It stops at the first fault.
    let ran = place.filter("--canon - -f line --fail-fast -o -", &input);
    ran.ends(1).prints(format!("{form}\n{several}\n"));
}
