//! What the tests share: the real binary in a folder of its own, a slow obvious solver, puzzles at
//! random.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its own part of this")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

pub mod puzzles;
pub mod slow;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, thread};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tempfile::TempDir;

/// Random numbers that are the same in every run.
pub fn random(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// A file of `../shared`, or a message and `None` where it is absent.
pub fn shared(path: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    fs::read_to_string(&path).inspect_err(|error| skip(&format!("{}: {error}", path.display()))).ok()
}

/// Asserts that a file of `tests/golden` holds what `renew` makes of its content; or makes it so, where the
/// variable `UPDATE_GOLDEN` is set.
#[track_caller]
pub fn golden(name: &str, renew: impl FnOnce(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let old = fs::read_to_string(&path).unwrap_or_default();
    let new = renew(&old);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, new).unwrap();
        return;
    }
    let differs = old.lines().zip(new.lines()).position(|(old, new)| old != new);
    let at = differs.unwrap_or(old.lines().count().min(new.lines().count()));
    let [was, is] = [&old, &new].map(|text| text.lines().nth(at).unwrap_or("the end"));
    assert!(
        old == new,
        "{name}:{}: differs (UPDATE_GOLDEN=1 writes it anew)\n was: {was}\n  is: {is}",
        at + 1
    );
}

/// Says that a test, or a part of one, doesn't run here, and why.
pub fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// An empty folder in which `sudoku` is run.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.path(&name))
            .unwrap_or_else(|error| panic!("{}: {error}", name.as_ref().display()))
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        names
    }

    /// The command, to be run here.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku"));
        command.current_dir(self.0.path());
        command
    }

    /// Runs `sudoku` with these words, split at blanks.
    pub fn sudoku(&self, words: &str) -> Ran {
        self.sudoku_with(words.split_whitespace(), b"")
    }

    /// Likewise, with this standard input.
    pub fn filter(&self, words: &str, input: impl AsRef<[u8]>) -> Ran {
        self.sudoku_with(words.split_whitespace(), input)
    }

    pub fn sudoku_with<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
        input: impl AsRef<[u8]>,
    ) -> Ran {
        let mut command = self.command();
        command.args(arguments);
        run(command, input.as_ref())
    }

    /// Runs a line of shell here, with `sudoku` on its path.
    pub fn shell(&self, line: &str) -> Ran {
        let mut command = Command::new("bash");
        let binary = Path::new(env!("CARGO_BIN_EXE_sudoku")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path =
            std::env::join_paths([binary.into()].into_iter().chain(std::env::split_paths(&path))).unwrap();
        command.args(["-c", line]).env("PATH", path).current_dir(self.0.path());
        run(command, b"")
    }
}

/// How a command ended. Its assertions print all that is known of it.
pub struct Ran {
    command: String,
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

fn run(mut command: Command, input: &[u8]) -> Ran {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    // A child that ends without reading all closes the pipe, which is its right.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Ran {
        command: format!("{command:?}"),
        status: output.status.code(),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ran {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap_or_else(|error| panic!("{error}\n{self}"))
    }

    /// Asserts an exit status.
    #[track_caller]
    pub fn ends(&self, status: i32) -> &Ran {
        assert_eq!(self.status, Some(status), "\n{self}");
        self
    }

    /// Asserts success without a word on standard error.
    #[track_caller]
    pub fn succeeds(&self) -> &Ran {
        self.ends(0).says("")
    }

    /// Asserts the whole of standard error.
    #[track_caller]
    pub fn says(&self, err: &str) -> &Ran {
        assert_eq!(self.err, err, "\n{self}");
        self
    }

    /// Asserts that standard error holds this.
    #[track_caller]
    pub fn mentions(&self, part: &str) -> &Ran {
        assert!(self.err.contains(part), "not mentioned: {part}\n{self}");
        self
    }

    /// Asserts standard output.
    #[track_caller]
    pub fn prints(&self, out: impl AsRef<[u8]>) -> &Ran {
        let out = out.as_ref();
        assert!(
            self.out == out,
            "expected output:\n{}\n{self}",
            String::from_utf8_lossy(&out[..out.len().min(2000)])
        );
        self
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let out = String::from_utf8_lossy(&self.out[..self.out.len().min(2000)]);
        let (command, status, err) = (&self.command, self.status, &self.err[..self.err.len().min(4000)]);
        write!(
            f,
            "command: {command}\nstatus: {status:?}\noutput ({} bytes):\n{out}\nerrors:\n{err}",
            self.out.len()
        )
    }
}
