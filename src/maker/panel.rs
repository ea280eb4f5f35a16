//! How hard puzzles are: questions are gathered, and answered together.

use crate::grid::{Grid, Puzzle};
use crate::rating::{Level, Rater};
use crate::solver::InstructionSet;

/// Puzzles that wait for their level.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    set: InstructionSet,
    /// Made when there is something to ask.
    rater: Option<Box<Rater>>,
    tickets: Vec<u32>,
    puzzles: Vec<Puzzle>,
    solutions: Vec<Grid>,
}

impl Panel {
    pub(super) fn new(set: InstructionSet) -> Panel {
        Panel { set, rater: None, tickets: Vec::new(), puzzles: Vec::new(), solutions: Vec::new() }
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.tickets.len()
    }

    /// What is the level of this puzzle, which has this solution, and perhaps others?
    pub(super) fn ask(&mut self, ticket: u32, puzzle: Puzzle, solution: &Grid) {
        self.tickets.push(ticket);
        self.puzzles.push(puzzle);
        self.solutions.push(*solution);
    }

    /// Answers all that wait. A level above `highest` says only that it is above.
    pub(super) fn answer(&mut self, highest: Level, answers: &mut Vec<(u32, Level)>) {
        let Panel { set, rater, tickets, puzzles, solutions } = self;
        let rater = rater.get_or_insert_with(|| Box::new(Rater::with_instruction_set(*set)));
        answers.clear();
        let levels = rater.levels(puzzles, solutions, highest);
        answers.extend(tickets.drain(..).zip(levels));
        puzzles.clear();
        solutions.clear();
    }

    /// One question, and its answer.
    pub(super) fn level(&mut self, highest: Level, puzzle: Puzzle, solution: &Grid) -> Level {
        let rater = self.rater.get_or_insert_with(|| Box::new(Rater::with_instruction_set(self.set)));
        rater.levels(&[puzzle], &[*solution], highest).next().unwrap_or(Level::BEYOND)
    }
}
