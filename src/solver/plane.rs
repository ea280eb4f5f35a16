//! One fact about each of 64 · W puzzles, and how to reckon with such facts.
//!
//! Every kernel is a plain loop over the words of planes, `for w in 0..W { … }`, with the operators of `u64` inside; what
//! stands between kernels says the same with whole planes.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not};

/// One fact about each of 64 · W puzzles: the bit of lane 64 · w + i is bit i of word w.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Plane<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Plane<W> {
    /// It holds in no lane.
    pub(crate) const NONE: Plane<W> = Plane([0; W]);
    /// It holds in every lane.
    pub(crate) const ALL: Plane<W> = Plane([!0; W]);
    /// How many lanes there are.
    pub(crate) const LANES: usize = 64 * W;

    /// The lanes below number `n`.
    pub(crate) fn below(n: usize) -> Plane<W> {
        Plane(std::array::from_fn(|w| match n.saturating_sub(64 * w) {
            0 => 0,
            n @ 1..64 => !(!0 << n),
            _ => !0,
        }))
    }

    /// In how many lanes it holds.
    #[inline(always)]
    pub(crate) fn ones(&self) -> u32 {
        let mut sum = 0;
        for w in 0..W {
            sum += self.0[w].count_ones();
        }
        sum
    }

    /// Does it hold nowhere?
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        let mut any = 0;
        for w in 0..W {
            any |= self.0[w];
        }
        any == 0
    }

    /// The lanes where it holds, by number, the lowest first.
    #[inline(always)]
    pub(crate) fn lanes(self) -> Lanes<W> {
        Lanes { plane: self, w: 0, word: self.0[0] }
    }

    /// Does it hold in this lane? (The number of the lane is taken modulo 64 · W, here and below.)
    #[inline(always)]
    pub(crate) fn contains(&self, lane: usize) -> bool {
        self.0[lane / 64 % W] >> (lane % 64) & 1 == 1
    }

    /// Makes it hold in this lane.
    #[inline(always)]
    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64 % W] |= 1 << (lane % 64);
    }

    /// Makes it not hold in this lane.
    #[inline(always)]
    pub(crate) fn remove(&mut self, lane: usize) {
        self.0[lane / 64 % W] &= !(1 << (lane % 64));
    }
}

/// The lanes of a plane, by number, the lowest first.
pub(crate) struct Lanes<const W: usize> {
    plane: Plane<W>,
    /// The word that we are at, and what is left of it.
    w: usize,
    word: u64,
}

impl<const W: usize> Iterator for Lanes<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.w += 1;
            self.word = *self.plane.0.get(self.w)?;
        }
        let lane = 64 * self.w + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(lane)
    }
}

/// The places of the bits that are set, the lowest first.
#[inline(always)]
pub(crate) fn bits(word: impl Into<u64>) -> Lanes<1> {
    Plane([word.into()]).lanes()
}

impl<const W: usize> Index<usize> for Plane<W> {
    type Output = u64;

    #[inline(always)]
    fn index(&self, w: usize) -> &u64 {
        &self.0[w]
    }
}

impl<const W: usize> IndexMut<usize> for Plane<W> {
    #[inline(always)]
    fn index_mut(&mut self, w: usize) -> &mut u64 {
        &mut self.0[w]
    }
}

impl<const W: usize> BitAndAssign for Plane<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Plane<W>) {
        for w in 0..W {
            self.0[w] &= other.0[w];
        }
    }
}

impl<const W: usize> BitOrAssign for Plane<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Plane<W>) {
        for w in 0..W {
            self.0[w] |= other.0[w];
        }
    }
}

impl<const W: usize> BitAnd for Plane<W> {
    type Output = Plane<W>;

    #[inline(always)]
    fn bitand(mut self, other: Plane<W>) -> Plane<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Plane<W> {
    type Output = Plane<W>;

    #[inline(always)]
    fn bitor(mut self, other: Plane<W>) -> Plane<W> {
        self |= other;
        self
    }
}

impl<const W: usize> Not for Plane<W> {
    type Output = Plane<W>;

    #[inline(always)]
    fn not(mut self) -> Plane<W> {
        for w in 0..W {
            self.0[w] = !self.0[w];
        }
        self
    }
}

/// `each3!(i => { … })` is the body for i = 0, 1 and 2: a loop that is unrolled before the compiler looks for what
/// to vectorise. (A `for` loop may be unrolled too late, and then the wrong loop becomes the vector.)
macro_rules! each3 {
    ($i:ident => $body:block) => {{
        {
            let $i = 0;
            $body
        }
        {
            let $i = 1;
            $body
        }
        {
            let $i = 2;
            $body
        }
    }};
}
pub(crate) use each3;

/// At least two of three.
#[inline(always)]
pub(crate) const fn majority(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a | b))
}

/// Sum and carry of three bits.
#[inline(always)]
pub(crate) const fn add3(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, majority(a, b, c))
}

/// The sum of two numbers of N bits and a carry, and the carry out of it. Numbers are bit-sliced as everything is: entry k
/// holds bit k of one number for each lane.
#[inline(always)]
pub(crate) const fn add<const N: usize>(a: [u64; N], b: [u64; N], carry: u64) -> ([u64; N], u64) {
    let (mut sum, mut carry, mut k) = ([0; N], carry, 0);
    while k < N {
        (sum[k], carry) = add3(a[k], b[k], carry);
        k += 1;
    }
    (sum, carry)
}

/// At least two of nine.
#[inline(always)]
pub(crate) const fn two_of_nine(v: [u64; 9]) -> u64 {
    majority(v[0], v[1], v[2])
        | majority(v[3], v[4], v[5])
        | majority(v[6], v[7], v[8])
        | majority(v[0] | v[1] | v[2], v[3] | v[4] | v[5], v[6] | v[7] | v[8])
}

/// How many of nine: the two low bits of the number, and 'four or more'.
#[inline(always)]
pub(crate) const fn count_to_four(v: [u64; 9]) -> (u64, u64, u64) {
    let (s0, k0) = add3(v[0], v[1], v[2]);
    let (s1, k1) = add3(v[3], v[4], v[5]);
    let (s2, k2) = add3(v[6], v[7], v[8]);
    let (ones, k3) = add3(s0, s1, s2);
    let (t, fours) = add3(k0, k1, k2);
    (ones, t ^ k3, fours | (t & k3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A plane is a set of lanes.
        #[test]
        fn planes_are_sets_of_lanes(a: [u64; 3], b: [u64; 3], lane in 0..192usize) {
            let (a, b) = (Plane(a), Plane(b));
            let has = |plane: Plane<3>, lane: usize| plane.0[lane / 64] & 1 << (lane % 64) != 0;
            prop_assert_eq!(a.contains(lane), has(a, lane));
            prop_assert_eq!((a & b).contains(lane), has(a, lane) && has(b, lane));
            prop_assert_eq!((a | b).contains(lane), has(a, lane) || has(b, lane));
            prop_assert_eq!((!a).contains(lane), !has(a, lane));
            let listed: Vec<usize> = a.lanes().collect();
            prop_assert!(listed.iter().copied().eq((0..192).filter(|&lane| has(a, lane))));
            prop_assert_eq!(a.ones() as usize, listed.len());
            prop_assert_eq!(a.is_empty(), listed.is_empty());
            let (mut with, mut without) = (a, a);
            with.insert(lane);
            without.remove(lane);
            for other in 0..192 {
                prop_assert_eq!(with.contains(other), has(a, other) || other == lane);
                prop_assert_eq!(without.contains(other), has(a, other) && other != lane);
            }
            prop_assert!(Plane::<3>::below(lane).lanes().eq(0..lane));
        }

        /// Bit-sliced sums and counts are sums and counts, lane by lane.
        #[test]
        fn sums_and_counts(a: [u64; 5], b: [u64; 5], carry: u64, v: [u64; 9]) {
            let (sum, out) = add(a, b, carry);
            let (ones, twos, more) = count_to_four(v);
            for lane in 0..64 {
                let bit = |word: u64| (word >> lane & 1) as usize;
                let number = |bits: [u64; 5]| (0..5).map(|k| bit(bits[k]) << k).sum::<usize>();
                prop_assert_eq!(number(sum) + 32 * bit(out), number(a) + number(b) + bit(carry));
                let count: usize = v.iter().map(|&word| bit(word)).sum();
                prop_assert_eq!(bit(more) == 1, count >= 4);
                prop_assert_eq!(bit(two_of_nine(v)) == 1, count >= 2);
                if count < 4 {
                    prop_assert_eq!(bit(ones) + 2 * bit(twos), count);
                }
            }
        }
    }

    #[test]
    fn no_lanes_and_all() {
        assert_eq!(
            (Plane::<2>::below(0), Plane::<2>::below(128), Plane::<2>::below(999)),
            (Plane::NONE, Plane::ALL, Plane::ALL)
        );
        assert_eq!((Plane::<2>::NONE.ones(), Plane::<2>::ALL.ones()), (0, 128));
        assert_eq!((bits(0u32).next(), bits(u64::MAX).count()), (None, 64));
    }
}
