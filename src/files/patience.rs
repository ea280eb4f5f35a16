//! Streams that don't wait.

use std::io::{self, ErrorKind};
use std::thread;
use std::time::Duration;

/// Repeats a call that a signal has interrupted, or that found nothing to read or no room to write because
/// another program has set the descriptor that we share with it not to wait. std has no `poll`; asking once in a
/// millisecond costs nothing to speak of, and moves 64 MB/s through a pipe of 64 KiB.
pub(super) fn patiently<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(Duration::from_millis(1)),
            done => return done,
        }
    }
}
