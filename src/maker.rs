//! Puzzles by the million: seed and place in, puzzles out.
//!
//! Each puzzle has exactly one solution, and is *minimal*: no clue can go. (With a number of holes there may be clues
//! to spare; with a symmetry no orbit of clues can go.) Puzzle k of a seed is a function of the seed, k and the
//! options alone, the same on every machine and in every release, and no puzzle of a sequence comes twice.
//!
//! ```
//! use sudoku::maker::Maker;
//! for made in Maker::new(7).skip_to(1_000_000).puzzles(3) {
//!     let made = made?;
//!     assert!(made.solution.solves(&made.puzzle));
//! }
//! # Ok::<(), sudoku::maker::NoSuchPuzzle>(())
//! ```
//!
//! The method is the plain *top-down* one. Draws are those of SplitMix64, begun from seed and place:
//!
//! ```text
//!   a draw: the corner   ─► the grid at this place of the shuffled order of all grids with this corner
//!   a draw: the target   ─► how many holes, if that is limited
//!   80 draws: the order  ─► each cell in this order is emptied if there is still one solution; done at the target
//!             ▲                   │
//!             └── too few holes ──┘   or another level than wanted
//! ```
//!
//! Where puzzles of levels up to 6 are wanted, cells are emptied as long as the rules of the highest wanted level solve what is
//! left; so no clue can go without leaving that level.
//!
//! It favours puzzles with few clues: 24.4 on the average, where all minimal puzzles have 26.6 (D. Berthier, "Unbiased
//! statistics of a CSP", 2009).
//!
//! Imports point down:
//!
//! ```text
//!   crowd                many puzzles at once, for the engine's lanes
//!   wishes               what puzzles are to be like; one after the other
//!   ask                  questions, one by one
//!   panel                how hard puzzles and what becomes of them are, in batches
//!   attempt              a try, many cells to a question
//!   draws pattern sets   the random numbers of one puzzle; symmetries; unavoidable sets: what needn't be asked
//!   places made          cells in the order of the engine; what comes of a place in the sequence
//! ```

mod ask;
mod attempt;
mod crowd;
mod draws;
mod made;
mod panel;
mod pattern;
mod places;
mod sets;
mod wishes;

use std::iter::FusedIterator;
use std::vec;

use crate::numbering::{GRIDS_PER_CORNER, Shuffle};
use crate::solver::another::Another;
use crate::solver::{InstructionSet, Solver};
use attempt::Rules;
use crowd::Crowd;
pub use made::{Made, NoSuchPuzzle, TRIES};
use panel::Panel;
pub use pattern::Symmetry;
use wishes::Wishes;
pub use wishes::{HIGHEST_LEVEL, Holes, Levels, MOST_HOLES};

/// Puzzles that are made ahead of an iterator's use, at most.
const AHEAD: usize = 16_384;
/// So few are made one by one.
const FEW: usize = 8;

/// The sequence of puzzles of a seed, from a place on: an iterator that never ends before the last grid has had its
/// turn. [`Iterator::nth`] and [`Maker::skip_to`] are jumps.
#[derive(Clone, Debug)]
pub struct Maker {
    wishes: Wishes,
    symmetry: Symmetry,
    /// The place of the next puzzle that isn't made yet, at most [`GRIDS_PER_CORNER`].
    position: u128,
    /// Those that are.
    ready: vec::IntoIter<Result<Made, NoSuchPuzzle>>,
    /// How many are made next time.
    ahead: usize,
    solver: Solver,
    panel: Panel,
    /// Made when so many puzzles are wanted that it is worth it.
    crowd: Option<Crowd>,
}

impl Maker {
    /// The sequence that this seed picks, from its beginning.
    #[must_use]
    pub fn new(seed: u64) -> Maker {
        let symmetry = Symmetry::None;
        Maker {
            wishes: Wishes {
                seed,
                shuffle: Shuffle::new(seed),
                holes: None,
                levels: None,
                rules: Rules::new(symmetry, u8::MAX),
            },
            symmetry,
            position: 0,
            ready: Vec::new().into_iter(),
            ahead: 1,
            solver: Solver::new(),
            panel: Panel::new(InstructionSet::best()),
            crowd: None,
        }
    }

    /// Puzzles with so many holes, which needn't be minimal.
    #[must_use]
    pub fn holes(self, holes: Holes) -> Maker {
        self.wish(|wishes, _| wishes.holes = Some(holes))
    }

    /// Puzzles with this symmetry, from which no orbit of clues can go.
    #[must_use]
    pub fn symmetric(self, symmetry: Symmetry) -> Maker {
        self.wish(|_, wished| *wished = symmetry)
    }

    /// Puzzles of these levels.
    #[must_use]
    pub fn levels(self, levels: Levels) -> Maker {
        self.wish(|wishes, _| wishes.levels = Some(levels))
    }

    /// The same sequence from this place on. Nothing is left from [`GRIDS_PER_CORNER`] on.
    #[must_use]
    pub fn skip_to(mut self, place: u128) -> Maker {
        self.jump_to(place);
        self
    }

    /// Goes on at this place.
    pub fn jump_to(&mut self, place: u128) {
        self.ready = Vec::new().into_iter();
        self.position = place.min(GRIDS_PER_CORNER);
    }

    /// The same sequence, made with this instruction set.
    #[must_use]
    pub fn with_instruction_set(self, set: InstructionSet) -> Maker {
        Maker { solver: Solver::with_instruction_set(set), panel: Panel::new(set), crowd: None, ..self }
    }

    /// The next `count` puzzles, fewer where the end is near or one of them is not to be had, and all at once: nothing makes them
    /// faster.
    pub fn make(&mut self, count: usize) -> impl Iterator<Item = Result<Made, NoSuchPuzzle>> {
        let count = count.min(usize::try_from(self.left()).unwrap_or(usize::MAX));
        let mut made: Vec<_> = self.ready.by_ref().take(count).collect();
        while made.len() < count && made.last().is_none_or(|made| made.is_ok()) {
            made.extend(self.make_block(count - made.len()));
        }
        made.into_iter()
    }

    /// The next `count` puzzles, fewer where the end is near: an iterator that knows its length, and makes no more.
    #[must_use]
    pub fn puzzles(self, count: usize) -> Puzzles {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX).min(count);
        Puzzles { maker: self, left }
    }

    /// The place of the next puzzle.
    #[must_use]
    pub fn position(&self) -> u128 {
        self.position - self.ready.len() as u128
    }

    /// What is ready was made without the new wish.
    fn wish(mut self, change: impl FnOnce(&mut Wishes, &mut Symmetry)) -> Maker {
        self.position = self.position();
        self.ready = Vec::new().into_iter();
        let Maker { wishes, symmetry, .. } = &mut self;
        change(wishes, symmetry);
        wishes.rules = Rules::new(*symmetry, wishes.holes.map_or(u8::MAX, |holes| holes.most));
        self
    }

    fn left(&self) -> u128 {
        GRIDS_PER_CORNER - self.position()
    }

    /// The next puzzles, up to the first that there isn't.
    fn make_block(&mut self, count: usize) -> Vec<Result<Made, NoSuchPuzzle>> {
        let Maker { wishes, solver, panel, crowd, position, .. } = self;
        let count = count.min(AHEAD);
        let made = if count < FEW {
            let mut made = Vec::new();
            for place in (*position..).take(count) {
                made.push(wishes.make(place, solver, panel));
                if made.last().is_some_and(Result::is_err) {
                    break;
                }
            }
            made
        } else {
            let crowd = crowd.get_or_insert_with(|| Crowd::new(Another::new(solver.instruction_set())));
            crowd.make(wishes, *position, count, solver, panel)
        };
        *position += made.len() as u128;
        made
    }

    /// The next one; up to `wanted` are made together.
    fn next_of(&mut self, wanted: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        if self.ready.as_slice().is_empty() {
            let count = wanted.min(self.ahead).min(usize::try_from(self.left()).unwrap_or(usize::MAX));
            self.ahead = (2 * self.ahead).min(AHEAD);
            self.ready = self.make_block(count).into_iter();
        }
        self.ready.next()
    }
}

impl Iterator for Maker {
    type Item = Result<Made, NoSuchPuzzle>;

    fn next(&mut self) -> Option<Result<Made, NoSuchPuzzle>> {
        self.next_of(usize::MAX)
    }

    fn nth(&mut self, n: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        let ready = self.ready.len();
        if n < ready {
            return self.ready.nth(n);
        }
        self.ready = Vec::new().into_iter();
        self.position = GRIDS_PER_CORNER.min(self.position + (n - ready) as u128);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left());
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl FusedIterator for Maker {}

/// The next puzzles of a sequence, see [`Maker::puzzles`].
#[derive(Clone, Debug)]
pub struct Puzzles {
    maker: Maker,
    left: usize,
}

impl Iterator for Puzzles {
    type Item = Result<Made, NoSuchPuzzle>;

    fn next(&mut self) -> Option<Result<Made, NoSuchPuzzle>> {
        let wanted = self.left;
        self.left = wanted.checked_sub(1)?;
        self.maker.next_of(wanted)
    }

    fn nth(&mut self, n: usize) -> Option<Result<Made, NoSuchPuzzle>> {
        self.left = self.left.saturating_sub(n);
        self.left = self.left.checked_sub(1)?;
        self.maker.nth(n)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Puzzles {}
impl FusedIterator for Puzzles {}
