//! The textbook solver: obvious, slow, and sharing nothing with the real one, so that it can judge it.

/// Digits 1–9, 0 for an empty cell, row by row.
pub type Cells = [u8; 81];

pub fn cells(text: &str) -> Cells {
    let digits: Vec<u8> = text.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
    digits.try_into().unwrap()
}

/// May this digit stand in this cell, as far as the other cells go?
pub fn fits(cells: &Cells, cell: usize, digit: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    (0..81).all(|other| {
        let (r, c) = (other / 9, other % 9);
        other == cell
            || cells[other] != digit
            || !(r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3))
    })
}

/// Do the clues respect each other?
pub fn is_consistent(cells: &Cells) -> bool {
    (0..81).all(|cell| cells[cell] == 0 || fits(cells, cell, cells[cell]))
}

/// Is this a completed grid that keeps the clues?
pub fn solves(grid: &Cells, puzzle: &Cells) -> bool {
    let keeps = grid.iter().zip(puzzle).all(|(&digit, &clue)| digit != 0 && (clue == 0 || clue == digit));
    keeps && is_consistent(grid)
}

/// The first `limit` solutions in reading order (first empty cell, digits 1 to 9), or `None` where that takes
/// more than `patience` tries.
pub fn in_reading_order(puzzle: &Cells, limit: usize, patience: u64) -> Option<Vec<Cells>> {
    let mut search = Search::of(puzzle, true, limit, patience);
    search.go_on()?;
    Some(search.found)
}

/// The number of solutions up to `limit`: the cell with the fewest candidates first, so that it ends on more
/// puzzles; `None` where even that takes more than `patience` tries.
pub fn count(puzzle: &Cells, limit: u64, patience: u64) -> Option<u64> {
    let mut search = Search::of(puzzle, false, limit as usize, patience);
    search.go_on()?;
    Some(search.found.len() as u64)
}

struct Search {
    cells: Cells,
    /// The digits that stand in each row, column and box: bit d for digit d.
    taken: [[u16; 9]; 3],
    /// First empty cell, or the one with the fewest candidates?
    in_order: bool,
    limit: usize,
    patience: u64,
    found: Vec<Cells>,
}

impl Search {
    /// The clues are down. If they contradict each other, nothing is looked for.
    fn of(puzzle: &Cells, in_order: bool, limit: usize, patience: u64) -> Search {
        let limit = if is_consistent(puzzle) { limit } else { 0 };
        let mut search =
            Search { cells: *puzzle, taken: [[0; 9]; 3], in_order, limit, patience, found: vec![] };
        (0..81).filter(|&cell| puzzle[cell] != 0).for_each(|cell| search.exchange(cell, puzzle[cell]));
        search
    }

    fn houses(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [row, column, row / 3 * 3 + column / 3]
    }

    /// The digits that may stand in this cell, as far as the other cells go.
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, box_of] = Search::houses(cell);
        0b11_1111_1110 & !(self.taken[0][row] | self.taken[1][column] | self.taken[2][box_of])
    }

    /// Puts a digit down, or takes it up again.
    fn exchange(&mut self, cell: usize, digit: u8) {
        for (taken, house) in self.taken.iter_mut().zip(Search::houses(cell)) {
            taken[house] ^= 1 << digit;
        }
    }

    fn go_on(&mut self) -> Option<()> {
        if self.found.len() >= self.limit {
            return Some(());
        }
        let mut empty = (0..81).filter(|&cell| self.cells[cell] == 0);
        let next = if self.in_order {
            empty.next()
        } else {
            empty.min_by_key(|&cell| self.candidates(cell).count_ones())
        };
        let Some(cell) = next else {
            self.found.push(self.cells);
            return Some(());
        };
        let candidates = self.candidates(cell);
        for digit in (1..=9).filter(|digit| candidates >> digit & 1 == 1) {
            self.patience = self.patience.checked_sub(1)?;
            self.cells[cell] = digit;
            self.exchange(cell, digit);
            self.go_on()?;
            self.exchange(cell, digit);
            self.cells[cell] = 0;
            if self.found.len() >= self.limit {
                break;
            }
        }
        Some(())
    }
}

/// Is this solution the first in reading order? Another one would have a smaller digit where they first differ;
/// `None` where to look for one takes more than `patience` tries.
pub fn is_first(solution: &Cells, puzzle: &Cells, patience: u64) -> Option<bool> {
    let mut before = *puzzle;
    for cell in (0..81).filter(|&cell| puzzle[cell] == 0) {
        for digit in 1..solution[cell] {
            before[cell] = digit;
            if count(&before, 1, patience)? > 0 {
                return Some(false);
            }
        }
        before[cell] = solution[cell];
    }
    Some(solves(solution, puzzle))
}
