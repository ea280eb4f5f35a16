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

/// How much is read at once. At the end of a block lanes run empty, stage by stage, which takes as long as a thousand puzzles or
/// two; so blocks are large.
const BUFFER: usize = 16_384 * 82;

pub(super) fn rate(reading: &Reading, common: &Common) -> Ended {
    read(
        reading,
        common,
        "puzzle",
        |input| Reader::with_buffer(input, BUFFER),
        || {
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
        },
    )
}

/// Writes both numbers; a separator between them as the form has it.
fn write(puzzle: &Puzzle, level: u8, rounds: u16, writer: &mut Writer) {
    writer.write_numbers(puzzle, &[level.into(), rounds]);
}
