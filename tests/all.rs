//! All tests from outside, in one program: it is linked once. `cargo test --test all cli::` runs those of one file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

mod canon;
mod cli;
mod common;
mod edges;
mod engine;
mod files;
mod golden;
mod graders;
mod house;
mod law;
mod layouts;
mod make;
mod maker;
mod numbering;
mod pages;
mod rate;
mod rating;
mod reader;
mod recipes;
mod vectors;
