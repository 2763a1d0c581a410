//! A target's models as data for programs: small structs with stable names.
//!
//! A list of a [`Kind`] is computed from the same analyses as the backends' outputs.
//! `tablewright export` prints the structs as JSON; [`diff`](crate::diff) compares them.

mod instructions;
mod patterns;
mod registers;
mod schedules;
mod subtarget;

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

pub use instructions::{Encoding, Instruction, Operand, OperandType, instructions, operands};
pub use patterns::{Pattern, patterns};
pub use registers::{Register, RegisterClass, SubRegister, register_classes, registers};
pub use schedules::{Schedule, ScheduledInstruction, schedules};
pub use subtarget::{Feature, Processor, features, processors};

/// The format version. It increases when a member is removed or changes its meaning, not when a
/// member is added.
pub const VERSION: u32 = 1;

/// The JSON Schema for the output of `tablewright export`, for all kinds.
pub const SCHEMA: &str = include_str!("schema.json");

/// A kind of list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// [`Instruction`]s by number.
    Instructions,
    /// [`OperandType`]s by name.
    Operands,
    /// [`Register`]s by number.
    Registers,
    /// [`RegisterClass`]es by number.
    RegisterClasses,
    /// [`Pattern`]s in the order in which selection tries them.
    Patterns,
    /// [`Schedule`]s: each processor model's entries for all instructions.
    Schedules,
    /// Subtarget [`Feature`]s by name.
    Features,
    /// [`Processor`]s by name.
    Processors,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = [
        Kind::Instructions,
        Kind::Operands,
        Kind::Registers,
        Kind::RegisterClasses,
        Kind::Patterns,
        Kind::Schedules,
        Kind::Features,
        Kind::Processors,
    ];

    /// Returns the name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Instructions => "instructions",
            Kind::Operands => "operands",
            Kind::Registers => "registers",
            Kind::RegisterClasses => "register-classes",
            Kind::Patterns => "patterns",
            Kind::Schedules => "schedules",
            Kind::Features => "features",
            Kind::Processors => "processors",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A list of a [`Kind`].
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum List {
    /// For [`Kind::Instructions`].
    Instructions(Vec<Instruction>),
    /// For [`Kind::Operands`].
    Operands(Vec<OperandType>),
    /// For [`Kind::Registers`].
    Registers(Vec<Register>),
    /// For [`Kind::RegisterClasses`].
    RegisterClasses(Vec<RegisterClass>),
    /// For [`Kind::Patterns`].
    Patterns(Vec<Pattern>),
    /// For [`Kind::Schedules`].
    Schedules(Vec<Schedule>),
    /// For [`Kind::Features`].
    Features(Vec<Feature>),
    /// For [`Kind::Processors`].
    Processors(Vec<Processor>),
}

/// Computes the list for a kind.
///
/// # Errors
/// Errors from the analyses, if the description is invalid or lacks a target.
pub fn list(
    kind: Kind,
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<List, AnalysisError> {
    Ok(match kind {
        Kind::Instructions => List::Instructions(instructions(store, diagnostics)?),
        Kind::Operands => List::Operands(operands(store)?),
        Kind::Registers => List::Registers(registers(store, diagnostics)?),
        Kind::RegisterClasses => List::RegisterClasses(register_classes(store, diagnostics)?),
        Kind::Patterns => List::Patterns(patterns(store, diagnostics)?),
        Kind::Schedules => List::Schedules(schedules(store, diagnostics)?),
        Kind::Features => List::Features(features(store, diagnostics)?),
        Kind::Processors => List::Processors(processors(store, diagnostics)?),
    })
}

/// Returns record names.
fn names(store: &RecordStore, records: impl IntoIterator<Item = RecordId>) -> Vec<String> {
    records.into_iter().map(|record| store.record(record).name().to_owned()).collect()
}
