//! The things that sudoku is about: [`Cell`], [`House`], [`Puzzle`], [`Grid`].
//!
//! ```text
//!             stack 1   stack 2   stack 3
//!           ┌─────────┬─────────┬─────────┐
//!           │  0  1  2│  3  4  5│  6  7  8│  row 0
//!    band 1 │  9 10 11│ 12 13 14│ 15 16 17│  row 1     cell = 9 · row + column
//!           │ 18 19 20│ 21 22 23│ 24 25 26│  row 2     box  = 3 · (row / 3) + column / 3
//!           ├─────────┼─────────┼─────────┤
//!    band 2 │ 27 28 29│   ...   │         │
//! ```
//!
//! Everything here is written to be obviously right, and where millions of records come past, it says so. In particular
//! [`Grid::solves`] shares nothing with the solver, so that it can check it.
//!
//! Imports point down:
//!
//! ```text
//!   threes   orders and splits of three things
//! ```

mod threes;

use std::fmt;
use std::ops::Index;
use std::str::FromStr;

pub(crate) use threes::{ORDERS, SPLIT_MASKS, SPLIT_NUMBERS, SPLITS, inverse, order_number};

/// The number of cells of a grid.
pub const CELLS: usize = 81;

/// One of the 81 cells, numbered row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, 0–80, row by row; `None` beyond.
    #[must_use]
    pub const fn new(index: usize) -> Option<Cell> {
        if index < CELLS { Some(Cell(index as u8)) } else { None }
    }

    /// All 81 cells in reading order.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// The index of the cell, 0–80.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0–8 from the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// The column, 0–8 from the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// The box, 0–8 in reading order.
    #[must_use]
    pub const fn box_of(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// The twenty other cells that share a house with this one.
    pub fn peers(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&other| {
            other != self
                && (other.row() == self.row()
                    || other.column() == self.column()
                    || other.box_of() == self.box_of())
        })
    }
}

/// One of the 27 houses: nine cells that hold every digit once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(
    /// Nine rows from the top, nine columns from the left, nine boxes in reading order.
    u8,
);

impl House {
    /// The 27 houses: rows, columns, boxes.
    pub fn all() -> impl Iterator<Item = House> {
        (0..27).map(House)
    }

    /// The rows, from the top.
    pub fn rows() -> impl Iterator<Item = House> {
        House::all().take(9)
    }

    /// The columns, from the left.
    pub fn columns() -> impl Iterator<Item = House> {
        House::all().skip(9).take(9)
    }

    /// The boxes, in reading order.
    pub fn boxes() -> impl Iterator<Item = House> {
        House::all().skip(18)
    }

    /// The nine cells of the house in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let number = usize::from(self.0 % 9);
        Cell::all().filter(move |cell| match self.0 / 9 {
            0 => cell.row() == number,
            1 => cell.column() == number,
            _ => cell.box_of() == number,
        })
    }
}

/// As people count, from 1: `row 5`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = ["row", "column", "box"][usize::from(self.0 / 9)];
        write!(f, "{kind} {}", self.0 % 9 + 1)
    }
}

/// Two equal clues in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The digit that stands there twice, 1–9.
    pub digit: u8,
    /// The house, the first one in the order of [`House::all`].
    pub house: House,
}

/// For example `two 7s in row 5`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two {}s in {}", self.digit, self.house)
    }
}

/// Why 81 numbers or characters are no puzzle or no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCells {
    /// The index of the first offending cell, or the length where that is not 81.
    pub at: usize,
}

impl fmt::Display for NotCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the 81 cells that are wanted: wrong at position {}", self.at + 1)
    }
}

impl std::error::Error for NotCells {}

/// 81 cells, each a clue (1–9) or empty (0). The clues may contradict each other.
///
/// ```
/// use sudoku::grid::Puzzle;
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// assert_eq!(puzzle.clues(), 17);
/// # Ok::<(), sudoku::grid::NotCells>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Puzzle([u8; CELLS]);

impl Puzzle {
    /// The puzzle without a clue.
    pub const EMPTY: Puzzle = Puzzle([0; CELLS]);

    /// A puzzle from its cells, row by row, 0 for an empty one.
    ///
    /// # Errors
    /// A number above 9, with its index.
    pub fn from_digits(digits: [u8; CELLS]) -> Result<Puzzle, NotCells> {
        // Without a way out of the loop it is vectorised.
        if digits.iter().fold(true, |all, &digit| all & (digit <= 9)) {
            return Ok(Puzzle(digits));
        }
        Err(NotCells { at: digits.iter().position(|&digit| digit > 9).unwrap_or(CELLS) })
    }

    /// A puzzle from digits that are 0–9 by construction: decoded from characters. Unchecked, which saves a
    /// pass over every record that is read.
    pub(crate) const fn trusted(digits: [u8; CELLS]) -> Puzzle {
        Puzzle(digits)
    }

    /// The cells, row by row, 0 for an empty one.
    #[must_use]
    pub const fn digits(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// How many cells are clues.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// The first two clues that contradict each other, if any do.
    #[must_use]
    pub fn conflict(&self) -> Option<Conflict> {
        House::all().find_map(|house| {
            let mut seen = [false; 10];
            house
                .cells()
                .map(|cell| self[cell])
                .find(|&digit| digit != 0 && std::mem::replace(&mut seen[digit as usize], true))
                .map(|digit| Conflict { digit, house })
        })
    }
}

/// The puzzle without a clue.
impl Default for Puzzle {
    fn default() -> Puzzle {
        Puzzle::EMPTY
    }
}

/// The digit, 0 for an empty cell.
impl Index<Cell> for Puzzle {
    type Output = u8;
    fn index(&self, cell: Cell) -> &u8 {
        &self.0[cell.index()]
    }
}

/// From 81 characters: `1`–`9`, and `0` or `.` for an empty cell. What people write in files is the business
/// of [`crate::reader`], which takes much more.
impl FromStr for Puzzle {
    type Err = NotCells;
    fn from_str(text: &str) -> Result<Puzzle, NotCells> {
        let mut digits = [0; CELLS];
        for (at, byte) in text.bytes().enumerate() {
            let cell = digits.get_mut(at).ok_or(NotCells { at: text.len() })?;
            *cell = match byte {
                b'.' => 0,
                b'0'..=b'9' => byte - b'0',
                _ => return Err(NotCells { at }),
            };
        }
        if text.len() == CELLS { Ok(Puzzle(digits)) } else { Err(NotCells { at: text.len() }) }
    }
}

/// 81 characters, `0` for an empty cell.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(&self.0, f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

/// A completed grid: 81 digits, each 1–9. It need not be legal: [`Grid::is_legal`] tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Grid([u8; CELLS]);

impl Grid {
    /// A grid from its cells, row by row.
    ///
    /// # Errors
    /// A number that is no digit 1–9, with its index.
    pub fn from_digits(digits: [u8; CELLS]) -> Result<Grid, NotCells> {
        // As above.
        if digits.iter().fold(true, |all, &digit| all & (1..=9).contains(&digit)) {
            return Ok(Grid(digits));
        }
        Err(NotCells { at: digits.iter().position(|&digit| !(1..=9).contains(&digit)).unwrap_or(CELLS) })
    }

    /// A grid from digits that are 1–9 by construction: from the planes of solved lanes, which have
    /// exactly one candidate in each cell. Unchecked, which saves a pass over the digits of every solution.
    pub(crate) const fn trusted(digits: [u8; CELLS]) -> Grid {
        Grid(digits)
    }

    /// The digits, row by row.
    #[must_use]
    pub const fn digits(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Does every house hold every digit?
    #[must_use]
    pub fn is_legal(&self) -> bool {
        House::all().all(|house| (1..=9).all(|digit| house.cells().any(|cell| self[cell] == digit)))
    }

    /// Is this legal, and does it keep every clue of the puzzle?
    #[must_use]
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.is_legal() && Cell::all().all(|cell| [0, self[cell]].contains(&puzzle[cell]))
    }
}

/// A grid is a puzzle with 81 clues.
impl From<Grid> for Puzzle {
    fn from(grid: Grid) -> Puzzle {
        Puzzle(grid.0)
    }
}

/// A puzzle without an empty cell is a grid.
impl TryFrom<Puzzle> for Grid {
    type Error = NotCells;
    fn try_from(puzzle: Puzzle) -> Result<Grid, NotCells> {
        Grid::from_digits(puzzle.0)
    }
}

/// The digit, 1–9.
impl Index<Cell> for Grid {
    type Output = u8;
    fn index(&self, cell: Cell) -> &u8 {
        &self.0[cell.index()]
    }
}

/// From 81 characters, `1`–`9`.
impl FromStr for Grid {
    type Err = NotCells;
    fn from_str(text: &str) -> Result<Grid, NotCells> {
        text.parse::<Puzzle>()?.try_into()
    }
}

/// 81 digits.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(&self.0, f)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

fn write_digits(digits: &[u8; CELLS], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    digits.iter().try_for_each(|digit| write!(f, "{digit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    #[test]
    fn there_are_81_cells_27_houses_and_20_peers() {
        assert_eq!(Cell::all().count(), 81);
        assert_eq!(House::all().count(), 27);
        assert!(House::all().all(|house| house.cells().count() == 9));
        assert!(Cell::all().all(|cell| cell.peers().count() == 20));
        assert!(Cell::all().all(|cell| House::all().filter(|h| h.cells().any(|c| c == cell)).count() == 3));
        assert_eq!(Cell::new(80).map(Cell::box_of), Some(8));
        assert_eq!(Cell::new(81), None);
        let names = House::all().map(|house| house.to_string()).collect::<Vec<_>>();
        assert_eq!([&names[0], &names[9], &names[26]], ["row 1", "column 1", "box 9"]);
        assert!(House::rows().chain(House::columns()).chain(House::boxes()).eq(House::all()));
    }

    #[test]
    fn a_legal_grid_solves_what_it_contains_and_nothing_else() {
        let grid: Grid = GRID.parse().unwrap();
        let puzzle = Puzzle::from(grid);
        assert!(grid.is_legal() && grid.solves(&puzzle) && grid.solves(&Puzzle::EMPTY));
        let mut other = *puzzle.digits();
        other[80] = 1;
        let other = Puzzle::from_digits(other).unwrap();
        assert!(!grid.solves(&other));
        assert!(!Grid::try_from(other).unwrap().is_legal());
        assert_eq!(other.conflict(), Some(Conflict { digit: 1, house: House(8) }));
        assert_eq!(other.conflict().unwrap().to_string(), "two 1s in row 9");
    }

    #[test]
    fn text_goes_there_and_back() {
        assert_eq!(GRID.parse::<Grid>().unwrap().to_string(), GRID);
        assert_eq!(GRID[1..].parse::<Grid>(), Err(NotCells { at: 80 }));
        assert_eq!(format!("{GRID}1").parse::<Grid>(), Err(NotCells { at: 82 }));
        assert_eq!(GRID.replace('9', "x").parse::<Puzzle>(), Err(NotCells { at: 8 }));
        assert_eq!(GRID.replace('9', ".").parse::<Grid>(), Err(NotCells { at: 8 }));
        assert_eq!(Puzzle::EMPTY.to_string(), "0".repeat(81));
    }
}
