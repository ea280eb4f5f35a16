//! Orders and their numbers: of two bands or stacks with their lines, of eight digits.

use crate::grid::{ORDERS, inverse};

/// How two bands stand below the first, or two stacks beside it: exchanged or not, and the order of the three
/// lines in each. All 72 arrangements of a grid are grids, and no two of them are the same.
///
/// ```text
///     number = 36 · exchanged + 6 · order of x's lines + order of y's lines
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    /// Does x stand after y?
    pub(super) exchanged: bool,
    /// The orders of the lines of x and of y: line `i` stands at `ORDERS[order][i]`.
    pub(super) orders: [usize; 2],
}

impl Arrangement {
    /// How many there are.
    pub(super) const COUNT: usize = 72;

    /// The arrangement with this number, which is taken modulo 72.
    pub(super) const fn new(number: usize) -> Arrangement {
        Arrangement { exchanged: number / 36 % 2 == 1, orders: [number / 6 % 6, number % 6] }
    }

    /// The inverse of [`Arrangement::new`].
    pub(super) const fn number(self) -> usize {
        36 * self.exchanged as usize + 6 * self.orders[0] + self.orders[1]
    }

    /// With the order of the lines in x and y read the other way round: line `ORDERS[order][i]` stands at `i`.
    pub(super) const fn inverse(self) -> Arrangement {
        Arrangement { orders: [inverse(self.orders[0]), inverse(self.orders[1])], ..self }
    }

    /// Where the lines stand among the nine: those of the fixed first three, of x, of y.
    pub(super) fn lines(self) -> [[usize; 3]; 3] {
        let (x, y) = if self.exchanged { (6, 3) } else { (3, 6) };
        let [order_x, order_y] = self.orders.map(|order| ORDERS[order].map(usize::from));
        [[0, 1, 2], order_x.map(|line| x + line), order_y.map(|line| y + line)]
    }
}

/// Which digit plays which role: nine digits, of which the first, the corner, is given; the other eight run
/// through all their orders, lexicographically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relabelling([u8; 9]);

impl Relabelling {
    /// How many there are for each corner: 8!.
    pub(crate) const COUNT: u64 = 40_320;

    /// The relabelling with this number, which is taken modulo 8!.
    pub(crate) fn new(corner: u8, number: u64) -> Relabelling {
        let mut digits = [corner; 9];
        for (digit, other) in digits[1..].iter_mut().zip((1..=9).filter(|&other| other != corner)) {
            *digit = other;
        }
        // Take the next digit out of the ascending rest: one of 8, then one of 7, …
        let mut radix = Relabelling::COUNT;
        let mut number = number % radix;
        for role in 1..9 {
            radix /= 9 - role as u64;
            digits[role..=role + (number / radix) as usize].rotate_right(1);
            number %= radix;
        }
        Relabelling(digits)
    }

    /// The relabelling that gives the roles these digits, each of 1–9 once.
    pub(super) const fn from_digits(digits: [u8; 9]) -> Relabelling {
        Relabelling(digits)
    }

    /// The inverse of [`Relabelling::new`].
    pub(super) fn number(&self) -> u64 {
        (1..9).fold(0, |number, role| {
            let smaller = self.0[role + 1..].iter().filter(|&&digit| digit < self.0[role]).count();
            number * (9 - role as u64) + smaller as u64
        })
    }

    /// The digit of each role.
    pub(crate) const fn digits(&self) -> &[u8; 9] {
        &self.0
    }

    /// On to the next order, from the last one to the first.
    pub(crate) fn advance(&mut self) {
        let eight = &mut self.0[1..];
        // The longest descending tail has no next order; the digit before it gives way to the next larger one.
        let Some(before) = (0..7).rev().find(|&i| eight[i] < eight[i + 1]) else {
            eight.reverse();
            return;
        };
        let next_larger = (before + 1..8).rev().find(|&i| eight[i] > eight[before]).unwrap_or(before);
        eight.swap(before, next_larger);
        eight[before + 1..].reverse();
    }

    /// On to the 24th order after this one, where this is the first of the 24 with the same digits for roles 0 to 4.
    pub(crate) fn advance_block(&mut self) {
        self.0[5..].reverse();
        self.advance();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_have_their_numbers_and_keep_lines_together() {
        for number in 0..Arrangement::COUNT {
            let arrangement = Arrangement::new(number);
            assert_eq!(arrangement.number(), number);
            let mut lines = arrangement.lines().concat();
            assert!(lines.chunks(3).all(|three| three.iter().all(|line| line / 3 == three[0] / 3)));
            lines.sort_unstable();
            assert!(lines.into_iter().eq(0..9));
        }
    }

    #[test]
    fn relabellings_ascend_and_have_their_numbers() {
        for corner in 1..=9 {
            let mut walk = Relabelling::new(corner, 0);
            let mut blocks = walk;
            for number in 0..Relabelling::COUNT {
                if number % 24 == 0 {
                    assert_eq!(blocks, walk);
                    blocks.advance_block();
                }
                let relabelling = Relabelling::new(corner, number);
                assert_eq!(relabelling, walk);
                assert_eq!(relabelling.number(), number);
                assert_eq!(relabelling.digits()[0], corner);
                walk.advance();
                assert!(walk.0 > relabelling.0 || number + 1 == Relabelling::COUNT);
            }
            assert_eq!(walk, Relabelling::new(corner, 0));
        }
    }
}
