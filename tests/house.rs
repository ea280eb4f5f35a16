//! The drawing in `src/lib.rs` can't lie: imports point down only.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the library from the ground up, each with those that it may import, as drawn.
const ARROWS: [(&str, &[&str]); 11] = [
    ("grid", &[]),
    ("canon", &["grid"]),
    ("format", &["grid"]),
    ("numbering", &["grid"]),
    ("solver", &["grid"]),
    ("rating", &["grid", "solver"]),
    ("generator", &["grid", "numbering", "format"]),
    ("maker", &["grid", "numbering", "solver"]),
    ("reader", &["grid", "format"]),
    ("pipeline", &[]),
    ("files", &[]),
];

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
fn imports_point_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&src, &mut files);
    let (mut rooms, mut arrows) = (vec![], 0);
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let room = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if ["lib", "main", "cli"].contains(&room) {
            continue;
        }
        let (_, allowed) =
            ARROWS.iter().find(|(name, _)| *name == room).unwrap_or_else(|| panic!("{room} is not drawn"));
        rooms.push(room.to_string());
        let code = fs::read_to_string(&file).unwrap();
        // Tests may look wherever they like; they stand at the end of a file.
        let code = code.split("#[cfg(test)]").next().unwrap();
        for used in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .flat_map(|line| line.split("crate::").skip(1))
        {
            let to: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(
                to == room || allowed.contains(&to.as_str()),
                "{}: {room} imports {to}",
                inside.display()
            );
            arrows += usize::from(to != room);
        }
    }
    for (floor, (room, below)) in ARROWS.iter().enumerate() {
        assert!(rooms.contains(&room.to_string()), "no {room} among {rooms:?}");
        assert!(
            below.iter().all(|room| ARROWS[..floor].iter().any(|(below, _)| below == room)),
            "{room}: not down"
        );
    }
    assert!(arrows >= 8, "only {arrows} imports found: the test has gone blind");
}

#[test]
fn unsafe_has_one_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&src, &mut files);
    for file in files {
        let code = fs::read_to_string(&file).unwrap();
        let holds = code.lines().any(|line| {
            line.split("//")
                .next()
                .unwrap()
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == "unsafe")
        });
        assert!(!holds || file.ends_with("solver/cpu.rs"), "unsafe in {}", file.display());
    }
}
