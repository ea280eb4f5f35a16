//! The plain search, and the careful one where that takes too long.

use super::candidates::Candidates;
use super::hard;
use super::search::{Found, Plain, search};

/// How many guesses the plain search may make before the careful one starts afresh. Of the hardest known puzzles
/// one in 170 needs more.
const PLAIN_GUESSES: u64 = 200;

/// The solutions, up to `limit` of them: plainly, and carefully if that takes too long.
pub(super) fn solutions(root: &mut Candidates, limit: u64) -> Found {
    search(root, limit, PLAIN_GUESSES, &mut Plain).unwrap_or_else(|guesses| {
        let found = hard::solutions(root, limit);
        Found { guesses: guesses + found.guesses, ..found }
    })
}
