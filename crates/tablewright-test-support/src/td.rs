//! The record classes that LLVM's targets are described with, as far as tests need them. Their
//! names, parameters and fields are those of `Target.td` and the files beside it, so that a
//! description in a test can be given to `llvm-tblgen` as it is.

/// Operators of sets: `add`, `sub`, `sequence` and so on.
pub const SETS: &str = include_str!("../td/sets.td");

/// Value types, registers, register classes and what belongs to these. Needs [`SETS`].
pub const REGISTERS: &str = include_str!("../td/registers.td");

/// Processors, itineraries, machine models, and instructions without operands. Needs [`SETS`].
pub const SCHEDULE: &str = include_str!("../td/schedule.td");

/// Nodes of the selection DAG, fragments, patterns and instructions with operands. Needs
/// [`REGISTERS`], and not [`SETS`], whose operators are nodes here.
pub const PATTERNS: &str = include_str!("../td/patterns.td");

/// Instructions with assembly strings, aliases, classes of operands, a parser, eight registers of class
/// `GPR`, and three instructions for the code generator only. Needs [`SETS`] and [`REGISTERS`].
pub const ASSEMBLY: &str = include_str!("../td/assembly.td");

/// A description of an assembly language: [`SETS`], [`REGISTERS`], [`ASSEMBLY`] and `text`.
pub fn assembly(text: &str) -> String {
    [SETS, REGISTERS, ASSEMBLY, text].concat()
}

/// A description of patterns: [`REGISTERS`], [`PATTERNS`] and `text`.
pub fn patterns(text: &str) -> String {
    [REGISTERS, PATTERNS, text].concat()
}

/// A description of registers: [`SETS`], [`REGISTERS`] and `text`.
pub fn registers(text: &str) -> String {
    [SETS, REGISTERS, text].concat()
}

/// A description of instructions and their scheduling: [`SETS`], [`SCHEDULE`] and `text`.
pub fn schedule(text: &str) -> String {
    [SETS, SCHEDULE, text].concat()
}
