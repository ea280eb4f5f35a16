//! What is read, as a user of the library sees it: golden files of the layouts that people have, and laws that
//! hold for any input.
//!
//! `UPDATE_GOLDEN=1 cargo test --test all reader` writes the expected records of the golden files anew.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sudoku::format::{Fault, Format, Writer};
use sudoku::grid::Puzzle;
use sudoku::reader::{LINE_LIMIT, Reader, Record};

/// The records of a text that comes in pieces of these sizes, over and over.
fn read_in_pieces(text: &[u8], sizes: &[usize]) -> Vec<Record> {
    let mut sizes = sizes.iter().cycle();
    let mut rest = text;
    let source = std::iter::from_fn(|| {
        let (piece, more) = rest.split_at(rest.len().min(*sizes.next()?));
        rest = more;
        (!piece.is_empty()).then_some(piece)
    });
    let mut records = Vec::new();
    let mut reader = Reader::new(Pieces(source));
    loop {
        let more = reader.read_more().unwrap();
        records.extend(std::iter::from_fn(|| reader.next_waiting()));
        if !more {
            return records;
        }
    }
}

/// A source that gives one piece for each read.
struct Pieces<I>(I);

impl<'a, I: Iterator<Item = &'a [u8]>> Read for Pieces<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.next().map_or(Ok(0), |mut piece| piece.read(buffer))
    }
}

fn read(text: impl AsRef<[u8]>) -> Vec<Record> {
    Reader::new(text.as_ref()).collect::<Result<_, _>>().unwrap()
}

/// A record as a line of text.
fn show(record: &Record) -> String {
    match record.puzzle {
        Ok(puzzle) => format!("{}: {puzzle}", record.line),
        Err(Fault { line, column: Some(column), kind }) => {
            format!("{}: {line}:{column}: {kind}", record.line)
        }
        Err(Fault { line, column: None, kind }) => format!("{}: {line}: {kind}", record.line),
    }
}

#[test]
fn the_golden_files_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/forms");
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "records") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut records = String::new();
        read(&text).iter().for_each(|record| writeln!(records, "{}", show(record)).unwrap());
        let expected = format!("{}.records", path.display());
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&expected, &records).unwrap();
        }
        let expected = fs::read_to_string(expected).unwrap();
        assert_eq!(records, expected, "{}", path.display());
        for end in ["\r\n", "\r"] {
            let text = text.replace('\n', end);
            let again: String = read(&text).iter().map(|record| show(record) + "\n").collect();
            assert_eq!(again, expected, "{} with {end:?}", path.display());
        }
        files += 1;
    }
    assert!(files > 15);
}

/// Any puzzle, whether its clues agree or not.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (0..=100, vec((0..100, 1..10u8), 81)).prop_map(|(full, cells)| {
        let digit = |(emptiness, digit): (i32, u8)| if emptiness < full { digit } else { 0 };
        let cells: Vec<u8> = cells.into_iter().map(digit).collect();
        Puzzle::from_digits(cells.try_into().unwrap()).unwrap()
    })
}

/// The puzzle in 81 characters.
fn text(puzzle: &Puzzle, empty: char) -> String {
    puzzle.to_string().replace('0', &empty.to_string())
}

/// The nine rows of a puzzle.
fn rows(puzzle: &Puzzle, empty: char) -> Vec<String> {
    let text: Vec<char> = text(puzzle, empty).chars().collect();
    text.chunks(9).map(String::from_iter).collect()
}

/// The puzzle on nine lines, drawn in one of several ways.
fn nine_lines(puzzle: &Puzzle, empty: char, style: usize) -> String {
    let mut out = String::new();
    for (at, row) in rows(puzzle, empty).iter().enumerate() {
        let cells: Vec<char> = row.chars().collect();
        let boxes: Vec<String> = cells.chunks(3).map(String::from_iter).collect();
        let spaced: Vec<String> = cells.iter().map(char::to_string).collect();
        let rule = at == 3 || at == 6;
        out += &match style {
            0 => row.clone(),
            1 => spaced.join(" "),
            2 => format!("\t{}  ", spaced.join("\t")),
            3 if rule => format!("---+---+---\n{}", boxes.join("|")),
            3 => boxes.join("|"),
            4 if rule => format!("| === | === |\n|{}|", boxes.join("|")),
            4 => format!("|{}|", boxes.join("|")),
            5 if rule => format!("╟───┼───┼───╢\n║{}║", spaced.join("│")),
            5 => format!("║{}║", spaced.join("│")),
            6 if rule => format!("*******\n# half\n* {} *", boxes.join(" * ")),
            _ => format!("* {} *", boxes.join(" * ")),
        };
        out += "\n";
    }
    out
}

const STYLES: usize = 7;

/// The puzzle on one line, with one or another thing around it.
fn one_line(puzzle: &Puzzle, empty: char, style: usize) -> String {
    let cells = text(puzzle, empty);
    match style {
        0 => format!("{cells}\n"),
        1 => format!("{cells},{}\n", "123456789".repeat(9)),
        2 => format!("17,\"{cells}\",\"{}\",2.5\n", "123456789".repeat(9)),
        3 => format!("  {cells}\t# the best of all\n"),
        4 => format!("{cells}:1:{}\n", "123456789".repeat(9)),
        5 => format!("0000183b305c {cells}  1.2\n"),
        _ => format!("{};{cells};{}\n", "0123456789abcdef".repeat(4), "9".repeat(80)),
    }
}

const NINE_LINE_KINDS: [char; 6] = ['0', '.', '_', 'x', 'X', '?'];
const ONE_LINE_KINDS: [char; 8] = ['0', '.', '_', 'x', 'X', '?', '-', '*'];

/// A good record of any form, and what it holds.
fn good_records() -> impl Strategy<Value = (String, Puzzle)> {
    prop_oneof![
        (puzzles(), select(&NINE_LINE_KINDS[..]), 0..STYLES, titles()).prop_map(
            |(puzzle, empty, style, title)| {
                (title.to_string() + &nine_lines(&puzzle, empty, style), puzzle)
            }
        ),
        (puzzles(), select(&ONE_LINE_KINDS[..]), 0..STYLES)
            .prop_map(|(puzzle, empty, style)| (one_line(&puzzle, empty, style), puzzle)),
    ]
}

/// What may stand before a record of nine lines, whatever was before.
fn titles() -> impl Strategy<Value = &'static str> {
    prop_oneof![3 => Just(""), 1 => select(&["\nGrid 07\n", "\nEasy\n\nNo. 3\n3.\n", "\n17\n"][..])]
}

/// What may stand between records that don't know each other.
fn gaps() -> impl Strategy<Value = &'static str> {
    select(&["\n", "\n\n \t\n", "# comment\n\n", "\n+---+---+---+\n", "\n<b>\n"][..])
}

/// A malformed record of one line, in words that every good one of its form holds.
fn bad_lines() -> impl Strategy<Value = String> {
    (puzzles(), select(&ONE_LINE_KINDS[..]), any::<Index>(), 0..6).prop_map(|(puzzle, empty, index, flaw)| {
        let mut cells: Vec<char> = text(&puzzle, empty).chars().collect();
        let at = index.index(cells.len());
        // A row of `-` or `*` alone is a ruler, not a puzzle without a clue.
        cells[if at == 0 { 1 } else { 0 }] = '5';
        match flaw {
            0 => drop(cells.remove(at)),
            1 => cells.insert(at, '7'),
            2 => cells[at] = 'q',
            3 => cells[at] = 'é',
            4 => (cells[at], cells[(at + 2) % 81]) = ('.', '0'),
            _ => cells.extend(['1'; LINE_LIMIT]),
        }
        let cells: String = cells.into_iter().collect();
        if flaw == 0 && at % 2 == 0 {
            format!("{cells},{}\n", "123456789".repeat(9))
        } else {
            format!("{cells}\n")
        }
    })
}

/// A malformed record of nine lines.
fn bad_grids() -> impl Strategy<Value = String> {
    prop_oneof![bad_grids_of(0..COUNTED), bad_grids_of(COUNTED..9)]
}

/// The flaws below leave lines that can be counted up to nine.
const COUNTED: usize = 6;

fn bad_grids_of(flaws: Range<usize>) -> impl Strategy<Value = String> {
    (puzzles(), select(&NINE_LINE_KINDS[..]), 0..9usize, 0..9usize, flaws).prop_map(
        |(puzzle, empty, row, column, flaw)| {
            let mut rows = rows(&puzzle, empty);
            let cells: Vec<char> = rows[row].chars().collect();
            let (left, right) =
                (String::from_iter(&cells[..column]), String::from_iter(&cells[column + 1..]));
            match flaw {
                0 => rows[row] = left + &right,
                1 => rows[row] = left + "1 2" + &right,
                2 => rows[row] = left + "q" + &right,
                3 => rows[row] = left + "é" + &right,
                4 => rows[row] = left + "," + &right,
                5 => (rows[row], rows[(row + 1) % 9]) = ("12345678.".into(), "1234567_9".into()),
                6 => rows[row] = "1 2 3 4\n5 6 7 8 9".into(),
                7 => rows[row] = format!("{0} {0}", rows[row]),
                // Three rows alone could be a band.
                _ => rows.truncate(if row == 3 { 4 } else { row.max(1) }),
            }
            rows.join("\n") + "\n"
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(puzzles in vec(puzzles(), 0..6), sizes in vec(1..400usize, 1..4)) {
        for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
            let mut writer = Writer::new(format);
            for puzzle in &puzzles {
                writer.write(sudoku::format::Record::Answer { puzzle, answer: puzzle });
            }
            let read: Vec<_> = read_in_pieces(writer.text(), &sizes).iter().map(|record| record.puzzle).collect();
            prop_assert_eq!(read, puzzles.iter().copied().map(Ok).collect::<Vec<_>>(), "{}", format);
        }
    }

    #[test]
    fn good_records_stand_side_by_side(records in vec(good_records(), 0..8)) {
        // A title, so that the first row is no count.
        let text: String = std::iter::once("Puzzles\n").chain(records.iter().map(|record| &*record.0)).collect();
        let expected: Vec<_> = records.iter().map(|record| Ok(record.1)).collect();
        prop_assert_eq!(read(&text).iter().map(|record| record.puzzle).collect::<Vec<_>>(), expected, "{}", text);
    }

    #[test]
    fn a_bad_record_is_one_fault_and_no_good_one_is_lost(
        records in vec((good_records().prop_map(Ok), gaps()), 2..5),
        bad in vec((prop_oneof![bad_lines(), bad_grids()].prop_map(Err), gaps()), 0..5),
        order in any::<u64>(),
    ) {
        let mut records: Vec<_> = records.into_iter().chain(bad).collect();
        // Any order will do.
        let mut state = order;
        records.sort_by_cached_key(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        });
        let mut all = "Puzzles\n".to_string();
        for (record, gap) in &records {
            all += record.as_ref().map_or_else(|bad| bad, |good| &good.0);
            all += gap;
        }
        let found: Vec<_> = read(&all).iter().map(|record| record.puzzle.map_err(|_| ())).collect();
        let expected: Vec<_> = records.iter().map(|(r, _)| r.as_ref().map(|good| good.1).map_err(|_| ())).collect();
        prop_assert_eq!(found, expected, "{}", all);
    }

    #[test]
    fn without_gaps_a_bad_row_costs_its_own_record_alone(
        before in vec(puzzles(), 0..3), bad in bad_grids_of(0..COUNTED), after in vec(puzzles(), 2..4),
    ) {
        let write = |puzzles: &[Puzzle]| -> String { puzzles.iter().map(|puzzle| nine_lines(puzzle, '0', 0)).collect() };
        let all = format!("Puzzles\n{}{}{}", write(&before), bad, write(&after));
        let found: Vec<_> = read(&all).iter().filter_map(|record| record.puzzle.ok()).collect();
        prop_assert_eq!(found, [before, after].concat(), "{}", all);
    }

    #[test]
    fn one_line_records_are_one_a_line(lines in vec(prop_oneof![
        (puzzles(), select(&ONE_LINE_KINDS[..]), 0..STYLES).prop_map(|(p, empty, style)| (one_line(&p, empty, style), Some(p))),
        bad_lines().prop_map(|line| (line, None)),
    ], 0..9)) {
        let all: String = lines.iter().map(|line| &*line.0).collect();
        let found: Vec<_> = read(&all).iter().map(|r| (r.line, r.puzzle.ok())).collect();
        let expected: Vec<_> = (1..).zip(lines.iter().map(|line| line.1)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn pieces_and_line_ends_change_nothing(
        text in soup(), sizes in vec(1..300usize, 1..5), end in select(&["\n", "\r\n", "\r"][..]),
    ) {
        let whole = read(&text);
        prop_assert_eq!(&read_in_pieces(text.replace('\n', end).as_bytes(), &sizes), &whole);
        prop_assert_eq!(&read_in_pieces(text.as_bytes(), &[1]), &whole);
        prop_assert_eq!(&read(format!("\u{feff}{text}")), &whole);
    }

    #[test]
    fn a_blank_before_each_line_moves_columns_and_nothing_else(text in soup()) {
        // Between bars it could be an empty cell.
        prop_assume!(!text.contains('|'));
        // It also keeps every line from the ways that know the most common shapes byte by byte.
        let moved: String = text.split_inclusive('\n').map(|line| format!(" {line}")).collect();
        let expected: Vec<_> = read(&text).into_iter().map(|mut record| {
            if let Err(fault) = &mut record.puzzle {
                fault.column = fault.column.map(|column| column + 1);
            }
            record
        }).collect();
        prop_assert_eq!(read(&moved), expected, "{}", text);
    }

    #[test]
    fn any_bytes_are_read_in_order(bytes in vec(select(&b"\n\n\n\r .0123456789x*-|+#,q\xe2\x94\x82\xff\0"[..]), 0..600), sizes in vec(1..99usize, 1..4)) {
        let records = match Reader::new(&bytes[..]).collect::<Result<Vec<_>, _>>() {
            Ok(records) => records,
            Err(error) => {
                prop_assert_eq!(error.kind(), io::ErrorKind::InvalidData);
                return Ok(());
            }
        };
        prop_assert_eq!(&read_in_pieces(&bytes, &sizes), &records);
        let mut before = 0;
        for record in &records {
            prop_assert!(record.line > before, "{:?}", records);
            before = record.line;
            if let Err(fault) = record.puzzle {
                prop_assert!(fault.line >= record.line);
                prop_assert!(!fault.to_string().is_empty());
            }
        }
    }
}

/// Records good and bad, a little damaged, with and without gaps.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => good_records().prop_map(|good| good.0),
        1 => bad_lines().prop_filter("short", |line| line.len() < LINE_LIMIT),
        1 => bad_grids(),
        2 => gaps().prop_map(String::from),
        1 => select(&["123\n", "@\n", "2006-08-03\n", "x\n", "..........\n", "1 2 3\n", "(4)\n"][..]).prop_map(String::from),
    ];
    let damage = (any::<Index>(), select(&['\n', ' ', '1', '0', '.', '-', ',', 'q', 'é', '|'][..]), 0..3);
    (vec(piece, 0..8), vec(damage, 0..4)).prop_map(|(pieces, damages)| {
        let mut text: Vec<char> = pieces.concat().chars().collect();
        for (index, character, way) in damages.into_iter().filter(|_| !pieces.is_empty()) {
            let at = index.index(text.len().max(1)).min(text.len());
            match way {
                0 if at < text.len() => text[at] = character,
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, character),
            }
        }
        text.into_iter().collect()
    })
}
