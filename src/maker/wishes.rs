//! What puzzles are to be like; and how one is made, one question after the other.

use super::ask;
use super::attempt::{Attempt, Rules};
use super::draws::Draws;
use super::made::{Made, NoSuchPuzzle, TRIES};
use super::panel::Panel;
use super::sets::Pairs;
use crate::grid::Grid;
use crate::numbering::{Corner, Numbering, Shuffle};
use crate::rating::Level;
use crate::solver::Solver;
use crate::solver::orbits::Orbits;

/// The most holes that can be asked for: puzzles of 20 clues and less are too rare.
pub const MOST_HOLES: u8 = 60;

/// The highest level that can be asked for: puzzles beyond are too rare.
pub const HIGHEST_LEVEL: u8 = 9;
/// The highest level whose rules are no assumptions.
const HIGHEST_RULES: u8 = 6;

/// From how many to how many cells are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holes {
    least: u8,
    pub(super) most: u8,
}

impl Holes {
    /// From `least` to `most`, if 1 ≤ least ≤ most ≤ [`MOST_HOLES`].
    #[must_use]
    pub const fn new(least: u8, most: u8) -> Option<Holes> {
        if 1 <= least && least <= most && most <= MOST_HOLES { Some(Holes { least, most }) } else { None }
    }
}

/// From which level to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    least: Level,
    pub(super) most: Level,
}

impl Levels {
    /// From `least` to `most`, if 1 ≤ least ≤ most ≤ [`HIGHEST_LEVEL`].
    #[must_use]
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

    pub(super) fn contain(self, level: Level) -> bool {
        (self.least..=self.most).contains(&level)
    }
}

/// What puzzles are to be like.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    pub(super) seed: u64,
    pub(super) shuffle: Shuffle,
    pub(super) holes: Option<Holes>,
    pub(super) levels: Option<Levels>,
    pub(super) rules: Rules,
}

/// What a try has come to.
pub(super) enum Outcome {
    /// It is what is wanted.
    Good,
    /// It isn't.
    Bad,
    /// That depends on its level.
    Unrated,
}

impl Wishes {
    /// The solution at a place, and how many holes it is to get.
    pub(super) fn start(&self, place: u128) -> Option<Start> {
        let mut draws = Draws::new(self.seed, place);
        let corner = Corner::new(1 + draws.below(9))?;
        let solution = Numbering::shared().unrank(corner, self.shuffle.number(place)).ok();
        debug_assert!(solution.is_some(), "the shuffled number of a place is that of a grid");
        let solution = solution?;
        let target = match self.holes {
            Some(Holes { least, most }) => least + draws.below(most - least + 1),
            None => u8::MAX,
        };
        Some(Start { draws, target, solution })
    }

    /// The level whose rules have to solve what is left, if rules are the test.
    pub(super) fn tested_by(&self) -> Option<Level> {
        self.levels.filter(|levels| levels.are_rules()).map(|levels| levels.most)
    }

    /// The level whose rules mustn't solve what is left in the end, if rules are the test.
    pub(super) fn not_by(&self) -> Option<Level> {
        self.levels
            .filter(|levels| levels.are_rules())
            .and_then(|levels| Level::new(levels.least.number() - 1))
    }

    /// Is a try good, as far as is known? It is known whether its level suits, if that has been asked.
    pub(super) fn outcome(&self, attempt: &Attempt, suits: Option<bool>) -> Outcome {
        if self.holes.is_some_and(|holes| !(holes.least..=holes.most).contains(&attempt.holes())) {
            return Outcome::Bad;
        }
        match (self.levels, suits) {
            (Some(_), Some(false)) => Outcome::Bad,
            (Some(levels), None) if levels.least.number() > 1 || !levels.are_rules() => Outcome::Unrated,
            _ => Outcome::Good,
        }
    }

    /// Answers all questions of a try, one after the other. Is it good?
    pub(super) fn finish(
        &self,
        attempt: &mut Attempt,
        solution: &Grid,
        solver: &mut Solver,
        panel: &mut Panel,
    ) -> bool {
        let tested_by = self.tested_by();
        while let Some(question) = attempt.question(&self.rules, solution) {
            let found = match tested_by {
                Some(level) => ask::left(level, solution, question.empty),
                None => ask::another(solver, solution, question),
            };
            attempt.answer(&self.rules, solution, found);
        }
        let suits = match (self.outcome(attempt, None), self.levels) {
            (Outcome::Unrated, Some(levels)) => Some(match self.not_by() {
                Some(level) => ask::left(level, solution, attempt.empty()).is_some(),
                None => {
                    let puzzle = ask::emptied(solution, attempt.empty());
                    levels.contain(panel.level(levels.most, puzzle, solution))
                }
            }),
            _ => None,
        };
        matches!(self.outcome(attempt, suits), Outcome::Good)
    }

    /// The puzzle at a place, one question after the other.
    pub(super) fn make(
        &self,
        place: u128,
        solver: &mut Solver,
        panel: &mut Panel,
    ) -> Result<Made, NoSuchPuzzle> {
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
pub(super) struct Start {
    pub(super) draws: Draws,
    pub(super) target: u8,
    pub(super) solution: Grid,
}

impl Start {
    pub(super) fn made(&self, attempt: &Attempt) -> Made {
        Made { puzzle: ask::emptied(&self.solution, attempt.empty()), solution: self.solution }
    }
}
