//! Blocks of work, in and out in order, on one thread or many.
//!
//! ```text
//!                 ┌─ worker ─┐
//!    ┌─ feed ─┐   │          │   done, in any order     writer (the caller's thread)
//!    │ fill   ├──►├─ worker ─┤ ──────────────────────►  puts them in order ──► take ──┐
//!    └────────┘   │          │                                                        │
//!                 └─ worker ─┘                                                        │
//!                       ▲                                                             │
//!                       └─── empty again: each worker's own two blocks ◄──────────────┘
//! ```
//!
//! Each worker in turn holds the feed, fills one block from it, lets go, and works on its block while the next
//! worker fills another. So the input is read by one thread at a time, in order, without a thread of its own. There are two
//! blocks for each worker and never more: a slow block makes the others wait instead of letting memory grow. They are the
//! worker's own, so that they stay in its core's cache; for canonical forms, two workers that shared four took 3 % longer.
//!
//! With one job there is no thread at all: fill, work, take, again.
//!
//! This room is here for the command, and no promise: it may change in any release.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::{io, thread};

/// What the feed says of the block that it has just filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// More is at hand.
    More,
    /// All that has been read is in the blocks so far, and to get more may mean to wait: whoever waits for the
    /// answers to these must have them first, so what is written is flushed after this block, which may be empty.
    Dry,
    /// There is no more; the block may be empty.
    End,
}

/// Why a pipeline ended early.
#[derive(Debug)]
pub enum Stopped<E> {
    /// Filling or taking a block failed.
    Failed(E),
    /// The system refused to start a thread. To go on with fewer would be no kindness: where memory is what was
    /// refused, the process dies of the next want of it, and no message tells why.
    NoThread(io::Error),
    /// A worker panicked: a bug, which must not look like a result, nor hang the others.
    Panicked,
}

impl<E: fmt::Display> fmt::Display for Stopped<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Failed(error) => error.fmt(f),
            Stopped::NoThread(error) => write!(f, "cannot start a thread (-j 1 needs none): {error}"),
            Stopped::Panicked => f.write_str("a bug in sudoku; please report it"),
        }
    }
}

/// What is displayed is the error itself, so its source is the source here.
impl<E: std::error::Error> std::error::Error for Stopped<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Stopped::Failed(error) => error.source(),
            Stopped::NoThread(error) => Some(error),
            Stopped::Panicked => None,
        }
    }
}

/// Fills blocks, works on them with `jobs` workers, and has them taken in order, until the feed ends, something
/// fails, or `take` breaks off.
///
/// `fill` is given an empty block (made by `Default`, or one that `take` is through with: it clears what it
/// wants cleared); `worker` makes one worker for each thread; `take` runs on the caller's thread, and should
/// flush when it is told that the supply is [`Supply::Dry`] or at its end.
///
/// When this returns early with several jobs, workers that wait for input are left behind, and end when it
/// comes or with the process.
///
/// # Errors
/// The first error of `fill` or `take` in the order of blocks; a thread that can't be started; a panic.
pub fn run<B, W, E>(
    jobs: usize,
    mut fill: impl FnMut(&mut B) -> Result<Supply, E> + Send + 'static,
    worker: impl Fn() -> W,
    mut take: impl FnMut(&mut B, Supply) -> Result<ControlFlow<()>, E>,
) -> Result<(), Stopped<E>>
where
    B: Default + Send + 'static,
    W: FnMut(&mut B) + Send + 'static,
    E: Send + 'static,
{
    if jobs > 1 {
        return run_threads(jobs, fill, worker, take);
    }
    let (mut block, mut work) = (B::default(), worker());
    loop {
        let supply = fill(&mut block).map_err(Stopped::Failed)?;
        work(&mut block);
        let flow = take(&mut block, supply).map_err(Stopped::Failed)?;
        if supply == Supply::End || flow.is_break() {
            return Ok(());
        }
    }
}

/// A block with what the feed said of it, or the feed's error in its place.
type Filled<B, E> = Result<(Supply, B), E>;

/// What a worker sends to the writer.
enum Message<B, E> {
    /// The block of this place, worked on by this worker.
    Done(u64, usize, Filled<B, E>),
    /// The worker panicked.
    Panicked,
}

/// Where the workers fill their blocks, one at a time.
struct Feed<F> {
    fill: F,
    /// The place of the next block.
    next: u64,
    ended: bool,
}

impl<F> Feed<F> {
    /// Fills the next block and tells its place, or `None` at the end.
    fn next<B, E>(&mut self, mut block: B) -> Option<(u64, Filled<B, E>)>
    where
        F: FnMut(&mut B) -> Result<Supply, E>,
    {
        if self.ended {
            return None;
        }
        let place = self.next;
        self.next += 1;
        let filled = (self.fill)(&mut block);
        self.ended = !matches!(filled, Ok(Supply::More | Supply::Dry));
        Some((place, filled.map(|supply| (supply, block))))
    }
}

fn run_threads<B, W, E>(
    jobs: usize,
    fill: impl FnMut(&mut B) -> Result<Supply, E> + Send + 'static,
    worker: impl Fn() -> W,
    mut take: impl FnMut(&mut B, Supply) -> Result<ControlFlow<()>, E>,
) -> Result<(), Stopped<E>>
where
    B: Default + Send + 'static,
    W: FnMut(&mut B) + Send + 'static,
    E: Send + 'static,
{
    let (send, messages) = mpsc::channel();
    let feed = Arc::new(Mutex::new(Feed { fill, next: 0, ended: false }));
    let mut give_back = vec![];
    for number in 0..jobs {
        let (give, empty) = mpsc::channel();
        for _ in 0..2 {
            // The other end is here.
            let _ = give.send(B::default());
        }
        give_back.push(give);
        let (feed, send, work) = (Arc::clone(&feed), send.clone(), worker());
        let serve = move || {
            if catch_unwind(AssertUnwindSafe(|| serve(number, &feed, work, &empty, &send))).is_err() {
                // If the writer is gone already, nobody needs to know.
                let _ = send.send(Message::Panicked);
            }
        };
        thread::Builder::new().spawn(serve).map_err(Stopped::NoThread)?;
    }
    // From here on the channel closes with the last worker.
    drop((send, feed));

    let mut early = BTreeMap::new();
    let mut next = 0;
    for message in messages {
        match message {
            Message::Done(place, worker, result) => early.insert(place, (worker, result)),
            Message::Panicked => return Err(Stopped::Panicked),
        };
        while let Some((worker, result)) = early.remove(&next) {
            let (supply, mut block) = result.map_err(Stopped::Failed)?;
            let flow = take(&mut block, supply).map_err(Stopped::Failed)?;
            if supply == Supply::End || flow.is_break() {
                return Ok(());
            }
            if let Some(give_back) = give_back.get(worker) {
                // Nobody may be left to fill it.
                let _ = give_back.send(block);
            }
            next += 1;
        }
    }
    // The workers are gone before the end was seen: what is there must not look like the whole result.
    Err(Stopped::Panicked)
}

/// The life of a worker.
fn serve<B, E, F: FnMut(&mut B) -> Result<Supply, E>>(
    number: usize,
    feed: &Mutex<Feed<F>>,
    mut work: impl FnMut(&mut B),
    empty: &Receiver<B>,
    send: &Sender<Message<B, E>>,
) {
    loop {
        // The writer holds the other end; when it is gone, nobody wants more.
        let Ok(block) = empty.recv() else { return };
        // The feed is let go at the end of the `let`. A poisoned one means that another worker has panicked and said so.
        let Some((place, mut filled)) = feed.lock().ok().and_then(|mut feed| feed.next(block)) else {
            return;
        };
        if let Ok((_, block)) = &mut filled {
            work(block);
        }
        if send.send(Message::Done(place, number, filled)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Numbers up to `count` in blocks of seven, squared by workers of uneven speed.
    fn squares(jobs: usize, count: u64, stop: u64) -> Result<Vec<u64>, Stopped<u64>> {
        let (mut next, mut taken) = (0, vec![]);
        run(
            jobs,
            move |block: &mut Vec<u64>| {
                block.clear();
                block.extend(next..count.min(next + 7));
                next += 7;
                Ok(if next >= count { Supply::End } else { Supply::More })
            },
            || {
                |block: &mut Vec<u64>| {
                    if block.first().is_some_and(|first| first % 5 == 0) {
                        thread::sleep(Duration::from_micros(200));
                    }
                    block.iter_mut().for_each(|n| *n *= *n);
                }
            },
            |block, _| {
                taken.extend_from_slice(block);
                if taken.len() as u64 > stop { Err(stop) } else { Ok(ControlFlow::Continue(())) }
            },
        )
        .map(|()| taken)
    }

    #[test]
    fn any_number_of_threads_gives_the_same() {
        let expected: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for jobs in [1, 2, 3, 8, 64] {
            assert_eq!(squares(jobs, 1000, u64::MAX).unwrap(), expected, "{jobs} jobs");
            assert!(matches!(squares(jobs, 1000, 500), Err(Stopped::Failed(500))), "{jobs} jobs");
            assert_eq!(squares(jobs, 0, u64::MAX).unwrap(), [0; 0]);
        }
    }

    #[test]
    fn an_error_of_the_feed_comes_after_the_blocks_before_it() {
        for jobs in [1, 4] {
            let (mut filled, mut taken) = (0, 0);
            let result = run(
                jobs,
                move |_: &mut ()| {
                    filled += 1;
                    if filled == 10 { Err("broken") } else { Ok(Supply::Dry) }
                },
                || |_: &mut ()| (),
                |_, _| {
                    taken += 1;
                    Ok(ControlFlow::Continue(()))
                },
            );
            assert!(matches!(result, Err(Stopped::Failed("broken"))));
            assert_eq!(taken, 9);
        }
    }

    #[test]
    fn a_panic_hangs_nobody() {
        for in_feed in [false, true] {
            let mut filled = 0;
            let result = run(
                4,
                move |block: &mut i32| {
                    filled += 1;
                    assert!(!in_feed || filled < 20, "on purpose");
                    *block = filled;
                    Ok::<_, ()>(Supply::More)
                },
                || |block: &mut i32| assert!(*block < 100, "on purpose"),
                |_, _| Ok(ControlFlow::Continue(())),
            );
            assert!(matches!(result, Err(Stopped::Panicked)));
        }
    }
}
