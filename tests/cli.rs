//! What a user of the command relies on, sentence by sentence, on the real binary: arguments, statuses, forms,
//! solutions, messages, pipes. What concerns files is in `files.rs`, what is read in `reader.rs`, the sizes that
//! the course's graders try in `graders.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use common::puzzles::{self, emptied};
use common::{Place, Ran, random, shared, skip, slow};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sudoku::reader::Reader;

/// A grid that everybody can see to be legal: each row is the one before it, shifted.
const GRID: &str = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";

/// The first of all grids with 1 2 3 4 5 6 7 8 9 as the first row: what the textbook search makes of nothing.
const FIRST: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

/// No cell holds anything: the empty puzzle, and the placeholder of a record that can't be read.
const EMPTY: &str = "000000000000000000000000000000000000000000000000000000000000000000000000000000000";

/// The 9 of row 1 has no place: its only empty cell sees another one.
const IMPOSSIBLE: &str = "123456780000000000000000000000000009000000000000000000000000000000000000000000000";

/// How many grids there are, and how many of them have a given top-left digit.
const GRIDS: u128 = 6_670_903_752_021_072_936_960;
const PER_CORNER: u128 = GRIDS / 9;

/// The grid without its first row, which the columns then give back.
fn one_solution() -> String {
    format!("000000000{}", &GRID[9..])
}

/// The grid without its 1s, 2s and 9s, which can be put back in thirty ways; the first of them is the grid.
fn several_solutions() -> String {
    GRID.replace(['1', '2', '9'], "0")
}

/// An input with a record of each fate, two of them on nine lines.
fn every_fate() -> String {
    let bad_row = nine_lines(GRID).replacen("4 5 6 7 8 9 1 2 3", "4 5 6 7 8 9 1 2", 1);
    let contradiction = nine_lines(&format!("100000001{}", &EMPTY[9..]));
    let (one, several) = (one_solution(), several_solutions());
    format!("{one}\n{bad_row}\n{IMPOSSIBLE}\n{several}\n{contradiction}{GRID}\n")
}

/// What stands in the output of [`every_fate`]: what was asked, and what is answered.
fn answers(unique: bool) -> [(String, String); 6] {
    let contradiction = format!("100000001{}", &EMPTY[9..]);
    let same = |text: &str| (text.to_owned(), text.to_owned());
    [
        (one_solution(), GRID.into()),
        same(EMPTY),
        same(IMPOSSIBLE),
        (several_solutions(), if unique { several_solutions() } else { GRID.into() }),
        same(&contradiction),
        same(GRID),
    ]
}

/// What is said of [`every_fate`]; the third line only with `--unique`.
const SAID: [&str; 4] = [
    "sudoku: -:3: puzzle 2: row 2 has 8 cells, expected 9",
    "sudoku: -:12: puzzle 3: no solution",
    "sudoku: -:13: puzzle 4: several solutions",
    "sudoku: -:14: puzzle 5: two 1s in row 1",
];

/// Some of these lines, by their index.
fn said(lines: &[usize]) -> String {
    lines.iter().map(|&line| format!("{}\n", SAID[line])).collect()
}

/// A record in the layout of the assignment.
fn nine_lines(cells: &str) -> String {
    puzzles::nine_lines(cells, " ")
}

/// Records in a form, as the contract has them.
fn written(format: &str, records: &[(String, String)]) -> String {
    match format {
        "grid" => records.iter().map(|(_, answer)| nine_lines(answer)).collect::<Vec<_>>().join("\n"),
        "line" => records.iter().map(|(_, answer)| format!("{answer}\n")).collect(),
        _ => records.iter().map(|(puzzle, answer)| format!("{puzzle},{answer}\n")).collect(),
    }
}

fn lines(ran: &Ran) -> Vec<String> {
    ran.text().lines().map(str::to_owned).collect()
}

/// Asserts a usage error: status 2, what was wrong, where to read more.
#[track_caller]
fn is_refused(ran: &Ran, part: &str) {
    ran.ends(2).prints("").mentions(part);
    assert!(ran.err.starts_with("sudoku: ") && ran.err.ends_with("\nsudoku: try 'sudoku --help'\n"), "{ran}");
    assert_eq!(ran.err.lines().count(), 2, "{ran}");
}

// Section 1: the command line.

#[test]
fn one_option_can_be_written_in_many_ways() {
    let place = Place::new();
    let twenty = place.sudoku("-c 20 -f line -o -").text().to_owned();
    assert_eq!(twenty.len(), 20 * 82);
    for words in [
        "-c20 -fline -o-",
        "-c=20 -f=line -o=-",
        "--create 20 --format line --output -",
        "--create=20 --format=line --output=-",
        "-o - -f line -c 20",
        "-f line --create=020 -o - --",
        "-c 20 -f line -o - --first 2 --skip 0 -j 1",
    ] {
        place.sudoku(words).succeeds().prints(&twenty);
    }
    place.write("f", one_solution());
    for words in ["-s f -o - -f line", "-sf -o- -fline", "-s=f -o=- -f=line", "--solve=f -j2 -o - -f line"] {
        place.sudoku(words).succeeds().prints(format!("{GRID}\n"));
    }
    let verbose = place.sudoku("-vj2 -s f -o - -f line");
    verbose.ends(0).prints(format!("{GRID}\n")).mentions("1 puzzle, 1 solved");
}

#[test]
fn the_defaults_are_a_grid_with_corner_2_in_sudoku_txt() {
    let place = Place::new();
    place.sudoku("-c 3").succeeds().prints("");
    place.sudoku("-c 3 -o x --first 2 --skip 0 -f grid").succeeds().prints("");
    assert_eq!(place.read("sudoku.txt"), place.read("x"));
    for digit in 1..=9 {
        let ran = place.sudoku(&format!("-c 50 -o - -f line --first {digit}"));
        assert!(lines(ran.succeeds()).iter().all(|grid| grid.starts_with(&digit.to_string())), "{ran}");
    }
}

#[test]
fn numbers_are_plain_decimal_digits_within_their_range() {
    let place = Place::new();
    place.write("sudoku.txt", "mine");
    let long = "9".repeat(500);
    let wrong =
        "+5|5x|1e6| 5|5 |-1|-100|0x10|1.0|1_000|1,000|abc||５|٣|-c|340282366920938463463374607431768211456";
    let wrong: Vec<&str> = wrong.split('|').chain([&*long]).collect();
    let ranges = [
        ("-c", "", &["0", "1000001", "4294967297", "18446744073709551617"][..]),
        ("--first", "-c 1", &["0", "10", "257"]),
        ("--skip", "-c 1", &["741211528002341437440", "18446744073709551616000"]),
        ("--seed", "-c 1", &["18446744073709551616"]),
        ("-j", "-s f", &["0", "1025", "65537"]),
        ("--count", "-s f", &["0", "18446744073709551616"]),
    ];
    for (option, others, beyond) in ranges {
        for number in wrong.iter().chain(beyond) {
            let arguments = others.split_whitespace().chain([option, number]);
            is_refused(&place.sudoku_with(arguments, ""), &format!("{option} takes a whole number from "));
        }
    }
    assert_eq!(place.read("sudoku.txt"), "mine");
    assert_eq!(place.names(), ["sudoku.txt"]);
}

#[test]
fn the_ends_of_every_range_are_within_it() {
    let place = Place::new();
    place.write("f", format!("{EMPTY}\n"));
    for words in [
        "-c 1 --first 9",
        "-c 1 --seed 0",
        "-c 1 --seed 18446744073709551615",
        "-c 1 -j 1024",
        "-s f --count 1",
    ] {
        place.sudoku(words).succeeds();
    }
    place.write("f", format!("{GRID}\n"));
    place.sudoku("-s f --count 18446744073709551615 -o -").succeeds().prints("1\n");
    // The very last grids; one more, and the message names the largest.
    place.sudoku("-c 2 --skip 741211528002341437438").succeeds();
    is_refused(&place.sudoku("-c 2 --skip 741211528002341437439"), "from 0 to 741211528002341437438,");
    is_refused(&place.sudoku("-c 1000000 --skip 741211528002341437439"), "to 741211528002340437440,");
}

#[test]
fn an_option_goes_with_some_modes_only() {
    let place = Place::new();
    place.write("sudoku.txt", "mine");
    place.write("f", "");
    let modes = ["-c 1", "-n 1", "-s f", "--rate f", "--canon f", "--rank f", "--unrank f"];
    for (option, with) in [
        ("--first 3", "-c"),
        ("--skip 3", "-c -n"),
        ("--seed 3", "-c -n"),
        ("-r 30", "-n"),
        ("--symmetry flip", "-n"),
        ("--level 3", "-n"),
        ("-m 1", "-n"),
        ("--unique", "-s -n"),
        ("--count 3", "-s"),
        ("--fail-fast", "-s --rate --canon --rank --unrank"),
        ("-j 2", "-c -n -s --rate --canon --rank --unrank"),
        ("-v", "-c -n -s --rate --canon --rank --unrank"),
        ("-f line", "-c -n -s --rate --canon --rank --unrank"),
    ] {
        for mode in modes {
            let ran = place.sudoku(&format!("{option} {mode} -o -"));
            let name = mode.split(' ').next().unwrap();
            if with.split(' ').any(|other| other == name) {
                ran.ends(0);
            } else {
                is_refused(&ran, &format!("doesn't go with {name}\n"));
            }
        }
    }
    // So do forms.
    for (mode, refused) in [("-c 1", "csv"), ("-s f --count 9", "grid"), ("--unrank f", "csv")] {
        is_refused(&place.sudoku(&format!("{mode} -f {refused}")), &format!("not '{refused}'"));
    }
    for refused in ["grid", "csv"] {
        is_refused(&place.sudoku(&format!("--rank f -f {refused}")), &format!("not '{refused}'"));
    }
    assert_eq!(place.read("sudoku.txt"), "mine");
}

#[test]
fn exactly_one_mode_once_and_nothing_else() {
    let place = Place::new();
    place.write("sudoku.txt", "mine");
    place.write("f", "");
    for (words, part) in [
        ("", "nothing to do"),
        ("-v -o x", "nothing to do"),
        ("-", "nothing to do"),
        ("-c 1 -s f", "-c and -s don't go together"),
        ("--rank f --unrank f", "--rank and --unrank don't go together"),
        ("-c 1 -c 1", "-c is given twice"),
        ("-s f --solve f", "-s is given twice"),
        ("-s f --unique --unique", "-u is given twice"),
        ("-s f -vv", "-v is given twice"),
        ("-c 1 -o x --output=x", "-o is given twice"),
        ("-c 1 x", "unexpected argument 'x'"),
        ("x -c 1", "unexpected argument 'x'"),
        ("-s f f", "unexpected argument 'f'"),
        ("-c 1 -- -v", "unexpected argument '-v'"),
        ("-c 1 -", "unexpected argument '-'"),
        ("-c", "-c needs a value"),
        ("-s", "-s needs a value"),
        ("-c 1 --output", "--output needs a value"),
        ("-s f --fail-fast=yes", "--fail-fast takes no value"),
        ("-s f -v=1", "-v takes no value"),
        ("--help=3", "--help takes no value"),
        ("-V=", "-V takes no value"),
        ("-c 1 --cre 2", "'--cre'"),
        ("-c 1 -x", "'-x'"),
        ("-c 1 --FIRST 2", "'--FIRST'"),
        ("-c 1 -f GRID", "not 'GRID'"),
        ("-c 1 -f json", "the format here is grid or line or board or html, not 'json'"),
        ("-s f -f lines", "the format here is grid or line or csv or board or html, not 'lines'"),
        // Said before the file, which isn't there, is looked at.
        ("-s nosuch -f xml", "'xml'"),
        ("-s nosuch -o no/such/folder -j 0", "-j takes"),
    ] {
        is_refused(&place.sudoku(words), part);
    }
    // Whatever was typed stays on one line.
    is_refused(&place.sudoku_with(["-c", "1\n2"], ""), r"not '1\n2'");
    is_refused(&place.sudoku_with(["-c", "1", "a\u{1b}[1mb\r"], ""), r"unexpected argument 'a\u{1b}[1mb\r'");
    is_refused(&place.sudoku_with(["--a\nb"], ""), "");
    assert_eq!(place.read("sudoku.txt"), "mine");
    assert_eq!(place.names(), ["f", "sudoku.txt"]);
}

#[cfg(unix)]
#[test]
fn a_file_is_named_on_one_line_whatever_its_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = OsStr::from_bytes(b"a\nb\xff");
    place.write(name, IMPOSSIBLE);
    let ran = place.sudoku_with([OsStr::new("-s"), name, OsStr::new("-o-")], "");
    ran.ends(1).says("sudoku: a\\nb\\xff:1: puzzle 1: no solution\n");
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused_like_others() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    for words in
        [&[&b"\xff"[..]][..], &[b"-c", b"\xff"], &[b"--\xff"], &[b"-\xff"], &[b"-c1", b"--format=\xff"]]
    {
        is_refused(&place.sudoku_with(words.iter().map(|word| OsStr::from_bytes(word)), ""), "");
    }
}

#[test]
fn help_and_version_are_printed_whatever_else_there_is() {
    let place = Place::new();
    for words in ["--help", "-h", "-s nosuch --help", "-c abc -h", "-vh"] {
        let ran = place.sudoku(words);
        ran.succeeds();
        assert!(ran.text().lines().count() <= 32 && ran.text().contains("sudoku -c 1000"), "{ran}");
        for option in [
            "--create",
            "--new",
            "--solve",
            "--rate",
            "--canon",
            "--rank",
            "--unrank",
            "--first",
            "--fail-fast",
            "--jobs",
        ] {
            assert!(ran.text().contains(option), "{option} is missing\n{ran}");
        }
    }
    for words in ["--version", "-V", "-c 1 -V"] {
        let ran = place.sudoku(words);
        ran.succeeds();
        assert!(ran.text().starts_with(concat!("sudoku ", env!("CARGO_PKG_VERSION"))), "{ran}");
        assert!(ran.text().ends_with('\n'), "{ran}");
    }
    assert!(place.names().is_empty());
}

#[test]
fn the_manual_begins_with_its_title() {
    let ran = Place::new().sudoku("--generate man");
    ran.succeeds();
    assert!(ran.text().starts_with(".TH SUDOKU 1 20") && !ran.text().contains('@'), "{ran}");
}

// Sections 2, 3 and 6: statuses, forms, messages.

#[test]
fn one_record_goes_out_for_each_that_comes_in_whatever_its_fate() {
    let place = Place::new();
    for format in ["grid", "line", "csv"] {
        let ran = place.filter(&format!("-s - -o - -f {format}"), every_fate());
        ran.ends(1).prints(written(format, &answers(false))).says(&said(&[0, 1, 3]));
        let ran = place.filter(&format!("-s - -o - -f {format} --unique"), every_fate());
        ran.ends(1).prints(written(format, &answers(true))).says(&said(&[0, 1, 2, 3]));
    }
    let puzzles = answers(false).map(|(puzzle, _)| puzzle);
    for (words, counts) in [
        ("--count 5", ["1", "0", "0", "5", "0", "1"]),
        ("--count 1", ["1", "0", "0", "1", "0", "1"]),
        ("--count 7 --unique", ["1", "0", "0", "7", "0", "1"]),
        ("--count 1 --unique", ["1", "0", "0", "1", "0", "1"]),
    ] {
        let faults = if words.contains("unique") { said(&[0, 1, 2, 3]) } else { said(&[0, 1, 3]) };
        let expected = counts.map(|count| format!("{count}\n")).concat();
        place.filter(&format!("-s - -o - {words}"), every_fate()).ends(1).prints(&expected).says(&faults);
        place.filter(&format!("-s - -o - {words} -f line"), every_fate()).ends(1).prints(&expected);
        let pairs: String = puzzles.iter().zip(counts).map(|(p, count)| format!("{p},{count}\n")).collect();
        place.filter(&format!("-s - -o - {words} -f csv"), every_fate()).ends(1).prints(pairs);
    }
}

#[test]
fn status_1_is_sticky_and_only_for_faults() {
    let place = Place::new();
    let good = format!("{}\n", one_solution());
    for (words, input, status) in [
        ("", good.repeat(10), 0),
        ("", format!("{EMPTY}\n"), 0),
        ("--unique", format!("{EMPTY}\n"), 1),
        ("--unique", good.repeat(10), 0),
        ("--count 2", format!("{EMPTY}\n"), 0),
        ("--count 1 --unique", format!("{EMPTY}\n"), 1),
        ("--count 2", format!("{IMPOSSIBLE}\n"), 1),
        ("", format!("{IMPOSSIBLE}\n{}", good.repeat(5000)), 1),
        ("", format!("{}{IMPOSSIBLE}", good.repeat(5000)), 1),
        ("", format!("{}1\n", good.repeat(5000)), 1),
    ] {
        place.filter(&format!("-s - -o - {words}"), &input).ends(status);
        place.filter(&format!("-s - {words}"), &input).ends(status).prints("");
    }
}

#[test]
fn nothing_like_a_puzzle_leaves_the_earlier_result() {
    let place = Place::new();
    place.write("sudoku.txt", "earlier");
    for input in ["quizzes,solutions\n", "49151\n\n", "Dear all,\n\n# 1\nnothing here.\n", "+---+\n", "<p>\n"]
    {
        for words in ["-s -", "-s - --count 3", "-s - -j3 -v", "--rank -"] {
            let ran = place.filter(words, input);
            ran.ends(2).prints("");
            assert!(ran.err.ends_with("sudoku: -: nothing here looks like a puzzle\n"), "{ran}");
            assert_eq!(place.read("sudoku.txt"), "earlier");
        }
    }
}

#[test]
fn what_is_no_text_is_named_with_the_command_that_helps() {
    let place = Place::new();
    for (bytes, name, command) in [
        (&b"\x1f\x8b\x08\0"[..], "gzip", "gzip -dc"),
        (b"\xfd7zXZ\0\0", "xz", "xz -dc"),
        (b"\x28\xb5\x2f\xfd\x24", "zstd", "zstd -dc"),
        (b"BZh91AY&SY", "bzip2", "bzip2 -dc"),
        (b"PK\x03\x04\x14\0", "zip", "unzip -p"),
        (b"\xff\xfe1\x002\0", "UTF-16", "iconv -f UTF-16 -t UTF-8"),
        (b"1\x002\x003\0", "UTF-16", "iconv -f UTF-16LE -t UTF-8"),
        (b"\x001\x002\x003", "UTF-16", "iconv -f UTF-16BE -t UTF-8"),
    ] {
        place.write("file", bytes);
        let says = |file: &str, operand: &str| {
            format!("sudoku: {file}: cannot read: this is {name}; try: {command}{operand} | sudoku -s -\n")
        };
        place.sudoku("-s file -o -").ends(2).prints("").says(&says("file", " file"));
        place.filter("-s - -o -", bytes).ends(2).prints("").says(&says("-", ""));
    }
}

#[test]
fn verbose_tells_how_many_lines_were_passed_over() {
    let place = Place::new();
    let grid = "1........\n".repeat(9);
    for (before, lines) in [("", "0 lines"), ("Easy\n", "1 line"), ("Sudoku\n\n1.\n", "2 lines")] {
        let ran = place.filter("-s - -o - -v", format!("{before}{grid}"));
        assert!(
            ran.err.contains(&format!(", 0 malformed, {lines} skipped as headers and titles, ")),
            "{ran}"
        );
        assert!(ran.err.contains("sudoku: 1 puzzle, "), "{ran}");
    }
}

#[test]
fn no_record_is_an_empty_result_and_a_note() {
    let place = Place::new();
    for input in ["", "\n\n \t\n", "# nothing\n", "\u{feff}", "\r\r\n", "\u{1a}"] {
        for words in
            ["-s -", "-s - -f line", "-s - -f csv", "-s - --count 3", "-s - --unique --fail-fast -j3"]
        {
            let ran = place.filter(words, input);
            ran.ends(0).prints("").says("sudoku: -: no puzzle found\n");
            assert_eq!(place.read("sudoku.txt"), "");
        }
        place.filter("--rank - -o -", input).ends(0).prints("").says("sudoku: -: no grid found\n");
    }
    place.filter("--unrank - -o -", "# 1\n").ends(0).prints("").says("sudoku: -: no number found\n");
    place.write("f.csv", "# nothing\n");
    place.sudoku("-s f.csv -o -").ends(0).prints("").says("sudoku: f.csv: no puzzle found\n");
}

#[test]
fn the_last_line_needs_no_end() {
    let place = Place::new();
    let puzzle = one_solution();
    for end in ["", "\n", "\n\n\n", "\r", "\r\n", " \t", "\n# end"] {
        for record in [puzzle.clone(), nine_lines(&puzzle).trim_end().into(), format!("{puzzle},{GRID}")] {
            for (words, expected) in [
                ("-s - -o -", nine_lines(GRID)),
                ("-s - -o - -f line", format!("{GRID}\n")),
                ("-s - -o - -f csv", format!("{puzzle},{GRID}\n")),
                ("-s - -o - --count 2", "1\n".into()),
            ] {
                place.filter(words, format!("{record}{end}")).succeeds().prints(expected);
            }
        }
    }
    place.filter("--unrank - -o - -f line", "0").succeeds().prints(format!("{}\n", unranked(&place, 0)));
}

#[test]
fn forms_line_ends_and_marks_may_change_within_a_stream() {
    let place = Place::new();
    let (puzzle, dots) = (one_solution(), one_solution().replace('0', "."));
    let drawn = nine_lines(&dots).replace(' ', "|").replacen("2|3|4", "2│3│4", 1);
    let input = format!(
        "\u{feff}3\r\n{dots},{GRID}\r\n\r\nGrid 01\r{}\r{drawn}---+---+---\n[Puzzle]\n{}{puzzle}:1:{GRID}",
        nine_lines(&puzzle).replace('\n', "\r"),
        nine_lines(&puzzle).replace(' ', "\t").replace('\n', " \n"),
    );
    place.filter("-s - -f line -o -", input).succeeds().prints(format!("{GRID}\n").repeat(5));
}

#[test]
fn messages_name_file_line_column_and_record() {
    let place = Place::new();
    let bad = format!("\n{GRID}\n\n{}\n12345678q\n", GRID.replacen('5', "q", 1));
    std::fs::create_dir(place.path("a b")).unwrap();
    place.write("a b/täst", &bad);
    for name in ["a b/täst", "./a b/../a b/täst"] {
        place.sudoku_with(["-s", name, "-o", "-"], "").ends(1).says(&format!(
            "sudoku: {name}:4:5: puzzle 2: unknown character 'q'\n\
             sudoku: {name}:5:9: puzzle 3: unknown character 'q'\n"
        ));
    }
    place.write("x", format!("{GRID}\n123\n"));
    place.sudoku("--rank x -o -").ends(1).mentions("sudoku: x:2: grid 2: ");
    place.write("y", "7\n8x\n");
    place.sudoku("--unrank y -o -").ends(1).says("sudoku: y:2: number 2: no number of a grid\n");
    // UTF-16 is named as such, once.
    let utf16: Vec<u8> = "\u{feff}1\n2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("sudoku.txt", "mine");
    let ran = place.filter("-s -", utf16);
    ran.ends(2).prints("").mentions("UTF-16");
    assert_eq!((ran.err.lines().count(), place.read("sudoku.txt").as_str()), (1, "mine"), "{ran}");
}

#[test]
fn a_hundred_faults_are_printed_the_rest_is_counted() {
    let place = Place::new();
    for faults in [1, 99, 100, 101, 102, 9000] {
        // Each fault between two good records.
        let good = format!("{GRID}\n");
        let input = good.clone() + &format!("{IMPOSSIBLE}\n{good}").repeat(faults);
        let printed = (1..=faults.min(100))
            .map(|n| format!("sudoku: -:{0}: puzzle {0}: no solution\n", 2 * n))
            .collect::<String>();
        let rest = match faults {
            0..=100 => String::new(),
            _ => format!("sudoku: -: more faults follow, unprinted\nsudoku: -: {faults} faults\n"),
        };
        for jobs in [1, 3] {
            let ran = place.filter(&format!("-s - -o - -f line -j {jobs}"), &input);
            ran.ends(1).says(&(printed.clone() + &rest));
            assert_eq!(ran.text().lines().count(), 2 * faults + 1);
        }
    }
}

/// The lines of standard error, what depends on the time replaced by `T`.
fn without_times(ran: &Ran) -> Vec<String> {
    let timed = |part: &str| part.ends_with(" seconds") || part.ends_with(" per second");
    let part = |part: &str| match part.split_once(' ') {
        Some((number, rest)) if timed(part) && number.parse::<f64>().is_ok() => format!("T {rest}"),
        _ => part.to_owned(),
    };
    ran.err.lines().map(|line| line.split(", ").map(part).collect::<Vec<_>>().join(", ")).collect()
}

#[test]
fn verbose_adds_one_line_at_the_end() {
    let place = Place::new();
    for (words, input, last) in [
        (
            "-s -",
            every_fate(),
            "6 puzzles, 3 solved, 1 with several solutions, 2 without, 1 malformed, 0 lines skipped as headers and titles, T seconds, T puzzles per second",
        ),
        (
            "-s - --unique",
            every_fate(),
            "6 puzzles, 2 solved, 1 with several solutions, 2 without, 1 malformed, 0 lines skipped as headers and titles, T seconds, T puzzles per second",
        ),
        (
            "-s - --fail-fast",
            every_fate(),
            "2 puzzles, 1 solved, 0 with several solutions, 0 without, 1 malformed, 0 lines skipped as headers and titles, T seconds, T puzzles per second",
        ),
        ("-c 3000", String::new(), "3000 grids, T seconds, T grids per second"),
        (
            "--rate -",
            every_fate().lines().skip(1).map(|line| format!("{line}\n")).take(12).collect(),
            "3 puzzles, 0 solved, 1 with several solutions, 1 without, 1 malformed, 0 lines skipped as headers and titles, T seconds, T puzzles per second",
        ),
        (
            "--canon -",
            every_fate(),
            "6 puzzles, 2 solved, 1 with several solutions, 2 without, 1 malformed, 0 lines skipped as headers and titles, T seconds, T puzzles per second",
        ),
        ("--rank -", every_fate(), "6 grids, 5 at fault, T seconds, T grids per second"),
        ("--unrank -", "1\nx\n2\n".into(), "3 numbers, 1 at fault, T seconds, T numbers per second"),
    ] {
        for option in ["-v", "--verbose"] {
            for jobs in ["", "-j1"] {
                let quiet = place.filter(&format!("{words} -o -"), &input);
                let verbose = place.filter(&format!("{words} -o - {option} {jobs}"), &input);
                verbose.ends(quiet.status.unwrap()).prints(&quiet.out);
                let mut expected = without_times(&quiet);
                expected.push(format!("sudoku: {last}"));
                assert_eq!(without_times(&verbose), expected, "{verbose}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_live_count_which_is_gone_at_the_end() {
    let place = Place::new();
    if place.shell("script --version").status != Some(0) {
        return skip("no `script` that makes a terminal");
    }
    place.write("one", format!("{GRID}\n"));
    let line = "(cat one; sleep 0.3; cat one) | sudoku -s - -o out -v";
    place.shell(&format!("script -qec '{line}' seen < /dev/null")).ends(0);
    let seen = place.read("seen");
    assert!(seen.contains("\r\u{1b}[K2 puzzles, "), "{seen:?}");
    assert!(seen.contains("\r\u{1b}[Ksudoku: 2 puzzles, 2 solved"), "{seen:?}");
    // Nothing of it where standard error is no terminal.
    let ran = place.shell(line);
    assert!(!ran.err.contains(['\r', '\u{1b}']), "{ran}");
}

#[test]
fn fail_fast_stops_at_the_first_fault() {
    let place = Place::new();
    let good = format!("{}\n", one_solution());
    for before in [0, 1, 3000, 9000] {
        let input = format!("{}{IMPOSSIBLE}\n{}1\n", good.repeat(before), good.repeat(5000));
        let expected = format!("{GRID}\n").repeat(before) + IMPOSSIBLE + "\n";
        let fault = format!("sudoku: -:{0}: puzzle {0}: no solution\n", before + 1);
        for jobs in [1, 3] {
            let words = format!("-s - --fail-fast -f line -j {jobs}");
            place.filter(&format!("{words} -o -"), &input).ends(1).prints(&expected).says(&fault);
            // The result is incomplete, and so replaces no file.
            place.write("sudoku.txt", "mine");
            place.filter(&words, &input).ends(1).prints("").says(&fault);
            assert_eq!(place.read("sudoku.txt"), "mine");
            assert_eq!(place.names(), ["sudoku.txt"]);
        }
    }
    // Records so short that a block of them is far less than what is read and written at once.
    let numbers: String = (0..5000).map(|number| format!("{number}\n")).collect();
    for jobs in [1, 3] {
        let ran = place.filter(
            &format!("--unrank - --fail-fast -o - -f line -j {jobs}"),
            format!("{numbers}x\n{numbers}"),
        );
        ran.ends(1).says("sudoku: -:5001: number 5001: no number of a grid\n");
        assert_eq!(ran.text().lines().count(), 5001);
        assert!(ran.text().ends_with(&format!("\n{EMPTY}\n")));
    }
    // Without a fault it is as if it weren't there.
    place.filter("-s - --fail-fast -f line", &good).succeeds();
    assert_eq!(place.read("sudoku.txt"), format!("{GRID}\n"));
    // Several solutions are a fault only where they are asked not to be.
    let two = format!("{EMPTY}\n{GRID}\n");
    place.filter("-s - --fail-fast -o - -f line", &two).succeeds().prints(format!("{FIRST}\n{GRID}\n"));
    place.filter("-s - --fail-fast -o - -f line --unique", &two).ends(1).prints(format!("{EMPTY}\n"));
}

// Section 4: solutions.

#[test]
fn of_several_solutions_the_first_in_reading_order_is_written() {
    let place = Place::new();
    place.filter("-s - -o - -f line", format!("{EMPTY}\n")).succeeds().prints(format!("{FIRST}\n"));
    // Puzzles as the course makes them, and sparser ones: none has a solution that the textbook search doesn't
    // find first.
    let mut rng = random(4);
    let grids = lines(&place.sudoku("-c 400 --seed 8 -o - -f line"));
    let puzzles: Vec<String> =
        (0..).zip(&grids).map(|(n, grid)| emptied(grid, 30 + n % 31, '0', &mut rng)).collect();
    let answers = lines(place.filter("-s - -o - -f line", puzzles.join("\n")).succeeds());
    assert_eq!(answers.len(), puzzles.len());
    let mut checked = 0;
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        let Some(found) = slow::in_reading_order(&slow::cells(puzzle), 1, 100_000) else { continue };
        assert_eq!(found, [slow::cells(answer)], "{puzzle}");
        checked += 1;
    }
    assert!(checked > 300, "only {checked} of 400 puzzles were within the slow search's patience");
    // So is it in every form and beside any neighbours.
    let backwards: Vec<&str> = puzzles.iter().rev().map(String::as_str).collect();
    let mut again = lines(place.filter("-s - -o - -f csv", backwards.join("\n")).succeeds());
    again.reverse();
    let expected: Vec<String> =
        puzzles.iter().zip(&answers).map(|(p, answer)| format!("{p},{answer}")).collect();
    assert_eq!(again, expected);
}

#[test]
fn counts_are_those_of_a_slow_search() {
    let place = Place::new();
    let mut rng = random(5);
    let grids = lines(&place.sudoku("-c 150 --seed 9 -o - -f line"));
    let puzzles: Vec<String> =
        (0..).zip(&grids).map(|(n, grid)| emptied(grid, 42 + n % 14, '0', &mut rng)).collect();
    for limit in [1, 2, 3, 50] {
        let ran = place.filter(&format!("-s - -o - --count {limit}"), puzzles.join("\n"));
        let counts: Vec<u64> = ran.succeeds().text().lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(counts.len(), puzzles.len());
        for (puzzle, count) in puzzles.iter().zip(counts) {
            if let Some(expected) = slow::count(&slow::cells(puzzle), limit, 20_000) {
                assert_eq!(count, expected, "{puzzle} up to {limit}");
            }
        }
    }
}

#[test]
fn cases_with_known_answers_are_met() {
    let place = Place::new();
    let Some(table) = shared("cases/puzzles.tsv") else { return };
    for case in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = case.split('\t').collect();
        let (puzzle, count, solution) = (fields[1], fields[2], fields[3]);
        let status = if count == "0" { 1 } else { 0 };
        place.filter("-s - -o - --count 10000", puzzle).ends(status).prints(format!("{count}\n"));
        let ran = place.filter("-s - -o - -f line", puzzle);
        match count {
            "0" => ran.ends(1).prints(format!("{puzzle}\n")),
            "1" => ran.succeeds().prints(format!("{solution}\n")),
            _ => ran.succeeds(),
        };
        place.filter("-s - -o - --unique", puzzle).ends(if count == "1" { 0 } else { 1 });
    }
    let Some(table) = shared("cases/traps.tsv") else { return };
    let cases =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap());
    let (puzzles, counts): (Vec<&str>, Vec<&str>) = cases.unzip();
    let ran = place.filter("-s - -o - --count 2", puzzles.join("\n"));
    assert_eq!(ran.ends(1).text().lines().collect::<Vec<_>>(), counts);
    if shared("data/17clue.txt").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/17clue.txt");
        place.sudoku_with(["-s", file, "--unique", "--fail-fast"], "").succeeds();
    }
}

// Grids and their numbers.

/// The grid of a number, on a line.
fn unranked(place: &Place, number: u128) -> String {
    place.filter("--unrank - -o - -f line", number.to_string()).succeeds().text().trim_end().into()
}

#[test]
fn skipping_continues_exactly() {
    let place = Place::new();
    for others in ["", "--seed 3", "--first 9", "--first 1 --seed 18446744073709551615 --skip 0"] {
        let grids = |count: usize, skip: usize| {
            let words = format!("-c {count} -o - -f line {}", others.replace("--skip 0", ""));
            lines(place.sudoku(&format!("{words} --skip {skip}")).succeeds())
        };
        let all = grids(9000, 0);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 9000, "{others}: all distinct");
        for skip in [1, 100, 2015, 2016, 2017, 8999] {
            assert_eq!(grids(9000 - skip, skip), all[skip..], "{others} --skip {skip}");
        }
    }
    // Far out, across the edges of the tables that hold 8! grids each: the numbers say where we are.
    for (digit, skip) in [(1, 40_318), (2, 0), (5, 123_456_789_012_345_678_901), (9, PER_CORNER - 4)] {
        let words = format!("-c 4 --first {digit} --skip {skip} -o - -f line");
        for (at, grid) in (skip..).zip(lines(place.sudoku(&words).succeeds())) {
            assert_eq!(grid, unranked(&place, (digit - 1) * PER_CORNER + at), "{words}");
        }
    }
}

#[test]
fn a_seed_takes_the_grids_in_an_order_of_its_own() {
    let place = Place::new();
    let mut seen = HashSet::new();
    for seed in [0, 1, 2, u64::MAX] {
        let ran = place.sudoku(&format!("-c 50000 --seed {seed} -o - -f line"));
        let grids = lines(ran.succeeds());
        assert!(grids.iter().all(|grid| grid.starts_with('2')));
        assert_eq!(grids.iter().collect::<HashSet<_>>().len(), 50_000, "seed {seed}: all distinct");
        place.sudoku(&format!("-c 50000 --seed {seed} -o - -f line")).prints(&ran.out);
        assert!(seen.insert(grids[0].clone()), "seed {seed} begins like another");
    }
    let numbers = place.filter("--rank - -o -", lines(&place.sudoku("-c 99 -o - -f line")).join("\n"));
    let expected: String = (PER_CORNER..PER_CORNER + 99).map(|number| format!("{number}\n")).collect();
    numbers.succeeds().prints(expected);
}

#[test]
fn ranking_and_unranking_are_each_others_inverse() {
    let place = Place::new();
    let mut rng = random(6);
    let mut numbers: Vec<u128> = (0..3000).map(|_| rng.random_range(0..GRIDS)).collect();
    numbers.extend((0..9).flat_map(|corner| [corner * PER_CORNER, (corner + 1) * PER_CORNER - 1]));
    let text: String = numbers.iter().map(|number| format!("{number}\n")).collect();
    for format in ["grid", "line"] {
        let grids = place.filter(&format!("--unrank - -o - -f {format}"), &text);
        assert_eq!(
            grids.succeeds().out.len(),
            numbers.len() * if format == "grid" { 163 } else { 82 } - usize::from(format == "grid")
        );
        place.filter("--rank - -o -", &grids.out).succeeds().prints(&text);
        place.filter(&format!("-s - --unique -o - -f {format}"), &grids.out).succeeds().prints(&grids.out);
    }
    let spaced = "\u{feff} 0 \r\n# no\n\t007\r";
    let expected = format!("{}\n{}\n", unranked(&place, 0), unranked(&place, 7));
    place.filter("--unrank - -o - -f line", spaced).succeeds().prints(expected);
}

#[test]
fn what_has_no_number_has_an_empty_place_and_what_is_no_number_has_zeros() {
    let place = Place::new();
    let wrong = GRID.replacen("12", "21", 1);
    let input = format!("{GRID}\n{EMPTY}\n{wrong}\n123\n{GRID}\n");
    let number = place.filter("--rank - -o -", GRID).text().to_owned();
    let ran = place.filter("--rank - -o -", input);
    ran.ends(1).prints(format!("{number}\n\n\n{number}")).says(
        "sudoku: -:2: grid 2: no completed grid\n\
         sudoku: -:3: grid 3: two 2s in column 1\n\
         sudoku: -:4: grid 4: row 1 has 3 cells, expected 9\n",
    );
    for bad in [
        "".into(),
        GRIDS.to_string(),
        "-1".into(),
        "+1".into(),
        "1 2".into(),
        "x".into(),
        "9".repeat(99),
        "１".into(),
    ] {
        let ran = place.filter("--unrank - -o - -f line", format!("5\n{bad}\n6\n"));
        ran.ends(1).prints(format!("{}\n{EMPTY}\n{}\n", unranked(&place, 5), unranked(&place, 6)));
        ran.says("sudoku: -:2: number 2: no number of a grid\n");
    }
    let ran = place.filter("--unrank - -o -", "x\n0\n");
    ran.ends(1).prints(format!("{}\n{}", nine_lines(EMPTY), nine_lines(&unranked(&place, 0))));
    place.filter("--unrank - -o -", "1".repeat(5000)).ends(1).mentions("longer than 4,096 bytes");
}

// Section 8, and laws.

#[test]
fn making_and_solving_in_one_pipe_is_the_identity_in_every_form() {
    let place = Place::new();
    for words in ["", "-f line", "--seed 12", "--seed 12 -f line --first 7", "--skip 99999999999999999999"] {
        let made = place.sudoku(&format!("-c 1000 -o - {words}"));
        let form = if words.contains("line") { "line" } else { "grid" };
        place
            .filter(&format!("-s - -o - -f {form} --unique"), &made.succeeds().out)
            .succeeds()
            .prints(&made.out);
    }
}

/// Records of every fate and form, among them nonsense.
fn mixture(records: usize, rng: &mut SmallRng) -> String {
    let place = Place::new();
    let grids = lines(&place.sudoku("-c 500 --seed 77 -o - -f line"));
    let mut text = String::new();
    for _ in 0..records {
        let holes = rng.random_range(0..60);
        let puzzle = emptied(grids.choose(rng).unwrap(), holes, '0', rng);
        match rng.random_range(0..12) {
            0 => text += &format!("{}\n", nine_lines(&puzzle)),
            1 => text += &nine_lines(&puzzle).replace(' ', ""),
            2 => text += &format!("7,\"{}\",x\r\n", puzzle.replace('0', "*")),
            3 => text += &format!("{}\n", &puzzle[..rng.random_range(40..81)]),
            4 => text += &format!("{}\n\n", nine_lines(&puzzle[..72])),
            5 => text += &format!("{IMPOSSIBLE}\n"),
            6 => text += &format!("{EMPTY}\n# comment\n\n"),
            7 => text += &format!("{}\n", puzzle.replacen(['1', '2'], "3", 2)),
            _ => text += &format!("{}\n", puzzle.replace('0', ".")),
        }
    }
    text
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let place = Place::new();
    place.write("mixture", mixture(15_000, &mut random(7)));
    let numbers: String =
        (0..9000).map(|n| if n % 1000 == 1 { "no\n".into() } else { format!("{n}\n") }).collect();
    place.write("numbers", numbers);
    for words in [
        "-s mixture -o -",
        "-s mixture -o - -f line --unique",
        "-s mixture -o - -f csv",
        "-s mixture -o - --count 3",
        "-s mixture -o - --count 3 -f csv --unique",
        "-s mixture -o - --fail-fast",
        "-c 20000 -o -",
        "-c 20000 -o - -f line --seed 5 --skip 17",
        "--canon mixture -o -",
        "--canon mixture -o - -f csv",
        "--rank mixture -o -",
        "--unrank numbers -o -",
    ] {
        let one = place.sudoku(&format!("{words} -j 1"));
        assert!(one.status < Some(2) && one.out.len() > 80, "{one}");
        for jobs in [2, 3, 8] {
            let many = place.sudoku(&format!("{words} -j {jobs}"));
            many.ends(one.status.unwrap()).prints(&one.out).says(&one.err);
        }
        place.sudoku(words).ends(one.status.unwrap()).prints(&one.out).says(&one.err);
    }
}

/// `sudoku` at work on what comes through a pipe.
fn started(place: &Place, words: &str) -> Child {
    let mut command = place.command();
    command.args(words.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[test]
fn answers_come_before_more_is_asked_for_also_when_a_block_is_just_full() {
    let place = Place::new();
    // As many records as a block holds, so short that their answers fill no buffer; and not quite as many, and more.
    for (records, jobs) in [(4095, 1), (4096, 1), (4097, 1), (8192, 1), (4096, 3), (8192, 3)] {
        let mut child = started(&place, &format!("-s - -o - --count 2 -j {jobs}"));
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        // After a record on one line each of the others is malformed and on one line, too.
        stdin.write_all(format!("{GRID}\n{}", "1\n".repeat(records - 1)).as_bytes()).unwrap();
        let (done, answers) = mpsc::channel();
        std::thread::spawn(move || {
            done.send(stdout.lines().take(records).map(Result::unwrap).collect::<Vec<_>>())
        });
        let answers = answers.recv_timeout(Duration::from_secs(60));
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let answers = answers.unwrap_or_else(|_| panic!("{records} records, {jobs} jobs: no answers"));
        assert!(
            answers.len() == records && answers[0] == "1" && answers[1..].iter().all(|answer| answer == "0")
        );
    }
}

#[test]
fn a_run_that_stops_early_waits_for_no_more_input() {
    let place = Place::new();
    for jobs in [1, 3] {
        let mut child = started(&place, &format!("-s - -o - -f line --fail-fast -j {jobs}"));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(format!("{GRID}\n{IMPOSSIBLE}\n{GRID}\n").as_bytes()).unwrap();
        let (done, ended) = mpsc::channel();
        std::thread::spawn(move || done.send(child.wait_with_output().unwrap()));
        let output =
            ended.recv_timeout(Duration::from_secs(60)).expect("it waits for input that it won't use");
        drop(stdin);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{GRID}\n{IMPOSSIBLE}\n"));
    }
}

#[test]
fn whatever_comes_in_each_record_goes_out_and_each_fault_is_told() {
    let place = Place::new();
    let mut rng = random(9);
    let text = mixture(60, &mut rng).into_bytes();
    for _ in 0..150 {
        // A piece of good and bad records, in which some bytes are replaced, removed or doubled.
        let begin = rng.random_range(0..text.len());
        let mut input = text[begin..text.len().min(begin + rng.random_range(0..3000))].to_vec();
        for _ in 0..rng.random_range(0..20) {
            if input.is_empty() {
                break;
            }
            let at = rng.random_range(0..input.len());
            match rng.random_range(0..5) {
                0 => input[at] = rng.random(),
                1 => input[at] = *b"\n\r \t|-+.0x#,\xe2\xff\0Q".choose(&mut rng).unwrap(),
                2 => drop(input.remove(at)),
                3 => input.insert(at, input[at]),
                _ => input.truncate(at),
            }
        }
        let records: Vec<_> = match Reader::new(&input[..]).collect::<Result<_, _>>() {
            Ok(records) => records,
            Err(_) => {
                place.filter("-s - -o -", &input).ends(2);
                continue;
            }
        };
        if records.is_empty() {
            // Nothing at all, or nothing like a puzzle.
            let ran = place.filter("-s - -o -", &input);
            assert!(matches!(ran.status, Some(0 | 2)) && ran.out.is_empty(), "{ran}");
            continue;
        }
        let ran = place.filter("-s - -o - -f csv", &input);
        let out = lines(&ran);
        assert_eq!(out.len(), records.len(), "{:?}\n{ran}", String::from_utf8_lossy(&input));
        let mut faults = 0;
        for (record, line) in records.iter().zip(&out) {
            let (puzzle, answer) = line.split_once(',').unwrap();
            let asked = record.puzzle.map_or(EMPTY.to_owned(), |puzzle| puzzle.to_string());
            assert_eq!(puzzle, asked, "{ran}");
            faults += usize::from(record.puzzle.is_err() || answer.contains('0'));
        }
        ran.ends(i32::from(faults > 0));
        // No input here has so many faults that some would be left unprinted.
        assert_eq!(ran.err.lines().count(), faults, "{ran}");
    }
}

#[test]
fn whatever_is_typed_ends_with_a_status_and_no_panic() {
    let place = Place::new();
    place.write("f", every_fate());
    let words = "-c -s --canon --rank --unrank -o -f --first --skip --seed -j --unique --count --fail-fast -v 1 2 3 f grid \
                 line csv - -- -c5 -sf -o- --count=9 --seed=4 -vj2 é nosuch --format=line --jobs=3";
    let words: Vec<&str> = words.split_whitespace().chain([""]).collect();
    let mut rng = random(10);
    let mut statuses = [0; 3];
    for _ in 0..400 {
        let chosen: Vec<&str> =
            (0..rng.random_range(0..7)).map(|_| *words.choose(&mut rng).unwrap()).collect();
        let ran = place.sudoku_with(chosen, "");
        let status = ran.status.filter(|status| (0..=2).contains(status)).unwrap_or_else(|| panic!("{ran}"));
        statuses[status as usize] += 1;
        assert!(ran.err.lines().all(|line| line.starts_with("sudoku: ")), "{ran}");
        assert!(status != 2 || (1..=2).contains(&ran.err.lines().count()), "{ran}");
    }
    assert!(statuses.iter().all(|&count| count > 0), "every status occurs: {statuses:?}");
}

// Forms for people's eyes.

#[test]
fn a_page_is_the_same_for_any_number_of_threads_and_has_every_place() {
    let place = Place::new();
    for words in ["-c 2000 --skip 40319", "-c 2000 --seed 1", "-n 400"] {
        let page = place.sudoku(&format!("{words} -f html -o - -j 1"));
        page.ends(0);
        let other = place.sudoku(&format!("{words} -f html -o - -j 3"));
        assert!(page.text() == other.text(), "{words}");
        let count = page.text().matches("<figure>").count();
        let places = page.text().lines().filter_map(|line| line.strip_prefix("<figcaption><b>"));
        let places = places.map(|rest| rest.split('<').next().unwrap().parse::<usize>().unwrap());
        assert!(places.eq(1..=count), "{words}");
        assert!(words.starts_with("-n 400") && count == 400 || count == 2000, "{words}: {count}");
        assert!(page.text().starts_with("<!DOCTYPE html>") && page.text().ends_with("</html>\n"));
        assert_eq!(page.text().matches("</html>").count(), 1);
    }
}

#[test]
fn a_page_is_whole_however_the_run_ends() {
    let place = Place::new();
    let empty = place.filter("-s - -f html -o -", "");
    empty.ends(0);
    assert!(
        empty.text().starts_with("<!DOCTYPE html>")
            && empty.text().ends_with("<main>\n</main>\n</body>\n</html>\n")
    );
    for words in ["-s -", "-s - --fail-fast", "-s - --unique -j 3"] {
        let ran = place.filter(&format!("{words} -f html -o -"), every_fate());
        ran.ends(1);
        assert!(ran.text().ends_with("</figure>\n</section>\n</main>\n</body>\n</html>\n"), "{ran}");
    }
    let ran = place.filter("-s - -f html -o -", format!("{IMPOSSIBLE}\n12<\n"));
    ran.ends(1);
    assert!(ran.text().contains("<figcaption><b>1</b>no solution</figcaption>"), "{ran}");
    assert!(ran.text().contains("<figcaption><b>2</b>") && !ran.text().contains("12<"), "{ran}");
}

#[test]
fn a_board_is_read_back() {
    let place = Place::new();
    let lines = place.sudoku("-c 3000 -f line -o -");
    let boards = place.sudoku("-c 3000 -f board -o -");
    place.filter("-s - -f line -o -", boards.text()).ends(0).prints(lines.text());
    let puzzles = place.sudoku("-n 300 -f board -o -");
    place
        .filter("-s - -u -f line -o -", puzzles.text())
        .ends(0)
        .prints(place.filter("-s - -f line -o -", place.sudoku("-n 300 -f line -o -").text()).text());
}
