//! `sudoku --rate`, the real binary: what a user sees of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{Place, random};
use rand::seq::SliceRandom;

const GRID: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
const EMPTY: &str = "000000000000000000000000000000000000000000000000000000000000000000000000000000000";
/// The 9 of row 1 has no place.
const IMPOSSIBLE: &str = "123456780000000000000000000000000009000000000000000000000000000000000000000000000";

/// The puzzles of `tests/data/levels.tsv` up to this level, each with what is to be written for it. The last levels take
/// long without optimisation.
fn cases(highest: u8) -> Vec<(String, String)> {
    let highest = if cfg!(debug_assertions) { highest.min(7) } else { highest };
    let lines = include_str!("data/levels.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let of_level = fields.filter(|fields| fields[1].parse::<u8>().unwrap() <= highest);
    of_level.map(|fields| (fields[0].to_string(), format!("{} {}", fields[1], fields[2]))).collect()
}

/// What is asked, and what is answered, each record on a line.
fn asked_and_answered(cases: &[(String, String)]) -> (String, String) {
    let line = |text: &String| format!("{text}\n");
    (cases.iter().map(|case| line(&case.0)).collect(), cases.iter().map(|case| line(&case.1)).collect())
}

/// An input with a record of each fate.
fn every_fate() -> String {
    let twice = format!("55{}", &EMPTY[2..]);
    format!("{GRID}\n{EMPTY}\n{IMPOSSIBLE}\n{twice}\n{}\n{}\n", &EMPTY[1..], GRID.replace('5', "."))
}

const SAID: &str = "sudoku: -:2: puzzle 2: several solutions\n\
                    sudoku: -:3: puzzle 3: no solution\n\
                    sudoku: -:4: puzzle 4: two 5s in row 1\n\
                    sudoku: -:5: puzzle 5: the line has 80 cells, expected 81\n";

#[test]
fn every_case_has_its_level_and_rounds() {
    let place = Place::new();
    let (asked, answered) = asked_and_answered(&cases(11));
    place.write("puzzles.txt", asked);
    place.sudoku("--rate puzzles.txt").succeeds().prints("");
    assert_eq!(place.read("sudoku.txt"), answered);
    assert_eq!(place.names(), ["puzzles.txt", "sudoku.txt"]);
}

#[test]
fn order_stays_whatever_the_number_of_threads() {
    let place = Place::new();
    let times = if cfg!(debug_assertions) { 10 } else { 150 };
    let mut cases: Vec<_> = std::iter::repeat_n(cases(3), times).flatten().collect();
    cases.shuffle(&mut random(1));
    let (asked, answered) = asked_and_answered(&cases);
    let table: String = cases
        .iter()
        .map(|case| format!("{},{}\n", case.0.replace('.', "0"), case.1.replace(' ', ",")))
        .collect();
    for jobs in [1, 2, 5] {
        place.filter(&format!("--rate - -o - -j {jobs}"), &asked).succeeds().prints(&answered);
        place.filter(&format!("--rate - -o - -f csv -j {jobs}"), &asked).succeeds().prints(&table);
    }
    // Any form is read, as with -s.
    place.filter("--rate - -o - -f line", &table).succeeds().prints(&answered);
}

#[test]
fn faults_are_told_and_have_their_place() {
    let place = Place::new();
    let input = every_fate();
    let ran = place.filter("--rate - -o -", &input);
    ran.ends(1).prints("1 0\n0 0\n0 0\n0 0\n0 0\n1 1\n").says(SAID);
    let records: Vec<&str> = input.lines().collect();
    let placed = |at: usize, numbers: &str| format!("{},{numbers}\n", records[at].replace('.', "0"));
    let table = [placed(0, "1,0"), placed(1, "0,0"), placed(2, "0,0"), placed(3, "0,0")].concat()
        + &format!("{EMPTY},0,0\n")
        + &placed(5, "1,1");
    place.filter("--rate - -o - -f csv", &input).ends(1).prints(table).says(SAID);
    let first = SAID.lines().next().unwrap().to_string() + "\n";
    place.write("sudoku.txt", "as it was\n");
    place.filter("--rate - -o - --fail-fast", &input).ends(1).prints("1 0\n0 0\n").says(&first);
    place.filter("--rate - --fail-fast -j2", &input).ends(1).prints("").says(&first);
    assert_eq!(place.read("sudoku.txt"), "as it was\n");
    place.filter("--rate - -o -", "").ends(0).prints("").says("sudoku: -: no puzzle found\n");
    place.sudoku("--rate nosuch").ends(2).mentions("sudoku: nosuch: ");
}

#[test]
fn verbose_has_a_line_for_each_level_that_there_is() {
    let place = Place::new();
    let input = every_fate() + &asked_and_answered(&cases(5)).0;
    let ran = place.filter("--rate - -o - -v -j 2", input);
    ran.ends(1);
    let lines: Vec<&str> = ran.err.strip_prefix(SAID).unwrap().lines().collect();
    let summary = "sudoku: 126 puzzles, 122 solved, 1 with several solutions, 2 without, 1 malformed, ";
    assert!(lines[0].starts_with(summary), "{ran}");
    assert_eq!(
        lines[1..],
        [
            "sudoku: level  1         26  21.3 %  last cells and singles in boxes",
            "sudoku: level  2         24  19.7 %  singles in rows and columns",
            "sudoku: level  3         24  19.7 %  cells with one candidate",
            "sudoku: level  4         24  19.7 %  locked candidates",
            "sudoku: level  5         24  19.7 %  pairs",
        ]
    );
    let ran = place.filter("--rate - -o - -v", EMPTY);
    ran.ends(1);
    assert_eq!(ran.err.lines().count(), 2, "{ran}");
}

#[test]
fn an_answer_comes_before_the_next_puzzle_is_asked_for() {
    let place = Place::new();
    let mut child = place
        .command()
        .args(["--rate", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (asked, answered) in cases(6).iter().step_by(9) {
        writeln!(input, "{asked}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), answered);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn whoever_closes_the_pipe_has_what_he_wants() {
    let place = Place::new();
    place.write(
        "puzzles.txt",
        asked_and_answered(&cases(2)).0.repeat(if cfg!(debug_assertions) { 5 } else { 200 }),
    );
    let ran = place.shell("set -o pipefail; sudoku --rate puzzles.txt -o - -v | head -1");
    ran.ends(0).prints("1 20\n");
}

#[test]
fn what_doesnt_go_with_it_is_refused() {
    let place = Place::new();
    place.write("f", GRID);
    for (words, message) in [
        ("--rate", "--rate needs a value"),
        ("--rate f --rate f", "--rate is given twice"),
        ("--rate f -s f", "-s and --rate don't go together"),
        ("--rate f -f grid", "the format here is line or csv, not 'grid'"),
        ("--rate f -u", "-u doesn't go with --rate"),
        ("--rate f --count 2", "--count doesn't go with --rate"),
        ("--rate f --seed 2", "--seed doesn't go with --rate"),
        ("--rate f -r 30", "-r doesn't go with --rate"),
        ("--rate f f", "unexpected argument 'f'"),
    ] {
        place.sudoku(words).ends(2).says(&format!("sudoku: {message}\nsudoku: try 'sudoku --help'\n"));
    }
    assert_eq!(place.names(), ["f"]);
}
