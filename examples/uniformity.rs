//! Does the shuffled order spread over all grids evenly? Bands fall into 44 classes, and how many grids have a band
//! of each class at a given place is known exactly; so grids drawn from all alike must show these shares.
//!
//! ```sh
//! cargo run --release --example uniformity -- 42            # a seed
//! cargo run --release --example uniformity -- 42 2000000    # and how many grids
//! ```
//!
//! For each class: E. Russell's two figures (how many of the 36,288 bands are in it, how many grids each of them
//! begins, divided by 72), the grids expected, and those observed by their three bands and three stacks. Below, for
//! each of the six, Pearson's chi-squared over 43 degrees of freedom, and how far it is from 43 in standard
//! deviations, √86. Beyond +3 comes about once in 200 times, below -3 almost never.

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use sudoku::generator::Generator;
use sudoku::numbering::{BAND_CLASSES, Corner, Numbering};

const PLACES: [&str; 6] = ["band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seed: u64 = arguments.next().unwrap_or("42".into()).parse()?;
    let grids: usize = arguments.next().unwrap_or("1000000".into()).parse()?;
    let corner = Corner::new(1).ok_or("1 is a digit")?;
    let numbering = Numbering::shared();

    let mut observed = [[0_u64; 6]; BAND_CLASSES];
    for grid in Generator::new(corner).shuffled(seed).take(grids) {
        for (place, class) in numbering.classes_of(&grid)?.into_iter().enumerate() {
            observed[class][place] += 1;
        }
    }

    let mut out = BufWriter::new(stdout());
    write!(out, "class  bands  completions     expected")?;
    PLACES.iter().try_for_each(|place| write!(out, "{place:>9}"))?;
    writeln!(out)?;

    let classes = numbering.band_classes();
    let weight = |class: usize| u64::from(classes[class].bands) * u64::from(classes[class].completions);
    let all: u64 = (0..BAND_CLASSES).map(weight).sum();
    let mut chi_squared = [0.0; 6];
    for (class, observed) in observed.iter().enumerate() {
        let expected = weight(class) as f64 / all as f64 * grids as f64;
        let figures = classes[class];
        write!(out, "{:>5}  {:>5}  {:>11}  {expected:>11.1}", class + 1, figures.bands, figures.completions)?;
        for (&observed, chi_squared) in observed.iter().zip(&mut chi_squared) {
            write!(out, "{observed:>9}")?;
            *chi_squared += (observed as f64 - expected).powi(2) / expected;
        }
        writeln!(out)?;
    }

    write!(out, "\n{:>39}", "chi-squared")?;
    chi_squared.iter().try_for_each(|value| write!(out, "{value:>9.1}"))?;
    write!(out, "\n{:>39}", "standard deviations from 43")?;
    chi_squared.iter().try_for_each(|value| write!(out, "{:>+9.2}", (value - 43.0) / 86_f64.sqrt()))?;
    writeln!(
        out,
        "\n\nseed {seed}, {grids} grids; the shares of all classes add up to {all} · 72 · 72 · 8! grids"
    )?;
    out.flush()?;
    Ok(())
}
