//! What is each clue worth? Counts the solutions that a puzzle has without it:
//!
//! ```sh
//! cargo run --release --example count_solutions
//! ```

use std::error::Error;
use std::io::{Write, stdout};

use sudoku::grid::{Cell, Puzzle};
use sudoku::solver::Solver;

/// Beyond that it's just 'many'.
const LIMIT: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    let solver = Solver::new();
    for cell in Cell::all() {
        let mut digits = *puzzle.digits();
        let clue = std::mem::take(&mut digits[cell.index()]);
        if clue != 0 {
            let number = solver.count_one(&Puzzle::from_digits(digits)?, LIMIT);
            let (row, column) = (cell.row() + 1, cell.column() + 1);
            writeln!(stdout(), "without the {clue} in row {row}, column {column}: {number} solutions")?;
        }
    }
    Ok(())
}
