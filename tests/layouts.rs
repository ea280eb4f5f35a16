//! Files as people have them: `tests/data/reading` holds one for each layout, and `expected.tsv` what comes of it.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::common::Place;
use sudoku::reader::Reader;

/// A case: its name, the text, the status, and the answers with `-f line`.
struct Case {
    name: String,
    bytes: Vec<u8>,
    status: i32,
    answers: String,
    /// How many records there are, and which of them are malformed.
    good: Vec<bool>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reading");
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let solution = |name: char| {
        let start = format!("# {name}\t");
        table.lines().find_map(|line| line.strip_prefix(&start)).unwrap().to_string()
    };
    let (a, b) = (solution('A'), solution('B'));
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let answer = |letter| match letter {
            'A' => format!("{a}\n"),
            'B' => format!("{b}\n"),
            _ => format!("{}\n", "0".repeat(81)),
        };
        Case {
            name: fields[0].into(),
            bytes: fs::read(folder.join(fields[0])).unwrap(),
            status: fields[1].parse().unwrap(),
            answers: fields[2].chars().map(answer).collect(),
            good: fields[2].chars().map(|letter| letter != '0').collect(),
        }
    })
    .collect()
}

fn is_text(case: &Case) -> bool {
    !case.name.ends_with(".gz") && !case.name.ends_with(".zip")
}

/// The same file as other systems have it.
fn variants(case: &Case) -> Vec<Vec<u8>> {
    let mut variants = vec![case.bytes.clone()];
    if let Ok(text) = std::str::from_utf8(&case.bytes)
        && is_text(case)
    {
        variants.extend([text.replace('\n', "\r\n").into(), text.replace('\n', "\r").into()]);
        variants.extend([text.trim_end_matches('\n').into(), format!("\u{feff}{text}").into()]);
    }
    variants
}

#[test]
fn each_layout_is_answered() {
    let place = Place::new();
    for case in cases() {
        for bytes in variants(&case) {
            place.write("input", &bytes);
            for jobs in [1, 2, 5] {
                let ran = place.sudoku(&format!("-s input -o - -f line -j {jobs}"));
                assert_eq!(ran.text(), case.answers, "{}: {ran}", case.name);
                assert_eq!(ran.status, Some(case.status), "{}: {ran}", case.name);
            }
        }
    }
}

#[test]
fn a_pipe_changes_nothing() {
    let place = Place::new();
    for case in cases() {
        let ran = place.filter("-s - -o - -f line", &case.bytes);
        assert_eq!((ran.text(), ran.status), (&*case.answers, Some(case.status)), "{}: {ran}", case.name);
    }
}

/// A source that gives one byte at a time.
struct Bytes<'a>(&'a [u8]);

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn reads_of_one_byte_change_nothing() {
    for case in cases().iter().filter(|case| is_text(case)) {
        for bytes in variants(case) {
            let records: Vec<_> = Reader::new(Bytes(&bytes)).map(|record| record.unwrap()).collect();
            let good: Vec<bool> = records.iter().map(|record| record.puzzle.is_ok()).collect();
            assert_eq!(good, case.good, "{}: {records:?}", case.name);
            assert_eq!(Reader::new(&bytes[..]).map(|record| record.unwrap()).collect::<Vec<_>>(), records);
        }
    }
}
