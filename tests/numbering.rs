//! The numbering from outside: there and back again, from both sides, and how evenly the shuffled order spreads.
#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::common;

use std::collections::{HashMap, HashSet};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use sudoku::generator::Generator;
use sudoku::grid::{Grid, House, Puzzle};
use sudoku::numbering::{Corner, GRIDS, GRIDS_PER_CORNER, NoSuchGrid, NotLegal, Numbering, Shuffle};
use sudoku::solver::{Solver, Verdict};

/// Consecutive numbers share their base grid up to a multiple of this.
const RELABELLINGS: u128 = 40_320;
/// So many base grids share their core.
const ARRANGEMENTS: u128 = 72 * 72;

fn corners() -> impl Iterator<Item = Corner> {
    (1..=9).filter_map(Corner::new)
}

/// The grid of this number is legal, has the corner, and has this number.
fn goes_there_and_back(corner: Corner, number: u128) {
    let grid = Numbering::shared().unrank(corner, number).unwrap();
    assert!(grid.is_legal(), "{number}: {grid}");
    assert_eq!(Corner::of(&grid), corner);
    assert_eq!(Numbering::shared().rank(&grid), Ok(number), "{grid}");
}

#[test]
fn numbers_become_grids_become_numbers() {
    for corner in corners() {
        let ends = [0, 1, GRIDS_PER_CORNER / 2, GRIDS_PER_CORNER - 1];
        let places =
            [RELABELLINGS, RELABELLINGS * 72, RELABELLINGS * ARRANGEMENTS].map(|place| [place - 1, place]);
        for number in ends.into_iter().chain(places.concat()) {
            goes_there_and_back(corner, number);
        }
    }
    let mut random = common::random(1);
    for _ in 0..3000 {
        let corner = Corner::new(random.random_range(1..=9)).unwrap();
        goes_there_and_back(corner, random.random_range(0..GRIDS_PER_CORNER));
    }
    // Neighbours in each place of the number: cores, arrangements, relabellings.
    let corner = Corner::new(7).unwrap();
    for step in [1, RELABELLINGS, RELABELLINGS * 72, RELABELLINGS * ARRANGEMENTS] {
        let from = random.random_range(0..GRIDS_PER_CORNER / 2);
        (0..400).for_each(|i| goes_there_and_back(corner, from + i * step));
    }
}

#[test]
fn numbers_among_all_grids_run_through_the_corners() {
    let numbering = Numbering::shared();
    for corner in corners() {
        let base = u128::from(corner.digit() - 1) * GRIDS_PER_CORNER;
        for number in [0, 12_345_678_901_234_567_890, GRIDS_PER_CORNER - 1] {
            let grid = numbering.unrank(corner, number).unwrap();
            assert_eq!(numbering.unrank_of_all(base + number), Ok(grid));
            assert_eq!(numbering.rank_of_all(&grid), Ok(base + number));
        }
    }
}

#[test]
fn what_has_no_number_is_told() {
    let numbering = Numbering::shared();
    for beyond in [0, 1, u128::MAX - GRIDS] {
        let number = GRIDS_PER_CORNER + beyond;
        assert_eq!(
            numbering.unrank(Corner::new(3).unwrap(), number),
            Err(NoSuchGrid { grids: GRIDS_PER_CORNER })
        );
        assert_eq!(numbering.unrank_of_all(GRIDS + beyond), Err(NoSuchGrid { grids: GRIDS }));
    }
    let error = NoSuchGrid { grids: GRIDS_PER_CORNER };
    assert_eq!(error.to_string(), "the largest number of a grid is 741211528002341437439");

    let mut digits = *numbering.unrank(Corner::new(1).unwrap(), 0).unwrap().digits();
    digits.swap(0, 8);
    let illegal = Grid::from_digits(digits).unwrap();
    let conflict = Puzzle::from(illegal).conflict().unwrap();
    assert_eq!(conflict.house, House::columns().next().unwrap());
    assert_eq!(numbering.rank(&illegal), Err(NotLegal(conflict)));
    assert_eq!(numbering.rank_of_all(&illegal), Err(NotLegal(conflict)));
    assert_eq!(numbering.classes_of(&illegal), Err(NotLegal(conflict)));
    assert_eq!(NotLegal(conflict).to_string(), "two 6s in column 1");
}

#[test]
fn any_81_digits_have_a_number_exactly_when_they_are_legal() {
    let mut random = common::random(2);
    for round in 0..2000 {
        let number = random.random_range(0..GRIDS);
        let grid = Numbering::shared().unrank_of_all(number).unwrap();
        let mut digits = *grid.digits();
        match round % 4 {
            0 => digits.swap(random.random_range(0..81), random.random_range(0..81)),
            1 => digits[random.random_range(0..81)] = random.random_range(1..=9),
            2 => digits.shuffle(&mut random),
            _ => digits.fill_with(|| random.random_range(1..=9)),
        }
        let grid = Grid::from_digits(digits).unwrap();
        assert_eq!(Numbering::shared().rank_of_all(&grid).is_ok(), grid.is_legal());
    }
}

/// A grid that the numbering has no part in: random digits in the three boxes of a diagonal, and what the solver
/// makes of them.
fn any_grid(random: &mut impl Rng) -> Grid {
    let mut cells = [0; 81];
    for house in House::boxes().step_by(4) {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        digits.shuffle(random);
        house.cells().zip(digits).for_each(|(cell, digit)| cells[cell.index()] = digit);
    }
    let mut verdict = [Verdict::None];
    Solver::new().solve(&[Puzzle::from_digits(cells).unwrap()], &mut verdict);
    let ([Verdict::Several(grid)] | [Verdict::Unique(grid)]) = verdict else { unreachable!() };
    grid
}

#[test]
fn grids_become_numbers_become_grids() {
    let mut random = common::random(3);
    for _ in 0..200 {
        let grid = any_grid(&mut random);
        let number = Numbering::shared().rank_of_all(&grid).unwrap();
        assert_eq!(Numbering::shared().unrank_of_all(number), Ok(grid));
    }
}

/// Calls `each` with every grid that has these clues: the textbook search, with a mask of digits for each house.
fn all_grids(cells: &mut [u8; 81], houses: &mut [[u16; 9]; 3], each: &mut impl FnMut(Grid)) {
    let Some(cell) = cells.iter().position(|&digit| digit == 0) else {
        return each(Grid::from_digits(*cells).unwrap());
    };
    let (row, column) = (cell / 9, cell % 9);
    let of_cell = [row, column, row / 3 * 3 + column / 3];
    for digit in 1..=9 {
        if (0..3).all(|kind| houses[kind][of_cell[kind]] >> digit & 1 == 0) {
            (0..3).for_each(|kind| houses[kind][of_cell[kind]] |= 1 << digit);
            cells[cell] = digit;
            all_grids(cells, houses, each);
            cells[cell] = 0;
            (0..3).for_each(|kind| houses[kind][of_cell[kind]] &= !(1 << digit));
        }
    }
}

#[test]
fn all_grids_with_the_same_band_and_stack_have_numbers_of_their_own() {
    let mut random = common::random(4);
    for _ in 0..3 {
        let start = Numbering::shared().unrank_of_all(random.random_range(0..GRIDS)).unwrap();
        let (mut cells, mut houses) = (*start.digits(), [[0; 9]; 3]);
        for (cell, digit) in cells.iter_mut().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            if row >= 3 && column >= 3 {
                *digit = 0;
                continue;
            }
            for (kind, house) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
                houses[kind][house] |= 1 << *digit;
            }
        }
        let (mut grids, mut numbers) = (0, HashSet::new());
        all_grids(&mut cells, &mut houses, &mut |grid| {
            let number = Numbering::shared().rank_of_all(&grid).unwrap();
            assert_eq!(Numbering::shared().unrank_of_all(number), Ok(grid));
            numbers.insert(number);
            grids += 1;
        });
        assert!(grids > 100, "{start}: only {grids} grids");
        assert_eq!(numbers.len(), grids);
    }
}

#[test]
fn the_shuffled_order_is_a_promise() {
    // Seed, position, number: frozen. A change would give users other grids for the same options.
    let frozen = [
        (0, 0, 140_959_234_829_758_692_214),
        (0, 1, 256_776_486_140_657_612_655),
        (42, 0, 78_909_851_295_402_916_406),
        (42, GRIDS_PER_CORNER - 1, 258_348_411_499_610_632_779),
        (u64::MAX, 1_000_000, 597_411_155_189_061_236_112),
    ];
    for (seed, position, number) in frozen {
        assert_eq!(Shuffle::new(seed).number(position), number, "seed {seed}, position {position}");
        assert_eq!(Shuffle::new(seed).position(number), position);
    }
    let corner = Corner::new(5).unwrap();
    let shuffled = Generator::new(corner).shuffled(42).skip_to(GRIDS_PER_CORNER - 3);
    for (grid, position) in shuffled.zip(GRIDS_PER_CORNER - 3..) {
        let number = Numbering::shared().rank(&grid).unwrap();
        assert_eq!(Shuffle::new(42).position(number), position);
    }
}

#[test]
fn classes_of_bands_and_stacks_are_what_they_should_be() {
    let numbering = Numbering::shared();
    let classes = numbering.band_classes();
    let cores: u64 = classes.iter().map(|class| u64::from(class.bands) * u64::from(class.completions)).sum();
    assert_eq!(u128::from(cores) * ARRANGEMENTS * RELABELLINGS, GRIDS_PER_CORNER);

    // Exchanging rows, columns, bands, stacks, digits moves the classes about and never changes them; transposing
    // exchanges those of bands and stacks.
    let mut random = common::random(5);
    for _ in 0..200 {
        let grid = numbering.unrank_of_all(random.random_range(0..GRIDS)).unwrap();
        let [a, b, c, d, e, f] = numbering.classes_of(&grid).unwrap();
        let moved = |from: &dyn Fn(usize, usize) -> usize| {
            let digits = std::array::from_fn(|cell| grid.digits()[from(cell / 9, cell % 9)]);
            numbering.classes_of(&Grid::from_digits(digits).unwrap()).unwrap()
        };
        assert_eq!(moved(&|row, column| 9 * column + row), [d, e, f, a, b, c]);
        assert_eq!(moved(&|row, column| 9 * ((row + 3) % 9) + column), [b, c, a, d, e, f]);
        assert_eq!(moved(&|row, column| 9 * row + 8 - column), [a, b, c, f, e, d]);
        assert_eq!(moved(&|row, column| 9 * (row / 3 * 3 + (row + 1) % 3) + column), [a, b, c, d, e, f]);
    }
}

#[test]
fn shuffled_grids_have_bands_and_stacks_of_all_classes_as_often_as_they_should() {
    const GRIDS_TAKEN: usize = 100_000;
    let numbering = Numbering::shared();
    let classes = numbering.band_classes();
    let mut counts = [[0; 44]; 2];
    for grid in Generator::new(Corner::new(1).unwrap()).shuffled(2026).take(GRIDS_TAKEN) {
        let of_grid = numbering.classes_of(&grid).unwrap();
        counts[0][of_grid[2]] += 1;
        counts[1][of_grid[5]] += 1;
    }
    for counts in counts {
        let chi_squared: f64 = counts
            .iter()
            .zip(&classes)
            .map(|(&count, class)| {
                let share = f64::from(class.bands) * f64::from(class.completions) / 3_546_146_300_288.0;
                let expected = share * GRIDS_TAKEN as f64;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        // 43 degrees of freedom: 99.9 % of samples are below 77.4 and 99.9 % above 17.
        assert!((17.0..77.4).contains(&chi_squared), "chi-squared {chi_squared}");
    }
}

#[test]
fn neither_order_repeats_a_grid() {
    let corner = Corner::new(9).unwrap();
    let mut seen = HashMap::new();
    for (i, grid) in Generator::new(corner).take(50_000).enumerate() {
        assert_eq!(seen.insert(grid, i), None);
    }
    seen.clear();
    for (i, grid) in Generator::new(corner).shuffled(9).take(50_000).enumerate() {
        assert_eq!(seen.insert(grid, i), None);
    }
}
