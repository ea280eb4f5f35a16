//! The 44 classes of bands.
//!
//! Of a band only its *column sets* matter for what may stand below it: three partitions of the roles, one for
//! each stack. Relabelling the roles and permuting the stacks change nothing that counts, and under these all
//! 280³ column sets fall into just 44 classes (E. Russell and F. Jarvis, "Mathematics of Sudoku I", 2006). Each
//! class has a *model* (0, p, q), the first of its column sets in order; [`Classes::likeness`] tells the
//! relabelling and the order of stacks that carry a band over to its model, where everything further is done.

use super::partitions::{PARTITIONS, Partitions};
use crate::grid::{ORDERS, inverse};

/// The number of classes.
pub(super) const CLASSES: usize = 44;

/// How many relabellings keep partition 0: 3! orders of its sets, times 3! orders within each of the three.
const KEEPING: u16 = 1296;

/// How a band resembles the model of its class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likeness {
    /// The class, below [`CLASSES`].
    pub(super) class: usize,
    /// The model's stack for each stack of the band.
    pub(super) stacks: [usize; 3],
    /// The model's role for each role of the band.
    pub(super) roles: [u8; 9],
}

/// The class of all column sets. 240 KB, made in 0.2 ms.
#[derive(Debug)]
pub(super) struct Classes {
    pub(super) partitions: Partitions,
    models: [[usize; 3]; CLASSES],
    /// `classes[q][r]`: the class of the column sets (0, q, r).
    classes: Box<[[u8; PARTITIONS]]>,
    /// `ways[q][r]`: from there to the model, as 1,296 · order + keep. First the model's stacks are taken in the order
    /// `ORDERS[order]` and relabelled so that the first is partition 0, then `keeping(keep)` makes (0, q, r) to these.
    ways: Box<[[u16; PARTITIONS]]>,
}

/// Not found yet.
const UNSET: u8 = CLASSES as u8;

/// By one part of a `keeping` relabelling, the order of blocks or of the members of one: what its inverse makes of
/// every partition.
type Undo = [[u16; PARTITIONS]; 6];

impl Classes {
    pub(super) fn new(partitions: Partitions) -> Classes {
        // The relabellings that are a multiple of one of these numbers do just one thing.
        let undo: [Undo; 4] = [216, 36, 6, 1]
            .map(|unit| std::array::from_fn(|order| partitions.relabelled(&keeping(unit * inverse(order)))));
        let mut classes = Classes {
            partitions,
            models: [[0; 3]; CLASSES],
            classes: vec![[UNSET; PARTITIONS]; PARTITIONS].into_boxed_slice(),
            ways: vec![[0; PARTITIONS]; PARTITIONS].into_boxed_slice(),
        };
        let mut pairs = (0..PARTITIONS).flat_map(|p| (0..PARTITIONS).map(move |q| (p, q)));
        for class in 0..CLASSES {
            let Some((p, q)) = pairs.find(|&(p, q)| classes.classes[p][q] == UNSET) else { break };
            let model = [0, p, q];
            classes.models[class] = model;
            for (order, stacks) in (0..).zip(ORDERS) {
                let [a, b, c] = stacks.map(|stack| model[usize::from(stack)]);
                let others = [b, c].map(classes.partitions.to_zero(a));
                classes.find(others, class as u8, order, &undo);
            }
        }
        classes
    }

    /// Enters the class and the way of the column sets (0, b, c), and of all that undoing makes of them, one thing
    /// after another, each in all six orders. The things to undo make a group, so of all these none has been found
    /// before, or each: the first way counts.
    fn find(&mut self, [b, c]: [usize; 2], class: u8, way: u16, undo: &[Undo]) {
        if self.classes[b][c] != UNSET {
            return;
        }
        let [undo, rest @ ..] = undo else { return };
        let undone = undo.iter().map(|undone| [b, c].map(|p| usize::from(undone[p])));
        if rest.is_empty() {
            // Backwards, the first way is written last: quicker than to ask each time.
            for (order, [b, c]) in (0..6).zip(undone).rev() {
                self.classes[b][c] = class;
                self.ways[b][c] = 6 * way + order;
            }
        } else {
            for (order, others) in (0..6).zip(undone) {
                self.find(others, class, 6 * way + order, rest);
            }
        }
    }

    /// The column sets that stand for this class: the first is partition 0.
    pub(super) fn model(&self, class: usize) -> [usize; 3] {
        self.models[class]
    }

    /// The class of these column sets.
    pub(super) fn class(&self, [a, b, c]: [usize; 3]) -> usize {
        let [q, r] = [b, c].map(self.partitions.to_zero(a));
        usize::from(self.at_zero(q)[r])
    }

    /// The class of the column sets (0, q, r), by r.
    pub(super) fn at_zero(&self, q: usize) -> &[u8; PARTITIONS] {
        &self.classes[q]
    }

    /// How a band with these column sets resembles its class's model.
    pub(super) fn likeness(&self, [a, b, c]: [usize; 3]) -> Likeness {
        let [q, r] = [b, c].map(self.partitions.to_zero(a));
        let class = usize::from(self.classes[q][r]);
        let (order, keep) = (self.ways[q][r] / KEEPING, self.ways[q][r] % KEEPING);
        let stacks = ORDERS[usize::from(order)].map(usize::from);
        let keeping = keeping(usize::from(keep));
        // Three steps: a to partition 0; the others to where the model's are; partition 0 to the model's.
        let last = self.partitions.roles(self.models[class][stacks[0]]);
        let roles = self.partitions.places(a).map(|place| last[usize::from(keeping[usize::from(place)])]);
        Likeness { class, stacks, roles }
    }
}

/// Relabelling `keep` of the [`KEEPING`] that keep partition 0: set `i` becomes set `ORDERS[blocks][i]`, its members
/// in the order `ORDERS[inner[i]]`.
fn keeping(keep: usize) -> [u8; 9] {
    let blocks = ORDERS[keep / 216 % 6];
    let inner = [keep / 36 % 6, keep / 6 % 6, keep % 6].map(|order| ORDERS[order]);
    std::array::from_fn(|place| 3 * blocks[place / 3] + inner[place / 3][place % 3])
}
