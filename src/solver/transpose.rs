//! A quarter turn of 64 · W lanes: from a fact of each puzzle to the facts of one, and back.
//!
//! A plane holds one fact of many puzzles; puzzles, grids ([`super::digits`]) and boards ([`super::boards`]) are many facts
//! of one. A *sheet* is 64 planes, or a
//! word of what belongs to each lane (W = 4):
//!
//! ```text
//!                 w = 0   1   2   3
//!     entry 0    │  ·   ·   ·   ·   │      before: bit k of word w is lane 64 · w + k of plane i
//!           1    │  ·   ·   ·   ·   │
//!           ⋮    │                  │
//!           i    │  ·   ·   ·   ·   │      after: bit k of word w is what plane k held, for lane 64 · w + i
//!           ⋮    │                  │
//!          63    │  ·   ·   ·   ·   │
//! ```
//!
//! Transposing the 64 × 64 bits that stand below each other, for each of the W words, makes bit k of entry i into bit i of
//! entry k, and is its own inverse. So **puzzle n of a batch is bit n % 64 of word n / 64 in every plane.** All words are
//! treated alike, whatever their bits mean: each step runs over all of them, as wide as the machine's vectors are.
//!
//! In plain operations it takes six stages of butterflies (Warren, *Hacker's Delight*, 7–3), three at a time in registers,
//! in two halves that commute: *far* moves whole bytes, *near* moves bits within bytes. Where the processor has
//! something better, that comes from [`super::cpu`].
//!
//! What keeps LLVM's vectors in shape here, and wasn't so in many other forms: the loop over the words of a plane
//! goes around a long straight body, never the other way round, as short loops are unrolled too early and what
//! remains becomes gathers, scatters or scalar code; arrays are indexed, not iterated by value; no long closure
//! is called, not even that of `array::from_fn`, as it may not be inlined in a large function, and is then compiled
//! for the baseline.

/// 64 planes, or a word of each of 64·W lanes: entry i is that of the lanes i, 64 + i, …
pub(crate) type Sheet<const W: usize> = [[u64; W]; 64];

/// A sheet among others. The gap keeps a word of one from falling onto the same place in the cache as that of the next,
/// four kilobytes further on: packing puzzles took 40 % longer.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Spaced<const W: usize> {
    pub(crate) sheet: Sheet<W>,
    gap: [u64; 8],
}

impl<const W: usize> Spaced<W> {
    pub(crate) const BLANK: Self = Spaced { sheet: [[0; W]; 64], gap: [0; 8] };
}

/// Transposes a sheet, with what an instruction set has.
pub(crate) type Transpose<const W: usize> = fn(&mut Sheet<W>);

/// The transpose in plain operations on words, for any instruction set.
#[inline(always)]
pub(crate) fn butterflies<const W: usize>(sheet: &mut Sheet<W>) {
    for i in 0..8 {
        for w in 0..W {
            let mut entries = [0; 8];
            for n in 0..8 {
                entries[n] = sheet[8 * n + i][w];
            }
            stages(&mut entries, FAR);
            for n in 0..8 {
                sheet[8 * n + i][w] = entries[n];
            }
        }
    }
    for entries in sheet.as_chunks_mut::<8>().0 {
        for w in 0..W {
            let mut words = [0; 8];
            for n in 0..8 {
                words[n] = entries[n][w];
            }
            stages(&mut words, NEAR);
            for n in 0..8 {
                entries[n][w] = words[n];
            }
        }
    }
}

/// Three stages: how far apart the bits are that change places, and which bits of the first of two entries stay.
type Stages = [(u32, u64); 3];

/// Between the entries i, i+8, …, i+56: whole bytes move.
const FAR: Stages = [(32, 0x0000_0000_ffff_ffff), (16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff)];
/// Between the entries 8i, 8i+1, …, 8i+7: bits move within bytes.
const NEAR: Stages = [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];

#[inline(always)]
fn stages([a, b, c, d, e, f, g, h]: &mut [u64; 8], [four, two, one]: Stages) {
    butterfly(a, e, four);
    butterfly(b, f, four);
    butterfly(c, g, four);
    butterfly(d, h, four);

    butterfly(a, c, two);
    butterfly(b, d, two);
    butterfly(e, g, two);
    butterfly(f, h, two);

    butterfly(a, b, one);
    butterfly(c, d, one);
    butterfly(e, f, one);
    butterfly(g, h, one);
}

/// Exchanges the bits of `first` that don't stay with those of `second` that lie `distance` lower.
///
/// A shift and a blend each, and the blend is one instruction on AVX-512, for the far stages on AVX2 too. The
/// familiar form with a shared exclusive OR made loading 20–30 % slower on AVX-512, 10 % on AVX2, and 5 % faster
/// on SSE2; for the near stages alone, boards 7 % slower on AVX-512, 6 % faster on AVX2, 4 % on SSE2.
#[inline(always)]
fn butterfly(first: &mut u64, second: &mut u64, (distance, stay): (u32, u64)) {
    let (a, b) = (*first, *second);
    *first = (a & stay) | ((b << distance) & !stay);
    *second = ((a >> distance) & stay) | (b & !stay);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Bit k of entry i becomes bit i of entry k, for each word.
    pub(crate) fn transposes<const W: usize>(transpose: impl Fn(&mut Sheet<W>)) {
        let mut rng = StdRng::seed_from_u64(1);
        let before: Sheet<W> = std::array::from_fn(|_| std::array::from_fn(|_| rng.random()));
        let mut sheet = before;
        transpose(&mut sheet);
        for n in 0..64 * 64 * W {
            let (i, k, w) = (n / 64 % 64, n % 64, n / (64 * 64));
            assert_eq!(sheet[k][w] >> i & 1, before[i][w] >> k & 1, "{i} {k} {w}");
        }
        transpose(&mut sheet);
        assert_eq!(sheet, before);
    }

    #[test]
    fn butterflies_transpose() {
        transposes::<1>(butterflies);
        transposes::<4>(butterflies);
        transposes::<8>(butterflies);
    }
}
