//! The first band of a core: boxes 2 and 3 beside box 1 = 012 / 345 / 678.
//!
//! ```text
//!              box 1   box x   box y      Like the columns of a band (see `partitions`), the rows of box 1 split:
//!     row 0    0 1 2 | 3 . . | . . .      the roles of row 0 go to row 2 (before, cyclically) or row 1 (after) of
//!     row 1    3 4 5 | . . . | . . .      box x, and in box y the other way round.
//!     row 2    6 7 8 | . . . | . . .
//! ```
//!
//! Exchanging x and y is taken out, which leaves 28 of the 56 splits; so is the order of the columns in each:
//! row 0 ascends. Rows 1 and 2 have 6 · 6 orders in each box. So there are 28 · 36 · 36 = 36,288 bands, the
//! number of one is 36 · (36 · split + order of x) + order of y. A band's *weight* is the number of cores that
//! begin with it: it depends on the class of its columns only. The cores of the bands follow one another.

use super::classes::{CLASSES, Classes};
use super::known::known;
use super::partitions::Partitions;
use crate::grid::{ORDERS, SPLITS, inverse, order_number};

/// Where the roles stand in a box: row and column, by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
}

/// Box 1 of every base grid.
const BOX_1: Places = Places { rows: [0, 0, 0, 1, 1, 1, 2, 2, 2], columns: [0, 1, 2, 0, 1, 2, 0, 1, 2] };

/// The orders of rows 1 and 2 of a box.
const BOX_ORDERS: usize = 36;

/// The box beside box 1 with this split of rows (below 56) and this order (below 36).
fn box_beside(partitions: &Partitions, split: usize, order: usize) -> Places {
    let mut places = Places { rows: [0; 9], columns: [0; 9] };
    // The columns of a row's roles, which ascend. The cell in column t holds role ORDERS[order][t].
    let mut columns = [0, order / 6 % 6, order % 6].map(|order| ORDERS[inverse(order)].into_iter());
    for role in 0..9 {
        let row = partitions.block_in_x(split, role);
        places.rows[usize::from(role)] = row;
        places.columns[usize::from(role)] = known(columns[usize::from(row)].next());
    }
    places
}

/// The split and the order of a box beside box 1: the inverse of [`box_beside`].
pub(super) fn split_and_order(partitions: &Partitions, places: &Places) -> (usize, usize) {
    let order = |row: u8| {
        let mut members = [0; 3];
        let in_row = (0..9).filter(|&role| places.rows[role] == row);
        for (i, role) in in_row.enumerate() {
            members[usize::from(places.columns[role])] = i as u8;
        }
        order_number(members)
    };
    (partitions.split(&places.rows), 6 * order(1) + order(2))
}

/// The number of y's split where x has this one.
pub(super) const fn complement(split: usize) -> usize {
    SPLITS - 1 - split
}

/// The weight of each class, which takes 20 ms to compute and must not cost that: a test does. They agree with
/// E. Russell's list of the 44 classes.
#[rustfmt::skip]
pub(super) const WEIGHTS: [u32; CLASSES] = [
    108_374_976, 102_543_168,  99_083_712, 100_231_616,  97_282_720, 101_131_392, 102_047_904,  98_875_264,
     97_992_064,  97_756_224,  98_733_568,  98_784_768,  99_525_184,  98_048_704,  98_128_064,  98_733_184,
     98_369_440,  97_287_008,  96_380_896,  96_807_424,  96_631_520,  97_539_392,  98_119_872,  97_714_592,
     97_346_960,  98_371_664,  97_477_096,  97_961_464,  97_910_032,  97_455_648,  98_493_856,  96_702_240,
     97_116_296,  98_153_104,  97_416_016,  96_482_296,  97_372_400,  95_596_592,  97_549_160,  97_685_328,
     98_950_072,  96_100_688,  99_258_880,  94_888_576,
];

/// A first band: the split and order of box x, the order of box y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band {
    /// Below 28.
    pub(super) split: usize,
    /// Below 36, of x and of y.
    pub(super) orders: [usize; 2],
}

impl Band {
    /// The three boxes.
    pub(super) fn places(self, partitions: &Partitions) -> [Places; 3] {
        let Band { split, orders: [x, y] } = self;
        [BOX_1, box_beside(partitions, split, x), box_beside(partitions, complement(split), y)]
    }
}

/// Where the cores of each band begin. 12 KB, made in 0.05 ms.
#[derive(Debug)]
pub(super) struct Bands {
    /// By split and order: the columns of the box beside box 1, relabelled so that those of box 1 are number 0.
    columns: [[u16; BOX_ORDERS]; SPLITS],
    /// By split and order of x: the cores of all bands before; at the end all.
    before: [u64; SPLITS / 2 * BOX_ORDERS + 1],
}

impl Bands {
    pub(super) fn new(classes: &Classes) -> Bands {
        let partitions = &classes.partitions;
        let to_zero = partitions.to_zero(partitions.of_blocks(&BOX_1.columns));
        let columns = std::array::from_fn(|split| {
            std::array::from_fn(|order| {
                to_zero(partitions.of_blocks(&box_beside(partitions, split, order).columns)) as u16
            })
        });
        let mut bands = Bands { columns, before: [0; SPLITS / 2 * BOX_ORDERS + 1] };
        for of_x in 0..bands.before.len() - 1 {
            bands.before[of_x + 1] = bands.before[of_x] + bands.weights(classes, of_x).sum::<u64>();
        }
        bands
    }

    /// The classes of the 36 bands with this split and order of x: 36 · split + order.
    fn classes<'a>(&'a self, classes: &'a Classes, of_x: usize) -> impl Iterator<Item = usize> + 'a {
        let (split, order_x) = (of_x / BOX_ORDERS, of_x % BOX_ORDERS);
        let by_y = classes.at_zero(usize::from(self.columns[split][order_x]));
        self.columns[complement(split)].iter().map(move |&y| usize::from(by_y[usize::from(y)]))
    }

    /// The weights of the same.
    fn weights<'a>(&'a self, classes: &'a Classes, of_x: usize) -> impl Iterator<Item = u64> + 'a {
        self.classes(classes, of_x).map(|class| u64::from(WEIGHTS[class]))
    }

    /// How many of the 36,288 bands each class has.
    pub(super) fn count(&self, classes: &Classes) -> [u32; CLASSES] {
        let mut counts = [0; CLASSES];
        for class in (0..SPLITS / 2 * BOX_ORDERS).flat_map(|of_x| self.classes(classes, of_x)) {
            counts[class] += 1;
        }
        counts
    }

    /// The band of this core, and which of the band's cores it is.
    pub(super) fn find(&self, classes: &Classes, core: u64) -> (Band, u64) {
        let of_x = self.before.partition_point(|&before| before <= core).clamp(1, self.before.len() - 1) - 1;
        let mut rest = core - self.before[of_x];
        let mut order_y = 0;
        for weight in self.weights(classes, of_x) {
            if rest < weight {
                break;
            }
            rest -= weight;
            order_y += 1;
        }
        debug_assert!(order_y < BOX_ORDERS, "each core has its band");
        (Band { split: of_x / BOX_ORDERS, orders: [of_x % BOX_ORDERS, order_y % BOX_ORDERS] }, rest)
    }

    /// The number of cores before the first of this band.
    pub(super) fn before(&self, classes: &Classes, band: Band) -> u64 {
        let Band { split, orders: [order_x, order_y] } = band;
        let of_x = BOX_ORDERS * split + order_x;
        self.before[of_x] + self.weights(classes, of_x).take(order_y).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn all_bands_together_complete_to_all_grids() {
        let classes = Classes::new(Partitions::new());
        let bands = Bands::new(&classes);
        let cores = bands.before[SPLITS / 2 * BOX_ORDERS];
        assert_eq!(cores, 3_546_146_300_288);
        assert_eq!(u128::from(cores) * 72 * 72, 18_383_222_420_692_992);
        assert_eq!(u128::from(cores) * 72 * 72 * 40_320 * 9, crate::numbering::GRIDS);

        // E. Russell's list: weights, and how many of the 36,288 bands have them.
        let published: BTreeMap<u64, usize> = include_str!("../../tests/golden/band-classes.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once('\t').unwrap())
            .map(|(weight, bands)| (weight.parse().unwrap(), bands.parse().unwrap()))
            .collect();
        let counted =
            WEIGHTS.map(u64::from).into_iter().zip(bands.count(&classes).map(|bands| bands as usize));
        let counted = BTreeMap::from_iter(counted);
        assert_eq!(counted.len(), CLASSES);
        assert_eq!(counted, published);
    }

    #[test]
    fn bands_have_their_places_and_their_cores() {
        let classes = Classes::new(Partitions::new());
        let bands = Bands::new(&classes);
        let mut core = 0;
        for split in 0..SPLITS / 2 {
            for orders in (0..BOX_ORDERS * BOX_ORDERS).map(|i| [i / BOX_ORDERS, i % BOX_ORDERS]) {
                let band = Band { split, orders };
                assert_eq!(bands.before(&classes, band), core);
                assert_eq!(bands.find(&classes, core), (band, 0));
                if core > 0 {
                    let (before, last) = bands.find(&classes, core - 1);
                    assert_ne!(before, band);
                    assert_eq!(bands.before(&classes, before) + last, core - 1);
                }
                let places = band.places(&classes.partitions);
                let [_, x, y] = places;
                assert_eq!(split_and_order(&classes.partitions, &x), (split, orders[0]));
                assert_eq!(split_and_order(&classes.partitions, &y), (complement(split), orders[1]));
                let columns = places.map(|places| classes.partitions.of_blocks(&places.columns));
                core += u64::from(WEIGHTS[classes.class(columns)]);
            }
        }
    }
}
