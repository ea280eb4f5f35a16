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

use super::branch::{TURNS, Turn, branch, second_turn_pays};
use super::guess::Choice;
use super::in_order::InOrder;
use super::planes::{Plane, State, each3, ones};
use super::transpose::{Board, Boards, Digits};
use super::{Verdict, board};
use crate::grid::{CELLS, Grid, Puzzle};

/// The stream ends when so few of 64 lanes still move: what is left is better off in the search.
const STREAM_MOVING: u32 = 4;
/// Rounds before that is asked: a puzzle may take two until its first cell gets a digit.
const STREAM_FIRST: u32 = 3;
/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 70;
const EXCHANGE: u32 = 25;
const MANY: u32 = 6;
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
    #[inline(always)]
    fn solution(&mut self, at: usize, found: u64, grid: Grid) {
        match self {
            Goal::Counts { counts, .. } => counts[at] = found,
            Goal::Verdicts(verdicts) => {
                verdicts[at] = if found == 1 { Verdict::Unique(grid) } else { Verdict::Several(grid) };
            }
        }
    }

    /// There are several solutions, and this is the first.
    pub(super) fn several(&mut self, at: usize, grid: Grid) {
        if let Goal::Verdicts(verdicts) = self {
            verdicts[at] = Verdict::Several(grid);
        }
    }

    /// There are several solutions: puts the first in place of the one that is there, by other means.
    pub(super) fn first_in_order(&mut self, at: usize, puzzle: &Puzzle) {
        if let Goal::Verdicts(verdicts) = self
            && let Verdict::Several(known) = &mut verdicts[at]
        {
            *known = board::first_in_order(puzzle, Some(*known)).unwrap_or(*known);
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
    /// Branches that found no free lane.
    pool: Vec<(u32, Board)>,
    /// Which lanes of the search have a board, and of which job.
    active: Plane<W>,
    seats: [[u32; 64]; W],
    turns: [Turn<W>; TURNS],
    odd: bool,
    /// Puzzles that turned out to have several solutions, and want the first in reading order.
    several: Vec<u32>,
    in_order: InOrder<W>,
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
            pool: Vec::new(),
            seats: [[0; 64]; W],
            turns: [const { Turn::NONE }; TURNS],
            odd: false,
            several: Vec::new(),
            in_order: InOrder::new(),
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
        while !self.queue.is_empty() || !self.pool.is_empty() || ones(&self.active) > 0 {
            self.serve(puzzles, &mut goal, true);
            self.deduce();
        }
        self.order(puzzles, &mut goal);
    }

    /// The first solution in reading order of the puzzles with several.
    #[inline(always)]
    fn order(&mut self, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        let mut batch = [Puzzle::EMPTY; 512];
        while !self.several.is_empty() {
            let from = self.several.len().saturating_sub(Self::LANES);
            let last = &self.several[from..];
            for (to, &at) in batch.iter_mut().zip(last) {
                *to = puzzles[at as usize];
            }
            let state = &mut self.stream;
            self.digits.load(&batch[..last.len()], &mut state.candidates);
            state.find_empty();
            for _ in 0..3 {
                state.round();
            }
            self.boards.take(&state.candidates, &[[[0; W]; 9]; 9], &[[0; W]; 9]);
            for (lane, &at) in last.iter().enumerate() {
                self.in_order.waiting.push((at, self.boards.get(lane)));
            }
            self.several.truncate(from);
        }
        self.in_order.run(&mut self.boards, &mut self.choice, puzzles, goal);
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
            self.boards.take(&state.candidates, &[[[0; W]; 9]; 9], &[[0; W]; 9]);
        }
        if ones(&solved) > 0 {
            self.digits.store(&state.candidates);
        }
        for lane in 0..puzzles.len() {
            let (w, i) = (lane / 64, lane % 64);
            if solved[w] >> i & 1 == 1 {
                let grid = self.digits.grid(lane);
                goal.solution(first + lane, 1, grid);
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
        let active = ones(&self.active);
        let mut rounds = 0;
        loop {
            if rounds == 1 {
                if W >= 8 {
                    state.triples::<true, true>()
                } else if self.odd {
                    state.triples::<true, false>()
                } else {
                    state.triples::<false, true>()
                }
                self.odd = !self.odd;
            }
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

    /// Lanes that are stuck guess, the others that wait get a board to go on with.
    #[inline(always)]
    fn serve(&mut self, puzzles: &[Puzzle], goal: &mut Goal<'_>, ending: bool) {
        let limit = goal.limit();
        let ordered = matches!(goal, Goal::Verdicts(_));
        let Lanes {
            search: state,
            boards,
            choice,
            jobs,
            queue,
            pool,
            active,
            seats,
            turns,
            digits,
            several,
            ..
        } = self;
        let (mut solved, mut stuck, mut free) = ([0; W], [0; W], [0; W]);
        for w in 0..W {
            active[w] &= !state.dead[w];
            solved[w] = active[w] & !state.unsolved[w] & !state.moved[w];
            stuck[w] = active[w] & state.unsolved[w] & !state.moved[w];
            free[w] = !active[w];
        }
        choice.choose(state, &stuck);
        // Other branches go to free lanes of the same word.
        let mut left = stuck;
        for turn in turns.iter_mut().take(if second_turn_pays(W) { 2 } else { 1 }) {
            turn.find(&mut left, &mut free);
            for w in 0..W {
                let by = turn.by[w] as usize;
                let mut pairs = turn.target[w].rotate_right(by as u32);
                while pairs != 0 {
                    let i = pairs.trailing_zeros() as usize;
                    pairs &= pairs - 1;
                    seats[w][(i + by) % 64] = seats[w][i];
                    let job = &mut jobs[seats[w][i] as usize];
                    job.guesses += 1;
                    let both = 1u64 << i | 1u64 << ((i + by) % 64);
                    if job.found >= limit {
                        active[w] &= !both;
                        turn.target[w] &= !both;
                    } else if job.guesses > BUDGET.saturating_add(job.found.saturating_mul(BUDGET)) {
                        goal.hand_over(job.puzzle as usize, &puzzles[job.puzzle as usize]);
                        job.found = limit;
                        active[w] &= !both;
                        turn.target[w] &= !both;
                    }
                }
                active[w] |= turn.target[w];
            }
        }
        let (mut running, mut granted) = ([0; W], [0; W]);
        for w in 0..W {
            granted[w] = stuck[w] & !left[w];
            running[w] = active[w] & !solved[w] & !left[w];
        }
        let (n_left, n_solved) = (ones(&left), ones(&solved));
        let refill = (ones(&free) as usize).min(if ending || !pool.is_empty() {
            pool.len() + queue.len()
        } else {
            queue.len()
        });
        let exchange =
            (n_left + n_solved + refill as u32) * 100 >= EXCHANGE * 64 * W as u32 || ones(&running) == 0;
        let mut popped = [0; W];
        if exchange {
            if n_solved >= MANY * W as u32 {
                digits.store(&state.candidates);
            }
            if n_left > 0 || n_solved < MANY * W as u32 {
                boards.take(&state.candidates, &choice.cell, &choice.digit);
            }
            for w in 0..W {
                let mut todo = solved[w];
                while todo != 0 {
                    let i = todo.trailing_zeros() as usize;
                    todo &= todo - 1;
                    let job = &mut jobs[seats[w][i] as usize];
                    if job.found < limit {
                        job.found += 1;
                        let at = job.puzzle as usize;
                        let grid = if n_solved >= MANY * W as u32 {
                            digits.grid(64 * w + i)
                        } else {
                            grid_of(&boards.get(64 * w + i))
                        };
                        goal.solution(at, job.found, grid);
                        if job.found == 2 && ordered {
                            several.push(job.puzzle);
                        }
                    }
                }
                active[w] &= !solved[w];
            }
            for part in [0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48] {
                for w in 0..W {
                    let mut todo = left[w] & part;
                    while todo != 0 {
                        let i = todo.trailing_zeros() as usize;
                        todo &= todo - 1;
                        let job = &mut jobs[seats[w][i] as usize];
                        job.guesses += 1;
                        if job.found >= limit {
                            active[w] &= !(1 << i);
                        } else if job.guesses > BUDGET.saturating_add(job.found.saturating_mul(BUDGET)) {
                            goal.hand_over(job.puzzle as usize, &puzzles[job.puzzle as usize]);
                            job.found = limit;
                            active[w] &= !(1 << i);
                        } else {
                            pool.push((seats[w][i], boards.get(64 * w + i)));
                        }
                    }
                    let mut todo = !active[w] & part;
                    while todo != 0 {
                        let i = todo.trailing_zeros() as usize;
                        todo &= todo - 1;
                        let Some((job, board)) = pool.pop().or_else(|| queue.pop()) else { break };
                        seats[w][i] = job;
                        boards.put(64 * w + i, &board);
                        popped[w] |= 1 << i;
                    }
                }
            }
            granted = stuck;
        }
        branch(state, choice, &granted, turns);
        if ones(&popped) > 0 {
            boards.give(&mut state.candidates, &popped);
            for w in 0..W {
                active[w] |= popped[w];
                state.dead[w] &= !popped[w];
            }
            state.find_open();
        }
    }
}

/// The grid of a board with one candidate in each cell.
#[inline(always)]
pub(super) fn grid_of(board: &Board) -> Grid {
    // Bit by bit, what is the digit of each cell, box by box?
    let (mut own, mut shared) = ([0; 4], [0; 4]);
    for digit in 0..9 {
        for bit in 0..4 {
            if (digit + 1) >> bit & 1 == 1 {
                own[bit] |= board[digit];
                shared[bit] |= board[9 + digit / 3] >> (18 * (digit % 3)) & 0x3_ffff;
            }
        }
    }
    let mut bytes = [[0; 16]; 4];
    for bit in 0..4 {
        bytes[bit] = (u128::from(own[bit]) | u128::from(shared[bit]) << 63).to_le_bytes();
    }
    // Eight cells at a time become eight bytes: an 8 × 8 transpose of bits (Hacker's Delight, 7-3).
    let mut cells = [0; 16];
    for j in 0..16 {
        let mut x = u64::from(bytes[0][j])
            | u64::from(bytes[1][j]) << 8
            | u64::from(bytes[2][j]) << 16
            | u64::from(bytes[3][j]) << 24;
        let t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
        x ^= t ^ (t << 7);
        let t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
        x ^= t ^ (t << 14);
        let t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
        x ^= t ^ (t << 28);
        cells[j] = x;
    }
    let cells = cells.map(u64::to_le_bytes);
    let cells = cells.as_flattened();
    // Box by box to row by row: four bytes are moved for three, and the next three cover the fourth.
    let mut digits = [0; CELLS + 3];
    for band in 0..3 {
        each3!(row => {
            each3!(b => {
                let (to, from) = (27 * band + 9 * row + 3 * b, 27 * band + 9 * b + 3 * row);
                digits[to..to + 4].copy_from_slice(&cells[from..from + 4]);
            });
        });
    }
    Grid::trusted(digits.as_chunks().0[0])
}
