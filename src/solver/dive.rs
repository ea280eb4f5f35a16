//! What the question for another solution wants of the planes: bodies of kernels.

use super::choice::Choice;
use super::plane::{Plane, two_of_nine};
use super::planes::{CandidatePlanes, Planes};

/// Which cells are empty on boards that have just come in, of which one may lack a digit?
#[inline(always)]
pub(crate) fn find_struck_empty<const W: usize>(planes: &mut Planes<W>) {
    for b in 0..9 {
        let [one, two, three, four, ..] = &planes.candidates;
        find_empty([&one[b], &two[b], &three[b], &four[b]], &mut planes.open[b]);
    }
}

/// Empty cells have the first two digits, or the next two.
#[inline(always)]
fn find_empty<const W: usize>([one, two, three, four]: [&[Plane<W>; 9]; 4], open: &mut [Plane<W>; 9]) {
    for w in 0..W {
        for cell in 0..9 {
            open[cell][w] = (one[cell][w] & two[cell][w]) | (three[cell][w] & four[cell][w]);
        }
    }
}

/// Guesses where a lane is stuck, in `choice`, and puts the other branch beside it; goes back to that where it is asked to.
#[inline(always)]
pub(crate) fn dive<const W: usize>(
    planes: &mut Planes<W>,
    others: &mut CandidatePlanes<W>,
    choice: &Choice<W>,
    stuck: &Plane<W>,
    back: &Plane<W>,
) {
    for b in 0..9 {
        for cell in 0..9 {
            for w in 0..W {
                let chosen = choice.cell[b][cell][w];
                let mut v = [0; 9];
                for digit in 0..9 {
                    let (now, other) = (planes.candidates[digit][b][cell][w], others[digit][b][cell][w]);
                    let digit_chosen = choice.digit[digit][w];
                    v[digit] = (now & !(chosen & !digit_chosen) & !back[w]) | (other & back[w]);
                    let without = now & !(chosen & digit_chosen);
                    others[digit][b][cell][w] = (other & !stuck[w]) | (without & stuck[w]);
                    planes.candidates[digit][b][cell][w] = v[digit];
                }
                planes.open[b][cell][w] = two_of_nine(v);
            }
        }
    }
    for w in 0..W {
        planes.dead[w] &= !back[w];
    }
}
