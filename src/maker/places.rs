//! Cells in the order of the engine, box by box: *places* 9 · box + number in the box.

use crate::grid::CELLS;
use crate::solver::PLACES;
pub(super) use crate::solver::place_of;

/// The places of all cells in reading order.
pub(super) const fn in_reading_order() -> [u8; CELLS] {
    PLACES
}

/// The places in a set, the lowest first.
#[inline(always)]
pub(super) fn places_in(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_its_own_inverse() {
        for cell in 0..CELLS {
            assert_eq!(place_of(place_of(cell)), cell);
        }
        assert_eq!([1, 3, 9, 27, 80].map(place_of), [1, 9, 3, 27, 80]);
        assert!(places_in(1 << 80 | 1 << 64 | 1).eq([0, 64, 80]));
    }
}
