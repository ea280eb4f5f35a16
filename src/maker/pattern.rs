//! Which cells are emptied together: the symmetry of the pattern of clues.

use crate::grid::{CELLS, Cell};
use std::fmt;

/// The symmetry of a puzzle's pattern of clues. With any but `None`, cells are emptied by *orbits*: a cell and all
/// cells onto which the symmetry brings it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// None: each cell for itself.
    #[default]
    None,
    /// A half turn about the middle.
    Rotate180,
    /// A quarter turn about the middle.
    Rotate90,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Rows and columns change places.
    Diagonal,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 6] = [
        Symmetry::None,
        Symmetry::Rotate180,
        Symmetry::Rotate90,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
    ];

    /// As it's named on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotate180 => "rotate180",
            Symmetry::Rotate90 => "rotate90",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Diagonal => "diagonal",
        }
    }

    /// The cells that this one is emptied with: itself, and up to three others.
    pub fn orbit(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let image = move |&cell: &Cell| Cell::new(self.image(cell.row(), cell.column()));
        // The images that follow until the cell itself comes again.
        std::iter::successors(Some(cell), image)
            .enumerate()
            .map_while(move |(step, image)| (step == 0 || image != cell).then_some(image))
    }

    /// Where the cell in this row and column goes.
    const fn image(self, row: usize, column: usize) -> usize {
        let (row, column) = match self {
            Symmetry::None => (row, column),
            Symmetry::Rotate180 => (8 - row, 8 - column),
            Symmetry::Rotate90 => (column, 8 - row),
            Symmetry::Mirror => (row, 8 - column),
            Symmetry::Flip => (8 - row, column),
            Symmetry::Diagonal => (column, row),
        };
        9 * row + column
    }
}

/// The name.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The orbit of each cell, as a set of cells.
pub(super) fn orbits(symmetry: Symmetry) -> [u128; CELLS] {
    let mut orbits = [0; CELLS];
    for (cell, set) in Cell::all().zip(&mut orbits) {
        *set = symmetry.orbit(cell).fold(0, |set, cell| set | 1 << cell.index());
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_as_large_as_they_should_be_and_part_the_cells() {
        let sizes = |symmetry| {
            let mut sets = orbits(symmetry).to_vec();
            for (cell, set) in sets.iter().enumerate() {
                assert!(set >> cell & 1 == 1, "{symmetry}: cell {cell}");
            }
            sets.sort_unstable();
            sets.dedup();
            assert_eq!(sets.iter().fold(0, |all, set| all ^ set), (1 << CELLS) - 1, "{symmetry}");
            [1, 2, 4].map(|size| sets.iter().filter(|set| set.count_ones() == size).count())
        };
        assert_eq!(sizes(Symmetry::None), [81, 0, 0]);
        assert_eq!(sizes(Symmetry::Rotate180), [1, 40, 0]);
        assert_eq!(sizes(Symmetry::Rotate90), [1, 0, 20]);
        for line in [Symmetry::Mirror, Symmetry::Flip, Symmetry::Diagonal] {
            assert_eq!(sizes(line), [9, 36, 0]);
        }
    }

    #[test]
    fn left_and_right_top_and_bottom_are_what_they_are_called() {
        let last = |symmetry: Symmetry| symmetry.orbit(Cell::new(1).unwrap()).last().map(Cell::index);
        let images = [Symmetry::Mirror, Symmetry::Flip, Symmetry::Diagonal, Symmetry::Rotate180].map(last);
        assert_eq!(images, [7, 73, 9, 79].map(Some));
    }
}
