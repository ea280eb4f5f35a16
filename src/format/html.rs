//! One page for all records, to be looked at in a browser and to be printed: six records to a sheet of A4 or Letter.
//!
//! ```text
//!   <!DOCTYPE html> … <main>              before the first record: page.html
//!   <section>                             a sheet
//!     <figure>                            a record
//!       <figcaption> 1                    its place, and what is wrong with it
//!       <table> the grid                  <b>: a clue
//!       <table> its solution              of a new puzzle only: small and upside down, as newspapers have it
//!     </figure> …
//!   </section> …
//!   </main> …                             after the last record
//! ```
//!
//! What stands before a record, be it the beginning of the page or of a sheet, depends on nothing but its place: so many
//! threads write a page in blocks, and nothing of it is kept. Nothing in it has to be fetched, and nothing runs.

use std::fmt::{self, Write as _};

use crate::grid::CELLS;

/// All that stands before the first record.
const HEAD: &str = include_str!("page.html");

/// Records on a sheet.
const SHEET: u64 = 6;

/// What is shown of a record.
pub(crate) struct Shown<'a> {
    /// What is in the cells, 0 for nothing.
    pub(crate) digits: &'a [u8; CELLS],
    /// The digits that are clues; 0 elsewhere.
    pub(crate) clues: &'a [u8; CELLS],
    /// A solution, to be shown small.
    pub(crate) solution: Option<&'a [u8; CELLS]>,
    /// What is wrong.
    pub(crate) fault: Option<fmt::Arguments<'a>>,
}

impl<'a> Shown<'a> {
    /// These digits, all of them clues or none.
    pub(crate) fn plain(digits: &'a [u8; CELLS], are_clues: bool) -> Shown<'a> {
        let clues = if are_clues { digits } else { &[0; CELLS] };
        Shown { digits, clues, solution: None, fault: None }
    }

    /// What was found for a puzzle. Where it fills the puzzle, the eye has to tell found digits from clues; where it is
    /// another puzzle, all of it is clues.
    pub(crate) fn answer(puzzle: &'a [u8; CELLS], answer: &'a [u8; CELLS]) -> Shown<'a> {
        let fills = puzzle.iter().zip(answer).all(|(clue, digit)| *clue == 0 || clue == digit);
        if fills { Shown { clues: puzzle, ..Shown::plain(answer, true) } } else { Shown::plain(answer, true) }
    }
}

/// Appends the record that follows so many others.
pub(crate) fn write(before: u64, shown: &Shown<'_>, out: &mut Vec<u8>) {
    if before == 0 {
        out.extend_from_slice(HEAD.as_bytes());
    }
    if before.is_multiple_of(SHEET) {
        out.extend_from_slice(if before == 0 { b"<section>\n" } else { b"</section>\n<section>\n" });
    }
    let place = before + 1;
    out.extend_from_slice(b"<figure>\n<figcaption><b>");
    out.extend_from_slice(itoa::Buffer::new().format(place).as_bytes());
    out.extend_from_slice(b"</b>");
    if let Some(fault) = shown.fault {
        // Text into a vector: it doesn't fail.
        let _ = write!(Escaped(out), "{fault}");
    }
    out.extend_from_slice(b"</figcaption>\n<table>\n");
    write_rows(shown.digits, shown.clues, out);
    if let Some(solution) = shown.solution {
        out.extend_from_slice(b"<table aria-label=\"Solution\">\n");
        write_rows(solution, &[0; CELLS], out);
    }
    out.extend_from_slice(b"</figure>\n");
}

/// Appends what follows the last of so many records.
pub(crate) fn end(records: u64, out: &mut Vec<u8>) {
    let tail: &str = match records {
        0 => "</main>\n</body>\n</html>\n",
        _ => "</section>\n</main>\n</body>\n</html>\n",
    };
    if records == 0 {
        out.extend_from_slice(HEAD.as_bytes());
    }
    out.extend_from_slice(tail.as_bytes());
}

/// Appends the rows of a table, and its end.
fn write_rows(digits: &[u8; CELLS], clues: &[u8; CELLS], out: &mut Vec<u8>) {
    for (digits, clues) in digits.chunks(9).zip(clues.chunks(9)) {
        out.extend_from_slice(b"<tr>");
        for (&digit, &clue) in digits.iter().zip(clues) {
            let (mut found, mut given) = (*b"<td>0</td>", *b"<td><b>0</b></td>");
            found[4] += digit;
            given[7] += digit;
            out.extend_from_slice(match (digit, clue) {
                (0, _) => b"<td></td>",
                (_, 0) => &found,
                _ => &given,
            });
        }
        out.extend_from_slice(b"</tr>\n");
    }
    out.extend_from_slice(b"</table>\n");
}

/// Text in which no character means anything but itself.
struct Escaped<'a>(&'a mut Vec<u8>);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            match byte {
                b'&' => self.0.extend_from_slice(b"&amp;"),
                b'<' => self.0.extend_from_slice(b"&lt;"),
                b'>' => self.0.extend_from_slice(b"&gt;"),
                _ => self.0.push(byte),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Format, Record, Writer};
    use crate::grid::Puzzle;

    /// Elements that are opened and not closed.
    fn open(page: &str) -> Vec<&str> {
        let mut open = vec![];
        for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
            let name = tag.split(' ').next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "</{name}>"),
                None if matches!(name, "!DOCTYPE" | "meta") => {}
                None => open.push(name),
            }
        }
        open
    }

    /// A page of so many records of a kind, each piece of it written after the one before.
    fn page(records: u64, record: Record<'_>) -> String {
        let (mut writer, mut page) = (Writer::default(), vec![]);
        for before in 0..records {
            writer.begin(Format::Html, before);
            writer.write(record);
            page.extend_from_slice(writer.text());
        }
        writer.begin(Format::Html, records);
        writer.end();
        page.extend_from_slice(writer.text());
        String::from_utf8(page).unwrap()
    }

    #[test]
    fn a_page_is_whole_however_many_records_it_has() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|cell| (cell % 10) as u8)).unwrap();
        for records in [0, 1, 5, 6, 7, 12, 100] {
            let page = page(records, Record::Answer { puzzle: &puzzle, answer: &puzzle });
            assert_eq!(open(&page), <[&str; 0]>::default());
            assert_eq!(page.matches("<section>").count() as u64, records.div_ceil(6));
            assert_eq!(page.matches("<figure>").count() as u64, records);
            assert!((1..=records).all(|place| page.contains(&format!("<figcaption><b>{place}</b><"))));
            assert_eq!(page.matches("<td>").count() as u64, 81 * records);
        }
    }

    #[test]
    fn nothing_is_fetched_and_nothing_runs() {
        for word in ["<script", "<link", "<img", "http", "url(", "@import", "src=", "href=", "onload", "//"] {
            assert!(!HEAD.contains(word), "{word}");
        }
    }

    #[test]
    fn clues_are_bold_and_what_is_found_is_not() {
        let puzzle = Puzzle::from_digits(std::array::from_fn(|cell| u8::from(cell == 40) * 7)).unwrap();
        let answer = Puzzle::from_digits(std::array::from_fn(|cell| if cell == 40 { 7 } else { 1 })).unwrap();
        let filled = page(1, Record::Answer { puzzle: &puzzle, answer: &answer });
        assert_eq!(filled.matches("<td><b>7</b></td>").count(), 1);
        assert_eq!(filled.matches("<td>1</td>").count(), 80);
        // Another puzzle: a canonical form, say.
        let other = page(1, Record::Answer { puzzle: &answer, answer: &puzzle });
        assert_eq!((other.matches("<td><b>7").count(), other.matches("<td></td>").count()), (1, 80));
    }

    #[test]
    fn a_fault_says_what_it_is_in_plain_text() {
        let text = page(1, Record::Fault { puzzle: &Puzzle::EMPTY, why: format_args!("<b> & {:?}", '\'') });
        assert!(text.contains("<b>1</b>&lt;b&gt; &amp; '\\''</figcaption>"), "{text}");
        assert_eq!(text.matches("<td></td>").count(), 81);
    }
}
