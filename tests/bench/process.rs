//! The whole command beside what the system alone needs: `cargo bench --bench process`.
//!
//! Each figure is the median of alternating runs, ours and the yardstick's in turn, in one folder, so that the
//! noise of the machine meets both. What is written is checked once, before anything is timed. Under `cargo test`
//! the same runs on a small scale, so that it can't rot.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a benchmark may"
)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sudoku::grid::Puzzle;
use sudoku::reader::Reader;
use sudoku::solver::{Solver, Verdict};

mod easy;
mod timing;

use timing::{machine, median};

/// The size of the writes of the bare loops.
const PIECE: usize = 256 << 10;

struct Bench {
    /// Where all files are.
    folder: tempfile::TempDir,
    /// How many grids and puzzles.
    records: usize,
    /// How many runs of each side.
    runs: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [bare, path, record, records] = arguments.as_slice() {
        return bare_loop(bare, Path::new(path), record.parse().unwrap(), records.parse().unwrap());
    }
    if cfg!(not(unix)) {
        return println!("skipped: there is no /dev/null here");
    }
    // cargo bench says so; without it this is a test.
    let full = std::env::args().any(|argument| argument == "--bench");
    let (records, runs) = if full { (1_000_000, 11) } else { (2_000, 1) };
    // Beside the build, where the disk is; /tmp may be memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let bench = Bench { folder, records, runs };
    println!("{}", machine());
    println!("{records} records, medians of {runs} alternating runs, in milliseconds");
    println!("{:<52} {:>9} {:>9} {:>7}", "", "sudoku", "yardstick", "ratio");
    bench.make();
    bench.solve();
    bench.threads();
    bench.other_programs();
    bench.small();
}

impl Bench {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command, with its words split at blanks.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku"));
        command.args(words.split_whitespace()).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs the command and takes its time.
    fn run(&self, words: &str) -> Duration {
        timed(|| assert!(self.command(words).status().unwrap().success(), "{words}"))
    }

    /// Ours and the yardstick in turn; prints and returns both medians.
    fn compare(
        &self,
        what: &str,
        mut ours: impl FnMut() -> Duration,
        mut yardstick: impl FnMut() -> Duration,
    ) {
        let (mut a, mut b) = (vec![], vec![]);
        for _ in 0..self.runs {
            a.push(ours());
            b.push(yardstick());
        }
        let (a, b) = (median(a), median(b));
        println!(
            "{what:<52} {:>9.2} {:>9.2} {:>7.2}",
            millis(a),
            millis(b),
            a.as_secs_f64() / b.as_secs_f64()
        );
    }

    /// `-c` beside loops that only write.
    fn make(&self) {
        for format in ["grid", "line"] {
            self.run(&format!("-c {} -f {format} -o made.{format}", self.records));
            let text = fs::read(self.path(&format!("made.{format}"))).unwrap();
            let record = if format == "grid" { 163 } else { 82 };
            assert_eq!(text.len(), record * self.records - usize::from(format == "grid"));
            // The loops are programs too: starting and waiting for a core costs both sides the same.
            let bare = |which: &str, path: &str| {
                let mut command = Command::new(std::env::current_exe().unwrap());
                let numbers = [record, self.records].map(|number| number.to_string());
                command.args([which, path]).args(numbers).current_dir(self.folder.path());
                timed(|| assert!(command.status().unwrap().success()))
            };
            let words = format!("-c {} -f {format} -o", self.records);
            self.compare(
                &format!("-c to /dev/null, {format}; a loop that copies"),
                || self.run(&format!("{words} /dev/null")),
                || bare("copy", "/dev/null"),
            );
            // Without an earlier file; then over one, which costs more and is not to be lost before it is replaced.
            for (what, which) in [("a new file", "write"), ("a file again", "replace")] {
                let anew = |name: &str| {
                    if which == "write" {
                        let _ = fs::remove_file(self.path(name));
                    }
                };
                self.compare(
                    &format!("-c to {what}, {format}; a loop that {which}s"),
                    || {
                        anew("made.txt");
                        self.run(&format!("{words} made.txt"))
                    },
                    || {
                        anew("bare.txt");
                        bare(which, "bare.txt")
                    },
                );
            }
            self.compare(
                &format!("-c --seed 1 to /dev/null, {format}, -j 1; -j 2"),
                || self.run(&format!("{words} /dev/null --seed 1 -j 1")),
                || self.run(&format!("{words} /dev/null --seed 1 -j 2")),
            );
        }
    }

    /// `-s` beside a copy of its input and the solver in memory.
    fn solve(&self) {
        let puzzles = easy::puzzles(self.records);
        for format in ["line", "grid"] {
            let text = match format {
                "line" => puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>(),
                _ => puzzles.iter().map(course).collect::<Vec<_>>().join("\n"),
            };
            fs::write(self.path("puzzles.txt"), &text).unwrap();
            let words = format!("-s puzzles.txt -o solved.txt -f {format}");
            self.run(&words);
            check(&puzzles, &self.path("solved.txt"));
            let copy_and_solve = || {
                let from = File::open(self.path("puzzles.txt")).unwrap();
                let to = File::create(self.path("copy.txt")).unwrap();
                let cat =
                    timed(|| assert!(Command::new("cat").stdin(from).stdout(to).status().unwrap().success()));
                let mut solver = Solver::new();
                let mut verdicts = vec![Verdict::None; puzzles.len()];
                cat + timed(|| solver.solve(&puzzles, &mut verdicts))
            };
            for jobs in [1, 2] {
                self.compare(
                    &format!("-s -j {jobs}, easy, {format}; cat + the solver alone"),
                    || self.run(&format!("{words} -j {jobs}")),
                    copy_and_solve,
                );
            }
        }
    }

    /// More threads, on hard puzzles.
    fn threads(&self) {
        let hardest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/hardest.txt");
        let Ok(text) = fs::read_to_string(&hardest) else {
            println!("no {}: threads are not compared", hardest.display());
            return;
        };
        let text: String = text.split_inclusive('\n').take(self.records).collect();
        fs::write(self.path("hard.txt"), text).unwrap();
        for jobs in [2, 8] {
            self.compare(
                &format!("-s hardest -j 1; -j {jobs}"),
                || self.run("-s hard.txt -o solved.txt -f line -j 1"),
                || self.run(&format!("-s hard.txt -o solved.txt -f line -j {jobs}")),
            );
        }
    }

    /// The same job by programs that people have, where they are installed; their answers are checked, too.
    fn other_programs(&self) {
        let puzzles = easy::puzzles(self.records.min(20_000));
        let text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        fs::write(self.path("few.txt"), text.replace('0', ".")).unwrap();
        let qqwing = || {
            let (from, to) = (File::open(self.path("few.txt")), File::create(self.path("theirs.txt")));
            let mut command = Command::new("qqwing");
            command.args(["--solve", "--one-line"]).stdin(from.unwrap()).stdout(to.unwrap()).status()
        };
        match qqwing() {
            Ok(status) if status.success() => check(&puzzles, &self.path("theirs.txt")),
            _ => return println!("no qqwing: it is not compared"),
        }
        self.compare(
            &format!("-s, {} easy puzzles; qqwing", puzzles.len()),
            || self.run("-s few.txt -o solved.txt -f line"),
            || timed(|| assert!(qqwing().unwrap().success())),
        );
        self.run("-c 20000 --seed 1 -f line -o lines.txt");
        self.compare(
            "-s, 20000 grids; sort, by GNU coreutils",
            || self.run("-s lines.txt -o solved.txt -f line"),
            || {
                let mut command = Command::new("sort");
                command.arg("lines.txt").args(["-o", "sorted.txt"]).current_dir(self.folder.path());
                timed(|| assert!(command.status().unwrap().success()))
            },
        );
    }

    /// Starting, and answering one puzzle at a time.
    fn small(&self) {
        self.compare(
            "-c 1; true",
            || self.run("-c 1"),
            || timed(|| assert!(Command::new("true").status().unwrap().success())),
        );
        let puzzle = format!("{}\n", Puzzle::EMPTY);
        for jobs in [1, 8] {
            let mut command = self.command(&format!("-s - -o - -f line -j {jobs}"));
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            let (mut to, mut from) =
                (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
            let mut answer = String::new();
            let mut ask = || {
                timed(|| {
                    to.write_all(puzzle.as_bytes()).unwrap();
                    answer.clear();
                    assert_eq!(from.read_line(&mut answer).unwrap(), 82);
                })
            };
            let answers = median((0..100 * self.runs).map(|_| ask()).collect());
            let mut solver = Solver::new();
            let alone = median(
                (0..100 * self.runs)
                    .map(|_| timed(|| solver.solve(&[Puzzle::EMPTY], &mut [Verdict::None])))
                    .collect(),
            );
            println!(
                "{:<52} {:>9.3} {:>9.3}",
                format!("one answer through pipes, -j {jobs}; the solver alone"),
                millis(answers),
                millis(alone)
            );
            drop(to);
            assert!(child.wait().unwrap().success());
        }
    }
}

/// A puzzle in the course's layout.
fn course(puzzle: &Puzzle) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    puzzle.digits().chunks(9).map(row).collect()
}

/// Every solution in the file solves its puzzle.
fn check(puzzles: &[Puzzle], solved: &Path) {
    let mut count = 0;
    for (record, puzzle) in Reader::new(File::open(solved).unwrap()).zip(puzzles) {
        let grid: sudoku::grid::Grid = record.unwrap().puzzle.unwrap().try_into().unwrap();
        assert!(grid.solves(puzzle));
        count += 1;
    }
    assert_eq!(count, puzzles.len());
}

/// What `-c` can't be quicker than. `copy`: copies a record into a buffer and writes that where it is full.
/// `write`: only writes, the same number of bytes. `replace`: likewise, beside an earlier file that it replaces.
fn bare_loop(which: &str, path: &Path, record: usize, records: usize) {
    let text = vec![b'1'; record];
    let mut buffer = vec![b'1'; PIECE];
    let part = path.with_extension("part");
    let mut file = File::create(if which == "replace" { &part } else { path }).unwrap();
    let mut left = record * records;
    let piece = if which == "copy" { PIECE / record * record } else { PIECE };
    while left > 0 {
        let piece = left.min(piece);
        if which == "copy" {
            match record {
                163 => copy_into::<163>(&text, &mut buffer[..piece]),
                _ => copy_into::<82>(&text, &mut buffer[..piece]),
            }
        }
        file.write_all(&buffer[..piece]).unwrap();
        left -= piece;
    }
    if which == "replace" {
        fs::rename(part, path).unwrap();
    }
}

/// Copies the record as often as there is room; its length is known to the compiler, as ours is.
fn copy_into<const LENGTH: usize>(text: &[u8], buffer: &mut [u8]) {
    let text: &[u8; LENGTH] = text.try_into().unwrap();
    for record in buffer.as_chunks_mut::<LENGTH>().0 {
        *record = *std::hint::black_box(text);
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
