//! What is read at the edges of the reader's rules: one more or one less, and it is something else.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::io::{self, Read};

use crate::common::Place;
use sudoku::reader::Reader;

const LINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const GRID: &str =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

/// `+` for each good record of a text, `-` for each malformed one.
fn fates(text: &str) -> String {
    Reader::new(text.as_bytes())
        .map(|record| if record.unwrap().puzzle.is_ok() { '+' } else { '-' })
        .collect()
}

/// A source that fails at its end.
struct Failing(&'static [u8]);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            Ok(0) => Err(io::Error::other("broken")),
            result => result,
        }
    }
}

#[test]
fn nothing_comes_of_what_had_begun_before_an_error() {
    const ROWS: &[u8] = b"53..7....\n6..195...\n.98....6.\n";
    const BAD: &[u8] = b"53..7....\n6..195...\n1 2 3\n";
    const TEXT: &[u8] =
        b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n\ntext\n";
    for source in [ROWS, b"53..7....\n6..19", BAD, TEXT] {
        let mut reader = Reader::new(Failing(source));
        while reader.read_more().is_ok_and(|more| more) {
            while reader.next_waiting().is_some() {}
        }
        assert_eq!(reader.next_waiting(), None, "{}", source.escape_ascii());
        assert!(!reader.read_more().unwrap());
        assert_eq!(reader.next_waiting(), None);
    }
}

#[test]
fn seventy_cells_before_a_solution_were_meant_as_its_puzzle() {
    let solution = "123456789".repeat(9);
    assert_eq!(fates(&format!("{},{solution}\n", &LINE[..70])), "-");
    assert_eq!(fates(&format!("{},{solution}\n", &LINE[..69])), "+");
    assert_eq!(fates(&format!("{}qq,{solution}\n", &LINE[..68])), "-");
    assert_eq!(fates(&format!("{}qqq,{solution}\n", &LINE[..68])), "+");
}

#[test]
fn a_ruler_with_dots_has_thirteen_characters_two_thirds_of_them_dashes() {
    assert_eq!(fates(&format!("{GRID}{}.\n{GRID}", "-".repeat(12))), "++");
    assert_eq!(fates(&format!("{GRID}{}.\n\n{GRID}", "-".repeat(11))), "+-+");
    assert_eq!(fates(&format!("{GRID}{}{}\n{GRID}", "-".repeat(10), ".".repeat(5))), "++");
    assert_eq!(fates(&format!("{GRID}{}{}\n\n{GRID}", "-".repeat(9), ".".repeat(6))), "+-+");
}

#[test]
fn nine_characters_with_letters_are_a_row_if_more_than_two_thirds_are_cells() {
    assert_eq!(fates(&format!("{GRID}\nq12w34e56\n\n{GRID}")), "++");
    assert_eq!(fates(&format!("{GRID}\nq1234w567\n\n{GRID}")), "+-+");
}

#[test]
fn a_count_has_at_most_twenty_digits() {
    assert_eq!(fates(&format!("{}\n{LINE}\n", "1".repeat(20))), "+");
    assert_eq!(fates(&format!("{}\n{LINE}\n", "1".repeat(21))), "-+");
}

#[test]
fn blanks_are_the_same_everywhere() {
    let place = Place::new();
    let plain = place.filter("--unrank - -o - -f line", "7\n").text().to_owned();
    for blank in [" ", "\t", "\u{b}", "\u{c}"] {
        assert_eq!(fates(&format!("{blank}{LINE}{blank}\n{blank}#\n")), "+");
        let text = format!("{blank}7{blank}\n{blank}# no number{blank}\n");
        place.filter("--unrank - -o - -f line", text).succeeds().prints(&*plain);
    }
}
