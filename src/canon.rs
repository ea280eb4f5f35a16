//! The same puzzle? The one form that all puzzles share which are essentially the same.
//!
//! Turning and mirroring, exchanging bands and stacks, rows within a band and columns within a stack, and renaming the
//! digits leave a puzzle what it is: these are its 2 · 6⁸ · 9! [isomorphisms](Isomorphism). So two puzzles that look
//! different may be one. Their canonical form tells:
//!
//! - that of a **grid** is the smallest of all its forms, read row by row as a number of 81 digits;
//! - that of a **puzzle** is made by what leads its solution there. Where the solution is symmetric that can be done in
//!   up to 648 ways; the smallest result counts, an empty cell being 0.
//!
//! This is what is called the minlex form of the solution; that a symmetric solution's puzzles have only one form, too,
//! is settled here. There are 5,472,730,538 canonical grids (E. Russell and F. Jarvis, "Mathematics of Sudoku II",
//! 2006).
//!
//! ```text
//!     grid ──► 6 chutes ──► their classes, the smallest of 416 ──► its model ──► 1.4 fourth rows ──► isomorphism ──► form
//! ```
//!
//! Imports point down:
//!
//! ```text
//!   search              the few isomorphisms that may lead to the canonical form, and those that do
//!   classes             the classes of chutes, how a chute becomes its class's model, what keeps the model
//!   chute isomorphism   bands and stacks as indices; an isomorphism as a value: apply, invert, one after the other
//! ```

mod chute;
mod classes;
mod isomorphism;
mod search;

use std::sync::LazyLock;

use crate::grid::{CELLS, Grid, Puzzle};
use classes::Classes;
use search::{Leading, leading, least};

pub use isomorphism::Isomorphism;

/// The tables.
static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

/// Makes the tables, which the first call of another function would do, once for all threads. It takes a millisecond
/// or two: a program that has something else to do meanwhile calls this in a thread.
pub fn prepare() {
    LazyLock::force(&CLASSES);
}

/// The canonical form of a puzzle whose only solution this is. Whether there is another one is not looked into: a
/// puzzle with several solutions has no canonical form.
///
/// With a grid that doesn't solve the puzzle there is nothing to be done, and the puzzle comes back as it is.
///
/// ```
/// use sudoku::canon::{Isomorphism, canonical};
/// use sudoku::grid::{Grid, Puzzle};
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let solution: Grid =
///     "417369825632158947958724316825437169791586432346912758289643571573291684164875293".parse()?;
/// let turned = Isomorphism::QUARTER_TURN;
/// assert_eq!(
///     canonical(&turned.puzzle(&puzzle), &turned.grid(&solution)),
///     canonical(&puzzle, &solution),
/// );
/// # Ok::<(), sudoku::grid::NotCells>(())
/// ```
#[must_use]
pub fn canonical(puzzle: &Puzzle, solution: &Grid) -> Puzzle {
    if !is_kept(puzzle.digits(), solution.digits()) {
        return *puzzle;
    }
    match find(solution) {
        None => *puzzle,
        Some(Leading::One(isomorphism)) => isomorphism.puzzle(puzzle),
        Some(Leading::Many(all)) => {
            // A grid that is its own puzzle becomes the same by all of them.
            let all =
                if puzzle.digits() == solution.digits() { all } else { least(&all, puzzle.digits(), 0) };
            all.first().map_or(*puzzle, |best| best.puzzle(puzzle))
        }
    }
}

/// The canonical form of a grid; a grid that breaks the rules has none.
///
/// ```
/// use sudoku::canon::canonical_grid;
/// use sudoku::grid::Grid;
/// let grid: Grid =
///     "574692318831574926692831745183457692269183574457269831318745269926318457745926183".parse()?;
/// let form = "123456789456789123789123456231564897564897231897231564312645978645978312978312645".parse()?;
/// assert_eq!(canonical_grid(&grid), Some(form));
/// # Ok::<(), sudoku::grid::NotCells>(())
/// ```
#[must_use]
pub fn canonical_grid(grid: &Grid) -> Option<Grid> {
    Some(match find(grid)? {
        Leading::One(isomorphism) => isomorphism.grid(grid),
        Leading::Many(all) => all.first()?.grid(grid),
    })
}

/// All isomorphisms that lead a grid to its canonical form: as many as it has automorphisms. A grid that breaks the
/// rules has none.
#[must_use]
pub fn canonizing(grid: &Grid) -> Vec<Isomorphism> {
    match find(grid) {
        None => vec![],
        Some(Leading::One(isomorphism)) => vec![isomorphism],
        Some(Leading::Many(all)) => all,
    }
}

/// The automorphisms of a grid: the isomorphisms, the identity among them, that leave it as it is. Their count times
/// the number of the grid's different forms is [`Isomorphism::COUNT`]. A grid that breaks the rules has none.
///
/// ```
/// use sudoku::canon::automorphisms;
/// use sudoku::grid::Grid;
/// let grid: Grid =
///     "123456789456789123789123456231564897564897231897231564312645978645978312978312645".parse()?;
/// assert_eq!(automorphisms(&grid).len(), 648);
/// # Ok::<(), sudoku::grid::NotCells>(())
/// ```
#[must_use]
pub fn automorphisms(grid: &Grid) -> Vec<Isomorphism> {
    let all = canonizing(grid);
    let Some(back) = all.first().map(Isomorphism::inverse) else { return all };
    all.iter().map(|isomorphism| isomorphism.then(&back)).collect()
}

#[inline(always)]
fn find(grid: &Grid) -> Option<Leading> {
    let cells = grid.digits();
    is_legal(cells).then(|| leading(&CLASSES, cells))
}

/// Tells like [`Grid::is_legal`], which is written to be read, but in a fraction of the time.
fn is_legal(cells: &[u8; CELLS]) -> bool {
    let (mut columns, mut good) = ([0; 9], true);
    for band in cells.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for row in band.chunks_exact(9) {
            let mut digits = [0; 9];
            (0..9).for_each(|column| digits[column] = 1 << (row[column] & 15));
            let minirow = [0, 3, 6].map(|at| digits[at] | digits[at + 1] | digits[at + 2]);
            (0..9).for_each(|column| columns[column] |= digits[column]);
            (0..3).for_each(|i| boxes[i] |= minirow[i]);
            good &= minirow[0] | minirow[1] | minirow[2] == ALL;
        }
        good &= boxes == [ALL; 3];
    }
    good && columns == [ALL; 9]
}

/// All digits, as bits.
const ALL: u16 = 0x3fe;

/// Are all clues of the puzzle in this grid?
fn is_kept(puzzle: &[u8; CELLS], grid: &[u8; CELLS]) -> bool {
    puzzle.iter().zip(grid).fold(true, |kept, (clue, digit)| kept & ((*clue == 0) | (clue == digit)))
}
