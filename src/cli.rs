//! The command: what was typed becomes a run, and a run an exit status.
//!
//! Imports point down:
//!
//! ```text
//!   create make rate canon numbers   one short function for each mode, which joins the pipeline
//!   solve                            likewise, and why there is no solution
//!   reading environment              what the reading modes have in common: open, read, answer in order, write
//!   batch ending pages               their block: records in, text and faults out; the exit status; help, manual, completions
//!   options report                   what was typed, by one table; what is said on standard error
//! ```
//!
//! A mode more is a file here, a variant of [`options::Command`], and lines in its table.

mod batch;
mod canon;
mod create;
mod ending;
mod environment;
mod make;
mod numbers;
mod options;
mod pages;
mod rate;
mod reading;
mod report;
mod solve;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use ending::{DONE, Ended, FAILED, failed, unless_broken_pipe};
use options::Command;
use report::say;
use sudoku::files::Output;

/// Does what was typed; the exit status tells how it went.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match options::parse(arguments) {
        Ok(command) => command,
        Err(usage) => {
            say(format_args!("{usage}"));
            say(format_args!("try 'sudoku --help'"));
            return FAILED.into();
        }
    };
    let ended = match command {
        Command::Create(create, common) => create::create(create, &common),
        Command::Make(make, common) => make::make(make, &common),
        Command::Solve(solve, common) => solve::solve(solve, &common),
        Command::Rate(reading, common) => rate::rate(&reading, &common),
        Command::Canon(reading, common) => canon::canon(&reading, &common),
        Command::Rank(reading, common) => numbers::rank(&reading, &common),
        Command::Unrank(reading, common) => numbers::unrank(&reading, &common),
        Command::Help => print(&pages::help()),
        Command::Page(page) => print(&pages::page(page)),
        Command::Version => print(&version()),
    };
    let status = ended.unwrap_or_else(|error| {
        say(format_args!("{error}"));
        FAILED
    });
    status.into()
}

/// Prints a page on standard output.
fn print(page: &str) -> Ended {
    let mut output = Output::open("-").map_err(failed)?;
    let written = output.write_all(page.as_bytes()).map_err(sudoku::pipeline::Stopped::Failed);
    unless_broken_pipe(written.and_then(|()| output.finish().map_err(failed)))?;
    Ok(DONE)
}

/// The version, and the instruction set that the solver uses here.
fn version() -> String {
    format!("sudoku {}\ninstruction set: {}\n", env!("CARGO_PKG_VERSION"), environment::instruction_set())
}
