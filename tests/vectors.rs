//! The kernels are plain loops that the compiler is trusted to turn into vector instructions, and small changes can
//! undo that without changing a single answer. So this reads the machine code of the test itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

mod common;

use std::collections::BTreeMap;
use std::process::Command;
use sudoku::grid::Puzzle;
use sudoku::solver::cpu::Backend;
use sudoku::solver::{Solver, Verdict};

/// In the mangled names of the functions that transpose.
const TRANSPOSES: &str = "6Engine3new9transpose";

/// The logic of a door, and of which kind.
#[derive(Debug, Default)]
struct Count {
    wide: u32,
    scalar: u32,
    gathers: u32,
}

#[test]
fn the_kernels_are_vectorised() {
    if cfg!(debug_assertions) || !cfg!(target_arch = "x86_64") {
        return common::skip("vectors are looked for in optimised code for x86-64");
    }
    // So that the doors are here to be read.
    for backend in Backend::available() {
        Solver::with_backend(backend).solve(&[Puzzle::EMPTY; 64], &mut [Verdict::None; 64]);
    }
    let own = std::env::current_exe().unwrap();
    let objdump = Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(own).output();
    let Ok(Some(code)) = objdump.map(|out| out.status.success().then_some(out.stdout)) else {
        return common::skip("no objdump");
    };
    let code = String::from_utf8_lossy(&code);

    // Mangled names hold the path, each part behind its length.
    let doors = [
        ("3cpu9avx512icl", "%zmm"),
        ("3cpu6avx512", "%zmm"),
        ("3cpu8avx2gfni", "%ymm"),
        ("3cpu4avx2", "%ymm"),
        ("3cpu4base", "%xmm"),
        (TRANSPOSES, "mm"),
    ];
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut inside = None;
    for line in code.lines() {
        if line.ends_with(">:") {
            inside = doors.iter().find(|(name, _)| line.contains(name)).copied();
        } else if let Some((door, vector)) = inside {
            let instruction = line.split('\t').nth(1).unwrap_or_default();
            let operation = instruction.split(' ').next().unwrap_or_default();
            let count = counts.entry(door).or_default();
            let logic = ["and", "or", "xor", "tern"].iter().any(|part| operation.contains(part));
            count.gathers += u32::from(operation.contains("gather") || operation.contains("scatter"));
            count.wide += u32::from(logic && instruction.contains(vector));
            count.scalar += u32::from(logic && !instruction.contains("mm"));
        }
    }
    if counts.is_empty() {
        return common::skip("objdump finds no symbols");
    }
    // When this was written: 10,000 wide to 800 scalar for AVX-512, 13,700 to 1,500 for AVX2, 16,600 to 2,100 for SSE2,
    // and 96 to 6 in the transposes.
    // A kernel that isn't vectorised adds hundreds of scalar operations, or gathers.
    for (door, count) in &counts {
        assert!(count.wide > if *door == TRANSPOSES { 50 } else { 4000 }, "{door}: {count:?}");
        assert!(count.scalar * 7 < count.wide, "{door}: {count:?}");
        assert!(count.gathers < 20, "{door}: {count:?}");
    }
}
