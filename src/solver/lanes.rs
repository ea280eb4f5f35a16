//! A batch of puzzles through the planes, in three phases.
//!
//! ```text
//!   puzzles ─► stream ─┬─► solved, or dead: the answer
//!              rounds  └─► stuck ─┬─► search ───► none, one, or a count of solutions: the answer
//!                                 │   guesses └─► several ──┐                         ▲
//!              several are likely └────────────────► in order ─► which is the first ──┘
//! ```
//!
//! The stream takes 64 · W puzzles at a time, makes planes of their text, and deduces until nearly all are done or
//! stuck. Easy puzzles end here, after four rounds. What is left waits as boards until there are enough for all
//! lanes of the [`search`](super::search); in the lanes of the search, puzzles come and go one by one. So the planes
//! are nearly always full, however different the puzzles are.
//!
//! A puzzle with several solutions is better off [`in_order`](super::in_order) from the beginning, one with a single
//! solution in the search, and nothing about a stuck puzzle tells which it is: neither how many cells are open nor how
//! many candidates they have. But puzzles come in collections. Where puzzles are proper, nearly none of the stuck ones
//! has several solutions; of complete grids with 40 cells emptied at random, 99 % of the stuck ones have. So what the
//! last ones were decides where the next ones go, which changes how long it takes and never the answer: 900 to 250 ns
//! for puzzles with several solutions.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

use super::goal::Goal;
use super::guess::Choice;
use super::in_order::{InOrder, Task};
use super::planes::{Plane, State, list, ones};
use super::search::Search;
use super::transpose::{Board, Boards, Digits, Transpose};
use crate::grid::Puzzle;

/// So many puzzles go through the phases together: enough that the end, when lanes run empty, costs little (1 % of
/// the time of hard puzzles), few enough that what is kept for each stays below half a megabyte.
const BLOCK: usize = 16_384;
/// The stream ends when so few of 64 lanes still move: what is left is better off in the search. From 1 to 16 makes
/// 2 % of a difference.
const STILL_MOVING: u32 = 4;
/// Rounds before that is asked. With few clues it takes two until the first cell gets its digit.
const FIRST_ROUNDS: u32 = 3;
/// Percentage of the puzzles stuck at the end of the stream where triples, after the first rounds, are worth their time.
/// With them 6 % fewer are stuck of those with 17 clues and of minimal ones, a third fewer of bank25, which takes 0–2 and
/// 12 % off the time. Where nearly all are stuck, or hardly any, or where several solutions are likely, it would take
/// 1–6 % longer. So the last 64 · W puzzles decide for the next.
const SOME_STUCK: std::ops::Range<usize> = 10..75;

/// Up to so many solutions of a puzzle are looked for by a single lane, which halves the time up to 10 solutions and
/// saves a quarter of it up to 100. Up to 1,000 it is level, and then it is better that all lanes contribute.
const MOST_IN_ORDER: u64 = 100;

/// The engine's working memory: for W = 8 about half a megabyte, and stacks that are rarely touched beyond their
/// first levels.
#[derive(Clone)]
pub(super) struct Lanes<const W: usize> {
    stream: State<W>,
    /// Whether the stream looks for triples, too.
    triples: bool,
    search: Search<W>,
    in_order: InOrder<W>,
    tools: Tools<W>,
}

/// What the phases use in turn.
#[derive(Clone)]
pub(super) struct Tools<const W: usize> {
    pub(super) digits: Digits<W>,
    pub(super) boards: Boards<W>,
    pub(super) choice: Choice<W>,
    pub(super) lately: Lately,
    /// A list of lanes, and the boards that are taken from them or given to them.
    pub(super) lanes: Vec<u16>,
    pub(super) taken: Vec<Board>,
}

impl<const W: usize> Tools<W> {
    /// Takes the boards of these lanes.
    #[inline(always)]
    fn take(&mut self, state: &State<W>, lanes: &Plane<W>) {
        self.lanes.clear();
        list(lanes, &mut self.lanes);
        make_room(&mut self.taken, self.lanes.len());
        self.boards.take(&state.candidates, &[[[0; W]; 9]; 9], &[[0; W]; 9], &self.lanes, &mut self.taken);
    }
}

/// Room for at least so many boards.
pub(super) fn make_room(boards: &mut Vec<Board>, n: usize) {
    if boards.len() < n {
        boards.resize(n, [0; 12]);
    }
}

/// How many puzzles turned out to have several solutions, of those that were stuck lately.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lately {
    several: u32,
    others: u32,
}

impl Lately {
    /// So many are remembered at most; the older, the less they count. With half of it, the puzzles that are just
    /// begun weigh too much.
    const MEMORY: u32 = 2048;

    /// A puzzle begins. It counts as one with at most one solution, unless it proves otherwise.
    pub(super) fn begins(&mut self) {
        if self.several + self.others >= Self::MEMORY {
            self.several /= 2;
            self.others /= 2;
        }
        self.others += 1;
    }

    /// One that was begun has several solutions.
    pub(super) fn is_several(&mut self) {
        self.others = self.others.saturating_sub(1);
        self.several += 1;
    }

    /// Is it likely that the next one has several, too?
    fn several_are_likely(self) -> bool {
        self.several > self.others
    }
}

impl<const W: usize> Lanes<W> {
    /// How many puzzles at once.
    pub(super) const LANES: usize = 64 * W;

    pub(super) fn new(transpose: Transpose<W>) -> Box<Lanes<W>> {
        Box::new(Lanes {
            stream: State::EMPTY,
            triples: false,
            search: Search::new(),
            in_order: InOrder::new(),
            tools: Tools {
                digits: Digits::new(transpose),
                boards: Boards::new(transpose),
                choice: Choice::EMPTY,
                lately: Lately::default(),
                lanes: Vec::new(),
                taken: Vec::new(),
            },
        })
    }

    /// Answers for all puzzles; the goal has a place for each.
    #[inline(always)]
    pub(super) fn solve(&mut self, puzzles: &[Puzzle], goal: Goal<'_>) {
        let mut rest = goal;
        for block in puzzles.chunks(BLOCK) {
            let (mut goal, others) = rest.split_at(block.len());
            self.solve_block(block, &mut goal);
            rest = others;
        }
    }

    #[inline(always)]
    fn solve_block(&mut self, puzzles: &[Puzzle], goal: &mut Goal<'_>) {
        for first in (0..puzzles.len()).step_by(Self::LANES) {
            self.stream(&puzzles[first..puzzles.len().min(first + Self::LANES)], first, goal);
            while self.search.waiting() >= Self::LANES {
                self.search.step(&mut self.tools, puzzles, goal);
            }
            while self.in_order.waiting() >= Self::LANES {
                self.in_order.step(&mut self.tools, puzzles, goal);
            }
            self.hand_on(puzzles, Self::LANES);
        }
        loop {
            while !self.search.is_through() {
                self.search.step(&mut self.tools, puzzles, goal);
            }
            self.hand_on(puzzles, 1);
            if self.in_order.is_through() {
                return;
            }
            self.in_order.finish(&mut self.tools, puzzles, goal);
            self.hand_on(puzzles, 1);
        }
    }

    /// Hands on what one search has left to the other, if it is `enough` to fill the lanes.
    #[inline(always)]
    fn hand_on(&mut self, puzzles: &[Puzzle], enough: usize) {
        let Lanes { stream: state, tools, search, in_order, .. } = self;
        if search.several.len() >= enough {
            let several = std::mem::take(&mut search.several);
            again(state, tools, puzzles, &several, |puzzle, board| {
                in_order.add(Task { puzzle, several: true }, board)
            });
        }
        if in_order.undecided.len() >= enough {
            let undecided = std::mem::take(&mut in_order.undecided);
            again(state, tools, puzzles, &undecided, |puzzle, board| search.add(puzzle, board));
        }
    }

    /// Deduction alone, for up to 64 · W puzzles from the `first` on.
    #[inline(always)]
    fn stream(&mut self, puzzles: &[Puzzle], first: usize, goal: &mut Goal<'_>) {
        let Lanes { stream: state, triples, tools, search, in_order } = self;
        tools.digits.load(puzzles, &mut state.candidates);
        state.find_empty();
        state.dead = lanes_beyond(puzzles.len());
        let likely = (2..=MOST_IN_ORDER).contains(&goal.limit()) && tools.lately.several_are_likely();
        let mut rounds = 0;
        loop {
            state.round();
            rounds += 1;
            let mut moving = [0; W];
            for w in 0..W {
                moving[w] = state.unsolved[w] & state.moved[w] & !state.dead[w];
            }
            if rounds >= FIRST_ROUNDS && ones(&moving) <= STILL_MOVING * W as u32 {
                break;
            }
            if rounds == FIRST_ROUNDS && *triples {
                state.triples::<true, true>();
            }
        }
        let complete = state.complete();
        let (mut solved, mut left) = ([0; W], [0; W]);
        for w in 0..W {
            solved[w] = !state.dead[w] & !state.unsolved[w] & complete[w];
            left[w] = !state.dead[w] & state.unsolved[w];
        }
        *triples = !likely && SOME_STUCK.contains(&(100 * ones(&left) as usize / puzzles.len()));
        if ones(&solved) > 0 {
            tools.digits.store(&state.candidates);
        }
        for lane in 0..puzzles.len() {
            let is_in = |lanes: &Plane<W>| lanes[lane / 64] >> (lane % 64) & 1 == 1;
            if is_in(&solved) {
                let grid = tools.digits.grid(lane);
                goal.solution(first + lane, 1, grid);
            } else {
                goal.none(first + lane);
            }
        }
        if ones(&left) == 0 {
            return;
        }
        tools.take(state, &left);
        for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
            let puzzle = first as u32 + u32::from(lane);
            if likely {
                in_order.add(Task { puzzle, several: false }, board);
            } else {
                search.add(puzzle, board);
            }
        }
    }
}

/// Brings these puzzles as far as some rounds do, once more.
#[inline(always)]
fn again<const W: usize>(
    state: &mut State<W>,
    tools: &mut Tools<W>,
    puzzles: &[Puzzle],
    numbers: &[u32],
    mut add: impl FnMut(u32, &Board),
) {
    let mut batch = Vec::with_capacity(Lanes::<W>::LANES);
    for numbers in numbers.chunks(Lanes::<W>::LANES) {
        batch.clear();
        batch.extend(numbers.iter().map(|&at| puzzles[at as usize]));
        tools.digits.load(&batch, &mut state.candidates);
        state.find_empty();
        for _ in 0..FIRST_ROUNDS {
            state.round();
        }
        let all = lanes_beyond(numbers.len()).map(|word| !word);
        tools.take(state, &all);
        for (&at, board) in numbers.iter().zip(&tools.taken) {
            add(at, board);
        }
    }
}

/// The lanes from number `n` on.
fn lanes_beyond<const W: usize>(n: usize) -> Plane<W> {
    std::array::from_fn(|w| match n.saturating_sub(64 * w) {
        0 => !0,
        1..64 => !0 << (n - 64 * w),
        _ => 0,
    })
}
