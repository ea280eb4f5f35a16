//! The kernels for each instruction set, chosen once at run time: the only door to `unsafe`.
//!
//! The bodies of the kernels are safe code; here each is compiled inside a function that may use the instructions of a
//! set, and such a function is unsafe to call, as no processor has all sets. So a table of kernels stays in here until
//! an [`InstructionSet`] asks for it, and one is only made where the processor was seen to have it. Only what plain
//! loops can't say is written by hand, below: transposes of bits.
//!
//! ```text
//!   planes, choice, …      bodies, plain loops ─┐
//!   kernels                the list             ├─► cpu: a function for each kernel and set ─► a table for each set
//!   this processor         what it has         ─┘
//! ```

#![allow(unsafe_code, reason = "a function compiled for more than the target's baseline is unsafe to call")]

use super::boards::{self, Board, Boards};
use super::choice::Choice;
use super::digits::Digits;
use super::dive;
use super::kernels::{Kernels, with_kernels};
use super::orbits::Orbits;
use super::plane::Plane;
use super::planes::{CandidatePlanes, Planes};
use super::rules::singles::OpenBoards;
use super::rules::subsets::Squares;
use super::rules::trials::{Sources, Trials};
use super::transpose::{Sheet, butterflies};
use super::turn::{self, Turn};
use crate::grid::{Grid, Puzzle};
use std::fmt;

/// `compile!(set, W words, [feature, …])` makes a module with every kernel, compiled with these features for planes of W words,
/// and their table.
macro_rules! compile {
    ($set:ident, $words:literal words, [$($feature:literal),*]) => {
        with_kernels!(compile { $set, $words, [$($feature),*] });
    };
    ({ $set:ident, $words:literal, $features:tt }
        $($(#[$doc:meta])* $kernel:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $body:expr;)*) => {
        #[allow(unused_unsafe, reason = "the kernels for the baseline are safe to call")]
        mod $set {
            use super::*;

            const W: usize = $words;

            $(compile!{ $features $kernel($($name: $type),*) $(-> $result)? = $body })*
            compile!{ $features transpose(sheet: &mut Sheet<W>) = butterflies }

            /// To be called only where the processor has the features.
            pub(super) static KERNELS: Kernels<W> = Kernels {
                transpose: |sheet: &mut Sheet<W>| {
                    // SAFETY: the table leaves this file only through `InstructionSet::kernels`, and such a set is only made where
                    // the processor was seen to have every feature of its set.
                    unsafe { transpose(sheet) }
                },
                $($kernel: |$($name: $type),*| {
                    // SAFETY: as for `transpose`.
                    unsafe { $kernel($($name),*) }
                },)*
            };
        }
    };
    ([$($feature:literal),*] $kernel:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $body:expr) => {
        $(#[target_feature(enable = $feature)])*
        #[inline(never)] // so that each can be found in the machine code by its name
        fn $kernel($($name: $type),*) $(-> $result)? {
            $body($($name),*)
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile!(avx512, 8 words, ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "bmi1", "bmi2", "lzcnt", "popcnt"]);
#[cfg(target_arch = "x86_64")]
compile!(avx2, 4 words, ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]);
compile!(base, 4 words, []);

/// An instruction set that this processor was seen to have: no other can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Set);

/// The kernels of a set, as wide as suits it.
pub(crate) enum Table {
    Narrow(&'static Kernels<4>),
    Wide(&'static Kernels<8>),
}

/// `sets! { Set "name", where it exists, its table, [every feature that its kernels are compiled for]; … }`
macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident $name:literal, $arch:meta, $table:expr, [$($feature:tt),*];)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Set { $(#[cfg($arch)] $(#[$doc])* $set,)* }

        impl InstructionSet {
            /// What this processor has, the fastest first; the last one is always there.
            pub fn available() -> impl Iterator<Item = InstructionSet> {
                [$(#[cfg($arch)] {
                    let present = true $(&& std::arch::is_x86_feature_detected!($feature))*;
                    present.then_some(InstructionSet(Set::$set))
                },)*].into_iter().flatten()
            }

            /// The name: lower case, without a blank.
            pub const fn name(self) -> &'static str {
                match self.0 { $(#[cfg($arch)] Set::$set => $name,)* }
            }

            /// Its kernels.
            pub(crate) fn kernels(self) -> Table {
                match self.0 { $(#[cfg($arch)] Set::$set => $table,)* }
            }
        }
    };
}

sets! {
    /// 512-bit planes, with what came to AVX-512 in Ice Lake and Zen 4: products in Galois fields, which transpose bits, and counts of bits.
    Avx512Icl "avx512icl", target_arch = "x86_64", Table::Wide(&AVX512_ICL),
        ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vpopcntdq", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"];
    /// 512-bit planes: half as long per puzzle as 256-bit ones on Zen 5, where the three-input logic and the 32
    /// registers of AVX-512 come on top.
    Avx512 "avx512", target_arch = "x86_64", Table::Wide(&avx512::KERNELS),
        ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "bmi1", "bmi2", "lzcnt", "popcnt"];
    /// 256-bit planes and Galois fields, as Alder Lake and its successors have them.
    Avx2Gfni "avx2gfni", target_arch = "x86_64", Table::Narrow(&AVX2_GFNI),
        ["avx2", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"];
    /// 256-bit planes.
    Avx2 "avx2", target_arch = "x86_64", Table::Narrow(&avx2::KERNELS), ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"];
    /// What every processor of this kind has: SSE2, NEON, or words of 64 bits.
    Base "base", all(), Table::Narrow(&base::KERNELS), [];
}

/// The kernels for AVX-512, but the transpose by Galois fields, and bits counted by an instruction of their own.
#[cfg(target_arch = "x86_64")]
static AVX512_ICL: Kernels<8> = Kernels {
    // SAFETY: as in `compile!`; the set's features are those of all three.
    transpose: |sheet: &mut Sheet<8>| unsafe { gfni512(sheet) },
    find_turn: |turn: &mut Turn<8>, stuck: &mut Plane<8>, free: &mut Plane<8>| {
        // SAFETY: likewise.
        unsafe { find_turn512(turn, stuck, free) }
    },
    ..avx512::KERNELS
};
#[cfg(target_arch = "x86_64")]
compile! {
    ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vpopcntdq", "popcnt"]
    find_turn512(turn: &mut Turn<8>, stuck: &mut Plane<8>, free: &mut Plane<8>) = Turn::find
}

/// The kernels for AVX2, but the transpose by Galois fields.
#[cfg(target_arch = "x86_64")]
static AVX2_GFNI: Kernels<4> = Kernels {
    // SAFETY: as above.
    transpose: |sheet: &mut Sheet<4>| unsafe { gfni256(sheet) },
    ..avx2::KERNELS
};

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
/// A quarter faster than butterflies on AVX-512, and twice as fast on AVX2, where a blend is up to three instructions. (To apply
/// choices and to blend boards in the same pass, from and to the planes, was tried: no gain. And so was to clear `middle`:
/// a call of `memset` that takes as long as the rest.)
macro_rules! gfni {
    ($name:ident, $words:literal words of $vector:ident, [$($feature:tt),*], memory: $load:ident $store:ident $set:ident,
        $affine:ident, interleave: $low8:ident $high8:ident $low64:ident $high64:ident) => {
        #[cfg(target_arch = "x86_64")]
        $(#[target_feature(enable = $feature)])*
        fn $name(sheet: &mut Sheet<$words>) {
            use std::arch::x86_64::*;
            use std::mem::MaybeUninit;

            const { assert!(size_of::<$vector>() == size_of::<[u64; $words]>(), "a vector is an entry of the sheet") };

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

impl InstructionSet {
    /// The best that this processor has.
    #[must_use]
    pub fn best() -> InstructionSet {
        InstructionSet::available().next().unwrap_or(InstructionSet(Set::Base))
    }

    /// The one with this name, if this processor has it.
    #[must_use]
    pub fn named(name: &str) -> Option<InstructionSet> {
        InstructionSet::available().find(|set| set.name() == name)
    }
}

/// The name.
impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests;
