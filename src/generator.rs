//! Grids from a number on, lazily, in the order of their numbers or shuffled.
//!
//! No grid ever comes twice, since every grid has its number ([`crate::numbering`]); a generator needs no memory,
//! starts anywhere and covers everything. Numbers of one generator can be split over any number of machines.
//!
//! ```
//! use sudoku::generator::Generator;
//! use sudoku::numbering::Corner;
//! let corner = Corner::new(2).unwrap();
//! let some: Vec<_> = Generator::new(corner).skip_to(1_000_000).take(10).collect();
//! let uniform: Vec<_> = Generator::new(corner).shuffled(42).take(10).collect();
//! assert!(some.iter().chain(&uniform).all(|grid| grid.is_legal() && grid.digits()[0] == 2));
//! ```
//!
//! Consecutive numbers look alike: 8! of them are one base grid with its digits exchanged. This is what makes
//! them cheap (`template.rs`). Who wants variety takes the shuffled order: a sample of all grids with this corner,
//! uniform and without replacement.
//!
//! Imports point down:
//!
//! ```text
//!   template   the same base grid with other digits, many times
//! ```

mod template;

use std::io::{self, Read};
use std::iter::FusedIterator;

use crate::format::{Format, Record, Writer};
use crate::grid::{CELLS, Grid};
use crate::numbering::{Corner, GRIDS_PER_CORNER, Numbering, Relabelling, Shuffle, split_number};
use template::{BLOCK, Template};

/// An iterator over all grids with one corner. [`Iterator::nth`] and [`Generator::skip_to`] are jumps.
#[derive(Clone, Debug)]
pub struct Generator {
    corner: Corner,
    /// The place of the next grid in the order, at most [`GRIDS_PER_CORNER`].
    position: u128,
    shuffle: Option<Shuffle>,
    /// In enumeration order: what the next grid is made from, unless a new run begins with it.
    run: Option<Run>,
}

impl Generator {
    /// All grids with this corner, in the order of their numbers. Tables are made for the first grid, not now.
    #[must_use]
    pub fn new(corner: Corner) -> Generator {
        Generator { corner, position: 0, shuffle: None, run: None }
    }

    /// All grids in the order that this seed picks, from the same position on.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Generator {
        Generator { shuffle: Some(Shuffle::new(seed)), run: None, ..self }
    }

    /// The same order from this position on: grid number `position`, or number `position` of the shuffled order.
    /// Nothing is left from [`GRIDS_PER_CORNER`] on.
    #[must_use]
    pub fn skip_to(self, position: u128) -> Generator {
        Generator { position: position.min(GRIDS_PER_CORNER), run: None, ..self }
    }

    /// The next `count` grids, fewer where the end is near: an iterator that knows its length.
    #[must_use]
    pub fn grids(self, count: usize) -> Grids {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX).min(count);
        Grids { generator: self, left }
    }

    /// The next `count` grids, fewer where the end is near, as text in this form.
    ///
    /// In enumeration order a record costs a few nanoseconds: one is written for each 8!, the others are made from its
    /// bytes, where the form allows it.
    #[must_use]
    pub fn records(self, count: usize, format: Format) -> Records {
        let writer = Writer::new(format);
        Records {
            grids: self.grids(count),
            format,
            writer,
            template: None,
            waiting: Vec::new(),
            taken: 0,
            ended: false,
        }
    }

    fn left(&self) -> u128 {
        GRIDS_PER_CORNER - self.position
    }

    /// The run that the next grid belongs to.
    fn run(&mut self) -> &mut Run {
        self.run.take_if(|run| run.left == 0);
        self.run.get_or_insert_with(|| Run::new(self.corner, self.position))
    }
}

impl Iterator for Generator {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.left() == 0 {
            return None;
        }
        let grid = match self.shuffle {
            Some(shuffle) => Numbering::shared().unrank(self.corner, shuffle.number(self.position)).ok(),
            None => self.run().next(),
        };
        debug_assert!(grid.is_some(), "every number below T has its grid");
        self.position += 1;
        grid
    }

    fn nth(&mut self, n: usize) -> Option<Grid> {
        if n > 0 {
            self.run = None;
            self.position += self.left().min(n as u128);
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left());
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl FusedIterator for Generator {}

/// The grids with consecutive numbers that share their base grid.
#[derive(Clone, Debug)]
struct Run {
    /// The number of the base grid, the roles in its cells, and their template.
    base: u64,
    roles: [u8; CELLS],
    template: Option<Template>,
    /// The digits of the next grid, and how many grids are left from it on.
    relabelling: Relabelling,
    left: u64,
}

impl Run {
    /// From this number on.
    fn new(corner: Corner, number: u128) -> Run {
        let (base, relabelling) = split_number(number);
        let roles = Numbering::shared().base_grid(base);
        Run {
            base,
            roles,
            template: Template::new(&roles.map(|role| role + 1), 0),
            relabelling: Relabelling::new(corner.digit(), relabelling),
            left: Relabelling::COUNT - relabelling,
        }
    }

    /// The next grid, as long as any is left.
    fn next(&mut self) -> Option<Grid> {
        let mut digits = [0; CELLS];
        self.template.as_ref()?.one(self.relabelling.digits(), &mut digits);
        self.relabelling.advance();
        self.left -= 1;
        Grid::from_digits(digits).ok()
    }

    /// The template of this run's records in a form that allows it.
    fn template_of(&self, format: Format) -> Option<Template> {
        let base = Grid::from_digits(self.roles.map(|role| role + 1)).ok()?;
        let mut writer = Writer::default();
        writer.begin(format, 1);
        writer.write(Record::Grid(&base));
        Template::new(writer.text(), b'0')
    }

    /// The next grids as records of this template, as many as are left and have room, but at most `count`: one by
    /// one up to a multiple of [`BLOCK`], or whole blocks. Returns how many.
    fn records(&mut self, template: &Template, count: u64, out: &mut [u8]) -> u64 {
        let len = template.len();
        let count = count.min(self.left).min((out.len() / len) as u64);
        let digits = |run: &Run| run.relabelling.digits().map(|digit| b'0' + digit);
        // A run ends after a multiple of a block.
        let block = BLOCK as u64;
        let mut made = 0;
        if self.left.is_multiple_of(block) && count >= block {
            while made + block <= count
                && template.block(&digits(self), out.get_mut(made as usize * len..).unwrap_or_default())
            {
                self.relabelling.advance_block();
                made += block;
            }
        }
        if made == 0 {
            let places = out.chunks_exact_mut(len);
            for place in places.take(count.min((self.left - 1) % block + 1) as usize) {
                template.one(&digits(self), place);
                self.relabelling.advance();
                made += 1;
            }
        }
        self.left -= made;
        made
    }
}

/// The next grids of a generator, see [`Generator::grids`].
#[derive(Clone, Debug)]
pub struct Grids {
    generator: Generator,
    left: usize,
}

impl Iterator for Grids {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        self.left = self.left.checked_sub(1)?;
        self.generator.next()
    }

    fn nth(&mut self, n: usize) -> Option<Grid> {
        self.left = self.left.saturating_sub(n);
        self.left = self.left.checked_sub(1)?;
        self.generator.nth(n)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Grids {}
impl FusedIterator for Grids {}

/// The next grids of a generator as text, see [`Generator::records`]: bytes to be read, in pieces of any size.
/// Reading never fails, and fills what it is given until the end.
#[derive(Clone, Debug)]
pub struct Records {
    grids: Grids,
    format: Format,
    /// For records that aren't made from a template: the very first one, mostly.
    writer: Writer,
    /// The template for a base grid.
    template: Option<(u64, Template)>,
    /// Records for which there was no room, or not enough; the bytes before `taken` have been read.
    waiting: Vec<u8>,
    taken: usize,
    /// What follows the last record is made, too.
    ended: bool,
}

impl Records {
    /// How many grids have not been made yet. Of those that have, a few may wait to be read.
    #[must_use]
    pub fn left(&self) -> usize {
        self.grids.left
    }

    /// Makes records: as many of one run as have room in `out`, or a few that will wait; returns how many bytes are
    /// in `out`.
    fn make(&mut self, out: &mut [u8]) -> usize {
        self.taken = 0;
        self.waiting.clear();
        // The first record isn't like those that follow another.
        if self.writer.records() > 0 && self.format.is_fixed() && self.grids.generator.shuffle.is_none() {
            self.make_by_template(out)
        } else {
            if let Some(grid) = self.grids.next() {
                self.writer.begin(self.format, self.writer.records());
                self.writer.write(Record::Grid(&grid));
                self.waiting.extend_from_slice(self.writer.text());
            }
            0
        }
    }

    /// Makes what follows the last record: nothing, mostly.
    fn end(&mut self) {
        self.ended = true;
        self.taken = 0;
        self.writer.begin(self.format, self.writer.records());
        self.writer.end();
        self.waiting.clear();
        self.waiting.extend_from_slice(self.writer.text());
    }

    fn make_by_template(&mut self, out: &mut [u8]) -> usize {
        let Grids { generator, left } = &mut self.grids;
        let run = generator.run();
        if self.template.as_ref().is_none_or(|&(base, _)| base != run.base) {
            self.template = run.template_of(self.format).map(|template| (run.base, template));
        }
        let Some((_, template)) = &self.template else {
            debug_assert!(false, "a fixed record is long enough for a template");
            *left = 0;
            return 0;
        };
        let len = template.len();
        let here = out.len() >= BLOCK * len;
        let place = if here {
            out
        } else {
            self.waiting.resize(BLOCK * len, 0);
            &mut self.waiting
        };
        let made = run.records(template, *left as u64, place) as usize;
        generator.position += made as u128;
        *left -= made;
        self.waiting.truncate(made * len);
        if here { made * len } else { 0 }
    }
}

impl Read for Records {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(room) = out.get_mut(filled..).filter(|room| !room.is_empty()) {
            let waiting = &self.waiting[self.taken..];
            if waiting.is_empty() {
                if self.grids.left > 0 {
                    filled += self.make(room);
                } else if !self.ended {
                    self.end();
                } else {
                    break;
                }
            } else {
                let count = waiting.len().min(room.len());
                room[..count].copy_from_slice(&waiting[..count]);
                self.taken += count;
                filled += count;
            }
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RUN: u128 = Relabelling::COUNT as u128;

    fn generator() -> Generator {
        Generator::new(Corner::new(2).unwrap())
    }

    fn unranked(number: u128) -> Grid {
        Numbering::shared().unrank(Corner::new(2).unwrap(), number).unwrap()
    }

    /// These grids one by one.
    fn written(format: Format, grids: impl Iterator<Item = Grid>) -> Vec<u8> {
        let mut writer = Writer::new(format);
        grids.for_each(|grid| writer.write(Record::Grid(&grid)));
        writer.end();
        writer.text().to_vec()
    }

    /// All of it, a buffer of this size at a time.
    fn all(mut records: Records, buffer: usize) -> Vec<u8> {
        let (mut buffer, mut text) = (vec![0; buffer], Vec::new());
        loop {
            match records.read(&mut buffer).unwrap() {
                0 => return text,
                filled => text.extend_from_slice(&buffer[..filled]),
            }
        }
    }

    #[test]
    fn grids_and_records_are_those_of_their_numbers() {
        for start in [0, RUN - 500, 7 * RUN + 11_111, 72 * 72 * RUN - 30, GRIDS_PER_CORNER - 1000] {
            let numbers = || (start..GRIDS_PER_CORNER).take(1000);
            let from = || generator().skip_to(start);
            assert!(from().grids(1000).eq(numbers().map(unranked)), "from {start}");
            for format in Format::ALL {
                let text = written(format, numbers().map(unranked));
                assert!(all(from().records(1000, format), 10_000) == text, "{format} from {start}");
            }
        }
    }

    proptest! {
        #[test]
        fn records_are_the_same_whatever_the_buffer(
            start in RUN - 200..RUN + 200,
            count in 0_usize..400,
            buffer in 1_usize..20_000,
            seed in prop::option::of(any::<u64>()),
            format in prop::sample::select(&Format::ALL),
        ) {
            let from = seed.map_or(generator(), |seed| generator().shuffled(seed)).skip_to(start);
            let text = written(format, from.clone().grids(count));
            prop_assert!(all(from.records(count, format), buffer) == text);
        }
    }

    #[test]
    fn skipping_is_jumping() {
        let far = 123_456_789_012_345_678_901;
        for from in [generator(), generator().shuffled(1)] {
            let grids: Vec<_> = from.clone().take(100).collect();
            for n in [0, 1, 2, 99] {
                assert_eq!(from.clone().nth(n), Some(grids[n]));
            }
            assert!(from.clone().step_by(2).take(10).eq((0..10).map(|i| grids[2 * i])));
            assert!(from.clone().step_by(7).take(10).eq((0..10).map(|i| grids[7 * i])));
            assert!(from.clone().grids(100).step_by(33).eq([grids[0], grids[33], grids[66], grids[99]]));
            let mut grids = from.clone().skip_to(far).grids(usize::MAX);
            assert_eq!(grids.nth(usize::MAX - 1), from.clone().skip_to(far + usize::MAX as u128 - 1).next());
            assert_eq!(grids.next(), None);
            let mut grids = from.clone().grids(10);
            assert_eq!((grids.nth(10), grids.len(), grids.next()), (None, 0, None));
        }
    }

    #[test]
    fn the_end_is_the_end() {
        for from in [generator(), generator().shuffled(1)] {
            let mut last = from.clone().skip_to(GRIDS_PER_CORNER - 5);
            assert_eq!((last.size_hint(), last.clone().grids(9).len()), ((5, Some(5)), 5));
            assert_eq!(last.by_ref().count(), 5);
            assert_eq!((last.next(), last.nth(7), last.size_hint()), (None, None, (0, Some(0))));
            assert_eq!(from.clone().skip_to(u128::MAX).next(), None);
            assert_eq!(from.size_hint(), (usize::MAX, None));
        }
    }
}
