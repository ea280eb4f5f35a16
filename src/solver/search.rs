//! Guesses, for the puzzles that don't yield to deduction alone; every lane has its own.
//!
//! ```text
//!            ┌───────────────────────── rounds, until most lanes wait ◄────────────────────────┐
//!            ▼                                                                                 │
//!   a service:  stuck lanes choose a branch                                                    │
//!                 ├─ the other branch finds a free lane of its word by turning: both go on ────┤
//!                 └─ no room: it waits, or goes to the pool                                    │
//!               dead lanes are free; solved ones report, and are free                          │
//!               free lanes get a board from the pool, then from the queue ─────────────────────┘
//! ```
//!
//! Boards go to memory and come from there by transposes of all lanes, so that happens only in a service where enough
//! lanes want it: an *exchange*. The others wait until then, which costs them nothing but time.
//!
//! As both branches are worked at, the order of the solutions is by chance; who wants the first in reading order is
//! served by [`super::in_order`]. The pool is a stack for all lanes, the last board first: so it stays short, and at
//! the end of a batch all lanes share what is left.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

use super::branch::{Turn, branch, turns};
use super::goal::Goal;
use super::lanes::{Tools, make_room};
use super::planes::{Plane, State, bits, list, ones};
use super::transpose::{Board, grid_of};
use crate::grid::Puzzle;

/// Percentage of the active lanes that wait when they are served. From 60 to 80 it makes 2–3 % of a difference.
const WAITING: u32 = 75;
/// Percentage of all lanes that want an exchange when it happens. 15 and 40 cost 4 % on hard puzzles, less elsewhere.
const EXCHANGE: u32 = 25;
/// So many solved lanes in 64 are worth a transpose of their own, from planes to digits; fewer go by boards.
const MANY: u32 = 6;
/// After so many guesses, and as many again for each solution, a puzzle is handed to the one-puzzle solver. No puzzle
/// of the hardest collections takes 500.
const BUDGET: u64 = 512;

/// The lanes of the search, and who works there.
#[derive(Clone)]
pub(super) struct Search<const W: usize> {
    state: State<W>,
    jobs: Vec<Job>,
    /// Jobs that nobody has begun.
    queue: Pile,
    /// Branches that found no room.
    pool: Pile,
    /// Which lanes hold a board that isn't dead.
    active: Plane<W>,
    /// The job that each lane works at.
    seats: [[u32; 64]; W],
    turns: [Turn<W>; 2],
    /// Whether triples are looked for in minirows next time, where it's done in turns.
    odd: bool,
    /// The puzzles that turned out to have several solutions, where it matters which is the first.
    pub(super) several: Vec<u32>,
}

/// Boards, and the number of the job that each belongs to.
#[derive(Clone, Default)]
struct Pile {
    jobs: Vec<u32>,
    boards: Vec<Board>,
}

impl Pile {
    fn len(&self) -> usize {
        self.jobs.len()
    }

    #[inline(always)]
    fn push(&mut self, job: u32, board: &Board) {
        self.jobs.push(job);
        self.boards.push(*board);
    }

    /// Moves the last `n` of another pile to this one.
    #[inline(always)]
    fn take(&mut self, other: &mut Pile, n: usize) {
        let first = other.len() - n;
        self.jobs.extend_from_slice(&other.jobs[first..]);
        self.boards.extend_from_slice(&other.boards[first..]);
        other.truncate(first);
    }

    /// Takes away all but the first `n`.
    fn truncate(&mut self, n: usize) {
        self.jobs.truncate(n);
        self.boards.truncate(n);
    }
}

/// A puzzle, and what has been done for it.
#[derive(Clone, Copy, Debug)]
struct Job {
    puzzle: u32,
    found: u64,
    guesses: u64,
}

/// Counts a guess. False if the job is finished, so that its lanes are free.
#[inline(always)]
fn goes_on(job: &mut Job, puzzles: &[Puzzle], goal: &mut Goal<'_>) -> bool {
    let limit = goal.limit();
    job.guesses += 1;
    if job.found < limit && job.guesses > BUDGET.saturating_mul(job.found + 1) {
        goal.hand_over(job.puzzle as usize, &puzzles[job.puzzle as usize]);
        job.found = limit;
    }
    job.found < limit
}

impl<const W: usize> Search<W> {
    pub(super) fn new() -> Search<W> {
        Search {
            state: State::EMPTY,
            jobs: Vec::new(),
            queue: Pile::default(),
            pool: Pile::default(),
            active: [0; W],
            seats: [[0; 64]; W],
            turns: [const { Turn::NONE }; 2],
            odd: false,
            several: Vec::new(),
        }
    }

    /// A new job: a puzzle, and how far deduction has brought it.
    #[inline(always)]
    pub(super) fn add(&mut self, puzzle: u32, board: &Board) {
        self.queue.push(self.jobs.len() as u32, board);
        self.jobs.push(Job { puzzle, found: 0, guesses: 0 });
    }

    /// How many jobs nobody has begun.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Is all done? Then the numbers of jobs begin again.
    pub(super) fn is_through(&mut self) -> bool {
        let through = self.queue.len() == 0 && self.pool.len() == 0 && ones(&self.active) == 0;
        if through {
            self.jobs.clear();
        }
        through
    }

    /// A service, and rounds until the next one is due.
    #[inline(always)]
    pub(super) fn step(&mut self, tools: &mut Tools<W>, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        self.serve(tools, puzzles, goal);
        self.deduce();
    }

    #[inline(always)]
    fn serve(&mut self, tools: &mut Tools<W>, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let (mut solved, mut stuck, mut free) = ([0; W], [0; W], [0; W]);
        for w in 0..W {
            self.active[w] &= !self.state.dead[w];
            let quiet = self.active[w] & !self.state.moved[w];
            // A round in which nothing moved has also looked at the last digits of a solution.
            solved[w] = quiet & !self.state.unsolved[w];
            stuck[w] = quiet & self.state.unsolved[w];
            free[w] = !self.active[w];
        }
        tools.choice.choose(&self.state, &stuck);
        let mut left = stuck;
        self.find_room(&mut left, &mut free, puzzles, goal);

        let (mut guessing, mut running) = ([0; W], [0; W]);
        for w in 0..W {
            guessing[w] = stuck[w] & !left[w];
            running[w] = self.active[w] & !solved[w] & !left[w];
        }
        let wanting = ones(&left) + ones(&solved);
        let on_offer = (self.pool.len() + self.queue.len()).min(ones(&free) as usize);
        let enough = (wanting + on_offer as u32) * 100 >= EXCHANGE * 64 * W as u32;
        tools.lanes.clear();
        if enough || ones(&running) == 0 {
            self.exchange(tools, puzzles, goal, [&solved, &left]);
            guessing = stuck;
        }
        branch(&mut self.state, &tools.choice, &guessing, &self.turns);
        if !tools.lanes.is_empty() {
            let first = self.pool.len() - tools.lanes.len();
            let boards = &self.pool.boards[first..];
            let given = tools.boards.give(&mut self.state.candidates, &tools.lanes, boards);
            self.pool.truncate(first);
            for w in 0..W {
                self.active[w] |= given[w];
                self.state.dead[w] &= !given[w];
            }
            self.state.find_open();
        }
    }

    /// Finds room for the other branches of stuck lanes in free ones; takes those that are served off both.
    #[inline(always)]
    fn find_room(
        &mut self,
        stuck: &mut Plane<W>,
        free: &mut Plane<W>,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
    ) {
        for turn in self.turns.iter_mut().take(turns(W)) {
            turn.find(stuck, free);
            for w in 0..W {
                let (by, seats) = (turn.by[w] as usize, &mut self.seats[w]);
                for lane in bits(turn.target[w].rotate_right(by as u32)) {
                    let other = (lane + by) % 64;
                    seats[other] = seats[lane];
                    if !goes_on(&mut self.jobs[seats[lane] as usize], puzzles, goal) {
                        self.active[w] &= !(1 << lane);
                        turn.target[w] &= !(1 << other);
                    }
                }
                self.active[w] |= turn.target[w];
            }
        }
    }

    /// Solved lanes report, other branches that found no room go to the pool, and free lanes get boards: which ones is
    /// said in the tools' list of lanes, empty before, and the boards are the last ones of the pool.
    #[inline(always)]
    fn exchange(
        &mut self,
        tools: &mut Tools<W>,
        puzzles: &[Puzzle],
        goal: &mut Goal<'_>,
        [solved, left]: [&Plane<W>; 2],
    ) {
        let Tools { digits, boards, choice, lately, lanes, .. } = tools;
        let Search { state, jobs, queue, pool, active, several, .. } = self;
        let seats = self.seats.as_flattened_mut();

        for w in 0..W {
            for i in bits(left[w]) {
                let job = seats[64 * w + i];
                if goes_on(&mut jobs[job as usize], puzzles, goal) {
                    pool.jobs.push(job);
                    lanes.push((64 * w + i) as u16);
                } else {
                    active[w] &= !(1 << i);
                }
            }
        }
        let leaving = lanes.len();
        list(solved, lanes);
        let many = ones(solved) >= MANY * W as u32;
        if many {
            digits.store(&state.candidates);
        }
        let wanted = if many { leaving } else { lanes.len() };
        if wanted > 0 {
            let first = pool.boards.len();
            make_room(&mut pool.boards, first + wanted);
            let room = &mut pool.boards[first..];
            boards.take(&state.candidates, &choice.cell, &choice.digit, &lanes[..wanted], room);
        }

        for (n, &lane) in lanes[leaving..].iter().enumerate() {
            let job = &mut jobs[seats[usize::from(lane)] as usize];
            if job.found < goal.limit() {
                let at = pool.jobs.len() + n;
                let grid = if many { digits.grid(lane.into()) } else { grid_of(&pool.boards[at]) };
                job.found += 1;
                goal.solution(job.puzzle as usize, job.found, grid);
                if job.found == 2 {
                    lately.is_several();
                    if goal.wants_the_first() {
                        several.push(job.puzzle);
                    }
                }
            }
        }
        pool.boards.truncate(pool.jobs.len());

        let mut free = [0; W];
        for w in 0..W {
            active[w] &= !solved[w];
            free[w] = !active[w];
        }
        lanes.clear();
        list(&free, lanes);
        let new = lanes.len().saturating_sub(pool.len()).min(queue.len());
        pool.take(queue, new);
        for _ in 0..new {
            lately.begins();
        }
        lanes.truncate(pool.len());
        for (&lane, &job) in lanes.iter().zip(&pool.jobs[pool.len() - lanes.len()..]) {
            seats[usize::from(lane)] = job;
        }
    }

    /// Rounds until most of the active lanes wait.
    #[inline(always)]
    fn deduce(&mut self) {
        // Triples once after a service: on AVX2 and less, where they cost more, the half of them in turns.
        self.state.round();
        if W >= 8 {
            self.state.triples::<true, true>();
        } else if self.odd {
            self.state.triples::<true, false>();
        } else {
            self.state.triples::<false, true>();
        }
        self.odd = !self.odd;
        self.state.rounds(&self.active, WAITING);
    }
}
