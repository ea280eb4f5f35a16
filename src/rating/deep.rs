//! Level 10: candidates are assumed, and on the board that follows all others, again and again.
//!
//! ```text
//!   a board ─► each candidate assumed, and all singles placed: a hundred inner boards or so
//!                inner boards ─► each candidate assumed ─┬─► none fails: nothing is known about the outer one
//!                     ▲                                  └─► some fail, and go: singles ─► dead: the outer one fails
//!                     └───────────────────────────────────────────────────────┘
//! ```

use super::trials::{Assumption, Entry, Refuter};
use crate::solver::Board;
use crate::solver::crew::Tools;
use crate::solver::plane::Plane;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Deep {
    /// What has been assumed, and the board that follows.
    inner: Vec<(Assumption, Board)>,
}

impl Deep {
    /// Assumes what is untried in all entries, and writes down what fails.
    pub(super) fn refute<const W: usize>(
        &mut self,
        tools: &mut Tools<W>,
        refuter: &mut Refuter<W>,
        entries: &mut [Entry],
    ) {
        self.inner.clear();
        let mut next = 0;
        loop {
            let used = refuter.fill(entries, &mut next);
            if used.is_empty() {
                break;
            }
            (tools.kernels.assume)(&mut refuter.trials, &refuter.sources);
            self.settle(tools, refuter, used, entries);
        }
        let mut inner = vec![];
        while !self.inner.is_empty() {
            inner.clear();
            inner.extend(self.inner.iter().map(|(_, board)| Entry::of_full(board)));
            refuter.refute_in_the_end(tools, &mut inner);
            // Where nothing failed, it ends.
            let mut left = std::mem::take(&mut self.inner);
            for ((_, board), inner) in left.iter_mut().zip(&inner) {
                for word in 0..12 {
                    board[word] &= !inner.gone[word];
                }
            }
            let mut at = 0;
            left.retain(|_| {
                at += 1;
                inner[at - 1].gone != [0; 12]
            });
            for batch in left.chunks(Plane::<W>::LANES) {
                let used = tools.give(&mut refuter.trials.candidates, batch.iter().map(|&(_, board)| board));
                for (seat, (assumption, _)) in refuter.seats.iter_mut().zip(batch) {
                    *seat = *assumption;
                }
                refuter.trials.dead = Plane::NONE;
                (tools.kernels.look)(&mut refuter.trials);
                self.settle(tools, refuter, used, entries);
            }
        }
    }

    /// Places singles until nothing changes. What is dead fails, the others go on.
    fn settle<const W: usize>(
        &mut self,
        tools: &mut Tools<W>,
        refuter: &mut Refuter<W>,
        used: Plane<W>,
        entries: &mut [Entry],
    ) {
        refuter.follow(tools, &used, u32::MAX);
        for lane in (refuter.trials.dead & used).lanes() {
            refuter.seats[lane].fail(entries);
        }
        tools.take(&refuter.trials.candidates, used & !refuter.trials.dead);
        for (&lane, board) in tools.lanes.iter().zip(&tools.taken) {
            self.inner.push((refuter.seats[usize::from(lane)], *board));
        }
    }
}
