//! What the last puzzles were like: had they one solution, or several?

/// How many puzzles turned out to have several solutions, of those that were stuck recently.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recent {
    several: u32,
    others: u32,
}

impl Recent {
    /// So many are remembered at most; the older, the less they count. With half of it, the puzzles that are just
    /// begun weigh too much.
    const MEMORY: u32 = 2048;

    /// A puzzle begins. It counts as one with at most one solution, unless it proves otherwise.
    pub(super) fn begin(&mut self) {
        if self.several + self.others >= Self::MEMORY {
            self.several /= 2;
            self.others /= 2;
        }
        self.others += 1;
    }

    /// One that was begun has several solutions.
    pub(super) fn note_several(&mut self) {
        self.others = self.others.saturating_sub(1);
        self.several += 1;
    }

    /// Is it likely that the next one has several, too?
    pub(super) fn several_are_likely(self) -> bool {
        self.several > self.others
    }
}
