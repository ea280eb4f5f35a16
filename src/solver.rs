//! Puzzles in, verdicts out; hides which engine did it.
//!
//! Two solvers live here. One takes a single puzzle (`one`): the readable one, for what is too little or too hard for
//! the other. The engine takes hundreds at once: each has a bit, its *lane*, in every *plane*, which is one fact about all of
//! them, and a rule is AND, OR and NOT on planes.
//!
//! Imports point down:
//!
//! ```text
//!   engine                           a batch through the phases, as wide as suits the processor
//!   stream search in_order another   deduction for whole batches; any order of solutions; first in reading order; another one
//!   by_rules                         do the rules of a level solve it?
//!   recent goal                      what the last puzzles were like; what is asked, and where the answers go
//!   one crew                         the one-puzzle solver; lanes with somebody at work in each
//!   verdict cpu                      what is known in the end; the table, filled for each instruction set: the only `unsafe`
//!   kernels                          the table: a function for each kernel
//!   turn dive                        both branches of a guess, by turning words; what another solution takes   ┐
//!   choice rules                     where to branch; the rules of people, each by itself, for `rating`        │
//!   digits boards                    puzzles and grids; one puzzle's candidates                                │ the kernels' bodies:
//!   transpose                        a quarter turn of lanes                                                   │ plain loops
//!   planes                           what is known, and the rules                                              ┘
//!   plane orbits                     one fact for each lane; lines that belong together under permutations
//! ```
//!
//! To add a **rule of deduction**: a body in `planes` and a line in `kernels`. A **question**: a file beside
//! `search`, with a crew of its own. An **instruction set**: an entry in `cpu`.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

pub(crate) mod another;
pub(crate) mod boards;
pub(crate) mod by_rules;
mod choice;
pub(crate) mod cpu;
pub(crate) mod crew;
pub(crate) mod digits;
mod dive;
mod engine;
mod goal;
mod in_order;
pub(crate) mod kernels;
mod one;
pub(crate) mod orbits;
pub(crate) mod plane;
pub(crate) mod planes;
mod recent;
pub(crate) mod rules;
mod search;
mod stream;
pub(crate) mod transpose;
mod turn;
mod verdict;

pub(crate) use boards::Board;
pub use cpu::InstructionSet;
pub(crate) use planes::{PLACES, place_of};
pub use verdict::Verdict;

use crate::grid::{Grid, Puzzle};
use engine::Engine;
use goal::Goal;

/// Solves puzzles, a batch at a time. Owns the working memory, so one serves for any number of batches; each
/// thread wants its own.
#[derive(Clone, Debug)]
pub struct Solver {
    instruction_set: InstructionSet,
    /// Made when there's a batch that is worth it.
    engine: Option<Engine>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// Fewer puzzles than this are solved one by one. For puzzles of medium difficulty the lanes are ahead from 12 on,
/// for hard ones from 4, for easy ones from 48 (AVX-512 and AVX2; half as wide, it takes twice as many).
const FEW_PUZZLES: usize = 32;
/// How many puzzles an iterator is asked for at once: the lanes are full, and 700 kB hold them and their verdicts.
const TAKEN_AT_ONCE: usize = 4096;

impl Solver {
    /// A solver that uses the best instruction set of this processor.
    #[must_use]
    pub fn new() -> Solver {
        Solver::with_instruction_set(InstructionSet::best())
    }

    /// A solver that uses this instruction set. The verdicts are the same with each.
    #[must_use]
    pub fn with_instruction_set(instruction_set: InstructionSet) -> Solver {
        Solver { instruction_set, engine: None }
    }

    /// The instruction set in use.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.instruction_set
    }

    /// The verdict of each puzzle, in its place. Like `zip`, it ends with the shorter slice.
    pub fn solve(&mut self, puzzles: &[Puzzle], verdicts: &mut [Verdict]) {
        let n = puzzles.len().min(verdicts.len());
        if n < FEW_PUZZLES {
            for (puzzle, verdict) in puzzles.iter().zip(verdicts) {
                *verdict = one::solve(puzzle);
            }
        } else {
            self.engine().run(&puzzles[..n], Goal::Verdicts(&mut verdicts[..n]));
        }
    }

    /// The verdicts of any puzzles, in their order: a block of them is taken from the iterator and solved whenever
    /// there is no verdict left to give, so memory is bounded.
    ///
    /// ```
    /// use sudoku::grid::Puzzle;
    /// use sudoku::solver::{Solver, Verdict};
    /// let mut solver = Solver::new();
    /// let verdicts = solver.verdicts(std::iter::repeat_n(Puzzle::EMPTY, 3));
    /// assert_eq!(verdicts.filter(|verdict| matches!(verdict, Verdict::Several(_))).count(), 3);
    /// ```
    pub fn verdicts<I: IntoIterator<Item = Puzzle>>(&mut self, puzzles: I) -> Verdicts<'_, I::IntoIter> {
        Verdicts { solver: self, puzzles: puzzles.into_iter(), block: vec![], verdicts: vec![], next: 0 }
    }

    /// The verdict of one puzzle.
    #[must_use]
    pub fn solve_one(&self, puzzle: &Puzzle) -> Verdict {
        one::solve(puzzle)
    }

    /// The number of solutions of each puzzle, counted up to `limit`, in its place. Like `zip`, it ends with
    /// the shorter slice.
    pub fn count(&mut self, puzzles: &[Puzzle], limit: u64, counts: &mut [u64]) {
        let n = puzzles.len().min(counts.len());
        if limit == 0 {
            counts[..n].fill(0);
        } else if n < FEW_PUZZLES {
            for (puzzle, count) in puzzles.iter().zip(counts) {
                *count = one::count(puzzle, limit);
            }
        } else {
            self.engine().run(&puzzles[..n], Goal::Counts { limit, counts: &mut counts[..n] });
        }
    }

    /// The number of solutions of one puzzle, counted up to `limit`. The time it takes grows with the limit, not
    /// with the number of solutions.
    #[must_use]
    pub fn count_one(&self, puzzle: &Puzzle, limit: u64) -> u64 {
        one::count(puzzle, limit)
    }

    /// For each puzzle a solution other than the grid that is known, any, if there is one, in its place. To ask this of a
    /// solution takes less time than to solve. Like `zip`, it ends with the shortest slice.
    ///
    /// ```
    /// use sudoku::grid::Puzzle;
    /// use sudoku::solver::Solver;
    /// let mut solver = Solver::new();
    /// let known = solver.solve_one(&Puzzle::EMPTY).solution().copied().unwrap();
    /// let mut others = [None];
    /// solver.another(&[Puzzle::EMPTY], &[known], &mut others);
    /// assert!(others[0].is_some_and(|other| other != known && other.is_legal()));
    /// ```
    pub fn another(&mut self, puzzles: &[Puzzle], known: &[Grid], others: &mut [Option<Grid>]) {
        let n = puzzles.len().min(known.len()).min(others.len());
        if n < FEW_PUZZLES {
            for at in 0..n {
                others[at] = another::singly::another(&puzzles[at], &known[at]);
            }
        } else {
            let mut engine = another::Another::new(self.instruction_set);
            another::answer_all(&mut engine, &puzzles[..n], &known[..n], &mut others[..n]);
        }
    }

    /// A solution of one puzzle other than the grid that is known, if there is one.
    #[must_use]
    pub fn another_one(&self, puzzle: &Puzzle, known: &Grid) -> Option<Grid> {
        another::singly::another(puzzle, known)
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(|| Engine::new(self.instruction_set))
    }
}

/// The verdict of each puzzle, in its place. Who asks again and again keeps a [`Solver`], and its working memory.
///
/// ```
/// use sudoku::grid::Puzzle;
/// let verdicts = sudoku::solver::solve(&[Puzzle::EMPTY; 2]);
/// assert!(verdicts.iter().all(|verdict| !verdict.is_unique()));
/// ```
#[must_use]
pub fn solve(puzzles: &[Puzzle]) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::None; puzzles.len()];
    Solver::new().solve(puzzles, &mut verdicts);
    verdicts
}

/// Verdicts for an iterator of puzzles, made by [`Solver::verdicts`].
#[derive(Debug)]
pub struct Verdicts<'a, I> {
    solver: &'a mut Solver,
    puzzles: I,
    block: Vec<Puzzle>,
    verdicts: Vec<Verdict>,
    next: usize,
}

impl<I: Iterator<Item = Puzzle>> Iterator for Verdicts<'_, I> {
    type Item = Verdict;

    fn next(&mut self) -> Option<Verdict> {
        if self.next == self.verdicts.len() {
            self.block.clear();
            self.block.extend(self.puzzles.by_ref().take(TAKEN_AT_ONCE));
            self.verdicts.resize(self.block.len(), Verdict::None);
            self.solver.solve(&self.block, &mut self.verdicts);
            self.next = 0;
        }
        let verdict = self.verdicts.get(self.next).copied();
        self.next += usize::from(verdict.is_some());
        verdict
    }
}
