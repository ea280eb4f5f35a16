//! How a band can be filled when its column sets are given.
//!
//! What is left open is the row of each role in each of the three boxes: the roles of a column stand in three
//! different rows, and a role stands in a different row in each box. Two such *fills* count as one where only
//! the rows are exchanged, so roles 0, 1, 2, which are a column of the model's first box, are in rows 0, 1, 2.
//!
//! ```text
//!     column sets (the model)          a fill: the row of each role in box 1, 2, 3
//!     012 345 678 | … | …              role 0: 0 1 2    role 1: 1 2 0    role 2: 2 0 1    role 3: …
//! ```
//!
//! The three rows of a role are one of the six [`ORDERS`], so 3 bits a role make a fill a number of 27 bits: its
//! *code*. The fills of a class are listed by code, ascending: 16 to 288, 1,892 in all.

use super::partitions::Partitions;
use crate::grid::{ORDERS, order_number};

/// One fill of a model, as its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fill(u32);

impl Fill {
    /// The fill in which each role has these rows in the three boxes.
    pub(super) fn new(rows: &[[u8; 3]; 9]) -> Fill {
        Fill((0..9).map(|role| (order_number(rows[role]) as u32) << (3 * role)).sum())
    }

    /// The rows of a role in the three boxes.
    pub(super) fn rows(self, role: u8) -> [u8; 3] {
        ORDERS[(self.0 >> (3 * role) & 7) as usize % 6]
    }
}

/// All fills of a model, ascending.
pub(super) fn fills(partitions: &Partitions, model: [usize; 3]) -> Vec<Fill> {
    let [first, second, third] = model.map(|p| partitions.roles(p));
    let third = [0, 3, 6].map(|block| [third[block], third[block + 1], third[block + 2]].map(usize::from));
    let mut fills = Vec::new();
    let mut rows = [[0; 3]; 9];
    // Box 1: its first column stands in order, the other two in any of the six.
    for order in 0..36 {
        for (block, order) in [0, order / 6, order % 6].into_iter().enumerate() {
            for (i, row) in ORDERS[order].into_iter().enumerate() {
                rows[usize::from(first[3 * block + i])][0] = row;
            }
        }
        second_box(&mut rows, second, &third, 0, &mut fills);
    }
    fills.sort_unstable();
    fills
}

/// Box 2, column after column from `block` on: any order that leaves no role in its row of box 1. Box 3 gets
/// what is left; it has to be a box.
fn second_box(
    rows: &mut [[u8; 3]; 9],
    second: &[u8; 9],
    third: &[[usize; 3]; 3],
    block: usize,
    fills: &mut Vec<Fill>,
) {
    if block == 3 {
        if third.iter().all(|&[a, b, c]| {
            rows[a][2] != rows[b][2] && rows[b][2] != rows[c][2] && rows[c][2] != rows[a][2]
        }) {
            fills.push(Fill::new(rows));
        }
        return;
    }
    let roles = [0, 1, 2].map(|i| usize::from(second[3 * block + i]));
    for order in ORDERS {
        if (0..3).all(|i| rows[roles[i]][0] != order[i]) {
            for (role, row) in roles.into_iter().zip(order) {
                rows[role][1] = row;
                rows[role][2] = 3 - row - rows[role][0];
            }
            second_box(rows, second, third, block + 1, fills);
        }
    }
}
