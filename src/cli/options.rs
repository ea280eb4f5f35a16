//! What was typed. One table, [`OPTIONS`], is all there is to know of the options: the parser below, `--help`,
//! the manual page and the completions are made from it.
//!
//! Nothing is opened or written here: arguments are checked first, all of them, and then become one [`Command`].

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use lexopt::Arg;
use sudoku::files::Printable;
use sudoku::format::Format;
use sudoku::maker::{HIGHEST_LEVEL, Holes, Levels, MOST_HOLES, Symmetry};
use sudoku::numbering::{Corner, GRIDS_PER_CORNER};

/// The most grids or puzzles that one run makes; more are several runs with `--skip`.
const MOST_GRIDS: u64 = 1_000_000;

/// More threads than any machine has use for; a slip of the finger shouldn't start a million.
const MOST_JOBS: u64 = 1024;

/// The corner where none is asked for. It is that of the course assignment's own example: its student number ends in 01,
/// and (0 + 1) modulo 9 plus 1 is 2.
const USUAL_CORNER: Corner = Corner::ALL[1];

/// One option: how it is written, what it takes, where it belongs, what it does.
pub(super) struct Opt {
    pub(super) id: Id,
    pub(super) short: Option<char>,
    pub(super) long: &'static str,
    pub(super) takes: Takes,
    /// The modes it goes with.
    pub(super) modes: &'static [Id],
    pub(super) help: &'static str,
}

/// What an option takes: the name of its value and what that is.
pub(super) enum Takes {
    Nothing,
    Number(&'static str),
    Path(&'static str),
    OneOf(&'static str, &'static [&'static str]),
}

/// The options, as indices into what was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Create,
    New,
    Solve,
    Rate,
    Canon,
    Rank,
    Unrank,
    Output,
    Format,
    First,
    Skip,
    Seed,
    Holes,
    Level,
    Mode,
    Symmetry,
    Jobs,
    Unique,
    Count,
    FailFast,
    Verbose,
    Generate,
    Help,
    Version,
}

const MODES: [Id; 7] = [Id::Create, Id::New, Id::Solve, Id::Rate, Id::Canon, Id::Rank, Id::Unrank];
const ALL: &[Id] = &MODES;
const READING: &[Id] = &[Id::Solve, Id::Rate, Id::Canon, Id::Rank, Id::Unrank];
const CREATE: &[Id] = &[Id::Create];
const NEW: &[Id] = &[Id::New];
const UNIQUE: &[Id] = &[Id::Solve, Id::New];
const MAKING: &[Id] = &[Id::Create, Id::New];
const SOLVE: &[Id] = &[Id::Solve];

#[rustfmt::skip]
pub(super) const OPTIONS: [Opt; 24] = [
    Opt { id: Id::Create, short: Some('c'), long: "create", takes: Takes::Number("N"), modes: CREATE,
          help: "write N different completed grids, 1 to 1000000" },
    Opt { id: Id::New, short: Some('n'), long: "new", takes: Takes::Number("N"), modes: NEW,
          help: "make N different puzzles, minimal, with one solution" },
    Opt { id: Id::Solve, short: Some('s'), long: "solve", takes: Takes::Path("FILE"), modes: SOLVE,
          help: "solve every puzzle in FILE; - is standard input" },
    Opt { id: Id::Rate, short: None, long: "rate", takes: Takes::Path("FILE"), modes: &[Id::Rate],
          help: "how hard each puzzle is: level (1 to 11) and rounds" },
    Opt { id: Id::Canon, short: None, long: "canon", takes: Takes::Path("FILE"), modes: &[Id::Canon],
          help: "the one form of all puzzles that are essentially alike" },
    Opt { id: Id::Rank, short: None, long: "rank", takes: Takes::Path("FILE"), modes: &[Id::Rank],
          help: "the number of each completed grid among all of them" },
    Opt { id: Id::Unrank, short: None, long: "unrank", takes: Takes::Path("FILE"), modes: &[Id::Unrank],
          help: "the grid of each such number" },
    Opt { id: Id::Output, short: Some('o'), long: "output", takes: Takes::Path("PATH"), modes: ALL,
          help: "where the result goes [sudoku.txt]; - is standard output" },
    Opt { id: Id::Format, short: Some('f'), long: "format", takes: Takes::OneOf("FORMAT", &FORMATS), modes: ALL,
          help: "grid [default], line, csv, board, html (to print)" },
    Opt { id: Id::First, short: None, long: "first", takes: Takes::Number("D"), modes: CREATE,
          help: "the top-left digit of every grid, 1 to 9 [2]" },
    Opt { id: Id::Skip, short: None, long: "skip", takes: Takes::Number("K"), modes: MAKING,
          help: "begin at number K of the sequence [0]" },
    Opt { id: Id::Seed, short: None, long: "seed", takes: Takes::Number("S"), modes: MAKING,
          help: "a shuffled order of grids, or other puzzles [0]" },
    Opt { id: Id::Holes, short: Some('r'), long: "holes", takes: Takes::Number("LO~HI"), modes: NEW,
          help: "puzzles with LO to HI empty cells, 1 to 60" },
    Opt { id: Id::Level, short: None, long: "level", takes: Takes::Number("A-B"), modes: NEW,
          help: "puzzles whose level is A to B, 1 to 9" },
    Opt { id: Id::Mode, short: Some('m'), long: "mode", takes: Takes::OneOf("MODE", &GRADES), modes: NEW,
          help: "1 easy (levels 1-2), 2 medium (3-5), 3 hard (6-9)" },
    Opt { id: Id::Symmetry, short: None, long: "symmetry", takes: Takes::OneOf("S", &SYMMETRIES), modes: NEW,
          help: "rotate180, rotate90, mirror, flip, diagonal [none]" },
    Opt { id: Id::Jobs, short: Some('j'), long: "jobs", takes: Takes::Number("N"), modes: ALL,
          help: "work on N threads [one for each core]" },
    Opt { id: Id::Unique, short: Some('u'), long: "unique", takes: Takes::Nothing, modes: UNIQUE,
          help: "several solutions are a fault too (with -n always so)" },
    Opt { id: Id::Count, short: None, long: "count", takes: Takes::Number("LIMIT"), modes: SOLVE,
          help: "write how many solutions each has, counted up to LIMIT" },
    Opt { id: Id::FailFast, short: None, long: "fail-fast", takes: Takes::Nothing, modes: READING,
          help: "stop at the first fault" },
    Opt { id: Id::Verbose, short: Some('v'), long: "verbose", takes: Takes::Nothing, modes: ALL,
          help: "say at the end what was done, and how fast" },
    Opt { id: Id::Generate, short: None, long: "generate", takes: Takes::OneOf("PAGE", &PAGES), modes: &[],
          help: "print the manual page (man) or completions (complete-...)" },
    Opt { id: Id::Help, short: Some('h'), long: "help", takes: Takes::Nothing, modes: &[],
          help: "print this page" },
    Opt { id: Id::Version, short: Some('V'), long: "version", takes: Takes::Nothing, modes: &[],
          help: "print the version, and the instruction set in use" },
];

/// The names of all forms.
const FORMATS: [&str; Format::ALL.len()] = {
    let mut names = [""; Format::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Format::ALL[at].name();
        at += 1;
    }
    names
};

/// The forms that show a grid or a puzzle, and those where a record has something beside it: all.
const SHOWING_ONE: [Format; 4] = [Format::Grid, Format::Line, Format::Board, Format::Html];
const SHOWING_TWO: [Format; 5] = Format::ALL;

/// What `-m` can be.
const GRADES: [&str; 3] = ["1", "2", "3"];

/// The levels of each.
const LEVELS_OF_GRADES: [(u8, u8); 3] = [(1, 2), (3, 5), (6, 9)];

const SYMMETRIES: [&str; 6] = {
    let mut names = [""; 6];
    let mut n = 0;
    while n < names.len() {
        names[n] = Symmetry::ALL[n].name();
        n += 1;
    }
    names
};

/// What `--generate` can print.
const PAGES: [&str; 4] = [Page::Manual.name(), Page::Bash.name(), Page::Zsh.name(), Page::Fish.name()];

/// A page that `--generate` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Manual,
    Bash,
    Zsh,
    Fish,
}

impl Page {
    pub(super) const ALL: [Page; 4] = [Page::Manual, Page::Bash, Page::Zsh, Page::Fish];

    /// Its name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Page::Manual => "man",
            Page::Bash => "complete-bash",
            Page::Zsh => "complete-zsh",
            Page::Fish => "complete-fish",
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// `-c`: write grids.
    Create(Create, Common),
    /// `-n`: make puzzles.
    Make(Make, Common),
    /// `-s`: solve puzzles.
    Solve(Solve, Common),
    /// `--rate`: how hard each puzzle is.
    Rate(Reading, Common),
    /// `--canon`: the canonical form of each puzzle in the file.
    Canon(Reading, Common),
    /// `--rank`: the number of each grid in the file.
    Rank(Reading, Common),
    /// `--unrank`: the grid of each number in the file.
    Unrank(Reading, Common),
    /// Print the help page.
    Help,
    /// Print the manual or completions.
    Page(Page),
    /// Print the version.
    Version,
}

/// What goes with every mode.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Common {
    pub(super) output: PathBuf,
    pub(super) format: Format,
    pub(super) jobs: usize,
    pub(super) verbose: bool,
}

/// What goes with `-c`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Create {
    pub(super) grids: u64,
    pub(super) corner: Corner,
    pub(super) skip: u128,
    pub(super) seed: Option<u64>,
}

/// What goes with `-n`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Make {
    pub(super) puzzles: u64,
    pub(super) skip: u128,
    pub(super) seed: u64,
    /// Whether the seed was picked at random.
    pub(super) is_random: bool,
    pub(super) holes: Option<Holes>,
    pub(super) levels: Option<Levels>,
    pub(super) symmetry: Symmetry,
}

/// What goes with `-s`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solve {
    pub(super) reading: Reading,
    pub(super) unique: bool,
    pub(super) count: Option<u64>,
}

/// What goes with every mode that reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) file: PathBuf,
    pub(super) fail_fast: bool,
}

/// What was wrong with what was typed, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<lexopt::Error> for Usage {
    fn from(error: lexopt::Error) -> Usage {
        match error {
            lexopt::Error::UnexpectedValue { option, .. } => Usage(format!("{option} takes no value")),
            lexopt::Error::MissingValue { option: Some(option) } => Usage(format!("{option} needs a value")),
            other => Usage(Printable(other.to_string().as_ref()).to_string()),
        }
    }
}

/// Turns the arguments, without the program's name, into a command.
///
/// # Errors
/// The first thing that is wrong with them.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Usage> {
    let mut given = Given::default();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        let option = match &argument {
            Arg::Short(short) => OPTIONS.iter().find(|option| option.short == Some(*short)),
            Arg::Long(long) => OPTIONS.iter().find(|option| option.long == *long),
            Arg::Value(operand) => {
                // What else is wrong is likelier to be the cause: in `-c -c 1` the 1 is not.
                given.stray.get_or_insert(operand.clone());
                continue;
            }
        };
        let option = match option {
            Some(option) => option,
            None => return Err(argument.unexpected().into()),
        };
        let value = match option.takes {
            Takes::Nothing => OsString::new(),
            _ => parser.value()?,
        };
        match option.id {
            Id::Help | Id::Version => {
                // Only the next step shows a value that doesn't belong there: `--help=3`.
                parser.next()?;
                return Ok(match option.id {
                    Id::Help => Command::Help,
                    _ => Command::Version,
                });
            }
            Id::Generate => {
                let page = Page::ALL.into_iter().find(|page| value == page.name());
                return page.map(Command::Page).ok_or_else(|| {
                    Usage(format!("--generate prints {}, not {}", PAGES.join(" or "), quoted(&value)))
                });
            }
            _ => {}
        }
        if given.values[option.id as usize].replace(value).is_some() {
            return Err(Usage(format!("{} is given twice", option.name())));
        }
    }
    given.command()
}

/// What was given, as it was typed.
#[derive(Default)]
struct Given {
    /// The value of each option that is there; empty for those that take none.
    values: [Option<OsString>; OPTIONS.len()],
    /// The first word that is no option, nor the value of one.
    stray: Option<OsString>,
}

impl Given {
    fn command(self) -> Result<Command, Usage> {
        let mut modes = MODES.into_iter().filter(|&mode| self.has(mode));
        let mode = match (modes.next(), modes.next()) {
            (Some(mode), None) => mode,
            (Some(one), Some(two)) => {
                return Err(Usage(format!("{} and {} don't go together", one.name(), two.name())));
            }
            _ => {
                return Err(Usage(
                    "nothing to do: give -c N to make grids, -n N to make puzzles or -s FILE to solve them"
                        .into(),
                ));
            }
        };
        if let Some(stray) =
            OPTIONS.iter().find(|option| self.has(option.id) && !option.modes.contains(&mode))
        {
            return Err(Usage(format!("{} doesn't go with {}", stray.name(), mode.name())));
        }
        let command = match mode {
            Id::Create => {
                let create = self.create()?;
                Command::Create(create, self.common(&SHOWING_ONE)?)
            }
            Id::New => {
                let make = self.make()?;
                Command::Make(make, self.common(&SHOWING_TWO)?)
            }
            Id::Solve => {
                let solve = Solve {
                    reading: self.reading(mode),
                    unique: self.has(Id::Unique),
                    count: self.number(Id::Count, 1, u64::MAX)?,
                };
                let formats: &[Format] = match solve.count {
                    Some(_) => &[Format::Line, Format::Csv],
                    None => &SHOWING_TWO,
                };
                Command::Solve(solve, self.common(formats)?)
            }
            Id::Rate => Command::Rate(self.reading(mode), self.common(&[Format::Line, Format::Csv])?),
            Id::Canon => Command::Canon(self.reading(mode), self.common(&SHOWING_TWO)?),
            Id::Rank => Command::Rank(self.reading(mode), self.common(&[Format::Line])?),
            _ => Command::Unrank(self.reading(mode), self.common(&SHOWING_ONE)?),
        };
        match &self.stray {
            Some(word) => Err(Usage(format!("unexpected argument {}", quoted(word)))),
            None => Ok(command),
        }
    }

    fn create(&self) -> Result<Create, Usage> {
        let grids = self.number(Id::Create, 1, MOST_GRIDS)?.unwrap_or(1);
        Ok(Create {
            grids,
            corner: self.number(Id::First, 1, 9)?.and_then(Corner::new).unwrap_or(USUAL_CORNER),
            skip: self.number(Id::Skip, 0, GRIDS_PER_CORNER - u128::from(grids))?.unwrap_or(0),
            seed: self.number(Id::Seed, 0, u64::MAX)?,
        })
    }

    fn make(&self) -> Result<Make, Usage> {
        let puzzles = self.number(Id::New, 1, MOST_GRIDS)?.unwrap_or(1);
        let is_random = self.value(Id::Seed).is_some_and(|seed| seed == "random");
        let seed = if is_random { random_seed() } else { self.number(Id::Seed, 0, u64::MAX)?.unwrap_or(0) };
        Ok(Make {
            puzzles,
            skip: self.number(Id::Skip, 0, GRIDS_PER_CORNER - u128::from(puzzles))?.unwrap_or(0),
            seed,
            is_random,
            holes: self.holes()?,
            levels: self.levels()?,
            symmetry: self.symmetry()?,
        })
    }

    /// From how many to how many holes: `30~50`, `30-50`, or `50` alone.
    fn holes(&self) -> Result<Option<Holes>, Usage> {
        let Some(value) = self.value(Id::Holes) else { return Ok(None) };
        let holes = range(value).and_then(|(least, most)| Holes::new(least, most));
        holes.map(Some).ok_or_else(|| {
            let option = Id::Holes.name();
            Usage(format!("{option} takes LO~HI, from 1 to {MOST_HOLES}, not {}", quoted(value)))
        })
    }

    /// From which level to which: `4-5`, `4~5`, or `5` alone; or a mode.
    fn levels(&self) -> Result<Option<Levels>, Usage> {
        if let Some(mode) = self.value(Id::Mode) {
            let rivals = [Id::Holes, Id::Unique, Id::Level];
            if let Some(rival) = rivals.into_iter().find(|&rival| self.has(rival)) {
                return Err(Usage(format!("{} and {} don't go together", Id::Mode.name(), rival.name())));
            }
            let grade = GRADES.into_iter().zip(LEVELS_OF_GRADES).find(|(grade, _)| mode == *grade);
            let levels = grade.and_then(|(_, (least, most))| Levels::new(least, most));
            return levels.map(Some).ok_or_else(|| {
                Usage(format!("{} is {}, not {}", Id::Mode.name(), GRADES.join(" or "), quoted(mode)))
            });
        }
        let Some(value) = self.value(Id::Level) else { return Ok(None) };
        let levels = range(value).and_then(|(least, most)| Levels::new(least, most));
        levels.map(Some).ok_or_else(|| {
            let option = Id::Level.name();
            Usage(format!("{option} takes A-B, from 1 to {HIGHEST_LEVEL}, not {}", quoted(value)))
        })
    }

    fn symmetry(&self) -> Result<Symmetry, Usage> {
        let Some(value) = self.value(Id::Symmetry) else { return Ok(Symmetry::None) };
        let symmetry = Symmetry::ALL.into_iter().find(|symmetry| value == symmetry.name());
        symmetry.ok_or_else(|| {
            let option = Id::Symmetry.name();
            Usage(format!("{option} is {}, not {}", SYMMETRIES.join(" or "), quoted(value)))
        })
    }

    /// The options of every mode; `formats` are those it can write, the default one first.
    fn common(&self, formats: &[Format]) -> Result<Common, Usage> {
        let format = match self.value(Id::Format) {
            None => formats[0],
            Some(name) => formats.iter().copied().find(|format| name == format.name()).ok_or_else(|| {
                let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
                Usage(format!("the format here is {}, not {}", names.join(" or "), quoted(name)))
            })?,
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from).min(MOST_JOBS as usize);
        let jobs = self.number(Id::Jobs, 1, MOST_JOBS)?.map_or_else(cores, |jobs: u64| jobs as usize);
        let output = self.value(Id::Output).unwrap_or(OsStr::new("sudoku.txt")).into();
        Ok(Common { output, format, jobs, verbose: self.has(Id::Verbose) })
    }

    fn reading(&self, mode: Id) -> Reading {
        Reading { file: self.value(mode).unwrap_or_default().into(), fail_fast: self.has(Id::FailFast) }
    }

    fn has(&self, id: Id) -> bool {
        self.value(id).is_some()
    }

    fn value(&self, id: Id) -> Option<&OsStr> {
        self.values[id as usize].as_deref()
    }

    /// The value of an option as a number in plain decimal digits: no sign, no blank, nothing else.
    fn number<N>(&self, id: Id, least: N, most: N) -> Result<Option<N>, Usage>
    where
        N: TryFrom<u128> + Into<u128> + Copy + fmt::Display,
    {
        let Some(value) = self.value(id) else { return Ok(None) };
        value
            .to_str()
            .filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|text| text.parse::<u128>().ok())
            .filter(|number| (least.into()..=most.into()).contains(number))
            .and_then(|number| N::try_from(number).ok())
            .map(Some)
            .ok_or_else(|| {
                let option = id.name();
                Usage(format!("{option} takes a whole number from {least} to {most}, not {}", quoted(value)))
            })
    }
}

impl Id {
    fn name(self) -> String {
        OPTIONS[self as usize].name()
    }
}

impl Opt {
    /// As it is most often written: `-c`, `--first`.
    fn name(&self) -> String {
        self.short.map_or_else(|| format!("--{}", self.long), |short| format!("-{short}"))
    }
}

impl Takes {
    /// The name of the value.
    pub(super) fn name(&self) -> Option<&'static str> {
        match *self {
            Takes::Nothing => None,
            Takes::Number(name) | Takes::Path(name) | Takes::OneOf(name, _) => Some(name),
        }
    }
}

/// Two numbers with `~` or `-` between, or one that is both.
fn range(value: &OsStr) -> Option<(u8, u8)> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|_| is_number)
    };
    let text = value.to_str()?;
    let (least, most) = text.split_once(['~', '-']).unwrap_or((text, text));
    Some((number(least)?, number(most)?))
}

/// What the system hands to hash tables, so that nobody can foresee them.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// What was typed, on one line whatever it holds.
fn quoted(text: &OsStr) -> String {
    format!("'{}'", Printable(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Result<Command, Usage> {
        parse(line.split_whitespace().map(|word| OsString::from(word.replace('␣', " "))))
    }

    fn message(line: &str) -> String {
        typed(line).unwrap_err().to_string()
    }

    #[test]
    fn the_table_is_in_the_order_of_the_ids_and_has_no_name_twice() {
        for (index, option) in OPTIONS.iter().enumerate() {
            assert_eq!(option.id as usize, index);
            assert!(OPTIONS[..index].iter().all(|other| other.long != option.long));
            assert!(
                option.short.is_none() || OPTIONS[..index].iter().all(|other| other.short != option.short)
            );
        }
    }

    #[test]
    fn one_number_can_be_written_in_many_ways() {
        let expected = typed("-c 20");
        assert!(matches!(&expected, Ok(Command::Create(create, _)) if create.grids == 20));
        for line in ["-c20", "-c=20", "--create 20", "--create=20", "-c 0020"] {
            assert_eq!(typed(line), expected, "{line}");
        }
    }

    #[test]
    fn anything_else_is_no_number() {
        for number in [
            "+5",
            "5x",
            "1e6",
            "␣5",
            "5␣",
            "0",
            "-1",
            "1000001",
            "4294967297",
            "５",
            "1_000",
            "0x10",
            "1.0",
            "abc",
        ] {
            assert!(
                message(&format!("-c {number}")).starts_with("-c takes a whole number from 1"),
                "{number}"
            );
        }
        assert!(parse(["-c", ""].map(OsString::from)).is_err());
        assert!(parse(["-c".into(), "9".repeat(1000).into()]).is_err());
    }

    #[test]
    fn holes_are_a_range_or_a_number() {
        let holes = |text: &str| match typed(&format!("-n 1 -r {text}")) {
            Ok(Command::Make(make, _)) => make.holes,
            _ => None,
        };
        assert_eq!(holes("20~55"), Holes::new(20, 55));
        assert_eq!(holes("20-55"), Holes::new(20, 55));
        assert_eq!(holes("40"), Holes::new(40, 40));
        assert_eq!(holes("1~60"), Holes::new(1, 60));
        for wrong in
            ["0~5", "5~4", "~", "-", "5~", "~5", "1~2~3", "1--5", "+1~5", "1..5", "61", "300", "x", "1,5"]
        {
            assert_eq!(holes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_was_wrong_is_named() {
        assert_eq!(message("-c"), "-c needs a value");
        assert_eq!(message("-c -c 1"), "-c takes a whole number from 1 to 1000000, not '-c'");
        assert_eq!(message("-c 1 -c 1"), "-c is given twice");
        assert_eq!(message("-c 1 -s f"), "-c and -s don't go together");
        assert_eq!(message("-c 1 x"), "unexpected argument 'x'");
        assert_eq!(message("-s f --first 2"), "--first doesn't go with -s");
        assert_eq!(message("-c 1 -r 30"), "-r doesn't go with -c");
        assert_eq!(message("-n 1 --first 3"), "--first doesn't go with -n");
        assert_eq!(message("-n 1 -c 1"), "-c and -n don't go together");
        assert_eq!(message("-n 1 -r 30~61"), "-r takes LO~HI, from 1 to 60, not '30~61'");
        assert!(message("-n 1 --symmetry spiral").ends_with("or flip or diagonal, not 'spiral'"));
        assert_eq!(message("-c 1 --unique"), "-u doesn't go with -c");
        assert_eq!(message("-s f --unique=yes"), "--unique takes no value");
        assert_eq!(
            message("-s f -f xml"),
            "the format here is grid or line or csv or board or html, not 'xml'"
        );
        assert_eq!(message("-c 1 -f csv"), "the format here is grid or line or board or html, not 'csv'");
        assert_eq!(message("-abc 1"), "invalid option '-a'");
        assert!(message("").starts_with("nothing to do"));
        assert!(message("-c 2 --skip 741211528002341437439").contains("from 0 to 741211528002341437438"));
    }

    #[test]
    fn every_short_sequence_of_words_is_a_command_or_one_line() {
        let words = [
            "-c",
            "-nr",
            "1",
            "-s",
            "-",
            "--",
            "-o=x",
            "--unique",
            "-vj2",
            "--seed",
            "",
            "-f",
            "line",
            "--count=5",
            "é\n",
        ];
        for a in words {
            for b in words {
                for c in words {
                    if let Err(usage) = parse([a, b, c].map(OsString::from)) {
                        assert!(
                            !usage.to_string().is_empty() && !usage.to_string().contains('\n'),
                            "{a} {b} {c}"
                        );
                    }
                }
            }
        }
    }
}
