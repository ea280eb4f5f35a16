//! What stages use in turn.

use crate::solver::Board;
use crate::solver::boards::Boards;
use crate::solver::digits::Digits;
use crate::solver::kernels::Kernels;
use crate::solver::plane::Plane;
use crate::solver::planes::CandidatePlanes;

/// A board that waits, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) job: u32,
    pub(super) board: Board,
}

/// Kernels, and working memory.
#[derive(Clone)]
pub(super) struct Tools<const W: usize> {
    pub(super) kernels: &'static Kernels<W>,
    pub(super) boards: Boards<W>,
    pub(super) digits: Digits<W>,
    pub(super) lanes: Vec<u16>,
    pub(super) taken: Vec<Board>,
}

impl<const W: usize> Tools<W> {
    pub(super) fn new(kernels: &'static Kernels<W>) -> Tools<W> {
        Tools {
            kernels,
            boards: Boards::new(kernels.transpose),
            digits: Digits::new(kernels.transpose),
            lanes: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Takes the boards of these lanes; both are listed then.
    pub(super) fn take(&mut self, candidates: &CandidatePlanes<W>, lanes: Plane<W>) {
        self.lanes.clear();
        self.lanes.extend(lanes.lanes().map(|lane| lane as u16));
        self.taken.resize(self.lanes.len(), [0; 12]);
        let (cell, digit) = (&[[Plane::NONE; 9]; 9], &[Plane::NONE; 9]);
        (self.kernels.take)(&mut self.boards, candidates, cell, digit, &self.lanes, &mut self.taken);
    }

    /// Gives boards to the lanes from the first on.
    pub(super) fn give(
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
