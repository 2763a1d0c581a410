//! The record classes for LLVM targets, as far as tests need them. Their names, parameters and
//! fields match `Target.td` and the files beside it, so that `llvm-tblgen` accepts the descriptions
//! in tests unchanged.

/// Set operators: `add`, `sub`, `sequence` and so on.
pub const SETS: &str = include_str!("../td/sets.td");

/// Value types, registers, register classes and related classes. Needs [`SETS`].
pub const REGISTERS: &str = include_str!("../td/registers.td");

/// Processors, itineraries, machine models, and instructions without operands. Needs [`SETS`].
pub const SCHEDULE: &str = include_str!("../td/schedule.td");

/// SelectionDAG nodes, fragments, patterns and instructions with operands. Needs [`REGISTERS`], but
/// not [`SETS`], whose operators are nodes here.
pub const PATTERNS: &str = include_str!("../td/patterns.td");

/// Instructions with assembly strings, aliases, operand classes, a parser, eight registers in class
/// `GPR`, and three instructions for the code generator only. Needs [`SETS`] and [`REGISTERS`].
pub const ASSEMBLY: &str = include_str!("../td/assembly.td");

/// Returns a description of an assembly language: [`SETS`], [`REGISTERS`], [`ASSEMBLY`] and `text`.
pub fn assembly(text: &str) -> String {
    [SETS, REGISTERS, ASSEMBLY, text].concat()
}

/// Returns a description of patterns: [`REGISTERS`], [`PATTERNS`] and `text`.
pub fn patterns(text: &str) -> String {
    [REGISTERS, PATTERNS, text].concat()
}

/// Returns a description of registers: [`SETS`], [`REGISTERS`] and `text`.
pub fn registers(text: &str) -> String {
    [SETS, REGISTERS, text].concat()
}

/// Returns a description of instructions and their scheduling: [`SETS`], [`SCHEDULE`] and `text`.
pub fn schedule(text: &str) -> String {
    [SETS, SCHEDULE, text].concat()
}
