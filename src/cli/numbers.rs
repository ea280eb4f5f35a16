//! `--rank`: records become grids become numbers; `--unrank`: and back.

use std::io::{self, Read};

use sudoku::format::{FaultKind, Record};
use sudoku::grid::{Grid, Puzzle};
use sudoku::numbering::{GRIDS, Numbering};
use sudoku::reader::{Lines, Reader, TooLong};

use super::batch::{Answered, Batch, Source, unread};
use super::ending::Ended;
use super::options::{Common, Reading};
use super::reading::read;
use super::report::{Fault, Wrong};

pub(super) fn rank(reading: &Reading, common: &Common) -> Ended {
    let numbering = Numbering::shared();
    read(reading, common, "grid", Reader::new, || {
        move |batch: &mut Batch<Puzzle>| {
            batch.answer(
                |_, puzzle, writer| {
                    let grid = Grid::try_from(*puzzle).ok();
                    let number = grid.and_then(|grid| numbering.rank_of_all(&grid).ok());
                    match number {
                        Some(number) => {
                            writer.write_line(puzzle, itoa::Buffer::new().format(number).as_bytes());
                            Answered::Solved
                        }
                        None => {
                            writer.write_line(puzzle, b"");
                            Answered::Fault(no_grid(puzzle))
                        }
                    }
                },
                |_, writer| writer.write_line(&Puzzle::EMPTY, b""),
            );
        }
    })
}

/// Why a record is no completed legal grid.
fn no_grid(puzzle: &Puzzle) -> Wrong {
    puzzle.conflict().map_or(Wrong::NotGrid, Wrong::Conflict)
}

pub(super) fn unrank(reading: &Reading, common: &Common) -> Ended {
    let numbering = Numbering::shared();
    read(reading, common, "number", Numbers::new, || {
        move |batch: &mut Batch<u128>| {
            batch.answer(
                |_, number, writer| match numbering.unrank_of_all(*number) {
                    Ok(grid) => {
                        writer.write(Record::Grid(&grid));
                        Answered::Solved
                    }
                    Err(_) => {
                        unread(Wrong::NotNumber, writer);
                        Answered::Fault(Wrong::NotNumber)
                    }
                },
                unread,
            );
        }
    })
}

/// Numbers of grids, one a line; blanks around them and `#` comments do no harm. An empty line is what `--rank` writes
/// for a record that is no grid, so it has its place here too.
struct Numbers<R>(Lines<R>);

impl<R: Read> Numbers<R> {
    fn new(source: R) -> Numbers<R> {
        Numbers(Lines::new(source))
    }
}

impl<R: Read> Source for Numbers<R> {
    type Item = u128;

    fn next_waiting(&mut self) -> Option<(u64, Result<u128, Fault>)> {
        loop {
            let (line, text) = self.0.next_waiting()?;
            // What is no text is no number; what the reader takes for blanks is blank to `trim`, too.
            let wrong = match text.map(|text| std::str::from_utf8(text).unwrap_or("?").trim()) {
                Ok(text) if text.starts_with('#') => continue,
                Err(TooLong { comment: true }) => continue,
                Ok(text) => match number(text) {
                    Some(number) => return Some((line, Ok(number))),
                    None => Wrong::NotNumber,
                },
                Err(_) => Wrong::Malformed(FaultKind::TooLong),
            };
            return Some((line, Err(Fault { line, column: None, wrong })));
        }
    }

    fn read_more(&mut self) -> io::Result<bool> {
        self.0.read_more()
    }
}

/// Plain decimal digits that are the number of a grid.
fn number(text: &str) -> Option<u128> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&number| number < GRIDS)
}
