//! `-c`: numbers become grids become text.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use sudoku::files::Output;
use sudoku::format::{Record, Writer};
use sudoku::generator::Generator;
use sudoku::pipeline::{self, Stopped, Supply};

use super::ending::{Ended, end, failed};
use super::options::{Common, Create};
use super::report::{Report, Tally};

/// Grids in a block of `-c --seed`: a third of a millisecond's work.
const GRIDS_IN_A_BLOCK: u64 = 512;

pub(super) fn create(create: Create, common: &Common) -> Ended {
    let mut output = Output::open(&common.output).map_err(failed)?;
    let mut report = Report::new(&common.output, "grid", common.verbose, Some(create.grids));
    let mut before = 0;
    // More text, after which so many grids are done in all.
    let put = |text: &[u8], done: u64| {
        output.write_all(text)?;
        report.add(Tally { records: done - before, solved: done - before, ..Tally::default() });
        before = done;
        report.progress(done);
        Ok(())
    };
    let generator = Generator::new(create.corner);
    let result = match create.seed {
        None => in_order(generator.skip_to(create.skip), &create, common, put),
        Some(seed) => shuffled(&generator.shuffled(seed), &create, common, put),
    };
    let result = result.and_then(|()| output.finish().map_err(failed));
    end(result, report)
}

/// Grids in the order of their numbers, in pieces of just the size that the output passes on as they are: their text
/// is written once, where the system takes it from. A grid costs less than handing it from thread to thread, so there
/// is no other thread. (To copy it once more into pieces of this size cost 1.5 of 23 ms for a million lines.)
fn in_order(
    generator: Generator,
    create: &Create,
    common: &Common,
    mut put: impl FnMut(&[u8], u64) -> io::Result<()>,
) -> Result<(), Stopped<io::Error>> {
    let mut records = generator.records(create.grids as usize, common.format);
    let mut text = vec![0; Output::PIECE];
    loop {
        let filled = records.read(&mut text).map_err(Stopped::Failed)?;
        if filled == 0 {
            return Ok(());
        }
        put(&text[..filled], create.grids - records.left() as u64).map_err(Stopped::Failed)?;
    }
}

/// Grids in shuffled order, by all threads.
fn shuffled(
    generator: &Generator,
    create: &Create,
    common: &Common,
    mut put: impl FnMut(&[u8], u64) -> io::Result<()>,
) -> Result<(), Stopped<io::Error>> {
    let (mut next, grids, skip, format) = (0, create.grids, create.skip, common.format);
    pipeline::run(
        common.jobs,
        move |block: &mut GridBlock| {
            block.grids = GRIDS_IN_A_BLOCK.min(grids - next);
            block.writer.begin(format, next);
            next += block.grids;
            Ok(if next == grids { Supply::End } else { Supply::More })
        },
        || {
            let generator = generator.clone();
            move |block: &mut GridBlock| {
                let from = generator.clone().skip_to(skip + u128::from(block.writer.records()));
                from.grids(block.grids as usize).for_each(|grid| block.writer.write(Record::Grid(&grid)));
            }
        },
        |block, supply| {
            if supply == Supply::End {
                block.writer.end();
            }
            put(block.writer.text(), block.writer.records())?;
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// A block of `-c --seed`.
#[derive(Default)]
struct GridBlock {
    grids: u64,
    writer: Writer,
}
