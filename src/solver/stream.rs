//! Deduction for whole batches: 64 · W puzzles at a time become planes, and most of them are done after some rounds.
//!
//! ```text
//!   lane        0   1   2   3   …          puzzle n of a batch is lane n; four rounds or so, and it is
//!   ────────────────────────────────         ├─ solved, and each house has every digit: the answer
//!   clue 5      ·   1   ·   1   …            ├─ dead: the answer
//!   …                                        └─ stuck, or too slow: a board, and somebody else's
//! ```

use super::crew::{Tools, moving, rounds_until_few_move};
use super::goal::Goal;
use super::kernels::Kernels;
use super::plane::Plane;
use super::planes::Planes;
use crate::grid::Puzzle;

/// The stream ends when so few of 64 lanes still move: what is left is better off in a search. From 1 to 16 makes
/// 2 % of a difference.
const STILL_MOVING: u32 = 4;
/// Rounds before that is asked. With few clues it takes two until the first cell gets its digit.
const FIRST_ROUNDS: u32 = 3;
/// Percentage of the puzzles stuck at the end of the stream where triads, after the first rounds, are worth their time.
/// With them 6 % fewer are stuck of those with 17 clues and of minimal ones, a third fewer of bank25, which takes 0–2 and
/// 12 % off the time. Where nearly all are stuck, or hardly any, or where several solutions are likely, it would take
/// 1–6 % longer. So the last 64 · W puzzles decide for the next.
const SOME_STUCK: std::ops::Range<usize> = 10..75;

/// The planes of the stream.
#[derive(Clone)]
pub(super) struct Stream<const W: usize> {
    kernels: &'static Kernels<W>,
    planes: Planes<W>,
    /// Whether to look for triads, too.
    triads: bool,
}

impl<const W: usize> Stream<W> {
    pub(super) fn new(kernels: &'static Kernels<W>) -> Stream<W> {
        Stream { kernels, planes: Planes::EMPTY, triads: false }
    }

    /// Answers for up to 64 · W puzzles from the `first` on. Those that are stuck are answered as if they had no solution,
    /// and are in the tools' list of lanes then, with their boards. Where several solutions are likely, there's no
    /// use in looking for triads next time.
    pub(super) fn solve(
        &mut self,
        tools: &mut Tools<W>,
        puzzles: &[Puzzle],
        first: usize,
        goal: &mut Goal<'_>,
        several_are_likely: bool,
    ) {
        (self.kernels.load)(&mut tools.digits, puzzles, &mut self.planes.candidates);
        self.planes.dead = !Plane::below(puzzles.len());
        self.first_rounds();
        let Planes { dead, unsolved, .. } = self.planes;
        let solved = !dead & !unsolved & (self.kernels.complete)(&self.planes);
        let stuck = !dead & unsolved;
        self.triads =
            !several_are_likely && SOME_STUCK.contains(&(100 * stuck.ones() as usize / puzzles.len()));
        if !solved.is_empty() {
            (self.kernels.store)(&mut tools.digits, &self.planes.candidates);
        }
        for lane in 0..puzzles.len() {
            if solved.contains(lane) {
                goal.solution(first + lane, 1, tools.digits.grid(lane));
            } else {
                goal.none(first + lane);
            }
        }
        tools.take(&self.planes.candidates, stuck);
    }

    /// The rounds after loading, before anybody asks how many lanes still move.
    fn begin_rounds(&mut self) {
        (self.kernels.find_empty)(&mut self.planes);
        for _ in 0..FIRST_ROUNDS {
            (self.kernels.round)(&mut self.planes, &Plane::NONE);
        }
    }

    /// Rounds until hardly any lane moves.
    fn first_rounds(&mut self) {
        self.begin_rounds();
        let few = STILL_MOVING * W as u32;
        if self.triads && moving(&self.planes) > few {
            (self.kernels.triads)(&mut self.planes);
        }
        rounds_until_few_move(self.kernels, &mut self.planes, few);
    }

    /// Brings these puzzles as far as some rounds do, and says with which boards.
    pub(super) fn begin(
        &mut self,
        tools: &mut Tools<W>,
        puzzles: &[Puzzle],
        numbers: &[u32],
        mut add: impl FnMut(u32, &super::boards::Board),
    ) {
        let mut batch = Vec::with_capacity(Plane::<W>::LANES);
        for numbers in numbers.chunks(Plane::<W>::LANES) {
            batch.clear();
            batch.extend(numbers.iter().map(|&at| puzzles[at as usize]));
            (self.kernels.load)(&mut tools.digits, &batch, &mut self.planes.candidates);
            self.planes.dead = Plane::NONE;
            self.begin_rounds();
            tools.take(&self.planes.candidates, Plane::below(numbers.len()));
            for (&at, board) in numbers.iter().zip(&tools.taken) {
                add(at, board);
            }
        }
    }
}
