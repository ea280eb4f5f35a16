//! Three things in order, and three threes that split: what bands and stacks are made of, for the rooms that take
//! grids apart.
//!
//! The three *blocks* of a box, which may be its rows or its columns, leave their roles to the blocks of the two boxes
//! beside it, x and y. A role must go to the block before its own (cyclically) in one of them and to the block after
//! in the other:
//!
//! ```text
//!     box 1   box x   box y
//!     0 1 2 | 3 4 6 | 5 7 8     A *split* says it for all nine: bit i is set where role i goes, in box x, to the
//!     3 4 5 | 7 8 1 | 6 0 2     block before. Here 3, 4, 7, 8, 0 and 2 do. As each block must get three roles,
//!     6 7 8 | 5 0 2 | 3 4 1     bits 0–2, 3–5, 6–8 (101 110 011) must have equally many set: there are
//!                               1 + 27 + 27 + 1 = 56 splits, numbered by mask, ascending.
//! ```
//!
//! 55 − s is the complement of s: x and y exchanged.

/// The six orders of three things, lexicographic.
pub(crate) const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Where [`ORDERS`] holds this order.
pub(crate) const fn order_number([a, b, c]: [u8; 3]) -> usize {
    2 * a as usize + (b > c) as usize
}

/// The order that undoes this one: only the two rotations, 3 and 4, differ from their own.
pub(crate) const fn inverse(order: usize) -> usize {
    match order {
        3 => 4,
        4 => 3,
        _ => order,
    }
}

/// The number of splits.
pub(crate) const SPLITS: usize = 56;

/// The mask of each split.
pub(crate) const SPLIT_MASKS: [u16; SPLITS] = {
    let (mut masks, mut split, mut mask) = ([0; SPLITS], 0, 0_u16);
    while mask < 512 {
        let before = (mask & 0o7).count_ones();
        if (mask & 0o70).count_ones() == before && (mask & 0o700).count_ones() == before {
            masks[split] = mask;
            split += 1;
        }
        mask += 1;
    }
    masks
};

/// The split of each mask, 0 for those that are none's.
pub(crate) const SPLIT_NUMBERS: [u8; 512] = {
    let (mut numbers, mut split) = ([0; 512], 0);
    while split < SPLITS {
        numbers[SPLIT_MASKS[split] as usize] = split as u8;
        split += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_their_numbers() {
        assert!(ORDERS.is_sorted());
        assert!(ORDERS.iter().enumerate().all(|(number, &order)| order_number(order) == number));
        for (number, order) in ORDERS.iter().enumerate() {
            assert!((0..3).all(|i| ORDERS[inverse(number)][usize::from(order[i])] == i as u8));
        }
    }

    #[test]
    fn splits_have_their_masks_and_complements() {
        assert!(SPLIT_MASKS.is_sorted_by(|a, b| a < b));
        for (split, mask) in SPLIT_MASKS.iter().enumerate() {
            assert_eq!(usize::from(SPLIT_NUMBERS[usize::from(*mask)]), split);
            assert_eq!(SPLIT_MASKS[SPLITS - 1 - split], mask ^ 0x1ff);
        }
    }
}
