//! A batch of puzzles through the lanes, in three phases.
//!
//! ```text
//!   puzzles ─► stream ─┬─► solved, or dead: the answer
//!              rounds  └─► stuck ─┬─► search ───► none, one, or a count of solutions: the answer
//!                                 │   guesses └─► several ──┐                         ▲
//!              several are likely └────────────────► in order ─► which is the first ──┘
//! ```
//!
//! The [`stream`](super::stream) takes 64 · W puzzles at a time, and deduces until nearly all are done or stuck. What is left
//! waits as boards until there are enough for all lanes of the [`search`](super::search); in the lanes of the search,
//! puzzles come and go one by one. So the planes are nearly always full, however different the puzzles are.
//!
//! A puzzle with several solutions is better off [`in_order`](super::in_order) from the beginning, one with a single
//! solution in the search, and nothing about a stuck puzzle tells which it is: neither how many cells are open nor how
//! many candidates they have. But puzzles come in collections. Where puzzles are proper, nearly none of the stuck ones
//! has several solutions; of complete grids with 40 cells emptied at random, 99 % of the stuck ones have. So what the
//! last ones were decides where the next ones go, which changes how long it takes and never the answer: to a third or a
//! quarter for puzzles with several solutions.

use super::cpu::{InstructionSet, Table};
use super::crew::Tools;
use super::goal::Goal;
use super::in_order::{InOrder, Task};
use super::kernels::Kernels;
use super::plane::Plane;
use super::recent::Recent;
use super::search::Search;
use super::stream::Stream;
use crate::grid::Puzzle;
use std::fmt;

/// So many puzzles go through the phases together: enough that the end, when lanes run empty, costs little (1 % of
/// the time of hard puzzles), few enough that what is kept for each stays below half a megabyte.
const TOGETHER: usize = 16_384;

/// Up to so many solutions of a puzzle are looked for by a single lane, which halves the time up to 10 solutions and
/// saves a quarter of it up to 100. Up to 1,000 it is level, and then it is better that all lanes contribute.
const MOST_IN_ORDER: u64 = 100;

/// The phases, as wide as suits the instruction set.
#[derive(Clone)]
pub(super) enum Engine {
    Narrow(Box<Phases<4>>),
    Wide(Box<Phases<8>>),
}

impl Engine {
    pub(super) fn new(set: InstructionSet) -> Engine {
        match set.kernels() {
            Table::Narrow(kernels) => Engine::Narrow(Phases::new(kernels)),
            Table::Wide(kernels) => Engine::Wide(Phases::new(kernels)),
        }
    }

    /// Answers for all puzzles; the goal has a place for each.
    pub(super) fn run(&mut self, puzzles: &[Puzzle], goal: Goal<'_>) {
        match self {
            Engine::Narrow(phases) => phases.run(puzzles, goal),
            Engine::Wide(phases) => phases.run(puzzles, goal),
        }
    }
}

/// No more than what it is: its planes fill pages.
impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

/// The phases, and what they hand to each other. For W = 8 half a megabyte, and 4 MB of stacks for those that search
/// in order, which are hardly touched beyond their first levels.
#[derive(Clone)]
pub(super) struct Phases<const W: usize> {
    stream: Stream<W>,
    search: Search<W>,
    in_order: InOrder<W>,
    tools: Tools<W>,
    recent: Recent,
}

impl<const W: usize> Phases<W> {
    fn new(kernels: &'static Kernels<W>) -> Box<Phases<W>> {
        Box::new(Phases {
            stream: Stream::new(kernels),
            search: Search::new(kernels),
            in_order: InOrder::new(kernels),
            tools: Tools::new(kernels),
            recent: Recent::default(),
        })
    }

    fn run(&mut self, puzzles: &[Puzzle], goal: Goal<'_>) {
        let mut rest = goal;
        for block in puzzles.chunks(TOGETHER) {
            let (mut goal, others) = rest.split_at(block.len());
            self.solve_together(block, &mut goal);
            rest = others;
        }
    }

    fn solve_together(&mut self, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let lanes = Plane::<W>::LANES;
        for (n, batch) in puzzles.chunks(lanes).enumerate() {
            self.stream(batch, n * lanes, goal);
            while self.search.waiting() >= lanes {
                self.search.step(&mut self.tools, &mut self.recent, puzzles, goal);
            }
            while self.in_order.waiting() >= lanes {
                self.in_order.step(&mut self.tools, &mut self.recent, puzzles, goal);
            }
            self.pass_on(puzzles, lanes);
        }
        loop {
            while !self.search.is_done() {
                self.search.step(&mut self.tools, &mut self.recent, puzzles, goal);
            }
            self.pass_on(puzzles, 1);
            if self.in_order.is_done() {
                return;
            }
            self.in_order.finish(&mut self.tools, &mut self.recent, puzzles, goal);
            self.pass_on(puzzles, 1);
        }
    }

    /// A batch through the stream, and what is stuck to a search.
    fn stream(&mut self, batch: &[Puzzle], first: usize, goal: &mut Goal<'_>) {
        let in_order = (2..=MOST_IN_ORDER).contains(&goal.limit()) && self.recent.several_are_likely();
        self.stream.solve(&mut self.tools, batch, first, goal, in_order);
        for (&lane, board) in self.tools.lanes.iter().zip(&self.tools.taken) {
            let puzzle = first as u32 + u32::from(lane);
            if in_order {
                self.in_order.add(Task { puzzle, several: false }, board);
            } else {
                self.search.add(puzzle, board);
            }
        }
    }

    /// Passes on what one search has left to the other, if it is `enough` to fill the lanes.
    fn pass_on(&mut self, puzzles: &[Puzzle], enough: usize) {
        let Phases { stream, tools, search, in_order, .. } = self;
        if search.several.len() >= enough {
            let several = std::mem::take(&mut search.several);
            stream.begin(tools, puzzles, &several, |puzzle, board| {
                in_order.add(Task { puzzle, several: true }, board);
            });
        }
        if in_order.undecided.len() >= enough {
            let undecided = std::mem::take(&mut in_order.undecided);
            stream.begin(tools, puzzles, &undecided, |puzzle, board| search.add(puzzle, board));
        }
    }
}
