//! What is to be done: one short function per mode that joins the pipeline.

use std::ffi::OsString;
use std::io;
use std::io::{ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku::format::{FaultKind, Format};
use sudoku::generator::Generator;
use sudoku::grid::{Grid, Puzzle};
use sudoku::numbering::Numbering;
use sudoku::output::{FileError, Input, Output, open_input};
use sudoku::pipeline::{self, Stopped, Supply};
use sudoku::reader::Reader;
use sudoku::solver::cpu::Backend;
use sudoku::solver::{Solver, Verdict};

use super::records::{Answered, Batch, Feed, Numbers, Source};
use super::report::{Report, Tally, say};
use super::{Command, Common, Create, Reading, Solve, parse};

/// Everything was done.
const DONE: u8 = 0;
/// Some record is at fault.
const FAULTS: u8 = 1;
/// Wrong usage, or a file failed: the result is not to be trusted.
const FAILED: u8 = 2;

/// Grids in a block of `-c --seed`: a third of a millisecond's work.
const GRIDS: u64 = 512;

/// Does what was typed; the exit status tells how it went.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match parse(arguments) {
        Ok(command) => command,
        Err(usage) => {
            say(format_args!("{usage}"));
            say(format_args!("try 'sudoku --help'"));
            return FAILED.into();
        }
    };
    let result = match command {
        Command::Create(create, common) => self::create(create, &common),
        Command::Solve(solve, common) => self::solve(solve, &common),
        Command::Rank(reading, common) => self::rank(&reading, &common),
        Command::Unrank(reading, common) => self::unrank(&reading, &common),
        Command::Print(page) => print(&page),
        Command::Version => print(&version()),
    };
    let status = result.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        FAILED
    });
    status.into()
}

/// `-c`: numbers become grids become text.
fn create(create: Create, common: &Common) -> Result<u8, Stopped<io::Error>> {
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
        None => in_order(generator.skip_to(create.skip), create.grids, common.format, put),
        Some(seed) => shuffled(&generator.shuffled(seed), &create, common, put),
    };
    let result = result.and_then(|()| output.finish().map_err(failed));
    end(result, report)
}

/// How `-c` writes a grid: every one as a record that follows another. What separates the very first from nothing is
/// left out afterwards, [`lead`] bytes.
fn write_grid(format: Format) -> impl Fn(&Grid, &mut Vec<u8>) {
    move |grid, text| {
        let grid = Puzzle::from(*grid);
        format.write(false, &grid, &grid, text);
    }
}

/// The bytes before the first record that are not written.
fn lead(format: Format) -> usize {
    usize::from(format == Format::Grid)
}

/// Grids in the order of their numbers, in pieces of just the size that the output passes on as they are: their text
/// is written once, where the system takes it from. A grid costs less than handing it from thread to thread, so there
/// is no other thread. (To copy it once more into pieces of this size cost 1.5 of 23 ms for a million lines.)
fn in_order(
    generator: Generator,
    grids: u64,
    format: Format,
    mut put: impl FnMut(&[u8], u64) -> io::Result<()>,
) -> Result<(), Stopped<io::Error>> {
    let mut records = generator.records(grids as usize, write_grid(format));
    let mut text = vec![0; Output::PIECE];
    records.read(&mut text[..lead(format)]).map_err(Stopped::Failed)?;
    loop {
        let filled = records.read(&mut text).map_err(Stopped::Failed)?;
        if filled == 0 {
            return Ok(());
        }
        put(&text[..filled], grids - records.left() as u64).map_err(Stopped::Failed)?;
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
            (block.first, block.grids) = (next, GRIDS.min(grids - next));
            next += block.grids;
            Ok(if next == grids { Supply::End } else { Supply::More })
        },
        || {
            let generator = generator.clone();
            move |block: &mut GridBlock| {
                block.text.clear();
                let write = write_grid(format);
                let from = generator.clone().skip_to(skip + u128::from(block.first));
                from.grids(block.grids as usize).for_each(|grid| write(&grid, &mut block.text));
            }
        },
        |block, _| {
            let skipped = if block.first == 0 { lead(format) } else { 0 };
            put(&block.text[skipped..], block.first + block.grids)?;
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// A block of `-c --seed`.
#[derive(Default)]
struct GridBlock {
    /// The place of its first grid in the output.
    first: u64,
    grids: u64,
    text: Vec<u8>,
}

/// `-s`: records become puzzles become verdicts become text.
fn solve(solve: Solve, common: &Common) -> Result<u8, Stopped<io::Error>> {
    let (format, unique, fail_fast) = (common.format, solve.unique, solve.reading.fail_fast);
    read(&solve.reading, common, "puzzle", Reader::new, || {
        let (mut solver, mut verdicts, mut counts) = (Solver::new(), vec![], vec![]);
        move |batch: &mut Batch<Puzzle>| match solve.count {
            None => {
                verdicts.resize(batch.items().len(), Verdict::None);
                solver.solve(batch.items(), &mut verdicts);
                let answer = |index: usize, puzzle: &Puzzle, first, text: &mut Vec<u8>| {
                    let (solution, answered) = match verdicts[index] {
                        Verdict::Unique(grid) => (grid.into(), Answered::Solved),
                        Verdict::Several(_) if unique => {
                            (*puzzle, Answered::Fault(FaultKind::SeveralSolutions))
                        }
                        Verdict::Several(grid) => (grid.into(), Answered::Several),
                        Verdict::None => (*puzzle, Answered::Fault(impossible(puzzle))),
                    };
                    format.write(first, puzzle, &solution, text);
                    answered
                };
                batch.answer(fail_fast, answer, |first, text| {
                    format.write(first, &Puzzle::EMPTY, &Puzzle::EMPTY, text);
                });
            }
            Some(limit) => {
                counts.resize(batch.items().len(), 0);
                // It takes two to know that there are several.
                solver.count(batch.items(), limit.max(if unique { 2 } else { 1 }), &mut counts);
                let answer = |index: usize, puzzle: &Puzzle, _, text: &mut Vec<u8>| {
                    format.write_count(puzzle, counts[index].min(limit), text);
                    match counts[index] {
                        0 => Answered::Fault(impossible(puzzle)),
                        1 => Answered::Solved,
                        _ if unique => Answered::Fault(FaultKind::SeveralSolutions),
                        _ => Answered::Several,
                    }
                };
                batch.answer(fail_fast, answer, |_, text| format.write_count(&Puzzle::EMPTY, 0, text));
            }
        }
    })
}

/// Why a puzzle has no solution, as far as a glance tells.
fn impossible(puzzle: &Puzzle) -> FaultKind {
    puzzle.conflict().map_or(FaultKind::NoSolution, FaultKind::Conflict)
}

/// `--rank`: records become grids become numbers.
fn rank(reading: &Reading, common: &Common) -> Result<u8, Stopped<io::Error>> {
    let fail_fast = reading.fail_fast;
    let numbering = Numbering::shared();
    read(reading, common, "grid", Reader::new, || {
        move |batch: &mut Batch<Puzzle>| {
            let answer = |_, puzzle: &Puzzle, _, text: &mut Vec<u8>| {
                let number = Grid::try_from(*puzzle).ok().and_then(|grid| numbering.rank_of_all(&grid).ok());
                if let Some(number) = number {
                    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                }
                text.push(b'\n');
                number.map_or_else(|| Answered::Fault(no_grid(puzzle)), |_| Answered::Solved)
            };
            batch.answer(fail_fast, answer, |_, text| text.push(b'\n'));
        }
    })
}

/// Why a record is no completed legal grid.
fn no_grid(puzzle: &Puzzle) -> FaultKind {
    puzzle.conflict().map_or(FaultKind::NotGrid, FaultKind::Conflict)
}

/// `--unrank`: lines become numbers become grids.
fn unrank(reading: &Reading, common: &Common) -> Result<u8, Stopped<io::Error>> {
    let (format, fail_fast) = (common.format, reading.fail_fast);
    let numbering = Numbering::shared();
    read(reading, common, "number", Numbers::new, || {
        move |batch: &mut Batch<u128>| {
            let answer = |_, number: &u128, first, text: &mut Vec<u8>| {
                let grid = numbering.unrank_of_all(*number).ok();
                let written = grid.map_or(Puzzle::EMPTY, Puzzle::from);
                format.write(first, &written, &written, text);
                grid.map_or(Answered::Fault(FaultKind::NotNumber), |_| Answered::Solved)
            };
            batch.answer(fail_fast, answer, |first, text| {
                format.write(first, &Puzzle::EMPTY, &Puzzle::EMPTY, text);
            });
        }
    })
}

/// What the reading modes have in common: `source` makes records of bytes, each `worker` answers blocks of them.
fn read<S, W>(
    reading: &Reading,
    common: &Common,
    noun: &'static str,
    source: impl FnOnce(Counted) -> S,
    worker: impl Fn() -> W,
) -> Result<u8, Stopped<io::Error>>
where
    S: Source + Send + 'static,
    S::Item: Default + Send + 'static,
    W: FnMut(&mut Batch<S::Item>) + Send + 'static,
{
    let input = open_input(&reading.file).map_err(failed)?;
    let mut output = Output::open(&common.output).map_err(failed)?;
    let mut report = Report::new(&reading.file, noun, common.verbose, input.size());
    let bytes = Arc::new(AtomicU64::new(0));
    let mut feed = Feed::new(source(Counted { input, bytes: Arc::clone(&bytes) }));
    let (file, mut whole) = (reading.file.clone(), true);
    let result = pipeline::run(
        common.jobs,
        move |batch| {
            feed.fill(batch).map_err(|error| match error.kind() {
                // The input was read well enough, but is no text: the reader doesn't know its name.
                ErrorKind::InvalidData => FileError::new(&file, "read", error).into(),
                _ => error,
            })
        },
        worker,
        |batch, supply| {
            report.add(batch.tally);
            batch.faults.iter().for_each(|(record, fault)| report.fault(*record, fault));
            output.write_all(&batch.text)?;
            if supply != Supply::More {
                output.flush()?;
            }
            report.progress(bytes.load(Ordering::Relaxed));
            whole = !batch.stopped;
            Ok(if whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        },
    );
    if result.is_ok() {
        report.note_if_empty();
    }
    let result = result.and_then(|()| {
        let closed = if whole { output.finish() } else { output.abandon() };
        closed.map_err(failed)
    });
    end(result, report)
}

/// The end of a run: the last words, and the exit status.
fn end(result: Result<(), Stopped<io::Error>>, mut report: Report) -> Result<u8, Stopped<io::Error>> {
    report.end();
    match result {
        // Whoever reads the pipe has what he wants, and is told nothing.
        Err(Stopped::Failed(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        other => other?,
    }
    Ok(if report.has_faults() { FAULTS } else { DONE })
}

/// The error of a file, as the end of a run.
fn failed(error: FileError) -> Stopped<io::Error> {
    Stopped::Failed(error.into())
}

/// Prints a page on standard output.
fn print(page: &str) -> Result<u8, Stopped<io::Error>> {
    let mut output = Output::open("-").map_err(failed)?;
    let written = output.write_all(page.as_bytes()).map_err(Stopped::Failed);
    match written.and_then(|()| output.finish().map_err(failed)) {
        Err(Stopped::Failed(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(DONE),
        other => other.map(|()| DONE),
    }
}

/// The version, and the instruction set that the solver uses here.
fn version() -> String {
    format!("sudoku {}\ninstruction set: {}\n", env!("CARGO_PKG_VERSION"), Backend::detect())
}

/// Counts what is read, for the live count.
struct Counted {
    input: Input,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
