//! The calls that aren't the same on every system, for Windows: what `unix.rs` does, as far as it makes sense there.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::windows::io::AsHandle;
use std::path::Path;

/// The standard input, without std's buffer.
pub(super) fn standard_input() -> io::Result<File> {
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// The standard output, without std's buffer, which would be written out at every line.
pub(super) fn standard_output() -> io::Result<File> {
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

/// Open descriptors have no names here.
pub(super) fn descriptor(_path: &Path) -> Option<u32> {
    None
}

/// Creates a file that isn't there yet. Who may read it, its folder says.
pub(super) fn create(path: &Path, _private: bool) -> io::Result<File> {
    File::options().write(true).create_new(true).open(path)
}

/// Nothing to carry over: a file that is read-only has been refused before.
pub(super) fn take_after(_earlier: &Metadata, _file: &File) -> io::Result<()> {
    Ok(())
}

/// std has no way yet to tell; but here a file that another run holds open and locked can't be taken from it.
pub(super) fn same_file(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() && other.is_file()
}

/// A name without its last characters, which make up `less` bytes or more.
pub(super) fn shorten(name: &OsStr, less: usize) -> OsString {
    let mut name = name.to_string_lossy().into_owned();
    let length = name.len().saturating_sub(less);
    while name.len() > length {
        name.pop();
    }
    name.into()
}
