//! The calls that aren't the same on every system, for Unix. `elsewhere.rs` has the same functions for the rest.
//!
//! std alone, so three things can't be told from here, all of them rare:
//!
//! * **A closed standard output** (`sudoku ... >&-`) looks like /dev/null. Before `main`, the runtime of Rust opens
//!   that in the place of each standard descriptor that it finds closed, so that no other file can slip into it,
//!   and nothing tells it from a /dev/null that the caller gave us: those that Python's `DEVNULL` opens have even
//!   the same flags.
//! * **The error of `close`**, which std drops. On network file systems it may be the first to tell of a full disk or
//!   quota; local ones say so when they are written to.
//! * **A limit on the size of files** (`ulimit -f`) ends the process by a signal, as it ends `cat`; NAME.part
//!   then remains, as after every kill.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::Path;

/// The standard input, without std's buffer.
pub(super) fn standard_input() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// The standard output, without std's buffer, which would be written out at every line.
pub(super) fn standard_output() -> io::Result<File> {
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// The number of the descriptor, where a path is the name of one that this process has open: `/dev/fd/3`,
/// `/proc/self/fd/3`, `/dev/stdout`.
pub(super) fn descriptor(path: &Path) -> Option<u32> {
    let number = match path.to_str() {
        Some("/dev/stdin") => return Some(0),
        Some("/dev/stdout") => return Some(1),
        _ => path.file_name()?.to_str()?.parse().ok()?,
    };
    let folder = path.parent()?.canonicalize().ok()?;
    (folder == Path::new("/dev/fd").canonicalize().ok()?).then_some(number)
}

/// Creates a file that isn't there yet; `private` for its owner alone until [`take_after`] says more.
pub(super) fn create(path: &Path, private: bool) -> io::Result<File> {
    let mode = if private { 0o600 } else { 0o666 };
    File::options().write(true).create_new(true).mode(mode).open(path)
}

/// Gives a file the owner, the group and the permissions of an earlier one, the first two as far as we may.
pub(super) fn take_after(earlier: &Metadata, file: &File) -> io::Result<()> {
    let (owner, group) = (earlier.uid(), earlier.gid());
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (owner, group) {
        // Only root may give a file away; everybody may to a group of their own.
        let _ = fchown(file, Some(owner), Some(group)).or_else(|_| fchown(file, None, Some(group)));
    }
    file.set_permissions(earlier.permissions())
}

/// Whether both are of one and the same file.
pub(super) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// A name without its last `less` bytes, and without a character that this would cut in two.
pub(super) fn shorten(name: &OsStr, less: usize) -> OsString {
    let bytes = name.as_bytes();
    let mut length = bytes.len().saturating_sub(less);
    while length > 0 && bytes[length] & 0xc0 == 0x80 {
        length -= 1;
    }
    OsString::from_vec(bytes[..length].to_vec())
}
