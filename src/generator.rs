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

mod template;

use std::iter::FusedIterator;

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
    pub fn new(corner: Corner) -> Generator {
        Generator { corner, position: 0, shuffle: None, run: None }
    }

    /// All grids in the order that this seed picks, from the same position on.
    pub fn shuffled(self, seed: u64) -> Generator {
        Generator { shuffle: Some(Shuffle::new(seed)), run: None, ..self }
    }

    /// The same order from this position on: grid number `position`, or number `position` of the shuffled order.
    /// Nothing is left from [`GRIDS_PER_CORNER`] on.
    pub fn skip_to(self, position: u128) -> Generator {
        Generator { position: position.min(GRIDS_PER_CORNER), run: None, ..self }
    }

    /// The position of the next grid; [`GRIDS_PER_CORNER`] at the end.
    pub fn position(&self) -> u128 {
        self.position
    }

    /// The next `count` grids, fewer where the end is near: an iterator that knows its length.
    pub fn grids(self, count: usize) -> Grids {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX).min(count);
        Grids { generator: self, left }
    }

    /// The next `count` grids, fewer where the end is near, as text: `write` appends the record of a grid.
    ///
    /// In enumeration order a record costs a few nanoseconds: `write` is called twice for 8! of them, the others
    /// are made from its bytes. So where a digit stands in a record may depend on its cell only; where a trial
    /// shows otherwise, each record is written on its own.
    pub fn records<W: FnMut(&Grid, &mut Vec<u8>)>(self, count: usize, write: W) -> Records<W> {
        Records { grids: self.grids(count), write, template: None, record: Vec::new() }
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

    /// The template of this run's records, if a trial shows that they have one.
    fn template_of(&self, write: &mut impl FnMut(&Grid, &mut Vec<u8>)) -> Option<Template> {
        let mut record = |first: u8| {
            let mut record = Vec::new();
            let digits = self.roles.map(|role| (role + first) % 9 + 1);
            write(&Grid::from_digits(digits).ok()?, &mut record);
            Some(record)
        };
        let template = Template::new(&record(0)?, b'0')?;
        // A trial: every digit another one.
        let mut trial = vec![0; template.len()];
        template.one(b"234567891", &mut trial);
        (record(1)? == trial).then_some(template)
    }

    /// The next grids as records of this template: how many fit and are left, at most `count`.
    fn records(&mut self, template: &Template, count: usize, out: &mut [u8]) -> usize {
        let len = template.len();
        let count = (out.len() / len).min(count).min(self.left as usize);
        let mut made = 0;
        while made < count {
            let out = &mut out[made * len..];
            let bytes = self.relabelling.digits().map(|digit| b'0' + digit);
            // A run ends after a multiple of 24.
            if self.left.is_multiple_of(BLOCK as u64) && made + BLOCK <= count && template.block(&bytes, out)
            {
                self.relabelling.advance_block();
                made += BLOCK;
                self.left -= BLOCK as u64;
            } else {
                template.one(&bytes, out);
                self.relabelling.advance();
                made += 1;
                self.left -= 1;
            }
        }
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

/// The next grids of a generator as text, see [`Generator::records`].
#[derive(Clone, Debug)]
pub struct Records<W> {
    grids: Grids,
    write: W,
    /// The template for a base grid; none where a trial failed.
    template: Option<(u64, Option<Template>)>,
    /// A record that is still to be put out, or nothing.
    record: Vec<u8>,
}

impl<W: FnMut(&Grid, &mut Vec<u8>)> Records<W> {
    /// Fills `out` with as many whole records as are left and have room, and tells how many bytes they are: 0 at
    /// the end, or if there isn't room for one record.
    pub fn read(&mut self, out: &mut [u8]) -> usize {
        let mut filled = 0;
        while let room = &mut out[filled..]
            && let made @ 1.. = self.read_some(room)
        {
            filled += made;
        }
        filled
    }

    /// The records of one run, or one record.
    fn read_some(&mut self, out: &mut [u8]) -> usize {
        let Grids { generator, left } = &mut self.grids;
        if *left > 0 && self.record.is_empty() && generator.shuffle.is_none() {
            let run = generator.run();
            if self.template.as_ref().is_none_or(|&(base, _)| base != run.base) {
                self.template = Some((run.base, run.template_of(&mut self.write)));
            }
            if let Some((_, Some(template))) = &self.template {
                let made = run.records(template, *left, out);
                generator.position += made as u128;
                *left -= made;
                return made * template.len();
            }
        }
        if self.record.is_empty()
            && let Some(grid) = self.grids.next()
        {
            (self.write)(&grid, &mut self.record);
        }
        let Some(room) = out.get_mut(..self.record.len()) else { return 0 };
        room.copy_from_slice(&self.record);
        self.record.clear();
        room.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(grid: &Grid, out: &mut Vec<u8>) {
        out.extend(grid.digits().map(|digit| b'0' + digit));
        out.push(b'\n');
    }

    fn corner() -> Corner {
        Corner::new(2).unwrap()
    }

    #[test]
    fn records_are_the_grids_are_the_numbers() {
        let start = 7 * u128::from(Relabelling::COUNT) - 1000;
        let generator = || Generator::new(corner()).skip_to(start);
        let mut text = vec![0; 82 * 5000];
        let mut records = generator().records(5000, line);
        let mut filled = 0;
        for room in [81, 82, 82 * 7 + 81, text.len()] {
            let end = text.len().min(filled + room);
            filled += records.read(&mut text[filled..end]);
        }
        assert_eq!(filled, text.len());
        for ((grid, text), number) in generator().grids(5000).zip(text.chunks(82)).zip(start..) {
            assert_eq!(Numbering::shared().unrank(corner(), number), Ok(grid), "{number}");
            assert_eq!(text, format!("{grid}\n").as_bytes());
        }
    }
}
