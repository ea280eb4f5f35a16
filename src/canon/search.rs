//! The isomorphisms that lead a grid to its canonical form.
//!
//! Only a chute of the smallest class can come to be the first band; brought to the class's model, it can still be
//! moved by what keeps the model. Each such *candidate* leaves only one choice below: the columns and the names of
//! digits are settled, and rows 4 to 9 go where the first column ascends. So a candidate is judged by the row that
//! comes to be the fourth. What ties there, in symmetric grids above all, is written out and compared.

use super::chute::Chute;
use super::classes::{Classes, Keeping};
use super::isomorphism::Isomorphism;
use crate::grid::CELLS;

/// By chute within its grid, the rows that are not in it.
const OTHERS: [[u8; 6]; 3] = [[3, 4, 5, 6, 7, 8], [0, 1, 2, 6, 7, 8], [0, 1, 2, 3, 4, 5]];

/// A chute of the smallest class, and how it becomes the first band.
struct Start<'a> {
    cells: &'a [u8; CELLS],
    transposed: bool,
    others: &'a [u8; 6],
    /// The grid's rows that come to be the first three.
    rows: [u8; 3],
    columns: [u8; 9],
    /// The model's name of each digit.
    names: [u8; 16],
}

impl<'a> Start<'a> {
    /// Chute `at` of this grid, 0–5.
    #[inline(always)]
    fn new(classes: &Classes, cells: &'a [u8; CELLS], at: usize, chute: Chute) -> Start<'a> {
        let likeness = classes.likeness(chute);
        let (transposed, band) = (at >= 3, at % 3);
        let mut start = Start {
            cells,
            transposed,
            others: &OTHERS[band],
            rows: likeness.rows.map(|row| 3 * band as u8 + row),
            columns: likeness.columns,
            names: [0; 16],
        };
        for column in 0..9 {
            let digit = start.cell(start.rows[0], start.columns[column]);
            start.names[usize::from(digit & 15)] = column as u8 + 1;
        }
        start
    }

    #[inline(always)]
    fn cell(&self, row: u8, column: u8) -> u8 {
        let (down, across) = if self.transposed { (1, 9) } else { (9, 1) };
        self.cells[down * usize::from(row) + across * usize::from(column)]
    }

    /// The fourth row after a keeping of the model: four bits a digit without the first, which is the same for all.
    #[inline(always)]
    fn fourth(&self, keeping: &Keeping) -> u64 {
        let row = self.others[self.fourth_row(keeping)];
        keeping.columns[1..].iter().fold(0, |key, &column| {
            let digit = self.cell(row, self.columns[usize::from(column)]);
            let name = self.names[usize::from(digit & 15)];
            key << 4 | u64::from(keeping.digits[usize::from(name & 15)])
        })
    }

    /// Which of the other rows comes to be the fourth.
    #[inline(always)]
    fn fourth_row(&self, keeping: &Keeping) -> usize {
        let first = self.columns[usize::from(keeping.columns[0])];
        let digit = self.cell(self.rows[0], self.columns[usize::from(keeping.fourth)]);
        (1..6).map(|i| if self.cell(self.others[i], first) == digit { i } else { 0 }).sum()
    }

    /// The whole isomorphism.
    fn isomorphism(&self, keeping: &Keeping) -> Isomorphism {
        let columns = keeping.columns.map(|column| self.columns[usize::from(column)]);
        let mut digits = [0; 10];
        for (digit, name) in digits.iter_mut().zip(self.names) {
            *digit = keeping.digits[usize::from(name & 15)];
        }
        let mut rows = [0; 9];
        for (row, own) in rows.iter_mut().zip(keeping.rows) {
            *row = self.rows[usize::from(own)];
        }
        // The fourth row's band comes first, then the other one; in both the first column ascends.
        let fourth_band = self.fourth_row(keeping) / 3;
        for (place, band) in [(3, fourth_band), (6, 1 - fourth_band)] {
            let name = |row: u8| digits[usize::from(self.cell(row, columns[0]))];
            let three = &self.others[3 * band..][..3];
            let mut named = [0, 1, 2].map(|i| (name(three[i]), three[i]));
            named.sort_unstable();
            rows[place..place + 3].copy_from_slice(&named.map(|(_, row)| row));
        }
        Isomorphism { transposed: self.transposed, rows, columns, digits }
    }
}

/// What leads a grid to its canonical form.
pub(super) enum Leading {
    /// One isomorphism: the grid has no symmetry. Nearly all are so.
    One(Isomorphism),
    /// Several.
    Many(Vec<Isomorphism>),
}

/// All isomorphisms that lead this grid, which is legal, to its canonical form.
#[inline(always)]
pub(super) fn leading(classes: &Classes, cells: &[u8; CELLS]) -> Leading {
    let chutes = Chute::all(cells);
    let of = chutes.map(|chute| classes.class(chute));
    let class = of.iter().fold(of[0], |least, &class| least.min(class));
    let keepings = classes.keepings(class);

    let mut alike = (0..6).filter(|&at| of[at] == class);
    if let ([keeping], Some(at), None) = (keepings, alike.next(), alike.next()) {
        // More than half of all grids leave no choice.
        return Leading::One(Start::new(classes, cells, at, chutes[at]).isomorphism(keeping));
    }
    let (mut least, mut tied, mut best) = (u64::MAX, false, Isomorphism::IDENTITY);
    for at in 0..6 {
        if of[at] != class {
            continue;
        }
        let start = Start::new(classes, cells, at, chutes[at]);
        let mut chosen = None;
        for keeping in keepings {
            let fourth = start.fourth(keeping);
            if fourth < least {
                (least, tied, chosen) = (fourth, false, Some(keeping));
            } else {
                tied |= fourth == least;
            }
        }
        if let Some(keeping) = chosen {
            best = start.isomorphism(keeping);
        }
    }
    if tied { Leading::Many(tie(classes, cells, chutes, class, least)) } else { Leading::One(best) }
}

/// The candidates with this fourth row that lead to the least grid.
#[cold]
fn tie(
    classes: &Classes,
    cells: &[u8; CELLS],
    chutes: [Chute; 6],
    class: usize,
    fourth: u64,
) -> Vec<Isomorphism> {
    let mut all = Vec::new();
    for at in (0..6).filter(|&at| classes.class(chutes[at]) == class) {
        let start = Start::new(classes, cells, at, chutes[at]);
        let tied = classes.keepings(class).iter().filter(|keeping| start.fourth(keeping) == fourth);
        all.extend(tied.map(|keeping| start.isomorphism(keeping)));
    }
    least(&all, cells, 4)
}

/// Those of the isomorphisms that make the least of these cells; above this row they make the same.
pub(super) fn least(all: &[Isomorphism], cells: &[u8; CELLS], first: usize) -> Vec<Isomorphism> {
    let mut least: Vec<Isomorphism> = Vec::with_capacity(all.len());
    let mut best = [[u8::MAX; 9]; 9];
    for isomorphism in all {
        let mut rows = isomorphism.rows_from(first, cells).zip(best);
        // Most end in an early row, and symmetric ones never.
        match rows.find(|(row, best)| row != best).map(|(row, best)| row < best) {
            Some(false) => continue,
            Some(true) => {
                least.clear();
                let rows = isomorphism.rows_from(first, cells);
                best.iter_mut().zip(rows).for_each(|(best, row)| *best = row);
            }
            None => {}
        }
        least.push(*isomorphism);
    }
    least
}
