//! All numbers in another order: a permutation of 0..T that a seed picks.
//!
//! T = p · e with two nearly equal factors, so a Feistel network works on the pair (a, b) = (number / e, number
//! mod e) itself, and every pair that it makes is a number: there is no cycle to walk.
//!
//! ```text
//!     a ← (a + F(2i, b)) mod p        five times, i = 0 … 4; F mixes the value with the round's key, which comes
//!     b ← (b + F(2i+1, a)) mod e      from the seed, to 64 bits and scales them to the modulus
//! ```
//!
//! Source: J. Black and P. Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002. The mixer is the
//! finaliser of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators",
//! OOPSLA 2014). It serves statistics, not secrecy.

use super::counts::GRIDS_PER_CORNER;

/// The two factors of T; the first is the large prime in the number of all grids.
const P: u64 = 27_704_267_971;
const E: u64 = 26_754_416_640;
const _: () = assert!(P as u128 * E as u128 == GRIDS_PER_CORNER);

/// 2⁶⁴ divided by the golden ratio: the step between the seeds of SplitMix64.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A permutation of the numbers of grids, 0..T, that a seed picks.
///
/// ```
/// use sudoku::numbering::{GRIDS_PER_CORNER, Shuffle};
/// let shuffle = Shuffle::new(42);
/// let number = shuffle.number(7);
/// assert!(number < GRIDS_PER_CORNER);
/// assert_eq!(shuffle.position(number), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// By round: for a and for b.
    keys: [[u64; 2]; 5],
}

impl Shuffle {
    /// The permutation of this seed, the same on every machine and in every release.
    #[must_use]
    pub fn new(seed: u64) -> Shuffle {
        let key = |i: usize| mix(seed.wrapping_add(STEP.wrapping_mul(i as u64 + 1)));
        Shuffle { keys: std::array::from_fn(|round| [key(2 * round), key(2 * round + 1)]) }
    }

    /// The number at this position of the shuffled order. Positions are taken modulo T.
    #[must_use]
    pub fn number(&self, position: u128) -> u128 {
        let (mut a, mut b) = pair(position);
        for [for_a, for_b] in self.keys {
            a = (a + scaled(b, for_a, P)) % P;
            b = (b + scaled(a, for_b, E)) % E;
        }
        u128::from(a) * u128::from(E) + u128::from(b)
    }

    /// Where this number stands in the shuffled order: the inverse of [`Shuffle::number`].
    #[must_use]
    pub fn position(&self, number: u128) -> u128 {
        let (mut a, mut b) = pair(number);
        for [for_a, for_b] in self.keys.into_iter().rev() {
            b = (b + E - scaled(a, for_b, E)) % E;
            a = (a + P - scaled(b, for_a, P)) % P;
        }
        u128::from(a) * u128::from(E) + u128::from(b)
    }
}

fn pair(number: u128) -> (u64, u64) {
    let number = number % GRIDS_PER_CORNER;
    ((number / u128::from(E)) as u64, (number % u128::from(E)) as u64)
}

/// A value below `modulus`, by multiply-high: the bias is below 2⁻²⁹.
fn scaled(value: u64, key: u64, modulus: u64) -> u64 {
    let scaled = u128::from(mix(value.wrapping_add(key))) * u128::from(modulus);
    (scaled >> 64) as u64
}

/// The finaliser of SplitMix64.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_number_has_its_position(seed: u64, position in 0..GRIDS_PER_CORNER) {
            let shuffle = Shuffle::new(seed);
            let number = shuffle.number(position);
            prop_assert!(number < GRIDS_PER_CORNER);
            prop_assert_eq!(shuffle.position(number), position);
            prop_assert_eq!(shuffle.number(shuffle.position(position)), position);
        }
    }

    #[test]
    fn the_ends_have_their_places_too() {
        let shuffle = Shuffle::new(0);
        for position in [0, 1, u128::from(E) - 1, u128::from(E), GRIDS_PER_CORNER - 1] {
            assert_eq!(shuffle.position(shuffle.number(position)), position);
        }
    }
}
