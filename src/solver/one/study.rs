//! The study of hard inputs: random puzzles of each kind that traps some solver, how many guesses they take one by one,
//! and how long all at once, in the lanes.
//!
//! It runs briefly with the other tests. For the whole, with its table:
//!
//! ```sh
//! STUDY=100000 cargo test --release --lib study -- --nocapture
//! ```

use std::io::Write;
use std::time::Instant;

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::candidates::Candidates;
use super::tests::{ABOUT_A_MILLISECOND, of_many, random_grid};
use super::{hard, solutions};
use crate::grid::{CELLS, Cell, House, Puzzle};
use crate::solver::{Solver, Verdict};

/// How to draw a puzzle.
type Draw = fn(&mut Draft);

/// Each kind with how to draw one.
const KINDS: [(&str, Draw); 9] = [
    ("random clues, 0 to 25", |draft| draft.add_clues(0..26)),
    ("a clue of a minimal puzzle changed", |draft| {
        draft.fill();
        draft.make_minimal();
        draft.change_a_clue();
    }),
    ("a digit without a place in a house", |draft| {
        let (house, digit) = (draft.any_house(), draft.any_digit());
        for &cell in &house {
            draft.exclude(cell, digit, &house);
        }
        draft.add_clues(0..16);
    }),
    ("two cells that need the same digit", |draft| {
        let two = &draft.any_house()[..2];
        let digit = draft.any_digit();
        for other in (1..=9).filter(|&other| other != digit) {
            two.iter().for_each(|&cell| draft.exclude(cell, other, two));
        }
        draft.add_clues(0..6);
    }),
    ("more cells than digits for them", |draft| {
        let number = draft.random.random_range(3..6);
        let cells = &draft.any_house()[..number];
        let mut digits: Vec<u8> = (1..=9).collect();
        digits.shuffle(&mut draft.random);
        for &digit in &digits[number - 1..] {
            cells.iter().for_each(|&cell| draft.exclude(cell, digit, cells));
        }
        draft.add_clues(0..12);
    }),
    ("empty bands or stacks", |draft| {
        draft.fill();
        let (upright, empty): (bool, [usize; 2]) = (draft.random.random(), draft.any_two(3));
        draft.empty(|cell| empty.contains(&if upright { cell.column() / 3 } else { cell.row() / 3 }));
        draft.make_holes(0..20);
        draft.add_clues(0..5);
    }),
    ("digits missing", |draft| {
        draft.fill();
        for _ in 0..draft.random.random_range(1..6) {
            let digit = draft.any_digit();
            let cells = draft.cells;
            draft.empty(|cell| cells[cell.index()] == digit);
        }
        draft.make_holes(0..30);
        draft.add_clues(0..5);
    }),
    ("random holes", |draft| {
        draft.fill();
        draft.make_holes(30..90);
    }),
    ("random holes and a wrong clue", |draft| {
        draft.fill();
        draft.make_holes(30..90);
        draft.change_a_clue();
    }),
];

/// A puzzle in the making.
struct Draft {
    cells: [u8; CELLS],
    random: SmallRng,
}

impl Draft {
    fn any_digit(&mut self) -> u8 {
        self.random.random_range(1..=9)
    }

    fn any_cell(&mut self) -> Cell {
        Cell::new(self.random.random_range(0..CELLS)).unwrap()
    }

    fn any_two(&mut self, below: usize) -> [usize; 2] {
        std::array::from_fn(|_| self.random.random_range(0..below))
    }

    /// The cells of a house, shuffled.
    fn any_house(&mut self) -> Vec<Cell> {
        let houses: Vec<House> = House::all().collect();
        let mut cells: Vec<Cell> = houses.choose(&mut self.random).unwrap().cells().collect();
        cells.shuffle(&mut self.random);
        cells
    }

    /// Puts a digit into an empty cell, if no peer holds it.
    fn put(&mut self, cell: Cell, digit: u8) -> bool {
        let free =
            self.cells[cell.index()] == 0 && cell.peers().all(|peer| self.cells[peer.index()] != digit);
        if free {
            self.cells[cell.index()] = digit;
        }
        free
    }

    /// Tries to put as many clues anywhere.
    fn add_clues(&mut self, tries: std::ops::Range<usize>) {
        for _ in 0..self.random.random_range(tries) {
            let (cell, digit) = (self.any_cell(), self.any_digit());
            self.put(cell, digit);
        }
    }

    /// Keeps a digit out of a cell, by putting it into a peer that is none of `others`.
    fn exclude(&mut self, cell: Cell, digit: u8, others: &[Cell]) {
        if cell.peers().any(|peer| self.cells[peer.index()] == digit) {
            return;
        }
        let mut peers: Vec<Cell> = cell.peers().filter(|peer| !others.contains(peer)).collect();
        peers.shuffle(&mut self.random);
        peers.into_iter().any(|peer| self.put(peer, digit));
    }

    fn fill(&mut self) {
        self.cells = random_grid(&mut self.random);
    }

    fn empty(&mut self, which: impl Fn(Cell) -> bool) {
        Cell::all().filter(|&cell| which(cell)).for_each(|cell| self.cells[cell.index()] = 0);
    }

    /// Empties cells drawn at random, the same one perhaps several times.
    fn make_holes(&mut self, draws: std::ops::Range<usize>) {
        for _ in 0..self.random.random_range(draws) {
            let cell = self.any_cell();
            self.cells[cell.index()] = 0;
        }
    }

    /// Removes clues as long as the solution stays the only one.
    fn make_minimal(&mut self) {
        let mut cells: Vec<usize> = (0..CELLS).collect();
        cells.shuffle(&mut self.random);
        for cell in cells {
            let clue = std::mem::take(&mut self.cells[cell]);
            if super::count(&Puzzle::from_digits(self.cells).unwrap(), 2) > 1 {
                self.cells[cell] = clue;
            }
        }
    }

    /// Another digit for a clue, where no peer holds it.
    fn change_a_clue(&mut self) {
        for _ in 0..1000 {
            let (cell, digit) = (self.any_cell(), self.any_digit());
            let clue = self.cells[cell.index()];
            if clue != 0 && clue != digit {
                self.cells[cell.index()] = 0;
                if self.put(cell, digit) {
                    return;
                }
                self.cells[cell.index()] = clue;
            }
        }
    }
}

#[test]
fn no_kind_of_input_is_a_trap() {
    let asked: Option<usize> = std::env::var("STUDY").ok().and_then(|number| number.parse().ok());
    let number = asked.unwrap_or(of_many(200));
    for (kind, (name, draw)) in KINDS.iter().enumerate() {
        let mut draft = Draft { cells: [0; CELLS], random: SmallRng::seed_from_u64(kind as u64) };
        let (mut puzzles, mut verdicts) = (Vec::with_capacity(number), vec![Verdict::None; number]);
        let mut guesses: Vec<u64> = Vec::with_capacity(number);
        let mut counts = Vec::with_capacity(number);
        for _ in 0..number {
            draft.cells = [0; CELLS];
            draw(&mut draft);
            let puzzle = Puzzle::from_digits(draft.cells).unwrap();
            let mut root = Candidates::of(&puzzle);
            let found = solutions(&mut root, 2);
            assert!(found.first.is_none_or(|grid| grid.solves(&puzzle)), "{puzzle}");
            assert_eq!(hard::solutions(&mut root, 2).count, found.count, "{puzzle}");
            assert!(found.guesses < ABOUT_A_MILLISECOND, "{puzzle}: {} guesses", found.guesses);
            puzzles.push(puzzle);
            guesses.push(found.guesses);
            counts.push(found.count);
        }
        let start = Instant::now();
        Solver::new().solve(&puzzles, &mut verdicts);
        let each = start.elapsed().as_nanos() / number as u128;
        for ((puzzle, verdict), count) in puzzles.iter().zip(verdicts).zip(counts) {
            let agrees = match verdict {
                Verdict::None => count == 0,
                Verdict::Unique(grid) => count == 1 && grid.solves(puzzle),
                Verdict::Several(grid) => count == 2 && grid.solves(puzzle),
            };
            assert!(agrees, "{puzzle}: {count} solutions, {verdict:?}");
        }
        guesses.sort_unstable();
        let [median, most, worst] = [number / 2, number * 999 / 1000, number - 1].map(|at| guesses[at]);
        if asked.is_some() {
            let one_by_one = format!("guesses: median {median:3}, 99.9 % {most:4}, worst {worst:4}");
            let table = format!("{name:36} {one_by_one}; all at once {each:6} ns each\n");
            std::io::stderr().write_all(table.as_bytes()).unwrap();
        }
    }
}
