//! The 44 classes of bands.
//!
//! Of a band only its *column sets* matter for what may stand below it: three partitions of the roles, one for
//! each stack. Relabelling the roles and permuting the stacks change nothing that counts, and under these all
//! 280³ column sets fall into just 44 classes (E. Russell and F. Jarvis, "Mathematics of Sudoku I", 2006). Each
//! class has a *model* (0, p, q), the first of its column sets in order; [`Classes::likeness`] tells the
//! relabelling and the order of stacks that carry a band over to its model, where everything further is done.

use super::orders::ORDERS;
use super::partitions::{PARTITIONS, Partitions};

/// The number of classes.
pub(super) const CLASSES: usize = 44;

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

/// The class of the column sets (0, q, r) and the way to its model: first order the stacks by
/// `ORDERS[order]`, so that the first of them can be partition 0, then relabel by `keeping(keep)`.
#[derive(Clone, Copy, Debug)]
struct Entry {
    class: u8,
    order: u8,
    keep: u16,
}

/// Not found yet.
const UNSET: Entry = Entry { class: CLASSES as u8, order: 0, keep: 0 };

/// The class of all column sets. 320 KB, made in about a millisecond.
#[derive(Debug)]
pub(super) struct Classes {
    pub(super) partitions: Partitions,
    models: [[usize; 3]; CLASSES],
    /// `entries[q][r]`: what is known of the column sets (0, q, r).
    entries: Box<[[Entry; PARTITIONS]]>,
}

impl Classes {
    pub(super) fn new(partitions: Partitions) -> Classes {
        let mut models = [[0; 3]; CLASSES];
        let mut entries = vec![[UNSET; PARTITIONS]; PARTITIONS].into_boxed_slice();
        let orbits = Orbits::new(&partitions);
        let mut found = models.iter_mut().zip(0..);
        for (p, q) in (0..PARTITIONS).flat_map(|p| (0..PARTITIONS).map(move |q| (p, q))) {
            if entries[p][q].class != UNSET.class {
                continue;
            }
            let Some((model, class)) = found.next() else { break };
            *model = [0, p, q];
            for (order, stacks) in (0..).zip(ORDERS) {
                let [a, b, c] = stacks.map(|stack| model[usize::from(stack)]);
                let [b, c] = [b, c].map(|other| usize::from(partitions.to_zero(a)[other]));
                if entries[b][c].class != UNSET.class {
                    continue;
                }
                for (keep, (b, c)) in (0..).zip(orbits.of(b).zip(orbits.of(c))) {
                    let entry = &mut entries[usize::from(b)][usize::from(c)];
                    if entry.class == UNSET.class {
                        *entry = Entry { class, order, keep };
                    }
                }
            }
        }
        Classes { partitions, models, entries }
    }

    /// The column sets that stand for this class: the first is partition 0.
    pub(super) fn model(&self, class: usize) -> [usize; 3] {
        self.models[class]
    }

    /// The class of these column sets.
    pub(super) fn class(&self, [a, b, c]: [usize; 3]) -> usize {
        let to_zero = self.partitions.to_zero(a);
        self.class_at_zero(to_zero[b], to_zero[c])
    }

    /// The class of the column sets (0, q, r).
    pub(super) fn class_at_zero(&self, q: u16, r: u16) -> usize {
        usize::from(self.entries[usize::from(q)][usize::from(r)].class)
    }

    /// How a band with these column sets resembles its class's model.
    pub(super) fn likeness(&self, [a, b, c]: [usize; 3]) -> Likeness {
        let to_zero = self.partitions.to_zero(a);
        let Entry { class, order, keep } = self.entries[usize::from(to_zero[b])][usize::from(to_zero[c])];
        let class = usize::from(class);
        let stacks = ORDERS[usize::from(order)].map(usize::from);
        let keeping = keeping(usize::from(keep));
        // Three steps: a to partition 0; the others to where the model's are; partition 0 to the model's.
        let last = self.partitions.roles(self.models[class][stacks[0]]);
        let roles = self.partitions.places(a).map(|place| last[usize::from(keeping[usize::from(place)])]);
        Likeness { class, stacks, roles }
    }
}

/// Relabelling `keep` of the 3! · 3!³ = 1,296 that keep partition 0: set `i` becomes set `ORDERS[blocks][i]`, its members
/// in the order `ORDERS[inner[i]]`.
fn keeping(keep: usize) -> [u8; 9] {
    let blocks = ORDERS[keep / 216 % 6];
    let inner = [keep / 36 % 6, keep / 6 % 6, keep % 6].map(|order| ORDERS[order]);
    std::array::from_fn(|place| 3 * blocks[place / 3] + inner[place / 3][place % 3])
}

/// What the inverses of all `keeping` relabellings make of a partition, one step after another: the blocks
/// go back into order, then the members of each block.
struct Orbits {
    blocks: [[u16; PARTITIONS]; 6],
    /// By the block, then by the order of its members.
    inner: [[[u16; PARTITIONS]; 6]; 3],
}

impl Orbits {
    fn new(partitions: &Partitions) -> Orbits {
        let undo = |keep: usize| {
            let mut inverse = [0; 9];
            for (role, &image) in (0..).zip(&keeping(keep)) {
                inverse[usize::from(image)] = role;
            }
            std::array::from_fn(|p| partitions.relabelled(p, &inverse) as u16)
        };
        Orbits {
            blocks: std::array::from_fn(|order| undo(216 * order)),
            inner: [36, 6, 1].map(|unit| std::array::from_fn(|order| undo(unit * order))),
        }
    }

    /// Partition p after the inverse of each `keeping` relabelling, in their order.
    fn of(&self, p: usize) -> impl Iterator<Item = u16> {
        let Orbits { blocks, inner: [first, second, third] } = self;
        blocks.iter().map(move |undo| undo[p]).flat_map(move |p| {
            first.iter().map(move |undo| undo[usize::from(p)]).flat_map(move |p| {
                second
                    .iter()
                    .map(move |undo| undo[usize::from(p)])
                    .flat_map(move |p| third.iter().map(move |undo| undo[usize::from(p)]))
            })
        })
    }
}
