//! The kernels, as a table: all that is compiled for each instruction set.
//!
//! A kernel's body is a plain loop over the words of planes, generic in their number, and `inline(always)`, so that
//! it is compiled inside a function of [`super::cpu`], with the instructions of a set. What stands above asks the table and
//! is compiled once for each width. **To add a kernel: its body, and a line below.**

use super::boards::{Board, Boards};
use super::choice::Choice;
use super::digits::Digits;
use super::orbits::Orbits;
use super::plane::Plane;
use super::planes::{CandidatePlanes, Planes};
use super::rules::singles::OpenBoards;
use super::rules::subsets::Squares;
use super::rules::trials::{Sources, Trials};
use super::transpose::Transpose;
use super::turn::Turn;
use crate::grid::{Grid, Puzzle};

/// `with_kernels!(name { … })` calls the macro `name` with `{ … }` and then the list of all kernels: what each is for, its name,
/// what it takes and returns, and its body.
macro_rules! with_kernels {
    ($macro:ident { $($context:tt)* }) => {
        $macro! {
            { $($context)* }

            /// Puzzles become candidates, puzzle n in lane n.
            load(digits: &mut Digits<W>, puzzles: &[Puzzle], candidates: &mut CandidatePlanes<W>) = Digits::load;
            /// Solved lanes become digits, to be asked for one by one.
            store(digits: &mut Digits<W>, candidates: &CandidatePlanes<W>) = Digits::store;
            /// Some lanes become boards, each but for one candidate.
            take(boards: &mut Boards<W>, candidates: &CandidatePlanes<W>, cell: &[[Plane<W>; 9]; 9],
                digit: &[Plane<W>; 9], lanes: &[u16], room: &mut [Board]) = Boards::take;
            /// Boards become the candidates of some lanes.
            give(boards: &mut Boards<W>, candidates: &mut CandidatePlanes<W>, lanes: &[u16], from: &[Board])
                -> Plane<W> = Boards::give;
            /// The grid of a solved board.
            grid_of(board: &Board) -> Grid = boards::grid_of;

            /// Which cells are open, after puzzles were loaded.
            find_empty(planes: &mut Planes<W>) = Planes::find_empty;
            /// One round of deduction; how many of these lanes wait then.
            round(planes: &mut Planes<W>, active: &Plane<W>) -> u32 = Planes::round;
            /// Three digits that fill a minirow or a minicolumn.
            triads(planes: &mut Planes<W>) = Planes::triads::<true, true>;
            /// Three digits that fill a minirow.
            row_triads(planes: &mut Planes<W>) = Planes::triads::<true, false>;
            /// Three digits that fill a minicolumn.
            column_triads(planes: &mut Planes<W>) = Planes::triads::<false, true>;
            /// Which cells are open, after boards came in.
            find_open(planes: &mut Planes<W>) = Planes::find_open;
            /// Which lanes have every digit in every house, of those without an open cell.
            complete(planes: &Planes<W>) -> Plane<W> = Planes::complete;

            /// Where to branch: a cell that touches much.
            choose(choice: &mut Choice<W>, planes: &Planes<W>, stuck: &Plane<W>) = Choice::choose;
            /// Where to branch: the first open cell.
            choose_first(choice: &mut Choice<W>, planes: &Planes<W>, stuck: &Plane<W>) = Choice::choose_first;
            /// The chosen cells get the chosen digits.
            guess(choice: &Choice<W>, candidates: &mut CandidatePlanes<W>) = Choice::guess;
            /// The turn of words that brings the most stuck lanes onto free ones.
            find_turn(turn: &mut Turn<W>, stuck: &mut Plane<W>, free: &mut Plane<W>) = Turn::find;
            /// Which cells are empty, after boards came in of which one may lack a digit.
            find_struck_empty(planes: &mut Planes<W>) = dive::find_struck_empty;
            /// Which lines belong together under permutations.
            close_orbits(orbits: &mut Orbits) = Orbits::close;
            /// A guess, with the other branch in other planes; and back to that.
            dive(planes: &mut Planes<W>, others: &mut CandidatePlanes<W>, choice: &Choice<W>, stuck: &Plane<W>,
                back: &Plane<W>) = dive::dive;
            /// Both branches of a guess, the other one by turning words.
            branch(planes: &mut Planes<W>, choice: &Choice<W>, guessing: &Plane<W>, turns: &[Turn<W>; 2]) = turn::branch;

            /// For rating: clues that were loaded are placed.
            place_clues(open: &mut OpenBoards<W>) = OpenBoards::begin;
            /// Which cells are empty, after open boards came in to these lanes.
            empty_cells(open: &mut OpenBoards<W>, given: &Plane<W>) = OpenBoards::find_empty;
            /// A round of one of the levels 1–3; how many of these lanes wait then.
            singles(open: &mut OpenBoards<W>, active: &Plane<W>) -> u32 = OpenBoards::round;
            /// A round of level 4.
            locked(open: &mut OpenBoards<W>, lanes: &Plane<W>) = OpenBoards::locked;
            /// A round of level 5, and where it has found anything.
            pairs(squares: &mut Squares<W>, candidates: &mut CandidatePlanes<W>, lanes: &Plane<W>) -> Plane<W>
                = Squares::pairs;
            /// A round of level 6, likewise.
            matchings(squares: &mut Squares<W>, candidates: &mut CandidatePlanes<W>, solutions: &CandidatePlanes<W>,
                lanes: &Plane<W>) -> Plane<W> = Squares::matchings;
            /// Do rules solve it? Boards came in to these lanes.
            admit_open(open: &mut OpenBoards<W>, given: &Plane<W>) = OpenBoards::admit;
            /// All that levels 1–3 find, or those up to one of them; how many of these lanes wait then.
            singles_up_to(open: &mut OpenBoards<W>, active: &Plane<W>, highest: u8) -> u32 = OpenBoards::round_up_to;
            /// A round of all that levels 1–4 find; how many of these lanes wait then.
            exact_round(planes: &mut Planes<W>, active: &Plane<W>) -> u32 = Planes::exact_round;
            /// Assumptions come in, and are placed.
            assume(trials: &mut Trials<W>, sources: &Sources<W>) = Trials::assume;
            /// Which digits have one place left, or none, after full boards came in.
            look(trials: &mut Trials<W>) = Trials::look;
            /// A round of singles on full boards.
            follow(trials: &mut Trials<W>) = Trials::round;
            /// Which full boards are contradictory.
            check(trials: &mut Trials<W>) = Trials::check;
        }
    };
}
pub(super) use with_kernels;

macro_rules! table {
    ({} $($(#[$doc:meta])* $kernel:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $body:expr;)*) => {
        /// The functions of one instruction set, for planes of W words. Only [`super::cpu`] makes such a table, and hands it
        /// to those who have seen that the processor has the set.
        pub(crate) struct Kernels<const W: usize> {
            /// Turns sheets of 64 planes. Not in the list, as it isn't the same code for each set.
            pub(crate) transpose: Transpose<W>,
            $($(#[$doc])* pub(crate) $kernel: fn($($type),*) $(-> $result)?,)*
        }
    };
}
with_kernels!(table {});
