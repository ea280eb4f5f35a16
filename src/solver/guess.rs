//! Where to branch when nothing more follows, for all stuck lanes at once.
//!
//! A good branch has few possibilities and touches much. Choosing it per puzzle would cost more than the deduction
//! does, so the choice is made on planes too, in four steps:
//!
//! 1. The *pairs*: cells with exactly two candidates (in a lane without any: with three; without those: any open
//!    cell, one of the rarest cases).
//! 2. The digit that most pairs hold; the lowest of several.
//! 3. For that digit, how much each of its pairs touches: over the cell and its 20 peers, 1 for each that may
//!    hold the digit and 2 more if it is a pair. Numbers are bit-sliced as well: `[u64; n]` holds bit 0 … n - 1 of
//!    one number per lane.
//! 4. The pair with the highest score; the first of several, box by box.
//!
//! Guesses per puzzle for other rules, 17 clues / hardest: first pair 1.76 / 137; this rule 0.54 / 84; the same
//! score over both digits of every pair 0.48 / 72, but it costs much more; house with most pairs 0.67 / 102; fewest
//! candidates 0.90 / 145; most constrained box 1.67 / 179. Counting the intersections of the houses twice in
//! step 3 costs 25 % more guesses, pairs alone 18 % more of the time of the hardest; weights 1 and 1 instead of 1 and 3,
//! or the score without its lowest bit, take the same time within the noise. To add box and row once for the three
//! cells of a row is 2 % faster in all on SSE2, but 2.5 % slower on AVX2 and 1 % on AVX-512.

#![allow(
    clippy::needless_range_loop,
    reason = "one index for several planes, in the shape that is vectorised"
)]

use super::planes::{Plane, State, add3, count_to_four, each3, majority};
use super::transpose::Planes;

/// A branch for each stuck lane: this digit in this cell, or not.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Choice<const W: usize> {
    /// The cell, one plane of 81 set in a stuck lane and none in the others; cells box by box.
    pub(super) cell: [[Plane<W>; 9]; 9],
    /// The digit, one plane of 9 set.
    pub(super) digit: [Plane<W>; 9],
    /// Lanes that have a pair, so that the cell is one.
    pub(super) paired: Plane<W>,
    work: Work<W>,
}

/// Working memory of [`Choice::choose`].
#[derive(Clone, Debug)]
struct Work<const W: usize> {
    pairs: [[Plane<W>; 9]; 9],
    triples: [[Plane<W>; 9]; 9],
    /// How many pairs hold each digit.
    counts: [[Plane<W>; 6]; 9],
    /// What the cells weigh for the chosen digit: 'may hold it', and 'is a pair that may'.
    may: [[Plane<W>; 9]; 9],
    pair: [[Plane<W>; 9]; 9],
    /// The weight of each minirow, minicolumn, box; and of the two other minirows in a minirow's row, the two other
    /// minicolumns in a minicolumn's column.
    minirows: [[[Plane<W>; 4]; 3]; 9],
    minicolumns: [[[Plane<W>; 4]; 3]; 9],
    boxes: [[Plane<W>; 5]; 9],
    rows: [[[Plane<W>; 5]; 3]; 9],
    columns: [[[Plane<W>; 5]; 3]; 9],
}

impl<const W: usize> Choice<W> {
    pub(super) const EMPTY: Choice<W> = Choice {
        cell: [[[0; W]; 9]; 9],
        digit: [[0; W]; 9],
        paired: [0; W],
        work: Work {
            pairs: [[[0; W]; 9]; 9],
            triples: [[[0; W]; 9]; 9],
            counts: [[[0; W]; 6]; 9],
            may: [[[0; W]; 9]; 9],
            pair: [[[0; W]; 9]; 9],
            minirows: [[[[0; W]; 4]; 3]; 9],
            minicolumns: [[[[0; W]; 4]; 3]; 9],
            boxes: [[[0; W]; 5]; 9],
            rows: [[[[0; W]; 5]; 3]; 9],
            columns: [[[[0; W]; 5]; 3]; 9],
        },
    };

    /// A branch for each of the stuck lanes.
    #[inline(always)]
    pub(super) fn choose(&mut self, state: &State<W>, stuck: &Plane<W>) {
        let Choice { cell, digit, paired, work } = self;
        *paired = find_pairs(state, stuck, &mut work.pairs, &mut work.triples);
        for (candidates, count) in state.candidates.iter().zip(&mut work.counts) {
            count_pairs(candidates, &work.pairs, count);
        }
        most_frequent(&work.counts, digit);
        for b in 0..9 {
            weigh_cells(&state.candidates, digit, b, &work.pairs[b], &mut work.may[b], &mut work.pair[b]);
            weigh_box(
                &work.may[b],
                &work.pair[b],
                &mut work.minirows[b],
                &mut work.minicolumns[b],
                &mut work.boxes[b],
            );
        }
        for i in 0..3 {
            others::<W, false>(&work.minirows, &mut work.rows, i);
            others::<W, true>(&work.minicolumns, &mut work.columns, i);
        }
        let mut best = [[0; W]; 6];
        for b in 0..9 {
            heaviest(&work.pair[b], &work.boxes[b], &work.rows[b], &work.columns[b], &mut best, &mut cell[b]);
        }
        last_raised(cell, stuck);
    }
}

impl<const W: usize> Choice<W> {
    /// For each of the stuck lanes the first open cell in reading order, and the smallest digit that it may hold.
    #[inline(always)]
    pub(super) fn first_open(&mut self, state: &State<W>, stuck: &Plane<W>) {
        let Choice { cell, digit, .. } = self;
        let mut searching = *stuck;
        for band in 0..3 {
            for i in 0..3 {
                first_in_row(&state.open, band, i, &mut searching, cell);
            }
        }
        let mut none_below = [!0; W];
        for (boxes, chosen) in state.candidates.iter().zip(digit) {
            let mut held = [0; W];
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
    pub(super) fn guess(&self, candidates: &mut Planes<W>) {
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

/// Chooses the first open cell of row `i` of a band in the lanes that search still.
#[inline(always)]
fn first_in_row<const W: usize>(
    open: &[[Plane<W>; 9]; 9],
    band: usize,
    i: usize,
    searching: &mut Plane<W>,
    cell: &mut [[Plane<W>; 9]; 9],
) {
    for w in 0..W {
        let mut left = searching[w];
        each3!(b => {
            each3!(k => {
                let is_open = open[3 * band + b][3 * i + k][w];
                cell[3 * band + b][3 * i + k][w] = is_open & left;
                left &= !is_open;
            });
        });
        searching[w] = left;
    }
}

/// Step 1; returns the lanes that have a pair.
#[inline(always)]
fn find_pairs<const W: usize>(
    state: &State<W>,
    stuck: &Plane<W>,
    pairs: &mut [[Plane<W>; 9]; 9],
    triples: &mut [[Plane<W>; 9]; 9],
) -> Plane<W> {
    let (mut with_pair, mut with_triple) = ([0; W], [0; W]);
    for b in 0..9 {
        for cell in 0..9 {
            for w in 0..W {
                let mut v = [0; 9];
                for digit in 0..9 {
                    v[digit] = state.candidates[digit][b][cell][w];
                }
                let (ones, twos, more) = count_to_four(v);
                pairs[b][cell][w] = twos & !ones & !more;
                triples[b][cell][w] = twos & ones & !more;
                with_pair[w] |= twos & !ones & !more;
                with_triple[w] |= twos & ones & !more;
            }
        }
    }
    let without = |with: &Plane<W>| (0..W).any(|w| stuck[w] & !with[w] != 0);
    if without(&with_pair) {
        for b in 0..9 {
            for cell in 0..9 {
                for w in 0..W {
                    pairs[b][cell][w] |= triples[b][cell][w] & !with_pair[w];
                }
            }
        }
        if (0..W).any(|w| stuck[w] & !with_pair[w] & !with_triple[w] != 0) {
            for b in 0..9 {
                for cell in 0..9 {
                    for w in 0..W {
                        pairs[b][cell][w] |= state.open[b][cell][w] & !with_pair[w] & !with_triple[w];
                    }
                }
            }
        }
    }
    with_pair
}

/// Step 2, the number of pairs that hold one digit: 0 to 63, more is 63 or so.
#[inline(always)]
fn count_pairs<const W: usize>(
    candidates: &[[Plane<W>; 9]; 9],
    pairs: &[[Plane<W>; 9]; 9],
    count: &mut [Plane<W>; 6],
) {
    *count = [[0; W]; 6];
    for band in 0..3 {
        for w in 0..W {
            // Nine groups of three cells, then a tree of adders: 27 bits to a number of five.
            let (mut s, mut k) = ([0; 9], [0; 9]);
            each3!(b => {
                each3!(i => {
                    let at = |k: usize| {
                        candidates[3 * band + b][3 * i + k][w] & pairs[3 * band + b][3 * i + k][w]
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
            let (r0, e) = (count[0][w] ^ b0, count[0][w] & b0);
            let (r1, e) = add3(count[1][w], b1, e);
            let (r2, e) = add3(count[2][w], b2, e);
            let (r3, e) = add3(count[3][w], b3, e);
            let (r4, e) = add3(count[4][w], b4, e);
            count[0][w] = r0;
            count[1][w] = r1;
            count[2][w] = r2;
            count[3][w] = r3;
            count[4][w] = r4;
            count[5][w] |= e;
        }
    }
}

/// Step 2, the digit of the highest count: bit by bit from the top, those stay that have it, if any has.
#[inline(always)]
fn most_frequent<const W: usize>(counts: &[[Plane<W>; 6]; 9], digit: &mut [Plane<W>; 9]) {
    *digit = [[!0; W]; 9];
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

/// Step 3, the cells of a box: may they hold the chosen digit, and as a pair?
#[inline(always)]
fn weigh_cells<const W: usize>(
    candidates: &[[[Plane<W>; 9]; 9]; 9],
    digit: &[Plane<W>; 9],
    b: usize,
    pairs: &[Plane<W>; 9],
    may: &mut [Plane<W>; 9],
    pair: &mut [Plane<W>; 9],
) {
    for cell in 0..9 {
        for w in 0..W {
            let mut held = 0;
            for d in 0..9 {
                held |= candidates[d][b][cell][w] & digit[d][w];
            }
            may[cell][w] = held;
            pair[cell][w] = held & pairs[cell][w];
        }
    }
}

/// The weight of three cells: the sum of may + 2 · pair, 0 to 9.
#[inline(always)]
const fn weight(may: [u64; 3], pair: [u64; 3]) -> [u64; 4] {
    let (m0, m1) = add3(may[0], may[1], may[2]);
    let (p0, p1) = add3(pair[0], pair[1], pair[2]);
    let carry = m1 & p0;
    [m0, m1 ^ p0, p1 ^ carry, p1 & carry]
}

/// Step 3, the minirows and minicolumns of a box, and the box.
#[inline(always)]
fn weigh_box<const W: usize>(
    may: &[Plane<W>; 9],
    pair: &[Plane<W>; 9],
    minirows: &mut [[Plane<W>; 4]; 3],
    minicolumns: &mut [[Plane<W>; 4]; 3],
    boxes: &mut [Plane<W>; 5],
) {
    for w in 0..W {
        let mut m = [[0; 4]; 3];
        each3!(i => {
            m[i] = weight(
                [may[3 * i][w], may[3 * i + 1][w], may[3 * i + 2][w]],
                [pair[3 * i][w], pair[3 * i + 1][w], pair[3 * i + 2][w]],
            );
            let n = weight([may[i][w], may[i + 3][w], may[i + 6][w]], [pair[i][w], pair[i + 3][w], pair[i + 6][w]]);
            for bit in 0..4 {
                minirows[i][bit][w] = m[i][bit];
                minicolumns[i][bit][w] = n[bit];
            }
        });
        let (r0, e0) = add3(m[0][0], m[1][0], m[2][0]);
        let (s1, e1) = add3(m[0][1], m[1][1], m[2][1]);
        let (s2, e2) = add3(m[0][2], m[1][2], m[2][2]);
        let (s3, e3) = add3(m[0][3], m[1][3], m[2][3]);
        let (r1, f1) = (s1 ^ e0, s1 & e0);
        let (r2, f2) = add3(s2, e1, f1);
        let (r3, f3) = add3(s3, e2, f2);
        boxes[0][w] = r0;
        boxes[1][w] = r1;
        boxes[2][w] = r2;
        boxes[3][w] = r3;
        boxes[4][w] = e3 ^ f3;
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
                let (r0, e) = (x[0][w] ^ y[0][w], x[0][w] & y[0][w]);
                let (r1, e) = add3(x[1][w], y[1][w], e);
                let (r2, e) = add3(x[2][w], y[2][w], e);
                let (r3, r4) = add3(x[3][w], y[3][w], e);
                sum[0][w] = r0;
                sum[1][w] = r1;
                sum[2][w] = r2;
                sum[3][w] = r3;
                sum[4][w] = r4;
            });
        });
    }
}

/// Step 4: goes through the pairs of a box and raises `best` wherever one is heavier than all before, so that the
/// last one that raised it is the heaviest.
#[inline(always)]
fn heaviest<const W: usize>(
    pair: &[Plane<W>; 9],
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
                let (mut sum, mut carry) = ([0; 6], [0; 5]);
                for bit in 0..5 {
                    (sum[bit], carry[bit]) = add3(boxes[bit][w], rows[i][bit][w], columns[k][bit][w]);
                }
                let mut e = 0;
                for bit in 1..5 {
                    (sum[bit], e) = add3(sum[bit], carry[bit - 1], e);
                }
                sum[5] = carry[4] | e;
                let mut heavier = 0;
                for bit in 0..6 {
                    heavier = majority(sum[bit], !top[bit], heavier);
                }
                heavier &= pair[3 * i + k][w];
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
    let mut taken: Plane<W> = std::array::from_fn(|w| !stuck[w]);
    for plane in cell.as_flattened_mut().iter_mut().rev() {
        for w in 0..W {
            let raised = plane[w];
            plane[w] = raised & !taken[w];
            taken[w] |= raised;
        }
    }
}
