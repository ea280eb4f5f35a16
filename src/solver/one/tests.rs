use super::candidates::{
    BAND, CELL_BITS, Candidates, CellBit, Outcome, PEERS, first_cell, in_band, in_stacks,
};
use super::search::cells;
use super::{count, first_in_order, hard, ordered, solutions, solve};
use crate::canon::Isomorphism;
use crate::grid::{CELLS, Cell, Grid, Puzzle};
use crate::solver::Verdict;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The textbook search, to judge the real ones: it shares nothing with them.
#[path = "../../../tests/common/slow.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests from outside use more of it")]
mod slow;

/// So many tries the textbook search has: 95 % of the puzzles here take fewer.
const PATIENCE: u64 = 20_000;

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// So many puzzles; fewer without optimisation, where everything takes twenty times as long.
pub(super) const fn of_many(puzzles: usize) -> usize {
    if cfg!(debug_assertions) { puzzles / 20 } else { puzzles }
}

/// A completed grid, made by solving a few random clues.
pub(super) fn random_grid(random: &mut SmallRng) -> [u8; CELLS] {
    loop {
        let mut cells = [0; CELLS];
        for _ in 0..random.random_range(8..16) {
            cells[random.random_range(0..CELLS)] = random.random_range(1..=9);
        }
        if let Verdict::Unique(grid) | Verdict::Several(grid) = solve(&Puzzle::from_digits(cells).unwrap()) {
            let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
            digits.shuffle(random);
            return grid.digits().map(|digit| digits[usize::from(digit) - 1]);
        }
    }
}

/// A puzzle of any kind: a grid with 0–81 cells emptied, a few clues changed or added at random.
fn random_puzzle(random: &mut SmallRng) -> Puzzle {
    let mut cells = random_grid(random);
    let keep = random.random_range(0..=100);
    for cell in &mut cells {
        if random.random_range(0..100) >= keep {
            *cell = 0;
        }
    }
    if random.random() {
        for _ in 0..random.random_range(0..4) {
            cells[random.random_range(0..CELLS)] = random.random_range(0..=9);
        }
    }
    Puzzle::from_digits(cells).unwrap()
}

/// The lines of a file of ../shared without comments, or none and a message where it is absent.
fn shared(name: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: no ../shared\n");
        return vec![];
    };
    text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
}

/// Does the verdict agree with the number of solutions, up to two?
fn agrees(verdict: &Verdict, number: u64, puzzle: &Puzzle) -> bool {
    match verdict {
        Verdict::None => number == 0,
        Verdict::Unique(grid) => number == 1 && grid.solves(puzzle),
        Verdict::Several(grid) => number >= 2 && grid.solves(puzzle),
    }
}

#[test]
fn each_cell_has_its_own_bit_and_twenty_peers() {
    let mut seen = [0; 3];
    for (cell, &CellBit { band, bit }) in CELL_BITS.iter().enumerate() {
        assert_eq!(first_cell(band, bit), cell);
        seen[band] |= bit;
        let mut peers: Vec<usize> = cells(&PEERS[cell]).collect();
        peers.sort_unstable();
        let cell = Cell::new(cell).unwrap();
        assert_eq!(peers, cell.peers().map(Cell::index).collect::<Vec<_>>());
    }
    assert_eq!(seen, [BAND; 3]);
}

#[test]
fn a_digit_keeps_the_cells_of_a_band_or_stack_that_some_way_uses() {
    let mut random = SmallRng::seed_from_u64(2);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    // The cell of the band, as the layout has it.
    let at = |stack: usize, row: usize, column: usize| 1u32 << (10 * stack + 3 * row + column);
    for _ in 0..2000 {
        let cells = random.random::<u32>() & random.random::<u32>() & BAND;
        let [mut in_rows, mut in_columns] = [0; 2];
        for order in orders {
            for columns in 0..27 {
                let columns = [columns / 9, columns / 3 % 3, columns % 3];
                // In box b the row order[b] and any column; for the stacks the two change roles.
                let way = (0..3).fold(0, |way, b| way | at(b, order[b], columns[b]));
                in_rows |= if way & !cells == 0 { way } else { 0 };
                let way = (0..3).fold(0, |way, b| way | at(b, columns[b], order[b]));
                in_columns |= if way & !cells == 0 { way } else { 0 };
            }
        }
        assert_eq!(in_band(cells), in_rows);
        // The same boxes one below the other, in each of the stacks.
        for stack in 0..3 {
            let boxes = |cells: u32| [0, 1, 2].map(|band| (cells >> (10 * band) & 0x1ff) << (10 * stack));
            assert_eq!(in_stacks(boxes(cells)), boxes(in_columns));
        }
    }
}

#[test]
fn a_solved_board_is_its_grid() {
    let grid: Grid =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642".parse().unwrap();
    let mut candidates = Candidates::of(&grid.into());
    assert_eq!(candidates.propagate(), Outcome::Solved);
    assert_eq!(candidates.grid(), Some(grid));
    assert_eq!(solve(&grid.into()), Verdict::Unique(grid));
}

#[test]
fn all_searches_agree_with_the_textbook() {
    let mut random = SmallRng::seed_from_u64(3);
    let mut finished = 0;
    for _ in 0..of_many(20_000) {
        let puzzle = random_puzzle(&mut random);
        let limit = [1, 2, 3, 10, 100][random.random_range(0..5)];
        let Some(number) = slow::count(puzzle.digits(), limit.max(2), PATIENCE) else { continue };
        finished += 1;
        let verdict = solve(&puzzle);
        assert!(agrees(&verdict, number, &puzzle), "{puzzle}: {verdict:?}, {number} solutions");
        let number = number.min(limit);
        assert_eq!(count(&puzzle, limit), number, "{puzzle}");
        assert_eq!(hard::solutions(&mut Candidates::of(&puzzle), limit).count, number, "{puzzle}");
    }
    assert!(finished > of_many(19_000), "the textbook search finished only {finished}");
}

#[test]
fn the_first_solution_is_the_textbooks_first() {
    let mut random = SmallRng::seed_from_u64(4);
    let mut several = 0;
    for _ in 0..of_many(10_000) {
        let puzzle = random_puzzle(&mut random);
        let Some(book) = slow::in_reading_order(puzzle.digits(), 1, PATIENCE) else { continue };
        let first = book.first().map(|&digits| Grid::from_digits(digits).unwrap());
        let mut root = Candidates::of(&puzzle);
        assert_eq!(first_in_order(&puzzle, None), first, "{puzzle}");
        match solve(&puzzle) {
            Verdict::None => assert_eq!(first, None, "{puzzle}"),
            Verdict::Unique(grid) => assert_eq!(first, Some(grid), "{puzzle}"),
            Verdict::Several(grid) => {
                several += 1;
                assert_eq!(first, Some(grid), "{puzzle}");
                let any = solutions(&mut root, 1).first.unwrap();
                assert_eq!(ordered::by_questions(&root, any), grid, "{puzzle}");
            }
        }
    }
    assert!(several > of_many(3_000), "only {several} had several solutions");
}

#[test]
fn the_golden_cases_come_out() {
    for line in shared("cases/puzzles.tsv") {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = puzzle(fields[1]);
        let number: u64 = fields[2].parse().unwrap();
        assert_eq!(count(&puzzle, 10_000), number, "{line}");
        assert!(agrees(&solve(&puzzle), number, &puzzle), "{line}");
        if number == 1 {
            assert_eq!(solve(&puzzle), Verdict::Unique(fields[3].parse().unwrap()), "{line}");
        }
    }
}

/// The same puzzle in other clothes.
fn disguised(puzzle: &Puzzle, random: &mut SmallRng) -> Puzzle {
    let number = random.random_range(0..Isomorphism::COUNT);
    Isomorphism::from_number(number).unwrap().puzzle(puzzle)
}

/// As many guesses take about a millisecond.
pub(super) const ABOUT_A_MILLISECOND: u64 = 1_000;

#[test]
fn no_known_trap_traps() {
    let mut random = SmallRng::seed_from_u64(5);
    let ours = include_str!("../../../tests/data/traps.txt").lines().filter(|line| !line.starts_with('#'));
    for line in ours.map(String::from).chain(shared("cases/traps.tsv")) {
        let (text, number) = line.split_once('\t').unwrap();
        let (puzzle, number) = (puzzle(text), number.parse().unwrap());
        assert!(agrees(&solve(&puzzle), number, &puzzle), "{line}");
        // In other clothes the search takes other turns.
        for puzzle in (0..10).map(|_| disguised(&puzzle, &mut random)) {
            let found = solutions(&mut Candidates::of(&puzzle), 2);
            assert_eq!(found.count, number, "{puzzle} is {line}");
            assert!(found.guesses < ABOUT_A_MILLISECOND, "{puzzle}: {} guesses", found.guesses);
        }
    }
}

#[test]
fn counting_costs_no_more_than_the_limit_is_worth() {
    assert_eq!(count(&Puzzle::EMPTY, 0), 0);
    assert_eq!(count(&Puzzle::EMPTY, 1), 1);
    assert_eq!(count(&Puzzle::EMPTY, 100_000), 100_000);
    let found = solutions(&mut Candidates::of(&Puzzle::EMPTY), 100_000);
    assert!(found.guesses < 200_000, "{} guesses", found.guesses);
}
