//! `sudoku -n`, the real binary: what a user sees of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use common::puzzles::nine_lines;
use common::{Place, skip};
use sudoku::grid::Grid;
use sudoku::maker::{Holes, Maker, Symmetry};

/// Puzzles as lines.
fn lines(maker: Maker, count: usize) -> String {
    maker.puzzles(count).map(|made| format!("{}\n", made.unwrap().puzzle)).collect()
}

#[test]
fn puzzles_come_as_grids_lines_and_with_their_solutions() {
    let place = Place::new();
    place.sudoku("-n 3").succeeds();
    let made: Vec<_> = Maker::new(0).puzzles(3).map(Result::unwrap).collect();
    let expected: Vec<String> = made.iter().map(|made| nine_lines(&made.puzzle.to_string(), " ")).collect();
    assert_eq!(place.read("sudoku.txt"), expected.join("\n"));
    assert_eq!(place.read("sudoku.txt").len(), 163 * 3 - 1);
    place.sudoku("-n 3 -f line -o -").succeeds().prints(lines(Maker::new(0), 3));
    let csv: String = made.iter().map(|made| format!("{},{}\n", made.puzzle, made.solution)).collect();
    place.sudoku("--new=3 --format csv --output -").succeeds().prints(csv);
}

#[test]
fn options_are_those_of_the_library() {
    let place = Place::new();
    let maker = Maker::new(7).skip_to(5);
    place.sudoku("-n 9 --seed 7 --skip 5 -f line -o -").succeeds().prints(lines(maker.clone(), 9));
    let symmetric = maker.clone().symmetric(Symmetry::Diagonal);
    place
        .sudoku("-n 9 --seed 7 --skip 5 --symmetry diagonal -f line -o -")
        .succeeds()
        .prints(lines(symmetric, 9));
    let holed = lines(maker.holes(Holes::new(30, 40).unwrap()), 9);
    for range in ["30~40", "30-40"] {
        place.sudoku(&format!("-n9 --seed 7 --skip 5 -u -r {range} -fline -o-")).succeeds().prints(&holed);
    }
    let last = lines(Maker::new(u64::MAX).holes(Holes::new(44, 44).unwrap()).skip_to(u128::MAX), 1);
    assert_eq!(last, "");
    place
        .sudoku("-n 1 --seed 18446744073709551615 --skip 741211528002341437439 -r 44 -f line -o -")
        .succeeds();
}

#[test]
fn the_course_gets_what_it_asks_for() {
    let place = Place::new();
    place.sudoku("-n 1000 -r 20~55 -u").succeeds();
    let text = place.read("sudoku.txt");
    assert_eq!(text.len(), 163 * 1000 - 1);
    for puzzle in text.split("\n\n") {
        let holes = puzzle.bytes().filter(|&byte| byte == b'0').count();
        assert!((20..=55).contains(&holes), "{puzzle}");
    }
    place.sudoku("-s sudoku.txt -o solved.txt --unique").succeeds();
}

#[test]
fn threads_and_cuts_write_the_same_bytes() {
    let place = Place::new();
    for options in ["", "-r 20~50 --symmetry rotate180", "--seed 5 -r 54"] {
        let sudoku = |more: &str| {
            let ran = place.sudoku(&format!("-f line -o - {options} {more}"));
            ran.succeeds();
            ran.text().to_string()
        };
        let whole = sudoku("-n 700 -j 1");
        for jobs in [2, 3, 16, 1024] {
            assert!(sudoku(&format!("-n 700 -j {jobs}")) == whole, "{options} -j {jobs}");
        }
        let cuts = [(0, 1), (1, 9), (10, 290), (300, 400)];
        let parts = cuts.map(|(from, count)| sudoku(&format!("-n {count} --skip {from} -j 2")));
        assert!(parts.concat() == whole, "{options}");
        for set in ["base", "avx2", "avx2gfni", "avx512", "avx512icl"] {
            let ran = place.shell(&format!("SUDOKU_ISA={set} sudoku -n 700 -f line -o - {options}"));
            assert!(ran.succeeds().text() == whole, "{options} on {set}");
        }
    }
}

#[test]
fn every_puzzle_is_solved_by_its_solution_and_comes_once() {
    let place = Place::new();
    let ran = place.sudoku("-n 2000 --seed 3 -f csv -o -");
    let mut puzzles: Vec<&str> = vec![];
    for line in ran.succeeds().text().lines() {
        let (puzzle, solution) = line.split_once(',').unwrap();
        let solution: Grid = solution.parse().unwrap();
        assert!(solution.solves(&puzzle.parse().unwrap()), "{line}");
        puzzles.push(puzzle);
    }
    puzzles.sort_unstable();
    puzzles.dedup();
    assert_eq!(puzzles.len(), 2000);
}

#[test]
fn what_was_wrong_is_told_and_nothing_is_touched() {
    let place = Place::new();
    place.write("sudoku.txt", "as it was\n");
    for (words, message) in [
        ("-n 0", "-n takes a whole number from 1 to 1000000, not '0'"),
        ("-n 1000001", "-n takes a whole number from 1 to 1000000, not '1000001'"),
        ("-n", "-n needs a value"),
        ("-n 5 -n 5", "-n is given twice"),
        ("-n 5 -c 5", "-c and -n don't go together"),
        ("-n 5 -s sudoku.txt", "-n and -s don't go together"),
        ("-n 5 -r 0~5", "-r takes LO~HI, from 1 to 60, not '0~5'"),
        ("-n 5 -r 55~20", "-r takes LO~HI, from 1 to 60, not '55~20'"),
        ("-n 5 -r 20~61", "-r takes LO~HI, from 1 to 60, not '20~61'"),
        ("-n 5 -r", "-r needs a value"),
        ("-n 5 --symmetry", "--symmetry needs a value"),
        ("-n 5 --level", "--level needs a value"),
        ("-n 5 --level 0-3", "--level takes A-B, from 1 to 9, not '0-3'"),
        ("-n 5 --level 10", "--level takes A-B, from 1 to 9, not '10'"),
        ("-n 5 --level 5-4", "--level takes A-B, from 1 to 9, not '5-4'"),
        ("-n 5 --level 4-", "--level takes A-B, from 1 to 9, not '4-'"),
        ("-n 5 --level easy", "--level takes A-B, from 1 to 9, not 'easy'"),
        ("-n 5 --level 4 --level 5", "--level is given twice"),
        ("-n 5 -m", "-m needs a value"),
        ("-n 5 -m 0", "-m is 1 or 2 or 3, not '0'"),
        ("-n 5 -m 4", "-m is 1 or 2 or 3, not '4'"),
        ("-n 5 -m 1-2", "-m is 1 or 2 or 3, not '1-2'"),
        ("-n 5 -m 1 -m 1", "-m is given twice"),
        ("-n 5 -m 1 -r 20~55", "-m and -r don't go together"),
        ("-u -n 5 -m 1", "-m and -u don't go together"),
        ("-n 5 --level 1-2 -m 1", "-m and --level don't go together"),
        ("-c 5 -m 1", "-m doesn't go with -c"),
        ("-s sudoku.txt --level 1", "--level doesn't go with -s"),
        (
            "-n 5 --symmetry all",
            "--symmetry is none or rotate180 or rotate90 or mirror or flip or diagonal, not 'all'",
        ),
        ("-n 5 --seed -1", "--seed takes a whole number from 0 to 18446744073709551615, not '-1'"),
        ("-n 5 --seed Random", "--seed takes a whole number from 0 to 18446744073709551615, not 'Random'"),
        ("-c 5 --seed random", "--seed takes a whole number from 0 to 18446744073709551615, not 'random'"),
        (
            "-n 2 --skip 741211528002341437439",
            "--skip takes a whole number from 0 to 741211528002341437438, not '741211528002341437439'",
        ),
        ("-n 5 --first 3", "--first doesn't go with -n"),
        ("-n 5 --count 3", "--count doesn't go with -n"),
        ("-n 5 --fail-fast", "--fail-fast doesn't go with -n"),
        ("-n 5 -u=1", "-u takes no value"),
        ("-n 5 5", "unexpected argument '5'"),
        ("-c 5 -r 20", "-r doesn't go with -c"),
        ("-c 5 -u", "-u doesn't go with -c"),
        ("-s sudoku.txt -r 20", "-r doesn't go with -s"),
        ("-s sudoku.txt --symmetry none", "--symmetry doesn't go with -s"),
        ("-n 5 -f xml", "the format here is grid or line or csv or board or html, not 'xml'"),
    ] {
        place.sudoku(words).ends(2).says(&format!("sudoku: {message}\nsudoku: try 'sudoku --help'\n"));
    }
    assert_eq!(place.read("sudoku.txt"), "as it was\n");
}

#[test]
fn what_there_is_not_ends_the_run_and_replaces_nothing() {
    if cfg!(debug_assertions) {
        return skip("a hundred thousand tries take long without optimisation");
    }
    let place = Place::new();
    place.write("sudoku.txt", "as it was\n");
    // A quarter turn brings four cells together, or the one in the middle.
    for jobs in [1, 2] {
        let line = format!("-n 1 -r 2~3 --symmetry rotate90 --skip 40 -j {jobs}");
        place.sudoku(&line).ends(2).says("sudoku: no such puzzle in 100000 tries at place 40\n");
    }
    assert_eq!(place.read("sudoku.txt"), "as it was\n");
    assert_eq!(place.names(), ["sudoku.txt"]);
}

#[test]
fn a_level_can_be_asked_for_and_is_what_rate_says() {
    let place = Place::new();
    let count = if cfg!(debug_assertions) { 12 } else { 600 };
    let levels = |words: &str| {
        place.sudoku(&format!("-n {count} {words} -o puzzles")).succeeds();
        let ran = place.sudoku("--rate puzzles -o -");
        ran.succeeds();
        let mut levels: Vec<u8> =
            ran.text().lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
        assert_eq!(levels.len(), count);
        levels.sort_unstable();
        levels.dedup();
        levels
    };
    for level in 1..=5 {
        assert_eq!(levels(&format!("--level {level} --seed 5")), [level]);
    }
    let ranges: [(&str, &[u8]); 6] = [
        ("--level 2~3", &[2, 3]),
        ("--level=4-5 -r 50~60", &[4, 5]),
        ("--level 1-3 --symmetry rotate180", &[1, 2, 3]),
        ("--level 7-8 -u", &[7, 8]),
        ("-m 1", &[1, 2]),
        ("-m2", &[3, 4, 5]),
    ];
    for (words, range) in ranges {
        let found = levels(words);
        assert!(found.iter().all(|level| range.contains(level)), "{words}: {found:?}");
        assert!(cfg!(debug_assertions) || found == range, "{words}: {found:?}");
    }
    assert!(levels("--mode=3").iter().all(|level| (6..=9).contains(level)));
}

#[test]
fn levels_are_the_same_for_every_number_of_threads_and_every_cut() {
    let place = Place::new();
    let count = if cfg!(debug_assertions) { 16 } else { 1500 };
    for words in ["--level 3-4 --seed 9", "--level 7-9 --seed 9"] {
        let whole = place.sudoku(&format!("-n {count} {words} -f csv -o - -j 1"));
        whole.succeeds();
        place.sudoku(&format!("-n {count} {words} -f csv -o - -j 3")).succeeds().prints(&whole.out);
        let parts: String = [(0, 1), (1, 7), (8, count - 8)]
            .into_iter()
            .map(|(skip, n)| {
                let ran = place.sudoku(&format!("-n {n} {words} -f csv -o - --skip {skip}"));
                ran.succeeds();
                ran.text().to_string()
            })
            .collect();
        whole.prints(parts);
    }
}

#[test]
fn a_level_that_there_is_not_ends_the_run_and_replaces_nothing() {
    if cfg!(debug_assertions) {
        return skip("a hundred thousand tries take long without optimisation");
    }
    let place = Place::new();
    place.write("sudoku.txt", "as it was\n");
    // With five holes nothing is hard.
    for jobs in [1, 2] {
        let line = format!("-n 2 -r 5 --level 4-6 --skip 40 -j {jobs}");
        place.sudoku(&line).ends(2).says("sudoku: no such puzzle in 100000 tries at place 40\n");
    }
    assert_eq!(place.read("sudoku.txt"), "as it was\n");
    assert_eq!(place.names(), ["sudoku.txt"]);
}

#[test]
fn a_random_seed_is_told() {
    let place = Place::new();
    let seed = || {
        let ran = place.sudoku("-n 2 --seed random -f line -o - -v");
        let seed =
            ran.ends(0).err.lines().next().unwrap().strip_prefix("sudoku: the seed is ").unwrap().to_string();
        place.sudoku(&format!("-n 2 --seed {seed} -f line -o -")).succeeds().prints(&ran.out);
        seed
    };
    assert_ne!(seed(), seed());
    let ran = place.sudoku("-n 2 --seed random");
    ran.succeeds();
    place.sudoku("-n 250 -v").ends(0).mentions("sudoku: 250 new puzzles, ");
}

#[test]
fn a_full_disk_a_closed_pipe_and_a_kill_are_as_with_grids() {
    let place = Place::new();
    if std::path::Path::new("/dev/full").exists() {
        for n in [1, 3000] {
            place.sudoku(&format!("-n {n} -o /dev/full")).ends(2).mentions("No space left");
        }
    }
    let ran = place.shell("set -o pipefail; sudoku -n 5000 -f line -o - | head -1");
    ran.succeeds().prints(lines(Maker::new(0), 1));
    place.write("sudoku.txt", "as it was\n");
    place.shell("timeout -s KILL 0.3 sudoku -n 1000000 -r 60; true").ends(0);
    assert_eq!(place.read("sudoku.txt"), "as it was\n");
    place.sudoku("-n 1 -f line").succeeds();
    assert_eq!(place.read("sudoku.txt"), lines(Maker::new(0), 1));
}
