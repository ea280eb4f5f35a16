//! Where questions come from, and answers go to; and what is known of a question on its way.

use crate::solver::boards::{Board, open_places, spread};

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// There is no other solution.
    None,
    /// There is one: for a group in a board that [`super::Another::found`] has at this place.
    Other(u32),
    /// It takes too long. The one-puzzle solver is for that.
    TooHard,
}

/// Which question a board in the lanes belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Job {
    pub(super) ticket: u32,
    /// Its group, one plus the place in a list; 0 if a single cell is struck.
    pub(super) group: u32,
}

/// A group, and what is known of its puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The known solution.
    pub(super) known: Board,
    /// The puzzle, nothing struck.
    pub(super) board: Board,
    /// The places of the group that aren't closed.
    pub(super) places: u128,
    /// The one that is struck.
    pub(super) struck: u128,
}

/// The groups in question.
#[derive(Clone, Default)]
pub(super) struct Groups {
    all: Vec<Group>,
    /// Places of those that are no longer in question.
    free: Vec<u32>,
}

impl Groups {
    pub(super) fn add(&mut self, group: Group) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.all[at as usize - 1] = group;
                at
            }
            None => {
                self.all.push(group);
                self.all.len() as u32
            }
        }
    }
}

/// Boards that wait for a lane.
pub(super) type Queue = Vec<(Job, Board)>;

/// Where questions come from, and answers go to.
pub(super) struct Desk<'a> {
    pub(super) waiting: &'a mut Vec<Board>,
    pub(super) jobs: &'a mut Vec<Job>,
    pub(super) groups: &'a mut Groups,
    pub(super) answers: &'a mut Vec<(u32, Answer)>,
    pub(super) found: &'a mut Vec<Board>,
}

impl Desk<'_> {
    /// The group of a job, if it isn't a single cell.
    pub(super) fn group(&mut self, job: Job) -> Option<&mut Group> {
        self.groups.all.get_mut((job.group as usize).wrapping_sub(1))
    }

    pub(super) fn close(&mut self, job: Job, answer: Answer) {
        if job.group != 0 {
            self.groups.free.push(job.group);
        }
        self.answers.push((job.ticket, answer));
    }

    /// A solution where a digit is struck.
    pub(super) fn solved(&mut self, job: Job, board: Option<&Board>) {
        let at = self.found.len() as u32;
        self.found.extend(board);
        self.close(job, Answer::Other(at));
    }

    /// No solution where a digit is struck.
    pub(super) fn dead(&mut self, job: Job) {
        let Some(group) = self.group(job) else { return self.close(job, Answer::None) };
        // Its cell has the known digit, then.
        let struck = spread(group.struck);
        for word in 0..12 {
            group.board[word] &= !struck[usize::from(word > 8)] | group.known[word];
        }
        group.places &= !group.struck;
        let board = group.board;
        self.waiting.push(board);
        self.jobs.push(job);
    }

    /// Deduction got stuck. What has to be searched?
    #[inline(always)]
    pub(super) fn stuck(&mut self, job: Job, board: &mut Board) -> bool {
        let Some(group) = self.group(job) else { return true };
        group.places &= open_places(board);
        if group.places == 0 {
            self.close(job, Answer::None);
            return false;
        }
        group.struck = group.places & group.places.wrapping_neg();
        let struck = spread(group.struck);
        for word in 0..12 {
            board[word] &= !(struck[usize::from(word > 8)] & group.known[word]);
        }
        true
    }
}
