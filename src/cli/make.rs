//! `-n`: places become puzzles become text.

use std::io::{self, Write};
use std::ops::ControlFlow;

use sudoku::files::Output;
use sudoku::format::{Format, Record, Writer};
use sudoku::maker::{Maker, NoSuchPuzzle};
use sudoku::pipeline::{self, Supply};

use super::ending::{Ended, end, failed};
use super::environment::instruction_set;
use super::options::{Common, Make};
use super::report::{Report, Tally, say};

/// The most puzzles in a block: enough that the end of a block, when the engine's lanes run empty, costs little.
const PUZZLES_IN_A_BLOCK: u64 = 12_288;

/// The same where a puzzle is written with two kilobytes of a page: enough for a stack of paper, little memory.
const PUZZLES_IN_A_BLOCK_OF_A_PAGE: u64 = 2048;

pub(super) fn make(make: Make, common: &Common) -> Ended {
    let maker = Maker::new(make.seed).with_instruction_set(instruction_set()).symmetric(make.symmetry);
    let maker = match make.holes {
        Some(holes) => maker.holes(holes),
        None => maker,
    };
    let maker = match make.levels {
        Some(levels) => maker.levels(levels),
        None => maker,
    };
    let mut output = Output::open(&common.output).map_err(failed)?;
    if make.is_random && common.verbose {
        say(format_args!("the seed is {}", make.seed));
    }
    let mut report = Report::new(&common.output, "new puzzle", common.verbose, Some(make.puzzles));
    let (mut next, puzzles, skip, format) = (0, make.puzzles, make.skip, common.format);
    // As many blocks for each thread, all of the same size.
    let most = match format {
        Format::Html => PUZZLES_IN_A_BLOCK_OF_A_PAGE,
        _ => PUZZLES_IN_A_BLOCK,
    };
    let rounds = puzzles.div_ceil(most * common.jobs as u64);
    let in_a_block = puzzles.div_ceil(rounds * common.jobs as u64);
    let result = pipeline::run(
        common.jobs,
        move |block: &mut Block| {
            block.puzzles = in_a_block.min(puzzles - next);
            block.writer.begin(format, next);
            next += block.puzzles;
            Ok(if next == puzzles { Supply::End } else { Supply::More })
        },
        || {
            let mut maker = maker.clone();
            move |block: &mut Block| {
                let first = skip + u128::from(block.writer.records());
                if maker.position() != first {
                    maker.jump_to(first);
                }
                for made in maker.make(block.puzzles as usize) {
                    match made {
                        Ok(made) => block
                            .writer
                            .write(Record::Made { puzzle: &made.puzzle, solution: &made.solution }),
                        Err(error) => block.error = Some(error),
                    }
                }
            }
        },
        |block, supply| {
            if supply == Supply::End {
                block.writer.end();
            }
            output.write_all(block.writer.text())?;
            if let Some(error) = block.error {
                return Err(io::Error::other(error));
            }
            report.add(Tally { records: block.puzzles, ..Tally::default() });
            report.progress(block.writer.records());
            Ok(ControlFlow::Continue(()))
        },
    );
    let result = result.and_then(|()| output.finish().map_err(failed));
    end(result, report)
}

/// A block of puzzles.
#[derive(Default)]
struct Block {
    puzzles: u64,
    writer: Writer,
    /// Where it ends before its time.
    error: Option<NoSuchPuzzle>,
}
