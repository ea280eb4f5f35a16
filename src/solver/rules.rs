//! The rules by which people solve, each exactly as the levels of [`crate::rating`] have it, for 64 · W boards at once.
//!
//! The engine's own rounds ([`super::planes`]) mix rules as it is quickest; here a round is what one level finds on the board as
//! it stands, all at once. So what is found is written down first, and applied when all of it is known.
//!
//! Imports point down:
//!
//! ```text
//!   locked   level 4: minirows against rows and boxes
//!   subsets  levels 5 and 6: pairs, and what is left of all that Hall's theorem says of houses and lines
//!   trials   levels 7–10: a lane for each assumption
//!   singles  levels 1–3: what to place; and to place it
//! ```
//!
//! Two kinds of board occur. An *open* board, from a puzzle that is being rated, has the candidates of its empty cells alone:
//! a cell that is placed has none, nothing is ever wrong on it, and what isn't empty is known. On a *full* board,
//! which assumptions work with, a placed cell keeps its digit, so that a cell without a candidate is a contradiction.

pub(crate) mod locked;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod trials;
