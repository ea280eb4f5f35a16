//! Cells in the order of the engine, box by box: *places* 9 · box + number in the box.

use crate::grid::CELLS;

/// The place of each cell.
const PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = ((row / 3 * 3 + column / 3) * 9 + row % 3 * 3 + column % 3) as u8;
        cell += 1;
    }
    places
};

/// The places of all cells in reading order.
pub(super) const fn in_reading_order() -> [u8; CELLS] {
    PLACES
}

/// The place of a cell, below 81. The same table leads back.
#[inline(always)]
pub(super) fn place_of(cell: usize) -> usize {
    usize::from(PLACES[cell]).min(CELLS - 1) // known to the compiler, it spares the checks of the indices
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
