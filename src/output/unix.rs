//! The calls that aren't the same on every system, for Unix. `elsewhere.rs` has the same functions for the rest.
//!
//! Three things that std has no way to do need a little `unsafe`:
//!
//! * **A closed standard output** (`sudoku ... >&-`). Before `main`, the runtime of Rust opens /dev/null in the place
//!   of each standard descriptor that it finds closed, so that no other file can slip into it. From then on,
//!   nothing tells this /dev/null from one that the caller gave us (those that Python's `DEVNULL` opens have
//!   even the same flags): all results would vanish with status 0. So a look before that is needed.
//! * **The error of `close`**, which std drops. On some file systems it is the only one to tell of a full disk
//!   or quota.
//! * **A limit on the size of files** (`ulimit -f`), at which a signal ends a process unless it is ignored; then it is
//!   an error like all others, and NAME.part is removed. Rust treats the signal of a closed pipe in this way, but
//!   not this one.

#![allow(unsafe_code, reason = "three calls of the system; each says what makes it sound")]

use std::ffi::{OsStr, OsString, c_int};
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, IntoRawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

unsafe extern "C" {
    #[link_name = "close"]
    fn close_descriptor(descriptor: c_int) -> c_int;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    fn signal(number: c_int, action: usize) -> usize;
}

/// The same number on every Unix.
const F_GETFD: c_int = 1;

/// The same number on every Unix: bad file descriptor.
const EBADF: i32 = 9;

/// The signal that a write beyond the limit of a file's size sends: the same number on Linux (but for MIPS), macOS
/// and the BSDs.
const SIGXFSZ: c_int = 25;

/// The same number on every Unix: ignore the signal.
const SIG_IGN: usize = 1;

/// Which of the standard descriptors, input and output, were closed when the process began.
static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// The system's loader calls what this section lists before it calls `main`.
// SAFETY: both sections are lists of functions that take no argument that they must use and return nothing, as
// `look` does. It calls nothing but `fcntl` and stores to a static, so it needs none of what std sets up later.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = look;

extern "C" fn look() {
    for (descriptor, closed) in (0..).zip(&CLOSED) {
        // SAFETY: asks for the flags of a descriptor, open or not, and changes nothing.
        closed.store(unsafe { fcntl(descriptor, F_GETFD) } == -1, Relaxed);
    }
}

/// The standard input, without std's buffer.
pub(super) fn standard_input() -> io::Result<File> {
    standard(0, io::stdin().as_fd())
}

/// The standard output, without std's buffer, which would be written out at every line.
pub(super) fn standard_output() -> io::Result<File> {
    standard(1, io::stdout().as_fd())
}

fn standard(number: usize, descriptor: BorrowedFd<'_>) -> io::Result<File> {
    match CLOSED[number].load(Relaxed) {
        true => Err(io::Error::from_raw_os_error(EBADF)),
        false => descriptor.try_clone_to_owned().map(File::from),
    }
}

/// Makes a write beyond a limit of the file's size fail rather than end the process.
pub(super) fn let_writes_fail() {
    const SAME_NUMBER: bool = cfg!(any(
        all(target_os = "linux", not(target_arch = "mips"), not(target_arch = "mips64")),
        target_vendor = "apple",
        target_os = "freebsd",
        target_os = "openbsd",
        target_os = "netbsd",
    ));
    if SAME_NUMBER {
        // SAFETY: no function of ours is called; and only a program that expects to be ended by this signal,
        // or has a handler for it, could notice.
        unsafe { signal(SIGXFSZ, SIG_IGN) };
    }
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

/// Closes a file and says what std's silent closing doesn't.
pub(super) fn close(file: File) -> io::Result<()> {
    // SAFETY: `into_raw_fd` makes us the descriptor's only owner.
    if unsafe { close_descriptor(file.into_raw_fd()) } == 0 {
        return Ok(());
    }
    match io::Error::last_os_error() {
        // A signal that comes between leaves the descriptor closed all the same.
        error if error.kind() == ErrorKind::Interrupted => Ok(()),
        error => Err(error),
    }
}
