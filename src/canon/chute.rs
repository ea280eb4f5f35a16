//! A *chute* is a band or a stack. A stack is read as the band that it is in the transposed grid.
//!
//! ```text
//!                        box 1   box x   box y
//!     the row on top     0 1 2 | . . . | . . .      The digits are named by their places in box 1: these are their
//!                        3 4 5 | . . . | . . .      *roles*. Which roles share the rows of x, and so those of y,
//!                        6 7 8 | . . . | . . .      is a split, one of 56 (see `grid`).
//! ```
//!
//! What digits are called and in which order the columns of x and of y stand is of no importance here, so the columns
//! of each are put in *normal order*: the row on top ascends. Then rows 1 and 2 have 6 · 6 orders in each box, and so
//! a chute has one of 56 · 36 · 36 indices, 36 · (36 · split + order of x) + order of y. These are the bands of
//! `numbering`, there numbered without an exchange of x and y.

use crate::grid::{CELLS, ORDERS, SPLIT_NUMBERS, SPLITS, order_number};

/// The orders of rows 1 and 2 of a box.
pub(super) const BOX_ORDERS: usize = 36;

/// How many indices of chutes there are.
pub(super) const INDICES: usize = SPLITS * BOX_ORDERS * BOX_ORDERS;

/// What is to be known of a chute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chute {
    /// Below [`INDICES`].
    pub(super) index: u32,
    /// In which order the row on top stands in x and in y: below 6.
    pub(super) tops: [u8; 2],
}

/// The roles of digits, while a chute is read. As long as this no digit lies outside.
pub(super) type Roles = [u8; 256];

/// By three roles, 4 bits each: the set of them, and above these nine bits the number of their order.
static MINIROWS: [u16; 4096] = {
    let (mut minirows, mut key) = ([0; 4096], 0);
    while key < 4096 {
        let [a, b, c] = [key & 15, key >> 4 & 15, key >> 8];
        if a < 9 && b < 9 && c < 9 {
            let rank =
                [(a > b) as u8 + (a > c) as u8, (b > a) as u8 + (b > c) as u8, (c > a) as u8 + (c > b) as u8];
            minirows[key] = 1 << a | 1 << b | 1 << c | (order_number(rank) as u16) << 9;
        }
        key += 1;
    }
    minirows
};

/// By the orders of three rows, 3 bits each: the order of a box once its columns are in normal order.
static NORMAL: [u8; 512] = {
    let (mut normal, mut key) = ([0; 512], 0);
    while key < 512 {
        let [top, middle, bottom] = [key & 7, key >> 3 & 7, key >> 6];
        if top < 6 && middle < 6 && bottom < 6 {
            normal[key] = (6 * under(top, middle) + under(top, bottom)) as u8;
        }
        key += 1;
    }
    normal
};

/// The order of a row after its columns have been sorted by another.
const fn under(top: usize, order: usize) -> usize {
    let (top, order, mut sorted, mut column) = (ORDERS[top], ORDERS[order], [0; 3], 0);
    while column < 3 {
        sorted[top[column] as usize] = order[column];
        column += 1;
    }
    order_number(sorted)
}

impl Chute {
    /// The chute whose top left cell is `AT`, the cell below it `DOWN` farther, the cell beside it `ACROSS` farther.
    #[inline(always)]
    pub(super) fn read<const AT: usize, const DOWN: usize, const ACROSS: usize>(
        cells: &[u8; CELLS],
        roles: &mut Roles,
    ) -> Chute {
        for role in 0..9 {
            roles[usize::from(cells[AT + role / 3 * DOWN + role % 3 * ACROSS])] = role as u8;
        }
        let minirow = |row: usize, column: usize| {
            let at = AT + row * DOWN + column * ACROSS;
            let role = |cell: usize| usize::from(roles[usize::from(cells[cell])]);
            let key = role(at) | role(at + ACROSS) << 4 | role(at + 2 * ACROSS) << 8;
            usize::from(MINIROWS[key & 0xfff])
        };
        let x = [0, 1, 2].map(|row| minirow(row, 3));
        let y = [0, 1, 2].map(|row| minirow(row, 6));
        // Rows 0, 1, 2 are where the roles of blocks 1, 2, 0 go that go to the block before.
        let split = usize::from(SPLIT_NUMBERS[x[0] & 0o070 | x[1] & 0o700 | x[2] & 0o007]);
        let order = |[top, middle, bottom]: [usize; 3]| {
            usize::from(NORMAL[(top >> 9 | middle >> 6 & 0o70 | bottom >> 3 & 0o700) & 0o777])
        };
        let index = (split * BOX_ORDERS + order(x)) * BOX_ORDERS + order(y);
        Chute { index: index as u32, tops: [(x[0] >> 9) as u8, (y[0] >> 9) as u8] }
    }

    /// With x and y exchanged.
    pub(super) const fn exchanged(self) -> Chute {
        let (boxes, orders) = (self.index as usize / (BOX_ORDERS * BOX_ORDERS), BOX_ORDERS);
        let (x, y) = (self.index as usize / orders % orders, self.index as usize % orders);
        let index = ((SPLITS - 1 - boxes) * orders + y) * orders + x;
        Chute { index: index as u32, tops: [self.tops[1], self.tops[0]] }
    }

    /// The six chutes of a grid: bands 1, 2, 3, stacks 1, 2, 3.
    #[inline(always)]
    pub(super) fn all(cells: &[u8; CELLS]) -> [Chute; 6] {
        let roles = &mut [0; 256];
        [
            Chute::read::<0, 9, 1>(cells, roles),
            Chute::read::<27, 9, 1>(cells, roles),
            Chute::read::<54, 9, 1>(cells, roles),
            Chute::read::<0, 1, 9>(cells, roles),
            Chute::read::<3, 1, 9>(cells, roles),
            Chute::read::<6, 1, 9>(cells, roles),
        ]
    }
}
