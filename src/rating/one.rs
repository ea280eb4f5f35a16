//! One puzzle, as the definition says it, rule by rule: slow, and easy to compare with the table in [`super`].
//!
//! A board is nine sets of cells: where each digit may be. To place a digit is to take all others from its cell, and the digit
//! from the cell's peers. So where a digit is placed twice in a house, both cells are left without a candidate: of the three
//! contradictions, two are enough.

use super::level::Rating;
use crate::grid::{Cell, House, Puzzle};
use std::array;
use std::sync::LazyLock;

/// A set of cells.
type Set = u128;

/// For each digit (from 0), a set of cells.
type Digits = [Set; 9];

const ALL: Set = (1 << 81) - 1;

/// What cells belong together.
struct Houses {
    /// Boxes, rows, columns, nine each.
    boxes: [Set; 9],
    rows: [Set; 9],
    columns: [Set; 9],
    peers: [Set; 81],
}

static HOUSES: LazyLock<Houses> = LazyLock::new(|| {
    let set = |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0, |set, cell| set | 1 << cell.index());
    let sets = |houses: &mut dyn Iterator<Item = House>| {
        array::from_fn(|_| houses.next().map_or(0, |house| set(&mut house.cells())))
    };
    let mut peers = [0; 81];
    for cell in Cell::all() {
        peers[cell.index()] = set(&mut cell.peers());
    }
    Houses {
        boxes: sets(&mut House::boxes()),
        rows: sets(&mut House::rows()),
        columns: sets(&mut House::columns()),
        peers,
    }
});

impl Houses {
    fn lines(&self) -> impl Iterator<Item = Set> {
        self.rows.into_iter().chain(self.columns)
    }

    fn all(&self) -> impl Iterator<Item = Set> {
        self.boxes.into_iter().chain(self.lines())
    }
}

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    candidates: Digits,
    placed: Set,
}

/// What a level's rules find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Finds {
    /// These digits are placed.
    placed: Digits,
    /// These candidates go.
    gone: Digits,
}

/// The rating of a puzzle that has one solution.
pub(super) fn rate(puzzle: &Puzzle) -> Rating {
    rate_up_to(10, puzzle)
}

/// Likewise, with the rules up to this level alone.
pub(super) fn rate_up_to(highest: u8, puzzle: &Puzzle) -> Rating {
    let (mut board, mut rating) = (Board::of(puzzle), Rating::NONE);
    while board.placed != ALL {
        let found = (1..=highest).map(|level| (level, board.find(level))).find(|(_, finds)| finds.any());
        let Some((level, finds)) = found else { return Rating::STUCK };
        board.apply(&finds);
        rating.count(level, 1);
    }
    rating
}

/// The cells that the rules up to this level leave empty.
pub(super) fn left_by(highest: u8, puzzle: &Puzzle) -> u128 {
    let mut board = Board::of(puzzle);
    while let Some(finds) = (1..=highest).map(|level| board.find(level)).find(Finds::any) {
        board.apply(&finds);
    }
    ALL & !board.placed
}

impl Finds {
    fn any(&self) -> bool {
        *self != Finds::default()
    }
}

impl Board {
    /// The clues are placed.
    fn of(puzzle: &Puzzle) -> Board {
        let mut board = Board { candidates: [ALL; 9], placed: 0 };
        for (cell, &digit) in puzzle.digits().iter().enumerate() {
            if digit > 0 {
                board.place(cell, usize::from(digit - 1));
            }
        }
        board
    }

    fn place(&mut self, cell: usize, digit: usize) {
        for (other, set) in self.candidates.iter_mut().enumerate() {
            *set &= if other == digit { !HOUSES.peers[cell] } else { !(1 << cell) };
        }
        self.placed |= 1 << cell;
    }

    fn apply(&mut self, finds: &Finds) {
        for digit in 0..9 {
            self.candidates[digit] &= !finds.gone[digit];
        }
        for digit in 0..9 {
            for cell in members(finds.placed[digit]) {
                self.place(cell, digit);
            }
        }
    }

    /// A cell has no candidate, or a digit no place in a house.
    fn is_contradictory(&self) -> bool {
        self.candidates.iter().fold(0, |cells, set| cells | set) != ALL
            || HOUSES.all().any(|house| self.candidates.iter().any(|set| set & house == 0))
    }

    /// Where a digit may be that isn't placed.
    fn open(&self, digit: usize) -> Set {
        self.candidates[digit] & !self.placed
    }

    /// All that the level's own rules find.
    fn find(&self, level: u8) -> Finds {
        let mut finds = Finds::default();
        match level {
            1 => {
                self.last_cells(&mut finds.placed);
                self.single_places(&HOUSES.boxes, &mut finds.placed);
            }
            2 => {
                self.single_places(&HOUSES.rows, &mut finds.placed);
                self.single_places(&HOUSES.columns, &mut finds.placed);
            }
            3 => self.single_candidates(&mut finds.placed),
            4 => self.locked_candidates(&mut finds.gone),
            5 => self.subsets(&[2], &mut finds.gone),
            6 => {
                self.subsets(&[3, 4], &mut finds.gone);
                for digit in 0..9 {
                    self.fish(digit, &HOUSES.rows, &HOUSES.columns, &mut finds.gone[digit]);
                    self.fish(digit, &HOUSES.columns, &HOUSES.rows, &mut finds.gone[digit]);
                }
            }
            7 => finds.gone = self.refuted(|board| board.fails_in(1)),
            8 => finds.gone = self.refuted(|board| board.fails_in(2)),
            9 => finds.gone = self.refuted(|board| board.fails_in(usize::MAX)),
            _ => finds.gone = self.refuted(Board::fails_deeply),
        }
        finds
    }

    /// The last empty cell of a house gets its missing digit.
    fn last_cells(&self, placed: &mut Digits) {
        for house in HOUSES.all() {
            let empty = house & !self.placed;
            if empty.count_ones() == 1 {
                for digit in 0..9 {
                    placed[digit] |= empty & self.candidates[digit];
                }
            }
        }
    }

    /// A digit with one place left in a house goes there.
    fn single_places(&self, houses: &[Set; 9], placed: &mut Digits) {
        for digit in 0..9 {
            for house in houses {
                let places = self.open(digit) & house;
                if places.count_ones() == 1 {
                    placed[digit] |= places;
                }
            }
        }
    }

    /// A cell with one candidate left.
    fn single_candidates(&self, placed: &mut Digits) {
        let (mut one, mut two) = (0, 0);
        for digit in 0..9 {
            two |= one & self.open(digit);
            one |= self.open(digit);
        }
        for digit in 0..9 {
            placed[digit] |= self.open(digit) & !two;
        }
    }

    /// Where all places of a digit in a box lie in one line, the line's other cells lose it, and the other way round.
    fn locked_candidates(&self, gone: &mut Digits) {
        for digit in 0..9 {
            let places = self.candidates[digit];
            for line in HOUSES.lines() {
                for house in HOUSES.boxes.into_iter().filter(|house| house & line != 0) {
                    if places & house & !line == 0 {
                        gone[digit] |= places & line & !house;
                    }
                    if places & line & !house == 0 {
                        gone[digit] |= places & house & !line;
                    }
                }
            }
        }
    }

    /// So many cells of a house with as many candidates between them, which leave its other cells; so many digits
    /// with as many cells between them, where all others leave.
    fn subsets(&self, sizes: &[usize], gone: &mut Digits) {
        for house in HOUSES.all() {
            let cells: Vec<usize> = members(house & !self.placed).collect();
            let digits: Vec<usize> = (0..9).filter(|&digit| self.open(digit) & house != 0).collect();
            for &size in sizes {
                each_choice(&cells, size, |chosen| {
                    let chosen = chosen.iter().fold(0, |set, cell| set | 1 << cell);
                    let between: Vec<usize> =
                        (0..9).filter(|&digit| self.candidates[digit] & chosen != 0).collect();
                    if between.len() == size {
                        for digit in between {
                            gone[digit] |= self.candidates[digit] & house & !chosen;
                        }
                    }
                });
                each_choice(&digits, size, |chosen| {
                    let between = chosen.iter().fold(0, |set, &digit| set | (self.open(digit) & house));
                    if between.count_ones() as usize == size {
                        for digit in (0..9).filter(|digit| !chosen.contains(digit)) {
                            gone[digit] |= self.candidates[digit] & between;
                        }
                    }
                });
            }
        }
    }

    /// A digit that in k lines has its places (two at least in each) in k cross lines, in all, leaves the other cells
    /// of these cross lines.
    fn fish(&self, digit: usize, lines: &[Set; 9], cross_lines: &[Set; 9], gone: &mut Set) {
        let places = self.candidates[digit];
        let lines: Vec<Set> =
            lines.iter().copied().filter(|line| (places & line).count_ones() >= 2).collect();
        for size in 2..=4 {
            each_choice(&lines, size, |chosen| {
                let base = chosen.iter().fold(0, |set, line| set | line);
                let crossing: Vec<Set> =
                    cross_lines.iter().copied().filter(|cross| places & base & cross != 0).collect();
                if crossing.len() == size {
                    let cover = crossing.iter().fold(0, |set, cross| set | cross);
                    *gone |= places & cover & !base;
                }
            });
        }
    }

    /// Candidates that fail when they are placed.
    fn refuted(&self, fails: impl Fn(Board) -> bool) -> Digits {
        let mut gone = [0; 9];
        for digit in 0..9 {
            for cell in members(self.open(digit)) {
                let mut assumed = *self;
                assumed.place(cell, digit);
                if fails(assumed) {
                    gone[digit] |= 1 << cell;
                }
            }
        }
        gone
    }

    /// All singles at once: levels 1–3. Were there any?
    fn place_singles(&mut self) -> bool {
        let mut finds = Finds::default();
        self.last_cells(&mut finds.placed);
        for houses in [&HOUSES.boxes, &HOUSES.rows, &HOUSES.columns] {
            self.single_places(houses, &mut finds.placed);
        }
        self.single_candidates(&mut finds.placed);
        self.apply(&finds);
        finds.any()
    }

    /// Is there a contradiction after at most so many rounds of singles?
    fn fails_in(mut self, rounds: usize) -> bool {
        let mut round = 0;
        while !self.is_contradictory() {
            if round == rounds || !self.place_singles() {
                return false;
            }
            round += 1;
        }
        true
    }

    /// Is there a contradiction when singles are placed and assumptions refuted by singles go, until nothing changes?
    fn fails_deeply(mut self) -> bool {
        loop {
            while self.place_singles() {}
            if self.is_contradictory() {
                return true;
            }
            let finds = Finds { gone: self.refuted(|board| board.fails_in(usize::MAX)), ..Finds::default() };
            if !finds.any() {
                return false;
            }
            self.apply(&finds);
        }
    }
}

/// The members of a set of cells.
fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 81).then_some(first)
    })
}

/// Every choice of so many of these.
fn each_choice<T: Copy>(of: &[T], size: usize, mut with: impl FnMut(&[T])) {
    fn choose<T: Copy>(of: &[T], size: usize, chosen: &mut Vec<T>, with: &mut impl FnMut(&[T])) {
        if size == 0 {
            return with(chosen);
        }
        for (at, &one) in of.iter().enumerate() {
            chosen.push(one);
            choose(&of[at + 1..], size - 1, chosen, with);
            chosen.pop();
        }
    }
    choose(of, size, &mut Vec::new(), &mut with);
}

#[cfg(test)]
mod tests;
