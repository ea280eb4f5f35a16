//! Lanes that guess and forget nothing: each has a stack of boards in memory.

use super::desk::{Answer, Desk, Job, Queue};
use crate::grid::CELLS;
use crate::solver::boards::Board;
use crate::solver::crew::{Crew, Standing, Tools};
use crate::solver::kernels::Kernels;
use crate::solver::plane::Plane;

/// After so many guesses a puzzle is too hard.
const MOST_GUESSES: u16 = 1000;
/// Percentage of the lanes at work that wait when they are served.
const WAITING: u32 = 70;
/// With so few lanes at work, the one-puzzle solver is faster.
const FEW_LANES: u32 = 4;

/// Who works in a lane, how high its stack is, and how often it has guessed.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    job: Job,
    height: u8,
    guesses: u16,
}

#[derive(Clone)]
pub(super) struct Stacks<const W: usize> {
    crew: Crew<Seat, W>,
    /// One level after the other, a board for each lane.
    stacks: Vec<Board>,
    pub(super) queue: Queue,
}

impl<const W: usize> Stacks<W> {
    const LANES: usize = Plane::<W>::LANES;

    pub(super) fn new(kernels: &'static Kernels<W>) -> Stacks<W> {
        Stacks { crew: Crew::new(kernels, Seat::default()), stacks: Vec::new(), queue: Vec::new() }
    }

    pub(super) fn at_work(&self) -> usize {
        self.queue.len() + self.crew.active.ones() as usize
    }

    /// A service, and rounds until the next one is due.
    pub(super) fn step(&mut self, tools: &mut Tools<W>, desk: &mut Desk<'_>) {
        if self.stacks.is_empty() {
            // Zeros from the system: levels that are never reached take no memory.
            self.stacks = vec![[0; 12]; CELLS * Self::LANES];
        }
        if self.at_work() < FEW_LANES as usize {
            self.give_up(desk);
            return;
        }
        self.serve(tools, desk);
        self.crew.round();
        self.crew.deduce(WAITING);
    }

    fn give_up(&mut self, desk: &mut Desk<'_>) {
        for (job, _) in self.queue.drain(..) {
            desk.close(job, Answer::TooHard);
        }
        for lane in self.crew.active.lanes() {
            desk.close(self.crew.seats[lane].job, Answer::TooHard);
        }
        self.crew.dismiss(Plane::ALL);
    }

    fn serve(&mut self, tools: &mut Tools<W>, desk: &mut Desk<'_>) {
        let Stacks { crew, stacks, queue } = self;
        let Standing { solved, stuck, dead } = crew.standing();
        let mut free = !crew.active | dead | solved;
        (tools.kernels.choose)(&mut tools.choice, &crew.planes, &stuck);
        let done = tools.take_branching(&crew.planes.candidates, solved, stuck);
        let Tools { kernels, boards, choice, lanes, taken, .. } = tools;
        let stack = |lane: usize, height: u8| usize::from(height) * Self::LANES + lane;
        for (n, (&lane, board)) in lanes.iter().zip(taken.iter()).enumerate() {
            let lane = usize::from(lane);
            let seat = &mut crew.seats[lane];
            if n < done {
                desk.solved(seat.job, (seat.job.group != 0).then_some(board));
                crew.active.remove(lane);
            } else if seat.guesses < MOST_GUESSES {
                stacks[stack(lane, seat.height)] = *board;
                seat.height += 1;
                seat.guesses += 1;
            } else {
                desk.close(seat.job, Answer::TooHard);
                crew.active.remove(lane);
                free.insert(lane);
            }
        }
        lanes.clear();
        taken.clear();
        for lane in free.lanes() {
            let seat = &mut crew.seats[lane];
            if crew.active.contains(lane) {
                if let Some(height) = seat.height.checked_sub(1) {
                    seat.height = height;
                    taken.push(stacks[stack(lane, height)]);
                    lanes.push(lane as u16);
                    continue;
                }
                desk.dead(seat.job);
                crew.active.remove(lane);
            }
            if let Some((job, board)) = queue.pop() {
                *seat = Seat { job, height: 0, guesses: 0 };
                taken.push(board);
                lanes.push(lane as u16);
            }
        }
        (kernels.guess)(choice, &mut crew.planes.candidates);
        crew.admit(boards, lanes, taken);
    }
}
