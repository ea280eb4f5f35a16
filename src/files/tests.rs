//! What an output does with every kind of thing that a path may lead to. Standard streams, full devices and kills
//! need a process of their own: tests/files.rs.

use super::*;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;
use std::sync::Barrier;
use std::thread;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(path: impl AsRef<OsStr>, content: &str) -> io::Result<()> {
    let mut output = Output::open(path)?;
    output.write_all(content.as_bytes())?;
    Ok(output.finish()?)
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

/// What is in a folder, in order.
fn names(folder: &TempDir) -> Vec<String> {
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// The message with which a path is refused.
fn refusal(path: impl AsRef<OsStr>) -> String {
    Output::open(path).unwrap_err().to_string()
}

#[test]
fn a_file_has_its_old_content_until_the_end() {
    let folder = folder();
    let path = folder.path().join("sudoku.txt");
    for (before, after) in [(None, "first"), (Some("first"), "second"), (Some("second"), "")] {
        let mut output = Output::open(&path).unwrap();
        output.write_all(after.as_bytes()).unwrap();
        output.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
        output.finish().unwrap();
        assert_eq!(read(&path), after);
        assert_eq!(names(&folder), ["sudoku.txt"]);
    }
}

#[test]
fn what_is_dropped_leaves_nothing() {
    let folder = folder();
    let path = folder.path().join("sudoku.txt");
    fs::write(&path, "old").unwrap();
    for size in [0, 10, 10 * Output::PIECE] {
        let mut output = Output::open(&path).unwrap();
        output.write_all(&vec![b'x'; size]).unwrap();
        drop(output);
        assert_eq!((read(&path).as_str(), names(&folder)), ("old", vec!["sudoku.txt".into()]));
    }
}

#[test]
fn writes_of_any_size_keep_their_order() {
    let folder = folder();
    let path = folder.path().join("sudoku.txt");
    const PIECE: usize = Output::PIECE;
    let sizes =
        [PIECE, 2 * PIECE, 3 * PIECE + 7, 1, 0, 163, PIECE - 171, 1, PIECE - 1, 2, PIECE, PIECE + 1, 5, 163];
    let content: Vec<u8> = (0..sizes.iter().sum::<usize>()).map(|at| (at % 251) as u8).collect();
    for flush in [false, true] {
        let mut output = Output::open(&path).unwrap();
        let mut rest = &content[..];
        for size in sizes {
            let (head, tail) = rest.split_at(size);
            output.write_all(head).unwrap();
            rest = tail;
            if flush {
                output.flush().unwrap();
            }
        }
        output.finish().unwrap();
        assert!(fs::read(&path).unwrap() == content);
    }
}

#[test]
fn links_stay_and_the_file_behind_them_is_replaced() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("there")).unwrap();
    fs::write(at("there/file"), "old").unwrap();
    symlink("there/file", at("relative")).unwrap();
    symlink(at("there/file"), at("absolute")).unwrap();
    symlink("relative", at("chain")).unwrap();
    symlink("there/new", at("dangling")).unwrap();
    symlink("there", at("folder")).unwrap();
    for (link, file) in [
        ("relative", "there/file"),
        ("absolute", "there/file"),
        ("chain", "there/file"),
        ("dangling", "there/new"),
        ("folder/file", "there/file"),
        ("there/../chain", "there/file"),
    ] {
        let output = Output::open(at(link)).unwrap();
        assert!(at(&format!("{file}.part")).exists(), "{link}");
        drop(output);
        write(at(link), link).unwrap();
        assert_eq!(read(at(file)), link);
    }
    for link in ["relative", "absolute", "chain", "dangling", "folder"] {
        assert!(at(link).is_symlink(), "{link}");
    }
    assert_eq!(names(&folder), ["absolute", "chain", "dangling", "folder", "relative", "there"]);
    assert_eq!(fs::read_dir(at("there")).unwrap().count(), 2);
}

#[test]
fn a_second_name_keeps_the_old_content() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one"), "old").unwrap();
    fs::hard_link(at("one"), at("other")).unwrap();
    write(at("one"), "new").unwrap();
    assert_eq!((read(at("one")).as_str(), read(at("other")).as_str()), ("new", "old"));
}

#[test]
fn what_is_no_place_for_a_file_is_refused_with_the_reason() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("file"), "").unwrap();
    symlink("loop2", at("loop1")).unwrap();
    symlink("loop1", at("loop2")).unwrap();
    symlink("folder", at("link")).unwrap();
    symlink("nothing/", at("slash")).unwrap();
    let before = names(&folder);
    for (path, reason) in [
        ("", "directory"),
        ("folder", "Is a directory"),
        ("folder/", "Is a directory"),
        ("folder/.", "Is a directory"),
        ("folder/..", "Is a directory"),
        ("link", "Is a directory"),
        ("new/", "directory"),
        ("new/.", "directory"),
        ("slash", "directory"),
        ("file/", "Not a directory"),
        ("file/x", "Not a directory"),
        ("new/x", "No such file or directory"),
        ("loop1", "symbolic links"),
    ] {
        let shown = refusal(at(path));
        assert!(shown.contains(reason) && shown.starts_with(at(path).to_str().unwrap()), "{path}: {shown}");
        assert_eq!(names(&folder), before, "{path}");
    }
    assert_eq!(refusal(""), "'': cannot open: No such file or directory (os error 2)");
}

#[test]
fn a_leftover_is_replaced_and_its_other_names_stay() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file.part"), "half a result").unwrap();
    fs::set_permissions(at("file.part"), PermissionsExt::from_mode(0o640)).unwrap();
    fs::hard_link(at("file.part"), at("precious")).unwrap();
    write(at("file"), "new").unwrap();
    assert_eq!((read(at("file")).as_str(), read(at("precious")).as_str()), ("new", "half a result"));
    assert_eq!(names(&folder), ["file", "precious"]);
    // The umask says what a new file may be, not the leftover.
    write(at("other"), "").unwrap();
    assert_eq!(fs::metadata(at("file")).unwrap().mode(), fs::metadata(at("other")).unwrap().mode());
}

#[test]
fn what_else_bears_the_name_of_a_part_is_left_alone() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("precious"), "old").unwrap();
    let make: [&dyn Fn(); 4] = [
        &|| fs::create_dir(at("file.part")).unwrap(),
        &|| symlink("precious", at("file.part")).unwrap(),
        &|| symlink("nothing", at("file.part")).unwrap(),
        &|| assert!(Command::new("mkfifo").arg(at("file.part")).status().unwrap().success()),
    ];
    for make in make {
        make();
        let shown = refusal(at("file"));
        assert!(shown.contains("file.part: cannot create: something that is no regular file"), "{shown}");
        assert_eq!(
            (names(&folder), read(at("precious")).as_str()),
            (vec!["file.part".into(), "precious".into()], "old")
        );
        fs::remove_dir(at("file.part")).or_else(|_| fs::remove_file(at("file.part"))).unwrap();
    }
}

#[test]
fn the_second_of_two_runs_gives_up() {
    let folder = folder();
    let path = folder.path().join("file");
    let mut first = Output::open(&path).unwrap();
    first.write_all(b"first").unwrap();
    assert_eq!(refusal(&path), format!("{}: cannot write: another run is at work on it", path.display()));
    symlink("file", folder.path().join("link")).unwrap();
    assert!(refusal(folder.path().join("link")).contains("another run"));
    first.finish().unwrap();
    assert_eq!(read(&path), "first");
    write(&path, "second").unwrap();
    assert_eq!(read(&path), "second");
}

#[test]
fn a_run_whose_part_was_taken_away_harms_nothing() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for with in [None, Some("somebody else's")] {
        fs::write(at("file"), "old").unwrap();
        let output = Output::open(at("file")).unwrap();
        fs::remove_file(at("file.part")).unwrap();
        if let Some(content) = with {
            fs::write(at("file.part"), content).unwrap();
        }
        assert!(output.finish().unwrap_err().to_string().contains("another run"));
        assert_eq!(read(at("file")), "old");
        assert_eq!(fs::read_to_string(at("file.part")).ok().as_deref(), with);
    }
}

/// Threads race for one file, over and over. At most one at a time may have it, each that was told `finished` left
/// its content for all to see, and nothing is left in the end.
#[test]
fn many_runs_at_once_get_one_whole_result() {
    const RUNS: usize = 4;
    let folder = folder();
    let path = folder.path().join("file");
    let barrier = Barrier::new(RUNS);
    let finished = thread::scope(|scope| {
        let run = |run: usize| {
            let (path, barrier) = (&path, &barrier);
            move || {
                let content = run.to_string().repeat(1000);
                let mut finished = 0;
                for round in 0..200 {
                    barrier.wait();
                    match write(path, &content) {
                        Ok(()) => finished += 1,
                        Err(error) => assert!(error.to_string().contains("another run"), "{error}"),
                    }
                    if round % 3 == run % 3 {
                        drop(Output::open(path));
                    }
                }
                finished
            }
        };
        let runs: Vec<_> = (0..RUNS).map(|number| scope.spawn(run(number))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).sum::<usize>()
    });
    let content = read(&path);
    assert!(content.len() == 1000 && content.bytes().all(|byte| byte == content.as_bytes()[0]));
    assert!(finished >= 1);
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn permissions_and_owner_of_a_replaced_file_stay() {
    let folder = folder();
    let path = folder.path().join("file");
    let part = folder.path().join("file.part");
    for mode in [0o600, 0o664, 0o606, 0o777] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        // Where we are root, the file is somebody else's.
        let _ = std::os::unix::fs::chown(&path, Some(12345), Some(54321));
        let before = fs::metadata(&path).unwrap();
        let output = Output::open(&path).unwrap();
        assert_eq!(fs::metadata(&part).unwrap().mode(), before.mode());
        output.finish().unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_ne!(before.ino(), after.ino());
        assert_eq!((before.mode(), before.uid(), before.gid()), (after.mode(), after.uid(), after.gid()));
    }
}

#[test]
fn names_of_any_bytes_and_any_length() {
    let folder = folder();
    let longest = |text: &str| text.repeat(255 / text.len()) + &"x".repeat(255 % text.len());
    for name in [
        OsString::from_vec(b"r\xe4tsel \xff\n".to_vec()),
        " ".into(),
        ".part".into(),
        "-o".into(),
        longest("y").into(),
        longest("ä").into(),
        longest("数").into(),
        longest("🧩").into(),
        "z".repeat(251).into(),
        "z".repeat(250).into(),
    ] {
        let path = folder.path().join(&name);
        for content in ["one", "two"] {
            write(&path, content).unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(read(&path), content);
        }
        fs::remove_file(path).unwrap();
        assert!(names(&folder).is_empty(), "{name:?}");
    }
    assert!(refusal(folder.path().join("n".repeat(256))).contains("name too long"));
}

#[test]
fn devices_and_pipes_are_written_straight() {
    write("/dev/null", "gone").unwrap();
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let link = folder.path().join("link");
    symlink("pipe", &link).unwrap();
    let reader = thread::spawn(move || read(&pipe));
    write(&link, "through").unwrap();
    assert_eq!(reader.join().unwrap(), "through");
    assert_eq!(names(&folder), ["link", "pipe"]);
}

#[test]
fn a_descriptor_of_a_file_is_added_to() {
    use std::os::fd::AsRawFd;
    let folder = folder();
    let path = folder.path().join("log");
    fs::write(&path, "before, ").unwrap();
    let log = File::options().append(true).open(&path).unwrap();
    write(format!("/dev/fd/{}", log.as_raw_fd()), "after").unwrap();
    assert_eq!((read(&path).as_str(), names(&folder)), ("before, after", vec!["log".into()]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_of_once_and_for_all() {
    for size in [1, Output::PIECE, Output::PIECE + 1] {
        let mut output = Output::open("/dev/full").unwrap();
        let written = output.write_all(&vec![b'x'; size]).and_then(|()| output.flush()).unwrap_err();
        assert_eq!(written.to_string(), "/dev/full: cannot write: No space left on device (os error 28)");
        assert_eq!(written.kind(), ErrorKind::StorageFull);
        assert!(output.finish().is_err());
    }
    let mut output = Output::open("/dev/full").unwrap();
    output.write_all(b"x").unwrap();
    assert_eq!(output.finish().unwrap_err().kind(), ErrorKind::StorageFull);
}

#[test]
fn inputs_open_or_say_why_not() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "content").unwrap();
    let mut content = String::new();
    Input::open(&path).unwrap().read_to_string(&mut content).unwrap();
    assert_eq!(content, "content");
    let refusal = |path: &Path| Input::open(path).unwrap_err().to_string();
    let shown = refusal(folder.path());
    assert_eq!(shown, format!("{}: cannot read: Is a directory (os error 21)", folder.path().display()));
    assert!(refusal(&path.join("x")).ends_with("x: cannot open: Not a directory (os error 20)"));
    assert_eq!(refusal(Path::new("")), "'': cannot open: No such file or directory (os error 2)");
}

#[test]
fn a_leftover_that_is_being_read_is_in_use() {
    let folder = folder();
    let (path, part) = (folder.path().join("file"), folder.path().join("file.part"));
    fs::write(&part, "half a result").unwrap();
    let input = Input::open(&part).unwrap();
    assert!(refusal(&path).contains("another run is"));
    assert_eq!(read(&part), "half a result");
    drop(input);
    write(&path, "whole").unwrap();
    assert_eq!(names(&folder), ["file"]);
}

/// The earlier content can be read to its end while the new one takes shape.
#[test]
fn a_file_can_be_made_from_itself() {
    let folder = folder();
    let path = folder.path().join("file");
    let content = "0123456789".repeat(50_000);
    fs::write(&path, &content).unwrap();
    let mut input = Input::open(&path).unwrap();
    let mut output = Output::open(&path).unwrap();
    io::copy(&mut input, &mut output).unwrap();
    output.finish().unwrap();
    assert!(read(&path) == content);
}
