//! Makes and solves sudoku grids by the million.

pub mod grid;
pub mod output;
pub mod pipeline;
pub mod solver;
