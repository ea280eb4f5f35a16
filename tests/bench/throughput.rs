//! The solver beside a peer, on one core: `cargo bench --bench throughput`, best behind `taskset -c 1`.
//!
//! The collections of `../shared/data`, where they are, files of 81-character lines that are named behind `--`, and
//! puzzles made on the spot. In each run every solver has its turn with all of them, in memory, and each figure is
//! the median of 11 runs, in nanoseconds a puzzle. Every answer is checked before anything is timed: all solutions
//! against the rules, all verdicts between instruction sets and against the peer.
//!
//! The peer is the crate `sudoku` by Emerentius, from text to whether there is exactly one solution. It solves one
//! puzzle after the other, as all others do; ours are given all at once, which is the point.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a benchmark may"
)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use sudoku::format::{Format, Record, Writer};
use sudoku::grid::Puzzle;
use sudoku::reader::Reader;
use sudoku::solver::InstructionSet;
use sudoku::solver::{Solver, Verdict};
use sudoku_peer::Sudoku;

mod easy;
mod timing;

use timing::{machine, median};

fn main() {
    // cargo bench says so; without it this is a test.
    let (files, bench): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|argument| argument != "--bench");
    let full = !bench.is_empty();
    let (most, runs) = if full { (100_000, 11) } else { (500, 1) };

    let sets: Vec<InstructionSet> = InstructionSet::available().collect();
    println!("{}", machine());
    println!("median of {runs} runs, ns a puzzle; ×: how many times the peer's speed\n");
    print!("{:<22} {:>7} {:>8}", "collection", "puzzles", "peer");
    sets.iter().for_each(|set| print!(" {:>8} {:>6}", set.name(), "×"));
    println!(" {:>13} {:>6}", "text to text", "×");

    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let made = [
        ("easy, 45-50 clues", easy::puzzles(most)),
        ("30-50 holes", easy::holed(most, 30..=50)),
        ("60 holes", easy::holed(most / 4, 60..=60)),
    ];
    for (name, puzzles) in made {
        measure(name, &puzzles, &sets, runs);
    }
    let kept = ["17clue.txt", "minimal.txt", "magictour.txt", "hardest.txt"].map(|name| shared.join(name));
    for path in kept.iter().map(|path| path.as_path()).chain(files.iter().map(Path::new)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Ok(text) = fs::read(path) else {
            println!("{name:<22} skipped: no {}", path.display());
            continue;
        };
        let puzzles: Vec<Puzzle> =
            Reader::new(&text[..]).filter_map(|record| record.unwrap().puzzle.ok()).take(most).collect();
        // A small collection is repeated, so that all lanes have work.
        let times = if full && puzzles.len() < 5_000 { 20 } else { 1 };
        measure(&name, &puzzles.repeat(times), &sets, runs);
    }
}

/// Prints a line of the table.
fn measure(name: &str, puzzles: &[Puzzle], sets: &[InstructionSet], runs: usize) {
    let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let expected = check(puzzles, &text, sets);
    let mut solvers: Vec<Solver> = sets.iter().map(|&set| Solver::with_instruction_set(set)).collect();
    let mut verdicts = vec![Verdict::None; puzzles.len()];
    let mut writer = Writer::new(Format::Line);
    let (mut peer, mut whole) = (vec![], vec![]);
    let mut ours = vec![vec![]; sets.len()];
    for _ in 0..runs {
        peer.push(nanoseconds(|| {
            let proper = |line: &str| Sudoku::from_str_line(line).unwrap().solution().is_some();
            black_box(text.lines().filter(|line| proper(line)).count());
        }));
        for (solver, times) in solvers.iter_mut().zip(&mut ours) {
            times.push(nanoseconds(|| solver.solve(puzzles, &mut verdicts)));
            assert!(verdicts == expected);
        }
        whole.push(nanoseconds(|| {
            writer.begin(Format::Line, 0);
            text_to_text(&text, &mut solvers[0], &mut verdicts, &mut writer);
        }));
        assert_eq!(writer.text().len(), text.len());
    }
    let each = |times: Vec<f64>| median(times) / puzzles.len() as f64;
    let peer = each(peer);
    print!("{name:<22} {:>7} {peer:>8.0}", puzzles.len());
    for times in ours {
        let time = each(times);
        print!(" {time:>8.1} {:>6.1}", peer / time);
    }
    let whole = each(whole);
    println!(" {whole:>13.1} {:>6.1}", peer / whole);
}

/// Read, solved and written, block by block as the command does it.
fn text_to_text(text: &str, solver: &mut Solver, verdicts: &mut [Verdict], writer: &mut Writer) {
    let mut records = Reader::new(text.as_bytes()).map(|record| record.unwrap().puzzle.unwrap());
    let mut block = Vec::with_capacity(4096);
    loop {
        block.clear();
        block.extend(records.by_ref().take(4096));
        if block.is_empty() {
            return;
        }
        solver.solve(&block, verdicts);
        for (puzzle, verdict) in block.iter().zip(&*verdicts) {
            let answer = match *verdict {
                Verdict::None => *puzzle,
                Verdict::Unique(grid) | Verdict::Several(grid) => grid.into(),
            };
            writer.write(Record::Answer { puzzle, answer: &answer });
        }
    }
}

/// The verdicts, after everything about them has been checked.
fn check(puzzles: &[Puzzle], text: &str, sets: &[InstructionSet]) -> Vec<Verdict> {
    let mut all = sets.iter().map(|&set| {
        let mut verdicts = vec![Verdict::None; puzzles.len()];
        Solver::with_instruction_set(set).solve(puzzles, &mut verdicts);
        verdicts
    });
    let expected = all.next().unwrap();
    assert!(all.all(|verdicts| verdicts == expected), "instruction sets disagree");
    for ((puzzle, verdict), line) in puzzles.iter().zip(&expected).zip(text.lines()) {
        let count = Sudoku::from_str_line(line).unwrap().solutions_count_up_to(2);
        match verdict {
            Verdict::None => assert_eq!(count, 0, "{puzzle}"),
            Verdict::Unique(grid) => assert!(count == 1 && grid.solves(puzzle), "{puzzle}"),
            Verdict::Several(grid) => assert!(count == 2 && grid.solves(puzzle), "{puzzle}"),
        }
    }
    expected
}

fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64
}
