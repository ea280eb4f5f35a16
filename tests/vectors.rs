//! The kernels are plain loops that the compiler is trusted to turn into vector instructions, and small changes can
//! undo that without changing a single answer. So this reads the machine code of the test itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::collections::BTreeMap;
use std::process::Command;
use sudoku::grid::Puzzle;
use sudoku::solver::InstructionSet;
use sudoku::solver::{Solver, Verdict};

/// The logic of a kernel, and of which kind.
#[derive(Debug, Default)]
struct Count {
    wide: u32,
    scalar: u32,
    gathers: u32,
}

/// Kernels that aren't loops over planes: they copy words or read one board, and their logic is small.
const SMALL: [&str; 1] = ["grid_of"];

#[test]
fn the_kernels_are_vectorised() {
    if cfg!(debug_assertions) || !cfg!(target_arch = "x86_64") {
        return common::skip("vectors are looked for in optimised code for x86-64");
    }
    // So that the kernels are here to be read.
    for set in InstructionSet::available() {
        Solver::with_instruction_set(set).solve(&[Puzzle::EMPTY; 64], &mut [Verdict::None; 64]);
    }
    let own = std::env::current_exe().unwrap();
    let objdump = Command::new("objdump").args(["-d", "-C", "--no-show-raw-insn"]).arg(own).output();
    let Ok(Some(code)) = objdump.map(|out| out.status.success().then_some(out.stdout)) else {
        return common::skip("no objdump");
    };
    let code = String::from_utf8_lossy(&code);

    // '000000000004c990 <sudoku::solver::cpu::avx512::take>:'
    let mut counts: BTreeMap<(&str, &str), Count> = BTreeMap::new();
    let mut inside = None;
    for line in code.lines() {
        if line.ends_with(">:") {
            let name = line.split_once("solver::cpu::").map(|(_, name)| name.trim_end_matches(">:"));
            inside = name.and_then(|name| name.split_once("::"));
        } else if let Some((set, kernel)) = inside {
            let vector = match set {
                "avx512" => "%zmm",
                "avx2" => "%ymm",
                "base" => "%xmm",
                _ => continue,
            };
            let instruction = line.split('\t').nth(1).unwrap_or_default();
            let operation = instruction.split(' ').next().unwrap_or_default();
            let count = counts.entry((set, kernel)).or_default();
            let logic = ["and", "or", "xor", "tern"].iter().any(|part| operation.contains(part));
            count.gathers += u32::from(operation.contains("gather") || operation.contains("scatter"));
            count.wide += u32::from(logic && instruction.contains(vector));
            count.scalar += u32::from(logic && !instruction.contains("mm"));
        }
    }
    // If the kernels can't be found, this test has gone blind.
    for set in ["avx512", "avx2", "base"] {
        let kernels = counts.keys().filter(|(of, _)| *of == set).count();
        assert!(kernels >= 15, "only {kernels} kernels of {set} in the code: {counts:?}");
    }
    // A kernel that isn't vectorised has hundreds of scalar operations, or gathers.
    for ((set, kernel), count) in counts.iter().filter(|((_, kernel), _)| !SMALL.contains(kernel)) {
        assert!(count.wide >= 9, "{set} {kernel}: {count:?}");
        assert!(count.scalar * 3 < count.wide + 60, "{set} {kernel}: {count:?}");
        assert!(count.gathers == 0, "{set} {kernel}: {count:?}");
    }
}
