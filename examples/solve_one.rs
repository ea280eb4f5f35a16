//! Solves one puzzle, given as 81 characters:
//!
//! ```sh
//! cargo run --release --example solve_one -- \
//!     4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//! ```

use std::error::Error;
use std::io::{Write, stdout};

use sudoku::grid::Puzzle;
use sudoku::solver::{Solver, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("give a puzzle of 81 characters, `.` for an empty cell")?;
    let puzzle: Puzzle = text.parse()?;
    match Solver::new().solve_one(&puzzle) {
        Verdict::None => writeln!(stdout(), "no solution")?,
        Verdict::Unique(grid) => writeln!(stdout(), "{grid}")?,
        Verdict::Several(first) => writeln!(stdout(), "{first} is the first of several")?,
    }
    Ok(())
}
