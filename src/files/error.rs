//! An error of the system with its path.

use std::ffi::OsStr;
use std::fmt::{self, Write};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What went wrong, with which file, in doing what. One line: `sudoku.txt: cannot write: No space left on device
/// (os error 28)`. Whatever isn't printable in the path is escaped.
///
/// Readers and writers hand on [`io::Error`]s; a `FileError` turns into one of the same kind, and is displayed
/// the same way.
#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    action: &'static str,
    error: io::Error,
}

impl FileError {
    /// An error that came up in trying to `action` (a verb: `open`, `read`, ...) what `path` names.
    #[must_use]
    pub fn new(path: &Path, action: &'static str, error: io::Error) -> FileError {
        FileError { path: path.to_owned(), action, error }
    }

    /// What kind of error it is to the system.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.error.kind()
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.as_os_str().is_empty() {
            f.write_str("''")?;
        }
        write!(f, "{}: cannot {}: {}", Printable(self.path.as_os_str()), self.action, self.error)
    }
}

/// A path, or whatever else somebody has typed, as a message can show it: on one line, what isn't printable or no
/// text escaped.
#[derive(Clone, Copy, Debug)]
pub struct Printable<'a>(pub &'a OsStr);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.as_encoded_bytes().utf8_chunks() {
            for character in chunk.valid().chars() {
                match character.is_control() {
                    true => write!(f, "{}", character.escape_default())?,
                    false => f.write_char(character)?,
                }
            }
            write!(f, "{}", chunk.invalid().escape_ascii())?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        io::Error::new(error.kind(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    fn shown(path: impl AsRef<Path>) -> String {
        FileError::new(path.as_ref(), "open", ErrorKind::NotFound.into()).to_string()
    }

    #[test]
    fn is_one_concrete_line() {
        assert_eq!(shown("sudoku.txt"), "sudoku.txt: cannot open: entity not found");
        assert_eq!(shown("rätsel 数独.txt"), "rätsel 数独.txt: cannot open: entity not found");
        assert_eq!(shown("a\nb\u{1b}[1m"), "a\\nb\\u{1b}[1m: cannot open: entity not found");
        assert_eq!(shown(""), "'': cannot open: entity not found");
    }

    #[cfg(unix)]
    #[test]
    fn shows_bytes_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt;
        let path = OsStr::from_bytes(b"r\xe4tsel");
        assert_eq!(shown(path), "r\\xe4tsel: cannot open: entity not found");
    }

    #[test]
    fn keeps_kind_and_text_as_an_io_error() {
        let error = FileError::new(Path::new("p"), "write", ErrorKind::BrokenPipe.into());
        assert!(error.source().is_some());
        let text = error.to_string();
        let error = io::Error::from(error);
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::BrokenPipe, text));
    }
}
