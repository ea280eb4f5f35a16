//! The random numbers of one puzzle: SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014), begun from the seed and the puzzle's place.

use crate::numbering::{STEP, mix};

/// A stream of draws. What each puzzle makes of its draws is part of the sequence, and never changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws(u64);

impl Draws {
    /// The draws of the puzzle at this place. Places that are 2⁶⁴ apart have the same draws and different grids.
    pub(super) const fn new(seed: u64, place: u128) -> Draws {
        Draws(mix(seed) ^ place as u64)
    }

    /// A number below n, each as likely as the others but for n in 2⁶⁴.
    #[inline(always)]
    pub(super) const fn below(&mut self, n: u8) -> u8 {
        self.0 = self.0.wrapping_add(STEP);
        ((mix(self.0) as u128 * n as u128) >> 64) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The first three of SplitMix64 from state 0, as its authors' code prints them; `mix(0)` is 0.
        let high = [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        let mut draws = Draws::new(0, 0);
        for number in high {
            assert_eq!(draws.below(255), ((u128::from(number) * 255) >> 64) as u8);
        }
        let mut far = Draws::new(u64::MAX, (1 << 64) + 5);
        let mut near = Draws::new(u64::MAX, 5);
        assert!((0..100).all(|_| far.below(81) == near.below(81)));
    }
}
