//! The same safe source, compiled for each instruction set and chosen once at run time: the only door to `unsafe`.
//!
//! Everything on planes is plain loops over words, generic in the number of words, which the compiler turns into
//! vector instructions; all of it is `inline(always)`, so that it is compiled inside the functions below, each with
//! the features of its instruction set. To add an instruction set is to add one line to `backends!`.

#![allow(unsafe_code, reason = "a function compiled for more than the target's baseline is unsafe to call")]

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

        #[allow(unused_unsafe, reason = "the doors of the base are safe")]
        impl Engine {
            // SAFETY, of all blocks here: an engine is made from a backend, and `available`, the only maker of
            // backends, saw that the processor has every feature that these functions are compiled for.
            pub(super) fn new(backend: Backend) -> Engine {
                match backend.0 {
                    $(#[cfg($arch)] Set::$set => {
                        $(#[target_feature(enable = $feature)])*
                        fn transpose(sheet: &mut Sheet<$words>) {
                            $transpose(sheet);
                        }
                        Engine::$set(Lanes::new(|sheet| unsafe { transpose(sheet) }))
                    })*
                }
            }

            pub(super) fn run(&mut self, puzzles: &[Puzzle], goal: Goal<'_>) {
                match self {
                    $(#[cfg($arch)] Engine::$set(lanes) => unsafe { $door(lanes, puzzles, goal) },)*
                }
            }
        }
    };
}

backends! {
    /// 512-bit planes: half as long per puzzle as 256-bit ones on Zen 5, where the three-input logic and the 32
    /// registers of AVX-512 come on top.
    Avx512 "avx512" avx512, 8 words, butterflies, target_arch = "x86_64",
        ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// 256-bit planes.
    Avx2 "avx2" avx2, 4 words, butterflies, target_arch = "x86_64", ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
    /// What every processor of this kind has: SSE2, NEON, or words of 64 bits.
    Base "base" base, 4 words, butterflies, all(), []
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
