//! Where to branch when nothing more follows, for all stuck lanes at once.
//!
//! A good branch has few possibilities and touches much. Choosing it per puzzle would cost more than the deduction
//! does, so the choice is made on planes too, in four steps:
//!
//! 1. The *bivalue cells*: cells with exactly two candidates (in a lane without any: with three; without those: any open
//!    cell, one of the rarest cases).
//! 2. The digit that most bivalue cells hold; the lowest of several.
//! 3. For that digit, how much each of its bivalue cells touches: over the cell and its 20 peers, 1 for each that may
//!    hold the digit and 2 more if it is bivalue. Numbers are bit-sliced as well: `[u64; n]` holds bit 0 … n - 1 of
//!    one number per lane.
//! 4. The bivalue cell with the highest score; the first of several, box by box.
//!
//! Guesses per puzzle for other rules, 17 clues / hardest: first bivalue cell 1.76 / 137; this rule 0.54 / 84; the same
//! score over both digits of every bivalue cell 0.48 / 72, but it costs much more; house with most bivalue cells 0.67 / 102; fewest
//! candidates 0.90 / 145; most constrained box 1.67 / 179. Counting the intersections of the houses twice in
//! step 3 costs 25 % more guesses, bivalue cells alone 18 % more of the time of the hardest; weights 1 and 1 instead of 1 and 3,
//! or the score without its lowest bit, take the same time within the noise. To add box and row once for the three
//! cells of a row is 2 % faster in all on SSE2, but 2.5 % slower on AVX2 and 1 % on AVX-512.

use super::plane::{Plane, add, add3, count_to_four, each3, majority};
use super::planes::{CandidatePlanes, Planes};

/// A branch for each stuck lane: this digit in this cell, or not.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Choice<const W: usize> {
    /// The cell, one plane of 81 set in a stuck lane and none in the others; cells box by box.
    pub(crate) cell: [[Plane<W>; 9]; 9],
    /// The digit, one plane of 9 set.
    pub(crate) digit: [Plane<W>; 9],
    /// Lanes that have a bivalue cell, so that the chosen one is bivalue.
    pub(crate) paired: Plane<W>,
    work: Work<W>,
}

/// Working memory of [`Choice::choose`].
#[derive(Clone, Debug)]
struct Work<const W: usize> {
    bivalue: [[Plane<W>; 9]; 9],
    trivalue: [[Plane<W>; 9]; 9],
    /// How many bivalue cells hold each digit.
    counts: [[Plane<W>; 6]; 9],
    /// What the cells weigh for the chosen digit: 'may hold it', and 'is bivalue and may'.
    may: [[Plane<W>; 9]; 9],
    may_bivalue: [[Plane<W>; 9]; 9],
    /// The weight of each minirow, minicolumn, box; and of the two other minirows in a minirow's row, the two other
    /// minicolumns in a minicolumn's column.
    minirows: [[[Plane<W>; 4]; 3]; 9],
    minicolumns: [[[Plane<W>; 4]; 3]; 9],
    boxes: [[Plane<W>; 5]; 9],
    rows: [[[Plane<W>; 5]; 3]; 9],
    columns: [[[Plane<W>; 5]; 3]; 9],
}

impl<const W: usize> Choice<W> {
    pub(crate) const EMPTY: Choice<W> = Choice {
        cell: [[Plane::NONE; 9]; 9],
        digit: [Plane::NONE; 9],
        paired: Plane::NONE,
        work: Work {
            bivalue: [[Plane::NONE; 9]; 9],
            trivalue: [[Plane::NONE; 9]; 9],
            counts: [[Plane::NONE; 6]; 9],
            may: [[Plane::NONE; 9]; 9],
            may_bivalue: [[Plane::NONE; 9]; 9],
            minirows: [[[Plane::NONE; 4]; 3]; 9],
            minicolumns: [[[Plane::NONE; 4]; 3]; 9],
            boxes: [[Plane::NONE; 5]; 9],
            rows: [[[Plane::NONE; 5]; 3]; 9],
            columns: [[[Plane::NONE; 5]; 3]; 9],
        },
    };

    /// A branch for each of the stuck lanes.
    #[inline(always)]
    pub(crate) fn choose(&mut self, planes: &Planes<W>, stuck: &Plane<W>) {
        let Choice { cell, digit, paired, work } = self;
        *paired = find_bivalue(planes, stuck, &mut work.bivalue, &mut work.trivalue);
        for (candidates, count) in planes.candidates.iter().zip(&mut work.counts) {
            count_bivalue(candidates, &work.bivalue, count);
        }
        most_frequent(&work.counts, digit);
        for b in 0..9 {
            weigh_cells(
                &planes.candidates,
                digit,
                b,
                &work.bivalue[b],
                &mut work.may[b],
                &mut work.may_bivalue[b],
            );
            weigh_box(
                &work.may[b],
                &work.may_bivalue[b],
                &mut work.minirows[b],
                &mut work.minicolumns[b],
                &mut work.boxes[b],
            );
        }
        for i in 0..3 {
            others::<W, false>(&work.minirows, &mut work.rows, i);
            others::<W, true>(&work.minicolumns, &mut work.columns, i);
        }
        let mut best = [Plane::NONE; 6];
        for b in 0..9 {
            heaviest(
                &work.may_bivalue[b],
                &work.boxes[b],
                &work.rows[b],
                &work.columns[b],
                &mut best,
                &mut cell[b],
            );
        }
        last_raised(cell, stuck);
    }
}

impl<const W: usize> Choice<W> {
    /// For each of the stuck lanes the first open cell in reading order, and the smallest digit that it may hold.
    #[inline(always)]
    pub(crate) fn choose_first(&mut self, planes: &Planes<W>, stuck: &Plane<W>) {
        let Choice { cell, digit, .. } = self;
        let mut searching = *stuck;
        for band in 0..3 {
            first_in_band(&planes.open, band, &mut searching, cell);
        }
        let mut none_below = Plane::<W>::ALL;
        for (boxes, chosen) in planes.candidates.iter().zip(digit) {
            let mut held = Plane::<W>::NONE;
            for (places, cells) in boxes.iter().zip(&*cell) {
                for w in 0..W {
                    for n in 0..9 {
                        held[w] |= places[n][w] & cells[n][w];
                    }
                }
            }
            for w in 0..W {
                chosen[w] = held[w] & none_below[w];
                none_below[w] &= !held[w];
            }
        }
    }

    /// Settles the chosen cells: no other digit may stand there.
    #[inline(always)]
    pub(crate) fn guess(&self, candidates: &mut CandidatePlanes<W>) {
        for (boxes, chosen) in candidates.iter_mut().zip(&self.digit) {
            for (places, cells) in boxes.iter_mut().zip(&self.cell) {
                for w in 0..W {
                    for n in 0..9 {
                        places[n][w] &= !(cells[n][w] & !chosen[w]);
                    }
                }
            }
        }
    }
}

/// Chooses the first open cell of a band, row by row, in the lanes that search still.
#[inline(always)]
fn first_in_band<const W: usize>(
    open: &[[Plane<W>; 9]; 9],
    band: usize,
    searching: &mut Plane<W>,
    cell: &mut [[Plane<W>; 9]; 9],
) {
    for w in 0..W {
        let mut left = searching[w];
        each3!(i => {
            each3!(b => {
                each3!(k => {
                    let is_open = open[3 * band + b][3 * i + k][w];
                    cell[3 * band + b][3 * i + k][w] = is_open & left;
                    left &= !is_open;
                });
            });
        });
        searching[w] = left;
    }
}

/// Step 1; returns the lanes that have a bivalue cell.
#[inline(always)]
fn find_bivalue<const W: usize>(
    planes: &Planes<W>,
    stuck: &Plane<W>,
    bivalue: &mut [[Plane<W>; 9]; 9],
    trivalue: &mut [[Plane<W>; 9]; 9],
) -> Plane<W> {
    let (mut with_bivalue, mut with_trivalue) = (Plane::<W>::NONE, Plane::<W>::NONE);
    for b in 0..9 {
        for cell in 0..9 {
            for w in 0..W {
                let mut v = [0; 9];
                for digit in 0..9 {
                    v[digit] = planes.candidates[digit][b][cell][w];
                }
                let (ones, twos, more) = count_to_four(v);
                bivalue[b][cell][w] = twos & !ones & !more;
                trivalue[b][cell][w] = twos & ones & !more;
                with_bivalue[w] |= twos & !ones & !more;
                with_trivalue[w] |= twos & ones & !more;
            }
        }
    }
    let without = |with: &Plane<W>| (0..W).any(|w| stuck[w] & !with[w] != 0);
    if without(&with_bivalue) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    bivalue[b][cell][w] |= trivalue[b][cell][w] & !with_bivalue[w];
                }
            }
        }
        if (0..W).any(|w| stuck[w] & !with_bivalue[w] & !with_trivalue[w] != 0) {
            for b in 0..9 {
                for cell in 0..9 {
                    for w in 0..W {
                        bivalue[b][cell][w] |= planes.open[b][cell][w] & !with_bivalue[w] & !with_trivalue[w];
                    }
                }
            }
        }
    }
    with_bivalue
}

/// Step 2, the number of bivalue cells that hold one digit: 0 to 63, more is 63 or so.
#[inline(always)]
fn count_bivalue<const W: usize>(
    candidates: &[[Plane<W>; 9]; 9],
    bivalue: &[[Plane<W>; 9]; 9],
    count: &mut [Plane<W>; 6],
) {
    *count = [Plane::NONE; 6];
    for band in 0..3 {
        for w in 0..W {
            // Nine groups of three cells, then a tree of adders: 27 bits to a number of five.
            let (mut s, mut k) = ([0; 9], [0; 9]);
            each3!(b => {
                each3!(i => {
                    let at = |k: usize| {
                        candidates[3 * band + b][3 * i + k][w] & bivalue[3 * band + b][3 * i + k][w]
                    };
                    (s[3 * b + i], k[3 * b + i]) = add3(at(0), at(1), at(2));
                });
            });
            let (s0, k0) = add3(s[0], s[1], s[2]);
            let (s1, k1) = add3(s[3], s[4], s[5]);
            let (s2, k2) = add3(s[6], s[7], s[8]);
            let (b0, k3) = add3(s0, s1, s2);
            let (t0, q0) = add3(k[0], k[1], k[2]);
            let (t1, q1) = add3(k[3], k[4], k[5]);
            let (t2, q2) = add3(k[6], k[7], k[8]);
            let (t3, q3) = add3(k0, k1, k2);
            let (t4, q4) = add3(t0, t1, t2);
            let (b1, q5) = add3(t3, t4, k3);
            let (u0, f0) = add3(q0, q1, q2);
            let (u1, f1) = add3(q3, q4, q5);
            let (b2, f2) = (u0 ^ u1, u0 & u1);
            let (b3, b4) = add3(f0, f1, f2);
            let mut sum = [0; 5];
            for bit in 0..5 {
                sum[bit] = count[bit][w];
            }
            let (sum, e) = add(sum, [b0, b1, b2, b3, b4], 0);
            for bit in 0..5 {
                count[bit][w] = sum[bit];
            }
            count[5][w] |= e;
        }
    }
}

/// Step 2, the digit of the highest count: bit by bit from the top, those stay that have it, if any has.
#[inline(always)]
fn most_frequent<const W: usize>(counts: &[[Plane<W>; 6]; 9], digit: &mut [Plane<W>; 9]) {
    *digit = [Plane::ALL; 9];
    for bit in (0..6).rev() {
        for w in 0..W {
            let mut any = 0;
            for d in 0..9 {
                any |= digit[d][w] & counts[d][bit][w];
            }
            for d in 0..9 {
                digit[d][w] &= counts[d][bit][w] | !any;
            }
        }
    }
    for w in 0..W {
        let mut taken = 0;
        for d in 0..9 {
            let left = digit[d][w];
            digit[d][w] = left & !taken;
            taken |= left;
        }
    }
}

/// Step 3, the cells of a box: may they hold the chosen digit, and are they bivalue?
#[inline(always)]
fn weigh_cells<const W: usize>(
    candidates: &[[[Plane<W>; 9]; 9]; 9],
    digit: &[Plane<W>; 9],
    b: usize,
    bivalue: &[Plane<W>; 9],
    may: &mut [Plane<W>; 9],
    may_bivalue: &mut [Plane<W>; 9],
) {
    for i in 0..3 {
        for w in 0..W {
            each3!(k => {
                let (cell, mut held) = (3 * i + k, 0);
                for d in 0..9 {
                    held |= candidates[d][b][cell][w] & digit[d][w];
                }
                may[cell][w] = held;
                may_bivalue[cell][w] = held & bivalue[cell][w];
            });
        }
    }
}

/// The weight of three cells: the sum of may + 2 · bivalue, 0 to 9.
#[inline(always)]
const fn weight(may: [u64; 3], may_bivalue: [u64; 3]) -> [u64; 4] {
    let (m0, m1) = add3(may[0], may[1], may[2]);
    let (p0, p1) = add3(may_bivalue[0], may_bivalue[1], may_bivalue[2]);
    let carry = m1 & p0;
    [m0, m1 ^ p0, p1 ^ carry, p1 & carry]
}

/// The sum of three numbers of N bits, where it has no more than N + 1: these, and the highest one.
#[inline(always)]
const fn add_three<const N: usize>(a: [u64; N], b: [u64; N], c: [u64; N]) -> ([u64; N], u64) {
    let (mut sums, mut carries, mut top, mut k) = ([0; N], [0; N], 0, 0);
    while k < N {
        carries[k] = top;
        (sums[k], top) = add3(a[k], b[k], c[k]);
        k += 1;
    }
    let (sum, carry) = add(sums, carries, 0);
    (sum, top | carry)
}

/// Step 3, the minirows and minicolumns of a box, and the box.
#[inline(always)]
fn weigh_box<const W: usize>(
    may: &[Plane<W>; 9],
    may_bivalue: &[Plane<W>; 9],
    minirows: &mut [[Plane<W>; 4]; 3],
    minicolumns: &mut [[Plane<W>; 4]; 3],
    boxes: &mut [Plane<W>; 5],
) {
    for w in 0..W {
        let mut m = [[0; 4]; 3];
        each3!(i => {
            m[i] = weight(
                [may[3 * i][w], may[3 * i + 1][w], may[3 * i + 2][w]],
                [may_bivalue[3 * i][w], may_bivalue[3 * i + 1][w], may_bivalue[3 * i + 2][w]],
            );
            let n = weight([may[i][w], may[i + 3][w], may[i + 6][w]], [may_bivalue[i][w], may_bivalue[i + 3][w], may_bivalue[i + 6][w]]);
            for bit in 0..4 {
                minirows[i][bit][w] = m[i][bit];
                minicolumns[i][bit][w] = n[bit];
            }
        });
        let (sum, top) = add_three(m[0], m[1], m[2]);
        for bit in 0..4 {
            boxes[bit][w] = sum[bit];
        }
        boxes[4][w] = top;
    }
}

/// Step 3, for each minirow of band `n` the weight of the two others in its row; or, `DOWN`, for each minicolumn of
/// stack `n` of the two others in its column. Each peer must count once: the minirow itself is in the box already.
#[inline(always)]
fn others<const W: usize, const DOWN: bool>(
    weights: &[[[Plane<W>; 4]; 3]; 9],
    sums: &mut [[[Plane<W>; 5]; 3]; 9],
    n: usize,
) {
    let (step, first) = if DOWN { (3, n) } else { (1, 3 * n) };
    for w in 0..W {
        each3!(i => {
            each3!(b => {
                let x = &weights[first + step * ((b + 1) % 3)][i];
                let y = &weights[first + step * ((b + 2) % 3)][i];
                let sum = &mut sums[first + step * b][i];
                let (bits, top) = add([x[0][w], x[1][w], x[2][w], x[3][w]], [y[0][w], y[1][w], y[2][w], y[3][w]], 0);
                for bit in 0..4 {
                    sum[bit][w] = bits[bit];
                }
                sum[4][w] = top;
            });
        });
    }
}

/// Step 4: goes through the bivalue cells of a box and raises `best` wherever one is heavier than all before, so that the
/// last one that raised it is the heaviest.
#[inline(always)]
fn heaviest<const W: usize>(
    may_bivalue: &[Plane<W>; 9],
    boxes: &[Plane<W>; 5],
    rows: &[[Plane<W>; 5]; 3],
    columns: &[[Plane<W>; 5]; 3],
    best: &mut [Plane<W>; 6],
    raised: &mut [Plane<W>; 9],
) {
    for w in 0..W {
        let mut top = [0; 6];
        for bit in 0..6 {
            top[bit] = best[bit][w];
        }
        each3!(i => {
            each3!(k => {
                let (mut here, mut row, mut column) = ([0; 5], [0; 5], [0; 5]);
                for bit in 0..5 {
                    (here[bit], row[bit], column[bit]) = (boxes[bit][w], rows[i][bit][w], columns[k][bit][w]);
                }
                let ([s0, s1, s2, s3, s4], s5) = add_three(here, row, column);
                let sum = [s0, s1, s2, s3, s4, s5];
                let mut heavier = 0;
                for bit in 0..6 {
                    heavier = majority(sum[bit], !top[bit], heavier);
                }
                heavier &= may_bivalue[3 * i + k][w];
                for bit in 0..6 {
                    top[bit] = (sum[bit] & heavier) | (top[bit] & !heavier);
                }
                raised[3 * i + k][w] = heavier;
            });
        });
        for bit in 0..6 {
            best[bit][w] = top[bit];
        }
    }
}

/// Keeps of each lane's planes the last one that is set.
#[inline(always)]
fn last_raised<const W: usize>(cell: &mut [[Plane<W>; 9]; 9], stuck: &Plane<W>) {
    let mut taken = !*stuck;
    for plane in cell.as_flattened_mut().iter_mut().rev() {
        for w in 0..W {
            let raised = plane[w];
            plane[w] = raised & !taken[w];
            taken[w] |= raised;
        }
    }
}
