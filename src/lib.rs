//! Makes and solves sudoku grids by the million.
//!
//! This is the library under the command of the same name (the package is `sudoku-filter`); the command is a thin user of it. Everything is a
//! stream: both directions are lazy, memory stays constant, a record that comes in goes out in its place.
//!
//! ```text
//!  bytes ──► reader ──► records ──► pipeline(solver | rating | canon | numbering) ──► answers ──► format ──► files     -s …
//!  number ──► generator ──► grids ──► format ──► files                                                                 -c
//!  seed ──► maker(numbering, solver) ──► puzzles ──► format ──► files                                                  -n
//! ```
//!
//! ```
//! use sudoku::grid::Puzzle;
//! use sudoku::solver::{self, Verdict};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let verdicts = solver::solve(&[puzzle]);
//! assert!(matches!(verdicts[0], Verdict::Unique(grid) if grid.solves(&puzzle)));
//! # Ok::<(), sudoku::grid::NotCells>(())
//! ```
//!
//! # The rooms
//!
//! Imports point down (`tests/house.rs` sees to it, here and in the drawing at the head of each room):
//!
//! ```text
//!   main                           a result becomes an exit status
//!   cli                            what was typed becomes a run
//!   maker                          makes puzzles
//!   rating                         rates them
//!   canon solver generator         brings them into one form; solves them; makes grids
//!   reader pipeline files          streams: of records, of blocks, of bytes
//!   numbering format               grids as numbers, puzzles and grids as text
//!   grid                           what it is all about
//! ```
//!
//! | room | what lives there |
//! |---|---|
//! | [`grid`] | cell, house, puzzle, grid; the independent check [`grid::Grid::solves`] |
//! | [`canon`] | puzzle and solution → the one form of all that are essentially the same; isomorphisms |
//! | [`mod@format`] | the written forms, one file each, both ways; what can be wrong with a record |
//! | [`reader`] | bytes → records: recognised by the shape of lines, resynchronised, in bounded memory |
//! | [`solver`] | puzzles → verdicts, a batch at a time; hides which engine did it |
//! | [`rating`] | puzzles → how hard they are: level and rounds |
//! | [`numbering`] | every grid has a number: there and back |
//! | [`generator`] | grids from a number on, lazily, in their order or shuffled |
//! | [`maker`] | seed and place → puzzles, minimal ones or with as many holes as wanted |
//! | [`pipeline`] | blocks in, blocks out, in order, on one thread or many |
//! | [`files`] | files that appear when they are complete, pipes and devices written straight, all checked |
//!
//! The command is a crate of its own, so what it alone needs is public, too, and no promise: [`pipeline`], [`files`],
//! [`reader::Lines`].
//!
//! # Words
//!
//! A **cell** is one of 81, numbered row by row from 0. A **house** is one of 27 rows, columns and boxes, and two
//! cells of one house are **peers**. Three boxes side by side are a **band**, three on top of each other a
//! **stack**; the three cells in which a row or column crosses a box are a **minirow** or **minicolumn**. A
//! **digit** is 1–9; one that may still stand in a cell is a **candidate**, one that was there from the start a
//! **clue**. A **puzzle** has 81 cells, each a clue or empty; a **grid** is completed; a **solution** is a legal
//! grid that keeps the puzzle's clues. A **verdict** says whether there is none, one or several. A **record** is a
//! puzzle as somebody wrote it, a **fault** what is wrong with it. A **plane** is one fact for many puzzles, a
//! **lane** one puzzle's bit in all planes. The **number** of a grid is its place among all.
//! A **chute** is a band or a stack. An **isomorphism** turns, swaps and renames; an **automorphism** of a grid is one
//! that leaves it as it is. The **canonical form** is the smallest that isomorphisms lead to.
//!
//! # Roads not taken
//!
//! - **One puzzle at a time, faster.** All solvers before this one take one puzzle and look for the rules and
//!   tables that settle it in the fewest steps; the best have been within a factor of two of each other for years.
//!   A stream of puzzles allows bit-slicing instead, and that was worth a factor of ten.
//! - **Intrinsics for the rules.** The kernels are plain loops over arrays of words that the compiler vectorises.
//!   Hand-written instructions would gain a few percent on one kind of machine and cost every other kind its
//!   simplicity. The one exception is what plain loops can't say: to transpose bits with GFNI.
//! - **A thread that reads, a thread that writes.** Workers take turns at the input instead (see [`pipeline`]): no
//!   hand-over, and a block stays in the cache of the core that read it.
//! - **Random grids.** A generator that shuffles cells or solves from a random start repeats itself, is not
//!   uniform, and can't be continued on another machine. Numbers can.
//! - **Regular expressions, parser combinators, a table of layouts.** Puzzles are written in so many ways that no
//!   list of layouts is complete; the shape of lines recognises them all.

pub mod canon;
pub mod files;
pub mod format;
pub mod generator;
pub mod grid;
pub mod maker;
pub mod numbering;
pub mod pipeline;
pub mod rating;
pub mod reader;
pub mod solver;

/// The README's examples are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
