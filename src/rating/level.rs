//! What is said of a puzzle: its level and its rounds, or why it has none.

use std::error::Error;
use std::fmt;

/// A level, 1–11: which rules a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// What level 10 doesn't finish.
    pub const BEYOND: Level = Level(11);

    /// The level with this number, 1–11; `None` beyond.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= Level::BEYOND.0 { Some(Level(number)) } else { None }
    }

    /// All levels, from the easiest on.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::BEYOND.0).map(Level)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What it adds, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "last cells and singles in boxes",
            2 => "singles in rows and columns",
            3 => "cells with one candidate",
            4 => "locked candidates",
            5 => "pairs",
            6 => "triples, quads and fish",
            7 => "assumptions refuted in one round",
            8 => "assumptions refuted in two rounds",
            9 => "assumptions refuted in more rounds",
            10 => "assumptions inside assumptions",
            _ => "beyond all rules",
        }
    }
}

/// Its name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// The highest level that it needs.
    pub level: Level,
    /// How many rounds it takes of that level: 0 for a completed grid, and beyond all rules.
    pub rounds: u16,
}

impl Rating {
    /// A completed grid's.
    pub(super) const NONE: Rating = Rating { level: Level(1), rounds: 0 };
    /// That of a puzzle which gets stuck.
    pub(super) const STUCK: Rating = Rating { level: Level::BEYOND, rounds: 0 };

    /// After so many more rounds of a level.
    pub(super) fn count(&mut self, level: u8, rounds: u16) {
        if rounds > 0 && self.level.0 <= level {
            let before = if self.level.0 == level { self.rounds } else { 0 };
            *self = Rating { level: Level(level), rounds: before + rounds };
        }
    }
}

/// Why a puzzle has no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrated {
    /// No grid keeps its clues.
    NoSolution,
    /// More than one does.
    SeveralSolutions,
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unrated::NoSolution => "no solution",
            Unrated::SeveralSolutions => "several solutions",
        })
    }
}

impl Error for Unrated {}
