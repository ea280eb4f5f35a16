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
//! With symmetry the same holds for *units*, orbits of cells.

use super::draws::Draws;
use super::pattern::{Symmetry, orbits};
use super::places::{in_reading_order, place_of, places_in};
use super::sets::{Pairs, Sets};
use crate::grid::{CELLS, Grid};

/// What all tries of a run have in common.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// The places that are emptied with each place.
    orbits: [u128; CELLS],
    symmetric: bool,
    /// Where the first stages end, in units; each one after them is one unit.
    ends: [u8; 3],
    /// At most so many holes.
    most: u8,
}

/// Bit n, for each n: quicker than to shift.
const BITS: [u128; CELLS] = {
    let mut bits = [0; CELLS];
    let mut n = 0;
    while n < CELLS {
        bits[n] = 1 << n;
        n += 1;
    }
    bits
};

/// The ends of stages where there are 81 units. More and longer ones bring more questions with the answer 'several',
/// which are the dear ones.
const ENDS: [usize; 3] = [38, 45, 50];

impl Rules {
    pub(super) fn new(symmetry: Symmetry, most_holes: u8) -> Rules {
        let cells = orbits(symmetry);
        let mut rules = Rules {
            orbits: [0; CELLS],
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
        rules.ends = ENDS.map(|end| (end * units / CELLS) as u8);
        rules
    }
}

/// A question: is there another solution than the known one, if these places are empty? Without the `group` among them
/// it is known that there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) empty: u128,
    pub(super) group: u128,
}

/// A try, up to the next question.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// A place of each unit, in the order that was drawn.
    order: [u8; CELLS],
    units: u8,
    /// The unit of each place.
    unit: [u8; CELLS],
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
    /// The units below `end` that stay, as far as is known.
    kept: u128,
    /// The places that are empty for certain, and those in question.
    empty: u128,
    asked: u128,
    sets: Sets,
}

impl Attempt {
    pub(super) const NONE: Attempt = Attempt {
        order: [0; CELLS],
        units: 0,
        unit: [0; CELLS],
        decided: 0,
        end: 0,
        stage: 0,
        target: 0,
        holes: 0,
        singly: false,
        kept: 0,
        empty: 0,
        asked: 0,
        sets: Sets::EMPTY,
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
        // By cell: the bit of its unit.
        let mut bits = [0_u128; CELLS];
        let mut units = 0_u8;
        if rules.symmetric {
            let mut seen = 0_u128;
            for place in order {
                if seen >> place & 1 == 0 {
                    let orbit = rules.orbits[usize::from(place)];
                    self.order[usize::from(units)] = place;
                    for place in places_in(orbit) {
                        self.unit[place] = units;
                        bits[place_of(place)] = 1 << units;
                    }
                    seen |= orbit;
                    units += 1;
                }
            }
        } else {
            for place in order.map(usize::from) {
                self.unit[place.min(CELLS - 1)] = units;
                bits[place_of(place)] = BITS[usize::from(units)];
                units += 1;
            }
            self.order = order;
        }
        self.sets.read(solution.digits(), &bits, pairs);
        self.units = units;
        self.target = target;
        (self.decided, self.end, self.stage, self.holes) = (0, 0, 0, 0);
        (self.kept, self.empty, self.asked, self.singly) = (0, 0, 0, false);
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
    pub(super) fn question(&mut self, rules: &Rules) -> Option<Question> {
        while self.decided < self.units && self.holes < self.target {
            if self.decided == self.stage {
                let further = rules.ends.into_iter().find(|&end| end > self.decided && !self.singly);
                self.stage = further.unwrap_or(self.decided + 1);
            }
            self.simulate(rules);
            if self.asked != 0 {
                return Some(self.asked());
            }
            self.decide();
        }
        None
    }

    /// Goes through the stage as far as is known.
    fn simulate(&mut self, rules: &Rules) {
        let mut kept = self.kept & !(!0 << self.decided);
        let (mut at, mut holes, mut asked) = (self.decided, self.holes, 0);
        while at < self.stage && holes < self.target {
            let orbit = rules.orbits[usize::from(self.order[usize::from(at)])];
            let size = orbit.count_ones() as u8;
            if holes + size > rules.most || self.sets.need(at.into(), kept) {
                kept |= 1 << at;
            } else {
                asked |= orbit;
                holes += size;
            }
            at += 1;
        }
        (self.end, self.kept, self.asked) = (at, kept, asked);
    }

    /// There is no other solution: all that was in question is decided.
    pub(super) fn decide(&mut self) {
        self.empty |= self.asked;
        self.holes += self.asked.count_ones() as u8;
        self.asked = 0;
        self.decided = self.end;
        // At the target the stage is left before its end.
        self.stage = self.end;
    }

    /// There is another solution, which differs in these places. Where one unit was in question, nobody looks at them.
    pub(super) fn learn(&mut self, rules: &Rules, differs: u128) {
        let first = self.asked.trailing_zeros() as usize % 128;
        let unit = self.unit.get(first).copied().unwrap_or(0);
        let alone = rules.orbits.get(first).is_some_and(|&orbit| orbit == self.asked);
        let set = if alone {
            1 << unit
        } else {
            places_in(differs).fold(0, |set, place| set | 1 << self.unit[place])
        };
        if self.stage == self.decided + 1 {
            self.kept |= set;
            self.asked = 0;
            self.decide();
        } else if set == 0 || !self.sets.add(set) {
            // No room: there are many such sets in an unlucky order. Units one by one need none.
            self.singly = true;
            self.stage = self.decided + 1;
        }
    }
}
