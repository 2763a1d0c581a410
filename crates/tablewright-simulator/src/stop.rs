//! Reasons for which a simulation stops.

use std::fmt;

use serde::Serialize;

/// The kind of a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopKind {
    /// Bytes that are not an instruction, or an address without code.
    NotAnInstruction,
    /// An instruction whose meaning is not described.
    NoMeaning,
    /// A load or store outside of memory, or a store to code.
    Memory,
    /// An operation without a described result, for example a division by zero.
    Undefined,
    /// A limit, for example of executed instructions, or an interruption by the caller.
    Limit,
    /// A call that has changed a register that must survive.
    Call,
}

/// The end of a simulation before the program has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stop {
    /// Kind.
    pub kind: StopKind,
    /// The address of the instruction.
    pub address: u64,
    /// The address as symbol and distance: `f+0x8`.
    pub place: String,
    /// The reason.
    pub message: String,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stop { address, place, message, .. } = self;
        write!(f, "{place} ({address:#x}): {message}")
    }
}

/// A stop whose place is known to the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: StopKind,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(kind: StopKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }
}

/// The reason why an instruction lacks a meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoMeaning(pub(crate) String);

impl NoMeaning {
    pub(crate) fn new(reason: impl Into<String>) -> NoMeaning {
        NoMeaning(reason.into())
    }
}
