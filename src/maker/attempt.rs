//! A try: the cells of a solution in a random order, each emptied unless that would allow another solution.
//!
//! The plain method asks of one cell after the other. Here many are asked of together, and the result is the same:
//!
//! ```text
//!   order     ■ ■ ■ · ■ ■ ■ ■ · ■ ■ ■ ■ ■ ■ ■ · ■ ■ ■ ■ │ ? ? ? ? ? ? ? ? ? ? ? ? ? ?
//!             └──── decided ────┘└─── the stage ──────┘
//! ```
//!
//! A stage takes all of its cells as empty but the last one of each known unavoidable set that would lose all its
//! clues. If there is no other solution then, all of it is decided: what was emptied could be, one by one, as with more
//! clues there is still one solution; and each cell that was kept had to be. If there is another solution, the cells
//! where it differs are one more unavoidable set, and the same stage is gone through again. So a question brings
//! either a whole stage or one set, and when cells that can go are few, a stage is one cell.
//!
//! Where not one solution is asked for but rules that find it, the cells that they leave are such a set: they don't solve
//! any puzzle in which all of these are empty.
//!
//! With symmetry the same holds for *units*, orbits of cells.

use super::draws::Draws;
use super::pattern::{Symmetry, orbits};
use super::places::{in_reading_order, place_of, places_in};
use super::sets::{Cursor, Pairs, Sets};
use crate::grid::{CELLS, Grid};

/// What all tries of a run have in common.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// The places that are emptied with each place.
    orbits: [u128; CELLS],
    /// How many these are.
    sizes: [u8; CELLS],
    symmetric: bool,
    /// Where the first stages end, in units; each one after them is one unit.
    ends: [u8; 3],
    /// At most so many holes.
    most: u8,
}

/// The ends of stages where there are 81 units. More and longer ones bring more questions with the answer 'several',
/// which are the dear ones.
const ENDS: [usize; 3] = [38, 45, 50];
const _: () = assert!(ENDS[2] < 64, "sets that are learnt are words of 64 units");

impl Rules {
    pub(super) fn new(symmetry: Symmetry, most_holes: u8) -> Rules {
        let cells = orbits(symmetry);
        let mut rules = Rules {
            orbits: [0; CELLS],
            sizes: [0; CELLS],
            symmetric: symmetry != Symmetry::None,
            ends: [0; 3],
            most: most_holes,
        };
        let mut units = 0;
        for (cell, &orbit) in cells.iter().enumerate() {
            units += usize::from(orbit.trailing_zeros() as usize == cell);
            rules.orbits[place_of(cell)] =
                places_in(orbit).fold(0, |places, cell| places | 1 << place_of(cell));
        }
        rules.sizes = rules.orbits.map(|orbit| orbit.count_ones() as u8);
        rules.ends = ENDS.map(|end| (end * units / CELLS) as u8);
        rules
    }

    /// Are these places one unit?
    #[inline(always)]
    pub(super) fn is_unit(&self, places: u128) -> bool {
        self.orbits[places.trailing_zeros() as usize % CELLS] == places
    }
}

/// A question: is there another solution than the known one, if these places are empty? Without the `group` among them
/// it is known that there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) empty: u128,
    pub(super) group: u128,
}

/// A try, up to the next question. What each question wants lies together.
#[derive(Clone, Debug)]
#[repr(C)]
pub(super) struct Attempt {
    /// The places that are empty for certain, and those in question.
    empty: u128,
    asked: u128,
    units: u8,
    /// So many units are decided, those below `end` are in question, and those below `stage` belong to the stage.
    decided: u8,
    end: u8,
    stage: u8,
    /// The try ends with so many holes.
    target: u8,
    /// How many there are.
    holes: u8,
    /// Are stages over, so that units go one by one?
    singly: bool,
    learnt_len: u8,
    cursor: Cursor,
    /// A place of each unit, in the order that was drawn, and its digit (from 0).
    order: [(u8, u8); CELLS],
    sets: Sets,
    /// Where units are decided up to `end`: how many holes there are then, and what the sets see.
    holes_then: u8,
    cursor_then: Cursor,
    /// Sets that were learnt in this stage, in units, of which stages have fewer than 64.
    learnt: [u64; LEARNT],
}

/// So many sets can be learnt in a stage. One or two are usual.
const LEARNT: usize = 4;

impl Attempt {
    pub(super) const NONE: Attempt = Attempt {
        empty: 0,
        asked: 0,
        units: 0,
        decided: 0,
        end: 0,
        stage: 0,
        target: 0,
        holes: 0,
        singly: false,
        learnt: [0; LEARNT],
        learnt_len: 0,
        cursor: Cursor::START,
        order: [(0, 0); CELLS],
        sets: Sets::EMPTY,
        holes_then: 0,
        cursor_then: Cursor::START,
    };

    /// Draws the order of a new try at a solution.
    pub(super) fn begin(
        &mut self,
        rules: &Rules,
        draws: &mut Draws,
        target: u8,
        solution: &Grid,
        pairs: &mut Pairs,
    ) {
        let mut order = in_reading_order();
        for i in (1..CELLS as u8).rev() {
            order.swap(i.into(), draws.below(i + 1).into());
        }
        let digit = |place: u8| solution.digits()[place_of(place.into())] - 1;
        // By cell: its unit.
        let mut unit_of = [0_u8; CELLS];
        let mut units = 0_u8;
        if rules.symmetric {
            let mut seen = 0_u128;
            for place in order {
                if seen >> place & 1 == 0 {
                    let orbit = rules.orbits[usize::from(place)];
                    self.order[usize::from(units)] = (place, digit(place));
                    for place in places_in(orbit) {
                        unit_of[place_of(place)] = units;
                    }
                    seen |= orbit;
                    units += 1;
                }
            }
        } else {
            for (place, drawn) in order.into_iter().zip(&mut self.order) {
                unit_of[place_of(place.into())] = units;
                units += 1;
                *drawn = (place, digit(place));
            }
        }
        self.sets.read(solution, &unit_of, pairs);
        self.cursor = Cursor::START;
        self.units = units;
        self.target = target;
        (self.decided, self.end, self.stage, self.holes) = (0, 0, 0, 0);
        (self.empty, self.asked, self.singly) = (0, 0, false);
        self.learnt_len = 0;
    }

    /// The places that are empty.
    pub(super) fn empty(&self) -> u128 {
        self.empty
    }

    /// How many places are empty.
    pub(super) fn holes(&self) -> u8 {
        self.holes
    }

    /// The question that was asked last.
    pub(super) fn asked(&self) -> Question {
        Question { empty: self.empty | self.asked, group: self.asked }
    }

    /// What has to be known next; none at the end.
    #[inline(always)]
    pub(super) fn question(&mut self, rules: &Rules, solution: &Grid) -> Option<Question> {
        while self.decided < self.units && self.holes < self.target {
            if self.singly {
                let place = self.place(self.decided);
                if self.holes + rules.sizes[place] > rules.most
                    || self.sets.need(self.decided, &mut self.cursor)
                {
                    self.keep_next(rules, solution);
                } else {
                    self.asked = rules.orbits[place];
                    return Some(self.asked());
                }
            } else {
                if self.decided == self.stage {
                    let Some(end) = rules.ends.into_iter().find(|&end| end > self.decided) else {
                        self.singly = true;
                        continue;
                    };
                    self.stage = end;
                    self.learnt_len = 0;
                }
                self.simulate(rules, solution);
                if self.asked != 0 {
                    return Some(self.asked());
                }
                self.decide(rules);
            }
        }
        None
    }

    /// The place of a unit, below 81.
    #[inline(always)]
    fn place(&self, unit: u8) -> usize {
        usize::from(self.order[usize::from(unit).min(CELLS - 1)].0).min(CELLS - 1)
    }

    /// The next unit stays.
    #[inline(always)]
    fn keep_next(&mut self, rules: &Rules, solution: &Grid) {
        keep(&mut self.cursor, self.order[usize::from(self.decided).min(CELLS - 1)], rules, solution);
        self.decided += 1;
    }

    /// Goes through the stage as far as is known.
    fn simulate(&mut self, rules: &Rules, solution: &Grid) {
        let mut cursor = self.cursor.clone();
        let learnt = &self.learnt[..usize::from(self.learnt_len).min(LEARNT)];
        let (mut at, mut holes, mut asked, mut kept) = (self.decided, self.holes, 0, 0);
        while at < self.stage && holes < self.target {
            let place = self.place(at);
            // Is this the last unit of a set none of which stays?
            let lost = |&set: &u64| set & kept == 0 && set >> (at % 64) == 1;
            if holes + rules.sizes[place] > rules.most
                || self.sets.need(at, &mut cursor)
                || learnt.iter().any(lost)
            {
                kept |= 1_u64 << (at % 64);
                keep(&mut cursor, self.order[usize::from(at).min(CELLS - 1)], rules, solution);
            } else {
                asked |= rules.orbits[place];
                holes += rules.sizes[place];
            }
            at += 1;
        }
        (self.end, self.asked) = (at, asked);
        (self.holes_then, self.cursor_then) = (holes, cursor);
    }

    /// What was asked is known: nothing was found, or another solution that differs in these places, or rules leave them.
    #[inline(always)]
    pub(super) fn answer(&mut self, rules: &Rules, solution: &Grid, found: Option<u128>) {
        match found {
            None => self.decide(rules),
            Some(differs) => self.learn(rules, solution, differs),
        }
    }

    /// There is no other solution: all that was in question is decided.
    #[inline(always)]
    fn decide(&mut self, rules: &Rules) {
        self.empty |= self.asked;
        if self.singly {
            self.holes += rules.sizes[self.place(self.decided)];
            self.decided += 1;
            return;
        }
        (self.holes, self.cursor) = (self.holes_then, self.cursor_then.clone());
        self.decided = self.end;
        // At the target the stage is left before its end.
        self.stage = self.end;
    }

    /// There is another solution, which differs in these places; or rules leave them. Where one unit was in question, nobody
    /// looks at them.
    #[inline(always)]
    fn learn(&mut self, rules: &Rules, solution: &Grid, differs: u128) {
        if self.singly {
            return self.keep_next(rules, solution);
        }
        let differs = if rules.is_unit(self.asked) { self.asked } else { differs };
        let mut set = 0;
        for unit in 0..self.end {
            // Which units differ is hard to foresee, so there is no branch.
            set |= u64::from(rules.orbits[self.place(unit)] & differs != 0) << (unit % 64);
        }
        if let Some(room) = self.learnt.get_mut(usize::from(self.learnt_len))
            && set != 0
        {
            *room = set;
            self.learnt_len += 1;
        } else {
            // No room: there are many such sets in an unlucky order. Units one by one need none.
            self.singly = true;
        }
    }
}

/// A unit stays.
#[inline(always)]
fn keep(cursor: &mut Cursor, (place, digit): (u8, u8), rules: &Rules, solution: &Grid) {
    if rules.symmetric {
        for place in places_in(rules.orbits[usize::from(place).min(CELLS - 1)]) {
            cursor.keep(place, solution.digits()[place_of(place)] - 1);
        }
    } else {
        cursor.keep(place.into(), digit);
    }
}
