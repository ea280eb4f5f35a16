//! Grids from a number on, in the order of their numbers or in the order that a seed picks:
//!
//! ```sh
//! cargo run --release --example grids_from -- 123456789012345678901
//! cargo run --release --example grids_from -- 123456789012345678901 42
//! ```
//!
//! Each is printed with its number among the grids that begin with 1. Consecutive numbers look alike; the seed
//! jumps about in all of them.

use std::error::Error;
use std::io::{Write, stdout};

use sudoku::generator::Generator;
use sudoku::numbering::{Corner, Numbering};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position: u128 = arguments.next().ok_or("give a number, and a seed if you like")?.parse()?;
    let corner = Corner::new(1).ok_or("1 is a digit")?;

    let mut grids = Generator::new(corner).skip_to(position);
    if let Some(seed) = arguments.next() {
        grids = grids.shuffled(seed.parse()?);
    }
    for grid in grids.take(10) {
        writeln!(stdout(), "{grid} {:>21}", Numbering::shared().rank(&grid)?)?;
    }
    Ok(())
}
