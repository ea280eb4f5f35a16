//! Where puzzles come from.

use super::patience::patiently;
use super::{FileError, system};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// An open file, device, pipe or the standard input. Not buffered; its errors carry the path, as [`FileError`]
/// shows it.
#[derive(Debug)]
pub struct Input {
    file: File,
    name: PathBuf,
}

impl Input {
    /// Opens what is to be read; `-` is the standard input.
    ///
    /// # Errors
    /// What the system says; also for a directory, which it would let us open.
    pub fn open(path: impl AsRef<OsStr>) -> Result<Input, FileError> {
        let path = Path::new(path.as_ref());
        if path == "-" || system::descriptor(path) == Some(0) {
            let name = Path::new("standard input");
            let file = system::standard_input().map_err(|error| FileError::new(name, "read", error))?;
            return Ok(Input { file, name: name.to_owned() });
        }
        let file = File::open(path).map_err(|error| FileError::new(path, "open", error))?;
        if file.metadata().is_ok_and(|found| found.is_dir()) {
            // The system says so in its own words as soon as it is read.
            let error = (&file).read(&mut [0]).err().unwrap_or(ErrorKind::IsADirectory.into());
            return Err(FileError::new(path, "read", error));
        }
        if path.extension() == Some(OsStr::new("part")) {
            // What is left of a killed run may be worth reading, but then it must not be taken for a leftover and
            // removed, as it would be in `-s sudoku.txt.part` with the result in sudoku.txt: see part.rs.
            let _ = file.try_lock_shared();
        }
        Ok(Input { file, name: path.to_owned() })
    }

    /// How many bytes there are to read, where that is known beforehand: in a regular file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.file.metadata().ok().filter(|found| found.is_file()).map(|found| found.len())
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        Ok(patiently(|| self.file.read(bytes)).map_err(|error| FileError::new(&self.name, "read", error))?)
    }
}
