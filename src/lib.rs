//! Makes and solves sudoku grids by the million.

pub mod generator;
pub mod grid;
pub mod numbering;
pub mod output;
pub mod pipeline;
pub mod solver;
