//! Golden files: what the command prints, kept word by word, so that no change of it goes unseen.
//!
//! - `tests/golden/transcripts`: commands (`$ `) with their output, their messages (`! `) and their status if it
//!   isn't 0 (`= `), run in a folder with the files of `tests/golden/forms` and `tests/golden/inputs`.
//! - `tests/golden/answers.txt`: puzzles of every kind with the number of their solutions and the first of them.
//!
//! `UPDATE_GOLDEN=1 cargo test --test all golden` writes them anew; what changed shows in `git diff`. They can't be
//! wrong for long: other tests here ask a slow search for the same answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Place, golden, slow};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// The files of a folder, in order.
fn files(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A place with all the inputs.
fn place() -> Place {
    let place = Place::new();
    for file in ["forms", "inputs"].into_iter().flat_map(files) {
        place.write(file.file_name().unwrap(), fs::read(&file).unwrap());
    }
    place
}

/// What a transcript's commands print here and now.
fn transcript(place: &Place, text: &str) -> String {
    let mut now = String::new();
    for line in text.lines().filter(|line| line.starts_with(['#', '$'])) {
        now += &format!("{line}\n");
        let Some(command) = line.strip_prefix("$ sudoku") else { continue };
        let (words, input) = match command.split_once(" < ") {
            Some((words, file)) => (words, place.read(file)),
            None => (command, String::new()),
        };
        let ran = place.filter(words, input);
        now += ran.text();
        now.extend(ran.err.lines().map(|line| format!("! {line}\n")));
        if ran.status != Some(0) {
            now += &format!("= {}\n", ran.status.expect("an exit status"));
        }
        now += "\n";
    }
    now
}

#[test]
fn commands_print_what_they_printed() {
    let place = place();
    for file in files("transcripts") {
        let name = format!("transcripts/{}", file.file_name().unwrap().display());
        golden(&name, |text| transcript(&place, text));
    }
}

#[test]
fn puzzles_have_the_answers_that_they_had() {
    golden("answers.txt", |text| {
        let place = Place::new();
        place.write("answers.txt", text);
        let counts = place.sudoku("-s answers.txt -o - --count 1000");
        let answers = place.sudoku("-s answers.txt -o - -f csv");
        let mut answered = counts.text().lines().zip(answers.text().lines());
        let mut line = |line: &str| match line.starts_with('#') {
            true => format!("{line}\n"),
            false => {
                let (count, (puzzle, solution)) =
                    answered.next().map(|(count, answer)| (count, answer.split_once(',').unwrap())).unwrap();
                format!("{puzzle}:{count}:{}\n", if count == "0" { "" } else { solution })
            }
        };
        text.lines().map(&mut line).collect()
    });
}

#[test]
fn the_answers_are_right() {
    let table = fs::read_to_string(folder("answers.txt")).unwrap();
    let mut seen = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(':').collect();
        let (puzzle, count) = (slow::cells(fields[0]), fields[1].parse().unwrap());
        assert_eq!(slow::count(&puzzle, 1000, 50_000), Some(count), "{line}");
        match fields[2] {
            "" => assert_eq!(count, 0, "{line}"),
            solution => {
                assert_eq!(slow::is_first(&slow::cells(solution), &puzzle, 50_000), Some(true), "{line}")
            }
        }
        seen += 1;
    }
    assert!(seen >= 45);
}

/// The records that `tests/reader.rs` knows in the golden forms are those that the command answers.
#[test]
fn each_record_of_the_forms_is_answered_in_its_place() {
    let place = place();
    for file in files("forms").into_iter().filter(|file| file.extension().is_none_or(|e| e != "records")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let ran = place.sudoku(&format!("-s {name} -o - -f csv"));
        let records = place.read(format!("{name}.records"));
        assert_eq!(ran.text().lines().count(), records.lines().count(), "{ran}");
        let mut said = ran.err.lines();
        for (number, (record, answer)) in (1..).zip(records.lines().zip(ran.text().lines())) {
            let (_, record) = record.split_once(": ").unwrap();
            let (puzzle, solution) = answer.split_once(',').unwrap();
            match record.split_once(": ") {
                Some((at, what)) => {
                    assert_eq!(said.next(), Some(&*format!("sudoku: {name}:{at}: puzzle {number}: {what}")));
                    assert!(puzzle == solution && puzzle == "0".repeat(81), "{ran}");
                }
                None => {
                    assert_eq!(puzzle, record);
                    assert!(slow::solves(&slow::cells(solution), &slow::cells(puzzle)), "{ran}");
                }
            }
        }
        assert_eq!(said.next(), None, "{ran}");
    }
}
