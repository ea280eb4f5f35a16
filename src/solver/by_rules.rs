//! Do the rules up to a level solve a puzzle whose solution is known, and if not, where do they get stuck?
//!
//! For that there is no need to take the rules level by level: what a rule finds stays valid when other candidates go, so they
//! come to the same end in any order. Lanes come and go; in each, all singles of the level at once, with locked candidates
//! from level 4 on the engine's own rounds; pairs and matchings where these get stuck.
//!
//! ```text
//!   questions ─► lanes: rounds, until most wait ─┬─► solved: that's the answer
//!                  ▲                             └─► stuck ─► pairs ─► matchings ─┬─► the cells that are left: the answer
//!                  └──────────────────────────────────────────┴─► something goes ─┘
//! ```
//!
//! The cells that are left are worth as much as another solution: rules don't solve any puzzle in which all of these are empty.
//! With all others as clues, each of those cells may hold what it may hold now, and perhaps more, and where rules find
//! nothing now, they find nothing then.

use super::boards::{Board, spread};
use super::cpu::{InstructionSet, Table};
use super::crew::{Tools, list};
use super::kernels::Kernels;
use super::plane::Plane;
use super::planes::{CandidatePlanes, Planes};
use super::rules::singles::OpenBoards;
use super::rules::subsets::{SolvedBoards, Squares};
use super::transpose::Sheet;
use std::fmt;

/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 75;
/// Percentage of all lanes that are free when new ones are admitted.
const ADMIT: u32 = 30;

/// Matchings are looked for when one lane in so many waits for that.
const MATCHED: usize = 4;

/// Who asks.
#[derive(Clone, Copy, Debug, Default)]
struct Job {
    ticket: u32,
    /// Need nobody know where it gets stuck?
    alone: bool,
}

/// Questions, and the lanes that answer them.
#[derive(Clone)]
pub(crate) struct ByRules {
    desk: Desk,
    lanes: Lanes,
}

/// Where questions come from, and answers go to.
#[derive(Clone, Default)]
struct Desk {
    boards: Vec<Board>,
    solutions: Vec<Board>,
    jobs: Vec<Job>,
    answers: Vec<Answer>,
}

/// Whose question it was; nothing, if the rules solve it, or places that they leave.
pub(crate) type Answer = (u32, Option<u128>);

/// As wide as suits the instruction set.
#[derive(Clone)]
enum Lanes {
    Narrow(Box<Deduction<4>>),
    Wide(Box<Deduction<8>>),
}

impl fmt::Debug for ByRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByRules")
    }
}

impl ByRules {
    /// For the rules up to level `highest`, 1–6.
    pub(crate) fn new(set: InstructionSet, highest: u8) -> ByRules {
        let lanes = match set.kernels() {
            Table::Narrow(kernels) => Lanes::Narrow(Box::new(Deduction::new(kernels, highest))),
            Table::Wide(kernels) => Lanes::Wide(Box::new(Deduction::new(kernels, highest))),
        };
        ByRules { desk: Desk::default(), lanes }
    }

    /// Do the rules solve the puzzle that is left of this solution when these places are empty? If nobody wants to know where
    /// they get stuck, it is asked for `alone`.
    pub(crate) fn ask(&mut self, ticket: u32, solution: &Board, empty: u128, alone: bool) {
        let empty = spread(empty);
        let mut board = *solution;
        for word in 0..12 {
            board[word] |= empty[usize::from(word > 8)];
        }
        self.desk.boards.push(board);
        self.desk.jobs.push(Job { ticket, alone });
        if self.highest() > 5 {
            self.desk.solutions.push(*solution);
        }
    }

    /// How many questions wait for a lane.
    pub(crate) fn waiting(&self) -> usize {
        self.desk.jobs.len()
    }

    /// Is there a question without an answer?
    pub(crate) fn is_asked(&self) -> bool {
        let active = match &self.lanes {
            Lanes::Narrow(lanes) => !lanes.active.is_empty(),
            Lanes::Wide(lanes) => !lanes.active.is_empty(),
        };
        active || self.waiting() > 0
    }

    /// A service, and rounds until the next one is due; false if there is nothing to do.
    pub(crate) fn step(&mut self) -> bool {
        self.is_asked() && {
            match &mut self.lanes {
                Lanes::Narrow(lanes) => lanes.step(&mut self.desk),
                Lanes::Wide(lanes) => lanes.step(&mut self.desk),
            }
            true
        }
    }

    /// Takes the answers that there are, in any order.
    pub(crate) fn take_answers(&mut self, answers: &mut Vec<Answer>) {
        answers.clear();
        std::mem::swap(answers, &mut self.desk.answers);
    }

    fn highest(&self) -> u8 {
        match &self.lanes {
            Lanes::Narrow(lanes) => lanes.highest,
            Lanes::Wide(lanes) => lanes.highest,
        }
    }
}

/// Has it answer for the rules up to this level, 1–6; or for none.
pub(crate) fn change(rules: &mut Option<ByRules>, set: InstructionSet, highest: Option<u8>) {
    if rules.as_ref().map(ByRules::highest) != highest {
        *rules = highest.map(|highest| ByRules::new(set, highest));
    }
}

/// Lanes, and whose question is in each.
#[derive(Clone)]
struct Deduction<const W: usize> {
    kernels: &'static Kernels<W>,
    highest: u8,
    /// Levels 1–3 have boards of one kind, those above of another.
    open: Box<OpenBoards<W>>,
    planes: Box<Planes<W>>,
    /// Levels 5 and 6.
    squares: Box<Squares<W>>,
    solved: Box<SolvedBoards<W>>,
    active: Plane<W>,
    /// Lanes without a pair, that wait for matchings: there have to be many of them, or nobody else.
    paired: Plane<W>,
    seats: Vec<Job>,
    tools: Tools<W>,
    sheets: Box<[Sheet<W>; 2]>,
}

impl<const W: usize> Deduction<W> {
    fn new(kernels: &'static Kernels<W>, highest: u8) -> Deduction<W> {
        Deduction {
            kernels,
            highest,
            open: Box::new(OpenBoards::NONE),
            planes: Box::new(Planes::EMPTY),
            squares: Box::new(Squares::NONE),
            solved: Box::new(SolvedBoards::NONE),
            active: Plane::NONE,
            paired: Plane::NONE,
            seats: vec![Job::default(); Plane::<W>::LANES],
            tools: Tools::new(kernels),
            sheets: Box::new([[[0; W]; 64]; 2]),
        }
    }

    fn step(&mut self, desk: &mut Desk) {
        self.answer(desk);
        self.admit(desk);
        let paired = self.paired.ones();
        let enough = (self.active.ones() - paired) * WAITING + paired * 100;
        while self.round() * 100 < enough {}
    }

    /// A round of what the level has but pairs and matchings. How many of those at work wait then?
    fn round(&mut self) -> u32 {
        if self.highest < 4 {
            (self.kernels.singles_up_to)(&mut self.open, &self.active, self.highest)
        } else {
            (self.kernels.exact_round)(&mut self.planes, &self.active)
        }
    }

    /// Looks after those that wait.
    fn answer(&mut self, desk: &mut Desk) {
        let (moved, unsolved) = if self.highest < 4 {
            (self.open.found, self.open.unsolved)
        } else {
            (self.planes.moved, self.planes.unsolved)
        };
        let solved = self.active & !unsolved;
        let mut stuck = self.active & unsolved & !moved;
        if self.highest > 4 && !stuck.is_empty() {
            let candidates = &mut self.planes.candidates;
            let mut found = (self.kernels.pairs)(&mut self.squares, candidates, &(stuck & !self.paired));
            stuck &= !found;
            if self.highest > 5 {
                let others = self.active & !solved & !stuck;
                if stuck.ones() as usize * MATCHED >= Plane::<W>::LANES || others.is_empty() {
                    let solutions = &self.solved.solutions;
                    let more = (self.kernels.matchings)(&mut self.squares, candidates, solutions, &stuck);
                    stuck &= !more;
                    found |= more;
                    self.paired = Plane::NONE;
                } else {
                    self.paired = stuck;
                    stuck = Plane::NONE;
                }
            }
            if !found.is_empty() {
                (self.kernels.find_open)(&mut self.planes);
            }
        }
        for lane in solved.lanes() {
            desk.answers.push((self.seats[lane].ticket, None));
        }
        let mut asked = false;
        for lane in stuck.lanes() {
            asked |= !self.seats[lane].alone;
        }
        if asked {
            self.find_left();
        }
        for lane in stuck.lanes() {
            let Job { ticket, alone } = self.seats[lane];
            let left = if alone { 0 } else { self.left(lane) };
            desk.answers.push((ticket, Some(left)));
        }
        self.active &= !(solved | stuck);
    }

    /// Turns the planes that say which cells are left.
    fn find_left(&mut self) {
        let left = if self.highest < 4 { &self.open.empty } else { &self.planes.open };
        let (first, last) = left.as_flattened().split_at(64);
        let [one, other] = &mut *self.sheets;
        for (entry, plane) in one.iter_mut().zip(first) {
            *entry = plane.0;
        }
        for (entry, plane) in other.iter_mut().zip(last) {
            *entry = plane.0;
        }
        other[last.len()..].fill([0; W]);
        (self.kernels.transpose)(one);
        (self.kernels.transpose)(other);
    }

    /// The places that are left in a lane.
    fn left(&self, lane: usize) -> u128 {
        let [one, other] = self.sheets.each_ref().map(|sheet| sheet[lane % 64][lane / 64 % W]);
        u128::from(one) | u128::from(other) << 64
    }

    /// New questions come in, if there is room for many.
    fn admit(&mut self, desk: &mut Desk) {
        let lanes = Plane::<W>::LANES;
        let free = lanes - self.active.ones() as usize;
        let new = desk.jobs.len().min(free);
        if new == 0 || (new as u32 * 100) < ADMIT * lanes as u32 && !self.active.is_empty() {
            return;
        }
        let from = desk.jobs.len() - new;
        self.tools.lanes.clear();
        list(!self.active, &mut self.tools.lanes);
        self.tools.lanes.truncate(new);
        for (&lane, job) in self.tools.lanes.iter().zip(desk.jobs.drain(from..)) {
            self.seats[usize::from(lane)] = job;
        }
        let Deduction { tools, kernels, open, planes, solved, highest, .. } = self;
        let mut give = |candidates: &mut CandidatePlanes<W>, boards: &mut Vec<Board>| {
            let given = (kernels.give)(&mut tools.boards, candidates, &tools.lanes, &boards[from..]);
            boards.truncate(from);
            given
        };
        if *highest > 5 {
            give(&mut solved.solutions, &mut desk.solutions);
        }
        self.active |= if *highest < 4 {
            let given = give(&mut open.candidates, &mut desk.boards);
            (kernels.admit_open)(open, &given);
            given
        } else {
            let given = give(&mut planes.candidates, &mut desk.boards);
            (kernels.find_open)(planes);
            given
        };
    }
}
