use super::*;

/// The puzzles of `tests/data/levels.tsv`, with their levels and rounds, and the rounds of each level.
fn cases() -> Vec<(Puzzle, u8, u16, Vec<u16>)> {
    let lines = include_str!("../../../tests/data/levels.tsv").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let rounds = fields[3].split(' ').map(|rounds| rounds.parse().unwrap()).collect();
        (fields[0].parse().unwrap(), fields[1].parse().unwrap(), fields[2].parse().unwrap(), rounds)
    };
    lines.map(case).collect()
}

/// Without optimisation the levels of assumptions within assumptions take too long.
fn quick(level: u8) -> bool {
    !cfg!(debug_assertions) || level < 10
}

/// A slow program that shares nothing with this one has found the same, round by round.
#[test]
fn rounds_of_each_level() {
    for (puzzle, level, rounds, of_each) in cases().into_iter().filter(|case| quick(case.1)) {
        let (mut board, mut counts) = (Board::of(&puzzle), vec![0; 10]);
        while let Some((level, finds)) =
            (1..=10).map(|level| (level, board.find(level))).find(|(_, finds)| finds.any())
        {
            board.apply(&finds);
            counts[usize::from(level) - 1] += 1;
        }
        assert_eq!(counts, of_each, "{puzzle}");
        let rating = rate(&puzzle);
        assert_eq!((rating.level.number(), rating.rounds), (level, rounds), "{puzzle}");
    }
}

/// Without the rules of its level a puzzle isn't solved.
#[test]
fn a_level_needs_its_rules() {
    for (puzzle, level, ..) in cases().into_iter().filter(|case| case.1 > 1 && quick(case.1 - 1)) {
        assert_eq!(rate_up_to(level - 1, &puzzle), Rating::STUCK, "{puzzle}");
    }
}

/// A board that is drawn: candidates of each cell, `-` for all of them, in rows; what is left out is `-`. A digit
/// followed by `!` is placed.
fn drawn(rows: &[&str]) -> Board {
    let mut board = Board { candidates: [ALL; 9], placed: 0 };
    for (row, text) in rows.iter().enumerate() {
        for (column, cell) in text.split_whitespace().enumerate().filter(|(_, cell)| *cell != "-") {
            let bit = 1 << (9 * row + column);
            for (digit, set) in board.candidates.iter_mut().enumerate() {
                if !cell.contains(char::from(b'1' + digit as u8)) {
                    *set &= !bit;
                }
            }
            if cell.ends_with('!') {
                board.placed |= bit;
            }
        }
    }
    board
}

/// What a rule finds, as text: `5 leaves 0,3` is digit 5 in row 0, column 3.
fn told(finds: &Finds) -> Vec<String> {
    let mut told = vec![];
    for (verb, digits) in [("to", finds.placed), ("leaves", finds.gone)] {
        for (digit, set) in digits.iter().enumerate() {
            for cell in members(*set) {
                told.push(format!("{} {verb} {},{}", digit + 1, cell / 9, cell % 9));
            }
        }
    }
    told
}

/// Each rule finds exactly what it should on a board that is empty but for it.
#[test]
fn each_rule_finds_what_it_should() {
    let finds = |level: u8, rows: &[&str]| told(&drawn(rows).find(level));
    // The last cell of a row has one digit left.
    assert_eq!(finds(1, &["1! 2! 3! 4! 5! 6! 7! 8! 9"]), ["9 to 0,8"]);
    // A digit with one place in a box, a row, a column.
    let others = "12345678";
    let in_box = [
        format!("- {others} {others}"),
        format!("{others} {others} {others}"),
        format!("{others} {others} {others}"),
    ];
    let in_box: Vec<&str> = in_box.iter().map(String::as_str).collect();
    assert_eq!(finds(1, &in_box), ["9 to 0,0"]);
    assert_eq!(finds(2, &in_box), [""; 0]);
    let in_row = format!("- {}", [others; 8].join(" "));
    assert_eq!(finds(1, &[&in_row]), [""; 0]);
    assert_eq!(finds(2, &[&in_row]), ["9 to 0,0"]);
    let mut in_column = vec!["-"];
    in_column.extend([others; 8]);
    assert_eq!(finds(2, &in_column), ["9 to 0,0"]);
    // A cell with one candidate.
    assert_eq!(finds(3, &["- 4"]), ["4 to 0,1"]);
    assert_eq!(finds(3, &["- 4!"]), [""; 0]);
    // In box 0 the 9 lies in row 0; in row 0 it lies in box 0.
    let leaves = |cells: &[(usize, usize)]| -> Vec<String> {
        cells.iter().map(|(row, column)| format!("9 leaves {row},{column}")).collect()
    };
    let line = format!("{others} {others} {others}");
    assert_eq!(finds(4, &["-", &line, &line]), leaves(&[(0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8)]));
    assert_eq!(
        finds(4, &[&format!("- - - {line} {line}")]),
        leaves(&[(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
    );
    // Two cells with two candidates between them, and two digits with two cells.
    assert_eq!(finds(5, &["12 - - 12"]), {
        let mut wanted = vec![];
        for digit in [1, 2] {
            wanted.extend([1, 2, 4, 5, 6, 7, 8].map(|column| format!("{digit} leaves 0,{column}")));
        }
        wanted
    });
    assert_eq!(finds(5, &["- 3456789 3456789 - 3456789 3456789 3456789 3456789 3456789"]), {
        let mut wanted = vec![];
        for digit in 3..=9 {
            wanted.extend([0, 3].map(|column| format!("{digit} leaves 0,{column}")));
        }
        wanted
    });
    assert_eq!(finds(5, &["12 12!"]), [""; 0]);
    // Three cells, and four digits.
    assert_eq!(finds(5, &["12 - - 23 - - 13"]), [""; 0]);
    assert_eq!(finds(6, &["12 - - 23 - - 13"]).len(), 3 * 6);
    assert_eq!(finds(6, &["- - 56789 - 56789 56789 - 56789 56789"]), {
        let mut wanted = vec![];
        for digit in 5..=9 {
            wanted.extend([0, 1, 3, 6].map(|column| format!("{digit} leaves 0,{column}")));
        }
        wanted
    });
    // A fish of two: in rows 0 and 4 the 9 lies in columns 1 and 5.
    let o = others;
    let base = format!("{o} - {o} {o} {o} - {o} {o} {o}");
    let fish = finds(6, &[&base, "-", "-", "-", &base]);
    assert_eq!(fish, leaves(&[1, 2, 3, 5, 6, 7, 8].map(|row| [(row, 1), (row, 5)]).concat()));
}
