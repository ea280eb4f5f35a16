//! The written forms of puzzles and grids, and what can be wrong with a record.
//!
//! | form | a record | written by | read by |
//! |---|---|---|---|
//! | grid | nine lines of nine cells | `grid.rs` | `grid.rs`, row by row |
//! | line | 81 cells on one line | `line.rs` | `line.rs`, the first field of 81 cells |
//! | csv | puzzle, comma, solution on one line | `csv.rs` | like a line; the rest of it is ignored |
//! | board | a drawing with box lines | `board.rs` | `grid.rs` |
//! | html | its place on a page | `html.rs` | nobody |
//!
//! Most files know one form both ways: what it looks like when we write it, and what we take for it when
//! others did. Where a record begins and ends in a stream, and how to go on after a bad one, is the business of
//! [`crate::reader`].
//!
//! Imports point down:
//!
//! ```text
//!   writer                 a record in any form, behind what was written before
//!   csv grid board html    a form each
//!   line                   one form, and what a field of 81 cells is
//!   characters form        what stands for a cell; the forms by name
//!   fault                  what can be wrong with a record
//! ```

pub(crate) mod board;
pub(crate) mod characters;
pub(crate) mod csv;
mod fault;
mod form;
pub(crate) mod grid;
pub(crate) mod html;
pub(crate) mod line;
mod writer;

pub(crate) use fault::Flaw;
pub use fault::{Cut, Fault, FaultKind};
pub use form::Format;
pub use writer::{Record, Writer};
