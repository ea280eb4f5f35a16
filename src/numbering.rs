//! Every grid has a number.
//!
//! There are 6,670,903,752,021,072,936,960 completed grids (B. Felgenhauer and F. Jarvis, "Enumerating possible
//! Sudoku grids", 2005), a ninth of them, T = 741,211,528,002,341,437,440, with each *corner*, the digit at the
//! top left. A grid's number is its place, 0 to T − 1, among those with its corner:
//!
//! ```text
//!     number = ((core · 72 + rows) · 72 + columns) · 8! + relabelling
//!     number among all grids = (corner − 1) · T + number
//!
//!     relabelling   which digit plays which role. The roles 0 … 8 are those of box 1, row by row; what is left
//!                   without the digits is the *base grid*, whose box 1 is 012 / 345 / 678
//!     columns       the arrangement of stacks 2 and 3: exchanged or not, the order of columns in each
//!     rows          the same for bands 2 and 3
//!     core          band 1, then the columns of bands 2 and 3, then their rows: 3,546,146,300,288
//! ```
//!
//! It is a bijection: each step is a disjoint union of choices that can be read back from the grid. The tables
//! (300 KB) are made when first needed, in 0.4 ms; a number's grid then takes 0.8 µs, a grid's number 1.1. What hangs
//! on the class of a grid's first band (20 KB each, 0.1 ms) is made when first met. The scheme rests on the 44 classes
//! of bands (`classes.rs`) that Felgenhauer, Jarvis and Russell counted with.
//!
//! Imports point down:
//!
//! ```text
//!   completions         what may stand below a first band
//!   bands               the 36,288 first bands
//!   classes fills       the 44 classes of bands, and the way from a band to its model; the ways to fill a band with known columns
//!   partitions orders   the roles in three columns, how these split between two bands; orders of eight digits, and their numbers
//!   shuffle             all numbers in another order
//!   counts known        how many grids there are; what is there by construction
//! ```

mod bands;
mod classes;
mod completions;
mod counts;
mod fills;
mod known;
mod orders;
mod partitions;
mod shuffle;

use std::fmt;
use std::sync::LazyLock;

use crate::grid::{CELLS, Conflict, Grid, ORDERS, Puzzle, SPLITS, order_number};
use bands::{Band, Bands, Places};
use classes::Classes;
use completions::Completions;
use known::known;
use orders::Arrangement;
use partitions::Partitions;

pub use counts::{GRIDS, GRIDS_PER_CORNER};
pub(crate) use orders::Relabelling;
pub use shuffle::Shuffle;
pub(crate) use shuffle::{STEP, mix};

/// The digit at the top left of a grid, 1–9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(u8);

impl Corner {
    /// The nine corners, 1 to 9.
    pub const ALL: [Corner; 9] = {
        let mut all = [Corner(1); 9];
        let mut i = 0;
        while i < 9 {
            all[i] = Corner(1 + i as u8);
            i += 1;
        }
        all
    };

    /// This digit, if it is one: 1–9.
    #[must_use]
    pub const fn new(digit: u8) -> Option<Corner> {
        if 1 <= digit && digit <= 9 { Some(Corner(digit)) } else { None }
    }

    /// The corner of a grid.
    #[must_use]
    pub const fn of(grid: &Grid) -> Corner {
        Corner(grid.digits()[0])
    }

    /// The digit, 1–9.
    #[must_use]
    pub const fn digit(self) -> u8 {
        self.0
    }
}

/// There is no grid with such a number: it is [`GRIDS_PER_CORNER`] or more, or [`GRIDS`] or more among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchGrid {
    /// How many grids there are, so that the largest number is one less.
    pub grids: u128,
}

impl fmt::Display for NoSuchGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the largest number of a grid is {}", self.grids - 1)
    }
}

impl std::error::Error for NoSuchGrid {}

/// A grid that breaks the rules has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLegal(
    /// Two equal digits in one house.
    pub Conflict,
);

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for NotLegal {}

/// The number of classes of bands.
pub const BAND_CLASSES: usize = classes::CLASSES;

/// A class of bands: exchanging digits, exchanging boxes and exchanging columns within boxes makes their columns the
/// same sets of digits, so that they begin equally many grids. The 44 classes were published by E. Russell.
///
/// Of all grids, `bands · completions / 3,546,146,300,288` have a band of this class at any given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// How many of the 36,288 bands, box 1 being given and boxes 2 and 3 with their columns in order, are in it.
    pub bands: u32,
    /// How many grids each of its bands begins, divided by 72.
    pub completions: u32,
}

/// The numbering of all grids: what its tables are for.
///
/// ```
/// use sudoku::numbering::{Corner, Numbering};
/// let numbering = Numbering::shared();
/// let corner = Corner::new(1).unwrap();
/// let grid = numbering.unrank(corner, 0)?;
/// assert_eq!(&grid.to_string()[..18], "123789456456123789");
/// assert_eq!(numbering.rank(&grid)?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Numbering {
    bands: Bands,
    completions: Completions,
}

impl Numbering {
    /// The tables, made by the first call, once for all threads.
    #[must_use]
    pub fn shared() -> &'static Numbering {
        static SHARED: LazyLock<Numbering> = LazyLock::new(|| {
            let classes = Classes::new(Partitions::new());
            Numbering { bands: Bands::new(&classes), completions: Completions::new(classes) }
        });
        &SHARED
    }

    /// The grid with this number among those with this corner.
    ///
    /// # Errors
    /// There are [`GRIDS_PER_CORNER`] grids, so numbers end before it.
    pub fn unrank(&self, corner: Corner, number: u128) -> Result<Grid, NoSuchGrid> {
        let too_large = NoSuchGrid { grids: GRIDS_PER_CORNER };
        if number >= GRIDS_PER_CORNER {
            return Err(too_large);
        }
        let (base, relabelling) = split_number(number);
        let digits = *Relabelling::new(corner.0, relabelling).digits();
        let cells = self.base_grid(base).map(|role| digits[usize::from(role)]);
        Grid::from_digits(cells).map_err(|_| too_large)
    }

    /// The number of a grid among those with its corner.
    ///
    /// # Errors
    /// A grid that is not legal has no number.
    pub fn rank(&self, grid: &Grid) -> Result<u128, NotLegal> {
        must_be_legal(grid)?;
        let cells = grid.digits();
        let box_1 = std::array::from_fn(|role| cells[role / 3 * 9 + role % 3]);
        let mut roles = [0; 10];
        for (role, &digit) in (0..).zip(&box_1) {
            roles[usize::from(digit)] = role;
        }
        let base = self.base_number(&cells.map(|digit| roles[usize::from(digit)]));
        let relabelling = Relabelling::from_digits(box_1).number();
        Ok(u128::from(base) * u128::from(Relabelling::COUNT) + u128::from(relabelling))
    }

    /// The grid with this number among all grids: those with corner 1, then those with corner 2, ….
    ///
    /// # Errors
    /// There are [`GRIDS`] grids, so numbers end before it.
    pub fn unrank_of_all(&self, number: u128) -> Result<Grid, NoSuchGrid> {
        let too_large = NoSuchGrid { grids: GRIDS };
        let corner =
            u8::try_from(number / GRIDS_PER_CORNER).ok().and_then(|i| Corner::new(i.saturating_add(1)));
        self.unrank(corner.ok_or(too_large)?, number % GRIDS_PER_CORNER).map_err(|_| too_large)
    }

    /// The number of a grid among all grids.
    ///
    /// # Errors
    /// A grid that is not legal has no number.
    pub fn rank_of_all(&self, grid: &Grid) -> Result<u128, NotLegal> {
        let corner = u128::from(Corner::of(grid).0);
        Ok((corner - 1) * GRIDS_PER_CORNER + self.rank(grid)?)
    }

    /// The 44 classes of bands, by which anybody can check how evenly grids are spread.
    pub fn band_classes(&self) -> [BandClass; BAND_CLASSES] {
        let bands = self.bands.count(&self.completions.classes);
        std::array::from_fn(|class| BandClass { bands: bands[class], completions: bands::WEIGHTS[class] })
    }

    /// The class of each band and of each stack of a grid, the transposed of which is a band: an index of
    /// [`Numbering::band_classes`] for bands 1, 2, 3, stacks 1, 2, 3.
    ///
    /// # Errors
    /// A grid that is not legal has no classes.
    pub fn classes_of(&self, grid: &Grid) -> Result<[usize; 6], NotLegal> {
        must_be_legal(grid)?;
        // By band and stack: the column of each digit in the box, and the row.
        let (mut columns, mut rows) = ([[[0; 9]; 3]; 3], [[[0; 9]; 3]; 3]);
        for (cell, &digit) in grid.digits().iter().enumerate() {
            let (row, column, role) = (cell / 9, cell % 9, usize::from(digit - 1));
            columns[row / 3][column / 3][role] = (column % 3) as u8;
            rows[column / 3][row / 3][role] = (row % 3) as u8;
        }
        let classes = &self.completions.classes;
        let class =
            |boxes: &[[u8; 9]; 3]| classes.class(boxes.map(|blocks| classes.partitions.of_blocks(&blocks)));
        let [[a, b, c], [d, e, f]] = [columns, rows].map(|bands| bands.each_ref().map(class));
        Ok([a, b, c, d, e, f])
    }

    /// The roles, 0–8, in the cells of base grid `number`, below T / 8!.
    pub(crate) fn base_grid(&self, number: u64) -> [u8; CELLS] {
        let arrangements = Arrangement::COUNT as u64;
        // An order of columns tells which column stands first, an order of rows where the first row stands.
        let columns = Arrangement::new((number % arrangements) as usize).inverse();
        let rows = Arrangement::new((number / arrangements % arrangements) as usize);
        let core = number / (arrangements * arrangements);

        let classes = &self.completions.classes;
        let (band, rest) = self.bands.find(classes, core);
        let first = band.places(&classes.partitions);
        let [x, y] = self.completions.complete(&first, rest);

        let mut cells = [0; CELLS];
        for (band, rows) in [first, x, y].iter().zip(rows.lines()) {
            for (places, columns) in band.iter().zip(columns.lines()) {
                for role in 0..9 {
                    let row = rows[usize::from(places.rows[role])];
                    let column = columns[usize::from(places.columns[role])];
                    cells[9 * row + column] = role as u8;
                }
            }
        }
        cells
    }

    /// The inverse of [`Numbering::base_grid`].
    fn base_number(&self, cells: &[u8; CELLS]) -> u64 {
        let mut bands = [[Places { rows: [0; 9], columns: [0; 9] }; 3]; 3];
        for (cell, &role) in cells.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let places = &mut bands[row / 3][column / 3];
            places.rows[usize::from(role)] = (row % 3) as u8;
            places.columns[usize::from(role)] = (column % 3) as u8;
        }

        // Columns: x is the stack with the smaller split, and in the first row the columns ascend.
        let classes = &self.completions.classes;
        let exchanged = classes.partitions.split(&bands[0][1].rows) >= SPLITS / 2;
        if exchanged {
            bands.iter_mut().for_each(|band| band.swap(1, 2));
        }
        let orders = [1, 2].map(|stack| {
            let top = &bands[0][stack];
            let mut roles = (0..9).filter(|&role| top.rows[role] == 0).map(|role| top.columns[role]);
            let order = order_number(std::array::from_fn(|_| known(roles.next())));
            for band in &mut bands {
                band[stack].columns = band[stack].columns.map(|column| {
                    known(ORDERS[order].iter().position(|&stands_at| stands_at == column)) as u8
                });
            }
            order
        });
        let columns = Arrangement { exchanged, orders }.inverse().number() as u64;

        let [first, second, third] = &bands;
        let [(split, order_x), (_, order_y)] =
            [1, 2].map(|stack| bands::split_and_order(&classes.partitions, &first[stack]));
        let band = Band { split, orders: [order_x, order_y] };
        let (exchanged, orders, number) = self.completions.number(first, [second, third]);
        let rows = Arrangement { exchanged, orders }.number() as u64;
        let core = self.bands.before(classes, band) + number;
        (core * Arrangement::COUNT as u64 + rows) * Arrangement::COUNT as u64 + columns
    }
}

/// The number of the base grid and of the relabelling.
pub(crate) fn split_number(number: u128) -> (u64, u64) {
    let count = u128::from(Relabelling::COUNT);
    ((number / count) as u64, (number % count) as u64)
}

/// Tells like [`Grid::is_legal`], which is written to be read, but in 0.1 µs.
fn must_be_legal(grid: &Grid) -> Result<(), NotLegal> {
    let mut houses = [0_u16; 27];
    for (cell, &digit) in grid.digits().iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << digit;
        }
    }
    if houses.iter().all(|&digits| digits == 0x3fe) {
        return Ok(());
    }
    Puzzle::from(*grid).conflict().map_or(Ok(()), |conflict| Err(NotLegal(conflict)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_pairs() {
        let numbering = Numbering::shared();
        let pairs = include_str!("../tests/golden/grid-numbers.tsv").lines();
        for pair in pairs.filter(|line| !line.starts_with('#')) {
            let (number, grid) = pair.split_once('\t').unwrap();
            let (number, grid) = (number.parse().unwrap(), grid.parse().unwrap());
            assert_eq!(numbering.unrank(Corner(1), number), Ok(grid));
            assert_eq!(numbering.rank(&grid), Ok(number));
        }
    }
}
