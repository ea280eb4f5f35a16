//! Level 4: locked candidates.
//!
//! ```text
//!   row 0  │ a a a │ b b b │ c c c │     where a digit's places in a box lie in one minirow, the other two of the row lose it;
//!   row 1  │ d d d │ e e e │ f f f │     where its places in a row do, the other two of the box. Nine minirows of a band,
//!   row 2  │ g g g │ h h h │ i i i │     and nine minicolumns of a stack: both are looked at before either acts.
//! ```

use super::super::plane::{Plane, each3};
use super::singles::{OpenBoards, count};

impl<const W: usize> OpenBoards<W> {
    /// A round of level 4 in these lanes.
    #[inline(always)]
    pub(crate) fn locked(&mut self, lanes: &Plane<W>) {
        self.found = Plane::NONE;
        let [rows, columns] = &mut self.leaves;
        for digit in &mut self.candidates {
            for n in 0..3 {
                rows_leave(digit, rows, n);
                columns_leave(digit, columns, n);
            }
            for b in 0..9 {
                leave(&mut digit[b], &rows[b], &columns[b], lanes, &mut self.found);
            }
        }
        count(&mut self.counts[3], &self.found);
    }
}

/// Which of nine does a digit leave, `[line][box]`, given where it may lie?
#[inline(always)]
fn unlocked(has: &[[u64; 3]; 3]) -> [[u64; 3]; 3] {
    let (mut in_box, mut in_line) = ([[0; 3]; 3], [[0; 3]; 3]);
    each3!(i => {
        each3!(b => {
            in_box[i][b] = has[i][b] & !(has[(i + 1) % 3][b] | has[(i + 2) % 3][b]);
            in_line[i][b] = has[i][b] & !(has[i][(b + 1) % 3] | has[i][(b + 2) % 3]);
        });
    });
    let mut leaves = [[0; 3]; 3];
    each3!(i => {
        each3!(b => {
            leaves[i][b] = (in_box[i][(b + 1) % 3] | in_box[i][(b + 2) % 3])
                | (in_line[(i + 1) % 3][b] | in_line[(i + 2) % 3][b]);
        });
    });
    leaves
}

#[inline(always)]
fn rows_leave<const W: usize>(digit: &[[Plane<W>; 9]; 9], leaves: &mut [[Plane<W>; 3]; 9], band: usize) {
    for w in 0..W {
        let mut has = [[0; 3]; 3];
        each3!(b => {
            each3!(i => {
                let cells = &digit[3 * band + b];
                has[i][b] = cells[3 * i][w] | cells[3 * i + 1][w] | cells[3 * i + 2][w];
            });
        });
        let found = unlocked(&has);
        each3!(b => {
            each3!(i => {
                leaves[3 * band + b][i][w] = found[i][b];
            });
        });
    }
}

#[inline(always)]
fn columns_leave<const W: usize>(digit: &[[Plane<W>; 9]; 9], leaves: &mut [[Plane<W>; 3]; 9], stack: usize) {
    for w in 0..W {
        let mut has = [[0; 3]; 3];
        each3!(b => {
            each3!(k => {
                let cells = &digit[3 * b + stack];
                has[k][b] = cells[k][w] | cells[3 + k][w] | cells[6 + k][w];
            });
        });
        let found = unlocked(&has);
        each3!(b => {
            each3!(k => {
                leaves[3 * b + stack][k][w] = found[k][b];
            });
        });
    }
}

#[inline(always)]
fn leave<const W: usize>(
    cells: &mut [Plane<W>; 9],
    rows: &[Plane<W>; 3],
    columns: &[Plane<W>; 3],
    lanes: &Plane<W>,
    found: &mut Plane<W>,
) {
    for w in 0..W {
        let mut lost = 0;
        each3!(i => {
            each3!(k => {
                let before = cells[3 * i + k][w];
                let gone = (rows[i][w] | columns[k][w]) & lanes[w];
                cells[3 * i + k][w] = before & !gone;
                lost |= before & gone;
            });
        });
        found[w] |= lost;
    }
}
