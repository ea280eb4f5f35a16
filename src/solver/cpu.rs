//! The same safe source, compiled for each instruction set and chosen once at run time: the only door to `unsafe`.
//!
//! Everything on planes is plain loops over words, generic in the number of words, which the compiler turns into
//! vector instructions; all of it is `inline(always)`, so that it is compiled inside the functions below, each with
//! the features of its instruction set. To add an instruction set is to add one line to `backends!`. Only what plain
//! loops can't say is written by hand, below: transposes of bits.

#![allow(unsafe_code, reason = "a function compiled for more than the target's baseline is unsafe to call")]
#![allow(clippy::needless_range_loop, reason = "indices keep the vectors in shape")]

use super::goal::Goal;
use super::lanes::Lanes;
use super::transpose::{Sheet, butterflies};
use crate::grid::Puzzle;
use std::fmt;

/// An instruction set that this processor was seen to have: no other can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backend(Set);

macro_rules! backends {
    ($($(#[$doc:meta])* $set:ident $name:literal $door:ident, $words:literal words, $transpose:ident, $arch:meta,
        [$($feature:tt),*])*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Set { $(#[cfg($arch)] $(#[$doc])* $set,)* }

        /// The lanes, as wide as suits the instruction set.
        #[derive(Clone)]
        pub(super) enum Engine { $(#[cfg($arch)] $set(Box<Lanes<$words>>),)* }

        $(
            #[cfg($arch)]
            $(#[target_feature(enable = $feature)])*
            fn $door(lanes: &mut Lanes<$words>, puzzles: &[Puzzle], goal: Goal<'_>) {
                lanes.solve(puzzles, goal);
            }
        )*

        impl Backend {
            /// What this processor has, the fastest first; the last one is always there.
            pub fn available() -> impl Iterator<Item = Backend> {
                [$(#[cfg($arch)] {
                    let present = true $(&& std::arch::is_x86_feature_detected!($feature))*;
                    present.then_some(Backend(Set::$set))
                },)*].into_iter().flatten()
            }

            /// As it's named on the command line and in the environment.
            pub const fn name(self) -> &'static str {
                match self.0 { $(#[cfg($arch)] Set::$set => $name,)* }
            }
        }

        #[allow(unused_unsafe, reason = "the base doors are safe")]
        impl Engine {
            pub(super) fn new(backend: Backend) -> Engine {
                match backend.0 {
                    $(#[cfg($arch)] Set::$set => {
                        $(#[target_feature(enable = $feature)])*
                        fn transpose(sheet: &mut Sheet<$words>) {
                            $transpose(sheet);
                        }
                        // SAFETY: `available`, the only maker of backends, saw that the processor has every feature
                        // that this is compiled for.
                        Engine::$set(Lanes::new(|sheet| unsafe { transpose(sheet) }))
                    })*
                }
            }

            pub(super) fn run(&mut self, puzzles: &[Puzzle], goal: Goal<'_>) {
                match self {
                    // SAFETY: an engine is made from a backend, and as above.
                    $(#[cfg($arch)] Engine::$set(lanes) => unsafe { $door(lanes, puzzles, goal) },)*
                }
            }
        }
    };
}

backends! {
    /// 512-bit planes, with what came to AVX-512 in Ice Lake and Zen 4: products in Galois fields, which transpose bits,
    /// and counts of bits. 1–2 % faster than without.
    Avx512Icl "avx512icl" avx512icl, 8 words, gfni512, target_arch = "x86_64",
        ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512bitalg", "avx512vbmi", "avx512vbmi2",
         "avx512vpopcntdq", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// 512-bit planes: half as long per puzzle as 256-bit ones on Zen 5, where the three-input logic and the 32
    /// registers of AVX-512 come on top.
    Avx512 "avx512" avx512, 8 words, butterflies, target_arch = "x86_64",
        ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// 256-bit planes and Galois fields, as Alder Lake and its successors have them. 6–10 % faster than without.
    Avx2Gfni "avx2gfni" avx2gfni, 4 words, gfni256, target_arch = "x86_64",
        ["avx2", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// 256-bit planes.
    Avx2 "avx2" avx2, 4 words, butterflies, target_arch = "x86_64", ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// What every processor of this kind has: SSE2, NEON, or words of 64 bits.
    Base "base" base, 4 words, butterflies, all(), []
}

/// Transposes with GFNI. Its instruction `gf2p8affineqb` multiplies a matrix of 8 × 8 bits by a vector of 8: bit by bit, the
/// parity of the AND with a row. So the products with 1, 2, 4, …, 128 are the columns of the matrix.
///
/// What is left is to bring eight bytes together that make a matrix, and then once more. Entry 8q + s holds bit l of
/// byte b of word w; interleaving the bytes of two vectors, 128 bits of each at a time, moves the bits of these indices
/// by one place, thrice by three (w₀ is the lowest bit of w; the others stay where they are):
///
/// ```text
///                                          vector        byte in 128 bits     bit
///   eight vectors with the same q          s₂ s₁ s₀    │ w₀ b₂ b₁ b₀        │ l₂ l₁ l₀
///     interleave, thrice                   w₀ b₂ b₁    │ b₀ s₂ s₁ s₀        │ l₂ l₁ l₀
///     transpose 8 × 8 bits                 w₀ b₂ b₁    │ b₀ l₂ l₁ l₀        │ s₂ s₁ s₀
///   eight with the same w₀ b₂ b₁           q₂ q₁ q₀    │ b₀ l₂ l₁ l₀        │ s₂ s₁ s₀
///     interleave, thrice                   b₀ l₂ l₁    │ l₀ q₂ q₁ q₀        │ s₂ s₁ s₀
///   two with the same b₂ b₁ b₀ l₂ l₁       w₀          │ l₀ q₂ q₁ q₀        │ s₂ s₁ s₀
///     interleave 64 bits                   l₀          │ w₀ q₂ q₁ q₀        │ s₂ s₁ s₀
/// ```
///
/// On Zen 5 a sheet takes 40 ns with 8 words, instead of 52 by butterflies on AVX-512, and 39 ns with 4 words instead of
/// 75 on AVX2, where a blend is up to three instructions. (To apply choices and to blend boards in the same pass, from
/// and to the planes, was tried: no gain. And so was to clear `middle`: a call of `memset` that takes as long as the rest.)
macro_rules! gfni {
    ($name:ident, $words:literal words of $vector:ident, [$($feature:tt),*], memory: $load:ident $store:ident $set:ident,
        $affine:ident, interleave: $low8:ident $high8:ident $low64:ident $high64:ident) => {
        #[cfg(target_arch = "x86_64")]
        $(#[target_feature(enable = $feature)])*
        fn $name(sheet: &mut Sheet<$words>) {
            use std::arch::x86_64::*;
            use std::mem::MaybeUninit;

            #[inline]
            $(#[target_feature(enable = $feature)])*
            fn thrice(mut vectors: [$vector; 8]) -> [$vector; 8] {
                for _ in 0..3 {
                    let [a, b, c, d, e, f, g, h] = vectors;
                    vectors = [
                        $low8(a, e), $high8(a, e), $low8(b, f), $high8(b, f),
                        $low8(c, g), $high8(c, g), $low8(d, h), $high8(d, h),
                    ];
                }
                vectors
            }

            let columns = $set(0x8040_2010_0804_0201_u64 as i64);
            let mut middle = [const { MaybeUninit::<[$vector; 8]>::uninit() }; 8];
            for q in 0..8 {
                let mut vectors = [columns; 8];
                for s in 0..8 {
                    // From the last row to the first, as the instruction wants the matrix.
                    // SAFETY: an entry of the sheet has as many bytes as a vector, and it needn't be aligned.
                    vectors[s] = unsafe { $load(sheet[8 * q + 7 - s].as_ptr().cast()) };
                }
                vectors = thrice(vectors);
                for s in 0..8 {
                    vectors[s] = $affine::<0>(columns, vectors[s]);
                }
                middle[q].write(vectors);
            }
            for b in 0..4 {
                let (mut even, mut odd) = ([columns; 8], [columns; 8]);
                for q in 0..8 {
                    // SAFETY: the loop above has written each of the eight.
                    let vectors = unsafe { middle[q].assume_init_ref() };
                    (even[q], odd[q]) = (vectors[b], vectors[4 + b]);
                }
                let (even, odd) = (thrice(even), thrice(odd));
                for n in 0..8 {
                    let (low, high) = ($low64(even[n], odd[n]), $high64(even[n], odd[n]));
                    // SAFETY: as for the loads.
                    unsafe {
                        $store(sheet[16 * b + 2 * n].as_mut_ptr().cast(), low);
                        $store(sheet[16 * b + 2 * n + 1].as_mut_ptr().cast(), high);
                    }
                }
            }
        }
    };
}

gfni! {
    gfni512, 8 words of __m512i, ["avx512f", "avx512bw", "gfni"],
    memory: _mm512_loadu_si512 _mm512_storeu_si512 _mm512_set1_epi64,
    _mm512_gf2p8affine_epi64_epi8,
    interleave: _mm512_unpacklo_epi8 _mm512_unpackhi_epi8 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64
}
gfni! {
    gfni256, 4 words of __m256i, ["avx2", "gfni"],
    memory: _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi64x,
    _mm256_gf2p8affine_epi64_epi8,
    interleave: _mm256_unpacklo_epi8 _mm256_unpackhi_epi8 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
}

impl Backend {
    /// The environment variable that asks for a narrower instruction set than the best, by name.
    pub const VARIABLE: &'static str = "SUDOKU_ISA";

    /// The best that this processor has, or the one that [`Backend::VARIABLE`] names, if it is there.
    pub fn detect() -> Backend {
        let wish = std::env::var(Backend::VARIABLE).ok();
        let wished = |backend: &Backend| wish.as_deref() == Some(backend.name());
        let best = Backend::available().next();
        Backend::available().find(wished).or(best).unwrap_or(Backend(Set::Base))
    }
}

/// The name.
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No more than which one it is: its planes fill pages.
impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

#[cfg(test)]
mod tests {
    use super::super::transpose::tests::transposes;
    use super::*;

    #[test]
    #[allow(clippy::print_stderr, reason = "a test that skips says so")]
    fn galois_fields_transpose() {
        let mut seen = 0;
        #[cfg(target_arch = "x86_64")]
        for backend in Backend::available() {
            match backend.0 {
                // SAFETY: the backend is available.
                Set::Avx512Icl => transposes::<8>(|sheet| unsafe { gfni512(sheet) }),
                Set::Avx2Gfni => transposes::<4>(|sheet| unsafe { gfni256(sheet) }),
                _ => continue,
            }
            seen += 1;
        }
        if seen == 0 {
            eprintln!("skipped: no GFNI here");
        }
    }
}
