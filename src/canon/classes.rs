//! The 416 classes of chutes: exchanging digits, rows, boxes and columns within boxes makes those of one class the
//! same.
//!
//! Each class has a *model*, the smallest of its forms, and classes are numbered as their models ascend. So the
//! canonical form of a grid begins with the model of the smallest class among its six chutes. All classes together
//! have 935 isomorphisms that keep their model.
//!
//! Making: bands are gone through in reading order, without those whose second row could be smaller; the first one
//! whose index has no class yet is the model of the next class. From a model, 6 orders of boxes, 6 of rows and 6 of
//! the first box's columns lead to all indices of its class, since the normal order takes care of the other columns.
//! What leads to the model's own index keeps it. That agrees with the 416 classes that Felgenhauer and Jarvis first
//! counted with.

use super::chute::{Chute, INDICES, Roles};
use crate::grid::{CELLS, ORDERS, inverse};

/// The number of classes.
pub(super) const CLASSES: usize = 416;

/// All digits, as bits.
const ALL: u16 = 0x3fe;

/// Not found yet.
const UNSET: u16 = CLASSES as u16;

/// The orders, so that three bits are always an index.
const PADDED: [[u8; 3]; 8] =
    [ORDERS[0], ORDERS[1], ORDERS[2], ORDERS[3], ORDERS[4], ORDERS[5], ORDERS[0], ORDERS[0]];

/// What keeps a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeping {
    /// The model's row that comes to each row's place.
    pub(super) rows: [u8; 3],
    /// The model's column that comes to each column's place.
    pub(super) columns: [u8; 9],
    /// The new name of each digit, padded.
    pub(super) digits: [u8; 16],
    /// The column of the model in whose first row the digit stands that comes to be first in the form's fourth row.
    pub(super) fourth: u8,
}

/// How a chute is brought to the model of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Likeness {
    /// The chute's row that comes to each row's place.
    pub(super) rows: [u8; 3],
    /// The chute's column that comes to each column's place.
    pub(super) columns: [u8; 9],
}

/// The tables. 300 KB, made in a millisecond or two.
#[derive(Debug)]
pub(super) struct Classes {
    /// The class of each index.
    classes: Box<[u16]>,
    /// How each index is brought to the model, three bits each: where the boxes go, where the rows go, where the
    /// columns of the three boxes go, those of x and y from their normal order. These are numbers of [`ORDERS`].
    likenesses: Box<[u16]>,
    /// The isomorphisms that keep the models, class by class, the identity first in each.
    keepings: Vec<Keeping>,
    /// Where those of each class begin.
    begin: [u16; CLASSES + 1],
}

impl Classes {
    pub(super) fn new() -> Classes {
        let mut classes = Classes {
            classes: vec![UNSET; INDICES].into_boxed_slice(),
            likenesses: vec![0; INDICES].into_boxed_slice(),
            keepings: Vec::with_capacity(935),
            begin: [0; CLASSES + 1],
        };
        let roles = &mut [0; 256];
        let (mut band, mut found) = (Band::first(), 0);
        loop {
            let index = band.chute(roles).index as usize;
            if classes.classes[index] == UNSET {
                classes.find(found, &band, index, roles);
                found += 1;
                classes.begin[found] = classes.keepings.len() as u16;
                if found == CLASSES {
                    return classes;
                }
            }
            let more = band.advance(Band::may_lead_to_a_model);
            debug_assert!(more, "the last model comes before the last band");
            if !more {
                return classes;
            }
        }
    }

    /// Enters all indices of the class whose model this is.
    fn find(&mut self, class: usize, model: &Band, own: usize, roles: &mut Roles) {
        // The first column lacks six digits; the smallest of them begins the fourth row.
        let fourth = (1..=9).find(|digit| (0..3).all(|row| model.cells[9 * row] != *digit)).unwrap_or(1);
        // Each order of boxes with the one in which x and y are exchanged: that needs no second look.
        for (boxes, exchanged) in [(0, 1), (2, 3), (4, 5)] {
            for (rows, to_row) in (0..).zip(ORDERS) {
                let mut moved = model.moved(ORDERS[boxes], to_row);
                let first = moved.box_1();
                for (columns, to_column) in (0..).zip(ORDERS) {
                    moved.set_box_1(first, to_column);
                    let chute = moved.chute(roles);
                    for (boxes, chute) in [(boxes, chute), (exchanged, chute.exchanged())] {
                        let index = chute.index as usize;
                        if self.classes[index] == UNSET {
                            let [x, y] = chute.tops.map(|top| inverse(usize::from(top)) as u16);
                            self.classes[index] = class as u16;
                            self.likenesses[index] =
                                boxes as u16 | rows << 3 | columns << 6 | x << 9 | y << 12;
                        }
                        if index == own {
                            self.keep(model, [to_row, ORDERS[boxes], to_column], chute, fourth);
                        }
                    }
                }
            }
        }
    }

    /// Enters what keeps this model: it makes a chute of the same index, `moved`, and likeness makes that the model.
    fn keep(&mut self, model: &Band, [to_row, to_box, to_column]: [[u8; 3]; 3], moved: Chute, fourth: u8) {
        let Likeness { rows, columns } = self.likeness(moved);
        let rows = rows.map(|row| to_row[usize::from(row)]);
        let columns = columns.map(|column| {
            let (place, column) = (usize::from(column / 3), usize::from(column % 3));
            3 * to_box[place] + if place == 0 { to_column[column] } else { column as u8 }
        });
        let mut digits = [0; 16];
        let top = &model.cells[9 * usize::from(rows[0])..][..9];
        (1..).zip(columns).for_each(|(name, column)| digits[usize::from(top[usize::from(column)])] = name);
        let old = (1..).zip(&digits[1..10]).find(|(_, name)| **name == fourth).map_or(1, |(old, _)| old);
        self.keepings.push(Keeping { rows, columns, digits, fourth: old - 1 });
    }

    /// The class of a chute.
    #[inline(always)]
    pub(super) fn class(&self, chute: Chute) -> usize {
        usize::from(self.classes[chute.index as usize])
    }

    /// How a chute is brought to the model of its class.
    #[inline(always)]
    pub(super) fn likeness(&self, chute: Chute) -> Likeness {
        let likeness = self.likenesses[chute.index as usize];
        let order = |shift: u16| PADDED[usize::from(likeness >> shift & 7)];
        let (to_box, to_row) = (order(0), order(3));
        // Place i in normal order is held by column ORDERS[inverse(top)][i].
        let normal = [0, inverse(usize::from(chute.tops[0])), inverse(usize::from(chute.tops[1]))];
        let (mut rows, mut columns) = ([0; 3], [0; 9]);
        for i in 0..3 {
            rows[usize::from(to_row[i])] = i as u8;
            let (to_column, normal) = (order(6 + 3 * i as u16), PADDED[normal[i] & 7]);
            for j in 0..3 {
                columns[usize::from(3 * to_box[i] + to_column[j])] = 3 * i as u8 + normal[j];
            }
        }
        Likeness { rows, columns }
    }

    /// The isomorphisms that keep the model of a class.
    #[inline(always)]
    pub(super) fn keepings(&self, class: usize) -> &[Keeping] {
        let [begin, end] = [class, class + 1].map(|class| usize::from(self.begin[class]));
        &self.keepings[begin..end]
    }
}

/// A band, the first of a grid whose other cells are of no interest. The row on top is 123456789.
struct Band {
    cells: [u8; CELLS],
    /// The digits, as bits, that stand before each cell in its row, or above it in its box.
    taken: [u16; 27],
}

impl Band {
    /// The first one in reading order.
    fn first() -> Band {
        let mut band = Band { cells: [0; CELLS], taken: [0; 27] };
        for cell in 0..27 {
            band.cells[cell] = (cell / 9 * 3 + cell % 9) as u8 % 9 + 1;
            band.taken[cell] = band.taken(cell);
        }
        band
    }

    /// On to the next one in reading order whose second row is `good`; `false` after the last one.
    #[inline(always)]
    fn advance(&mut self, good: impl Fn(&Band) -> bool) -> bool {
        let mut cell = 26;
        loop {
            // Only larger digits are left for it.
            let free = ALL & !self.taken[cell] & (!1 << self.cells[cell]);
            if free != 0 {
                self.cells[cell] = free.trailing_zeros() as u8;
                if cell == 26 {
                    return true;
                }
                if cell == 17 && !good(self) {
                    continue;
                }
                cell += 1;
                self.cells[cell] = 0;
                self.taken[cell] = self.taken(cell);
            } else if cell == 9 {
                return false;
            } else {
                cell -= 1;
            }
        }
    }

    /// Can these two rows be those of a model? `false` only if other columns, and digits renamed after them, make the
    /// second one smaller. Models have 456 or 457 at its beginning.
    fn may_lead_to_a_model(&self) -> bool {
        let [_, _, last, a, b, c, ..] = self.cells[9..18] else { return true };
        match last {
            // What stands above 789 may be exchanged.
            6 => [a, b, c] == [7, 8, 9],
            // 8 and 9 may be exchanged, 1 and 2 together with 4 and 5, and 1, 2 or 3 is with 8 and 9.
            7 => [b, c] == [8, 9] || [a, b] == [8, 9] && c != 2,
            _ => false,
        }
    }

    fn taken(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9, cell % 9);
        let set = |cells: &[u8]| cells.iter().fold(0, |set, digit| set | 1 << digit);
        let above = (0..row).map(|row| set(&self.cells[9 * row + column / 3 * 3..][..3]));
        above.fold(set(&self.cells[9 * row..cell]), |taken, row| taken | row)
    }

    fn chute(&self, roles: &mut Roles) -> Chute {
        Chute::read::<0, 9, 1>(&self.cells, roles)
    }

    /// With boxes and rows in these orders.
    fn moved(&self, boxes: [u8; 3], rows: [u8; 3]) -> Band {
        let mut cells = [0; CELLS];
        for (cells, row) in cells.chunks_exact_mut(9).zip(rows) {
            for (cells, three) in cells.chunks_exact_mut(3).zip(boxes) {
                cells.copy_from_slice(&self.cells[usize::from(9 * row + 3 * three)..][..3]);
            }
        }
        Band { cells, taken: [0; 27] }
    }

    /// The rows of box 1.
    fn box_1(&self) -> [[u8; 3]; 3] {
        [0, 9, 18].map(|at| std::array::from_fn(|column| self.cells[at + column]))
    }

    /// Puts these rows, their columns in this order, into box 1.
    fn set_box_1(&mut self, rows: [[u8; 3]; 3], columns: [u8; 3]) {
        for (cells, row) in self.cells.chunks_exact_mut(9).zip(rows) {
            cells[..3].copy_from_slice(&columns.map(|column| row[usize::from(column)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chute::BOX_ORDERS;
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn classes_are_as_many_and_as_symmetric_as_is_known() {
        let classes = Classes::new();
        let mut ways = BTreeMap::new();
        let kept = |class: usize| classes.keepings(class).len();
        (0..CLASSES).for_each(|class| *ways.entry(kept(class)).or_insert(0) += 1);
        let known =
            [(1, 279), (2, 105), (3, 2), (4, 2), (6, 16), (12, 4), (18, 5), (36, 1), (54, 1), (108, 1)];
        assert!(ways.into_iter().eq(known));
        assert_eq!(classes.keepings.len(), 935);
        // Each class has as many forms as the 7,776 moves of a chute lead to.
        assert_eq!((0..CLASSES).map(|class| 7776 / kept(class)).sum::<usize>(), 2_612_736);
        assert_eq!(INDICES * BOX_ORDERS, 2_612_736);
        assert!(classes.classes.iter().all(|class| usize::from(*class) < CLASSES));
    }

    #[test]
    fn keepings_begin_with_the_identity_and_are_different() {
        let classes = Classes::new();
        for class in 0..CLASSES {
            let keepings = classes.keepings(class);
            assert!(keepings[0].rows == [0, 1, 2] && keepings[0].columns == [0, 1, 2, 3, 4, 5, 6, 7, 8]);
            assert!(keepings[0].digits[..10] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
            for (i, one) in keepings.iter().enumerate() {
                assert!(keepings[..i].iter().all(|two| (one.rows, one.columns) != (two.rows, two.columns)));
            }
        }
    }

    #[test]
    fn every_band_becomes_the_model_of_its_class() {
        let classes = Classes::new();
        let (mut band, roles) = (Band::first(), &mut [0; 256]);
        let mut models: Vec<[u8; 27]> = vec![];
        for _ in 0..100_000 {
            let chute = band.chute(roles);
            let Likeness { rows, columns } = classes.likeness(chute);
            let cell = |row: usize, column: usize| band.cells[usize::from(9 * rows[row] + columns[column])];
            let mut names = [0; 10];
            (0..9).for_each(|column| names[usize::from(cell(0, column))] = column as u8 + 1);
            let model = std::array::from_fn(|at| names[usize::from(cell(at / 9, at % 9))]);
            // In reading order the first of each class is its model.
            let class = classes.class(chute);
            if class == models.len() {
                models.push(*band.cells.first_chunk().unwrap());
            }
            assert_eq!(models[class], model);
            band.advance(|_| true);
        }
        assert!(models.len() == CLASSES && models.is_sorted());
    }
}
