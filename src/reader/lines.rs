//! Bytes → lines.
//!
//! ```text
//!            ┌────────────┬─────────────────────────────┬───────────┐
//!   buffer   │   taken    │  line ⏎ line ⏎ line ⏎ lin   │   free    │
//!            └────────────┴─────────────────────────────┴───────────┘
//!                         start                         end
//! ```
//!
//! A line ends with `\n`, `\r\n` or a lone `\r`, or where the input ends. As a `\r` ends its line at once, without
//! a look at what follows, a `\n` right after it is dropped when it comes. Of a line longer than [`LINE_LIMIT`]
//! nothing is kept but that it was there, so the buffer never grows. A byte-order mark at the start is dropped;
//! what its first bytes show to be UTF-16 (with a mark or without) or compressed is an error.

use std::fmt;
use std::io::{self, Read};

use crate::format::characters::is_blank;

/// The longest line that is read, in bytes without its end. Longer ones are skipped, and reported as
/// [`TooLong`].
pub const LINE_LIMIT: usize = 4096;

/// How much is read at once. From 64 KiB to 1 MiB it makes no difference that could be measured, for files and for
/// pipes (which give 64 KiB at most); this leaves room for others in a second-level cache.
const BUFFER: usize = 128 * 1024;

/// A line longer than [`LINE_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The line is a comment: it begins with `#`, blanks aside.
    pub comment: bool,
}

/// The lines of a source, lazily, in bounded memory.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// The number of the line that begins at `start`, from 1.
    number: u64,
    /// How many bytes from `start` on are the line that was looked at last, with its end.
    seen: usize,
    /// The byte before `start` was `\r`: a `\n` at `start` belongs to it.
    after_return: bool,
    /// `start` is within a line whose beginning was too long to keep.
    within: Option<TooLong>,
    /// The first bytes have been checked for marks.
    begun: bool,
    /// The source has nothing more.
    ended: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of a source. It is read in large pieces, so it needs no buffer of its own.
    pub fn new(source: R) -> Lines<R> {
        Lines::with_buffer(source, BUFFER)
    }

    /// Likewise, with a buffer of so many bytes, if that isn't too few: for those who want many records at once.
    pub fn with_buffer(source: R, bytes: usize) -> Lines<R> {
        Lines {
            source,
            buffer: vec![0; bytes.max(BUFFER)].into_boxed_slice(),
            start: 0,
            end: 0,
            number: 1,
            seen: 0,
            after_return: false,
            within: None,
            begun: false,
            ended: false,
        }
    }

    /// The next line that is whole in the buffer already, with its number, from 1, and without its end. Never
    /// reads; `None` if nothing whole is waiting.
    pub fn next_waiting(&mut self) -> Option<(u64, Result<&[u8], TooLong>)> {
        let number = self.number;
        let (_, line) = self.look()?;
        let line = line.map(|text| text.len());
        let start = self.start;
        self.take();
        Some((number, line.map(|length| &self.buffer[start..start + length])))
    }

    /// Reads once from the source. `Ok(false)`: the end was reached, and what [`Lines::next_waiting`] gives from
    /// now on is all there is. If the buffer is full of lines that wait, nothing is read.
    ///
    /// # Errors
    /// Those of the source, save [`io::ErrorKind::Interrupted`]; and [`io::ErrorKind::InvalidData`] for [`NotText`].
    /// After an error there are no more lines.
    pub fn read_more(&mut self) -> io::Result<bool> {
        let result = self.try_read_more();
        if result.is_err() {
            (self.start, self.within, self.ended) = (self.end, None, true);
        }
        result
    }

    fn try_read_more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.look(); // drops what needn't be kept
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.end < self.buffer.len() {
            let length = loop {
                match self.source.read(&mut self.buffer[self.end..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
            self.end += length;
            self.ended = length == 0;
        }
        if !self.begun {
            self.begin()?;
        }
        Ok(!self.ended)
    }

    /// Checks the first bytes, as soon as there are enough of them.
    fn begin(&mut self) -> io::Result<()> {
        let bytes = &self.buffer[self.start..self.end];
        self.begun = bytes.len() >= 4 || self.ended || line_end(bytes).is_some();
        match *bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Err(NotText::Utf16.into()),
            // Without a mark, but in digits and the like every other byte is 0.
            [1..=255, 0, 1..=255, 0, ..] => Err(NotText::Utf16LittleEndian.into()),
            [0, 1..=255, 0, 1..=255, ..] => Err(NotText::Utf16BigEndian.into()),
            [0x1f, 0x8b, ..] => Err(NotText::Gzip.into()),
            [0xfd, b'7', b'z', b'X', ..] => Err(NotText::Xz.into()),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Err(NotText::Zstd.into()),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Err(NotText::Bzip2.into()),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Err(NotText::Zip.into()),
            [0xef, 0xbb, 0xbf, ..] if self.begun => {
                self.start += 3;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The next line that is whole in the buffer, with its number; it stays there until it is taken.
    pub(super) fn look(&mut self) -> Option<(u64, Result<&[u8], TooLong>)> {
        if !self.begun {
            return None;
        }
        self.finish_line_end();
        let bytes = &self.buffer[self.start..self.end];
        let (length, whole) = match line_end(bytes) {
            Some(length) => (length, true),
            None => (bytes.len(), self.ended && (!bytes.is_empty() || self.within.is_some())),
        };
        let too_long = self.within.or((length > LINE_LIMIT).then(|| TooLong::of(&bytes[..LINE_LIMIT])));
        if whole {
            self.seen = length + 1;
            let text = &self.buffer[self.start..self.start + length];
            return Some((self.number, too_long.map_or(Ok(text), Err)));
        }
        if too_long.is_some() {
            (self.start, self.within) = (self.end, too_long);
        }
        None
    }

    /// Takes the line that was looked at last.
    pub(super) fn take(&mut self) {
        let end = self.start + self.seen;
        // At the end of the input the last line may lack its end.
        self.after_return = self.buffer[..self.end].get(end - 1) == Some(&b'\r');
        self.within = None;
        self.take_bytes(end.min(self.end) - self.start, 1);
    }

    /// The bytes that wait, from the beginning of a line on.
    pub(super) fn waiting(&mut self) -> &[u8] {
        self.finish_line_end();
        if self.begun && self.within.is_none() { &self.buffer[self.start..self.end] } else { &[] }
    }

    /// Drops the `\n` of a `\r\n`.
    fn finish_line_end(&mut self) {
        if self.after_return && self.start < self.end {
            self.after_return = false;
            self.start += usize::from(self.buffer[self.start] == b'\n');
        }
    }

    /// Takes bytes of [`Lines::waiting`] that are this many whole lines.
    pub(super) fn take_bytes(&mut self, bytes: usize, lines: u64) {
        self.start += bytes;
        self.number += lines;
    }

    /// The number of the line that comes next, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// There is nothing more, neither here nor in the source.
    pub(super) fn is_over(&self) -> bool {
        self.ended && self.start == self.end && self.within.is_none()
    }
}

impl TooLong {
    fn of(beginning: &[u8]) -> TooLong {
        TooLong { comment: beginning.iter().find(|&&byte| !is_blank(byte)) == Some(&b'#') }
    }
}

/// What a source is instead of text, by its first bytes. It comes in an [`io::Error`] of the kind
/// [`io::ErrorKind::InvalidData`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotText {
    /// Text in UTF-16, with a byte-order mark.
    Utf16,
    /// Likewise, without a mark, the low byte first.
    Utf16LittleEndian,
    /// Likewise, the high byte first.
    Utf16BigEndian,
    /// Compressed by gzip.
    Gzip,
    /// Compressed by xz.
    Xz,
    /// Compressed by zstd.
    Zstd,
    /// Compressed by bzip2.
    Bzip2,
    /// A zip archive.
    Zip,
}

impl NotText {
    /// The command that makes text of it on its standard output; the name of the file goes behind it.
    #[must_use]
    pub fn command(self) -> &'static str {
        match self {
            NotText::Utf16 => "iconv -f UTF-16 -t UTF-8",
            NotText::Utf16LittleEndian => "iconv -f UTF-16LE -t UTF-8",
            NotText::Utf16BigEndian => "iconv -f UTF-16BE -t UTF-8",
            NotText::Gzip => "gzip -dc",
            NotText::Xz => "xz -dc",
            NotText::Zstd => "zstd -dc",
            NotText::Bzip2 => "bzip2 -dc",
            NotText::Zip => "unzip -p",
        }
    }
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotText::Utf16 | NotText::Utf16LittleEndian | NotText::Utf16BigEndian => "this is UTF-16",
            NotText::Gzip => "this is gzip",
            NotText::Xz => "this is xz",
            NotText::Zstd => "this is zstd",
            NotText::Bzip2 => "this is bzip2",
            NotText::Zip => "this is zip",
        })
    }
}

impl std::error::Error for NotText {}

impl From<NotText> for io::Error {
    fn from(not_text: NotText) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, not_text)
    }
}

/// Where the first line ends: the index of its `\n` or `\r`.
fn line_end(bytes: &[u8]) -> Option<usize> {
    // Eight bytes at once. In `x - 0x0101…` a byte of `x` that is 0 borrows, and sets its highest bit; the first
    // byte that does so is one that was 0, and comes first as the number is little-endian.
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let (words, rest) = bytes.as_chunks();
    for (at, word) in (0..).step_by(8).zip(words) {
        let word = u64::from_le_bytes(*word);
        let ends = zeros(word ^ (ONES * u64::from(b'\n'))) | zeros(word ^ (ONES * u64::from(b'\r')));
        if ends != 0 {
            return Some(at + ends.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r'))?;
    Some(bytes.len() - rest.len() + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_they_end() {
        for length in 0..40 {
            for at in 0..length {
                for fill in [0, 1, b'\n' - 1, b'\n' + 1, b'\r' + 1, b'a', 0x8a, 0x8d, 255] {
                    let mut bytes = vec![fill; length];
                    assert_eq!(line_end(&bytes), None);
                    for end in [b'\n', b'\r'] {
                        bytes[at] = end;
                        assert_eq!(line_end(&bytes), Some(at), "{bytes:?}");
                    }
                    bytes[length - 1] = b'\n';
                    assert_eq!(line_end(&bytes), Some(at), "{bytes:?}");
                }
            }
        }
    }

    /// A source that gives at most so many bytes at once.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }

    /// The lines of a text that comes in pieces of this size.
    fn lines(text: &[u8], size: usize) -> Vec<(u64, Result<String, TooLong>)> {
        let mut lines = Lines::new(Pieces(text, size));
        let mut seen = Vec::new();
        loop {
            let more = lines.read_more().unwrap();
            while let Some((number, line)) = lines.next_waiting() {
                seen.push((number, line.map(|text| String::from_utf8(text.to_vec()).unwrap())));
            }
            if !more {
                return seen;
            }
        }
    }

    #[test]
    fn lines_are_the_same_in_pieces_of_any_size() {
        let text = "\u{feff}one\r\n\n\rtwo\r\r\nthree";
        for size in 1..text.len() {
            let lines = lines(text.as_bytes(), size);
            let expected = ["one", "", "", "two", "", "three"];
            assert!(lines.iter().map(|line| line.0).eq(1..=6), "{lines:?}");
            assert!(lines.iter().zip(expected).all(|(line, text)| line.1 == Ok(text.into())), "{lines:?}");
        }
    }

    #[test]
    fn of_a_long_line_only_its_number_is_kept() {
        let text = format!(" #{0}\r\n{0}\n\n{1}", "a".repeat(5000), "a".repeat(LINE_LIMIT));
        for size in [1, 100, 4096, 10_000] {
            let lines = lines(text.as_bytes(), size);
            assert_eq!(lines[0], (1, Err(TooLong { comment: true })));
            assert_eq!(lines[1], (2, Err(TooLong { comment: false })));
            assert_eq!(lines[2], (3, Ok(String::new())));
            assert_eq!(lines[3].1.as_ref().map(String::len), Ok(LINE_LIMIT));
            assert_eq!(lines.len(), 4);
        }
    }
}
