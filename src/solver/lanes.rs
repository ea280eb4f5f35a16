//! Many puzzles through the planes.
//!
//! ```text
//!   puzzles ──► stream: rounds until few of 64 · W still move ──┬─► solved, dead: the verdict
//!                                                               └─► stuck: a job in the queue, as a board
//!
//!   queue ──► lanes, each with its own depth-first search ──► solutions, counted per job
//!                │  rounds for all, until most lanes wait; then a service: stuck lanes guess, dead ones
//!                │  take back the last guess, finished ones get a job, or a part of another lane's
//!                └─► too many guesses: the one-puzzle solver, which nothing traps
//! ```

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

use super::guess::Choice;
use super::planes::{Plane, State};
use super::transpose::{Board, Boards, Digits};
use super::{Verdict, board};
use crate::grid::{CELLS, Grid, Puzzle};

/// The stream ends when so few of 64 lanes still move: what is left is better off in the search.
const STREAM_MOVING: u32 = 4;
/// Rounds before that is asked: a puzzle may take two until its first cell gets a digit.
const STREAM_FIRST: u32 = 3;
/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 65;
/// A guess settles a cell, so no search is deeper.
const DEPTH: usize = CELLS;
/// After so many guesses, and as many again for each solution, a puzzle is handed to the one-puzzle solver. No
/// puzzle of the hardest collections passes 477.
const BUDGET: u64 = 512;

/// What is asked of a batch: one answer for each puzzle, in its place.
pub(super) enum Goal<'a> {
    /// Verdicts.
    Verdicts(&'a mut [Verdict]),
    /// How many solutions, counted up to the limit.
    Counts {
        /// Where counting ends.
        limit: u64,
        /// The numbers.
        counts: &'a mut [u64],
    },
}

impl Goal<'_> {
    fn len(&self) -> usize {
        match self {
            Goal::Verdicts(verdicts) => verdicts.len(),
            Goal::Counts { counts, .. } => counts.len(),
        }
    }

    /// How many solutions of a puzzle are looked for.
    fn limit(&self) -> u64 {
        match self {
            Goal::Verdicts(_) => 2,
            Goal::Counts { limit, .. } => *limit,
        }
    }

    /// There is no solution, as far as is known.
    fn none(&mut self, puzzle: usize) {
        match self {
            Goal::Verdicts(verdicts) => verdicts[puzzle] = Verdict::None,
            Goal::Counts { counts, .. } => counts[puzzle] = 0,
        }
    }

    /// The `found`-th solution.
    fn solution(&mut self, at: usize, puzzle: &Puzzle, found: u64, grid: impl FnOnce() -> Grid) {
        match self {
            Goal::Counts { counts, .. } => counts[at] = found,
            Goal::Verdicts(verdicts) => {
                verdicts[at] = if found == 1 {
                    Verdict::Unique(grid())
                } else {
                    let grid = grid();
                    Verdict::Several(board::first_in_order(puzzle, Some(grid)).unwrap_or(grid))
                }
            }
        }
    }

    /// The answer by other means.
    fn hand_over(&mut self, at: usize, puzzle: &Puzzle) {
        match self {
            Goal::Verdicts(verdicts) => verdicts[at] = board::solve_hard(puzzle),
            Goal::Counts { limit, counts } => counts[at] = board::count_hard(puzzle, *limit),
        }
    }
}

/// A puzzle that didn't yield to deduction alone.
#[derive(Clone, Copy, Debug)]
struct Job {
    puzzle: u32,
    found: u64,
    guesses: u64,
}

/// What a lane works at, and which levels of its stack hold boards.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    job: u32,
    low: u8,
    top: u8,
}

/// The working memory of the engine.
#[derive(Clone)]
pub(super) struct Lanes<const W: usize> {
    stream: State<W>,
    search: State<W>,
    digits: Digits<W>,
    boards: Boards<W>,
    choice: Choice<W>,
    jobs: Vec<Job>,
    queue: Vec<(u32, Board)>,
    /// Which lanes of the search have a job.
    active: Plane<W>,
    seats: Vec<Seat>,
    /// One level after the other, a board for each lane in each.
    stacks: Vec<Board>,
}

#[inline(always)]
fn ones<const W: usize>(plane: &Plane<W>) -> u32 {
    let mut sum = 0;
    for w in 0..W {
        sum += plane[w].count_ones();
    }
    sum
}

impl<const W: usize> Lanes<W> {
    const LANES: usize = 64 * W;

    pub(super) fn new() -> Box<Lanes<W>> {
        Box::new(Lanes {
            stream: State::EMPTY,
            search: State::EMPTY,
            digits: Digits::new(),
            boards: Boards::new(),
            choice: Choice::EMPTY,
            jobs: Vec::new(),
            queue: Vec::new(),
            active: [0; W],
            seats: vec![Seat::default(); Self::LANES],
            stacks: vec![[0; 12]; DEPTH * Self::LANES],
        })
    }

    /// Answers for each puzzle; ends with the shorter of the two.
    #[inline(always)]
    pub(super) fn solve(&mut self, puzzles: &[Puzzle], mut goal: Goal<'_>) {
        self.jobs.clear();
        let puzzles = &puzzles[..puzzles.len().min(goal.len())];
        for first in (0..puzzles.len()).step_by(Self::LANES) {
            let batch = &puzzles[first..puzzles.len().min(first + Self::LANES)];
            self.stream(batch, first, &mut goal);
            while self.queue.len() >= Self::LANES {
                self.serve(puzzles, &mut goal, false);
                self.deduce();
            }
        }
        while !self.queue.is_empty() || ones(&self.active) > 0 {
            self.serve(puzzles, &mut goal, true);
            self.deduce();
        }
    }

    /// Deduction for up to 64 · W puzzles; what is left goes into the queue.
    #[inline(always)]
    fn stream(&mut self, puzzles: &[Puzzle], first: usize, goal: &mut Goal<'_>) {
        let state = &mut self.stream;
        self.digits.load(puzzles, &mut state.candidates);
        state.find_empty();
        state.dead = [0; W];
        let mut live = [0; W];
        for n in 0..puzzles.len() {
            live[n / 64] |= 1 << (n % 64);
        }
        let mut rounds = 0;
        loop {
            state.round();
            rounds += 1;
            let mut moving = [0; W];
            for w in 0..W {
                moving[w] = live[w] & state.unsolved[w] & state.moved[w] & !state.dead[w];
            }
            if rounds >= STREAM_FIRST && ones(&moving) <= STREAM_MOVING * W as u32 {
                break;
            }
        }
        let complete = state.complete();
        let (mut solved, mut left) = ([0; W], [0; W]);
        for w in 0..W {
            let alive = live[w] & !state.dead[w];
            solved[w] = alive & !state.unsolved[w] & complete[w];
            left[w] = alive & state.unsolved[w];
        }
        if ones(&left) > 0 {
            self.boards.take(&state.candidates, |_, _, _, _| {});
        }
        if ones(&solved) > 0 {
            self.digits.store(&state.candidates);
        }
        for (lane, puzzle) in puzzles.iter().enumerate() {
            let (w, i) = (lane / 64, lane % 64);
            if solved[w] >> i & 1 == 1 {
                goal.solution(first + lane, puzzle, 1, || self.digits.grid(lane));
            } else {
                goal.none(first + lane);
                if left[w] >> i & 1 == 1 {
                    self.queue.push((self.jobs.len() as u32, self.boards.get(lane)));
                    self.jobs.push(Job { puzzle: (first + lane) as u32, found: 0, guesses: 0 });
                }
            }
        }
    }

    /// Rounds until most of the active lanes wait for a service.
    #[inline(always)]
    fn deduce(&mut self) {
        let state = &mut self.search;
        state.find_open();
        let active = ones(&self.active);
        let mut rounds = 0;
        loop {
            state.round();
            rounds += 1;
            let mut waiting = [0; W];
            for w in 0..W {
                waiting[w] = self.active[w] & (state.dead[w] | !state.moved[w] | !state.unsolved[w]);
            }
            if rounds >= 2 && ones(&waiting) * 100 >= active * WAITING {
                break;
            }
        }
    }

    /// Lanes that are stuck guess, the others that wait get a board to go on with.
    #[inline(always)]
    fn serve(&mut self, puzzles: &[Puzzle], goal: &mut Goal<'_>, ending: bool) {
        let limit = goal.limit();
        let Lanes { search: state, boards, choice, jobs, queue, active, seats, stacks, .. } = self;
        let (mut solved, mut stuck, mut free) = ([0; W], [0; W], [0; W]);
        let complete = state.complete();
        for w in 0..W {
            let dead = state.dead[w] | (!state.unsolved[w] & !complete[w]);
            solved[w] = active[w] & !dead & !state.unsolved[w];
            stuck[w] = active[w] & !dead & state.unsolved[w] & !state.moved[w];
            free[w] = !active[w] | dead | solved[w];
        }
        choice.choose(state, &stuck);
        boards.take(&state.candidates, |digit, b, w, words| {
            for n in 0..9 {
                words[n] &= !(choice.cell[b][n][w] & choice.digit[digit][w]);
            }
        });
        let mut popped = [0; W];
        let mut victim = 0;
        for part in [0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48] {
            for w in 0..W {
                let mut need = (stuck[w] | free[w]) & part;
                while need != 0 {
                    let i = need.trailing_zeros() as usize;
                    let bit = 1u64 << i;
                    need &= need - 1;
                    let lane = 64 * w + i;
                    let seat = &mut seats[lane];
                    if active[w] & bit != 0 {
                        let job = &mut jobs[seat.job as usize];
                        let at = job.puzzle as usize;
                        if stuck[w] & bit != 0 && job.found < limit {
                            job.guesses += 1;
                            if job.guesses <= BUDGET.saturating_add(job.found.saturating_mul(BUDGET)) {
                                stacks[seat.top as usize * Self::LANES + lane] = boards.get(lane);
                                seat.top += 1;
                                continue;
                            }
                            goal.hand_over(at, &puzzles[at]);
                            job.found = limit;
                        }
                        if solved[w] & bit != 0 && job.found < limit {
                            job.found += 1;
                            goal.solution(at, &puzzles[at], job.found, || grid_of(&boards.get(lane)));
                        }
                        if job.found >= limit {
                            seat.top = seat.low;
                        }
                    }
                    if seat.top > seat.low {
                        seat.top -= 1;
                        boards.put(lane, &stacks[seat.top as usize * Self::LANES + lane]);
                        popped[w] |= bit;
                        continue;
                    }
                    *seat = Seat::default();
                    active[w] &= !bit;
                    if let Some((job, board)) = queue.pop() {
                        seat.job = job;
                        boards.put(lane, &board);
                        popped[w] |= bit;
                    } else if ending {
                        let idle =
                            |seat: &Seat| seat.top == seat.low || jobs[seat.job as usize].found >= limit;
                        while victim < Self::LANES && idle(&seats[victim]) {
                            victim += 1;
                        }
                        if victim < Self::LANES {
                            let from = seats[victim];
                            seats[victim].low += 1;
                            boards.put(lane, &stacks[from.low as usize * Self::LANES + victim]);
                            seats[lane].job = from.job;
                            popped[w] |= bit;
                            victim += 1;
                        }
                    }
                }
            }
        }
        for w in 0..W {
            active[w] |= popped[w];
            state.dead[w] &= !popped[w];
        }
        boards.give(&mut state.candidates, |digit, b, w, words, board| {
            for n in 0..9 {
                let guessed = words[n] & !(choice.cell[b][n][w] & !choice.digit[digit][w]);
                words[n] = (guessed & !popped[w]) | (board[n] & popped[w]);
            }
        });
    }
}

/// The grid of a board with one candidate in each cell.
fn grid_of(board: &Board) -> Grid {
    // Bit by bit, what is the digit of each cell, box by box?
    let mut bits = [0u128; 4];
    for digit in 0..9 {
        let shared = board[9 + digit / 3] >> (18 * (digit % 3)) & 0x3_ffff;
        let places = u128::from(board[digit]) | u128::from(shared) << 63;
        for (bit, plane) in bits.iter_mut().enumerate() {
            if (digit + 1) >> bit & 1 == 1 {
                *plane |= places;
            }
        }
    }
    // Eight cells at a time become eight bytes: an 8 × 8 transpose of bits (Hacker's Delight, 7-3).
    let bits = bits.map(u128::to_le_bytes);
    let mut cells = [[0; 8]; 11];
    for (j, eight) in cells.iter_mut().enumerate() {
        let mut x = u64::from(u32::from_le_bytes([bits[0][j], bits[1][j], bits[2][j], bits[3][j]]));
        let t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
        x ^= t ^ (t << 7);
        let t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
        x ^= t ^ (t << 14);
        let t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
        x ^= t ^ (t << 28);
        *eight = x.to_le_bytes();
    }
    let cells = cells.as_flattened();
    // Box by box to row by row.
    let mut digits = [0; CELLS];
    for (n, minirow) in digits.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let (row, b) = (n / 3, n / 9 * 3 + n % 3);
        let at = 9 * b + 3 * (row % 3);
        minirow.copy_from_slice(&cells[at..at + 3]);
    }
    Grid::trusted(digits)
}
