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
use super::known::known;
use crate::grid::{ORDERS, SPLITS, order_number};

/// How many fills each class has; a test counts them.
#[rustfmt::skip]
const FILLS: [u32; CLASSES] = [
    288, 96, 32, 32, 16, 96, 144, 32, 32, 32, 48, 32, 32, 16, 24, 32, 48, 28, 24, 32, 32, 48,
     32, 24, 28, 44, 38, 46,  28, 24, 24, 28, 30, 28, 36, 26, 20, 20, 38, 32, 86, 28, 16, 20,
];

/// What may stand below the first bands of each class, and the fills of each class, made when first met: a run of
/// consecutive numbers meets few.
#[derive(Debug)]
pub(super) struct Completions {
    pub(super) classes: Classes,
    models: [OnceLock<Box<Model>>; CLASSES],
    fills: [OnceLock<Vec<Fill>>; CLASSES],
}

/// The model of a class of first bands. 1 KB, and 0.7 KB for each split of the first stack up to the last one met:
/// 20 KB, made in 0.1 ms, when all 28 are.
#[derive(Debug)]
struct Model {
    column_sets: [usize; 3],
    /// By stack, then by split: the column set of band x.
    splits: [[u16; SPLITS]; 3],
    /// By the split of the first stack.
    firsts: [OnceLock<Box<First>>; SPLITS / 2],
}

/// A split of the first stack of a model.
#[derive(Debug)]
struct First {
    /// For x and for y: the column sets of the second and of the third stack, by x's split, relabelled so that the one
    /// of the first stack is partition 0.
    others: [[[u16; SPLITS]; 2]; 2],
    /// By the split of the second stack: the completions of all choices before; at the end those of all up to here.
    before: [u32; SPLITS + 1],
}

/// A first band in the coordinates of its model.
struct Frame<'a> {
    likeness: Likeness,
    model: &'a Model,
    /// By stack of the band, then by block of the model: the column where the block's roles stand.
    columns: [[u8; 3]; 3],
}

/// The split of each stack of a model.
type Splits = [usize; 3];

impl Completions {
    pub(super) const fn new(classes: Classes) -> Completions {
        Completions {
            classes,
            models: [const { OnceLock::new() }; CLASSES],
            fills: [const { OnceLock::new() }; CLASSES],
        }
    }

    /// Bands x and y of completion `number` of this first band, their rows in the order of the fill.
    pub(super) fn complete(&self, first: &[Places; 3], number: u64) -> [[Places; 3]; 2] {
        let frame = self.frame(first);
        let mut rest = number as u32;
        let mut splits = [0; 3];
        while splits[0] + 1 < SPLITS / 2 && self.first(frame.model, splits[0]).before[SPLITS] <= rest {
            splits[0] += 1;
        }
        let first = self.first(frame.model, splits[0]);
        splits[1] = first.before.partition_point(|&before| before <= rest).clamp(1, SPLITS) - 1;
        rest -= first.before[splits[1]];
        for (third, ways) in self.ways(first, splits[1]).enumerate() {
            splits[2] = third;
            if rest < ways {
                break;
            }
            rest -= ways;
        }
        let [fills_of_x, fills_of_y] = self.fills_of(frame.model, splits);
        let rest = rest as usize;
        let fill = [(fills_of_x, rest / fills_of_y.len()), (fills_of_y, rest % fills_of_y.len())];
        debug_assert!(fill[0].1 < fills_of_x.len(), "each completion has its fills");
        let fill = fill.map(|(fills, number)| fills[number % fills.len()]);
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
        let fills = self.fills_of(frame.model, splits);
        let (order_x, fill_x) = self.fill(&frame, splits, x);
        let (order_y, fill_y) = self.fill(&frame, splits.map(complement), y);
        let [fill_x, fill_y] = [(fills[0], fill_x), (fills[1], fill_y)]
            .map(|(fills, fill)| fills.partition_point(|&other| other < fill) as u64);

        let first = self.first(frame.model, splits[0]);
        let before = first.before[splits[1]] + self.ways(first, splits[1]).take(splits[2]).sum::<u32>();
        let before = u64::from(before);
        (exchanged, [order_x, order_y], before + fill_x * fills[1].len() as u64 + fill_y)
    }

    /// The first band in the coordinates of its model.
    fn frame(&self, first: &[Places; 3]) -> Frame<'_> {
        let partitions = &self.classes.partitions;
        let likeness = self.classes.likeness(first.map(|places| partitions.of_blocks(&places.columns)));
        let model = self.model(likeness.class);
        let mut columns = [[0; 3]; 3];
        for stack in 0..3 {
            let places = partitions.places(model.column_sets[likeness.stacks[stack]]);
            for role in 0..9 {
                let block = places[usize::from(likeness.roles[role])] / 3;
                columns[stack][usize::from(block)] = first[stack].columns[role];
            }
        }
        Frame { likeness, model, columns }
    }

    /// The column sets of band x in the model's coordinates.
    fn column_sets(&self, model: &Model, splits: Splits) -> [usize; 3] {
        std::array::from_fn(|stack| usize::from(model.splits[stack][splits[stack]]))
    }

    /// The fills of x and of y.
    fn fills_of(&self, model: &Model, splits: Splits) -> [&[Fill]; 2] {
        [splits, splits.map(complement)]
            .map(|splits| self.fills(self.classes.class(self.column_sets(model, splits))))
    }

    /// The fills of this class.
    fn fills(&self, class: usize) -> &[Fill] {
        self.fills[class].get_or_init(|| fills(&self.classes.partitions, self.classes.model(class)))
    }

    /// The band with these splits, as x, and this fill.
    fn band(&self, frame: &Frame, splits: Splits, fill: Fill) -> [Places; 3] {
        let inner = self.classes.likeness(self.column_sets(frame.model, splits));
        std::array::from_fn(|stack| {
            let stack_in_model = frame.likeness.stacks[stack];
            let places = self.classes.partitions.places(frame.model.column_sets[stack_in_model]);
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
            let places_in_model = self.classes.partitions.places(frame.model.column_sets[stack_in_model]);
            let mut blocks = [0; 9];
            for role in 0..9 {
                let place = places_in_model[usize::from(frame.likeness.roles[role])];
                let column = places.columns[role];
                let block = known(frame.columns[stack].iter().position(|&other| other == column));
                blocks[usize::from(place)] = block as u8;
            }
            splits[stack_in_model] = self.classes.partitions.split(&blocks);
        }
        splits
    }

    /// The order of the rows of a band with these splits, as x, and its fill: what [`Completions::band`] makes
    /// rows of, row `i` standing at `ORDERS[order][i]`.
    fn fill(&self, frame: &Frame, splits: Splits, band: &[Places; 3]) -> (usize, Fill) {
        let inner = self.classes.likeness(self.column_sets(frame.model, splits));
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

    /// The model of this class.
    fn model(&self, class: usize) -> &Model {
        self.models[class].get_or_init(|| {
            let column_sets = self.classes.model(class);
            let splits = column_sets.map(|p| self.classes.partitions.splits(p));
            Box::new(Model { column_sets, splits, firsts: [const { OnceLock::new() }; SPLITS / 2] })
        })
    }

    /// This split of the first stack, below 28. Makes those before it too, after which it begins.
    fn first<'a>(&'a self, model: &'a Model, split: usize) -> &'a First {
        model.firsts[split].get_or_init(|| {
            let mut before = [0; SPLITS + 1];
            if split > 0 {
                before[0] = self.first(model, split - 1).before[SPLITS];
            }
            let band = |of_x: fn(usize) -> usize| {
                let to_zero = self.classes.partitions.to_zero(usize::from(model.splits[0][of_x(split)]));
                [1, 2].map(|stack| {
                    std::array::from_fn(|split| to_zero(usize::from(model.splits[stack][of_x(split)])) as u16)
                })
            };
            let mut first = Box::new(First { others: [band(|split| split), band(complement)], before });
            for second in 0..SPLITS {
                first.before[second + 1] = first.before[second] + self.ways(&first, second).sum::<u32>();
            }
            first
        })
    }

    /// The number of completions with these splits of the first two stacks, by the split of the third.
    fn ways<'a>(&'a self, first: &'a First, second: usize) -> impl Iterator<Item = u32> + 'a {
        let [x, y] = first.others.each_ref().map(|[seconds, thirds]| {
            let classes = self.classes.at_zero(usize::from(seconds[second]));
            thirds.iter().map(|&third| FILLS[usize::from(classes[usize::from(third)])])
        });
        x.zip(y).map(|(x, y)| x * y)
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
        let fills: [_; CLASSES] = std::array::from_fn(|class| completions.fills(class).len() as u32);
        assert_eq!(fills, FILLS);
        assert_eq!((fills.iter().min(), fills.iter().max()), (Some(&16), Some(&288)));
        assert_eq!(fills.iter().sum::<u32>(), 1892);
        for (class, weight) in WEIGHTS.into_iter().enumerate() {
            let last = completions.first(completions.model(class), SPLITS / 2 - 1);
            assert_eq!(last.before[SPLITS], weight);
        }
    }

    #[test]
    fn completions_have_their_numbers_where_splits_change() {
        let classes = Classes::new(Partitions::new());
        let bands = Bands::new(&classes);
        let completions = Completions::new(classes);
        let mut met = [false; CLASSES];
        for core in (0..3_546_146_300_288).step_by(10_000_000_007) {
            let (band, _) = bands.find(&completions.classes, core);
            let first = band.places(&completions.classes.partitions);
            let class = completions.frame(&first).likeness.class;
            if std::mem::replace(&mut met[class], true) {
                continue;
            }
            let model = completions.model(class);
            let firsts = (0..SPLITS / 2).map(|split| completions.first(model, split));
            let boundaries = firsts.flat_map(|first| first.before.map(u64::from));
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
