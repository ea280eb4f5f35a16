//! `--canon`: records become puzzles become canonical forms become text.

use std::thread;

use sudoku::canon::{canonical, canonical_grid, prepare};
use sudoku::format::Record;
use sudoku::grid::{Grid, Puzzle};
use sudoku::reader::Reader;
use sudoku::solver::{Solver, Verdict};

use super::batch::{Answered, Batch, unread};
use super::ending::Ended;
use super::environment::instruction_set;
use super::options::{Common, Reading};
use super::reading::read;
use super::report::Wrong;
use super::solve::impossible;

pub(super) fn canon(reading: &Reading, common: &Common) -> Ended {
    // Meanwhile input is opened and its first puzzles are solved. Without this thread who needs the tables makes them.
    _ = thread::Builder::new().spawn(prepare);
    read(reading, common, "puzzle", Reader::new, || {
        let (mut solver, mut open, mut verdicts) =
            (Solver::with_instruction_set(instruction_set()), vec![], vec![]);
        move |batch: &mut Batch<Puzzle>| {
            // A completed grid is its own solution, and needs no solver.
            open.clear();
            open.extend(batch.items().iter().filter(|puzzle| puzzle.digits().contains(&0)));
            verdicts.resize(open.len(), Verdict::None);
            solver.solve(&open, &mut verdicts);
            let mut verdicts = verdicts.iter();
            batch.answer(
                |_, puzzle, writer| {
                    let form = match Grid::try_from(*puzzle) {
                        Ok(grid) => canonical_grid(&grid).map(Puzzle::from).ok_or_else(|| impossible(puzzle)),
                        Err(_) => {
                            let verdict = verdicts.next();
                            debug_assert!(verdict.is_some(), "each puzzle that is no grid has its verdict");
                            form(puzzle, verdict.unwrap_or(&Verdict::None))
                        }
                    };
                    match form {
                        Ok(form) => {
                            writer.write(Record::Answer { puzzle, answer: &form });
                            Answered::Solved
                        }
                        Err(wrong) => {
                            writer.write(Record::Fault { puzzle, why: format_args!("{wrong}") });
                            Answered::Fault(wrong)
                        }
                    }
                },
                unread,
            );
        }
    })
}

/// The canonical form of a puzzle with this verdict.
fn form(puzzle: &Puzzle, verdict: &Verdict) -> Result<Puzzle, Wrong> {
    match verdict {
        Verdict::Unique(solution) => Ok(canonical(puzzle, solution)),
        Verdict::Several(_) => Err(Wrong::SeveralSolutions),
        Verdict::None => Err(impossible(puzzle)),
    }
}
