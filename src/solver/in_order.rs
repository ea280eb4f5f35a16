//! The first solution in reading order, for puzzles that are known to have several.
//!
//! A depth-first search that always takes the first open cell and its smallest digit meets that solution before any
//! other, so here each lane keeps to itself: it guesses, and remembers the other branch on a stack of its own,
//! boards in memory, to which it returns when it dies. (What [`super::branch`] does, both branches at once, would
//! find *a* solution first.) Of puzzles with 40, 50, 60 cells emptied at random, a search takes 2.5, 5 and 14
//! guesses. Few take many more; those go to the one-puzzle solver, which asks in another way.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

use super::goal::Goal;
use super::lanes::Tools;
use super::planes::{Plane, State, ones};
use super::transpose::{Board, grid_of};
use crate::grid::{CELLS, Puzzle};

/// After so many guesses a lane gives up. Nearly all are through with fewer than 100, see `board/ordered.rs`.
const BUDGET: u8 = 100;
/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 70;
/// With so few lanes at work, the one-puzzle solver is faster.
const FEW: u32 = 6;

/// What a lane works at, how high its stack is, and how often it has guessed.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    puzzle: u32,
    height: u8,
    guesses: u8,
}

/// Lanes that search in reading order.
#[derive(Clone, Debug)]
pub(super) struct InOrder<const W: usize> {
    state: State<W>,
    active: Plane<W>,
    seats: [[Seat; 64]; W],
    /// One level after the other, a board for each lane. As each guess settles a cell, there are 81 levels.
    stacks: Vec<Board>,
    /// Puzzles that wait for a lane, and how far deduction alone has brought them.
    waiting: Vec<(u32, Board)>,
}

impl<const W: usize> InOrder<W> {
    const LANES: usize = 64 * W;

    pub(super) fn new() -> InOrder<W> {
        InOrder {
            state: State::EMPTY,
            active: [0; W],
            seats: [[Seat::default(); 64]; W],
            stacks: vec![[0; 12]; CELLS * Self::LANES],
            waiting: Vec::new(),
        }
    }

    /// A puzzle that has several solutions, and how far deduction has brought it.
    pub(super) fn add(&mut self, puzzle: u32, board: Board) {
        self.waiting.push((puzzle, board));
    }

    /// Finds the first solution of each puzzle that waits.
    #[inline(always)]
    pub(super) fn run(&mut self, tools: &mut Tools<W>, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        loop {
            self.serve(tools, puzzles, goal);
            if ones(&self.active) < FEW {
                break;
            }
            self.deduce();
        }
        for w in 0..W {
            for i in 0..64 {
                if self.active[w] >> i & 1 == 1 {
                    let at = self.seats[w][i].puzzle as usize;
                    goal.ask_for_the_first(at, &puzzles[at]);
                }
                self.seats[w][i].height = 0;
            }
            self.active[w] = 0;
        }
    }

    #[inline(always)]
    fn deduce(&mut self) {
        let state = &mut self.state;
        let active = ones(&self.active);
        let mut rounds = 0;
        loop {
            state.round();
            rounds += 1;
            let mut waiting = [0; W];
            for w in 0..W {
                waiting[w] = self.active[w] & (state.dead[w] | !state.moved[w]);
            }
            if rounds >= 2 && ones(&waiting) * 100 >= active * WAITING {
                break;
            }
        }
    }

    #[inline(always)]
    fn serve(&mut self, tools: &mut Tools<W>, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let InOrder { state, active, seats, stacks, waiting } = self;
        let Tools { boards, choice, .. } = tools;
        let (mut solved, mut stuck, mut free) = ([0; W], [0; W], [0; W]);
        for w in 0..W {
            let quiet = active[w] & !state.dead[w] & !state.moved[w];
            solved[w] = quiet & !state.unsolved[w];
            stuck[w] = quiet & state.unsolved[w];
            free[w] = !active[w] | state.dead[w] | solved[w];
        }
        choice.first_open(state, &stuck);
        boards.take(&state.candidates, &choice.cell, &choice.digit);
        let mut given = [0; W];
        for part in [0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48] {
            for w in 0..W {
                let mut todo = solved[w] & part;
                while todo != 0 {
                    let i = todo.trailing_zeros() as usize;
                    todo &= todo - 1;
                    goal.first(seats[w][i].puzzle as usize, grid_of(&boards.get(64 * w + i)));
                    seats[w][i].height = 0;
                }
                let mut todo = stuck[w] & part;
                while todo != 0 {
                    let i = todo.trailing_zeros() as usize;
                    todo &= todo - 1;
                    let seat = &mut seats[w][i];
                    if seat.guesses == BUDGET {
                        let at = seat.puzzle as usize;
                        goal.ask_for_the_first(at, &puzzles[at]);
                        seat.height = 0;
                        free[w] |= 1 << i;
                        continue;
                    }
                    stacks[usize::from(seat.height) * Self::LANES + 64 * w + i] = boards.get(64 * w + i);
                    seat.height += 1;
                    seat.guesses += 1;
                }
                let mut todo = free[w] & part;
                while todo != 0 {
                    let i = todo.trailing_zeros() as usize;
                    todo &= todo - 1;
                    let seat = &mut seats[w][i];
                    if seat.height > 0 {
                        seat.height -= 1;
                        boards.put(64 * w + i, &stacks[usize::from(seat.height) * Self::LANES + 64 * w + i]);
                    } else if let Some((puzzle, board)) = waiting.pop() {
                        *seat = Seat { puzzle, height: 0, guesses: 0 };
                        boards.put(64 * w + i, &board);
                    } else {
                        active[w] &= !(1 << i);
                        continue;
                    }
                    given[w] |= 1 << i;
                }
            }
        }
        choice.guess(&mut state.candidates);
        boards.give(&mut state.candidates, &given);
        for w in 0..W {
            active[w] |= given[w];
            state.dead[w] &= !given[w];
        }
        state.find_open();
    }
}
