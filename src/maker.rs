//! Puzzles by the million: seed and place in, puzzles out.
//!
//! Each puzzle has exactly one solution, and is *minimal*: no clue can go. (With a number of holes there may be clues
//! to spare; with a symmetry no orbit of clues can go.) Puzzle k of a seed is a function of the seed, k and the
//! options alone, the same on every machine and in every release, and no puzzle of a sequence comes twice.
//!
//! ```
//! use sudoku::maker::Maker;
//! for made in Maker::new(7).skip_to(1_000_000).puzzles(3) {
//!     let made = made?;
//!     assert!(made.solution.solves(&made.puzzle));
//! }
//! # Ok::<(), sudoku::maker::NoSuchPuzzle>(())
//! ```
//!
//! The method is the plain *top-down* one. Draws are those of SplitMix64, begun from seed and place:
//!
//! ```text
//!   a draw: the corner   ─► the grid at this place of the shuffled order of all grids with this corner
//!   a draw: the target   ─► how many holes, if that is limited
//!   80 draws: the order  ─► each cell in this order is emptied if there is still one solution; done at the target
//!             ▲                   │
//!             └── too few holes ──┘   or another level than wanted
//! ```
//!
//! Where puzzles of levels up to 6 are wanted, cells are emptied as long as the rules of the highest wanted level solve what is
//! left; so no clue can go without leaving that level.
//!
//! It favours puzzles with few clues: 24.4 on the average, where all minimal puzzles have 26.6 (D. Berthier, "Unbiased
//! statistics of a CSP", 2009).
//!
//! Imports point down:
//!
//! ```text
//!   crowd                many puzzles at once, for the engine's lanes
//!   ask                  questions, one by one
//!   panel                how hard puzzles and what becomes of them are, in batches
//!   attempt              a try, many cells to a question
//!   draws pattern sets   the random numbers of one puzzle; symmetries; unavoidable sets: what needn't be asked
//!   places               cells in the order of the engine
//! ```

mod ask;
mod attempt;
mod crowd;
mod draws;
mod panel;
mod pattern;
mod places;
mod sets;

use std::fmt;
use std::iter::FusedIterator;
use std::vec;

use crate::grid::{Grid, Puzzle};
use crate::numbering::{Corner, GRIDS_PER_CORNER, Numbering, Shuffle};
use crate::rating::Level;
use crate::solver::another::Another;
use crate::solver::orbits::Orbits;
use crate::solver::{InstructionSet, Solver};
use attempt::{Attempt, Rules};
use crowd::Crowd;
use draws::Draws;
use panel::Panel;
pub use pattern::Symmetry;
use sets::Pairs;

/// The most holes that can be asked for: puzzles of 20 clues and less are too rare.
pub const MOST_HOLES: u8 = 60;

/// The highest level that can be asked for: puzzles beyond are too rare.
pub const HIGHEST_LEVEL: u8 = 9;
/// The highest level whose rules are no assumptions.
const HIGHEST_RULES: u8 = 6;

/// So many tries are made for each puzzle.
pub const TRIES: u32 = 100_000;

/// Puzzles that are made ahead of an iterator's use, at most.
const AHEAD: usize = 16_384;
/// So few are made one by one.
const FEW: usize = 8;

/// From how many to how many cells are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holes {
    least: u8,
    most: u8,
}

impl Holes {
    /// From `least` to `most`, if 1 ≤ least ≤ most ≤ [`MOST_HOLES`].
    pub const fn new(least: u8, most: u8) -> Option<Holes> {
        if 1 <= least && least <= most && most <= MOST_HOLES { Some(Holes { least, most }) } else { None }
    }
}

/// From which level to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    least: Level,
    most: Level,
}

impl Levels {
    /// From `least` to `most`, if 1 ≤ least ≤ most ≤ [`HIGHEST_LEVEL`].
    pub const fn new(least: u8, most: u8) -> Option<Levels> {
        match (Level::new(least), Level::new(most)) {
            (Some(from), Some(to)) if least <= most && most <= HIGHEST_LEVEL => {
                Some(Levels { least: from, most: to })
            }
            _ => None,
        }
    }

    /// Is it the rules that cells are emptied by? Beyond, their reach is too far to feel the difference.
    fn are_rules(self) -> bool {
        self.most.number() <= HIGHEST_RULES
    }

    fn contain(self, level: Level) -> bool {
        (self.least..=self.most).contains(&level)
    }
}

/// A puzzle, and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Grid,
}

/// Of the tries at one place none had what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPuzzle {
    /// The place in the sequence.
    pub place: u128,
}

impl fmt::Display for NoSuchPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such puzzle in {TRIES} tries at place {}", self.place)
    }
}

impl std::error::Error for NoSuchPuzzle {}

/// What puzzles are to be like.
#[derive(Clone, Debug)]
struct Wishes {
    seed: u64,
    shuffle: Shuffle,
    holes: Option<Holes>,
    levels: Option<Levels>,
    rules: Rules,
}

/// What a try has come to.
enum Outcome {
    /// It is what is wanted.
    Good,
    /// It isn't.
    Bad,
    /// That depends on its level.
    Unrated,
}

/// The sequence of puzzles of a seed, from a place on: an iterator that never ends before the last grid has had its
/// turn. [`Iterator::nth`] and [`Maker::skip_to`] are jumps.
#[derive(Clone, Debug)]
pub struct Maker {
    wishes: Wishes,
    symmetry: Symmetry,
    /// The place of the next puzzle that isn't made yet, at most [`GRIDS_PER_CORNER`].
    position: u128,
    /// Those that are.
    ready: vec::IntoIter<Result<Made, NoSuchPuzzle>>,
    /// How many are made next time.
    ahead: usize,
    solver: Solver,
    panel: Panel,
    /// Made when so many puzzles are wanted that it is worth it.
    crowd: Option<Crowd>,
}

impl Maker {
    /// The sequence that this seed picks, from its beginning.
    pub fn new(seed: u64) -> Maker {
        let symmetry = Symmetry::None;
        Maker {
            wishes: Wishes {
                seed,
                shuffle: Shuffle::new(seed),
                holes: None,
                levels: None,
                rules: Rules::new(symmetry, u8::MAX),
            },
            symmetry,
            position: 0,
            ready: Vec::new().into_iter(),
            ahead: 1,
            solver: Solver::new(),
            panel: Panel::new(InstructionSet::best()),
            crowd: None,
        }
    }

    /// Puzzles with so many holes, which needn't be minimal.
    pub fn holes(self, holes: Holes) -> Maker {
        self.wish(|wishes, _| wishes.holes = Some(holes))
    }

    /// Puzzles with this symmetry, from which no orbit of clues can go.
    pub fn symmetric(self, symmetry: Symmetry) -> Maker {
        self.wish(|_, wished| *wished = symmetry)
    }

    /// Puzzles of these levels.
    pub fn levels(self, levels: Levels) -> Maker {
        self.wish(|wishes, _| wishes.levels = Some(levels))
    }

    /// The same sequence from this place on. Nothing is left from [`GRIDS_PER_CORNER`] on.
    pub fn skip_to(mut self, place: u128) -> Maker {
        self.jump_to(place);
        self
    }

    /// Goes on at this place.
    pub fn jump_to(&mut self, place: u128) {
        self.ready = Vec::new().into_iter();
        self.position = place.min(GRIDS_PER_CORNER);
    }

    /// The same sequence, made with this instruction set.
    pub fn with_instruction_set(self, set: InstructionSet) -> Maker {
        Maker { solver: Solver::with_instruction_set(set), panel: Panel::new(set), crowd: None, ..self }
    }

    /// The next `count` puzzles, fewer where the end is near or one of them is not to be had, and all at once: nothing makes them
    /// faster.
    pub fn make(&mut self, count: usize) -> impl Iterator<Item = Result<Made, NoSuchPuzzle>> {
        let count = count.min(usize::try_from(self.left()).unwrap_or(usize::MAX));
        let mut made: Vec<_> = self.ready.by_ref().take(count).collect();
        while made.len() < count && made.last().is_none_or(|made| made.is_ok()) {
            made.extend(self.make_block(count - made.len()));
        }
        made.into_iter()
    }

    /// The next `count` puzzles, fewer where the end is near: an iterator that knows its length, and makes no more.
    pub fn puzzles(self, count: usize) -> Puzzles {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX).min(count);
        Puzzles { maker: self, left }
    }

    /// The place of the next puzzle.
    pub fn position(&self) -> u128 {
        self.position - self.ready.len() as u128
    }

    /// What is ready was made without the new wish.
    fn wish(mut self, change: impl FnOnce(&mut Wishes, &mut Symmetry)) -> Maker {
        self.position = self.position();
        self.ready = Vec::new().into_iter();
        let Maker { wishes, symmetry, .. } = &mut self;
        change(wishes, symmetry);
        wishes.rules = Rules::new(*symmetry, wishes.holes.map_or(u8::MAX, |holes| holes.most));
        self
    }

    fn left(&self) -> u128 {
        GRIDS_PER_CORNER - self.position()
    }

    /// The next puzzles, up to the first that there isn't.
    fn make_block(&mut self, count: usize) -> Vec<Result<Made, NoSuchPuzzle>> {
        let Maker { wishes, solver, panel, crowd, position, .. } = self;
        let count = count.min(AHEAD);
        let made = if count < FEW {
            let mut made = Vec::new();
            for place in (*position..).take(count) {
                made.push(wishes.make(place, solver, panel));
                if made.last().is_some_and(Result::is_err) {
                    break;
                }
            }
            made
        } else {
            let crowd = crowd.get_or_insert_with(|| Crowd::new(Another::new(solver.instruction_set())));
            crowd.make(wishes, *position, count, solver, panel)
        };
        *position += made.len() as u128;
        made
    }

    /// The next one; up to `wanted` are made together.
    fn next_of(&mut self, wanted: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        if self.ready.as_slice().is_empty() {
            let count = wanted.min(self.ahead).min(usize::try_from(self.left()).unwrap_or(usize::MAX));
            self.ahead = (2 * self.ahead).min(AHEAD);
            self.ready = self.make_block(count).into_iter();
        }
        self.ready.next()
    }
}

impl Wishes {
    /// The solution at a place, and how many holes it is to get. None beyond the last grid.
    fn start(&self, place: u128) -> Option<Start> {
        let mut draws = Draws::new(self.seed, place);
        let corner = Corner::new(1 + draws.below(9))?;
        let solution = Numbering::shared().unrank(corner, self.shuffle.number(place)).ok()?;
        let target = match self.holes {
            Some(Holes { least, most }) => least + draws.below(most - least + 1),
            None => u8::MAX,
        };
        Some(Start { draws, target, solution })
    }

    /// The level whose rules have to solve what is left, if rules are the test.
    fn tested_by(&self) -> Option<Level> {
        self.levels.filter(|levels| levels.are_rules()).map(|levels| levels.most)
    }

    /// Is a try good, as far as is known? Its level is, if it has been asked for.
    fn outcome(&self, attempt: &Attempt, level: Option<Level>) -> Outcome {
        if self.holes.is_some_and(|holes| !(holes.least..=holes.most).contains(&attempt.holes())) {
            return Outcome::Bad;
        }
        match (self.levels, level) {
            (Some(levels), Some(level)) if !levels.contain(level) => Outcome::Bad,
            (Some(levels), None) if levels.least.number() > 1 || !levels.are_rules() => Outcome::Unrated,
            _ => Outcome::Good,
        }
    }

    /// Answers all questions of a try, one after the other. Is it good?
    fn finish(&self, attempt: &mut Attempt, solution: &Grid, solver: &mut Solver, panel: &mut Panel) -> bool {
        let tested_by = self.tested_by();
        while let Some(question) = attempt.question(&self.rules, solution) {
            if let Some(level) = tested_by {
                if panel.level(level, &ask::emptied(solution, question.empty), solution) <= level {
                    attempt.decide(&self.rules, solution);
                } else {
                    attempt.refuse(&self.rules, solution);
                }
            } else if let Some(differs) = ask::another(solver, solution, question) {
                attempt.learn(&self.rules, solution, differs);
            } else {
                attempt.decide(&self.rules, solution);
            }
        }
        let level = match (self.outcome(attempt, None), self.levels) {
            (Outcome::Unrated, Some(levels)) => {
                Some(panel.level(levels.most, &ask::emptied(solution, attempt.empty()), solution))
            }
            _ => None,
        };
        matches!(self.outcome(attempt, level), Outcome::Good)
    }

    /// The puzzle at a place, one question after the other.
    fn make(&self, place: u128, solver: &mut Solver, panel: &mut Panel) -> Result<Made, NoSuchPuzzle> {
        let none = NoSuchPuzzle { place };
        let mut start = self.start(place).ok_or(none)?;
        let (mut attempt, mut pairs) = (Attempt::NONE, Pairs::new(Orbits::close));
        for _ in 0..TRIES {
            attempt.begin(&self.rules, &mut start.draws, start.target, &start.solution, &mut pairs);
            if self.finish(&mut attempt, &start.solution, solver, panel) {
                return Ok(start.made(&attempt));
            }
        }
        Err(none)
    }
}

/// What tries begin with.
#[derive(Clone, Copy, Debug)]
struct Start {
    draws: Draws,
    target: u8,
    solution: Grid,
}

impl Start {
    fn made(&self, attempt: &Attempt) -> Made {
        Made { puzzle: ask::emptied(&self.solution, attempt.empty()), solution: self.solution }
    }
}

impl Iterator for Maker {
    type Item = Result<Made, NoSuchPuzzle>;

    fn next(&mut self) -> Option<Result<Made, NoSuchPuzzle>> {
        self.next_of(usize::MAX)
    }

    fn nth(&mut self, n: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        let ready = self.ready.len();
        if n < ready {
            return self.ready.nth(n);
        }
        self.ready = Vec::new().into_iter();
        self.position = GRIDS_PER_CORNER.min(self.position + (n - ready) as u128);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left());
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl FusedIterator for Maker {}

/// The next puzzles of a sequence, see [`Maker::puzzles`].
#[derive(Clone, Debug)]
pub struct Puzzles {
    maker: Maker,
    left: usize,
}

impl Iterator for Puzzles {
    type Item = Result<Made, NoSuchPuzzle>;

    fn next(&mut self) -> Option<Result<Made, NoSuchPuzzle>> {
        let wanted = self.left;
        self.left = wanted.checked_sub(1)?;
        self.maker.next_of(wanted)
    }

    fn nth(&mut self, n: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        self.left = self.left.saturating_sub(n);
        self.left = self.left.checked_sub(1)?;
        self.maker.nth(n)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Puzzles {}
impl FusedIterator for Puzzles {}
