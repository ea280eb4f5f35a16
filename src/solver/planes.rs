//! One bit per puzzle: what is possible in 64 · W puzzles, and one round of deduction for all of them.
//!
//! A *plane* is one fact about every puzzle, W words of 64 bits: the bit of a puzzle, its *lane*,
//! has the same place in every plane. 'Digit 5 is still possible in cell 17' is a plane; 729 of them are all that
//! is known of 64 · W puzzles. A rule is AND, OR and NOT on planes, the same for each puzzle, without a branch
//! and without a table.
//!
//! ```text
//!   candidates[digit][box][position][word]           digit and box 0–8, bit i of word w is lane 64 · w + i
//!
//!         box 0    box 1    box 2
//!       ┌────────┬────────┬────────┐
//!       │ 0  1  2│ 0  1  2│        │ minirow 0       Cells lie box by box, so that all addresses of a band, a stack
//!       │ 3  4  5│ 3 ...  │        │ minirow 1       or a box are one base plus constants.
//!       │ 6  7  8│        │        │ minirow 2
//!       └────────┴────────┴────────┘
//! ```
//!
//! Every kernel has the shape `for w in 0..W { straight line over word w of some planes }`, which the compiler turns
//! into one vector instruction per operation, as long as it sees that all addresses are one base plus constants and
//! that what is written isn't what is read: so what loops over words are functions of arrays. (A look-up
//! of plane numbers in a table made it 6 times slower, three closures 30 times.) Digits, bands and boxes stay loops
//! at run time: unrolled they outgrow the instruction cache.
//!
//! The order of a round's
//! steps is worth much: naked singles act at its beginning, before the bands, which so see them at once: 8–10 % fewer
//! rounds than at its end. The bands' findings aren't applied but handed to the stacks, which apply both.

use super::plane::{Plane, count_to_four, each3, majority, two_of_nine};
use crate::grid::CELLS;

/// The candidates of 64 · W puzzles: the plane of a digit (here from 0) in a cell is
/// `[digit][box][3 · (row in the box) + (column in the box)]`. Wants to be aligned to 64 bytes: unaligned, each
/// step takes 5–15 % longer.
pub(crate) type CandidatePlanes<const W: usize> = [[[Plane<W>; 9]; 9]; 9];

/// The *place* of each cell: where it lies among the 81 planes of a digit, 9 · box + number in the box.
pub(crate) const PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = ((row / 3 * 3 + column / 3) * 9 + row % 3 * 3 + column % 3) as u8;
        cell += 1;
    }
    places
};

/// The place of a cell, below 81. The same leads back.
#[inline(always)]
pub(crate) fn place_of(cell: usize) -> usize {
    usize::from(PLACES[cell]).min(CELLS - 1) // known to the compiler, it spares the checks of the indices
}

/// What is known of 64 · W puzzles.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Planes<const W: usize> {
    /// 'May this cell hold this digit?', see the drawing above.
    pub(crate) candidates: CandidatePlanes<W>,
    /// 'Has this cell two candidates or more?', cells box by box.
    pub(crate) open: [[Plane<W>; 9]; 9],
    /// 'Has this digit two places or more in this box?', by box and digit.
    twice: [[Plane<W>; 9]; 9],
    /// 'May this minirow hold the digit, as its band sees it?', for the digit that the round is at, by box.
    minirows: [[Plane<W>; 3]; 9],
    /// 'Is the digit the only candidate of a cell of this box?', likewise.
    single: [Plane<W>; 9],
    /// Working memory of [`Planes::triads`]: what was found in the minirows of a box, and in its minicolumns.
    triads: [Triads<W>; 2],
    /// A contradiction was seen.
    pub(crate) dead: Plane<W>,
    /// Some cell came down to one candidate in the last round. (Other candidates may go without that; lanes where
    /// only such went for a whole round count as stuck: to go on would cost more rounds than it saves guesses.)
    pub(crate) moved: Plane<W>,
    /// Some cell had two candidates or more after the last round.
    pub(crate) unsolved: Plane<W>,
}

/// For the minirows of a box, or its minicolumns: do three digits fill it?
#[derive(Clone, Debug)]
struct Triads<const W: usize> {
    /// There are no more than three that may lie there.
    held: [Plane<W>; 3],
    /// There are three that may not lie elsewhere.
    required: [Plane<W>; 3],
}

impl<const W: usize> Planes<W> {
    /// Without any candidate: every lane waits to be loaded.
    pub(crate) const EMPTY: Planes<W> = Planes {
        candidates: [[[Plane::NONE; 9]; 9]; 9],
        open: [[Plane::NONE; 9]; 9],
        twice: [[Plane::NONE; 9]; 9],
        minirows: [[Plane::NONE; 3]; 9],
        single: [Plane::NONE; 9],
        triads: [const { Triads { held: [Plane::NONE; 3], required: [Plane::NONE; 3] } }; 2],
        dead: Plane::NONE,
        moved: Plane::NONE,
        unsolved: Plane::NONE,
    };

    /// One round of deduction for all lanes. How many of the active ones wait then: they are dead, or nothing moved there.
    #[inline(always)]
    pub(crate) fn round(&mut self, active: &Plane<W>) -> u32 {
        self.round_of::<false>();
        (*active & (self.dead | !self.moved)).ones()
    }

    /// Likewise, where whatever goes is a move, so that it ends with all that levels 1–4 of [`crate::rating`] find, in whatever
    /// order. How many of the active lanes wait then: they are solved, or nothing moved there?
    #[inline(always)]
    pub(crate) fn exact_round(&mut self, active: &Plane<W>) -> u32 {
        self.round_of::<true>();
        (*active & !(self.moved & self.unsolved)).ones()
    }

    #[inline(always)]
    fn round_of<const EXACT: bool>(&mut self) {
        self.moved = Plane::NONE;
        self.unsolved = Plane::NONE;
        for digit in 0..9 {
            let candidates = &mut self.candidates[digit];
            bands::<W, EXACT>(candidates, &self.open, &mut self.minirows, &mut self.single, &mut self.moved);
            stacks::<W, EXACT>(
                candidates,
                &self.single,
                &self.minirows,
                &mut self.twice,
                digit,
                [&mut self.dead, &mut self.moved],
            );
        }
        for b in 0..9 {
            hidden_singles(
                &mut self.candidates,
                &mut self.open[b],
                &self.twice[b],
                b,
                [&mut self.dead, &mut self.moved, &mut self.unsolved],
            );
        }
    }

    /// Minirows, minicolumns, or both, that may hold exactly three digits: these go nowhere else in the box. And the
    /// dual: where three digits have no place elsewhere in the box, no others may lie. Once after each service the
    /// first saves a fifth of the guesses of medium puzzles, 11 % of their time, and the dual 8 and 5 % more; in every
    /// round it costs more than it gives. On AVX2 and SSE2, to
    /// look for both each time instead of in turns gains 2 % on medium puzzles and costs as much on the hardest.
    ///
    /// Hidden pairs in all rows and columns save 18 % of the guesses of medium puzzles and 3 % of the hardest, in boxes 5
    /// and 1 %, naked pairs in rows and columns, by turns, 6 and 3 %; but comparing all pairs of digits costs more
    /// than that. In one band or stack by turns, on AVX-512, they took 2.6 % off the time of medium puzzles and
    /// added 5 % to that of the hardest. To look for triads before the round that follows a service instead of after it
    /// saves 15–30 % less of the guesses, after the second round the same.
    #[inline(always)]
    pub(crate) fn triads<const ROWS: bool, const COLUMNS: bool>(&mut self) {
        let [by_row, by_column] = &mut self.triads;
        for b in 0..9 {
            if ROWS {
                find_triads::<W, 1>(&self.candidates, b, by_row, &mut self.dead);
            }
            if COLUMNS {
                find_triads::<W, 3>(&self.candidates, b, by_column, &mut self.dead);
            }
            for three in self.candidates.as_chunks_mut::<3>().0 {
                let cells = three.each_mut().map(|boxes| &mut boxes[b]);
                keep_triads::<W, ROWS, COLUMNS>(by_row, by_column, cells);
            }
        }
    }

    /// After puzzles came from outside: which cells are empty? Those that have the first two digits.
    #[inline(always)]
    pub(crate) fn find_empty(&mut self) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    self.open[b][cell][w] = self.candidates[0][b][cell][w] & self.candidates[1][b][cell][w];
                }
            }
        }
    }

    /// After candidates came from outside: which cells are open in these lanes?
    #[inline(always)]
    pub(crate) fn find_open(&mut self) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    let mut v = [0; 9];
                    for digit in 0..9 {
                        v[digit] = self.candidates[digit][b][cell][w];
                    }
                    self.open[b][cell][w] = two_of_nine(v);
                }
            }
        }
    }

    /// Which lanes have every digit in every house? To be asked of lanes without an unsolved cell.
    #[inline(always)]
    pub(crate) fn complete(&self) -> Plane<W> {
        let mut complete = Plane::<W>::ALL;
        for digit in &self.candidates {
            for i in 0..3 {
                all_houses(digit, i, &mut complete);
            }
        }
        complete
    }
}

/// Naked singles leave the rest of their boxes; then, which minirows may hold the digit? Written down for the stacks
/// and not applied: applying both at once saves a store and a load of each plane.
#[inline(always)]
fn bands<const W: usize, const EXACT: bool>(
    candidates: &mut [[Plane<W>; 9]; 9],
    open: &[[Plane<W>; 9]; 9],
    minirows: &mut [[Plane<W>; 3]; 9],
    single: &mut [Plane<W>; 9],
    moved: &mut Plane<W>,
) {
    for band in 0..3 {
        for w in 0..W {
            let mut has = [[0; 3]; 3];
            let mut lost = 0;
            each3!(b => {
                let mut c = [[0; 3]; 3];
                let mut o = [[0; 3]; 3];
                let mut s = 0;
                each3!(i => {
                    each3!(k => {
                        c[i][k] = candidates[3 * band + b][3 * i + k][w];
                        o[i][k] = open[3 * band + b][3 * i + k][w];
                        s |= c[i][k] & !o[i][k];
                    });
                });
                single[3 * band + b][w] = s;
                each3!(i => {
                    each3!(k => {
                        if EXACT {
                            lost |= c[i][k] & s & o[i][k];
                        }
                        c[i][k] &= !(s & o[i][k]);
                        candidates[3 * band + b][3 * i + k][w] = c[i][k];
                    });
                    has[i][b] = c[i][0] | c[i][1] | c[i][2];
                });
            });
            if EXACT {
                moved[w] |= lost;
            }
            each3!(b => {
                each3!(i => {
                    minirows[3 * band + b][i][w] = supported(&has, i, b);
                });
            });
        }
    }
}

/// Applies what the bands found, finds the same for minicolumns and applies it, and looks for digits with several
/// places in a box.
///
/// Two dead ends show here. A single of a box that has another place is there twice: all other cells have lost the
/// digit. And a digit that has no place in some box has none left anywhere by now, as it has gone from the whole band
/// and so from all stacks: one box in three is enough to see it.
#[inline(always)]
fn stacks<const W: usize, const EXACT: bool>(
    candidates: &mut [[Plane<W>; 9]; 9],
    single: &[Plane<W>; 9],
    minirows: &[[Plane<W>; 3]; 9],
    twice: &mut [[Plane<W>; 9]; 9],
    digit: usize,
    [dead, moved]: [&mut Plane<W>; 2],
) {
    for stack in 0..3 {
        for w in 0..W {
            let mut kept = [[[0; 3]; 3]; 3];
            let mut has = [[0; 3]; 3];
            let mut lost = 0;
            each3!(b => {
                each3!(i => {
                    let may = minirows[3 * b + stack][i][w];
                    each3!(k => {
                        if EXACT {
                            lost |= candidates[3 * b + stack][3 * i + k][w] & !may;
                        }
                        kept[b][i][k] = candidates[3 * b + stack][3 * i + k][w] & may;
                    });
                });
                each3!(k => {
                    has[k][b] = kept[b][0][k] | kept[b][1][k] | kept[b][2][k];
                });
            });
            let mut fault = dead[w];
            each3!(b => {
                let mut rest = [0; 3];
                let mut more = 0;
                each3!(k => {
                    let may = supported(&has, k, b);
                    rest[k] = has[k][b] & may;
                    each3!(i => {
                        if EXACT {
                            lost |= kept[b][i][k] & !may;
                        }
                        kept[b][i][k] &= may;
                        candidates[3 * b + stack][3 * i + k][w] = kept[b][i][k];
                    });
                    more |= majority(kept[b][0][k], kept[b][1][k], kept[b][2][k]);
                });
                more |= majority(rest[0], rest[1], rest[2]);
                twice[3 * b + stack][digit][w] = more;
                fault |= single[3 * b + stack][w] & more;
                if b == 0 {
                    fault |= !(rest[0] | rest[1] | rest[2]);
                }
            });
            dead[w] = fault;
            if EXACT {
                moved[w] |= lost;
            }
        }
    }
}

/// Where a digit has one place in the box, the other candidates of this cell go. Then, how many candidates are left?
///
/// A cell without any is a dead end, and so is one that is the only place of two digits: it keeps both, so it is open.
/// (Without the second rule some small grids take a hundred thousand guesses.)
#[inline(always)]
fn hidden_singles<const W: usize>(
    candidates: &mut [[[Plane<W>; 9]; 9]; 9],
    open: &mut [Plane<W>; 9],
    twice: &[Plane<W>; 9],
    b: usize,
    [dead, moved, unsolved]: [&mut Plane<W>; 3],
) {
    for cell in 0..9 {
        for w in 0..W {
            let mut v = [0; 9];
            let mut needed = 0;
            for digit in 0..9 {
                v[digit] = candidates[digit][b][cell][w];
                needed |= v[digit] & !twice[digit][w];
            }
            for digit in 0..9 {
                v[digit] &= !(twice[digit][w] & needed);
                candidates[digit][b][cell][w] = v[digit];
            }
            let any = v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7] | v[8];
            let many = two_of_nine(v);
            dead[w] |= !any | (needed & many);
            moved[w] |= many ^ open[cell][w];
            unsolved[w] |= many;
            open[cell][w] = many;
        }
    }
}

/// May minirow `i` of box `b` hold the digit? Only if the other two rows can serve the other two boxes, one way or
/// the other. (For a stack, read minicolumns and columns.)
///
/// ```text
///   row 0  │ a b c │ · · · │ · · · │      a minirow of each box, and no two in one row: a digit can lie in a band
///   row 1  │ · · · │ · · · │ g h i │      in six ways, two of them through each minirow. What is in none of the six
///   row 2  │ · · · │ d e f │ · · · │      ways that are left goes. This finds locked candidates in both directions
///                                        and the peers of singles in rows, all at once.
/// ```
#[inline(always)]
fn supported(has: &[[u64; 3]; 3], i: usize, b: usize) -> u64 {
    let (i1, i2, b1, b2) = ((i + 1) % 3, (i + 2) % 3, (b + 1) % 3, (b + 2) % 3);
    (has[i1][b1] & has[i2][b2]) | (has[i1][b2] & has[i2][b1])
}

/// Which minirows of a box (`STEP` 1; minicolumns: 3) do three digits fill? Fewer that may lie there, or more that must:
/// dead.
#[inline(always)]
fn find_triads<const W: usize, const STEP: usize>(
    candidates: &CandidatePlanes<W>,
    b: usize,
    found: &mut Triads<W>,
    dead: &mut Plane<W>,
) {
    for w in 0..W {
        let mut held = [[0; 9]; 3];
        for digit in 0..9 {
            let cells = &candidates[digit][b];
            each3!(i => {
                let first = if STEP == 1 { 3 * i } else { i };
                held[i][digit] = cells[first][w] | cells[first + STEP][w] | cells[first + 2 * STEP][w];
            });
        }
        let mut fault = dead[w];
        each3!(i => {
            let (ones, twos, more) = count_to_four(held[i]);
            found.held[i][w] = ones & twos & !more;
            fault |= !(ones & twos) & !more;
        });
        each3!(i => {
            let mut required = [0; 9];
            for digit in 0..9 {
                required[digit] = held[i][digit] & !(held[(i + 1) % 3][digit] | held[(i + 2) % 3][digit]);
            }
            let (ones, twos, more) = count_to_four(required);
            found.required[i][w] = (ones & twos) | more;
            fault |= more;
        });
        dead[w] = fault;
    }
}

/// Three digits leave the minirows and minicolumns of the box that three others fill. (One digit is too short a loop for SSE2: it
/// is unrolled before it could become vectors.)
#[inline(always)]
fn keep_triads<const W: usize, const ROWS: bool, const COLUMNS: bool>(
    by_row: &Triads<W>,
    by_column: &Triads<W>,
    cells: [&mut [Plane<W>; 9]; 3],
) {
    for w in 0..W {
        each3!(digit => {
            let mut c = [[0; 3]; 3];
            each3!(i => {
                each3!(k => {
                    c[i][k] = cells[digit][3 * i + k][w];
                });
            });
            let (mut rows, mut columns) = ([0; 3], [0; 3]);
            if ROWS {
                let held =
                    [c[0][0] | c[0][1] | c[0][2], c[1][0] | c[1][1] | c[1][2], c[2][0] | c[2][1] | c[2][2]];
                rows = filled(held, by_row, w);
            }
            if COLUMNS {
                let held =
                    [c[0][0] | c[1][0] | c[2][0], c[0][1] | c[1][1] | c[2][1], c[0][2] | c[1][2] | c[2][2]];
                columns = filled(held, by_column, w);
            }
            each3!(i => {
                each3!(k => {
                    cells[digit][3 * i + k][w] = c[i][k] & !(rows[i] | columns[k]);
                });
            });
        });
    }
}

/// Which of three minirows may not hold a digit, of which it is known which of them hold it now? Where it fills another
/// with two more; and where three others must lie, which it is none of if it may lie elsewhere.
#[inline(always)]
fn filled<const W: usize>([a, b, c]: [u64; 3], found: &Triads<W>, w: usize) -> [u64; 3] {
    let (x, y, z) = (a & found.held[0][w], b & found.held[1][w], c & found.held[2][w]);
    [
        (y | z) | (found.required[0][w] & (b | c)),
        (x | z) | (found.required[1][w] & (a | c)),
        (x | y) | (found.required[2][w] & (a | b)),
    ]
}

/// Strikes out the lanes where a row of band `i`, a column of stack `i` or one of three boxes lacks the digit.
#[inline(always)]
fn all_houses<const W: usize>(digit: &[[Plane<W>; 9]; 9], i: usize, complete: &mut Plane<W>) {
    for w in 0..W {
        let mut all = complete[w];
        each3!(j => {
            let (mut row, mut column, mut nine) = (0, 0, 0);
            each3!(b => {
                each3!(k => {
                    row |= digit[3 * i + b][3 * j + k][w];
                    column |= digit[3 * b + i][3 * k + j][w];
                    nine |= digit[3 * i + j][3 * b + k][w];
                });
            });
            all &= row & column & nine;
        });
        complete[w] = all;
    }
}

#[cfg(test)]
pub(crate) mod tests;
