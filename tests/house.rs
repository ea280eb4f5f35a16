//! The drawings can't lie: the imports are held against them.
//!
//! Who is a room (a module with files of its own) draws them in the head of its file: the first `text` block below the
//! words 'Imports point down'. Each line is a floor. It begins with the names of files, one blank between; what comes
//! after two blanks or more is prose:
//!
//! ```text
//!   stream search     what they do
//!   crew              is below both
//! ```
//!
//! Every file of the room is named once, and nothing else is. A file may import from the floors below its own, and never
//! from a head above it, save what that passes on from a floor below. So there is no circle, neither in a room nor
//! between rooms. The tests at the end of a file may import what they like.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a module is: `solver`, `one`, `search`; the library itself is nowhere.
type Place = Vec<String>;

/// The modules by their places.
type House = BTreeMap<Place, Module>;

#[derive(Debug, Default)]
struct Module {
    /// The floors of its drawing, from the top.
    floors: Option<Vec<Vec<String>>>,
    /// The modules in it that are files.
    files: Vec<String>,
    /// Where the names come from that it imports: whoever may look into it may have them, too.
    names: BTreeMap<String, Place>,
    /// The places of all that it imports.
    imports: Vec<Place>,
}

/// The words and signs of code, without comments and what is between quotes.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = vec![];
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let after_quote = |rest: &str| {
            let (mut escaped, mut len) = (false, 1);
            for c in rest[1..].chars() {
                len += c.len_utf8();
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    c if c == first => break,
                    _ => (),
                }
            }
            len
        };
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |at| at + 2)
        } else if first == '"'
            || rest.starts_with("'\\")
            || first == '\'' && rest[1..].chars().nth(1) == Some('\'')
        {
            after_quote(rest)
        } else if word > 0 {
            tokens.push(rest[..word].into());
            word
        } else {
            let len = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            if !first.is_whitespace() {
                tokens.push(rest[..len].into());
            }
            len
        };
        rest = &rest[len..];
    }
    tokens
}

/// The paths of a tree such as `a::{b, c::{self, D as E}}`, and the name of each; and how many tokens that is.
fn paths(tokens: &[String], before: &[String]) -> (Vec<(Place, String)>, usize) {
    let (mut path, mut at) = (before.to_vec(), 0);
    loop {
        match tokens.get(at).map_or("", String::as_str) {
            "{" => {
                let mut all = vec![];
                at += 1;
                while tokens[at] != "}" {
                    let (some, len) = paths(&tokens[at..], &path);
                    all.extend(some);
                    at += len + usize::from(tokens[at + len] == ",");
                }
                return (all, at + 1);
            }
            "*" => return (vec![(path, "*".into())], at + 1),
            "self" if !path.is_empty() => at += 1,
            word => {
                path.push(word.into());
                at += 1;
            }
        }
        if tokens.get(at).is_none_or(|token| token != "::") {
            let name = path.last().cloned().unwrap_or_default();
            if tokens.get(at).is_some_and(|token| token == "as") {
                return (vec![(path, tokens[at + 1].clone())], at + 2);
            }
            return (vec![(path, name)], at);
        }
        at += 1;
    }
}

/// The floors that a head draws.
fn floors(code: &str) -> Option<Vec<Vec<String>>> {
    let head: Vec<&str> = code.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let said = head.iter().position(|line| line.contains("mports point down"))?;
    let begin = said + head[said..].iter().position(|line| line.trim() == "```text")? + 1;
    let floor = |line: &&str| {
        let names = line.trim().split("  ").next().unwrap();
        names.split(' ').map(String::from).collect()
    };
    let drawn = head[begin..].iter().take_while(|line| line.trim() != "```");
    Some(drawn.filter(|line| !line.trim().is_empty()).map(floor).collect())
}

/// Reads a file and those of its modules.
fn read(house: &mut House, file: &Path, place: Place, read_files: &mut Vec<PathBuf>) {
    read_files.push(file.into());
    let text = fs::read_to_string(file).unwrap();
    // Tests may look wherever they like; they stand at the end of a file.
    let tokens = tokens(text.split("#[cfg(test)]").next().unwrap());
    let mut module = Module { floors: floors(&text), ..Module::default() };
    let outermost = |path: &[String], inner: usize| -> Option<Place> {
        let mut from = place.clone();
        from.extend((0..inner).map(|_| "inner".into()));
        let mut path = path.iter();
        let mut next = path.next()?.as_str();
        match next {
            "crate" | "sudoku" => from.clear(),
            "self" => (),
            "super" => {
                while next == "super" {
                    from.pop();
                    next = path.next().map_or("", String::as_str);
                }
                from.push(next.into());
            }
            child => from.push(child.into()),
        }
        from.extend(path.cloned());
        Some(from)
    };
    // How deep in braces each module within the file begins.
    let (mut depth, mut inner) = (0, vec![]);
    let mut at = 0;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", |at| &tokens[at]);
        match tokens[at].as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.pop_if(|begin| *begin == depth);
            }
            "mod" if tokens.get(at + 2).is_some_and(|token| token == ";") => {
                module.files.push(tokens[at + 1].clone());
            }
            "mod" if tokens[at + 1..at + 4].contains(&"{".into()) => inner.push(depth),
            "use" => {
                for (path, name) in paths(&tokens[at + 1..], &[]).0 {
                    let from = outermost(&path, inner.len()).unwrap();
                    if inner.is_empty() {
                        module.names.insert(name, from);
                    }
                }
            }
            "crate" | "super" | "sudoku"
                if before != "::" && tokens.get(at + 1).is_some_and(|t| t == "::") =>
            {
                let (found, len) = paths(&tokens[at..], &[]);
                module.imports.extend(found.iter().filter_map(|(path, _)| outermost(path, inner.len())));
                at += len - 1;
            }
            _ => (),
        }
        at += 1;
    }
    module.files.dedup();
    let folder = if place.is_empty() || place == ["main"] {
        file.parent().unwrap().into()
    } else {
        file.with_extension("")
    };
    for name in module.files.clone() {
        // A file of another name, by the system.
        let mut files = vec![];
        for line in text.lines() {
            if let Some((_, path)) = line.split_once("path = \"") {
                files.push(file.parent().unwrap().join(path.split('"').next().unwrap()));
            } else if line.ends_with(&format!("mod {name};")) {
                break;
            } else {
                files.clear();
            }
        }
        if files.is_empty() {
            files.push(folder.join(format!("{name}.rs")));
        }
        for file in files {
            let inside = if place == ["main"] {
                vec![name.clone()]
            } else {
                [place.clone(), vec![name.clone()]].concat()
            };
            read(house, &file, inside, read_files);
        }
    }
    let seat = house.entry(place).or_default();
    seat.imports.append(&mut module.imports);
    *seat = Module { imports: std::mem::take(&mut seat.imports), ..module };
}

fn house() -> (House, Vec<PathBuf>) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut house, mut files) = (House::new(), vec![]);
    read(&mut house, &src.join("lib.rs"), vec![], &mut files);
    read(&mut house, &src.join("main.rs"), vec!["main".into()], &mut files);
    // Both are drawn in one.
    let rooms = std::mem::take(&mut house.get_mut(&vec!["main".into()]).unwrap().files);
    let library = house.get_mut(&vec![]).unwrap();
    library.files.extend(rooms.into_iter().chain(["main".into()]));
    (house, files)
}

/// The module that a path leads to.
fn resolve(house: &House, path: &[String]) -> Place {
    let mut at = vec![];
    for (i, name) in path.iter().enumerate() {
        let below = [at.clone(), vec![name.clone()]].concat();
        if house.contains_key(&below) {
            at = below;
        } else if let Some(from) = house[&at].names.get(name).filter(|from| **from != below) {
            return resolve(house, &[from, &path[i + 1..]].concat());
        } else {
            break;
        }
    }
    at
}

/// What is wrong with the drawings, and how many imports were held against each.
fn lies(house: &House) -> (Vec<String>, BTreeMap<Place, usize>) {
    let (mut lies, mut held) = (vec![], BTreeMap::new());
    for (place, module) in house.iter().filter(|(_, module)| !module.files.is_empty()) {
        let name = place.join("::");
        let Some(floors) = &module.floors else {
            lies.push(format!("{name} has no drawing"));
            continue;
        };
        let mut drawn = floors.concat();
        drawn.sort();
        let mut files = module.files.clone();
        files.sort();
        if drawn != files {
            lies.push(format!("{name} draws {drawn:?}, and has {files:?}"));
        }
    }
    for (place, module) in house {
        for path in &module.imports {
            let to = resolve(house, path);
            let common = place.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if common == place.len() {
                continue; // its own, or what it is the head of
            }
            let arrow = format!("{} imports {} from {}", place.join("::"), path.join("::"), to.join("::"));
            if common == to.len() {
                lies.push(format!("{arrow}, which is above"));
                continue;
            }
            let head = &place[..common];
            let floor = |name: &String| {
                let floors = house[head].floors.as_deref().unwrap_or_default();
                floors.iter().position(|floor| floor.contains(name))
            };
            *held.entry(head.to_vec()).or_default() += 1;
            if floor(&place[common]) >= floor(&to[common]) {
                lies.push(format!("{arrow}, which is not below"));
            }
        }
    }
    (lies, held)
}

#[test]
fn the_drawings_show_what_is() {
    let (lies, held) = lies(&house().0);
    assert!(lies.is_empty(), "{lies:#?}");
    // If few are found, this test has gone blind.
    for (room, least) in [("", 60), ("solver", 60), ("solver::one", 8), ("cli", 20), ("numbering", 8)] {
        let place: Place = room.split("::").filter(|name| !name.is_empty()).map(String::from).collect();
        assert!(held[&place] >= least, "{room}: {held:?}");
    }
}

#[test]
fn a_drawing_that_lies_is_found_out() {
    let (house, _) = house();
    for (place, _) in house.iter().filter(|(_, module)| module.files.len() > 1) {
        let (_, held) = lies(&house);
        if !held.contains_key(place) {
            continue;
        }
        let mut upside_down = self::house().0;
        upside_down.get_mut(place).unwrap().floors.as_mut().unwrap().reverse();
        assert!(!lies(&upside_down).0.is_empty(), "{place:?} upside down");
        let mut short = self::house().0;
        short.get_mut(place).unwrap().floors.as_mut().unwrap().pop();
        assert!(!lies(&short).0.is_empty(), "{place:?} without its lowest floor");
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let code = "pub use a::{b, c::{self, D as E}}; // use x::y\nlet c = '{'; \"use z;\" fn f<'a>() {}";
    let tokens = tokens(code);
    let (found, _) = paths(&tokens[2..], &[]);
    let found: Vec<String> = found.iter().map(|(path, name)| format!("{} {name}", path.join("::"))).collect();
    assert_eq!(found, ["a::b b", "a::c c", "a::c::D E"]);
    assert!(!tokens.iter().any(|token| token == "x" || token == "z"));
    assert_eq!(tokens.iter().filter(|token| *token == "{").count(), 3);
    let drawn =
        floors("//! Imports point down:\n//!\n//! ```text\n//!   a b   both c\n//!       d     ┘\n//! ```\n");
    assert_eq!(drawn.unwrap(), [vec!["a", "b"], vec!["d"]]);
    assert_eq!(floors("//! ```text\n//! a\n//! ```\n"), None);
}

/// All files of a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_is_in_a_room() {
    let mut files = vec![];
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let (_, read) = house();
    for file in files {
        let of_tests = ["tests.rs", "study.rs"].iter().any(|name| file.ends_with(name));
        assert!(of_tests || read.contains(&file), "nothing leads to {}", file.display());
    }
}

#[test]
fn unsafe_has_one_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&src, &mut files);
    for file in files {
        let holds = tokens(&fs::read_to_string(&file).unwrap()).iter().any(|token| token == "unsafe");
        assert!(!holds || file.ends_with("solver/cpu.rs"), "unsafe in {}", file.display());
    }
}

#[test]
fn every_file_of_tests_is_run() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let all = fs::read_to_string(tests.join("all.rs")).unwrap();
    for entry in fs::read_dir(tests).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let runs = name == "all" || all.contains(&format!("mod {name};"));
        assert!(path.extension().is_none_or(|extension| extension != "rs") || runs, "all.rs lacks {name}");
    }
}
