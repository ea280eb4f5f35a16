//! How a run ends.

use std::io::{self, ErrorKind};

use sudoku::files::FileError;
use sudoku::pipeline::Stopped;

use super::report::Report;

/// Everything was done.
pub(super) const DONE: u8 = 0;
/// Some record is at fault.
pub(super) const FAULTS: u8 = 1;
/// Wrong usage, or a file failed: the result is not to be trusted.
pub(super) const FAILED: u8 = 2;

/// The exit status of a mode, or what stopped it.
pub(super) type Ended = Result<u8, Stopped<io::Error>>;

/// The end of a run: the last words, and the exit status.
pub(super) fn end(result: Result<(), Stopped<io::Error>>, mut report: Report) -> Ended {
    report.end();
    unless_broken_pipe(result)?;
    Ok(if report.has_faults() { FAULTS } else { DONE })
}

/// Whoever reads the pipe and closes it has what he wants, and is told nothing.
pub(super) fn unless_broken_pipe(result: Result<(), Stopped<io::Error>>) -> Result<(), Stopped<io::Error>> {
    match result {
        Err(Stopped::Failed(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// The error of a file, as the end of a run.
pub(super) fn failed(error: FileError) -> Stopped<io::Error> {
    Stopped::Failed(error.into())
}
