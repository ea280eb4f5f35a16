//! Another solution than the one that is known: any, or none.
//!
//! What is known makes this easier than to solve. Where it is also known that the puzzle with one more clue has no other
//! solution, another one can't have that clue's digit there, so it is *struck*; then every solution is another one, and often
//! deduction sees that there is none. Where several such clues, a *group*, are gone at once, deduction begins with
//! nothing struck. If it closes all cells of the group, there is no other solution. Else the digit of an open one of them is
//! struck; and if nothing comes of that, the cell gets its digit, and the question is asked again.
//!
//! ```text
//!   questions ─► stream ─┬─► dead: none │ solved: another, or the known one
//!      ▲         rounds  └─► stuck ─► dive ─┬─► solved: another
//!      │                     guesses        ├─► dead: none ─┬─► one digit was struck: there is none
//!      └────────────────────────────────────┼───────────────┘   of a group: again, with its cell closed
//!                                           └─► an older branch is wanted ─► stacks ─► the same
//! ```
//!
//! A *dive* keeps the last branch that it hasn't taken, in planes beside its own; the older ones are forgotten, as they
//! are hardly ever wanted: where there is another solution, there are mostly several ways to one. If one is wanted
//! after all, the search begins again in lanes with [`Stacks`].
//!
//! Imports point down:
//!
//! ```text
//!   stacks singly   those that a dive doesn't settle; the same question, puzzle by puzzle
//!   desk            where questions come from, and answers go to
//! ```

mod desk;
pub(super) mod singly;
mod stacks;

use super::boards::{Board, grid_of, places_of, spread};
use super::cpu::{InstructionSet, Table};
use super::crew::{Crew, Standing, Tools, list, rounds_until_few_move};
use super::kernels::Kernels;
use super::orbits::Orbits;
use super::plane::Plane;
use super::planes::{CandidatePlanes, Planes, place_of};
use crate::grid::{CELLS, Grid, Puzzle};
pub(crate) use desk::Answer;
use desk::{Desk, Group, Groups, Job, Queue};
use stacks::Stacks;
use std::fmt;

/// The stream ends when so few of 64 lanes still move.
const STILL_MOVING: u32 = 16;
/// Percentage of the diving lanes that wait when they are served.
const WAITING: u32 = 70;
/// Percentage of all lanes that are free when new ones are admitted.
const ADMIT: u32 = 15;

/// Questions, and the lanes that answer them.
#[derive(Clone)]
pub(crate) struct Another {
    waiting: Vec<Board>,
    jobs: Vec<Job>,
    groups: Groups,
    /// Answers that nobody has taken yet.
    answers: Vec<(u32, Answer)>,
    /// Solutions of groups, as long as their answers aren't taken.
    found: Vec<Board>,
    lanes: Lanes,
}

/// As wide as suits the instruction set.
#[derive(Clone)]
enum Lanes {
    Narrow(Box<Phases<4>>),
    Wide(Box<Phases<8>>),
}

impl fmt::Debug for Another {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Another")
    }
}

/// Where two solutions differ.
pub(crate) fn differs(one: &Board, other: &Board) -> u128 {
    let mut same = 0;
    for digit in 0..9 {
        same |= places_of(one, digit) & places_of(other, digit);
    }
    !same & ((1 << 81) - 1)
}

/// The board of a completed grid, whose digits are given place by place.
pub(crate) fn board_of(digits: &[u8; 81]) -> Board {
    let mut board = [0; 12];
    let (first, last) = digits.split_at(64);
    for (place, &digit) in first.iter().enumerate() {
        board[usize::from(digit.wrapping_sub(1)) % 9] |= 1 << place;
    }
    for (place, &digit) in last.iter().enumerate() {
        let digit = usize::from(digit.wrapping_sub(1)) % 9;
        board[9 + digit / 3] |= 1 << (17 * (digit % 3) + place);
    }
    board
}

impl Another {
    pub(crate) fn new(set: InstructionSet) -> Another {
        let lanes = match set.kernels() {
            Table::Narrow(kernels) => Lanes::Narrow(Phases::new(kernels)),
            Table::Wide(kernels) => Lanes::Wide(Phases::new(kernels)),
        };
        Another {
            waiting: Vec::new(),
            jobs: Vec::new(),
            groups: Groups::default(),
            answers: Vec::new(),
            found: Vec::new(),
            lanes,
        }
    }

    /// How many questions fill the lanes.
    pub(crate) fn lanes(&self) -> usize {
        match &self.lanes {
            Lanes::Narrow(_) => Plane::<4>::LANES,
            Lanes::Wide(_) => Plane::<8>::LANES,
        }
    }

    /// What closes orbits.
    pub(crate) fn closing(&self) -> fn(&mut Orbits) {
        match &self.lanes {
            Lanes::Narrow(phases) => phases.kernels.close_orbits,
            Lanes::Wide(phases) => phases.kernels.close_orbits,
        }
    }

    /// Is there another solution than the known one, if these places are empty? Without the group among them it is
    /// known that there is none.
    #[inline(always)]
    pub(crate) fn ask(&mut self, ticket: u32, known: &Board, empty: u128, group: u128) {
        let alone = group & group.wrapping_sub(1) == 0;
        let struck = if alone { spread(group) } else { [0; 2] };
        let empty = spread(empty);
        let mut board = [0; 12];
        for word in 0..12 {
            let part = usize::from(word > 8);
            board[word] = (known[word] | empty[part]) & !(known[word] & struck[part]);
        }
        let group =
            if alone { 0 } else { self.groups.add(Group { known: *known, board, places: group, struck: 0 }) };
        self.waiting.push(board);
        self.jobs.push(Job { ticket, group });
    }

    /// Does a question wait?
    pub(crate) fn is_asked(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// A batch of questions through the stream, or a step of those that are further; false if there is none.
    pub(crate) fn step(&mut self) -> bool {
        let Another { waiting, jobs, groups, answers, found, lanes } = self;
        let mut desk = Desk { waiting, jobs, groups, answers, found };
        match lanes {
            Lanes::Narrow(phases) => phases.step(&mut desk),
            Lanes::Wide(phases) => phases.step(&mut desk),
        }
    }

    /// Takes the answers that there are, in any order.
    pub(crate) fn take_answers(&mut self, answers: &mut Vec<(u32, Answer)>) {
        answers.clear();
        std::mem::swap(answers, &mut self.answers);
    }

    /// The solution of a group, until [`Another::forget`].
    pub(crate) fn found(&self, at: u32) -> Option<&Board> {
        self.found.get(at as usize)
    }

    /// All answers have been looked at.
    pub(crate) fn forget(&mut self) {
        self.found.clear();
    }
}

/// For each puzzle a solution other than the known grid. `others` is as long as the others.
pub(super) fn answer_all(
    engine: &mut Another,
    puzzles: &[Puzzle],
    known: &[Grid],
    others: &mut [Option<Grid>],
) {
    let mut answers = Vec::new();
    for from in (0..puzzles.len()).step_by(TOGETHER) {
        let to = puzzles.len().min(from + TOGETHER);
        for at in from..to {
            let (puzzle, known) = (&puzzles[at], &known[at]);
            let digits = known.digits();
            let empty = (0..CELLS).filter(|&cell| puzzle.digits()[cell] == 0);
            let empty = empty.fold(0, |set, cell| set | 1 << place_of(cell));
            // With one empty cell there is nothing to choose.
            if u128::count_ones(empty) < 2 || !known.solves(puzzle) {
                others[at] = singly::another(puzzle, known);
            } else {
                let board = board_of(&std::array::from_fn(|place| digits[place_of(place)]));
                engine.ask(at as u32, &board, empty, empty);
            }
        }
        while engine.step() {
            engine.take_answers(&mut answers);
            for &(at, answer) in &answers {
                let at = at as usize;
                others[at] = match answer {
                    Answer::None => None,
                    Answer::Other(found) => engine.found(found).map(grid_of),
                    Answer::TooHard => singly::another(&puzzles[at], &known[at]),
                };
            }
            engine.forget();
        }
    }
}

/// So many questions are asked together.
const TOGETHER: usize = 4096;

/// The phases, and what they hand to each other.
#[derive(Clone)]
struct Phases<const W: usize> {
    kernels: &'static Kernels<W>,
    stream: Planes<W>,
    dive: Dive<W>,
    stacks: Stacks<W>,
    tools: Tools<W>,
    /// The lanes by number.
    all: Vec<u16>,
}

impl<const W: usize> Phases<W> {
    const LANES: usize = Plane::<W>::LANES;

    fn new(kernels: &'static Kernels<W>) -> Box<Phases<W>> {
        Box::new(Phases {
            kernels,
            stream: Planes::EMPTY,
            dive: Dive::new(kernels),
            stacks: Stacks::new(kernels),
            tools: Tools::new(kernels),
            all: (0..Self::LANES as u16).collect(),
        })
    }

    fn step(&mut self, desk: &mut Desk<'_>) -> bool {
        let (diving, stacked) = (self.dive.at_work(), self.stacks.at_work());
        if desk.waiting.len() >= Self::LANES || desk.waiting.len() > diving.max(stacked) {
            self.stream(desk);
        } else if stacked > diving.min(Self::LANES - 1) {
            self.stacks.step(&mut self.tools, desk);
        } else if diving > 0 {
            self.dive.step(&mut self.tools, &mut self.stacks.queue, desk);
        } else {
            return false;
        }
        true
    }

    /// Deduction for the last questions that wait.
    fn stream(&mut self, desk: &mut Desk<'_>) {
        let Phases { kernels, stream, dive, tools, all, .. } = self;
        let first = desk.waiting.len().saturating_sub(Self::LANES);
        let n = desk.waiting.len() - first;
        (kernels.give)(&mut tools.boards, &mut stream.candidates, &all[..n], &desk.waiting[first..]);
        stream.dead = !Plane::below(n);
        (kernels.find_struck_empty)(stream);
        for _ in 0..2 {
            (kernels.round)(stream, &Plane::NONE);
        }
        rounds_until_few_move(kernels, stream, STILL_MOVING * W as u32);
        let alive = !stream.dead;
        let stuck = alive & stream.unsolved;
        let solved = alive & !stream.unsolved & (kernels.complete)(stream);
        tools.take(&stream.candidates, stuck);
        let jobs: Vec<Job> = desk.jobs.drain(first..).collect();
        desk.waiting.truncate(first);
        for (lane, &job) in jobs.iter().enumerate() {
            if solved.contains(lane) && job.group == 0 {
                desk.solved(job, None);
            } else if !stuck.contains(lane) {
                desk.close(job, Answer::None);
            }
        }
        for (&lane, board) in tools.lanes.iter().zip(&mut tools.taken) {
            let job = jobs[usize::from(lane)];
            if desk.stuck(job, board) {
                dive.queue.push((job, *board));
            }
        }
    }
}

/// Lanes that guess, each with one branch to go back to.
#[derive(Clone)]
struct Dive<const W: usize> {
    crew: Crew<Job, W>,
    others: Box<CandidatePlanes<W>>,
    /// In which lanes is there another branch, and where are older ones forgotten?
    branched: Plane<W>,
    forgotten: Plane<W>,
    /// Which lanes have a group?
    grouped: Plane<W>,
    /// What each lane has begun with.
    begun: Vec<Board>,
    queue: Queue,
}

impl<const W: usize> Dive<W> {
    fn new(kernels: &'static Kernels<W>) -> Dive<W> {
        Dive {
            crew: Crew::new(kernels, Job::default()),
            others: Box::new([[[Plane::NONE; 9]; 9]; 9]),
            branched: Plane::NONE,
            forgotten: Plane::NONE,
            grouped: Plane::NONE,
            begun: vec![[0; 12]; Plane::<W>::LANES],
            queue: Vec::new(),
        }
    }

    fn at_work(&self) -> usize {
        self.queue.len() + self.crew.active.ones() as usize
    }

    /// A service, and rounds until the next one is due.
    fn step(&mut self, tools: &mut Tools<W>, wanting: &mut Queue, desk: &mut Desk<'_>) {
        let Dive { crew, others, branched, forgotten, grouped, begun, queue } = self;
        let Standing { solved, stuck, dead } = crew.standing();
        let back = dead & *branched;
        let groups = solved & *grouped;
        if !groups.is_empty() {
            tools.take(&crew.planes.candidates, groups);
            for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
                desk.solved(crew.seats[usize::from(lane)], Some(board));
            }
        }
        for lane in (solved & !groups).lanes() {
            desk.solved(crew.seats[lane], None);
        }
        for lane in (dead & !back & !*forgotten).lanes() {
            desk.dead(crew.seats[lane]);
        }
        for lane in (dead & !back & *forgotten).lanes() {
            wanting.push((crew.seats[lane], begun[lane]));
        }
        crew.dismiss(solved | (dead & !back));
        if !(stuck | back).is_empty() {
            (tools.kernels.choose)(&mut tools.choice, &crew.planes, &stuck);
            (tools.kernels.dive)(&mut crew.planes, others, &tools.choice, &stuck, &back);
            *forgotten |= stuck & *branched;
            *branched = (*branched | stuck) & !back;
        }
        let free = Plane::<W>::LANES as u32 - crew.active.ones();
        let new = queue.len().min(free as usize);
        if new as u32 * 100 >= ADMIT * Plane::<W>::LANES as u32 || (new > 0 && crew.active.is_empty()) {
            tools.lanes.clear();
            list(!crew.active, &mut tools.lanes);
            tools.lanes.truncate(new);
            tools.taken.clear();
            let mut given = Plane::<W>::NONE;
            for (&lane, (job, board)) in tools.lanes.iter().zip(queue.drain(queue.len() - new..)) {
                let lane = usize::from(lane);
                crew.seats[lane] = job;
                begun[lane] = board;
                tools.taken.push(board);
                given.insert(lane);
                if job.group == 0 {
                    grouped.remove(lane);
                } else {
                    grouped.insert(lane);
                }
            }
            *branched &= !given;
            *forgotten &= !given;
            crew.admit(&mut tools.boards, &tools.lanes, &tools.taken);
        }
        crew.round();
        crew.deduce(WAITING);
    }
}
