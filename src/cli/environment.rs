//! What the environment says.

use std::env;

use sudoku::solver::InstructionSet;

/// The variable that asks for another instruction set than the best, by name.
const VARIABLE: &str = "SUDOKU_ISA";

/// The instruction set that the solver is to use: the one that the variable names, if this processor has it, or the best.
pub(super) fn instruction_set() -> InstructionSet {
    let named = env::var(VARIABLE).ok().and_then(|name| InstructionSet::named(&name));
    named.unwrap_or_else(InstructionSet::best)
}
