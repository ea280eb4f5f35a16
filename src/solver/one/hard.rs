//! The careful search, which no input traps.
//!
//! The plain search explodes on some inputs: a million guesses where a few hundred do. They are small or
//! contradictory grids, where the contradiction lies far from the cells that look promising, or where counting
//! would show what no single cell shows: nine cells that share eight digits. No set of rules cures that; a search
//! by hill climbing found a trap for each set that was tried. Three things together do:
//!
//! - **It learns where the contradiction is.** Whatever has no place left gets a point ([`Weights`]): a digit in a
//!   band or stack, a cell. Guesses go where the points are.
//! - **It counts.** Before each guess, can each house still be filled, a different digit in each cell? That is a
//!   perfect matching of digits to cells, and the answer is exact. The digits that are too many get points, too:
//!   without these points, one in a thousand of the worst cases (relabelled and turned at random) took over 2,000
//!   guesses, and the worst 16,387, instead of 358 and 424.
//! - **It starts again** from the root, with all points kept, after 100 guesses, then 400, then 1,600, and so on:
//!   the first guesses were made when nothing was known. As the budget grows without end, an answer comes at last.
//!
//! The idea of the points is 'dom/wdeg' (Boussemart, Hemery, Lecoutre and Sais, 'Boosting systematic search by
//! weighting constraints', 2004).

use super::candidates::{BAND, Candidates, Outcome, in_band};
use super::search::{Found, Guess, Way, cells, search};
use crate::solver::plane::bits;

/// Guesses before the first new start, and how much that grows each time. 99.9 % of the disguises of known traps are
/// settled within 358 guesses; with 50 or 200 at first within 442, with a growth of 2 within 494.
const FIRST_BUDGET: u64 = 100;
const GROWTH: u64 = 4;

/// The solutions, up to `limit` of them.
pub(super) fn solutions(root: &mut Candidates, limit: u64) -> Found {
    Careful::default().solutions(root, limit)
}

/// The careful way to search.
#[derive(Default)]
pub(super) struct Careful {
    weights: Weights,
}

impl Careful {
    /// The solutions, up to `limit` of them. What was learnt before is of use.
    pub(super) fn solutions(&mut self, root: &mut Candidates, limit: u64) -> Found {
        let (mut budget, mut guesses) = (FIRST_BUDGET, 0);
        loop {
            match search(root, limit, budget, self) {
                Ok(found) => return Found { guesses: guesses + found.guesses, ..found },
                Err(in_vain) => guesses += in_vain,
            }
            budget = budget.saturating_mul(GROWTH);
        }
    }
}

impl Way for Careful {
    fn rules(&mut self, candidates: &mut Candidates) -> Outcome {
        loop {
            let before = *candidates;
            if !candidates.round() {
                self.weights.blame(before);
                return Outcome::Dead;
            }
            if let Some(state) = candidates.settled(before.open) {
                return state;
            }
        }
    }

    /// The cell with few candidates, or the digit with two places in a house, of the highest weight. `None` if
    /// some house can't be filled.
    fn guess(&mut self, candidates: &Candidates) -> Option<Guess> {
        let mut best: Option<(u32, Guess)> = None;
        let mut offer = |score, cell, digit| {
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, Guess { cell, digit }));
            }
        };
        let [bivalue, trivalue] = candidates.bivalue_and_trivalue();
        let few: [u32; 3] = std::array::from_fn(|band| bivalue[band] | trivalue[band]);
        for cell in cells(if few == [0; 3] { &candidates.open } else { &few }) {
            let digits = candidates.digits(cell);
            let score = score(self.weights.of_cell(cell, digits), digits.count_ones());
            offer(score, cell, digits.trailing_zeros() as usize);
        }
        for house in 0..27 {
            let places = places(candidates, house);
            let mut open = 0;
            for (digit, &places) in places.iter().enumerate() {
                let all_but_first = places & places.wrapping_sub(1);
                open += u32::from(all_but_first != 0);
                if all_but_first.is_power_of_two() {
                    let cell = cell_of(house, places.trailing_zeros() as usize);
                    offer(score(self.weights.of_digit(digit, house), 2), cell, digit);
                }
            }
            // Four open digits with two places each, in four cells with two candidates each, always fit.
            let crowded = if open > 4 { crowded(&places) } else { 0 };
            if crowded != 0 {
                self.weights.blame_digits(crowded, house);
                return None;
            }
        }
        best.map(|(_, guess)| guess)
    }
}

/// The worth of a guess at something of some weight that has several choices. Dividing by their square takes a
/// twentieth fewer guesses on the known traps than dividing by their number, and a fifth fewer on the hardest puzzles.
fn score(weight: u32, choices: u32) -> u32 {
    weight.saturating_mul(900) / (choices * choices)
}

/// How often each thing had no place left.
#[derive(Default)]
struct Weights {
    /// A cell without a candidate, row by row.
    cells: [[u32; 9]; 9],
    /// A digit without a place in a band, and in a stack.
    bands: [[u32; 3]; 9],
    stacks: [[u32; 3]; 9],
}

impl Weights {
    /// What concerns a cell with some candidates: itself, and the bands and stacks of those digits.
    fn of_cell(&self, cell: usize, digits: u32) -> u32 {
        let (row, column) = (cell / 9, cell % 9);
        bits(digits).fold(1 + 2 * self.cells[row][column], |weight, digit| {
            weight + self.bands[digit][row / 3] + self.stacks[digit][column / 3]
        })
    }

    /// What concerns the places of a digit in a house: the digit's bands and stacks that the house lies in.
    fn of_digit(&self, digit: usize, house: usize) -> u32 {
        let (bands, stacks) = (&self.bands[digit], &self.stacks[digit]);
        1 + match (house / 9, house % 9) {
            (0, row) => 2 * bands[row / 3],
            (1, column) => 2 * stacks[column / 3],
            (_, b) => bands[b / 3] + stacks[b % 3],
        }
    }

    /// Gives a point to digits that have too few places in a house.
    fn blame_digits(&mut self, digits: u32, house: usize) {
        let number = house % 9;
        for digit in bits(digits) {
            let (bands, stacks) = (&mut self.bands[digit], &mut self.stacks[digit]);
            match house / 9 {
                0 => bands[number / 3] += 1,
                1 => stacks[number / 3] += 1,
                _ => {
                    bands[number / 3] += 1;
                    stacks[number % 3] += 1;
                }
            }
        }
    }

    /// Gives a point to whatever loses its last place in this round. The round is done again for it, step by
    /// step, up to the step where something does.
    fn blame(&mut self, before: Candidates) {
        let mut now = before;
        let mut blamed = false;
        for (digit, bands) in self.bands.iter_mut().enumerate() {
            for (band, weight) in bands.iter_mut().enumerate() {
                let lost = in_band(now.cells(digit, band)) == 0;
                *weight += u32::from(lost);
                blamed |= lost;
            }
        }
        if blamed {
            return;
        }
        now.rows_and_columns();
        for (digit, stacks) in self.stacks.iter_mut().enumerate() {
            for (stack, weight) in stacks.iter_mut().enumerate() {
                // A digit that has no place in a stack has lost all three boxes; one tells.
                let lost = now.cells(digit, 0) >> (10 * stack) & 0x1ff == 0;
                *weight += u32::from(lost);
                blamed |= lost;
            }
        }
        if blamed {
            return;
        }
        let (taken, _) = now.hidden_singles();
        let wrong: [u32; 3] = std::array::from_fn(|band| {
            let [one, two] = now.at_least_one_and_two(band);
            BAND & !one | taken[band] & two
        });
        // What remains, two cells of a box with the same only candidate, is left without blame: it follows from
        // a guess at once, and is too rare to matter.
        for cell in cells(&wrong) {
            self.cells[cell / 9][cell % 9] += 1;
        }
    }
}

/// For each digit its places in a house: nine bits, see [`cell_of`].
type Places = [u32; 9];

/// The places of all digits in a house: 0–8 a row, 9–17 a column, 18–26 a box.
fn places(candidates: &Candidates, house: usize) -> Places {
    let number = house % 9;
    std::array::from_fn(|digit| match house / 9 {
        0 => {
            let cells = candidates.cells(digit, number / 3) >> (3 * (number % 3));
            cells & 0o7 | cells >> 7 & 0o70 | cells >> 14 & 0o700
        }
        1 => (0..3).fold(0, |places, band| {
            let cells = candidates.cells(digit, band) >> (10 * (number / 3) + number % 3);
            places | (cells & 0o111) << band
        }),
        _ => candidates.cells(digit, number / 3) >> (10 * (number % 3)) & 0x1ff,
    })
}

/// The cell of a place in a house.
fn cell_of(house: usize, place: usize) -> usize {
    let number = house % 9;
    match house / 9 {
        0 => 9 * number + place,
        1 => 9 * (place % 3 * 3 + place / 3) + number,
        _ => 9 * (number / 3 * 3 + place / 3) + number % 3 * 3 + place % 3,
    }
}

/// Digits that have fewer places in a house than they are; none if all nine can be there, each in a different cell.
fn crowded(places: &Places) -> u32 {
    let mut matching = Matching { digits: [0; 9], taken: 0 };
    for digit in 0..9 {
        let mut asked = 0;
        if matching.add(digit, places, &mut asked).is_none() {
            // All places that were asked are held by digits which have no others: Hall's condition fails here.
            return bits(asked).fold(1 << digit, |digits, place| digits | 1 << matching.digits[place]);
        }
    }
    0
}

/// Digits in different places (Kuhn's algorithm for matchings).
struct Matching {
    /// The digit in each place that is taken.
    digits: [usize; 9],
    taken: u32,
}

impl Matching {
    /// Gives a digit one of its places: a free one, or one whose digit can go elsewhere. `None` if there is none.
    /// `asked` are the places whose digit has tried already.
    fn add(&mut self, digit: usize, places: &Places, asked: &mut u32) -> Option<()> {
        let free = places[digit] & !self.taken;
        let place =
            if free != 0 { free.trailing_zeros() as usize } else { self.free_place(digit, places, asked)? };
        self.digits[place] = digit;
        self.taken |= 1 << place;
        Some(())
    }

    /// One of the digit's places, all of which are taken, once the digit there has found another.
    fn free_place(&mut self, digit: usize, places: &Places, asked: &mut u32) -> Option<usize> {
        loop {
            let rest = places[digit] & !*asked;
            if rest == 0 {
                return None;
            }
            let place = rest.trailing_zeros() as usize;
            *asked |= 1 << place;
            if self.add(self.digits[place], places, asked).is_some() {
                return Some(place);
            }
        }
    }
}
