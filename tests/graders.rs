//! What the course's graders run, on the real binary, up to the million.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may")]

use crate::common;

use std::collections::HashSet;
use std::fs;

use common::{Place, random};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The grids of a file in the course's layout, whose every byte is checked.
fn grids(text: &[u8]) -> Vec<[u8; 81]> {
    if text.is_empty() {
        return vec![];
    }
    assert_eq!((text.len() + 1) % 163, 0, "{} bytes are no whole number of grids", text.len());
    let mut grids = Vec::with_capacity(text.len() / 163 + 1);
    for record in text.chunks(163) {
        let mut grid = [0; 81];
        for (cell, digit) in grid.iter_mut().enumerate() {
            *digit = record[2 * cell] - b'0';
            assert_eq!(record[2 * cell + 1], if cell % 9 == 8 { b'\n' } else { b' ' });
        }
        assert!(record.len() == 162 || record[162] == b'\n');
        grids.push(grid);
    }
    grids
}

/// Every row, column and box holds nine digits: sets of bits, nothing else.
fn is_legal(grid: &[u8; 81]) -> bool {
    let mut seen = [0u16; 27];
    for (cell, &digit) in grid.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            seen[house] |= 1 << digit;
        }
    }
    seen.iter().all(|&digits| digits == 0b11_1111_1110)
}

#[test]
fn grids_of_every_size_are_exact_distinct_and_legal() {
    for count in [1, 5, 100, 500, 1000, 50_000, 1_000_000] {
        let place = Place::new();
        place.sudoku(&format!("-c {count}")).succeeds().prints("");
        let text = fs::read(place.path("sudoku.txt")).unwrap();
        assert_eq!(text.len(), 163 * count - 1);
        let grids = grids(&text);
        assert!(grids.iter().all(|grid| grid[0] == 2 && is_legal(grid)));
        assert_eq!(grids.iter().collect::<HashSet<_>>().len(), count, "all distinct");
        assert_eq!(place.names(), ["sudoku.txt"]);
    }
}

#[test]
fn puzzles_of_every_number_are_solved_in_order() {
    let place = Place::new();
    place.sudoku("-c 1000000 --seed 5 -o all.txt").succeeds();
    let grids = grids(&fs::read(place.path("all.txt")).unwrap());
    let mut random = random(1);
    let mut cells: Vec<usize> = (0..81).collect();
    let mut puzzles = grids;
    for puzzle in &mut puzzles {
        cells.shuffle(&mut random);
        let holes = random.random_range(30..=50);
        cells[..holes].iter().for_each(|&cell| puzzle[cell] = 0);
    }
    for count in [1, 5, 100, 500, 1000, 50_000, 1_000_000] {
        let puzzles = &puzzles[..count];
        let mut text = Vec::with_capacity(163 * count);
        for puzzle in puzzles {
            for (cell, digit) in puzzle.iter().enumerate() {
                text.extend([b'0' + digit, if cell % 9 == 8 { b'\n' } else { b' ' }]);
            }
            text.push(b'\n');
        }
        place.write("puzzles.txt", &text);
        place.sudoku("-s puzzles.txt").succeeds().prints("");
        let solved = fs::read(place.path("sudoku.txt")).unwrap();
        assert_eq!(solved.len(), 163 * count - 1);
        let solutions = self::grids(&solved);
        for (puzzle, solution) in puzzles.iter().zip(&solutions) {
            assert!(is_legal(solution));
            assert!(puzzle.iter().zip(solution).all(|(&clue, &digit)| clue == 0 || clue == digit));
        }
    }
}

#[test]
fn what_is_wrong_is_said_in_two_lines_and_nothing_is_touched() {
    let place = Place::new();
    place.write("sudoku.txt", "mine");
    place.write("f", "");
    for (words, part) in [
        ("", "nothing to do"),
        ("-c", "-c needs a value"),
        ("-c -100", "'-100'"),
        ("-abc 1", "'-a'"),
        ("-c -c 1", "'-c'"),
        ("-c abc", "'abc'"),
        ("-c 0", "'0'"),
        ("-c 1000001", "from 1 to 1000000"),
        ("-c 1 -s f", "-c and -s"),
        ("-c 1 x", "'x'"),
        ("-s", "-s needs a value"),
        ("-s f -s f", "twice"),
        ("-c 1 --nonsense", "'--nonsense'"),
    ] {
        let ran = place.sudoku(words);
        ran.ends(2).prints("").mentions(part);
        assert_eq!(ran.err.lines().count(), 2, "{ran}");
        assert!(ran.err.lines().all(|line| line.starts_with("sudoku: ")), "{ran}");
        assert!(ran.err.ends_with("try 'sudoku --help'\n"), "{ran}");
    }
    // The reasons are the system's own; Windows has other words for them.
    let (missing, folder) = if cfg!(windows) {
        ("nosuch: cannot open: ", ".: cannot ")
    } else {
        ("nosuch: cannot open: No such file", "irectory")
    };
    for (words, part) in [("-s nosuch", missing), ("-s .", folder)] {
        let ran = place.sudoku(words);
        ran.ends(2).prints("").mentions(part);
        assert_eq!(ran.err.lines().count(), 1, "{ran}");
    }
    assert_eq!(place.read("sudoku.txt"), "mine");
    assert_eq!(place.names(), ["f", "sudoku.txt"]);
}
