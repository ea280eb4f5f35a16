//! What the reading modes have in common.

use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku::files::{FileError, Input, Output, Printable};
use sudoku::pipeline::{self, Supply};
use sudoku::reader::NotText;

use super::batch::{Batch, Feed, NothingFound, Source};
use super::ending::{Ended, end, failed};
use super::options::{Common, Reading};
use super::report::Report;

/// Opens what is to be read and written; `source` makes records of bytes, each `worker` answers blocks of them, and the
/// answers are written in order.
pub(super) fn read<S, W>(
    reading: &Reading,
    common: &Common,
    noun: &'static str,
    source: impl FnOnce(Counted) -> S,
    worker: impl Fn() -> W,
) -> Ended
where
    S: Source + Send + 'static,
    S::Item: Default + Send + 'static,
    W: FnMut(&mut Batch<S::Item>) + Send + 'static,
{
    let input = Input::open(&reading.file).map_err(failed)?;
    let mut output = Output::open(&common.output).map_err(failed)?;
    let mut report = Report::new(&reading.file, noun, common.verbose, input.size());
    let bytes = Arc::new(AtomicU64::new(0));
    let source = source(Counted { input, bytes: Arc::clone(&bytes) });
    let mut feed = Feed::new(source, common.format, reading.fail_fast);
    let (file, mut whole) = (reading.file.clone(), true);
    let result = pipeline::run(
        common.jobs,
        move |batch| feed.fill(batch).map_err(|error| named(error, &file)),
        worker,
        |batch, supply| {
            report.add(batch.tally);
            batch.faults.iter().for_each(|(record, fault)| report.fault(*record, fault));
            if supply == Supply::End || batch.stopped {
                batch.writer.end();
            }
            output.write_all(batch.writer.text())?;
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

/// The error of an input that was read well enough, but isn't what it should be: its source doesn't know its name.
fn named(error: io::Error, file: &Path) -> io::Error {
    let name = Printable(file.as_os_str());
    let inner = error.get_ref();
    if inner.is_some_and(|inner| inner.is::<NothingFound>()) {
        return io::Error::new(ErrorKind::InvalidData, format!("{name}: {error}"));
    }
    match inner.and_then(|inner| inner.downcast_ref::<NotText>()) {
        Some(kind) => {
            let operand = if file.as_os_str() == "-" { String::new() } else { format!(" {name}") };
            let help = format!("{kind}; try: {}{operand} | sudoku -s -", kind.command());
            FileError::new(file, "read", io::Error::new(ErrorKind::InvalidData, help)).into()
        }
        None => error,
    }
}

/// Counts what is read, for the live count.
pub(super) struct Counted {
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
