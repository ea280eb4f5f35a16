//! Stages: boards that are stuck at a level wait for the next one's lanes, and what has moved there comes back.
//!
//! ```text
//!   puzzles, solved ─► levels 1–4 ─► level 5 ─► level 6 ─► levels 7, 8 ─► level 9 ─► level 10 ─► level 11
//!                        ▲  └─► done     │          │           │            │          │
//!                        └───────────────┴──────────┴───────────┴────────────┴──────────┘ something was found
//! ```
//!
//! A stage has its turn when its lanes are full; the lowest that has anything to do if none's are.

use super::climb::{Climb, Waiting};
use super::deep::Deep;
use super::level::{Level, Rating};
use super::trials::{Entry, Refuter};
use crate::grid::{Grid, Puzzle};
use crate::solver::Board;
use crate::solver::crew::Tools;
use crate::solver::kernels::Kernels;
use crate::solver::plane::Plane;
use crate::solver::rules::subsets::{SolvedBoards, Squares};

/// So many boards try their assumptions together: the lanes of the last ones are hardly ever full, so more is better.
const TOGETHER: usize = 64;
/// Likewise for level 10, where each becomes a hundred boards or more.
const DEEP_TOGETHER: usize = 16;

/// All stages.
#[derive(Clone)]
pub(super) struct Stages<const W: usize> {
    tools: Tools<W>,
    climb: Climb<W>,
    solved: Box<SolvedBoards<W>>,
    squares: Box<Squares<W>>,
    refuter: Refuter<W>,
    deep: Deep,
    /// Boards that wait for the levels 5, 6, 7 and 8, 9, 10.
    queues: [Vec<Waiting>; 5],
    /// Of each puzzle, what it has taken so far, and its solution.
    ratings: Vec<Rating>,
    solutions: Vec<Board>,
    /// How many puzzles have begun.
    begun: u32,
    /// Solutions on their way into the planes.
    grids: Vec<Puzzle>,
}

impl<const W: usize> Stages<W> {
    pub(super) fn new(kernels: &'static Kernels<W>) -> Stages<W> {
        Stages {
            tools: Tools::new(kernels),
            climb: Climb::new(),
            solved: Box::new(SolvedBoards::NONE),
            squares: Box::new(Squares::NONE),
            refuter: Refuter::new(),
            deep: Deep::default(),
            queues: Default::default(),
            ratings: Vec::new(),
            solutions: Vec::new(),
            begun: 0,
            grids: Vec::new(),
        }
    }

    /// The ratings of these puzzles, of which a solution is known, by the rules up to a level. (A higher one says only that
    /// they don't solve it.)
    pub(super) fn rate(&mut self, puzzles: &[Puzzle], solutions: &[Grid], highest: Level) -> &[Rating] {
        let highest = highest.number();
        self.ratings.clear();
        self.ratings.resize(puzzles.len(), Rating::NONE);
        self.solutions.clear();
        self.begun = 0;
        for (puzzles, solutions) in puzzles.chunks(Plane::<W>::LANES).zip(solutions.chunks(Plane::<W>::LANES))
        {
            self.begin(puzzles, solutions, highest);
            while self.step(highest, false) {}
        }
        while self.step(highest, true) {}
        &self.ratings
    }

    /// A batch of puzzles becomes open boards that wait for level 1.
    fn begin(&mut self, puzzles: &[Puzzle], solutions: &[Grid], highest: u8) {
        let Stages { tools, climb, solved, .. } = self;
        climb.begin(tools, puzzles, self.begun);
        self.begun += puzzles.len() as u32;
        // Levels 1–5 don't look at them.
        if highest > 5 {
            self.grids.clear();
            self.grids.extend(solutions.iter().map(|&solution| Puzzle::from(solution)));
            (tools.kernels.load)(&mut tools.digits, &self.grids, &mut solved.solutions);
            tools.take(&solved.solutions, Plane::below(solutions.len()));
            self.solutions.extend_from_slice(&tools.taken[..solutions.len()]);
        }
    }

    /// A stage whose lanes are full has its turn; at the `end` any. False if there is none.
    fn step(&mut self, highest: u8, end: bool) -> bool {
        let lanes = Plane::<W>::LANES;
        let full = [lanes, lanes, TOGETHER, TOGETHER, DEEP_TOGETHER];
        let stage = match (0..5).rev().find(|&stage| self.queues[stage].len() >= full[stage]) {
            Some(stage) => stage,
            None if self.climb.can_step(end) => {
                self.climb.step(&mut self.tools, highest, &mut self.ratings, &mut self.queues[0]);
                return true;
            }
            None if !end => return false,
            None => match (0..5).find(|&stage| !self.queues[stage].is_empty()) {
                Some(stage) => stage,
                None => return false,
            },
        };
        let level = [5, 6, 7, 9, 10][stage];
        if level > highest {
            for one in self.queues[stage].drain(..) {
                self.ratings[one.job as usize] = Rating::STUCK;
            }
        } else if level < 7 {
            self.subsets(stage, level);
        } else {
            self.assume(stage, level, highest, full[stage]);
        }
        true
    }

    /// Levels 5 and 6.
    fn subsets(&mut self, stage: usize, level: u8) {
        let Stages { tools, climb, solved, squares, queues, ratings, solutions, .. } = self;
        let [queue, next] = &mut queues[stage..stage + 2] else { return };
        let batch = queue.len().saturating_sub(Plane::<W>::LANES)..queue.len();
        let lanes = Plane::below(batch.len());
        tools.give(&mut solved.candidates, queue[batch.clone()].iter().map(|one| one.board));
        let found = if level == 5 {
            (tools.kernels.pairs)(squares, &mut solved.candidates, &lanes)
        } else {
            tools.give(
                &mut solved.solutions,
                queue[batch.clone()].iter().map(|one| solutions[one.job as usize]),
            );
            (tools.kernels.matchings)(squares, &mut solved.candidates, &solved.solutions, &lanes)
        };
        tools.take(&solved.candidates, found);
        for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
            let job = queue[batch.start + usize::from(lane)].job;
            ratings[job as usize].count(level, 1);
            climb.queue.push(Waiting { job, board: *board });
        }
        for (lane, one) in queue.drain(batch).enumerate() {
            if !found.contains(lane) {
                next.push(one);
            }
        }
    }

    /// Levels 7–10.
    fn assume(&mut self, stage: usize, level: u8, highest: u8, most: usize) {
        let Stages { tools, climb, refuter, deep, queues, ratings, solutions, .. } = self;
        let queue = &mut queues[stage];
        let batch: Vec<Waiting> = queue.drain(queue.len().saturating_sub(most)..).collect();
        let solution_of = |one: &Waiting| &solutions[one.job as usize];
        let mut entries: Vec<Entry> =
            batch.iter().map(|one| Entry::of(&one.board, solution_of(one))).collect();
        match level {
            7 => refuter.refute(tools, &mut entries, highest > 7),
            9 => refuter.refute_in_the_end(tools, &mut entries),
            _ => deep.refute(tools, refuter, &mut entries),
        }
        for (mut one, entry) in batch.into_iter().zip(&entries) {
            let (gone, level) =
                if entry.gone == [0; 12] { (entry.gone_next, level + 1) } else { (entry.gone, level) };
            if gone == [0; 12] {
                match queues.get_mut(stage + 1) {
                    Some(next) => next.push(one),
                    None => ratings[one.job as usize] = Rating::STUCK,
                }
            } else {
                for word in 0..12 {
                    one.board[word] &= !gone[word];
                }
                ratings[one.job as usize].count(level, 1);
                climb.queue.push(one);
            }
        }
    }
}
