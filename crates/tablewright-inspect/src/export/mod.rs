//! A target's models as data for programs: small structs with stable names.
//!
//! A list of an [`ExportedListKind`] is computed from the same analyses as the backends' outputs.
//! `tablewright export` prints the structs as JSON; [`diff`](crate::diff) compares them.

mod decoder;
mod instructions;
mod mnemonics;
mod patterns;
mod registers;
mod schedules;
mod subtarget;

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::encoding::DecoderSetup;

pub use decoder::{
    DecisionCase, DecodedEncoding, ExportedBits, ExportedCheck, ExportedDecision, ExportedDecoder,
    decoders,
};
pub use instructions::{
    ExportedEncoding, ExportedOperand, ExportedOperandType, Instruction, instructions, operands,
};
pub use mnemonics::{ExportedMnemonic, MnemonicForm, mnemonics};
pub use patterns::{ExportedPattern, patterns};
pub use registers::{
    ExportedRegister, ExportedRegisterClass, SubRegister, register_classes, registers,
};
pub use schedules::{Schedule, ScheduledInstruction, schedules};
pub use subtarget::{ExportedFeature, ExportedProcessor, features, processors};

/// The format version. It increases when a member is removed or changes its meaning, not when a
/// member is added.
pub const VERSION: u32 = 1;

/// The JSON Schema for the output of `tablewright export`, for all kinds.
pub const SCHEMA: &str = include_str!("schema.json");

/// A kind of list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExportedListKind {
    /// [`Instruction`]s by number.
    Instructions,
    /// [`ExportedOperandType`]s by name.
    Operands,
    /// [`ExportedRegister`]s by number.
    Registers,
    /// [`ExportedRegisterClass`]es by number.
    RegisterClasses,
    /// [`ExportedPattern`]s in the order in which selection tries them.
    Patterns,
    /// [`Schedule`]s: each processor model's entries for all instructions.
    Schedules,
    /// Subtarget [`ExportedFeature`]s by name.
    Features,
    /// [`ExportedProcessor`]s by name.
    Processors,
    /// [`ExportedMnemonic`]s by text.
    Mnemonics,
    /// [`ExportedDecoder`]s: a decision tree for each decoder table.
    Decoder,
}

impl ExportedListKind {
    /// All kinds.
    pub const ALL: [ExportedListKind; 10] = [
        ExportedListKind::Instructions,
        ExportedListKind::Operands,
        ExportedListKind::Registers,
        ExportedListKind::RegisterClasses,
        ExportedListKind::Patterns,
        ExportedListKind::Schedules,
        ExportedListKind::Features,
        ExportedListKind::Processors,
        ExportedListKind::Mnemonics,
        ExportedListKind::Decoder,
    ];

    /// Whether the list describes the target itself. Other lists are derived from such lists, so
    /// comparisons skip them.
    pub(crate) fn is_compared(self) -> bool {
        match self {
            ExportedListKind::Instructions
            | ExportedListKind::Operands
            | ExportedListKind::Registers
            | ExportedListKind::RegisterClasses
            | ExportedListKind::Patterns
            | ExportedListKind::Schedules
            | ExportedListKind::Features
            | ExportedListKind::Processors => true,
            ExportedListKind::Mnemonics | ExportedListKind::Decoder => false,
        }
    }

    /// Returns the name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ExportedListKind::Instructions => "instructions",
            ExportedListKind::Operands => "operands",
            ExportedListKind::Registers => "registers",
            ExportedListKind::RegisterClasses => "register-classes",
            ExportedListKind::Patterns => "patterns",
            ExportedListKind::Schedules => "schedules",
            ExportedListKind::Features => "features",
            ExportedListKind::Processors => "processors",
            ExportedListKind::Mnemonics => "mnemonics",
            ExportedListKind::Decoder => "decoder",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<ExportedListKind> {
        ExportedListKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A list of an [`ExportedListKind`].
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ExportedList {
    /// For [`ExportedListKind::Instructions`].
    Instructions(Vec<Instruction>),
    /// For [`ExportedListKind::Operands`].
    Operands(Vec<ExportedOperandType>),
    /// For [`ExportedListKind::Registers`].
    Registers(Vec<ExportedRegister>),
    /// For [`ExportedListKind::RegisterClasses`].
    RegisterClasses(Vec<ExportedRegisterClass>),
    /// For [`ExportedListKind::Patterns`].
    Patterns(Vec<ExportedPattern>),
    /// For [`ExportedListKind::Schedules`].
    Schedules(Vec<Schedule>),
    /// For [`ExportedListKind::Features`].
    Features(Vec<ExportedFeature>),
    /// For [`ExportedListKind::Processors`].
    Processors(Vec<ExportedProcessor>),
    /// For [`ExportedListKind::Mnemonics`].
    Mnemonics(Vec<ExportedMnemonic>),
    /// For [`ExportedListKind::Decoder`].
    Decoder(Vec<ExportedDecoder>),
}

/// Computes the list for a kind. Mnemonics are for all processors; see [`mnemonics`].
///
/// # Errors
/// Errors from the analyses, if the description is invalid or lacks a target.
pub fn list(
    kind: ExportedListKind,
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<ExportedList, AnalysisError> {
    Ok(match kind {
        ExportedListKind::Instructions => {
            ExportedList::Instructions(instructions(store, diagnostics)?)
        }
        ExportedListKind::Operands => ExportedList::Operands(operands(store)?),
        ExportedListKind::Registers => ExportedList::Registers(registers(store, diagnostics)?),
        ExportedListKind::RegisterClasses => {
            ExportedList::RegisterClasses(register_classes(store, diagnostics)?)
        }
        ExportedListKind::Patterns => ExportedList::Patterns(patterns(store, diagnostics)?),
        ExportedListKind::Schedules => ExportedList::Schedules(schedules(store, diagnostics)?),
        ExportedListKind::Features => ExportedList::Features(features(store, diagnostics)?),
        ExportedListKind::Processors => ExportedList::Processors(processors(store, diagnostics)?),
        ExportedListKind::Mnemonics => {
            let setup = DecoderSetup::default();
            ExportedList::Mnemonics(mnemonics(store, &setup, diagnostics)?)
        }
        ExportedListKind::Decoder => ExportedList::Decoder(decoders(store, diagnostics)?),
    })
}

/// Returns record names.
fn names(store: &RecordStore, records: impl IntoIterator<Item = RecordId>) -> Vec<String> {
    records.into_iter().map(|record| store.record(record).name().to_owned()).collect()
}
