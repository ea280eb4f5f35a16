//! What is said on standard error: a line for each fault, a note, the final line of `-v` and its live count.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::ops::AddAssign;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku::files::Printable;
use sudoku::format::{self, FaultKind};
use sudoku::grid::Conflict;
use sudoku::rating::Level;

/// After so many faults the rest is only counted: a wrong file of a million lines shouldn't bury the terminal.
const MOST_LINES: u64 = 100;

/// How often the live count may change.
const TICK: Duration = Duration::from_millis(100);

/// What is wrong with a record, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The line of the input, from 1.
    pub(super) line: u64,
    /// The column of the line, from 1, where it says more than the line alone.
    pub(super) column: Option<u32>,
    pub(super) wrong: Wrong,
}

/// What can be wrong with a record, be it that it can't be read, or what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It can't be read.
    Malformed(FaultKind),
    /// Two clues contradict each other.
    Conflict(Conflict),
    /// No grid keeps the clues.
    NoSolution,
    /// Several grids keep the clues, where one was demanded.
    SeveralSolutions,
    /// The record is no completed legal grid, where one was demanded.
    NotGrid,
    /// The line is not the number of a grid, where one was demanded.
    NotNumber,
}

impl From<format::Fault> for Fault {
    fn from(fault: format::Fault) -> Fault {
        Fault { line: fault.line, column: fault.column, wrong: Wrong::Malformed(fault.kind) }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Malformed(kind) => kind.fmt(f),
            Wrong::Conflict(conflict) => conflict.fmt(f),
            Wrong::NoSolution => f.write_str("no solution"),
            Wrong::SeveralSolutions => f.write_str("several solutions"),
            Wrong::NotGrid => f.write_str("no completed grid"),
            Wrong::NotNumber => f.write_str("no number of a grid"),
        }
    }
}

/// What became of the records so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) records: u64,
    /// With an answer in their place.
    pub(super) solved: u64,
    pub(super) several: u64,
    pub(super) without: u64,
    pub(super) malformed: u64,
    /// Lines that were passed over as headers and titles.
    pub(super) skipped: u64,
    pub(super) levels: Levels,
}

/// How many puzzles there are of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Levels([u64; Level::BEYOND.number() as usize + 1]);

impl Levels {
    pub(super) fn count(&mut self, level: Level) {
        self.0[usize::from(level.number())] += 1;
    }

    /// Each level that there is, with how many puzzles it has.
    fn present(&self) -> impl Iterator<Item = (Level, u64)> {
        Level::all().map(|level| (level, self.0[usize::from(level.number())])).filter(|&(_, n)| n > 0)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.records += other.records;
        self.solved += other.solved;
        self.several += other.several;
        self.without += other.without;
        self.malformed += other.malformed;
        self.levels.0.iter_mut().zip(other.levels.0).for_each(|(n, other)| *n += other);
        self.skipped += other.skipped;
    }
}

/// Speaks for one run.
pub(super) struct Report {
    /// The input as messages name it.
    source: String,
    /// What the records are called: `puzzle`, `grid` or `number`.
    noun: &'static str,
    tally: Tally,
    faults: u64,
    verbose: bool,
    start: Instant,
    live: Option<Live>,
}

/// The count on a terminal while the work goes on.
struct Live {
    last: Instant,
    /// How much there is in all, where that is known, in the unit of [`Report::progress`].
    total: Option<u64>,
    shown: bool,
}

impl Report {
    /// `total` is what there will be in all, in the unit of [`Report::progress`], where it is known.
    pub(super) fn new(source: &Path, noun: &'static str, verbose: bool, total: Option<u64>) -> Report {
        let start = Instant::now();
        let live =
            (verbose && io::stderr().is_terminal()).then_some(Live { last: start, total, shown: false });
        let (source, tally) = (Printable(source.as_os_str()).to_string(), Tally::default());
        Report { source, noun, tally, faults: 0, verbose, start, live }
    }

    /// One more fault, that of the record with this number (from 1).
    pub(super) fn fault(&mut self, record: u64, fault: &Fault) {
        self.faults += 1;
        if self.faults <= MOST_LINES {
            self.clear();
            let column = fault.column.map_or_else(String::new, |column| format!(":{column}"));
            let (source, line, noun) = (&self.source, fault.line, self.noun);
            say(format_args!("{source}:{line}{column}: {noun} {record}: {}", fault.wrong));
        } else if self.faults == MOST_LINES + 1 {
            self.clear();
            say(format_args!("{}: more faults follow, unprinted", self.source));
        }
    }

    /// Some more records are done.
    pub(super) fn add(&mut self, tally: Tally) {
        self.tally += tally;
    }

    /// Shows the live count, if it is time to. `done` says how much of the total that is.
    pub(super) fn progress(&mut self, done: u64) {
        let rate = self.rate();
        let (records, elapsed) = (self.tally.records, self.start.elapsed().as_secs_f64());
        let Some(live) = self.live.as_mut().filter(|live| live.last.elapsed() >= TICK) else { return };
        live.last = Instant::now();
        live.shown = true;
        let rest = match live.total {
            Some(total) if done > 0 && total > 0 => {
                let share = (done as f64 / total as f64).min(1.0);
                format!(", {:.0} %, {:.0} s left", share * 100.0, elapsed / share - elapsed)
            }
            _ => String::new(),
        };
        let mut stderr = io::stderr().lock();
        // A terminal that doesn't take it is no reason to stop.
        let _ = write!(stderr, "\r\x1b[K{}, {rate:.0} a second{rest}", counted(records, self.noun));
        let _ = stderr.flush();
    }

    /// Was there any fault?
    pub(super) fn has_faults(&self) -> bool {
        self.faults > 0
    }

    /// The last words.
    pub(super) fn end(&mut self) {
        self.clear();
        if self.faults > MOST_LINES {
            say(format_args!("{}: {} faults", self.source, self.faults));
        }
        if self.verbose {
            let Tally { records, solved, several, without, malformed, skipped, levels } = self.tally;
            let results = match (self.noun, self.faults) {
                ("puzzle", _) => format!(
                    ", {solved} solved, {several} with several solutions, {without} without, {malformed} malformed, {skipped} {} skipped as headers and titles",
                    if skipped == 1 { "line" } else { "lines" }
                ),
                (_, 0) => String::new(),
                (_, faults) => format!(", {faults} at fault"),
            };
            let (seconds, rate, noun) = (self.start.elapsed().as_secs_f64(), self.rate(), self.noun);
            let counted = counted(records, noun);
            say(format_args!("{counted}{results}, {seconds:.3} seconds, {rate:.0} {noun}s per second"));
            for (level, puzzles) in levels.present() {
                let of_all = 100.0 * puzzles as f64 / solved as f64;
                let number = level.number();
                say(format_args!("level {number:2} {puzzles:10} {of_all:5.1} %  {level}"));
            }
        }
    }

    /// Remarks on an input in which nothing was found: no fault, but hardly what was meant.
    pub(super) fn note_if_empty(&mut self) {
        if self.tally.records == 0 {
            say(format_args!("{}: no {} found", self.source, self.noun));
        }
    }

    /// Takes the live count off the terminal.
    pub(super) fn clear(&mut self) {
        if let Some(live) = self.live.as_mut().filter(|live| live.shown) {
            live.shown = false;
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }

    fn rate(&self) -> f64 {
        self.tally.records as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }
}

/// `1 puzzle`, `2 puzzles`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// One line on standard error. If that is closed, there is nobody to tell, and the exit status still speaks.
pub(super) fn say(line: fmt::Arguments<'_>) {
    let _ = io::stderr().lock().write_all(format!("sudoku: {line}\n").as_bytes());
}
