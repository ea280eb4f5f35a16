//! The first solution in reading order, and whether there is a second one, for puzzles that probably have several.
//!
//! A depth-first search that always takes the first open cell and its smallest digit meets the first solution before
//! any other, so here each lane keeps to itself: it guesses, and remembers the other branch on a stack of its own,
//! boards in memory, to which it returns when it dies, or is solved and looks for another solution.
//!
//! ```text
//!   a lane    puzzle ─► stuck: guess, the other branch to the stack ─► … ─► solved: the first ─┬─► the second: several
//!                         ▲                                                                    │
//!                         └── dead: back to the last branch; none left: one solution, or none ◄┘
//! ```
//!
//! Where there are several solutions, this is quicker than to work at both branches at once, as [`super::search`]
//! does: neither dies, so what is begun there doubles with each guess, while one way down meets a solution, and the
//! next branch up another. Of puzzles with 40, 50, 60 cells emptied at random, a search takes 2.5, 5 and 14 guesses to
//! the first solution here, and 2.6, 11 and 43 to any two there. Where there is one solution, it is the other way
//! round: the guesses of this order are bad ones. So a search that finds nothing for long is left to the other.

use super::boards::Board;
use super::crew::{Crew, Standing, Tools};
use super::goal::Goal;
use super::kernels::Kernels;
use super::plane::Plane;
use super::recent::Recent;
use crate::grid::{CELLS, Puzzle};

/// After so many guesses without a solution a lane gives up, where it is known that there are several. Nearly all are
/// through with fewer than 100, see ``one/ordered.rs``.
const MOST_GUESSES: u8 = 100;
/// Likewise, where it isn't known. From 30 to 100 it makes 5 % of a difference where several are usual; the less, the better
/// for hard puzzles among them.
const PATIENCE: u8 = 60;
/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 70;
/// With so few lanes at work, the one-puzzle solver is faster.
const FEW_LANES: u32 = 6;

/// A puzzle to search, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) puzzle: u32,
    /// Does it have several solutions, so that only the first is wanted? Else as many are looked for as the goal says.
    pub(super) several: bool,
}

impl Task {
    /// The one-puzzle solver answers.
    #[cold]
    fn hand_over(self, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let at = self.puzzle as usize;
        if self.several {
            goal.ask_for_the_first(at, &puzzles[at]);
        } else {
            goal.hand_over(at, &puzzles[at]);
        }
    }
}

/// What a lane works at, how high its stack is, and how often it has guessed since its last solution.
#[derive(Clone, Copy, Debug)]
struct Seat {
    task: Task,
    found: u64,
    height: u8,
    guesses: u8,
}

impl Seat {
    /// Sits down at a task.
    const fn new(task: Task) -> Seat {
        Seat { task, found: 0, height: 0, guesses: 0 }
    }
}

/// Lanes that search in reading order.
#[derive(Clone)]
pub(super) struct InOrder<const W: usize> {
    crew: Crew<Seat, W>,
    /// One level after the other, a board for each lane. As each guess settles a cell, there are 81 levels.
    stacks: Vec<Board>,
    /// Puzzles that wait for a lane, and how far deduction alone has brought them.
    waiting: Vec<(Task, Board)>,
    /// Puzzles that took too long, and of which it isn't known whether they have several solutions.
    pub(super) undecided: Vec<u32>,
}

impl<const W: usize> InOrder<W> {
    const LANES: usize = Plane::<W>::LANES;

    pub(super) fn new(kernels: &'static Kernels<W>) -> InOrder<W> {
        InOrder {
            crew: Crew::new(kernels, Seat::new(Task { puzzle: 0, several: false })),
            stacks: vec![[0; 12]; CELLS * Self::LANES],
            waiting: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// A new task, and how far deduction has brought its puzzle.
    pub(super) fn add(&mut self, task: Task, board: &Board) {
        self.waiting.push((task, *board));
    }

    /// How many puzzles nobody has begun.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Is all done?
    pub(super) fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.crew.active.is_empty()
    }

    /// A service, and rounds until the next one is due. False if hardly any lane is left at work.
    pub(super) fn step(
        &mut self,
        tools: &mut Tools<W>,
        recent: &mut Recent,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
    ) -> bool {
        self.serve(tools, recent, puzzles, goal);
        let enough = self.crew.active.ones() >= FEW_LANES;
        if enough {
            self.crew.round();
            self.crew.deduce(WAITING);
        }
        enough
    }

    /// Answers all that is left, but for what it leaves undecided.
    pub(super) fn finish(
        &mut self,
        tools: &mut Tools<W>,
        recent: &mut Recent,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
    ) {
        while self.step(tools, recent, puzzles, goal) {}
        for lane in self.crew.active.lanes() {
            self.crew.seats[lane].task.hand_over(puzzles, goal);
            self.crew.seats[lane].height = 0;
        }
        self.crew.dismiss(Plane::ALL);
    }

    fn serve(&mut self, tools: &mut Tools<W>, recent: &mut Recent, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let InOrder { crew, stacks, waiting, undecided } = self;
        let Standing { solved, stuck, dead } = crew.standing();
        let mut free = !crew.active | dead | solved;
        (tools.kernels.choose_first)(&mut tools.choice, &crew.planes, &stuck);
        let done = tools.take_branching(&crew.planes.candidates, solved, stuck);
        let Tools { kernels, boards, choice, lanes, taken, .. } = tools;
        let stack = |lane: u16, height: u8| usize::from(height) * Self::LANES + usize::from(lane);
        for (n, (&lane, board)) in lanes.iter().zip(taken.iter()).enumerate() {
            let seat = &mut crew.seats[usize::from(lane)];
            if n < done {
                let at = seat.task.puzzle as usize;
                seat.found += 1;
                seat.guesses = 0;
                if seat.task.several {
                    goal.first(at, (kernels.grid_of)(board));
                } else if seat.found == 1 {
                    goal.solution(at, 1, (kernels.grid_of)(board));
                } else {
                    goal.one_more(at);
                }
                if seat.found == 2 {
                    recent.note_several();
                }
                if seat.task.several || seat.found == goal.limit() {
                    seat.height = 0;
                }
            } else if seat.guesses < if seat.task.several { MOST_GUESSES } else { PATIENCE } {
                stacks[stack(lane, seat.height)] = *board;
                seat.height += 1;
                seat.guesses += 1;
            } else {
                if seat.task.several {
                    seat.task.hand_over(puzzles, goal);
                } else {
                    undecided.push(seat.task.puzzle);
                }
                seat.height = 0;
                free.insert(lane.into());
            }
        }
        lanes.clear();
        taken.clear();
        for lane in free.lanes() {
            let seat = &mut crew.seats[lane];
            let lane = lane as u16;
            if seat.height > 0 {
                seat.height -= 1;
                taken.push(stacks[stack(lane, seat.height)]);
            } else if let Some((task, board)) = waiting.pop() {
                if !task.several {
                    recent.begin();
                }
                *seat = Seat::new(task);
                taken.push(board);
            } else {
                crew.active.remove(lane.into());
                continue;
            }
            lanes.push(lane);
        }
        (kernels.guess)(choice, &mut crew.planes.candidates);
        crew.admit(boards, lanes, taken);
    }
}
