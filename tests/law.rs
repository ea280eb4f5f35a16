//! No record vanishes: whatever good and malformed records a file is made of, each comes out in its place.
//!
//! What is here builds files from the contract alone, and shares nothing with the reader.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common::{Place, random};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sudoku::reader::Reader;

type Cells = [u8; 81];

/// What a record leaves behind it, as far as text is concerned.
#[derive(Clone, Copy, PartialEq, Debug)]
enum After {
    Nothing,
    OneLine,
    NineLines,
}

/// A puzzle with at least one clue, with its empty cells as `empty`.
fn puzzle(rng: &mut SmallRng) -> Cells {
    let clues = rng.random_range(1..=81);
    let mut cells = [0; 81];
    for _ in 0..clues {
        cells[rng.random_range(0..81)] = rng.random_range(1..=9);
    }
    cells
}

fn text(cells: &Cells, empty: &str) -> Vec<String> {
    cells.iter().map(|&digit| if digit == 0 { empty.into() } else { digit.to_string() }).collect()
}

fn rows(cells: &Cells, empty: &str, row: impl Fn(&[String]) -> String) -> Vec<String> {
    text(cells, empty).chunks(9).map(row).collect()
}

fn joined(separator: &str) -> impl Fn(&[String]) -> String {
    move |row| row.join(separator)
}

/// Three groups between these bars, with blanks around the cells.
fn groups(bar: &str) -> impl Fn(&[String]) -> String {
    move |row| {
        let groups: Vec<_> = row.chunks(3).map(|group| group.join(" ")).collect();
        format!("{bar} {} {bar}", groups.join(&format!(" {bar} ")))
    }
}

/// So many ways to write a record on one line.
const ONE_LINE: usize = 18;

fn one_line(cells: &Cells, way: usize, rng: &mut SmallRng) -> String {
    let empty = *["0", ".", "_", "*", "x", "X", "-", "?", "·"].choose(rng).unwrap();
    let cell_by_cell = *["0", ".", "_", "x", "?", "·"].choose(rng).unwrap();
    let compact = text(cells, empty).concat();
    let array = |open: &str, close: &str, quote: &str, empty: &str| {
        let rows = rows(cells, empty, |row| {
            let cells: Vec<_> = row.iter().map(|cell| format!("{quote}{cell}{quote}")).collect();
            format!("{open}{}{close}", cells.join(", "))
        });
        format!("{open}{}{close}", rows.join(", "))
    };
    let solution = "123456789".repeat(9);
    match way {
        0 | 1 => compact,
        2 => format!("{compact},{solution}"),
        3 => format!("17,\"{compact}\",\"{solution}\",2.5"),
        4 => format!("<game data='{compact}' />"),
        5 => format!("https://example.org/play?p={compact}&level=3"),
        6 => format!("  puzzle = \"{compact}\";"),
        7 => format!("{compact} # the best of all"),
        8 => format!(":0000:x:{}:::", text(cells, ".").iter().enumerate().map(plus).collect::<String>()),
        9 => text(cells, cell_by_cell).join(" "),
        10 => text(cells, cell_by_cell).join(","),
        11 => format!("{};{}", text(cells, "0").join(";"), text(&[5; 81], "0").join(";")),
        12 => array("[", "]", "", "0"),
        13 => array("[", "]", "\"", "."),
        14 => format!("{{\"id\": 7, \"clues\": [3, 4], \"grid\": {}}}", array("[", "]", "", "0")),
        15 => format!("int grid[9][9] = {};", array("{", "}", "", "0")),
        16 => format!("\"{}\",\"{}\"", array("[", "]", "", "0"), array("[", "]", "", "0")),
        _ => format!("// {compact}"),
    }
}

/// Every third clue was placed by a player.
fn plus((at, cell): (usize, &String)) -> String {
    if at % 3 == 0 && cell != "." { format!("+{cell}") } else { cell.clone() }
}

/// So many ways to write nine rows.
const NINE_LINES: usize = 21;

fn nine_lines(cells: &Cells, way: usize, rng: &mut SmallRng) -> Vec<String> {
    let empty = *["0", ".", "_", "x", "X", "?", "·"].choose(rng).unwrap();
    let ruled = |rows: Vec<String>, rule: &str| -> Vec<String> {
        let rule = [rule.to_string()];
        [&rule[..], &rows[..3], &rule, &rows[3..6], &rule, &rows[6..], &rule].concat()
    };
    match way {
        0 => rows(cells, empty, joined("")),
        1 => rows(cells, empty, joined(" ")),
        2 => rows(cells, empty, joined("\t")),
        3 => rows(cells, empty, |row| {
            format!("{}|{}|{}", row[..3].concat(), row[3..6].concat(), row[6..].concat())
        }),
        4 => ruled(rows(cells, empty, groups("|")), "+-------+-------+-------+"),
        5 => ruled(rows(cells, empty, groups("│")), "├───────┼───────┼───────┤"),
        6 => ruled(rows(cells, " ", groups("|")), "+-------+-------+-------+"),
        7 => ruled(rows(cells, " ", groups("║")), "╠═══════╬═══════╬═══════╣"),
        8 => rows(cells, " ", |row| format!("| {} |", row.join(" | "))),
        9 => rows(cells, " ", |row| {
            format!("|{}|{}|{}|", row[..3].concat(), row[3..6].concat(), row[6..].concat())
        }),
        10 => rows(cells, "0", joined(",")),
        11 => rows(cells, "", joined(",")),
        12 => rows(cells, "", joined(";")),
        13 => rows(cells, "", joined("\t")),
        14 => rows(cells, "", |row| format!("\"{}\"", row.join("\",\""))),
        15 => rows(cells, "0", |row| format!("  [{}],", row.join(", "))),
        16 => rows(cells, "0", |row| format!("{{{}}},", row.join(","))),
        17 => rows(cells, ".", |row| format!("[\"{}\"],", row.join("\",\""))),
        18 => {
            let rows = rows(cells, empty, joined(""));
            let gap = [String::new()];
            [&rows[..3], &gap, &rows[3..6], &gap, &rows[6..]].concat()
        }
        19 => rows(cells, empty, |row| format!("{} # row", row.join(" "))),
        _ => rows(cells, "0", |row| format!("& {} \\\\", row.join(" & "))),
    }
}

/// A malformed record on one line; what is text is one only in a list.
fn bad_line(in_list: bool, rng: &mut SmallRng) -> String {
    let mut cells = text(&puzzle(rng), "0");
    cells[40] = "5".into();
    let at = rng.random_range(0..81);
    match rng.random_range(0..if in_list { 12 } else { 8 }) {
        0 => drop(cells.remove(at)),
        1 => cells.insert(at, "7".into()),
        2 => cells[at] = "q".into(),
        3 => cells[at] = "é".into(),
        4 => (cells[at], cells[(at + 1) % 81]) = (".".into(), "0".into()),
        5 => cells.extend(vec!["1".to_string(); 5000]),
        6 => {
            cells.remove(at);
            return cells.join(" ");
        }
        7 => {
            cells[at] = "q".into();
            return cells.join(",");
        }
        8 => return "bad".into(),
        9 => return "2,nan".into(),
        10 => return "5.30E+80,9.84E+80".into(),
        _ => return "12.4..x cut".into(),
    }
    cells.concat()
}

/// A malformed record of nine lines, which stands clear of what follows.
fn bad_rows(rng: &mut SmallRng) -> Vec<String> {
    let (mut rows, row) = (rows(&puzzle(rng), "0", joined("")), rng.random_range(0..9));
    let column = rng.random_range(0..9);
    match rng.random_range(0..9) {
        0 => drop(rows[row].remove(column)),
        1 => rows[row].insert(column, '7'),
        2 => rows[row].replace_range(column..=column, "q"),
        3 => rows[row].replace_range(column..=column, "é"),
        4 => {
            rows[row] = ".00000000".into();
        }
        // A letter for each zero, in all rows: what a scanner makes of it.
        5 => {
            rows.iter_mut().for_each(|row| *row = row.replace('0', "O"));
            if rows.iter().any(|row| !row.contains('O') || *row == "O".repeat(9)) {
                rows = vec!["O841OOOO6".into(); 9];
            }
        }
        // Not the first row: those lines might be anything.
        6 => rows[row.max(1)] = "1 2 3 4\n5 6 7 8 9".into(),
        7 => rows[row.max(1)] = "1".repeat(5000),
        _ => rows.truncate(row.max(1)),
    }
    // Three rows alone may be a band, together with others.
    if rows.len() == 3 {
        rows.pop();
    }
    rows
}

/// A file of records, and what each of them holds, if it is any good.
fn file(rng: &mut SmallRng) -> (String, Vec<Option<Cells>>) {
    let (mut lines, mut records): (Vec<String>, Vec<_>) = (vec![], vec![]);
    let mut after = After::Nothing;
    let mut clear = true;
    if rng.random_bool(0.3) {
        lines.extend(["id,puzzle".into(), "of my own".into(), "12".into()]);
    }
    for _ in 0..rng.random_range(1..8) {
        let cells = puzzle(rng);
        let (nine, bad) = (rng.random_bool(0.5), rng.random_bool(0.35));
        // Between records; behind a bad one of nine lines always something that clears the way.
        let gap = rng.random_range(if clear { 0 } else { 2 }..6);
        match gap {
            0 => {}
            1 => lines.push(
                ["# remark", "+---+---+---+", "```", "<row>", "// remark"].choose(rng).unwrap().to_string(),
            ),
            2 | 3 => lines.push(["", "  \t"].choose(rng).unwrap().to_string()),
            // Right below a record on one line, text is a record, and further below, if no nine rows follow.
            _ if after != After::OneLine || (nine && !bad) => {
                if after == After::OneLine {
                    lines.push(String::new());
                }
                let titles = ["Grid 2", "by nobody", "[hard]", "Puzzle no. 7, easy", "12", "3.", "(4)"];
                lines.extend((0..rng.random_range(1..=3)).map(|_| titles.choose(rng).unwrap().to_string()));
                if rng.random_bool(0.5) || !clear {
                    lines.push(String::new());
                }
            }
            _ => lines.push(String::new()),
        }
        match (nine, bad) {
            (false, false) => lines.push(one_line(&cells, rng.random_range(0..ONE_LINE), rng)),
            (true, false) => lines.extend(nine_lines(&cells, rng.random_range(0..NINE_LINES), rng)),
            (false, true) => lines.push(bad_line(after == After::OneLine && gap == 0, rng)),
            (true, true) if after == After::NineLines && rng.random_bool(0.1) => {
                lines.extend(["", "one", "two", "three", "four", "five"].map(String::from));
            }
            (true, true) => {
                if gap == 0 && after == After::NineLines {
                    lines.push(String::new());
                }
                lines.extend(bad_rows(rng));
            }
        }
        // What a line was that is too long, nobody can tell.
        let is_clear = after == After::Nothing || lines.last().is_some_and(|line| line.len() < 4096);
        after = match nine {
            true => After::NineLines,
            false if is_clear => After::OneLine,
            false => after,
        };
        clear = !(nine && bad);
        records.push((!bad).then_some(cells));
    }
    (lines.join("\n") + "\n", records)
}

fn read(text: &[u8]) -> Vec<Option<Cells>> {
    Reader::new(text).map(|record| record.unwrap().puzzle.ok().map(|puzzle| *puzzle.digits())).collect()
}

#[test]
fn as_many_records_come_out_as_go_in_and_each_good_one_in_its_place() {
    let mut rng = random(1);
    for _ in 0..20_000 {
        let (text, records) = file(&mut rng);
        assert_eq!(read(text.as_bytes()), records, "{text}");
    }
}

/// The same through the command, whole and in pieces.
#[test]
fn the_command_answers_each_record_in_its_place() {
    let (mut rng, place) = (random(2), Place::new());
    for _ in 0..60 {
        let (text, records) = file(&mut rng);
        let jobs = rng.random_range(1..4);
        let ran = place.filter(&format!("-s - -o - -f csv --count 2 -j {jobs}"), &text);
        let puzzles: Vec<&str> = ran.text().lines().map(|line| &line[..81]).collect();
        let expected: Vec<_> =
            records.iter().map(|record| self::text(&record.unwrap_or([0; 81]), "0").concat()).collect();
        assert_eq!(puzzles, expected, "{ran}\n{text}");
    }
}
