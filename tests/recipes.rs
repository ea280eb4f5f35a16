//! What README.md and `examples/` tell a user to type is typed here, as it is printed there.
//!
//! A console block of the README is a list of commands, each behind a `$`, and of what they print. A command without
//! printed output must end with status 0 or 1 (with GNU `parallel`, the number of blocks with faults), and then with
//! its entry in [`CHECKS`], if it has one.
//!
//! The tools are those of GNU: elsewhere `install`, `uniq` and others differ in little things.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use common::puzzles::{emptied, nine_lines};
use common::{Place, Ran, random, skip};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use sudoku::canon::Isomorphism;
use sudoku::grid::Puzzle;

/// The sections with console blocks; each is typed by one of the tests below.
const SECTIONS: [&str; 11] = [
    "sudoku",
    "Two commands",
    "What is written",
    "Every grid has a number",
    "Puzzles by the million",
    "How hard is it?",
    "The same puzzle?",
    "Many cores, many machines",
    "In scripts",
    "Installing",
    "Speed",
];

/// What not everybody has: what in a command tells that it wants this, and what succeeds where it is there.
const OPTIONAL: [(&str, &str); 6] = [
    ("parallel ", "parallel --version | grep GNU"),
    ("jobs.log", "parallel --version | grep GNU"),
    ("xz ", "command -v xz"),
    ("install -D ", "command -v install"),
    ("find ", "command -v find"),
    ("import pandas", "python3 -c 'import pandas'"),
];

/// What holds after a command that has this in it.
const CHECKS: [(&str, &str); 29] = [
    (
        "-o easy.txt",
        "sudoku --rate easy.txt -o - | sort -u | awk '$1 > 2 { exit 1 }' && test $(grep -c '^$' easy.txt) = 999",
    ),
    (
        ">train$level.csv",
        "sudoku --rate train7.csv -o - | awk '$1 != 7 { exit 1 }' && test $(cat train?.csv | wc -l) = 7000",
    ),
    (">week$(date", "sudoku --rate week??.txt -o - | cut -d' ' -f1 | tr -d '\\n' | grep -x 1234578"),
    ("level-", "test $(cat level-[1-8].txt | wc -l) = 7"),
    ("head -n 7", "sudoku --rate week.txt -o - | sort -nc && test $(wc -l <week.txt) = 7"),
    ("sort -u >distinct.txt", "test $(wc -l <distinct.txt) = 3"),
    ("comm -12", "test $(wc -l <leaked.txt) = 1"),
    ("sort -t, -k2,2 -u", "test $(wc -l <once.txt) = 3"),
    ("sudoku -c 1000000 --seed 7", "test $(wc -l <sudoku.txt) = 1000000"),
    ("-r 20~55 -u", "test $status = 0 && test $(grep -c '^$' sudoku.txt) = 999"),
    ("-o train.csv", "sudoku -s train.csv -f csv -u -o - | cmp - train.csv"),
    ("date +%s", "sudoku -s today.txt -u -o today-solved.txt"),
    ("cmp - <(tail", "test $status = 0"),
    ("-o page.html", "test $(grep -c '<figure>' page.html) = 6 && tail -n 1 page.html | grep '^</html>$'"),
    ("<puzzles.txt >solved.txt", "cmp solved.txt single.txt"),
    ("--pipepart", "cmp <(cut -d, -f2 solved.csv) single.txt"),
    ("--slf", "cmp solved-grids.txt single-grids.txt"),
    ("END { exit worst }", "test $status = 1"),
    ("seq 0 100000 900000", "cmp million.txt <(sudoku -c 1000000 -f line -o -)"),
    ("set -euo pipefail", "test $status = 0 && test $(wc -l <solved.csv) = 3"),
    ("--count 2 -f csv", "test $(wc -l <proper.txt) = 2"),
    ("sort -u puzzles.txt", "test $(wc -l <distinct.txt) = 2"),
    ("xargs", "cmp banks/one.sdm.solved banks/more/two.sdm.solved"),
    ("kaggle.csv", "test $status = 0"),
    ("sed 's/", "test $(grep -c '^[1-9]*$' sudoku.txt) = 1000000"),
    ("generate man", "test -s .local/share/man/man1/sudoku.1"),
    ("generate complete-bash", "bash .local/share/bash-completion/completions/sudoku"),
    ("generate complete-fish", "test -s .config/fish/completions/sudoku.fish"),
    ("generate complete-zsh", "test -s .zfunc/_sudoku"),
];

/// What stands in for pandas where that is absent: Python's own reader of such tables.
const CSV: &str = r#"python3 -c '
import csv
assert [[len(field) for field in row] for row in csv.reader(open("solved.csv"))] == [[81, 81]] * 3
'"#;

/// What is typed, and what that prints, if the README shows it.
#[derive(Debug)]
struct Typed {
    section: String,
    command: String,
    printed: String,
}

fn of_project(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// All that the README tells to type.
fn typed() -> Vec<Typed> {
    let (mut typed, mut section, mut block) = (vec![], String::new(), String::new());
    for line in of_project("README.md").lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = language.into();
        } else if block == "console" {
            if let Some(command) = line.strip_prefix("$ ") {
                typed.push(Typed {
                    section: section.clone(),
                    command: command.into(),
                    printed: String::new(),
                });
                continue;
            }
            let Typed { command, printed, .. } = typed.last_mut().expect("a command before its output");
            if printed.is_empty() && command.ends_with('\\') {
                let _ = write!(command, "\n{line}");
            } else {
                let _ = writeln!(printed, "{line}");
            }
        } else if block.is_empty()
            && let Some(title) = line.strip_prefix("## ").or(line.strip_prefix("# "))
        {
            section = title.into();
        }
    }
    typed
}

/// Types all of a section, save what builds: cargo is what runs this. Some words may be exchanged for others.
fn type_section(place: &Place, section: &str, others: &[(&str, &str)]) {
    for Typed { command, printed, .. } in typed().iter().filter(|typed| typed.section == section) {
        let command = &others.iter().fold(command.clone(), |command, (one, other)| {
            command.replace(&format!(" {one} "), &format!(" {other} "))
        });
        if command.starts_with("cargo ") || command.starts_with("git ") {
            continue;
        }
        let missing =
            |(part, there): &&(&str, &str)| command.contains(part) && place.shell(there).status != Some(0);
        if let Some((_, there)) = OPTIONAL.iter().find(missing) {
            skip(&format!("`{there}` fails here, so not typed: {command}"));
            if command.contains("pandas") && place.shell("command -v python3").status == Some(0) {
                home(place, CSV).ends(0);
            }
            continue;
        }
        let ran = home(place, command);
        let most = if command.contains("parallel") { 101 } else { 1 };
        assert!(ran.status.is_some_and(|status| status <= most), "{ran}");
        if !printed.is_empty() {
            ran.prints(printed);
        }
        for (_, check) in CHECKS.iter().filter(|(part, _)| command.contains(part)) {
            home(place, &format!("status={}; {check}", ran.status.unwrap())).ends(0);
        }
    }
}

/// Runs a command with the place as home; all that it says is in the output.
fn home(place: &Place, command: &str) -> Ran {
    place.shell(&format!("export HOME=$PWD; exec 2>&1\n{command}"))
}

/// A million grids, one a line.
fn million() -> Vec<String> {
    let ran = Place::new().sudoku("-c 1000000 --seed 3 -f line -o -");
    ran.succeeds();
    ran.text().lines().map(String::from).collect()
}

/// Empties 30 to 50 cells.
fn empty_some(grid: &str, random: &mut SmallRng) -> String {
    let holes = random.random_range(30..=50);
    emptied(grid, holes, '.', random)
}

#[test]
fn every_section_and_every_check_is_used() {
    let typed = typed();
    assert!(typed.len() > 20, "only {} commands found: the test has gone blind", typed.len());
    for Typed { section, command, .. } in &typed {
        assert!(SECTIONS.contains(&section.as_str()), "nobody types what is in {section}: {command}");
    }
    for (part, _) in CHECKS {
        assert!(typed.iter().any(|typed| typed.command.contains(part)), "nothing to check for: {part}");
    }
}

#[test]
fn the_options_are_those_of_the_help_page() {
    let readme = of_project("README.md");
    let (_, section) = readme.split_once("## Options\n\n```text\n").unwrap();
    let (page, _) = section.split_once("```").unwrap();
    Place::new().sudoku("--help").succeeds().prints(page);
}

#[test]
fn first_steps() {
    let place = Place::new();
    fs::create_dir(place.path("examples")).unwrap();
    let puzzles = of_project("examples/puzzles.txt");
    place.write("examples/puzzles.txt", &puzzles);
    place.write("puzzles.txt", &puzzles);
    place.shell("command -v xz && xz -c puzzles.txt >all.xz");
    for section in [
        "sudoku",
        "Two commands",
        "What is written",
        "Every grid has a number",
        "Puzzles by the million",
        "Speed",
    ] {
        type_section(&place, section, &[]);
    }
}

#[test]
fn how_hard() {
    let cases = include_str!("data/levels.tsv");
    let of_level = |level| {
        let is_it = |line: &&str| line.split('\t').nth(1) == Some(level);
        cases.lines().find(is_it).and_then(|line| line.get(..81)).unwrap()
    };
    let place = Place::new();
    let puzzles = ["5", "1", "7", "8", "2", "3", "4"].map(of_level);
    place.write("puzzles.txt", puzzles.join("\n"));
    type_section(&place, "How hard is it?", &[]);
}

#[test]
fn the_same_puzzle() {
    let place = Place::new();
    let [one, two]: [Puzzle; 2] = [
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ]
    .map(|puzzle| puzzle.parse().unwrap());
    let [turned, mirrored] =
        [Isomorphism::QUARTER_TURN.puzzle(&one), Isomorphism::MIRROR.then(&renamed()).puzzle(&two)];
    place.write("puzzles.txt", format!("{one}\n{two}\n{turned}\n{}\n", million()[0]));
    place.write("training.txt", format!("{mirrored}\n{}\n", million()[500_000]));
    type_section(&place, "The same puzzle?", &[]);
}

/// Each digit becomes the next one.
fn renamed() -> Isomorphism {
    let lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    Isomorphism::new(false, lines, lines, [2, 3, 4, 5, 6, 7, 8, 9, 1]).unwrap()
}

#[test]
fn scripts() {
    let place = Place::new();
    let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let several = "5...........................................................................1....";
    let ran = place.filter("-s - -f csv -o -", format!("{puzzle}\n"));
    place.write("puzzles.txt", format!("{puzzle}\n{several}\n{puzzle}\n"));
    place.write("kaggle.csv", format!("quizzes,solutions\n{}", ran.text()));
    fs::create_dir_all(place.path("banks/more")).unwrap();
    place.write("banks/one.sdm", puzzle);
    place.write("banks/more/two.sdm", format!("# the same\n{puzzle}\n"));
    type_section(&place, "In scripts", &[]);
}

#[test]
fn installing() {
    type_section(&Place::new(), "Installing", &[]);
}

/// Builds everything anew, so it isn't for every day.
#[test]
#[ignore = "takes a minute; .ci/run does it"]
fn a_strangers_path() {
    let place = Place::new();
    let [clone, install, solve] = &typed()
        .into_iter()
        .filter(|typed| typed.section == "Installing")
        .take(3)
        .map(|typed| typed.command)
        .collect::<Vec<_>>()[..]
    else {
        panic!("three commands")
    };
    let settings = format!(
        "export URL='{}' CARGO_INSTALL_ROOT=$PWD/root CARGO_TARGET_DIR=$PWD/target PATH=$PWD/root/bin:$PATH",
        env!("CARGO_MANIFEST_DIR")
    );
    let ran = place.shell(&format!("set -e; {settings}\n{clone}\n{install}\n{solve}\ncommand -v sudoku"));
    ran.ends(0);
    assert!(ran.text().ends_with("root/bin/sudoku\n"), "{ran}");
    assert_eq!(fs::metadata(place.path("sudoku/sudoku.txt")).unwrap().len(), 82_000_000);
}

/// Puzzles from these grids, one a line and nine lines each, and among them malformed records of the awkward kinds,
/// which mean something else to a reader that begins with them.
fn awkward(grids: &[String], share: f64, random: &mut SmallRng) -> (String, String) {
    let bad_lines =
        ["12345", "1 2 3", "123456789", "12345678", "xx", "", "# remark", "5..q", "1,2,3", "oops"];
    let bad_grids = ["1 2 3\n4 5 6", "12345", "title", "1 1 . . . . . . .", "# remark", "", "123456789\n"];
    let (mut lines, mut nines) = (String::new(), String::new());
    for grid in grids {
        let puzzle = empty_some(grid, random);
        let _ = writeln!(lines, "{puzzle}");
        nines += &nine_lines(&puzzle, "");
        nines.push('\n');
        while random.random_bool(share) {
            let _ = writeln!(lines, "{}", bad_lines.choose(random).unwrap());
        }
        while random.random_bool(share) {
            let _ = write!(nines, "{}\n\n", bad_grids.choose(random).unwrap());
        }
    }
    (lines, nines)
}

/// A place with such puzzles, and what a single run makes of them.
fn many_puzzles(grids: &[String], share: f64) -> Place {
    let place = Place::new();
    let (lines, nines) = awkward(grids, share, &mut random(4));
    place.write("puzzles.txt", lines);
    place.write("grids.txt", nines);
    place.sudoku("-s puzzles.txt -f line -o single.txt").ends(1);
    place.sudoku("-s grids.txt -o single-grids.txt").ends(1);
    // Two machines, both of them this one; no ssh is needed for that.
    place.write("hosts.txt", "1/:\n2/:\n");
    place
}

#[test]
fn many_machines() {
    let grids = million();
    type_section(&many_puzzles(&grids, 0.1), "Many cores, many machines", &[]);
    // In small blocks, nearly each cut has malformed records before and behind it.
    type_section(
        &many_puzzles(&grids[..3000], 0.6),
        "Many cores, many machines",
        &[("10M", "10k"), ("-1", "10k")],
    );
}

#[test]
fn pipelines() {
    let place = Place::new();
    fs::create_dir(place.path("examples")).unwrap();
    for name in ["pipelines.sh", "puzzles.txt"] {
        place.write(format!("examples/{name}"), of_project(&format!("examples/{name}")));
    }
    let ran = home(&place, "bash examples/pipelines.sh");
    ran.ends(0).prints(of_project("examples/pipelines.out"));
}

/// The programs in `examples/`, as the head of each says. They are there if cargo has built everything.
#[test]
fn programs() {
    let place = Place::new();
    let built = Path::new(env!("CARGO_BIN_EXE_sudoku")).with_file_name("examples");
    let mut tried = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            built.join(name).exists(),
            "cargo builds {name} for all tests; for this one: cargo build --examples"
        );
        let code = fs::read_to_string(&path).unwrap();
        let head: String = code
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .fold(String::new(), |head, line| head + line + "\n");
        let head = head.replace("\\\n", "");
        let typed =
            head.lines().filter_map(|line| line.trim().strip_prefix("cargo run --release --example "));
        for command in typed {
            let command = command.replacen(" --", "", 1);
            let ran = place.shell(&format!("{}/{command}", built.display()));
            ran.succeeds();
            assert!(!ran.out.is_empty(), "{ran}");
            tried += 1;
        }
        assert!(head.contains(&format!("--example {name}")), "{name} doesn't say how to run it");
    }
    assert!(tried >= 4, "only {tried} commands found: the test has gone blind");
}

/// The mapper that the README gives Hadoop, in the shell that Hadoop would start.
#[test]
fn hadoop_mapper() {
    let readme = of_project("README.md");
    let (_, mapper) = readme.split_once("-mapper ").unwrap();
    let (mapper, _) = mapper.split_once("\n```").unwrap();
    let place = Place::new();
    place.shell("ln -s $(command -v sudoku) sudoku").ends(0);
    place.write("puzzles", "5 3 . . 7\n");
    place.shell(&format!("mapper={mapper}; eval \"$mapper\" <puzzles")).ends(0);
    place.shell(&format!("mapper={mapper}; eval \"$mapper\" <puzzles >/dev/full")).ends(1);
}
