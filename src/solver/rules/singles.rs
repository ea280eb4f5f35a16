//! Levels 1–3: what to place, and to place it.
//!
//! ```text
//!   tell_peers  what was placed leaves its peers           ┐ digit by digit, so that a digit's planes are read
//!   find_ones   which digits have one place left in a house  ┘ from the nearest memory the second time
//!   place       what is placed: those, and cells with one candidate; others leave the cell       cell by cell
//! ```

use super::super::plane::{Plane, each3, majority, two_of_nine};
use super::super::planes::CandidatePlanes;

/// For the 9 boxes, 9 rows and 9 columns, a fact about each digit; and about empty cells, as if they were a tenth.
pub(super) type HousePlanes<const W: usize> = [[[Plane<W>; 10]; 9]; 3];
/// The tenth.
const EMPTY: usize = 9;

/// So many levels are counted in the lanes, each with a byte.
pub(crate) const COUNTED: usize = 4;

/// Open boards, and what each has taken.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct OpenBoards<const W: usize> {
    /// 'May this empty cell hold this digit?'
    pub(crate) candidates: CandidatePlanes<W>,
    /// Which cells are empty.
    pub(crate) empty: [[Plane<W>; 9]; 9],
    /// Which digits have one place left in a house, and is there one empty cell left, if their level has its turn?
    ones: HousePlanes<W>,
    /// In which cells something was placed in the last round, of which the peers don't know yet.
    single: [[Plane<W>; 9]; 9],
    /// Which minirows and minicolumns a digit leaves: level 4.
    pub(super) leaves: [[[Plane<W>; 3]; 9]; 2],
    /// The rounds of levels 1–4, bit by bit.
    pub(crate) counts: [[Plane<W>; 8]; COUNTED],
    /// The last round has found something.
    pub(crate) found: Plane<W>,
    /// There is an empty cell.
    pub(crate) unsolved: Plane<W>,
}

impl<const W: usize> OpenBoards<W> {
    /// Without a board.
    pub(crate) const NONE: OpenBoards<W> = OpenBoards {
        candidates: [[[Plane::NONE; 9]; 9]; 9],
        empty: [[Plane::NONE; 9]; 9],
        ones: [[[Plane::NONE; 10]; 9]; 3],
        single: [[Plane::NONE; 9]; 9],
        leaves: [[[Plane::NONE; 3]; 9]; 2],
        counts: [[Plane::NONE; 8]; COUNTED],
        found: Plane::NONE,
        unsolved: Plane::NONE,
    };

    /// After puzzles were loaded: their clues are placed.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    let empty = self.candidates[0][b][cell][w] & self.candidates[1][b][cell][w];
                    self.empty[b][cell][w] = empty;
                    self.single[b][cell][w] = !empty;
                }
            }
        }
        let (mut unused, mut moved) = (Plane::NONE, Plane::NONE);
        for digit in &mut self.candidates {
            tell_peers::<W, false>(digit, &self.single, [&mut unused, &mut moved]);
        }
        self.single = [[Plane::NONE; 9]; 9];
    }

    /// After boards came in to these lanes: which cells are empty?
    #[inline(always)]
    pub(crate) fn find_empty(&mut self, given: &Plane<W>) {
        for b in 0..9 {
            for i in 0..3 {
                find_empty(&self.candidates, b, i, given, &mut self.single[b], &mut self.empty[b]);
            }
        }
    }

    /// After boards came in to these lanes, on which a cell is empty or has its digit alone: those digits are placed in the
    /// next round.
    #[inline(always)]
    pub(crate) fn admit(&mut self, given: &Plane<W>) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    let new = self.candidates[0][b][cell][w] & self.candidates[1][b][cell][w];
                    let (empty, single) = (self.empty[b][cell][w], self.single[b][cell][w]);
                    self.empty[b][cell][w] = (new & given[w]) | (empty & !given[w]);
                    self.single[b][cell][w] = (!new & given[w]) | (single & !given[w]);
                }
            }
        }
    }

    /// What all levels up to the `highest`, which is at most 3, find is placed at once. How many of the active lanes wait
    /// then: they are solved, or nothing was found?
    #[inline(always)]
    pub(crate) fn round_up_to(&mut self, active: &Plane<W>, highest: u8) -> u32 {
        self.look();
        if highest < 2 {
            let [_, rows, columns] = &mut self.ones;
            for line in rows.iter_mut().chain(columns) {
                line[..EMPTY].fill(Plane::NONE);
            }
        }
        self.place(if highest < 3 { &Plane::NONE } else { &Plane::ALL });
        self.waiting(active)
    }

    /// A round of the lowest of levels 1–3 that finds anything. How many of the active lanes wait then: they are solved, or
    /// nothing was found?
    #[inline(always)]
    pub(crate) fn round(&mut self, active: &Plane<W>) -> u32 {
        self.look();
        let mut turns = [*active; 3];
        self.take_turns(&mut turns);
        self.place(&turns[2]);
        for level in 0..3 {
            count(&mut self.counts[level], &(turns[level] & self.found));
        }
        self.waiting(active)
    }

    /// What was placed leaves its peers. Where has a digit, or an empty cell, one place left in its house?
    #[inline(always)]
    fn look(&mut self) {
        let (mut unused, mut moved) = (Plane::NONE, Plane::NONE);
        for digit in 0..9 {
            let places = &mut self.candidates[digit];
            tell_peers::<W, false>(places, &self.single, [&mut unused, &mut moved]);
            find_ones::<W, false>(places, &mut self.ones, digit, &mut unused);
        }
        find_ones::<W, false>(&self.empty, &mut self.ones, EMPTY, &mut unused);
    }

    /// How many of the active lanes wait: they are solved, or nothing was found.
    #[inline(always)]
    fn waiting(&self, active: &Plane<W>) -> u32 {
        (*active & !(self.found & self.unsolved)).ones()
    }

    /// What was found is placed; in these lanes, what is alone in a cell, too.
    #[inline(always)]
    fn place(&mut self, third: &Plane<W>) {
        self.found = Plane::NONE;
        self.unsolved = Plane::NONE;
        for b in 0..9 {
            for cell in 0..9 {
                let (row, column) = (b / 3 * 3 + cell / 3, b % 3 * 3 + cell % 3);
                place_on_open(
                    &mut self.candidates,
                    [&self.ones[0][b], &self.ones[1][row], &self.ones[2][column]],
                    third,
                    [b, cell],
                    [
                        &mut self.empty[b][cell],
                        &mut self.single[b][cell],
                        &mut self.found,
                        &mut self.unsolved,
                    ],
                );
            }
        }
    }

    /// Each lane has the lowest level that finds anything, or the third: what others found is forgotten.
    #[inline(always)]
    fn take_turns(&mut self, turns: &mut [Plane<W>; 3]) {
        let [boxes, rows, columns] = &mut self.ones;
        let (mut one, mut two) = (Plane::<W>::NONE, Plane::<W>::NONE);
        for house in 0..9 {
            for w in 0..W {
                for digit in 0..9 {
                    one[w] |= boxes[house][digit][w];
                    two[w] |= rows[house][digit][w] | columns[house][digit][w];
                }
                one[w] |= boxes[house][EMPTY][w] | rows[house][EMPTY][w] | columns[house][EMPTY][w];
            }
        }
        for w in 0..W {
            let active = turns[0][w];
            turns[0][w] = active & one[w];
            turns[1][w] = active & !one[w] & two[w];
            turns[2][w] = active & !one[w] & !two[w];
        }
        for house in 0..9 {
            for w in 0..W {
                for digit in 0..9 {
                    boxes[house][digit][w] &= turns[0][w];
                    rows[house][digit][w] &= turns[1][w];
                    columns[house][digit][w] &= turns[1][w];
                }
                boxes[house][EMPTY][w] &= turns[0][w];
                rows[house][EMPTY][w] &= turns[0][w];
                columns[house][EMPTY][w] &= turns[0][w];
            }
        }
    }
}

/// One more, in these lanes.
#[inline(always)]
pub(super) fn count<const W: usize>(number: &mut [Plane<W>; 8], lanes: &Plane<W>) {
    // Bit by bit and not word by word: the other way round, some kernels had it as scalar code.
    let mut carry = *lanes;
    for bit in number {
        for w in 0..W {
            let before = bit[w];
            bit[w] = before ^ carry[w];
            carry[w] &= before;
        }
    }
}

/// Which cells of row `i` of a box are empty? Whoever was there before is forgotten; the others have placed something in
/// these cells.
#[inline(always)]
fn find_empty<const W: usize>(
    candidates: &CandidatePlanes<W>,
    b: usize,
    i: usize,
    given: &Plane<W>,
    single: &mut [Plane<W>; 9],
    empty: &mut [Plane<W>; 9],
) {
    for w in 0..W {
        each3!(k => {
            let (cell, mut any) = (3 * i + k, 0);
            for digit in 0..9 {
                any |= candidates[digit][b][cell][w];
            }
            let placed = single[cell][w] & !given[w];
            single[cell][w] = placed;
            empty[cell][w] = any & !placed;
        });
    }
}

/// Has the cell a candidate?
#[inline(always)]
pub(super) fn any_of_nine<const W: usize>(
    candidates: &CandidatePlanes<W>,
    b: usize,
    cell: usize,
    any: &mut Plane<W>,
) {
    for w in 0..W {
        let mut sum = 0;
        for digit in 0..9 {
            sum |= candidates[digit][b][cell][w];
        }
        any[w] = sum;
    }
}

/// Exactly one of nine, given for each three whether there is any, and whether there are two.
#[inline(always)]
fn exactly_one(any: [u64; 3], two: [u64; 3]) -> u64 {
    (any[0] | any[1] | any[2]) & !(majority(any[0], any[1], any[2]) | two[0] | two[1] | two[2])
}

/// Where has a digit exactly one place in a box, a row, a column? If it is asked `CHECK`: has it none in one of them?
#[inline(always)]
pub(super) fn find_ones<const W: usize, const CHECK: bool>(
    places: &[[Plane<W>; 9]; 9],
    ones: &mut HousePlanes<W>,
    digit: usize,
    dead: &mut Plane<W>,
) {
    let [boxes, rows, columns] = ones;
    for n in 0..3 {
        in_band::<W, CHECK>(places, boxes, rows, n, digit, dead);
    }
    for n in 0..3 {
        in_stack::<W, CHECK>(places, columns, n, digit, dead);
    }
}

#[inline(always)]
fn in_band<const W: usize, const CHECK: bool>(
    places: &[[Plane<W>; 9]; 9],
    boxes: &mut [[Plane<W>; 10]; 9],
    rows: &mut [[Plane<W>; 10]; 9],
    band: usize,
    digit: usize,
    dead: &mut Plane<W>,
) {
    for w in 0..W {
        let (mut any, mut two) = ([[0; 3]; 3], [[0; 3]; 3]);
        each3!(b => {
            each3!(i => {
                let cells = &places[3 * band + b];
                let (x, y, z) = (cells[3 * i][w], cells[3 * i + 1][w], cells[3 * i + 2][w]);
                any[i][b] = x | y | z;
                two[i][b] = majority(x, y, z);
            });
        });
        let mut lacks = 0;
        each3!(i => {
            rows[3 * band + i][digit][w] = exactly_one(any[i], two[i]);
            boxes[3 * band + i][digit][w] =
                exactly_one([any[0][i], any[1][i], any[2][i]], [two[0][i], two[1][i], two[2][i]]);
            if CHECK {
                lacks |= !(any[i][0] | any[i][1] | any[i][2]) | !(any[0][i] | any[1][i] | any[2][i]);
            }
        });
        if CHECK {
            dead[w] |= lacks;
        }
    }
}

#[inline(always)]
fn in_stack<const W: usize, const CHECK: bool>(
    places: &[[Plane<W>; 9]; 9],
    columns: &mut [[Plane<W>; 10]; 9],
    stack: usize,
    digit: usize,
    dead: &mut Plane<W>,
) {
    for w in 0..W {
        let (mut any, mut two) = ([[0; 3]; 3], [[0; 3]; 3]);
        each3!(b => {
            each3!(k => {
                let cells = &places[3 * b + stack];
                let (x, y, z) = (cells[k][w], cells[3 + k][w], cells[6 + k][w]);
                any[k][b] = x | y | z;
                two[k][b] = majority(x, y, z);
            });
        });
        let mut lacks = 0;
        each3!(k => {
            columns[3 * stack + k][digit][w] = exactly_one(any[k], two[k]);
            if CHECK {
                lacks |= !(any[k][0] | any[k][1] | any[k][2]);
            }
        });
        if CHECK {
            dead[w] |= lacks;
        }
    }
}

/// What is placed in a cell of an open board; if level 3 has its turn, what is alone there.
#[inline(always)]
fn place_on_open<const W: usize>(
    candidates: &mut CandidatePlanes<W>,
    [by_box, by_row, by_column]: [&[Plane<W>; 10]; 3],
    third: &Plane<W>,
    [b, cell]: [usize; 2],
    [empty, single, found, unsolved]: [&mut Plane<W>; 4],
) {
    for w in 0..W {
        let mut v = [0; 9];
        for digit in 0..9 {
            v[digit] = candidates[digit][b][cell][w];
        }
        let last = by_box[EMPTY][w] | by_row[EMPTY][w] | by_column[EMPTY][w];
        let alone = last | (third[w] & !two_of_nine(v));
        let mut any = 0;
        for digit in 0..9 {
            let placed = v[digit] & (by_box[digit][w] | by_row[digit][w] | by_column[digit][w] | alone);
            any |= placed;
            v[digit] = placed;
        }
        for digit in 0..9 {
            let before = candidates[digit][b][cell][w];
            candidates[digit][b][cell][w] = v[digit] | (before & !any);
        }
        single[w] = any;
        found[w] |= any;
        empty[w] &= !any;
        unsolved[w] |= empty[w];
    }
}

/// What is placed in a cell of a full board: all singles there are. A cell without a candidate is dead, and one that
/// is the only place of two digits.
#[inline(always)]
pub(super) fn place_on_full<const W: usize>(
    candidates: &mut CandidatePlanes<W>,
    [by_box, by_row, by_column]: [&[Plane<W>; 10]; 3],
    [b, cell]: [usize; 2],
    [single, dead, moved]: [&mut Plane<W>; 3],
) {
    for w in 0..W {
        let mut v = [0; 9];
        for digit in 0..9 {
            v[digit] = candidates[digit][b][cell][w];
        }
        let any = v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7] | v[8];
        let many = two_of_nine(v);
        let mut needed = 0;
        for digit in 0..9 {
            v[digit] &= by_box[digit][w] | by_row[digit][w] | by_column[digit][w];
            needed |= v[digit];
        }
        for digit in 0..9 {
            let before = candidates[digit][b][cell][w];
            candidates[digit][b][cell][w] = v[digit] | (before & !needed);
        }
        single[w] = needed | !many;
        moved[w] |= needed & many;
        dead[w] |= !any | two_of_nine(v);
    }
}

/// What is placed leaves its peers. On an open board it leaves its own cell, too; on a `FULL` one it stays, and it is a
/// contradiction if it is placed twice in a house.
#[inline(always)]
pub(super) fn tell_peers<const W: usize, const FULL: bool>(
    digit: &mut [[Plane<W>; 9]; 9],
    single: &[[Plane<W>; 9]; 9],
    [dead, moved]: [&mut Plane<W>; 2],
) {
    let mut columns = [[Plane::<W>::NONE; 3]; 3];
    for stack in 0..3 {
        in_columns::<W, FULL>(digit, single, stack, &mut columns[stack], dead);
    }
    for band in 0..3 {
        leave_band::<W, FULL>(digit, single, band, &columns, [dead, moved]);
    }
}

#[inline(always)]
fn in_columns<const W: usize, const FULL: bool>(
    digit: &[[Plane<W>; 9]; 9],
    single: &[[Plane<W>; 9]; 9],
    stack: usize,
    columns: &mut [Plane<W>; 3],
    dead: &mut Plane<W>,
) {
    for w in 0..W {
        let (mut any, mut two) = ([[0; 3]; 3], 0);
        each3!(b => {
            each3!(k => {
                let (cells, single) = (&digit[3 * b + stack], &single[3 * b + stack]);
                let (x, y, z) = (
                    cells[k][w] & single[k][w],
                    cells[3 + k][w] & single[3 + k][w],
                    cells[6 + k][w] & single[6 + k][w],
                );
                any[k][b] = x | y | z;
                two |= majority(x, y, z);
            });
        });
        each3!(k => {
            columns[k][w] = any[k][0] | any[k][1] | any[k][2];
            two |= majority(any[k][0], any[k][1], any[k][2]);
        });
        if FULL {
            dead[w] |= two;
        }
    }
}

#[inline(always)]
fn leave_band<const W: usize, const FULL: bool>(
    digit: &mut [[Plane<W>; 9]; 9],
    single: &[[Plane<W>; 9]; 9],
    band: usize,
    columns: &[[Plane<W>; 3]; 3],
    [dead, moved]: [&mut Plane<W>; 2],
) {
    for w in 0..W {
        let (mut any, mut two) = ([[0; 3]; 3], 0);
        each3!(b => {
            each3!(i => {
                let (cells, single) = (&digit[3 * band + b], &single[3 * band + b]);
                let (x, y, z) = (
                    cells[3 * i][w] & single[3 * i][w],
                    cells[3 * i + 1][w] & single[3 * i + 1][w],
                    cells[3 * i + 2][w] & single[3 * i + 2][w],
                );
                any[i][b] = x | y | z;
                two |= majority(x, y, z);
            });
        });
        let (mut rows, mut boxes) = ([0; 3], [0; 3]);
        each3!(i => {
            rows[i] = any[i][0] | any[i][1] | any[i][2];
            boxes[i] = any[0][i] | any[1][i] | any[2][i];
            two |= majority(any[i][0], any[i][1], any[i][2]) | majority(any[0][i], any[1][i], any[2][i]);
        });
        let mut lost = 0;
        each3!(b => {
            each3!(i => {
                each3!(k => {
                    let before = digit[3 * band + b][3 * i + k][w];
                    let mine = single[3 * band + b][3 * i + k][w];
                    let seen = rows[i] | boxes[b] | columns[b][k][w];
                    let gone = if FULL { seen & !mine } else { seen | mine };
                    digit[3 * band + b][3 * i + k][w] = before & !gone;
                    lost |= before & gone;
                });
            });
        });
        if FULL {
            dead[w] |= two;
            moved[w] |= lost;
        }
    }
}
