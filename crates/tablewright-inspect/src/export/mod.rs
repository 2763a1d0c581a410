//! What a description says of a target, for programs: small structs with stable names.
//!
//! A list of one [`Kind`] is computed from the analyses that the backends use, so it says what the outputs say.
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

/// The version of the format. It changes when something is taken away or changes its meaning, not when
/// something is added.
pub const VERSION: u32 = 1;

/// The JSON Schema of what `tablewright export` prints, for all kinds.
pub const SCHEMA: &str = include_str!("schema.json");

/// What can be listed of a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// [`Instruction`]s, in the order of their numbers.
    Instructions,
    /// [`OperandType`]s, by name.
    Operands,
    /// [`Register`]s, in the order of their numbers.
    Registers,
    /// [`RegisterClass`]es, in the order of their numbers.
    RegisterClasses,
    /// [`Pattern`]s, in the order in which selection tries them.
    Patterns,
    /// [`Schedule`]s: what each processor model says of each instruction.
    Schedules,
    /// [`Feature`]s of the subtarget, by name.
    Features,
    /// [`Processor`]s, by name.
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

    /// Its name, as the command line and the JSON spell it.
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

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A list of one kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum List {
    /// Of [`Kind::Instructions`].
    Instructions(Vec<Instruction>),
    /// Of [`Kind::Operands`].
    Operands(Vec<OperandType>),
    /// Of [`Kind::Registers`].
    Registers(Vec<Register>),
    /// Of [`Kind::RegisterClasses`].
    RegisterClasses(Vec<RegisterClass>),
    /// Of [`Kind::Patterns`].
    Patterns(Vec<Pattern>),
    /// Of [`Kind::Schedules`].
    Schedules(Vec<Schedule>),
    /// Of [`Kind::Features`].
    Features(Vec<Feature>),
    /// Of [`Kind::Processors`].
    Processors(Vec<Processor>),
}

/// The list of a kind.
///
/// # Errors
/// Those of the analyses, where the description is invalid or describes no target.
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

/// The names of records.
fn names(store: &RecordStore, records: impl IntoIterator<Item = RecordId>) -> Vec<String> {
    records.into_iter().map(|record| store.record(record).name().to_owned()).collect()
}
