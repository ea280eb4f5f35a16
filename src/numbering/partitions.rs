//! The nine roles in three columns of three: which are together, whatever the order. And how the columns of
//! one box leave their roles to the two boxes below it.
//!
//! A *set* of roles is a bit mask, bit `r` for role `r`. A *partition* is three sets of three, the one with
//! role 0 first, then the one with the smallest role left; there are 280. They are numbered by their sets,
//! ascending, so number 0 is `012 345 678`. A role's *place* in a partition is its index when the three sets
//! are written one after another, each ascending; its *block* is place / 3.
//!
//! ```text
//!     band 1   0 1 2   The roles of a column of band 1 go, in band x, partly to the column before (cyclically)
//!              3 4 5   and partly to the column after, and in band y the other way round. A *split* says it for
//!              6 7 8   all nine: bit i is set where the role at place i goes, in band x, to the block before.
//!              -----   Here 0, 1 and 2 do, the other six don't: the bits 001 001 001 (the columns are the sets
//!     band x   1 2 0   036 147 258, so role 1 is at place 3). As each column must get three roles, the three
//!              5 3 4   groups have equally many bits set: 1 + 27 + 27 + 1 = 56 splits, numbered by mask,
//!              8 6 7   ascending. 55 − s is the complement of s: x and y exchanged.
//! ```

use crate::grid::{SPLIT_MASKS, SPLIT_NUMBERS, SPLITS};

/// The number of partitions: 9! / (3!³ · 3!).
pub(super) const PARTITIONS: usize = 280;
/// A set of roles.
pub(super) type Set = u16;
/// The set of all nine.
const ALL: Set = 0x1ff;

/// How many partitions have the same first set.
const SECONDS: usize = 10;

/// All partitions, and what happens to them under relabelling and splitting. 45 KB, made in 0.05 ms.
#[derive(Debug)]
pub(super) struct Partitions {
    /// The three sets.
    sets: [[Set; 3]; PARTITIONS],
    /// The role at each place.
    roles: [[u8; 9]; PARTITIONS],
    /// The place of each role.
    places: [[u8; 9]; PARTITIONS],
    /// Which of the 28 sets with role 0 and two others this is; 0 for other masks.
    firsts: [u8; 512],
    /// The number of the partition with this first set and this other set, without the bit of role 0.
    numbers: Box<[[u16; 256]]>,
    /// By first set: all partitions after the relabelling that makes the roles of this set 0, 1, 2 and leaves the
    /// others in order.
    firsts_to_zero: Box<[[u16; PARTITIONS]]>,
    /// By p, one of those with first set 012: all partitions after the relabelling that makes p number 0.
    seconds_to_zero: Box<[[u16; PARTITIONS]]>,
}

impl Partitions {
    pub(super) fn new() -> Partitions {
        let mut sets = [[0; 3]; PARTITIONS];
        let mut roles = [[0; 9]; PARTITIONS];
        let mut places = [[0; 9]; PARTITIONS];
        let mut firsts = [0; 512];
        let mut numbers = vec![[0; 256]; PARTITIONS / SECONDS].into_boxed_slice();
        let mut number = 0;
        for (first_number, first) in triples().filter(|first| first & 1 == 1).enumerate() {
            firsts[usize::from(first)] = first_number as u8;
            let rest = ALL & !first;
            let smallest = rest & rest.wrapping_neg();
            for second in triples().filter(|second| second & first == 0 && second & smallest != 0) {
                let third = rest & !second;
                sets[number] = [first, second, third];
                for (place, role) in sets[number].into_iter().flat_map(members).enumerate() {
                    roles[number][place] = role as u8;
                    places[number][role] = place as u8;
                }
                for other in [second, third] {
                    numbers[first_number][usize::from(other >> 1)] = number as u16;
                }
                number += 1;
            }
        }

        let mut partitions = Partitions {
            sets,
            roles,
            places,
            firsts,
            numbers,
            firsts_to_zero: Box::default(),
            seconds_to_zero: Box::default(),
        };
        let to_zero = |p: usize| partitions.relabelled(&places[p]);
        // The first partition of each first set has the others in order.
        let firsts_to_zero = (0..PARTITIONS).step_by(SECONDS).map(to_zero).collect();
        let seconds_to_zero = (0..SECONDS).map(to_zero).collect();
        (partitions.firsts_to_zero, partitions.seconds_to_zero) = (firsts_to_zero, seconds_to_zero);
        partitions
    }

    /// The partition with these sets, in any order.
    pub(super) fn number(&self, [a, b, c]: [Set; 3]) -> usize {
        let (first, other) = match (a & 1, b & 1) {
            (1, _) => (a, b),
            (_, 1) => (b, c),
            _ => (c, a),
        };
        usize::from(self.numbers[usize::from(self.firsts[usize::from(first)])][usize::from(other >> 1)])
    }

    /// The partition whose sets are the roles of equal block (0–2).
    pub(super) fn of_blocks(&self, blocks: &[u8; 9]) -> usize {
        self.number(sets_of_blocks(blocks))
    }

    /// Every partition after this relabelling.
    pub(super) fn relabelled(&self, relabelling: &[u8; 9]) -> [u16; PARTITIONS] {
        let images = images(relabelling);
        self.sets.map(|sets| self.number(sets.map(|set| images[usize::from(set)])) as u16)
    }

    /// The role at each place of p: read as a relabelling, what makes number 0 to p.
    pub(super) const fn roles(&self, p: usize) -> &[u8; 9] {
        &self.roles[p]
    }

    /// The place of each role in p: read as a relabelling, what makes p to number 0.
    pub(super) const fn places(&self, p: usize) -> &[u8; 9] {
        &self.places[p]
    }

    /// A partition after the relabelling that makes p to number 0. A table of this for every p would be large; but the
    /// first set can be brought to 0, 1, 2 before the others are sorted out.
    pub(super) fn to_zero(&self, p: usize) -> impl Fn(usize) -> usize {
        let (first, second) = (&self.firsts_to_zero[p / SECONDS], &self.seconds_to_zero[p % SECONDS]);
        move |q| usize::from(second[usize::from(first[q])])
    }

    /// The partitions that the columns of band x may form below the columns p, by split.
    pub(super) fn splits(&self, p: usize) -> [u16; SPLITS] {
        std::array::from_fn(|split| {
            let blocks = self.places[p].map(|place| self.block_in_x(split, place));
            self.of_blocks(&blocks) as u16
        })
    }

    /// The block of band x to which this split sends the role at this place.
    pub(super) fn block_in_x(&self, split: usize, place: u8) -> u8 {
        let before = SPLIT_MASKS[split] >> place & 1 == 1;
        (place / 3 + if before { 2 } else { 1 }) % 3
    }

    /// The split whose band x has the role at place `i` in block `blocks[i]`: the inverse of
    /// [`Partitions::block_in_x`].
    pub(super) fn split(&self, blocks: &[u8; 9]) -> usize {
        let before = |&place: &usize| usize::from(blocks[place]) == (place / 3 + 2) % 3;
        let mask: usize = (0..9).filter(before).map(|place| 1 << place).sum();
        usize::from(SPLIT_NUMBERS[mask])
    }
}

/// The 84 sets of three, ascending.
fn triples() -> impl Iterator<Item = Set> {
    (0..=ALL).filter(|set| set.count_ones() == 3)
}

/// The roles of a set, ascending.
fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..9).filter(move |role| set >> role & 1 == 1)
}

/// The sets of the roles of block 0, 1 and 2.
fn sets_of_blocks(blocks: &[u8; 9]) -> [Set; 3] {
    let mut sets = [0; 3];
    for (role, &block) in blocks.iter().enumerate() {
        sets[usize::from(block)] |= 1 << role;
    }
    sets
}

/// Every set after a relabelling.
fn images(relabelling: &[u8; 9]) -> [Set; 512] {
    let mut images = [0; 512];
    for (role, image) in relabelling.iter().enumerate() {
        // The sets with this role and smaller ones are those without it, and it.
        let (without, with) = images.split_at_mut(1 << role);
        for (with, without) in with.iter_mut().zip(without) {
            *with = *without | 1 << image;
        }
    }
    images
}
