//! How many grids there are.

/// The number of completed grids.
pub const GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// T, the number of completed grids with a given top-left digit.
pub const GRIDS_PER_CORNER: u128 = GRIDS / 9;
