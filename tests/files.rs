//! Files and pipes, as the real binary treats them: a result is all there or not there, an earlier one stays until
//! then, and whatever goes wrong is said and ends with status 2. What a path may lead to is tested beside
//! `files.rs`; here is what takes a process of its own.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use common::puzzles::nine_lines;
use common::{Place, Ran, skip};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// A puzzle and its solution, from Project Euler's problem 96.
const PUZZLE: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300\n";
const SOLUTION: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382\n";

const FULL: &str = "No space left on device";

/// The bytes of N grids in the layout of the assignment.
fn bytes_of(grids: usize) -> usize {
    163 * grids - 1
}

/// `sudoku` at work on what it gets through a pipe.
fn start(place: &Place, words: &str) -> Child {
    let mut command = place.command();
    command
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until there is something in a file; of a NAME.part this says that its owner holds the lock.
fn wait_for(path: &Path) {
    while fs::metadata(path).map_or(0, |found| found.len()) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Runs a line of shell as somebody who may not do everything, or says why not.
fn unprivileged(place: &Place, line: &str) -> Option<Ran> {
    if !place.shell("id -u").text().starts_with("0\n") {
        return Some(place.shell(line));
    }
    fs::set_permissions(place.path(""), PermissionsExt::from_mode(0o777)).unwrap();
    let become_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups bash -c";
    if place.shell(&format!("{become_nobody} 'sudoku --version'")).status != Some(0) {
        skip("the tests run as root, and can't run the binary as anybody else");
        return None;
    }
    Some(place.shell(&format!("{become_nobody} '{line}'")))
}

#[test]
fn a_result_is_in_sudoku_txt_and_nothing_beside_it() {
    let place = Place::new();
    place.sudoku("-c 3").succeeds().prints("");
    assert_eq!(place.read("sudoku.txt").len(), bytes_of(3));
    place.sudoku("-s sudoku.txt -o other").succeeds().prints("");
    assert_eq!(place.read("other"), place.read("sudoku.txt"));
    assert_eq!(place.names(), ["other", "sudoku.txt"]);
}

#[test]
fn standard_output_and_input_by_their_names() {
    let place = Place::new();
    let solve = |input: &str, output: &str| format!("-s {input} -o {output} -f line");
    for (input, output) in [("-", "-"), ("/dev/stdin", "/dev/stdout"), ("/dev/fd/0", "/dev/fd/1")] {
        place.filter(&solve(input, output), PUZZLE).succeeds().prints(SOLUTION);
    }
    assert!(place.names().is_empty());
    // What others have written before and will write after stays, and what others have read isn't read again.
    place.write("in", format!("not for us\n{PUZZLE}"));
    let expected = format!("before\n{SOLUTION}after\n");
    for open in [">", ">>"] {
        place.write("log", "");
        let line = format!(
            "(read x; echo before; sudoku {}; echo after) < in {open} log",
            solve("/dev/stdin", "/dev/stdout")
        );
        place.shell(&line).succeeds();
        assert_eq!(place.read("log"), expected);
    }
    assert_eq!(place.names(), ["in", "log"]);
}

#[test]
fn making_and_solving_in_one_pipe_is_the_identity() {
    let place = Place::new();
    place.shell("sudoku -c 1000 -o made; sudoku -c 1000 -o - | sudoku -s - -o - | cmp - made").succeeds();
    assert_eq!(place.read("made").len(), bytes_of(1000));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_status_2() {
    let place = Place::new();
    place.write("puzzle", PUZZLE);
    place.write("earlier", "");
    place.sudoku("-c 50000 -o puzzles").succeeds();
    for words in ["-c 1", "-c 1000000", "-s puzzle", "-s puzzles", "-s puzzle -f csv", "-s puzzle --count 2"]
    {
        place
            .sudoku(&format!("{words} -o /dev/full"))
            .ends(2)
            .prints("")
            .mentions("/dev/full")
            .mentions(FULL);
        place.shell(&format!("sudoku {words} -o - > /dev/full")).ends(2).mentions(FULL);
    }
    // Nothing to write, nothing that could fail.
    place.sudoku("-s earlier -o /dev/full").ends(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_earlier_result() {
    let place = Place::new();
    fs::create_dir(place.path("small")).unwrap();
    let mount = "mount -t tmpfs -o size=256k none small 2> /dev/null || exit 99";
    for words in ["-c 1000000", "-c 2000"] {
        let line = format!(
            "unshare -m sh -c '{mount}; cd small; echo earlier > sudoku.txt; sudoku {words}; echo $?; ls; cat sudoku.txt'"
        );
        let ran = place.shell(&line);
        if ran.status != Some(0) {
            return skip("no small file system can be mounted here");
        }
        ran.prints("2\nsudoku.txt\nearlier\n").mentions("sudoku.txt: ").mentions(FULL);
    }
}

#[test]
fn who_has_seen_enough_ends_it_without_a_word() {
    let place = Place::new();
    let ended = |line: &str| place.shell(&format!("{line} | head -1; echo ${{PIPESTATUS[*]}}"));
    let ran = ended("sudoku -c 1000000 -o -");
    ran.succeeds();
    assert!(ran.text().starts_with("2 ") && ran.text().ends_with("\n0 0\n"), "{ran}");
    place.sudoku("-c 200000 -f line -o grids").succeeds();
    let first = place.read("grids")[..82].to_owned();
    ended("sudoku -s grids -f line -o -").succeeds().prints(first + "0 0\n");
    // What was seen until then counts.
    let ran = ended("(head -c 80 grids; echo; cat grids) | sudoku -s - -f line -o -");
    ran.mentions("-:1: puzzle 1: ").prints("0".repeat(81) + "\n141 1 0\n");
    // An output that nobody reads from the first byte on.
    let mut child = start(&place, "-c 1000000 -o -");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn standard_streams_that_arent_needed_may_be_closed() {
    let place = Place::new();
    place.write("puzzle", PUZZLE);
    place.shell("sudoku -s puzzle -f line -o result <&- >&- 2>&-").ends(0);
    assert_eq!(place.read("result"), SOLUTION);
    // And /dev/null is a file like any other, in whatever way it was opened.
    place.shell("sudoku -c 1 -o - > /dev/null && sudoku -c 1 -o - 1<> /dev/null").succeeds();
}

#[test]
fn an_input_that_cant_be_read_leaves_the_earlier_result() {
    let place = Place::new();
    place.write("sudoku.txt", "earlier");
    place.write("puzzle", PUZZLE);
    fs::create_dir(place.path("folder")).unwrap();
    symlink("loop", place.path("loop")).unwrap();
    for (input, reason) in [
        ("nosuch", "No such file or directory"),
        ("nosuch/puzzle", "No such file or directory"),
        ("puzzle/puzzle", "Not a directory"),
        ("folder", "Is a directory"),
        ("folder/", "Is a directory"),
        ("loop", "symbolic links"),
        // Opens, but fails when it is read.
        #[cfg(target_os = "linux")]
        ("/proc/self/mem", "Input/output error"),
    ] {
        place
            .sudoku(&format!("-s {input}"))
            .ends(2)
            .prints("")
            .mentions(&format!("{input}: "))
            .mentions(reason);
    }
    place.shell("sudoku -s ''").ends(2).mentions("No such file or directory");
    assert_eq!((place.read("sudoku.txt").as_str(), place.names().len()), ("earlier", 4));
    if let Some(ran) = unprivileged(&place, "touch secret; chmod 0 secret; sudoku -s secret") {
        ran.ends(2).mentions("secret: ").mentions("Permission denied");
    }
    assert_eq!(place.read("sudoku.txt"), "earlier");
}

#[test]
fn an_output_that_cant_be_written_is_status_2() {
    let place = Place::new();
    place.write("file", "earlier");
    fs::create_dir(place.path("folder")).unwrap();
    for (output, reason) in [
        ("folder", "Is a directory"),
        ("folder/", "Is a directory"),
        (".", "Is a directory"),
        ("new/", "directory"),
        ("file/", "Not a directory"),
        ("nosuch/file", "No such file or directory"),
        ("file/file", "Not a directory"),
    ] {
        place.sudoku(&format!("-c 1 -o {output}")).ends(2).prints("").mentions(output).mentions(reason);
    }
    place.shell("sudoku -c 1 -o ''").ends(2);
    assert_eq!((place.read("file").as_str(), place.names().len()), ("earlier", 2));
}

#[test]
fn what_is_protected_stays() {
    let place = Place::new();
    for (setting, kept) in [
        ("mkdir folder; echo earlier > folder/sudoku.txt; chmod 555 folder; cd folder", "folder/sudoku.txt"),
        // The folder would let us replace the file, but its owner has said not to write it.
        ("echo earlier > sudoku.txt; chmod 444 sudoku.txt", "sudoku.txt"),
    ] {
        let Some(ran) = unprivileged(&place, &format!("{setting}; sudoku -c 1")) else { return };
        ran.ends(2).mentions("sudoku.txt").mentions("Permission denied");
        assert_eq!(place.read(kept), "earlier\n");
    }
    assert_eq!(place.names(), ["folder", "sudoku.txt"]);
    assert_eq!(fs::read_dir(place.path("folder")).unwrap().count(), 1);
    // So that it can be cleared away.
    fs::set_permissions(place.path("folder"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_result_may_replace_its_own_input_by_whatever_name() {
    let solve: [(&str, &[&str]); 4] = [
        ("sudoku.txt", &["sudoku.txt"]),
        ("./sudoku.txt", &["sudoku.txt"]),
        ("hard", &["hard", "sudoku.txt"]),
        ("soft", &["soft", "sudoku.txt"]),
    ];
    // More than any buffer holds, so that reading goes on while the result is written.
    let puzzles = PUZZLE.repeat(20_000);
    let solutions = SOLUTION.repeat(20_000);
    for (name, names) in solve {
        let place = Place::new();
        let path = place.write("sudoku.txt", &puzzles);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        match name {
            "hard" => fs::hard_link(&path, place.path(name)).unwrap(),
            "soft" => symlink("sudoku.txt", place.path(name)).unwrap(),
            _ => (),
        }
        place.sudoku(&format!("-s {name} -f line")).succeeds();
        assert!(place.read("sudoku.txt") == solutions, "{name}");
        assert_eq!(place.names(), names);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        match name {
            "hard" => assert!(place.read(name) == puzzles),
            "soft" => assert!(place.path(name).is_symlink()),
            _ => (),
        }
        // And the other way round: the link is the output.
        if name == "soft" {
            place.sudoku("-s sudoku.txt -o soft").succeeds();
            assert!(place.path(name).is_symlink() && !place.path("sudoku.txt").is_symlink());
            assert_eq!(place.read("sudoku.txt").len(), bytes_of(20_000));
        }
    }
}

#[test]
fn a_killed_run_leaves_the_earlier_result() {
    let place = Place::new();
    place.write("result", "earlier");
    let mut child = start(&place, "-s - -f line -o result");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(PUZZLE.repeat(5000).as_bytes()).unwrap();
    wait_for(&place.path("result.part"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((place.read("result").as_str(), place.names().len()), ("earlier", 2));
    // The next run takes the place of what is left.
    place.filter("-s - -f line -o result", PUZZLE).succeeds();
    assert_eq!((place.read("result").as_str(), place.names().len()), (SOLUTION, 1));
}

#[test]
fn two_runs_at_once_get_one_whole_result() {
    let place = Place::new();
    place.write("result", "earlier");
    symlink("result", place.path("link")).unwrap();
    let mut child = start(&place, "-s - -f line -o result");
    let mut stdin = child.stdin.take().unwrap();
    // More than it keeps in its buffer.
    stdin.write_all(PUZZLE.repeat(5000).as_bytes()).unwrap();
    wait_for(&place.path("result.part"));
    for words in ["-c 1 -o result", "-c 1000 -o link", "-s result -o result"] {
        place.sudoku(words).ends(2).prints("").mentions("result: ").mentions("another run");
        assert_eq!((place.read("result").as_str(), place.names().len()), ("earlier", 3));
    }
    stdin.write_all(PUZZLE.as_bytes()).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!((place.read("result").as_str(), place.names().len()), (SOLUTION.repeat(5001).as_str(), 2));
    place.sudoku("-c 1 -o link").succeeds();
    assert_eq!(place.read("result").len(), bytes_of(1));
}

#[test]
fn paths_of_any_bytes() {
    let place = Place::new();
    for name in
        [OsString::from_vec(b"r\xe4tsel \n\xff".to_vec()), "-".repeat(3).into(), "数独 ".repeat(25).into()]
    {
        let word = OsStr::new;
        if File::create(place.path(&name)).is_err() {
            skip("no such names on this file system");
            continue;
        }
        let mut path = OsString::from("./");
        path.push(&name);
        place
            .sudoku_with([word("-c"), word("2"), word("-f"), word("line"), word("-o"), &path], "")
            .succeeds();
        place.sudoku_with([word("-s"), &path, word("-o"), word("-")], "").succeeds();
        let mut joined = OsString::from("--output=");
        joined.push(&path);
        place.sudoku_with([word("-c"), word("2"), &joined], "").succeeds();
        assert_eq!(fs::metadata(place.path(&name)).unwrap().len() as usize, bytes_of(2));
        assert_eq!(place.names(), [name.as_os_str()]);
        fs::remove_file(place.path(&name)).unwrap();
        let missing = place.sudoku_with([word("-s"), &path], "");
        missing.ends(2).mentions("No such file");
        assert_eq!(missing.err.lines().count(), 1, "{missing}");
    }
    let missing = OsString::from_vec(b"r\xe4tsel".to_vec());
    place.sudoku_with([OsStr::new("-s"), &missing], "").ends(2).mentions("r\\xe4tsel: ");
}

#[test]
fn named_pipes_and_links_to_them_are_written_straight() {
    let place = Place::new();
    let line = "mkfifo pipe; ln -s pipe link; (cat pipe > seen) & sudoku -c 20000 -o link; wait; ls";
    place.shell(line).succeeds().prints("link\npipe\nseen\n");
    assert_eq!(place.read("seen").len(), bytes_of(20_000));
    place.shell("(cat seen > pipe) & sudoku -s pipe -o again; cmp seen again").succeeds();
    // The pipe of `>(...)`, and a file that a script has opened to add to it.
    place
        .shell("sudoku -c 1 -o >(cat > through; echo > done); until [ -e done ]; do sleep 0.01; done")
        .succeeds();
    assert_eq!(place.read("through").len(), bytes_of(1));
    place.shell("exec 7>> log; echo before >&7; sudoku -c 1 -o /dev/fd/7; echo after >&7").succeeds();
    assert_eq!(place.read("log"), format!("before\n{}after\n", place.read("through")));
}

#[test]
fn what_bears_the_name_of_a_part_is_left_alone() {
    let place = Place::new();
    place.write("sudoku.txt", "earlier");
    for make in ["mkdir", "mkfifo", "ln -s nothing"] {
        place.shell(&format!("{make} sudoku.txt.part; sudoku -c 1")).ends(2).mentions("sudoku.txt.part");
        assert_eq!((place.read("sudoku.txt").as_str(), place.names().len()), ("earlier", 2));
        place.shell("rm -r sudoku.txt.part").succeeds();
    }
}

#[test]
fn a_coprocess_gets_each_answer_before_it_asks_again() {
    let place = Place::new();
    let grid = nine_lines(SOLUTION.trim(), " ");
    let nine_lines = nine_lines(PUZZLE.trim(), "");
    let csv = format!("{},{SOLUTION}", PUZZLE.trim());
    for (words, question, answer) in [
        ("-f line", PUZZLE, SOLUTION.to_owned()),
        ("-f csv", PUZZLE, csv),
        ("-f line", &nine_lines, SOLUTION.to_owned()),
        ("-f grid", PUZZLE, grid),
        ("--count 5", PUZZLE, "1\n".to_owned()),
    ] {
        let mut child = start(&place, &format!("-s - -o - {words}"));
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for round in 0..50 {
            stdin.write_all(question.as_bytes()).unwrap();
            let mut seen = String::new();
            // Grids are parted by an empty line, which the second brings with it.
            if words == "-f grid" && round > 0 {
                stdout.read_line(&mut seen).unwrap();
                assert_eq!(seen, "\n");
                seen.clear();
            }
            for _ in 0..answer.lines().count() {
                stdout.read_line(&mut seen).unwrap();
            }
            assert_eq!(seen, answer, "{words}, round {round}");
        }
        drop(stdin);
        assert_eq!(stdout.read(&mut [0]).unwrap(), 0, "{words}: more than was asked for");
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn streams_that_dont_wait_are_waited_for() {
    let place = Place::new();
    let ends = |nonblocking: bool| {
        let (ours, theirs) = UnixStream::pair().unwrap();
        theirs.set_nonblocking(nonblocking).unwrap();
        (ours, Stdio::from(OwnedFd::from(theirs)))
    };
    let (mut feed, stdin) = ends(true);
    let (mut drain, stdout) = ends(true);
    // The command keeps its copies of the descriptors until it is dropped.
    let mut child =
        place.command().args("-s - -o - -f line".split(' ')).stdin(stdin).stdout(stdout).spawn().unwrap();
    let feeder = thread::spawn(move || {
        for _ in 0..10 {
            thread::sleep(Duration::from_millis(5));
            feed.write_all(PUZZLE.repeat(2000).as_bytes()).unwrap();
        }
    });
    thread::sleep(Duration::from_millis(50));
    let mut seen = String::new();
    let read = drain.read_to_string(&mut seen);
    feeder.join().unwrap();
    assert!(child.wait().unwrap().success());
    read.unwrap();
    assert!(seen == SOLUTION.repeat(20_000));
}

/// The most memory that a process has had resident so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_16_mib_whatever_is_read() {
    let place = Place::new();
    // A grid is its own solution. This one comes last and stands for the end.
    let last = SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    for (what, block, times) in [
        ("a line of a gigabyte", vec![b'1'; 1 << 20], 1024),
        ("rows without an end", b"123456789 \n".repeat(100_000), 20),
        ("empty lines", vec![b'\n'; 1 << 20], 40),
        ("boxes without cells", b"+---+---+---+\n".repeat(100_000), 30),
        ("puzzles", PUZZLE.repeat(10_000).into_bytes(), 10),
    ] {
        let mut command = place.command();
        command.args("-s - -o - -f line -j 1".split(' ')).stderr(Stdio::null());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let end = format!("\n\n{last}");
        let feeder = thread::spawn(move || {
            for _ in 0..times {
                stdin.write_all(&block).unwrap();
            }
            stdin.write_all(end.as_bytes()).unwrap();
            stdin
        });
        let last = last.trim().to_owned();
        assert!(stdout.lines().any(|line| line.unwrap() == last), "{what}: no answer to the last");
        let peak = peak_memory(&child);
        assert!(peak <= 16 << 10, "{what}: {peak} KiB");
        drop(feeder.join().unwrap());
        child.wait().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_16_mib_however_much_is_made() {
    let mut child = start(&Place::new(), "-c 1000000 -o -");
    let mut stdout = child.stdout.take().unwrap();
    let read = std::io::copy(&mut stdout.by_ref().take(160_000_000), &mut std::io::sink()).unwrap();
    assert_eq!(read, 160_000_000);
    let peak = peak_memory(&child);
    assert!(peak <= 16 << 10, "{peak} KiB");
    drop(stdout);
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn little_address_space_is_enough() {
    let place = Place::new();
    // 64 MiB for everything: code, libraries, stacks, buffers.
    place.shell("ulimit -v 65536; sudoku -c 100000 && sudoku -s sudoku.txt -j 1").succeeds();
    assert_eq!(place.read("sudoku.txt").len(), bytes_of(100_000));
}
