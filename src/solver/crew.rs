//! Lanes with somebody at work in each.
//!
//! A search, whatever it looks for, has puzzles in its lanes that come and go one by one. What is the same for all of them is
//! here: who sits in which lane, rounds of deduction until most of them wait, and then, where do they stand?
//!
//! ```text
//!              ┌──────────────────── deduce: rounds, until most of those at work wait ◄──────────────┐
//!              ▼                                                                                     │
//!   standing:  stuck    nothing follows any more, cells are open                                     │
//!              solved   every cell has its digit                          ── what the search wants ──┤
//!              dead     a contradiction was seen                                                     │
//!              (at work the others)                                                                  │
//!                                     admit: boards for free lanes    dismiss: these lanes are free ─┘
//! ```

use super::boards::{Board, Boards};
use super::choice::Choice;
use super::digits::Digits;
use super::kernels::Kernels;
use super::plane::Plane;
use super::planes::{CandidatePlanes, Planes};

/// Lanes, and who works there.
#[derive(Clone)]
pub(crate) struct Crew<Seat, const W: usize> {
    pub(crate) kernels: &'static Kernels<W>,
    pub(crate) planes: Planes<W>,
    /// Lanes with somebody at work; some may have died since.
    pub(crate) active: Plane<W>,
    /// Who sits in each lane.
    pub(crate) seats: Vec<Seat>,
}

/// Where those at work stand, who wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<const W: usize> {
    /// Every cell has its digit. (A round in which nothing moved has also looked at the last digits of a solution.)
    pub(crate) solved: Plane<W>,
    /// Cells are open, and nothing follows.
    pub(crate) stuck: Plane<W>,
    /// A contradiction was seen.
    pub(crate) dead: Plane<W>,
}

impl<Seat: Clone, const W: usize> Crew<Seat, W> {
    /// Nobody is there yet.
    pub(crate) fn new(kernels: &'static Kernels<W>, empty: Seat) -> Self {
        Crew { kernels, planes: Planes::EMPTY, active: Plane::NONE, seats: vec![empty; Plane::<W>::LANES] }
    }

    /// Where do those at work stand?
    pub(crate) fn standing(&self) -> Standing<W> {
        let Planes { dead, moved, unsolved, .. } = &self.planes;
        let waiting = self.active & !*dead & !*moved;
        Standing { solved: waiting & !*unsolved, stuck: waiting & *unsolved, dead: self.active & *dead }
    }

    /// Rounds until so many percent of those at work wait.
    pub(crate) fn deduce(&mut self, percentage: u32) {
        let enough = self.active.ones() * percentage;
        while self.round() * 100 < enough {}
    }

    /// One round. How many of those at work wait then?
    pub(crate) fn round(&mut self) -> u32 {
        (self.kernels.round)(&mut self.planes, &self.active)
    }

    /// These lanes go on with these boards.
    pub(crate) fn admit(&mut self, boards: &mut Boards<W>, lanes: &[u16], from: &[Board]) {
        let given = (self.kernels.give)(boards, &mut self.planes.candidates, lanes, from);
        self.active |= given;
        self.planes.dead &= !given;
        (self.kernels.find_open)(&mut self.planes);
    }

    /// These lanes are free.
    pub(crate) fn dismiss(&mut self, lanes: Plane<W>) {
        self.active &= !lanes;
    }
}

/// What crews use in turn: working memory.
#[derive(Clone)]
pub(crate) struct Tools<const W: usize> {
    pub(crate) kernels: &'static Kernels<W>,
    pub(crate) digits: Digits<W>,
    pub(crate) boards: Boards<W>,
    pub(crate) choice: Choice<W>,
    /// A list of lanes, and the boards that are taken from them or given to them.
    pub(crate) lanes: Vec<u16>,
    pub(crate) taken: Vec<Board>,
}

impl<const W: usize> Tools<W> {
    /// Tools for these kernels.
    pub(crate) fn new(kernels: &'static Kernels<W>) -> Tools<W> {
        Tools {
            kernels,
            digits: Digits::new(kernels.transpose),
            boards: Boards::new(kernels.transpose),
            choice: Choice::EMPTY,
            lanes: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Takes the boards of these lanes, which are listed then. There may be more boards, of earlier ones, behind theirs.
    pub(crate) fn take(&mut self, candidates: &CandidatePlanes<W>, lanes: Plane<W>) {
        self.lanes.clear();
        list(lanes, &mut self.lanes);
        grow(&mut self.taken, self.lanes.len());
        let (cell, digit) = (&[[Plane::NONE; 9]; 9], &[Plane::NONE; 9]);
        (self.kernels.take)(&mut self.boards, candidates, cell, digit, &self.lanes, &mut self.taken);
    }

    /// Takes the boards of solved lanes, and behind them those of stuck ones, where the choice is left out: the other
    /// branches. Returns how many are solved.
    pub(crate) fn take_branching(
        &mut self,
        candidates: &CandidatePlanes<W>,
        solved: Plane<W>,
        stuck: Plane<W>,
    ) -> usize {
        let Tools { kernels, boards, choice, lanes, taken, .. } = self;
        lanes.clear();
        list(solved, lanes);
        let done = lanes.len();
        list(stuck, lanes);
        grow(taken, lanes.len());
        (kernels.take)(boards, candidates, &choice.cell, &choice.digit, lanes, taken);
        done
    }

    /// Gives boards to the lanes from the first on, which are listed then.
    pub(crate) fn give(
        &mut self,
        candidates: &mut CandidatePlanes<W>,
        boards: impl Iterator<Item = Board>,
    ) -> Plane<W> {
        self.taken.clear();
        self.taken.extend(boards.take(Plane::<W>::LANES));
        self.lanes.clear();
        self.lanes.extend(0..self.taken.len() as u16);
        (self.kernels.give)(&mut self.boards, candidates, &self.lanes, &self.taken)
    }
}

/// Rounds until so few of these lanes still move: they are neither dead nor solved, and something changed there.
pub(crate) fn rounds_until_few_move<const W: usize>(kernels: &Kernels<W>, planes: &mut Planes<W>, few: u32) {
    while moving(planes) > few {
        (kernels.round)(planes, &Plane::NONE);
    }
}

/// In how many lanes did something change in the last round, of those that are neither dead nor solved?
pub(crate) fn moving<const W: usize>(planes: &Planes<W>) -> u32 {
    (planes.unsolved & planes.moved & !planes.dead).ones()
}

/// Adds the lanes of a plane to a list.
#[inline(always)]
pub(crate) fn list<const W: usize>(lanes: Plane<W>, to: &mut Vec<u16>) {
    to.reserve(Plane::<W>::LANES);
    for lane in lanes.lanes() {
        to.push(lane as u16);
    }
}

/// Room for at least so many boards.
pub(crate) fn grow(boards: &mut Vec<Board>, n: usize) {
    if boards.len() < n {
        boards.resize(n, [0; 12]);
    }
}
