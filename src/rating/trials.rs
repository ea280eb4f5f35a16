//! Levels 7–9: candidates are assumed, each in a lane of its own, and those that fail go.

use crate::solver::Board;
use crate::solver::boards::{held_places, open_places, spread};
use crate::solver::crew::Tools;
use crate::solver::plane::{Plane, bits};
use crate::solver::rules::trials::{Sources, Trials};

/// A board, and what is found about its candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The board, full: placed cells have their digit.
    pub(super) board: Board,
    /// Candidates that are still to be assumed.
    pub(super) untried: Board,
    /// Candidates that have failed.
    pub(super) gone: Board,
    /// Those that have failed in the second round, on a board where perhaps none has in the first.
    pub(super) gone_next: Board,
}

impl Entry {
    /// Of an open board with its solution: what is in the solution needn't be assumed.
    pub(super) fn of(open: &Board, solution: &Board) -> Entry {
        let empty = spread(held_places(open));
        let mut entry = Entry { board: *open, untried: *open, gone: [0; 12], gone_next: [0; 12] };
        for word in 0..12 {
            entry.board[word] |= solution[word] & !empty[usize::from(word > 8)];
            entry.untried[word] &= !solution[word];
        }
        entry
    }

    /// Of a full board: all candidates of cells that have several.
    pub(super) fn of_full(board: &Board) -> Entry {
        let open = spread(open_places(board));
        let mut entry = Entry { board: *board, untried: *board, gone: [0; 12], gone_next: [0; 12] };
        for word in 0..12 {
            entry.untried[word] &= open[usize::from(word > 8)];
        }
        entry
    }
}

/// Digit (from 0) and place (0–80) of a bit of a board.
fn candidate(word: usize, bit: usize) -> (usize, usize) {
    if word < 9 { (word, bit) } else { (3 * (word - 9) + bit / 17, 64 + bit % 17) }
}

/// What is assumed in a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Assumption {
    pub(super) entry: u32,
    word: u8,
    bit: u8,
}

impl Assumption {
    /// It has failed.
    pub(super) fn fail(self, entries: &mut [Entry]) {
        entries[self.entry as usize].gone[usize::from(self.word) % 12] |= 1 << (self.bit % 64);
    }

    /// It has failed in the second round.
    fn fail_next(self, entries: &mut [Entry]) {
        entries[self.entry as usize].gone_next[usize::from(self.word) % 12] |= 1 << (self.bit % 64);
    }
}

/// Lanes for assumptions.
#[derive(Clone)]
pub(super) struct Refuter<const W: usize> {
    pub(super) trials: Box<Trials<W>>,
    pub(super) sources: Box<Sources<W>>,
    /// What is assumed in each lane.
    pub(super) seats: Vec<Assumption>,
    /// Assumptions that have been followed for some rounds, to boards that are still moving.
    unsettled: Vec<(Assumption, Board)>,
}

/// When one lane of so many still moves, its board is put aside until there are enough of them.
const MOVING: u32 = 4;

impl<const W: usize> Refuter<W> {
    pub(super) fn new() -> Refuter<W> {
        Refuter {
            trials: Box::new(Trials::NONE),
            sources: Box::new(Sources::NONE),
            seats: vec![Assumption::default(); Plane::<W>::LANES],
            unsettled: Vec::new(),
        }
    }

    /// Assumes what is untried in all entries, and writes down what fails in one round; and if it is asked for `two`, what fails
    /// in the second, wherever none of a board has failed so far. That costs a round that may be in vain, and spares most of
    /// a second assumption.
    pub(super) fn refute(&mut self, tools: &Tools<W>, entries: &mut [Entry], two: bool) {
        let mut next = 0;
        loop {
            let first = next;
            let used = self.fill(entries, &mut next);
            if used.is_empty() {
                return;
            }
            (tools.kernels.assume)(&mut self.trials, &self.sources);
            self.follow(tools, &used, 1);
            let dead = self.trials.dead & used;
            for lane in dead.lanes() {
                self.seats[lane].fail(entries);
            }
            let last = entries.len().min(next + 1);
            if two && entries[first..last].iter().any(|entry| entry.gone == [0; 12]) {
                self.follow(tools, &used, 1);
                for lane in (self.trials.dead & used & !dead).lanes() {
                    self.seats[lane].fail_next(entries);
                }
            }
        }
    }

    /// Likewise, after any number of rounds.
    pub(super) fn refute_in_the_end(&mut self, tools: &mut Tools<W>, entries: &mut [Entry]) {
        let mut next = 0;
        loop {
            let used = self.fill(entries, &mut next);
            if used.is_empty() {
                break;
            }
            (tools.kernels.assume)(&mut self.trials, &self.sources);
            self.follow_most(tools, used, entries);
            while self.unsettled.len() >= Plane::<W>::LANES {
                self.resume(tools, entries);
            }
        }
        while !self.unsettled.is_empty() {
            self.resume(tools, entries);
        }
    }

    /// Goes on with boards that haven't settled.
    fn resume(&mut self, tools: &mut Tools<W>, entries: &mut [Entry]) {
        let first = self.unsettled.len().saturating_sub(Plane::<W>::LANES);
        for (seat, (assumption, _)) in self.seats.iter_mut().zip(&self.unsettled[first..]) {
            *seat = *assumption;
        }
        let boards = self.unsettled.drain(first..).map(|(_, board)| board);
        let used = tools.give(&mut self.trials.candidates, boards);
        self.trials.dead = Plane::NONE;
        (tools.kernels.look)(&mut self.trials);
        self.follow_most(tools, used, entries);
    }

    /// Rounds of singles until most of these boards have settled; the others are put aside.
    fn follow_most(&mut self, tools: &mut Tools<W>, used: Plane<W>, entries: &mut [Entry]) {
        let few = if (used.ones() as usize) < Plane::<W>::LANES / 4 { 0 } else { used.ones() / MOVING };
        loop {
            (tools.kernels.follow)(&mut self.trials);
            if (self.trials.moved & !self.trials.dead & used).ones() <= few {
                break;
            }
        }
        (tools.kernels.check)(&mut self.trials);
        for lane in (self.trials.dead & used).lanes() {
            self.seats[lane].fail(entries);
        }
        let moving = self.trials.moved & !self.trials.dead & used;
        if !moving.is_empty() {
            tools.take(&self.trials.candidates, moving);
            for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
                self.unsettled.push((self.seats[usize::from(lane)], *board));
            }
        }
    }

    /// Rounds of singles on these boards, and what is dead then.
    pub(super) fn follow(&mut self, tools: &Tools<W>, used: &Plane<W>, rounds: u32) {
        for _ in 0..rounds {
            (tools.kernels.follow)(&mut self.trials);
            if (self.trials.moved & !self.trials.dead & *used).is_empty() {
                break;
            }
        }
        (tools.kernels.check)(&mut self.trials);
    }

    /// Fills the lanes with assumptions, from entry `next` on.
    pub(super) fn fill(&mut self, entries: &mut [Entry], next: &mut usize) -> Plane<W> {
        self.trials.clear();
        let mut used = Plane::<W>::NONE;
        for w in 0..W {
            self.sources.lanes[0][w] = 0;
            self.sources.lanes[1][w] = 0;
            let (mut lane, mut part) = (0, 0);
            while lane < 64 && part < 2 {
                let Some(entry) = entries.get_mut(*next) else { break };
                let first = lane;
                for word in 0..12 {
                    let untried = entry.untried[word];
                    let mut left = untried;
                    for bit in bits(untried).take(64 - lane) {
                        let (digit, place) = candidate(word, bit);
                        let mask = 1 << lane;
                        self.trials.single.as_flattened_mut()[place % 81].0[w] |= mask;
                        self.trials.digit[digit % 9].0[w] |= mask;
                        self.seats[64 * w + lane] =
                            Assumption { entry: *next as u32, word: word as u8, bit: bit as u8 };
                        lane += 1;
                        left &= left - 1;
                    }
                    entry.untried[word] = left;
                    if lane == 64 {
                        break;
                    }
                }
                if lane > first {
                    let mask = if lane == 64 { !0 << first } else { (1 << lane) - (1 << first) };
                    self.sources.set(part, w, &entry.board, mask);
                    used.0[w] |= mask;
                    part += 1;
                }
                if lane < 64 || entry.untried == [0; 12] {
                    *next += 1;
                }
            }
        }
        used
    }
}
