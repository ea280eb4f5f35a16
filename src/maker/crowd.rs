//! Many puzzles at once, so that there are always enough questions to fill the engine's lanes.
//!
//! ```text
//!   places ─► a slot: a try ─► question ─► the engine, in batches ─► answer ─┐
//!                ▲   │  ▲                                                    │
//!                └───┘  └────────── each answer brings its slot's next question
//!                done: the puzzle in its place of the block, and the slot begins another
//! ```
//!
//! Where rules are the test, the question is theirs: do they solve it? And in the end, of those of the level below the least:
//! do these solve it, too? From level 7 on that is one for the panel, which answers all when nothing else is to be done.
//!
//! Which slot is served when has no influence on any puzzle.

use super::ask;
use super::attempt::{Attempt, Question};
use super::draws::Draws;
use super::made::{Made, NoSuchPuzzle, TRIES};
use super::panel::Panel;
use super::places::place_of;
use super::sets::Pairs;
use super::wishes::{Outcome, Start, Wishes};
use crate::grid::{CELLS, Grid};
use crate::rating::Level;
use crate::solver::another::{Another, Answer, board_of, differs};
use crate::solver::by_rules::{self, ByRules};
use crate::solver::{Board, Solver};

/// A puzzle in the making. What each question wants lies together, and first.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Slot {
    attempt: Attempt,
    known: Board,
    start: Start,
    /// Its number in the block.
    number: usize,
    /// How many tries have been begun.
    tries: u32,
    /// Is the level of the try one of those that are wanted, once that is known?
    suits: Option<bool>,
}

/// What a slot is before it has begun.
const NOTHING: Start = Start { draws: Draws::new(0, 0), target: 0, solution: Grid::trusted([1; CELLS]) };

/// After so many tries in vain a slot is held until all others are done or held, too. Few enough that a wish that nothing
/// meets is found out soon; many enough that it doesn't happen to wishes that something meets.
const PATIENCE: u32 = 5_000;

/// So many slots for each lane, in halves: some wait for the stream, some search, some wait for that.
const SLOTS: usize = 6;

/// So many levels are asked for together: it takes many to fill the lanes of the assumptions, too. But fewer than there
/// are slots: if all of these wait for it, the engine runs empty each time.
const PANEL: usize = 512;

/// So many solutions are made together, while the tables for that are in the cache.
const TOGETHER: usize = 64;

/// The slots, and the engine that answers.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    engine: Another,
    slots: Vec<Slot>,
    pairs: Box<Pairs>,
    answers: Vec<(u32, Answer)>,
    levels: Vec<(u32, Level)>,
    /// The rules that are the test, and those that mustn't solve what is left in the end.
    test: Option<ByRules>,
    end: Option<ByRules>,
    left: Vec<by_rules::Answer>,
}

impl Crowd {
    pub(super) fn new(engine: Another) -> Crowd {
        let pairs = Box::new(Pairs::new(engine.closing()));
        Crowd {
            engine,
            slots: Vec::new(),
            pairs,
            answers: Vec::new(),
            levels: Vec::new(),
            test: None,
            end: None,
            left: Vec::new(),
        }
    }

    /// The puzzles from this place on, up to the first that there isn't.
    pub(super) fn make(
        &mut self,
        wishes: &Wishes,
        first: u128,
        count: usize,
        solver: &mut Solver,
        panel: &mut Panel,
    ) -> Vec<Result<Made, NoSuchPuzzle>> {
        let Crowd { engine, slots, pairs, answers, levels, test, end, left } = self;
        let set = solver.instruction_set();
        by_rules::change(test, set, wishes.tested_by().map(Level::number));
        by_rules::change(end, set, wishes.not_by().map(Level::number));
        let mut block = Block {
            wishes,
            first,
            next: 0,
            starts: Vec::with_capacity(TOGETHER),
            made: vec![Err(NoSuchPuzzle { place: first }); count],
            held: Vec::new(),
            pairs,
            engine,
            test: test.as_mut(),
            end: end.as_mut(),
            panel,
        };
        let slots_wanted = count.min(block.engine.lanes() * SLOTS / 2);
        slots.truncate(slots_wanted);
        slots.resize(
            slots_wanted,
            Slot { number: 0, start: NOTHING, known: [0; 12], attempt: Attempt::NONE, tries: 0, suits: None },
        );
        for (ticket, slot) in (0..).zip(slots.iter_mut()) {
            if block.begin(slot) {
                block.go_on(slot, ticket);
            }
        }
        loop {
            let is_idle = !block.step();
            if let Some(wished) = wishes.levels
                && (block.panel.waiting() >= PANEL || is_idle && block.panel.waiting() > 0)
            {
                block.panel.answer(wished.most, levels);
                for &(ticket, level) in levels.iter() {
                    let Some(slot) = slots.get_mut(ticket as usize) else { continue };
                    slot.suits = Some(wished.contain(level));
                    block.go_on(slot, ticket);
                }
            } else if is_idle && block.go_on_with_held(slots, solver) {
                continue;
            } else if is_idle {
                break;
            }
            if let Some(test) = &mut block.test {
                test.take_answers(left);
                for &(ticket, left) in left.iter() {
                    let Some(slot) = slots.get_mut(ticket as usize) else { continue };
                    slot.attempt.answer(&wishes.rules, &slot.start.solution, left);
                    block.go_on(slot, ticket);
                }
            }
            if let Some(end) = &mut block.end {
                end.take_answers(left);
                for &(ticket, left) in left.iter() {
                    let Some(slot) = slots.get_mut(ticket as usize) else { continue };
                    slot.suits = Some(left.is_some());
                    block.go_on(slot, ticket);
                }
            }
            block.engine.take_answers(answers);
            for &(ticket, answer) in answers.iter() {
                let Some(slot) = slots.get_mut(ticket as usize) else { continue };
                let found = match answer {
                    Answer::None => None,
                    Answer::Other(at) => {
                        Some(block.engine.found(at).map_or(0, |found| differs(&slot.known, found)))
                    }
                    Answer::TooHard => ask::another(solver, &slot.start.solution, slot.attempt.asked()),
                };
                slot.attempt.answer(&wishes.rules, &slot.start.solution, found);
                block.go_on(slot, ticket);
            }
            block.engine.forget();
        }
        let mut made = block.made;
        let good = made.iter().take_while(|made| made.is_ok()).count();
        made.truncate(good + 1);
        made
    }
}

/// What is to be made.
struct Block<'a> {
    wishes: &'a Wishes,
    /// The place of number 0.
    first: u128,
    /// The first number that nobody has begun.
    next: usize,
    /// What the next numbers begin with, the first of them last.
    starts: Vec<Option<Start>>,
    /// What isn't made yet is as if there were no such puzzle.
    made: Vec<Result<Made, NoSuchPuzzle>>,
    /// Slots that have tried in vain for long.
    held: Vec<u32>,
    pairs: &'a mut Pairs,
    engine: &'a mut Another,
    test: Option<&'a mut ByRules>,
    end: Option<&'a mut ByRules>,
    panel: &'a mut Panel,
}

impl Block<'_> {
    /// A slot begins a puzzle, if there is one to begin.
    fn begin(&mut self, slot: &mut Slot) -> bool {
        while self.next < self.made.len() {
            if self.starts.is_empty() {
                let numbers = self.next..self.made.len().min(self.next + TOGETHER);
                self.starts
                    .extend(numbers.rev().map(|number| self.wishes.start(self.first + number as u128)));
            }
            slot.number = self.next;
            self.next += 1;
            if let Some(start) = self.starts.pop().flatten() {
                let digits = start.solution.digits();
                slot.known = board_of(&std::array::from_fn(|place| digits[place_of(place)]));
                slot.start = start;
                slot.tries = 0;
                self.try_once(slot);
                return true;
            }
            self.put(slot.number, Err(self.no_puzzle(slot.number)));
        }
        false
    }

    /// This is what number so and so has come to.
    fn put(&mut self, number: usize, end: Result<Made, NoSuchPuzzle>) {
        if let Some(made) = self.made.get_mut(number) {
            *made = end;
        }
    }

    fn no_puzzle(&self, number: usize) -> NoSuchPuzzle {
        NoSuchPuzzle { place: self.first + number as u128 }
    }

    fn try_once(&mut self, slot: &mut Slot) {
        let Start { draws, target, solution } = &mut slot.start;
        slot.attempt.begin(&self.wishes.rules, draws, *target, solution, self.pairs);
        slot.tries += 1;
        slot.suits = None;
    }

    /// A step of whoever answers; false if nothing is asked.
    fn step(&mut self) -> bool {
        match (&mut self.test, &mut self.end) {
            (None, _) => self.engine.step(),
            (Some(test), Some(end)) if end.waiting() >= self.engine.lanes() || !test.is_asked() => end.step(),
            (Some(test), _) => test.step(),
        }
    }

    /// Where nothing else is left to do, slots that were held go on; the first of them alone, so that a puzzle that there
    /// isn't is found out before thousands of others have been tried as often. False if there are none, or none to be had.
    fn go_on_with_held(&mut self, slots: &mut [Slot], solver: &mut Solver) -> bool {
        let mut held = std::mem::take(&mut self.held);
        held.sort_unstable_by_key(|&ticket| slots.get(ticket as usize).map(|slot| slot.number));
        for (n, ticket) in held.into_iter().enumerate() {
            let Some(slot) = slots.get_mut(ticket as usize) else { continue };
            self.try_once(slot);
            if n > 0 {
                self.go_on(slot, ticket);
                continue;
            }
            let end = self.alone(slot, solver);
            self.put(slot.number, end);
            if end.is_err() {
                return false;
            }
            if self.begin(slot) {
                self.go_on(slot, ticket);
            }
        }
        let rules = [self.test.as_deref(), self.end.as_deref()];
        !self.held.is_empty()
            || self.engine.is_asked()
            || self.panel.waiting() > 0
            || rules.into_iter().flatten().any(ByRules::is_asked)
    }

    /// All tries that a slot has left, one question after the other.
    fn alone(&mut self, slot: &mut Slot, solver: &mut Solver) -> Result<Made, NoSuchPuzzle> {
        loop {
            if self.wishes.finish(&mut slot.attempt, &slot.start.solution, solver, self.panel) {
                return Ok(slot.start.made(&slot.attempt));
            }
            if slot.tries == TRIES {
                return Err(self.no_puzzle(slot.number));
            }
            self.try_once(slot);
        }
    }

    /// Asks a slot's next question; with the next try, or the next puzzle, if there is none.
    #[inline(always)]
    fn go_on(&mut self, slot: &mut Slot, ticket: u32) {
        loop {
            let solution = &slot.start.solution;
            if let Some(Question { empty, group }) = slot.attempt.question(&self.wishes.rules, solution) {
                return match &mut self.test {
                    Some(test) => test.ask(ticket, &slot.known, empty, self.wishes.rules.is_unit(group)),
                    None => self.engine.ask(ticket, &slot.known, empty, group),
                };
            }
            let end = match self.wishes.outcome(&slot.attempt, slot.suits) {
                Outcome::Good => Ok(slot.start.made(&slot.attempt)),
                Outcome::Unrated => {
                    return match &mut self.end {
                        Some(end) => end.ask(ticket, &slot.known, slot.attempt.empty(), true),
                        None => self.panel.ask(ticket, slot.start.made(&slot.attempt).puzzle, solution),
                    };
                }
                Outcome::Bad if slot.tries == TRIES => Err(self.no_puzzle(slot.number)),
                Outcome::Bad if slot.tries.is_multiple_of(PATIENCE) => return self.held.push(ticket),
                Outcome::Bad => {
                    self.try_once(slot);
                    continue;
                }
            };
            self.put(slot.number, end);
            if !self.begin(slot) {
                return;
            }
        }
    }
}
