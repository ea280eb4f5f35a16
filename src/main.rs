//! The `sudoku` command: a result becomes an exit status, nothing else.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os().skip(1))
}
