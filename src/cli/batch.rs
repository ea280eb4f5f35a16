//! The block of the reading modes: records in, text and faults out.

use std::fmt;
use std::io::{self, Read};
use std::mem;

use sudoku::format::{Format, Record, Writer};
use sudoku::grid::Puzzle;
use sudoku::pipeline::Supply;
use sudoku::rating::Level;
use sudoku::reader::Reader;

use super::report::{Fault, Tally, Wrong};

/// The most records in a block. Mostly it is the reader's buffer that ends one, of which a record takes 81 bytes or more: so
/// it stays in a core's second-level cache, save where more than that is asked for.
const RECORDS: usize = 16_384;

/// Some records of the input and what became of them. `T` is what a record holds: a puzzle or a number.
#[derive(Default)]
pub(super) struct Batch<T> {
    /// How many records the blocks before this one hold.
    before: u64,
    /// What the good records hold.
    items: Vec<T>,
    /// The line at which each good record begins.
    lines: Vec<u64>,
    /// The malformed records, each with the number of good ones in this block before it.
    malformed: Vec<(usize, Fault)>,
    /// The written answers.
    pub(super) writer: Writer,
    /// The faults, each with the number of its record, from 1.
    pub(super) faults: Vec<(u64, Fault)>,
    pub(super) tally: Tally,
    /// The first fault ends the run.
    fail_fast: bool,
    /// And so it did.
    pub(super) stopped: bool,
}

/// A source of records: what `next_waiting` finds is whole in memory, `read_more` reads once and tells of the end
/// by `false`.
pub(super) trait Source {
    /// What a record holds.
    type Item;

    /// The next record, after `next_usual` has just said nothing.
    fn next_waiting(&mut self) -> Option<(u64, Result<Self::Item, Fault>)>;

    /// The next record if it is of a kind that takes no time at all; `None` says nothing.
    #[inline(always)]
    fn next_usual(&mut self) -> Option<(u64, Self::Item)> {
        None
    }

    fn read_more(&mut self) -> io::Result<bool>;

    /// How many lines so far were passed over as headers and titles.
    fn skipped(&self) -> u64 {
        0
    }

    /// There were lines, but nothing that was meant as a record.
    fn is_nothing(&self) -> bool {
        false
    }
}

impl<R: Read> Source for Reader<R> {
    type Item = Puzzle;

    fn next_waiting(&mut self) -> Option<(u64, Result<Puzzle, Fault>)> {
        self.next_unusual().map(|record| (record.line, record.puzzle.map_err(Fault::from)))
    }

    #[inline(always)]
    fn next_usual(&mut self) -> Option<(u64, Puzzle)> {
        self.next_usual()
    }

    fn read_more(&mut self) -> io::Result<bool> {
        self.read_more()
    }

    fn skipped(&self) -> u64 {
        self.skipped()
    }

    fn is_nothing(&self) -> bool {
        self.is_nothing()
    }
}

/// Fills one block after the other.
pub(super) struct Feed<S> {
    source: S,
    /// How the answers are written.
    format: Format,
    fail_fast: bool,
    /// How many records there were so far.
    records: u64,
    /// How many lines the blocks before passed over.
    skipped: u64,
    /// The block before was [`Supply::Dry`], or there was none: nobody waits for answers that are written already.
    dry: bool,
    ended: bool,
}

impl<S: Source> Feed<S> {
    pub(super) fn new(source: S, format: Format, fail_fast: bool) -> Feed<S> {
        Feed { source, format, fail_fast, records: 0, skipped: 0, dry: true, ended: false }
    }

    /// Fills a block with the records that are waiting; only where there are none is more read. A block may end
    /// with the last of them by chance: then an empty one follows that says so, before anything is read.
    pub(super) fn fill(&mut self, batch: &mut Batch<S::Item>) -> io::Result<Supply> {
        batch.clear();
        batch.writer.begin(self.format, self.records);
        (batch.before, batch.fail_fast) = (self.records, self.fail_fast);
        let supply = loop {
            if let Some((line, item)) = self.source.next_usual() {
                batch.items.push(item);
                batch.lines.push(line);
            } else {
                match self.source.next_waiting() {
                    Some((line, Ok(item))) => {
                        batch.items.push(item);
                        batch.lines.push(line);
                    }
                    Some((_, Err(fault))) => batch.malformed.push((batch.items.len(), fault)),
                    None if self.ended => break Supply::End,
                    None if batch.len() > 0 || !self.dry => break Supply::Dry,
                    None => self.ended = !self.source.read_more()?,
                }
            }
            if batch.len() == RECORDS {
                break Supply::More;
            }
        };
        if supply == Supply::End && self.source.is_nothing() {
            return Err(NothingFound.into());
        }
        self.records += batch.len() as u64;
        let skipped = self.source.skipped();
        // Texts may turn out to be no titles after all.
        batch.tally.skipped = skipped.saturating_sub(self.skipped);
        self.skipped = self.skipped.max(skipped);
        self.dry = supply == Supply::Dry;
        Ok(supply)
    }
}

/// The input has lines, but nothing that was meant as a record.
#[derive(Debug)]
pub(super) struct NothingFound;

impl fmt::Display for NothingFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing here looks like a puzzle")
    }
}

impl std::error::Error for NothingFound {}

impl From<NothingFound> for io::Error {
    fn from(nothing: NothingFound) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, nothing)
    }
}

/// What to write for a record, by what it holds.
pub(super) enum Answered {
    /// The answer is written.
    Solved,
    /// Likewise, and it is the first of several.
    Several,
    /// Likewise, and it is this level.
    Rated(Level),
    /// A fault; its place in the output is filled all the same.
    Fault(Wrong),
}

/// The place of a record that can't be read, where grids are written.
pub(super) fn unread(wrong: Wrong, writer: &mut Writer) {
    writer.write(Record::Fault { puzzle: &Puzzle::EMPTY, why: format_args!("{wrong}") });
}

impl<T> Batch<T> {
    fn len(&self) -> usize {
        self.items.len() + self.malformed.len()
    }

    fn clear(&mut self) {
        self.items.clear();
        self.lines.clear();
        self.malformed.clear();
        self.faults.clear();
        self.tally = Tally::default();
        self.stopped = false;
    }

    /// What the good records hold.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Writes one answer for each record, in order: `good` those of the good ones, by their index, `bad` the
    /// placeholder of the malformed, by what is wrong with them.
    pub(super) fn answer(
        &mut self,
        mut good: impl FnMut(usize, &T, &mut Writer) -> Answered,
        bad: impl Fn(Wrong, &mut Writer),
    ) {
        let malformed = mem::take(&mut self.malformed);
        let mut rest = malformed.iter().peekable();
        for index in 0..=self.items.len() {
            while let Some(&(_, fault)) = rest.next_if(|&&(at, _)| at == index) {
                bad(fault.wrong, &mut self.writer);
                self.tally.malformed += 1;
                if self.fault(fault) {
                    return;
                }
            }
            let Some(item) = self.items.get(index) else { break };
            match good(index, item, &mut self.writer) {
                Answered::Solved => self.tally.solved += 1,
                Answered::Several => {
                    self.tally.solved += 1;
                    self.tally.several += 1;
                }
                Answered::Rated(level) => {
                    self.tally.solved += 1;
                    self.tally.levels.count(level);
                }
                Answered::Fault(wrong) => {
                    match wrong {
                        Wrong::SeveralSolutions => self.tally.several += 1,
                        _ => self.tally.without += 1,
                    }
                    if self.fault(Fault { line: self.lines[index], column: None, wrong }) {
                        return;
                    }
                    continue;
                }
            }
            self.tally.records += 1;
        }
        self.malformed = malformed;
    }

    /// Notes the fault of the next record. Does it end the run?
    fn fault(&mut self, fault: Fault) -> bool {
        self.tally.records += 1;
        self.faults.push((self.before + self.tally.records, fault));
        self.stopped = self.fail_fast;
        self.fail_fast
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Records that wait in portions; each is its own line, and those above 99 are malformed.
    struct Portions<P>(VecDeque<u64>, P);

    impl<P: Iterator<Item = &'static [u64]>> Source for Portions<P> {
        type Item = u64;

        fn next_waiting(&mut self) -> Option<(u64, Result<u64, Fault>)> {
            let line = self.0.pop_front()?;
            let fault = Fault { line, column: None, wrong: Wrong::NoSolution };
            Some((line, if line > 99 { Err(fault) } else { Ok(line) }))
        }

        fn read_more(&mut self) -> io::Result<bool> {
            let portion = self.1.next();
            self.0.extend(portion.into_iter().flatten());
            Ok(portion.is_some())
        }
    }

    /// The blocks of a stream: the even records are solved.
    fn blocks(portions: &[&'static [u64]]) -> Vec<(Supply, String, Vec<u64>)> {
        let portions = Portions(VecDeque::new(), portions.iter().copied());
        let mut feed = Feed::new(portions, Format::Line, false);
        let (mut batch, mut blocks) = (Batch::default(), vec![]);
        loop {
            let supply = feed.fill(&mut batch).unwrap();
            batch.answer(
                |_, n, writer| {
                    writer.write_line(&Puzzle::EMPTY, n.to_string().as_bytes());
                    if n % 2 == 0 { Answered::Solved } else { Answered::Fault(Wrong::NoSolution) }
                },
                |_, writer| writer.write_line(&Puzzle::EMPTY, b"x"),
            );
            let faults = batch.faults.iter().map(|fault| fault.0).collect();
            blocks.push((supply, String::from_utf8(batch.writer.text().to_vec()).unwrap(), faults));
            if supply == Supply::End {
                return blocks;
            }
        }
    }

    #[test]
    fn each_portion_is_answered_before_more_is_asked_for() {
        assert_eq!(
            blocks(&[&[2, 100, 5], &[], &[101, 4, 102]]),
            [
                (Supply::Dry, "2\nx\n5\n".into(), vec![2, 3]),
                (Supply::Dry, "x\n4\nx\n".into(), vec![4, 6]),
                (Supply::End, String::new(), vec![])
            ]
        );
        assert_eq!(blocks(&[&[100]])[0], (Supply::Dry, "x\n".into(), vec![1]));
    }

    #[test]
    fn a_portion_that_fills_a_block_is_called_dry_before_more_is_asked_for() {
        static PORTION: [u64; RECORDS] = [2; RECORDS];
        let supplies: Vec<_> = blocks(&[&PORTION, &PORTION, &[2]]).into_iter().map(|block| block.0).collect();
        let (more, dry, end) = (Supply::More, Supply::Dry, Supply::End);
        assert_eq!(supplies, [more, dry, more, dry, dry, end]);
    }

    #[test]
    fn a_fault_can_end_the_run() {
        let mut batch =
            Batch { items: b"123".to_vec(), lines: vec![1, 2, 3], fail_fast: true, ..Batch::default() };
        batch.answer(
            |_, &n, writer| {
                writer.write_line(&Puzzle::EMPTY, &[n]);
                if n == b'2' { Answered::Fault(Wrong::NoSolution) } else { Answered::Solved }
            },
            |_, _| (),
        );
        assert!(batch.stopped);
        assert_eq!((batch.writer.text(), batch.tally.records), (&b"1\n2\n"[..], 2));
    }
}
