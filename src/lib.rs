//! Makes and solves sudoku grids by the million.

pub mod format;
pub mod generator;
pub mod grid;
pub mod numbering;
pub mod output;
pub mod pipeline;
pub mod reader;
pub mod solver;
