//! `-s`: records become puzzles become verdicts become text.

use sudoku::format::{Record, Writer};
use sudoku::grid::Puzzle;
use sudoku::reader::Reader;
use sudoku::solver::{Solver, Verdict};

use super::batch::{Answered, Batch, unread};
use super::ending::Ended;
use super::environment::instruction_set;
use super::options::{Common, Solve};
use super::reading::read;
use super::report::Wrong;

pub(super) fn solve(solve: Solve, common: &Common) -> Ended {
    let Solve { reading, unique, count } = solve;
    match count {
        None => read(&reading, common, "puzzle", Reader::new, || {
            let (mut solver, mut verdicts) = (Solver::with_instruction_set(instruction_set()), vec![]);
            move |batch: &mut Batch<Puzzle>| {
                verdicts.resize(batch.items().len(), Verdict::None);
                solver.solve(batch.items(), &mut verdicts);
                batch.answer(|at, puzzle, writer| solution(puzzle, verdicts[at], unique, writer), unread);
            }
        }),
        Some(limit) => read(&reading, common, "puzzle", Reader::new, || {
            let (mut solver, mut counts) = (Solver::with_instruction_set(instruction_set()), vec![]);
            move |batch: &mut Batch<Puzzle>| {
                counts.resize(batch.items().len(), 0);
                // It takes two to know that there are several.
                solver.count(batch.items(), limit.max(if unique { 2 } else { 1 }), &mut counts);
                batch.answer(
                    |at, puzzle, writer| {
                        write_count(puzzle, counts[at].min(limit), writer);
                        match counts[at] {
                            0 => Answered::Fault(impossible(puzzle)),
                            1 => Answered::Solved,
                            _ if unique => Answered::Fault(Wrong::SeveralSolutions),
                            _ => Answered::Several,
                        }
                    },
                    |_, writer| write_count(&Puzzle::EMPTY, 0, writer),
                );
            }
        }),
    }
}

/// Writes the answer to a puzzle.
fn solution(puzzle: &Puzzle, verdict: Verdict, unique: bool, writer: &mut Writer) -> Answered {
    let fault = match verdict {
        Verdict::None => impossible(puzzle),
        Verdict::Several(_) if unique => Wrong::SeveralSolutions,
        Verdict::Unique(grid) | Verdict::Several(grid) => {
            writer.write(Record::Answer { puzzle, answer: &grid.into() });
            let unique = matches!(verdict, Verdict::Unique(_));
            return if unique { Answered::Solved } else { Answered::Several };
        }
    };
    writer.write(Record::Fault { puzzle, why: format_args!("{fault}") });
    Answered::Fault(fault)
}

/// Why a puzzle has no solution, as far as a glance tells.
pub(super) fn impossible(puzzle: &Puzzle) -> Wrong {
    puzzle.conflict().map_or(Wrong::NoSolution, Wrong::Conflict)
}

fn write_count(puzzle: &Puzzle, count: u64, writer: &mut Writer) {
    writer.write_line(puzzle, itoa::Buffer::new().format(count).as_bytes());
}
