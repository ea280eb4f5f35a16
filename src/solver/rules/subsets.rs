//! Levels 5 and 6: pairs, and then whatever a house or a digit allows no longer.
//!
//! Triples and quads, of cells or digits, and fish of two to four are one rule. In a house each empty cell gets a digit of its
//! own, and of a digit each row a column of its own: a *matching*. Where k cells have k digits between them, these leave the
//! others, and by Hall's theorem what leaves nowhere is in some matching, and what leaves isn't in any. (Nine cells that
//! lack four digits have five: sets of up to four of either kind are enough.) As pairs and singles are
//! gone when level 6 has its turn, it finds what is in no matching.
//!
//! One matching is known: the solution. Say that a cell *wants* another if it may hold that one's digit. Then a
//! candidate is in a matching just if the cell that is wanted so wants the first one back, perhaps through others: each takes
//! what it wants, all around. So which cell reaches which, and what doesn't come back goes.
//!
//! ```text
//!            cells of a house, or rows of a digit              wants          reaches
//!         ┌─ 1 4                                                ┌─┐
//!         │  1 4              solution 1, 4, 6, 7            a⇄b │c⇄d     a: a b    c wants a, who doesn't reach c:
//!         │  1 6 7                                           ▲   └─┤      b: a b    1 leaves c
//!         └─ 6 7                                             └─────┘      c, d: all
//! ```

use super::super::plane::{Plane, each3, two_of_nine};
use super::super::planes::CandidatePlanes;

/// Nine cells by nine digits, or nine rows by nine columns: `[cell][digit]`.
type Square<const W: usize> = [[Plane<W>; 9]; 9];

/// Boards, open or full, and their solutions.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct SolvedBoards<const W: usize> {
    pub(crate) candidates: CandidatePlanes<W>,
    pub(crate) solutions: CandidatePlanes<W>,
}

impl<const W: usize> SolvedBoards<W> {
    /// Without a board.
    pub(crate) const NONE: SolvedBoards<W> =
        SolvedBoards { candidates: [[[Plane::NONE; 9]; 9]; 9], solutions: [[[Plane::NONE; 9]; 9]; 9] };
}

/// Working memory for pairs and matchings.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Squares<const W: usize> {
    /// What goes.
    gone: CandidatePlanes<W>,
    /// Of the house at hand, candidates, digits, and the rest is working memory.
    square: Square<W>,
    turned: Square<W>,
    solution: Square<W>,
    wants: Square<W>,
    reaches: Square<W>,
}

impl<const W: usize> Squares<W> {
    pub(crate) const NONE: Squares<W> = Squares {
        gone: [[[Plane::NONE; 9]; 9]; 9],
        square: [[Plane::NONE; 9]; 9],
        turned: [[Plane::NONE; 9]; 9],
        solution: [[Plane::NONE; 9]; 9],
        wants: [[Plane::NONE; 9]; 9],
        reaches: [[Plane::NONE; 9]; 9],
    };

    /// A round of level 5 in these lanes: pairs of cells, and of digits. Where is there one?
    #[inline(always)]
    pub(crate) fn pairs(&mut self, candidates: &mut CandidatePlanes<W>, lanes: &Plane<W>) -> Plane<W> {
        for house in 0..27 {
            for cell in 0..9 {
                let at = cell_of(house, cell);
                for digit in 0..9 {
                    let plane = candidates[digit].as_flattened()[at];
                    self.square[cell][digit] = plane;
                    self.turned[digit][cell] = plane;
                }
            }
            find_pairs(&self.square, &mut self.wants);
            find_pairs(&self.turned, &mut self.reaches);
            for cell in 0..9 {
                let at = cell_of(house, cell);
                for digit in 0..9 {
                    let gone = &mut self.gone[digit].as_flattened_mut()[at];
                    *gone = *gone | self.wants[cell][digit] | self.reaches[digit][cell];
                }
            }
        }
        apply(candidates, &mut self.gone, lanes)
    }

    /// A round of level 6 in these lanes, where level 5 finds nothing: what is in no matching of the cells and digits of a
    /// house, or of the rows and columns of a digit. Where is there anything?
    #[inline(always)]
    pub(crate) fn matchings(
        &mut self,
        candidates: &mut CandidatePlanes<W>,
        solutions: &CandidatePlanes<W>,
        lanes: &Plane<W>,
    ) -> Plane<W> {
        for house in 0..27 {
            for cell in 0..9 {
                let at = cell_of(house, cell);
                for digit in 0..9 {
                    self.square[cell][digit] = candidates[digit].as_flattened()[at];
                    self.solution[cell][digit] = solutions[digit].as_flattened()[at];
                }
            }
            self.find_unmatched();
            for cell in 0..9 {
                let at = cell_of(house, cell);
                for digit in 0..9 {
                    self.gone[digit].as_flattened_mut()[at] |= self.turned[cell][digit];
                }
            }
        }
        for digit in 0..9 {
            for row in 0..9 {
                for column in 0..9 {
                    let at = cell_of(9 + row, column);
                    self.square[row][column] = candidates[digit].as_flattened()[at];
                    self.solution[row][column] = solutions[digit].as_flattened()[at];
                }
            }
            self.find_unmatched();
            for row in 0..9 {
                for column in 0..9 {
                    let at = cell_of(9 + row, column);
                    self.gone[digit].as_flattened_mut()[at] |= self.turned[row][column];
                }
            }
        }
        apply(candidates, &mut self.gone, lanes)
    }

    /// Leaves in `turned` what is in no matching of the square.
    #[inline(always)]
    fn find_unmatched(&mut self) {
        for cell in 0..9 {
            find_wants(&self.square[cell], &self.solution, &mut self.wants[cell]);
        }
        self.reaches = self.wants;
        for through in 0..9 {
            let further = self.reaches[through];
            for cell in 0..9 {
                reach_through(&mut self.reaches[cell], &further, through);
            }
        }
        for cell in 0..9 {
            unanswered(&self.wants[cell], &self.reaches, cell, &self.solution, &mut self.turned[cell]);
        }
    }
}

/// Where cell n of a house lies among 81 planes. Houses: boxes, rows, columns.
#[inline(always)]
fn cell_of(house: usize, n: usize) -> usize {
    let h = house % 9;
    match house / 9 {
        0 => 9 * h + n,
        1 => 9 * (h / 3 * 3 + n / 3) + h % 3 * 3 + n % 3,
        _ => 9 * (n / 3 * 3 + h / 3) + n % 3 * 3 + h % 3,
    }
}

/// What goes, goes in these lanes, and is forgotten. Where is there anything?
#[inline(always)]
fn apply<const W: usize>(
    candidates: &mut CandidatePlanes<W>,
    gone: &mut CandidatePlanes<W>,
    lanes: &Plane<W>,
) -> Plane<W> {
    let mut found = Plane::<W>::NONE;
    for digit in 0..9 {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    let before = candidates[digit][b][cell][w];
                    let goes = gone[digit][b][cell][w] & lanes[w];
                    candidates[digit][b][cell][w] = before & !goes;
                    found[w] |= before & goes;
                    gone[digit][b][cell][w] = 0;
                }
            }
        }
    }
    found
}

/// Rows of a square that have the same two: these leave the others.
#[inline(always)]
fn find_pairs<const W: usize>(square: &Square<W>, gone: &mut Square<W>) {
    let (mut two, mut member, mut paired) =
        ([Plane::<W>::NONE; 9], [Plane::<W>::NONE; 9], [Plane::<W>::NONE; 9]);
    for one in 0..9 {
        exactly_two(&square[one], &mut two[one]);
    }
    for one in 0..9 {
        let (here, two_here) = (square[one], two[one]);
        let mut mine = Plane::NONE;
        for other in one + 1..9 {
            same_two(&here, &square[other], &two_here, &two[other], &mut mine, &mut member[other]);
        }
        member[one] |= mine;
        in_pairs(&here, &member[one], &mut paired);
    }
    for one in 0..9 {
        leave_pairs(&square[one], &member[one], &paired, &mut gone[one]);
    }
}

#[inline(always)]
fn exactly_two<const W: usize>(row: &[Plane<W>; 9], two: &mut Plane<W>) {
    for w in 0..W {
        let mut v = [0; 9];
        for n in 0..9 {
            v[n] = row[n][w];
        }
        // There are three, if there are two without one of three, or in three of three.
        let (a, b, c) = (v[0] | v[1] | v[2], v[3] | v[4] | v[5], v[6] | v[7] | v[8]);
        let pair = |a: u64, b: u64, c: u64| (a & b) | (c & (a | b));
        let (p, q, r) = (pair(v[0], v[1], v[2]), pair(v[3], v[4], v[5]), pair(v[6], v[7], v[8]));
        let all = (v[0] & v[1] & v[2]) | (v[3] & v[4] & v[5]) | (v[6] & v[7] & v[8]);
        let three = all | (a & b & c) | (p & (b | c)) | (q & (a | c)) | (r & (a | b));
        two[w] = two_of_nine(v) & !three;
    }
}

#[inline(always)]
fn same_two<const W: usize>(
    one: &[Plane<W>; 9],
    other: &[Plane<W>; 9],
    two_of_one: &Plane<W>,
    two_of_other: &Plane<W>,
    member: &mut Plane<W>,
    member_other: &mut Plane<W>,
) {
    for w in 0..W {
        let mut differ = 0;
        for n in 0..9 {
            differ |= one[n][w] ^ other[n][w];
        }
        let same = two_of_one[w] & two_of_other[w] & !differ;
        member[w] |= same;
        member_other[w] |= same;
    }
}

#[inline(always)]
fn in_pairs<const W: usize>(row: &[Plane<W>; 9], member: &Plane<W>, paired: &mut [Plane<W>; 9]) {
    for w in 0..W {
        for n in 0..9 {
            paired[n][w] |= row[n][w] & member[w];
        }
    }
}

#[inline(always)]
fn leave_pairs<const W: usize>(
    row: &[Plane<W>; 9],
    member: &Plane<W>,
    paired: &[Plane<W>; 9],
    gone: &mut [Plane<W>; 9],
) {
    for w in 0..W {
        for n in 0..9 {
            gone[n][w] = row[n][w] & paired[n][w] & !member[w];
        }
    }
}

/// Whose digits may a cell hold?
#[inline(always)]
fn find_wants<const W: usize>(may: &[Plane<W>; 9], solution: &Square<W>, wants: &mut [Plane<W>; 9]) {
    for w in 0..W {
        each3!(i => {
            each3!(k => {
                let mut any = 0;
                for digit in 0..9 {
                    any |= may[digit][w] & solution[3 * i + k][digit][w];
                }
                wants[3 * i + k][w] = any;
            });
        });
    }
}

/// Who reaches one, reaches whom that one reaches.
#[inline(always)]
fn reach_through<const W: usize>(reaches: &mut [Plane<W>; 9], further: &[Plane<W>; 9], through: usize) {
    let via = reaches[through];
    for w in 0..W {
        for n in 0..9 {
            reaches[n][w] |= via[w] & further[n][w];
        }
    }
}

/// Candidates of a cell that are the digits of those who don't reach it.
#[inline(always)]
fn unanswered<const W: usize>(
    wants: &[Plane<W>; 9],
    reaches: &Square<W>,
    cell: usize,
    solution: &Square<W>,
    gone: &mut [Plane<W>; 9],
) {
    let mut others = [Plane::<W>::NONE; 9];
    for other in 0..9 {
        if other != cell {
            others[other] = wants[other] & !reaches[other][cell];
        }
    }
    for w in 0..W {
        each3!(i => {
            each3!(k => {
                let mut any = 0;
                for other in 0..9 {
                    any |= others[other][w] & solution[other][3 * i + k][w];
                }
                gone[3 * i + k][w] = any;
            });
        });
    }
}
