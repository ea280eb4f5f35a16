//! Files as people have them: `tests/data/reading` holds one for each layout, and `expected.tsv` what comes of it.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::common::Place;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sudoku::grid::Puzzle;
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

/// The nine rows of a puzzle.
fn rows(puzzle: &Puzzle) -> [[u8; 9]; 9] {
    let digits = puzzle.digits();
    std::array::from_fn(|row| std::array::from_fn(|column| digits[9 * row + column]))
}

/// Cells as text, apart or together.
fn cells(digits: &[u8], empty: &str, between: &str) -> String {
    let cell = |&digit: &u8| if digit == 0 { empty.to_string() } else { digit.to_string() };
    digits.iter().map(cell).collect::<Vec<_>>().join(between)
}

/// What stands before the rows, before row 4 and row 7, and after the rows; and a row.
type Layout = (&'static str, &'static str, &'static str, fn(&[u8; 9]) -> String);

/// Three boxes of a row.
fn boxes(row: &[u8; 9], empty: &str, between: &str) -> [String; 3] {
    [0, 3, 6].map(|at| cells(&row[at..at + 3], empty, between))
}

const NINE: &[Layout] = &[
    ("", "", "", |row| cells(row, "0", "")),
    ("", "", "", |row| cells(row, ".", " ")),
    ("", "", "", |row| cells(row, "·", "")),
    ("", "", "", |row| cells(row, "0", ",")),
    ("", "", "", |row| cells(row, "", ",")),
    ("", "", "", |row| cells(row, "", ";") + ";"),
    ("", "", "", |row| cells(row, "", "\t")),
    ("", "", "", |row| format!("\"{}\"", cells(row, "", "\",\""))),
    ("[\n", "", "]\n", |row| format!("  [{}],", cells(row, "0", ", "))),
    ("", "", "};\n", |row| format!("    {{{}}},", cells(row, "0", ","))),
    ("[\n", "", "]\n", |row| format!("[\"{}\"],", cells(row, ".", "\",\""))),
    ("", "", "", |row| format!("\"{}\",", cells(row, ".", ""))),
    ("%\n", "", "%\n", |row| cells(row, ".", "")),
    ("```\n", "", "```\n", |row| cells(row, "_", "")),
    ("", "", "", |row| cells(row, "0", "") + " # row"),
    ("", "\n", "", |row| cells(row, "0", "")),
    ("", "\n\n", "", |row| cells(row, ".", " ")),
    ("+---+---+---+\n", "+---+---+---+\n", "+---+---+---+\n", |row| {
        format!("|{}|", boxes(row, " ", "").join("|"))
    }),
    ("+-------+-------+-------+\n", "+-------+-------+-------+\n", "+-------+-------+-------+\n", |row| {
        format!("| {} |", boxes(row, " ", " ").join(" | "))
    }),
    ("", "------+-------+------\n", "", |row| boxes(row, " ", " ").join(" | ").trim_end().to_string()),
    ("", "", "", |row| format!("| {} |", cells(row, " ", " | "))),
    ("╔═══╗\n", "╠═══╣\n", "╚═══╝\n", |row| {
        format!("║ {} ║", cells(row, " ", " │ "))
    }),
    ("<pre>\n", "", "</pre>\n", |row| cells(row, "x", "")),
    ("[\n", "", "]\n", |row| format!("    [{}],", cells(row, "null", ", "))),
    ("((\n", "", "))\n", |row| format!("({})", cells(row, "nil", " "))),
    ("[\n", "", "];\n", |row| format!("    [{}],", words(row, ", "))),
    ("{\n", "", "};\n", |row| format!("{{\"{}\"}},", cells(row, "", "\", \""))),
    ("[\n", "", "]\n", |row| format!("  ['{}'],", cells(row, " ", "','"))),
    ("", "", "", |row| format!("    \"{}\\n\"", cells(row, ".", ""))),
    ("", "    \"------+-------+------\\n\"\n", "", |row| {
        format!("    \"{}\\n\" +", boxes(row, ".", " ").join(" | "))
    }),
    ("", "\n", "", |row| format!("    db {}", cells(row, "0", ","))),
];

/// Cells as Rust has them that may be empty.
fn words(digits: &[u8], between: &str) -> String {
    let cell = |&digit: &u8| if digit == 0 { "None".to_string() } else { format!("Some({digit})") };
    digits.iter().map(cell).collect::<Vec<_>>().join(between)
}

/// What stands before the first row, and a row.
type NamedRow = (&'static str, fn(&[u8; 9]) -> String);

/// The rows of arrays in program text whose first row stands behind a name.
const NAMED: &[NamedRow] = &[
    ("board = [", |row| format!("[{}],", cells(row, "0", ", "))),
    ("    \"grid\": [", |row| format!("[{}],", cells(row, "0", ","))),
    ("int grid[9][9] = {", |row| format!("{{{}}},", cells(row, "0", ", "))),
    ("let grid = vec![", |row| format!("vec![{}],", cells(row, "0", ", "))),
    ("x = np.array([", |row| format!("[{}],", cells(row, "0", ", "))),
    ("val g = listOf(", |row| format!("listOf({}),", cells(row, "0", ", "))),
    ("GRID = [", |row| format!("\"{}\",", cells(row, ".", ""))),
];

#[test]
fn an_array_may_begin_behind_its_name() {
    let digits = std::array::from_fn(|at| if at % 4 == 0 { (at / 9 + 1) as u8 } else { 0 });
    let puzzle = Puzzle::from_digits(digits).unwrap();
    for (name, row) in NAMED {
        let grid = rows(&puzzle).iter().map(row).collect::<Vec<_>>().join("\n    ");
        let text = format!("{name}{grid}\n]\n");
        check(&text.repeat(2), &[(String::new(), Some(puzzle)), (String::new(), Some(puzzle))]).unwrap();
    }
}

#[test]
fn strings_side_by_side_are_rows() {
    let digits = std::array::from_fn(|at| if at % 4 == 0 { (at / 9 + 1) as u8 } else { 0 });
    let puzzle = Puzzle::from_digits(digits).unwrap();
    let strings = rows(&puzzle).map(|row| format!("\"{}\"", cells(&row, ".", "")));
    let good = (String::new(), Some(puzzle));
    for per_line in 2..9 {
        for (name, between, end) in
            [("", ", ", ","), ("grid = [", ", ", ","), ("String grid = ", " + ", " +")]
        {
            let lines: Vec<String> =
                strings.chunks(per_line).map(|chunk| chunk.join(between) + end).collect();
            let text = format!("{name}{}\n]\n", lines.join("\n    "));
            check(&text.repeat(2), &[good.clone(), good.clone()]).unwrap();
        }
    }
    // Without quotes, two rows on a line are a fault.
    let mut rows = rows(&puzzle).map(|row| cells(&row, ".", ""));
    rows[4] = format!("{0} {0}", rows[4]);
    check(&format!("{}\n", rows.join("\n")), &[(String::new(), None)]).unwrap();
}

/// A record on nine lines, as one of the layouts has it. Rows of blanks alone look like empty lines or borders where no
/// other row came before: here each has a clue.
fn nine_lines(puzzle: &Puzzle, layout: usize) -> String {
    let (before, between, after, row) = NINE[layout];
    let mut text = before.to_string();
    for (at, digits) in rows(puzzle).iter().enumerate() {
        text += if at == 3 || at == 6 { between } else { "" };
        text += &(row(digits) + "\n");
    }
    text + after
}

const ONE: &[fn(&Puzzle) -> String] = &[
    |puzzle| cells(puzzle.digits(), "0", ""),
    |puzzle| cells(puzzle.digits(), ".", "") + "," + &"123456789".repeat(9),
    |puzzle| cells(puzzle.digits(), "0", ","),
    |puzzle| cells(puzzle.digits(), "0", ",") + "," + &cells(&[5; 81], "", ","),
    |puzzle| cells(puzzle.digits(), "_", " "),
    |puzzle| cells(puzzle.digits(), "·", ""),
    |puzzle| format!("[{}]", rows(puzzle).map(|row| format!("[{}]", cells(&row, "0", ", "))).join(", ")),
    |puzzle| format!("{{\"id\": 2, \"grid\": [{}]}}", cells(puzzle.digits(), "0", ",")),
    |puzzle| format!("\"[[{}]]\",\"[[{}]]\"", cells(puzzle.digits(), "0", ", "), cells(&[7; 81], "0", ", ")),
    |puzzle| format!("[[\"{}\"]]", cells(puzzle.digits(), ".", "\", \"")),
    |puzzle| format!("<game data='{}' />", cells(puzzle.digits(), "0", "")),
    |puzzle| format!("https://example.org/play?board={}&level=3", cells(puzzle.digits(), "0", "")),
    |puzzle| format!("let puzzle = `{}`;", cells(puzzle.digits(), ".", "")),
    |puzzle| format!("[{}]", cells(puzzle.digits(), "None", ", ")),
    |puzzle| {
        format!("[{}]", rows(puzzle).map(|row| format!("[\"{}\"]", cells(&row, " ", "\",\""))).join(","))
    },
    |puzzle| rows(puzzle).map(|row| cells(&row, ".", "")).join(" "),
    |puzzle| format!("id=7 \"{}\"", rows(puzzle).map(|row| cells(&row, ".", "")).join("|")),
    |puzzle| {
        format!("{{\"id\": 1, \"grid\": \"{}\"}}", rows(puzzle).map(|row| cells(&row, "0", "")).join("\\n"))
    },
    |puzzle| format!("{}#Number 50", cells(puzzle.digits(), ".", "")),
    |puzzle| format!(":0000:x:{}:::", cells(puzzle.digits(), ".", "").replace("5", "+5")),
];

/// A puzzle with a clue in each row.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    vec((0..3u8, 1..10u8), 81).prop_map(|cells| {
        let mut digits: Vec<u8> =
            cells.iter().map(|&(full, digit)| if full == 0 { digit } else { 0 }).collect();
        (0..9).for_each(|row| digits[9 * row + (4 * row + 1) % 9] = row as u8 + 1);
        Puzzle::from_digits(digits.try_into().unwrap()).unwrap()
    })
}

/// A record, and the puzzle if it is good.
type Part = (String, Option<Puzzle>);

fn good_nine() -> impl Strategy<Value = Part> {
    (puzzles(), 0..NINE.len()).prop_map(|(puzzle, layout)| (nine_lines(&puzzle, layout), Some(puzzle)))
}

fn good_one() -> impl Strategy<Value = Part> {
    (puzzles(), 0..ONE.len()).prop_map(|(puzzle, layout)| (ONE[layout](&puzzle) + "\n", Some(puzzle)))
}

/// A malformed record on nine lines: a row with a cell too few, too many or wrong, all rows with the letter O for zero,
/// rows that are missing, or text that is too long for a title.
fn bad_nine() -> impl Strategy<Value = Part> {
    (puzzles(), 0..9usize, 0..8usize).prop_map(|(puzzle, at, flaw)| {
        let mut rows: Vec<String> = rows(&puzzle).iter().map(|row| cells(row, "0", "")).collect();
        match flaw {
            0 => drop(rows[at].pop()),
            1 => rows[at].push('7'),
            2 => rows[at].replace_range(3..4, "q"),
            3 => rows[at] = rows[at].replace('0', "O"),
            4 => rows.iter_mut().for_each(|row| *row = row.replace('0', "O")),
            5 => rows.truncate([1, 2, 4, 5, 6, 7, 8][at % 7]),
            6 => {
                rows =
                    ["one", "two", "three", "four", "five"][..4 + at % 2].iter().map(|&s| s.into()).collect()
            }
            _ => rows[at] = "12345678901234567890".into(),
        }
        (rows.join("\n") + "\n", None)
    })
}

/// A malformed record on one line: a cell too few, too many or wrong, text, a value that is missing.
fn bad_one() -> impl Strategy<Value = Part> {
    (puzzles(), 0..9usize).prop_map(|(puzzle, flaw)| {
        let text = cells(puzzle.digits(), ".", "");
        let line = match flaw {
            0 => text[1..].to_string(),
            1 => text + "1",
            2 => text.replacen('.', "q", 1),
            3 => "bad".into(),
            4 => "2,nan".into(),
            5 => "5.30E+80,1".into(),
            6 => format!("{} cut", &text[..20]),
            7 => cells(&puzzle.digits()[1..], "0", ","),
            _ => text[..80].to_string() + "," + &"123456789".repeat(9),
        };
        (line + "\n", None)
    })
}

fn check(text: &str, parts: &[Part]) -> Result<(), TestCaseError> {
    let found: Vec<_> = Reader::new(text.as_bytes()).map(|record| record.unwrap().puzzle.ok()).collect();
    let put_in: Vec<_> = parts.iter().map(|part| part.1).collect();
    prop_assert_eq!(found, put_in, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_a_list_each_line_is_a_record(
        header in select(&["", "id,puzzle\n", "1000000\n", "My puzzles\n\n", "// mine\n"][..]),
        first in good_one(),
        rest in vec(prop_oneof![2 => good_one(), 1 => bad_one()], 0..8),
    ) {
        let parts = [vec![first], rest].concat();
        let text: String = parts.iter().map(|part| &*part.0).collect();
        check(&format!("{header}{text}"), &parts)?;
    }

    #[test]
    fn no_grid_vanishes(
        first in good_nine(),
        rest in vec((select(&["\n", "\n\nEasy\n\n", "\n3.\n", "\n# next\n", "\nA\nB\nC\n\n"][..]), prop_oneof![2 => good_nine(), 1 => bad_nine()]), 0..6),
    ) {
        let mut text = first.0.clone();
        rest.iter().for_each(|(gap, part)| text += &((if part.0.starts_with("one") { "\n" } else { gap }).to_string() + &part.0));
        let parts = [vec![first], rest.into_iter().map(|part| part.1).collect()].concat();
        check(&text, &parts)?;
    }

    #[test]
    fn records_of_any_layout_go_together(parts in vec(prop_oneof![good_nine(), good_one()], 0..8)) {
        let text: Vec<&str> = parts.iter().map(|part| &*part.0).collect();
        check(&text.join("\n"), &parts)?;
    }
}
