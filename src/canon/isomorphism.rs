//! What may be done to a puzzle without changing its nature.

use std::fmt;

use crate::grid::{CELLS, Grid, ORDERS, Puzzle, inverse, order_number};

/// Nine lines that stay in their threes: 6 orders of the threes, 6 orders of lines in each.
const LINES: u64 = 6 * 6 * 6 * 6;

/// The orders of nine digits.
const RENAMINGS: u64 = 362_880;

/// An isomorphism: a way to turn, swap and rename, as a value. It makes grids of grids, and puzzles with one solution
/// of such puzzles.
///
/// In this order it does:
///
/// ```text
///     transposition   rows become columns, or not
///     rows            bands, and rows within each, take other places: what was row rows[r] is row r
///     columns         stacks, and columns within each, likewise
///     digits          all digits d become digits[d]
/// ```
///
/// There are 2 · 6⁸ · 9! of them, and each has a number.
///
/// ```
/// use sudoku::canon::Isomorphism;
/// use sudoku::grid::Puzzle;
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let turned = Isomorphism::QUARTER_TURN.puzzle(&puzzle);
/// assert_ne!(turned, puzzle);
/// let twice = Isomorphism::QUARTER_TURN.then(&Isomorphism::QUARTER_TURN);
/// assert_eq!(twice, Isomorphism::HALF_TURN);
/// assert_eq!(Isomorphism::QUARTER_TURN.inverse().puzzle(&turned), puzzle);
/// # Ok::<(), sudoku::grid::NotCells>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Isomorphism {
    pub(super) transposed: bool,
    /// The row, after the transposition, that comes to each row's place.
    pub(super) rows: [u8; 9],
    /// The same for columns.
    pub(super) columns: [u8; 9],
    /// The new name of each digit; of 0, an empty cell, 0.
    pub(super) digits: [u8; 10],
}

const STRAIGHT: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const REVERSED: [u8; 9] = [8, 7, 6, 5, 4, 3, 2, 1, 0];

impl Isomorphism {
    /// How many there are.
    pub const COUNT: u64 = 2 * LINES * LINES * RENAMINGS;

    /// What leaves everything as it is. Its number is 0.
    pub const IDENTITY: Isomorphism = Isomorphism::moving(false, STRAIGHT, STRAIGHT);

    /// Rows become columns.
    pub const TRANSPOSITION: Isomorphism = Isomorphism::moving(true, STRAIGHT, STRAIGHT);

    /// A quarter turn, clockwise.
    pub const QUARTER_TURN: Isomorphism = Isomorphism::moving(true, STRAIGHT, REVERSED);

    /// A half turn.
    pub const HALF_TURN: Isomorphism = Isomorphism::moving(false, REVERSED, REVERSED);

    /// Left becomes right.
    pub const MIRROR: Isomorphism = Isomorphism::moving(false, STRAIGHT, REVERSED);

    const fn moving(transposed: bool, rows: [u8; 9], columns: [u8; 9]) -> Isomorphism {
        Isomorphism { transposed, rows, columns, digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }
    }

    /// The isomorphism that does this: row `rows[r]` of the puzzle, or of the transposed one, comes to be row `r`,
    /// likewise columns, and digit `d` becomes `digits[d - 1]`. `None` if that is none: `rows` and `columns` must
    /// leave threes together, and all three must hold everything once.
    #[must_use]
    pub fn new(transposed: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Isomorphism> {
        let all = |things: &[u8; 9], from: u8| (from..from + 9).all(|thing| things.contains(&thing));
        let together =
            |lines: &[u8; 9]| lines.chunks(3).all(|three| three.iter().all(|l| l / 3 == three[0] / 3));
        let good = [&rows, &columns].iter().all(|lines| all(lines, 0) && together(lines)) && all(&digits, 1);
        good.then(|| {
            let mut named = [0; 10];
            named[1..].copy_from_slice(&digits);
            Isomorphism { transposed, rows, columns, digits: named }
        })
    }

    /// The isomorphism with this number; `None` from [`Isomorphism::COUNT`] on. So a random number makes a random one,
    /// and all of them can be gone through.
    #[must_use]
    pub fn from_number(number: u64) -> Option<Isomorphism> {
        let (moves, renaming) = (number / RENAMINGS, number % RENAMINGS);
        let (transposed, lines) = (moves / (LINES * LINES), moves % (LINES * LINES));
        if transposed > 1 {
            return None;
        }
        Some(Isomorphism {
            transposed: transposed == 1,
            rows: lines_from_number(lines / LINES),
            columns: lines_from_number(lines % LINES),
            digits: digits_from_number(renaming),
        })
    }

    /// The number of this isomorphism: in mixed radix its transposition, the order of bands, of the rows in each, of
    /// stacks, of the columns in each, of digits.
    #[must_use]
    pub fn number(&self) -> u64 {
        let moves = u64::from(self.transposed) * LINES + lines_number(&self.rows);
        (moves * LINES + lines_number(&self.columns)) * RENAMINGS + digits_number(&self.digits)
    }

    /// Does it make columns of rows?
    #[must_use]
    pub const fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// The row, after the transposition, that comes to each row's place, 0–8.
    #[must_use]
    pub const fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// The column, after the transposition, that comes to each column's place, 0–8.
    #[must_use]
    pub const fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// What each digit becomes; at index 0 is a 0, for empty cells.
    #[must_use]
    pub const fn digits(&self) -> &[u8; 10] {
        &self.digits
    }

    /// The isomorphism that does this and then the other.
    #[must_use]
    pub fn then(&self, other: &Isomorphism) -> Isomorphism {
        let [rows, columns] =
            if other.transposed { [&self.columns, &self.rows] } else { [&self.rows, &self.columns] };
        Isomorphism {
            transposed: self.transposed != other.transposed,
            rows: other.rows.map(|row| rows[usize::from(row)]),
            columns: other.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| other.digits[usize::from(digit)]),
        }
    }

    /// The isomorphism that undoes this.
    #[must_use]
    pub fn inverse(&self) -> Isomorphism {
        let [rows, columns] = [&self.rows, &self.columns].map(|lines| {
            let mut inverse = [0; 9];
            (0..).zip(lines).for_each(|(place, line)| inverse[usize::from(*line)] = place);
            inverse
        });
        let [rows, columns] = if self.transposed { [columns, rows] } else { [rows, columns] };
        let mut digits = [0; 10];
        (0..).zip(&self.digits).for_each(|(old, new)| digits[usize::from(*new)] = old);
        Isomorphism { transposed: self.transposed, rows, columns, digits }
    }

    /// What it makes of a puzzle.
    #[must_use]
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::trusted(self.cells(puzzle.digits()))
    }

    /// What it makes of a grid.
    #[must_use]
    pub fn grid(&self, grid: &Grid) -> Grid {
        Grid::trusted(self.cells(grid.digits()))
    }

    fn cells(&self, cells: &[u8; CELLS]) -> [u8; CELLS] {
        let mut made = [0; CELLS];
        for (made, row) in made.chunks_exact_mut(9).zip(self.rows_from(0, cells)) {
            made.copy_from_slice(&row);
        }
        made
    }

    /// What it makes of these cells, row by row from this one on: so that who compares can stop early.
    #[inline(always)]
    pub(super) fn rows_from(&self, first: usize, cells: &[u8; CELLS]) -> impl Iterator<Item = [u8; 9]> {
        let (down, across) = if self.transposed { (1, 9) } else { (9, 1) };
        let columns = self.columns.map(|column| across * usize::from(column));
        // What is padded needs no check.
        let mut digits = [0; 16];
        digits[..10].copy_from_slice(&self.digits);
        self.rows[first..].iter().map(move |row| {
            let row = down * usize::from(*row);
            columns.map(|column| digits[usize::from(cells[row + column] & 15)])
        })
    }
}

impl Default for Isomorphism {
    fn default() -> Isomorphism {
        Isomorphism::IDENTITY
    }
}

/// For example `rows 012543678, columns 210345678, digits 123456789`, after `transposed, ` where it is so.
impl fmt::Debug for Isomorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |things: &[u8]| things.iter().map(|thing| char::from(b'0' + thing)).collect::<String>();
        let transposed = if self.transposed { "transposed, " } else { "" };
        let [rows, columns, digits] = [&self.rows[..], &self.columns, &self.digits[1..]].map(word);
        write!(f, "{transposed}rows {rows}, columns {columns}, digits {digits}")
    }
}

/// The lines in the places of nine.
fn lines_from_number(number: u64) -> [u8; 9] {
    let orders = [216, 36, 6, 1].map(|unit| ORDERS[(number / unit % 6) as usize]);
    std::array::from_fn(|place| {
        let three = orders[0][place / 3];
        3 * three + orders[1 + usize::from(three)][place % 3]
    })
}

/// The inverse of [`lines_from_number`].
fn lines_number(lines: &[u8; 9]) -> u64 {
    let threes = [lines[0], lines[3], lines[6]].map(|line| line / 3);
    let place = inverse(order_number(threes));
    let inner = ORDERS[place].map(|at| {
        let at = 3 * usize::from(at);
        order_number([lines[at] % 3, lines[at + 1] % 3, lines[at + 2] % 3]) as u64
    });
    inner.iter().fold(order_number(threes) as u64, |number, order| 6 * number + order)
}

/// The orders of digits are numbered lexicographically.
fn digits_from_number(mut number: u64) -> [u8; 10] {
    let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut radix = RENAMINGS;
    for place in 1..10 {
        // Take the next digit out of the ascending rest: one of 9, then one of 8, …
        radix /= 10 - place as u64;
        digits[place..=place + (number / radix) as usize].rotate_right(1);
        number %= radix;
    }
    digits
}

/// The inverse of [`digits_from_number`].
fn digits_number(digits: &[u8; 10]) -> u64 {
    (1..10).fold(0, |number, place| {
        let smaller = digits[place + 1..].iter().filter(|&&digit| digit < digits[place]).count();
        number * (10 - place as u64) + smaller as u64
    })
}
