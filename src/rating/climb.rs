//! Levels 1–4, in lanes where boards come and go: each climbs until it is done, or stuck at level 4.

use super::level::Rating;
use crate::grid::Puzzle;
use crate::solver::Board;
use crate::solver::crew::Tools;
use crate::solver::plane::Plane;
use crate::solver::rules::singles::OpenBoards;
use crate::solver::transpose::Sheet;

/// Percentage of the active lanes that wait when they are served.
const WAITING: u32 = 50;
/// Percentage of all lanes that are at work, at least, as long as more boards may come.
const FULL: usize = 75;

/// A board that waits, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) job: u32,
    pub(super) board: Board,
}

/// Lanes that climb.
#[derive(Clone)]
pub(super) struct Climb<const W: usize> {
    planes: Box<OpenBoards<W>>,
    /// Puzzles that become boards.
    fresh: Box<OpenBoards<W>>,
    active: Plane<W>,
    /// Whose board is in each lane.
    seats: Vec<u32>,
    /// Boards that wait for a lane.
    pub(super) queue: Vec<Waiting>,
    /// Counts of rounds, to be turned.
    sheet: Box<Sheet<W>>,
}

impl<const W: usize> Climb<W> {
    pub(super) fn new() -> Climb<W> {
        Climb {
            planes: Box::new(OpenBoards::NONE),
            fresh: Box::new(OpenBoards::NONE),
            active: Plane::NONE,
            seats: vec![0; Plane::<W>::LANES],
            queue: Vec::new(),
            sheet: Box::new([[0; W]; 64]),
        }
    }

    /// Puzzles become boards, when all lanes are free, or a queue: they are numbered from `first` on.
    pub(super) fn begin(&mut self, tools: &mut Tools<W>, puzzles: &[Puzzle], first: u32) {
        let fresh = &mut self.fresh;
        (tools.kernels.load)(&mut tools.digits, puzzles, &mut fresh.candidates);
        (tools.kernels.place_clues)(fresh);
        tools.take(&fresh.candidates, Plane::below(puzzles.len()));
        self.queue
            .extend((first..).zip(&tools.taken[..puzzles.len()]).map(|(job, &board)| Waiting { job, board }));
    }

    /// Is there enough to do? At the end, anything?
    pub(super) fn can_step(&self, end: bool) -> bool {
        let at_work = self.queue.len() + self.active.ones() as usize;
        if end { at_work > 0 } else { at_work * 100 >= FULL * Plane::<W>::LANES }
    }

    /// Serves those that wait, and then rounds until most do. What is stuck at level 4, or below if that is the highest, goes.
    pub(super) fn step(
        &mut self,
        tools: &mut Tools<W>,
        highest: u8,
        ratings: &mut [Rating],
        stuck: &mut Vec<Waiting>,
    ) {
        self.serve(tools, highest, ratings, stuck);
        let enough = self.active.ones() * WAITING;
        if enough > 0 {
            while (tools.kernels.singles)(&mut self.planes, &self.active) * 100 < enough {}
        }
    }

    fn serve(
        &mut self,
        tools: &mut Tools<W>,
        highest: u8,
        ratings: &mut [Rating],
        stuck_at_4: &mut Vec<Waiting>,
    ) {
        let Climb { planes, active, seats, queue, sheet, .. } = self;
        let done = *active & !planes.unsolved;
        let stuck = *active & planes.unsolved & !planes.found;
        let mut leave = stuck;
        if !stuck.is_empty() && highest >= 4 {
            (tools.kernels.locked)(planes, &stuck);
            leave &= !planes.found;
        }
        let free = done | leave;
        if !free.is_empty() {
            for (level, bits) in planes.counts.iter().enumerate() {
                for (bit, plane) in bits.iter().enumerate() {
                    sheet[8 * level + bit] = plane.0;
                }
            }
            (tools.kernels.transpose)(sheet);
            for lane in free.lanes() {
                let counts = sheet[lane % 64][lane / 64 % W].to_le_bytes();
                for (level, &rounds) in (1..).zip(&counts[..4]) {
                    ratings[seats[lane] as usize].count(level, rounds.into());
                }
            }
        }
        if !leave.is_empty() {
            tools.take(&planes.candidates, leave);
            for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
                stuck_at_4.push(Waiting { job: seats[usize::from(lane)], board: *board });
            }
        }
        *active &= !free;
        let lanes = Plane::<W>::LANES - active.ones() as usize;
        let new = lanes.min(queue.len());
        if new > 0 {
            tools.lanes.clear();
            tools.taken.clear();
            for (lane, one) in (!*active).lanes().zip(queue.drain(queue.len() - new..)) {
                seats[lane] = one.job;
                tools.lanes.push(lane as u16);
                tools.taken.push(one.board);
            }
            let given =
                (tools.kernels.give)(&mut tools.boards, &mut planes.candidates, &tools.lanes, &tools.taken);
            (tools.kernels.empty_cells)(planes, &given);
            *active |= given;
            for plane in planes.counts.as_flattened_mut() {
                *plane &= !given;
            }
        }
    }
}
