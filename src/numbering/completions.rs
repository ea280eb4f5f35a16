//! What may stand below a first band: the bands x and y, by number.
//!
//! All is done in the coordinates of the model of the band's class (see `classes`). In each stack a *split* tells
//! which roles of a column go where in x, and so the columns of x and of y; x and y are then filled independently:
//!
//! ```text
//!     number = cores of all earlier splits + fill of x · fills that y has + fill of y
//! ```
//!
//! Exchanging x and y is taken out: the first stack has only 28 of the 56 splits.

use std::sync::OnceLock;

use super::bands::{Places, complement};
use super::classes::{CLASSES, Classes, Likeness};
use super::fills::{Fill, fills};
use super::orders::{ORDERS, order_number};
use super::partitions::SPLITS;

/// The choices of splits for the first two stacks, without exchange.
const FIRST_TWO: usize = SPLITS / 2 * SPLITS;

/// The fills of each class, and where the completions of each choice of splits begin. 8 KB, and 6 KB more for
/// each class of first bands that is met.
#[derive(Debug)]
pub(super) struct Completions {
    pub(super) classes: Classes,
    fills: [Vec<Fill>; CLASSES],
    /// How many fills each class has.
    counts: [u32; CLASSES],
    /// By class, then by the splits of the first two stacks: the completions of all choices before; at the end
    /// all.
    before: [OnceLock<Box<[u32]>>; CLASSES],
}

/// A first band in the coordinates of its model.
struct Frame {
    likeness: Likeness,
    /// The model's column sets.
    model: [usize; 3],
    /// By stack of the band, then by block of the model: the column where the block's roles stand.
    columns: [[u8; 3]; 3],
}

/// The split of each stack of a model.
type Splits = [usize; 3];

impl Completions {
    pub(super) fn new(classes: Classes) -> Completions {
        let fills: [_; CLASSES] =
            std::array::from_fn(|class| fills(&classes.partitions, classes.model(class)));
        let counts = fills.each_ref().map(|fills| fills.len() as u32);
        Completions { classes, fills, counts, before: [const { OnceLock::new() }; CLASSES] }
    }

    /// Bands x and y of completion `number` of this first band, their rows in the order of the fill.
    pub(super) fn complete(&self, first: &[Places; 3], number: u64) -> [[Places; 3]; 2] {
        let frame = self.frame(first);
        let before = self.before(frame.likeness.class);
        let first_two = before.partition_point(|&before| u64::from(before) <= number).clamp(1, FIRST_TWO) - 1;
        let mut rest = number - u64::from(before[first_two]);
        let mut splits = [first_two / SPLITS, first_two % SPLITS, 0];
        for (split, ways) in self.ways(&frame.model, [splits[0], splits[1]]).into_iter().enumerate() {
            splits[2] = split;
            if rest < u64::from(ways) {
                break;
            }
            rest -= u64::from(ways);
        }
        let [fills_of_x, fills_of_y] = self.fills_of(&frame.model, splits);
        let ways_of_y = fills_of_y.len() as u64;
        let fill = [(fills_of_x, rest / ways_of_y), (fills_of_y, rest % ways_of_y)];
        let fill = fill.map(|(fills, number)| fills[number as usize % fills.len()]);
        [self.band(&frame, splits, fill[0]), self.band(&frame, splits.map(complement), fill[1])]
    }

    /// The inverse of [`Completions::complete`], which also finds out which band is x and the order of rows in
    /// each: whether x and y stand exchanged, the orders of x's and y's rows, and the number.
    pub(super) fn number(&self, first: &[Places; 3], bands: [&[Places; 3]; 2]) -> (bool, [usize; 2], u64) {
        let frame = self.frame(first);
        let mut splits = self.splits(&frame, bands[0]);
        let exchanged = splits[0] >= SPLITS / 2;
        let [mut x, mut y] = bands;
        if exchanged {
            (x, y) = (y, x);
            splits = splits.map(complement);
        }
        let fills = self.fills_of(&frame.model, splits);
        let (order_x, fill_x) = self.fill(&frame, splits, x);
        let (order_y, fill_y) = self.fill(&frame, splits.map(complement), y);
        let [fill_x, fill_y] = [(fills[0], fill_x), (fills[1], fill_y)]
            .map(|(fills, fill)| fills.partition_point(|&other| other < fill) as u64);

        let first_two = SPLITS * splits[0] + splits[1];
        let earlier = &self.ways(&frame.model, [splits[0], splits[1]])[..splits[2]];
        let before = u64::from(self.before(frame.likeness.class)[first_two] + earlier.iter().sum::<u32>());
        (exchanged, [order_x, order_y], before + fill_x * fills[1].len() as u64 + fill_y)
    }

    /// The first band in the coordinates of its model.
    fn frame(&self, first: &[Places; 3]) -> Frame {
        let partitions = &self.classes.partitions;
        let likeness = self.classes.likeness(first.map(|places| partitions.of_blocks(&places.columns)));
        let model = self.classes.model(likeness.class);
        let mut columns = [[0; 3]; 3];
        for stack in 0..3 {
            let places = partitions.places(model[likeness.stacks[stack]]);
            for role in 0..9 {
                let block = places[usize::from(likeness.roles[role])] / 3;
                columns[stack][usize::from(block)] = first[stack].columns[role];
            }
        }
        Frame { likeness, model, columns }
    }

    /// The column sets of band x in the model's coordinates.
    fn column_sets(&self, model: &[usize; 3], splits: Splits) -> [usize; 3] {
        std::array::from_fn(|stack| usize::from(self.classes.partitions.splits(model[stack])[splits[stack]]))
    }

    /// The fills of x and of y.
    fn fills_of(&self, model: &[usize; 3], splits: Splits) -> [&[Fill]; 2] {
        [splits, splits.map(complement)]
            .map(|splits| self.fills[self.classes.class(self.column_sets(model, splits))].as_slice())
    }

    /// The band with these splits, as x, and this fill.
    fn band(&self, frame: &Frame, splits: Splits, fill: Fill) -> [Places; 3] {
        let inner = self.classes.likeness(self.column_sets(&frame.model, splits));
        std::array::from_fn(|stack| {
            let stack_in_model = frame.likeness.stacks[stack];
            let places = self.classes.partitions.places(frame.model[stack_in_model]);
            let role_in_model = |role: usize| usize::from(frame.likeness.roles[role]);
            Places {
                rows: std::array::from_fn(|role| {
                    fill.rows(inner.roles[role_in_model(role)])[inner.stacks[stack_in_model]]
                }),
                columns: std::array::from_fn(|role| {
                    let place = places[role_in_model(role)];
                    let block = self.classes.partitions.block_in_x(splits[stack_in_model], place);
                    frame.columns[stack][usize::from(block)]
                }),
            }
        })
    }

    /// The splits of which this is band x: what [`Completions::band`] makes columns of.
    fn splits(&self, frame: &Frame, band: &[Places; 3]) -> Splits {
        let mut splits = [0; 3];
        for (stack, places) in band.iter().enumerate() {
            let stack_in_model = frame.likeness.stacks[stack];
            let places_in_model = self.classes.partitions.places(frame.model[stack_in_model]);
            let mut blocks = [0; 9];
            for role in 0..9 {
                let place = places_in_model[usize::from(frame.likeness.roles[role])];
                let column = places.columns[role];
                let block = frame.columns[stack].iter().position(|&other| other == column).unwrap_or(0);
                blocks[usize::from(place)] = block as u8;
            }
            splits[stack_in_model] = self.classes.partitions.split(&blocks);
        }
        splits
    }

    /// The order of the rows of a band with these splits, as x, and its fill: what [`Completions::band`] makes
    /// rows of, row `i` standing at `ORDERS[order][i]`.
    fn fill(&self, frame: &Frame, splits: Splits, band: &[Places; 3]) -> (usize, Fill) {
        let inner = self.classes.likeness(self.column_sets(&frame.model, splits));
        let mut rows = [[0; 3]; 9];
        for (stack, places) in band.iter().enumerate() {
            let stack = inner.stacks[frame.likeness.stacks[stack]];
            for role in 0..9 {
                let role_in_model = inner.roles[usize::from(frame.likeness.roles[role])];
                rows[usize::from(role_in_model)][stack] = places.rows[role];
            }
        }
        // In a fill, roles 0, 1, 2 of the first box are in rows 0, 1, 2.
        let order = order_number([rows[0][0], rows[1][0], rows[2][0]]);
        let mut in_fill = [0; 3];
        for (row, &stands_at) in (0..).zip(&ORDERS[order]) {
            in_fill[usize::from(stands_at)] = row;
        }
        (order, Fill::new(&rows.map(|rows| rows.map(|row| in_fill[usize::from(row)]))))
    }

    /// The number of completions with these splits of the first two stacks, by the split of the third.
    fn ways(&self, model: &[usize; 3], splits: [usize; 2]) -> [u32; SPLITS] {
        let partitions = &self.classes.partitions;
        // By the split of the third stack, the fills of the band that has these as x.
        let of_band = |splits: [usize; 2]| {
            let [first, second] = [0, 1].map(|stack| partitions.splits(model[stack])[splits[stack]]);
            let to_zero = partitions.to_zero(usize::from(first));
            let classes = self.classes.at_zero(to_zero[usize::from(second)]);
            partitions
                .splits(model[2])
                .map(|third| self.counts[usize::from(classes[usize::from(to_zero[usize::from(third)])])])
        };
        let [x, y] = [of_band(splits), of_band(splits.map(complement))];
        std::array::from_fn(|split| x[split] * y[complement(split)])
    }

    /// Where the completions of a class begin, by the splits of the first two stacks; at the end how many there
    /// are. Made when first asked for, in 0.1 ms.
    fn before(&self, class: usize) -> &[u32] {
        self.before[class].get_or_init(|| {
            let model = self.classes.model(class);
            let mut before = vec![0; FIRST_TWO + 1];
            for first_two in 0..FIRST_TWO {
                let ways = self.ways(&model, [first_two / SPLITS, first_two % SPLITS]);
                before[first_two + 1] = before[first_two] + ways.iter().sum::<u32>();
            }
            before.into_boxed_slice()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::bands::{Bands, WEIGHTS};
    use crate::numbering::partitions::Partitions;

    #[test]
    fn each_class_has_as_many_completions_as_its_weight_says() {
        let completions = Completions::new(Classes::new(Partitions::new()));
        for (class, weight) in WEIGHTS.into_iter().enumerate() {
            assert_eq!(completions.before(class)[FIRST_TWO], weight);
        }
        let counts = completions.counts;
        assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&16), Some(&288)));
        assert_eq!(counts.iter().sum::<u32>(), 1892);
    }

    #[test]
    fn completions_have_their_numbers_where_splits_change() {
        let classes = Classes::new(Partitions::new());
        let bands = Bands::new(&classes);
        let completions = Completions::new(classes);
        let mut met = [false; CLASSES];
        for core in (0..3_546_146_300_288).step_by(10_000_000_007) {
            let first = bands.places(bands.find(&completions.classes, core).0);
            let class = completions.frame(&first).likeness.class;
            if std::mem::replace(&mut met[class], true) {
                continue;
            }
            let boundaries = completions.before(class).iter().map(|&before| u64::from(before));
            for number in boundaries.flat_map(|before| [before.saturating_sub(1), before]) {
                if number < u64::from(WEIGHTS[class]) {
                    let [x, y] = completions.complete(&first, number);
                    assert_eq!(completions.number(&first, [&x, &y]), (false, [0, 0], number));
                    assert_eq!(completions.number(&first, [&y, &x]), (true, [0, 0], number));
                }
            }
        }
        assert!(met.iter().filter(|&&met| met).count() > 20);
    }
}
