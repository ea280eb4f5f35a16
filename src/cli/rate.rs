//! `--rate`: records become puzzles become levels.

use sudoku::format::Writer;
use sudoku::grid::Puzzle;
use sudoku::rating::{Rater, Rating, Unrated};
use sudoku::reader::Reader;

use super::batch::{Answered, Batch};
use super::ending::Ended;
use super::environment::instruction_set;
use super::options::{Common, Reading};
use super::reading::read;
use super::report::Wrong;
use super::solve::impossible;

pub(super) fn rate(reading: &Reading, common: &Common) -> Ended {
    read(reading, common, "puzzle", Reader::new, || {
        let (mut rater, mut ratings) = (Rater::with_instruction_set(instruction_set()), vec![]);
        move |batch: &mut Batch<Puzzle>| {
            ratings.resize(batch.items().len(), Err(Unrated::NoSolution));
            rater.rate(batch.items(), &mut ratings);
            batch.answer(
                |at, puzzle, writer| match ratings[at] {
                    Ok(Rating { level, rounds, .. }) => {
                        write(puzzle, level.number(), rounds, writer);
                        Answered::Rated(level)
                    }
                    Err(unrated) => {
                        write(puzzle, 0, 0, writer);
                        Answered::Fault(match unrated {
                            Unrated::NoSolution => impossible(puzzle),
                            Unrated::SeveralSolutions => Wrong::SeveralSolutions,
                        })
                    }
                },
                |_, writer| write(&Puzzle::EMPTY, 0, 0, writer),
            );
        }
    })
}

/// Writes both numbers; a separator between them as the form has it.
fn write(puzzle: &Puzzle, level: u8, rounds: u16, writer: &mut Writer) {
    writer.write_numbers(puzzle, &[level.into(), rounds]);
}
