//! Where results go, and where puzzles come from: files, devices, pipes, with every error carrying its path.
//!
//! ```text
//!                    ┌─ `-`, /dev/stdout ──────── the standard output ─────── each buffer written and checked
//!  records → buffer ─┼─ a device, a named pipe ── opened, written straight ── each buffer written and checked
//!                    └─ a file, or nothing yet ── NAME.part beside it ─────── likewise, and renamed at the end
//! ```
//!
//! A result that goes to a file appears under its name only when it is complete, so a run that fails leaves the
//! earlier file as it was, and a run may replace its own input. How, and against which hazards, is told in
//! `files/part.rs`; what differs from system to system is in `files/unix.rs`.
//!
//! This room is here for the command, and no promise: it may change in any release.
//!
//! Imports point down:
//!
//! ```text
//!   input part              where bytes come from; a result that isn't complete yet
//!   error patience system   what goes wrong, with its path; streams that don't wait; what differs between systems
//! ```
//!
//! ```
//! use std::io::Write;
//! use sudoku::files::Output;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("sudoku.txt");
//! let mut output = Output::open(&path)?;
//! output.write_all(b"2 1 3 4 5 6 7 8 9\n")?;
//! assert!(!path.exists());
//! output.finish()?;
//! assert!(path.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

mod error;
mod input;
mod part;
mod patience;
#[cfg_attr(unix, path = "files/unix.rs")]
#[cfg_attr(not(unix), path = "files/elsewhere.rs")]
mod system;

pub use error::{FileError, Printable};
pub use input::Input;
use part::Part;
use patience::patiently;

/// A result on its way to a file, a device, a pipe or the standard output. Buffered: wants [`Output::finish`] at
/// the end, and `flush` whenever somebody may wait for an answer.
///
/// Its errors carry the path: an [`io::Error`] out of `write` or `flush` displays as [`FileError`] does.
#[derive(Debug)]
pub struct Output {
    sink: Sink,
    /// For messages.
    name: PathBuf,
    buffer: Vec<u8>,
    /// After a failed write nothing that follows makes the result whole again.
    failed: Option<ErrorKind>,
}

#[derive(Debug)]
enum Sink {
    /// The standard output, a device, a pipe.
    Straight(File),
    /// A file, which gets its name at the end.
    Part(Part),
}

impl Output {
    /// What is gathered before it is written, in bytes. What comes in pieces of this size from the beginning on is
    /// passed on as it is, without a copy.
    ///
    /// Small enough to stay in the processor's second cache while it is filled and written again and again, large
    /// enough for the calls not to matter. The size and the place of writes to a file matter more than what is copied
    /// to get them: Linux keeps a file in pieces as large as the aligned writes that made it. 82 MB to a file on ext4,
    /// medians of 9: 42 ms in writes of 256 KiB, 46 of 128 KiB, 52 of 41 pages, 54 of 165,312 bytes, 53–75 of 128 KiB
    /// that begin one byte later.
    pub const PIECE: usize = 256 << 10;

    /// Opens the place where a result goes.
    ///
    /// `-` is the standard output. A regular file, or a name where nothing is yet, gets its content all at once
    /// in [`Output::finish`]. Symbolic links are followed, and stay. Anything else is written straight; as
    /// always, a named pipe is waited for until somebody reads from it.
    ///
    /// # Errors
    /// What the system says: no such folder, a directory, no permission (also where the file there may not be
    /// written, though its folder may). And when another run is just now writing the same file.
    pub fn open(path: impl AsRef<OsStr>) -> Result<Output, FileError> {
        let path = Path::new(path.as_ref());
        let place = if path == "-" { Ok(Place::StandardOutput) } else { place(path) };
        let (sink, name) = match place.map_err(|error| FileError::new(path, "open", error))? {
            Place::StandardOutput => {
                let name = Path::new("standard output");
                let file = system::standard_output().map_err(|error| FileError::new(name, "write", error))?;
                (Sink::Straight(file), name)
            }
            Place::Straight(place) => {
                // Only a descriptor's name leads to a regular file here: to what an earlier program in the
                // script may have written already, so it is added to.
                let append = fs::metadata(&place).is_ok_and(|found| found.is_file());
                let file = File::options().write(true).append(append).open(&place);
                (Sink::Straight(file.map_err(|error| FileError::new(path, "open", error))?), path)
            }
            Place::File(target) => (Sink::Part(Part::open(target)?), path),
        };
        Ok(Output { sink, name: name.to_owned(), buffer: Vec::with_capacity(Output::PIECE), failed: None })
    }

    /// Writes what is left, and gives a file its name. An `Output` that is dropped without this, or whose
    /// writing failed, leaves the earlier file as it was and nothing beside it.
    ///
    /// # Errors
    /// The last chance of the system to say that the result can't be trusted: a full disk or quota that shows only
    /// now, a file that can't be replaced.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.drain()?;
        match self.sink {
            Sink::Straight(_) => Ok(()),
            Sink::Part(part) => part.finish(),
        }
    }

    /// Ends a result that is not whole. What goes straight to somebody is written out and closed, as far as it got;
    /// a file keeps its earlier content.
    ///
    /// # Errors
    /// Those of [`Output::finish`].
    pub fn abandon(self) -> Result<(), FileError> {
        match self.sink {
            Sink::Straight(_) => self.finish(),
            Sink::Part(_) => Ok(()),
        }
    }

    /// Writes the buffer out.
    fn drain(&mut self) -> Result<(), FileError> {
        let buffer = std::mem::take(&mut self.buffer);
        let sent = self.send(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
        sent
    }

    /// Hands bytes to the system, all of them.
    fn send(&mut self, mut bytes: &[u8]) -> Result<(), FileError> {
        let mut file = match &self.sink {
            Sink::Straight(file) => file,
            Sink::Part(part) => part.file(),
        };
        let sent = match self.failed {
            Some(kind) => Err(io::Error::new(kind, "an earlier write failed")),
            None => loop {
                if bytes.is_empty() {
                    break Ok(());
                }
                match patiently(|| file.write(bytes)) {
                    Ok(0) => break Err(ErrorKind::WriteZero.into()),
                    Ok(written) => bytes = &bytes[written..],
                    Err(error) => break Err(error),
                }
            },
        };
        sent.map_err(|error| {
            self.failed = Some(error.kind());
            FileError::new(&self.name, "write", error)
        })
    }

    /// What `write_all` does when the buffer can't take the bytes.
    #[cold]
    fn write_more(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if let Sink::Straight(_) = self.sink
            && bytes.len() >= Output::PIECE
        {
            // A block of its own: straight on, with no second copy.
            self.drain()?;
            return self.send(bytes);
        }
        let mut rest = bytes;
        if !self.buffer.is_empty() {
            let (head, others) = bytes.split_at(Output::PIECE - self.buffer.len());
            self.buffer.extend_from_slice(head);
            self.drain()?;
            rest = others;
        }
        let (whole, tail) = rest.split_at(rest.len() / Output::PIECE * Output::PIECE);
        self.send(whole)?;
        self.buffer.extend_from_slice(tail);
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() < Output::PIECE - self.buffer.len() {
            self.buffer.extend_from_slice(bytes);
            return Ok(());
        }
        Ok(self.write_more(bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.sink {
            // Nobody can wait for what has no name yet, and writes of odd sizes cost more.
            Sink::Part(_) if self.failed.is_none() => Ok(()),
            _ => Ok(self.drain()?),
        }
    }
}

/// What stands behind the path of an output.
enum Place {
    /// The standard output, by whatever name.
    StandardOutput,
    /// A device, a named pipe, another open descriptor of this process; also a directory, which refuses.
    Straight(PathBuf),
    /// A regular file or nothing yet, behind all symbolic links.
    File(PathBuf),
}

/// Follows the symbolic links to what stands behind them. The system could do it, but not for a link to a file
/// that isn't there yet; and it would lead from `/dev/stdout` on to a file that the shell has opened, perhaps to
/// add to it.
fn place(path: &Path) -> io::Result<Place> {
    // Let the system say what is wrong with the path: a loop of links, a file taken for a folder, no permission.
    match fs::metadata(path) {
        Err(error) if error.kind() != ErrorKind::NotFound || path.as_os_str().is_empty() => {
            return Err(error);
        }
        _ => (),
    }
    let mut path = path.to_owned();
    // Linux follows 40 links. Only a loop that has been made just now gets there.
    for _ in 0..=40 {
        match system::descriptor(&path) {
            Some(1) => return Ok(Place::StandardOutput),
            Some(_) => return Ok(Place::Straight(path)),
            None => (),
        }
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let link = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(link);
            }
            Ok(found) if found.is_file() => return Ok(Place::File(path)),
            Ok(_) => return Ok(Place::Straight(path)),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) if ends_with_name(&path) => return Ok(Place::File(path)),
            Err(_) => return Err(ErrorKind::IsADirectory.into()),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether a path ends with the name of a file: not in `/`, `/.` or `..`, which only a directory could have. (`Path`
/// itself looks over the first two.)
fn ends_with_name(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    path.file_name().is_some_and(|name| bytes.ends_with(name.as_encoded_bytes()))
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
