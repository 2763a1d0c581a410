//! What the instruction info of a target says, with everything decided: names, tables and offsets
//! into them.
//!
//! The facts come from the analyses of the target's instructions. Each submodule has those of one
//! part of the file.

mod deprecation;
mod descriptors;
mod implicit_operands;
mod logical_operands;
mod named_operands;
mod operand_info;
mod operand_types;
mod relations;
mod required_features;
mod unquoted_texts;

use tablewright_backend::{Failure, Job};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::TargetRecord;
use tablewright_target::schedule::{CompleteModels, SchedModels};
use tablewright_target::target::target;
use tablewright_target::tii_predicate::{TiiPredicate, tii_predicates};

use crate::support::packed_sequences::{PackedSequences, packed_strings};
use deprecation::Deprecation;
pub(super) use descriptors::{Descriptor, Descriptors};
pub(super) use implicit_operands::ImplicitOperands;
pub(super) use logical_operands::{LogicalOperands, LogicalTable};
pub(super) use named_operands::NamedOperands;
pub(super) use operand_info::{OperandInfo, OperandInfos, RegisterClassOf};
pub(super) use operand_types::OperandTypes;
pub(super) use relations::{Relation, Relations};
pub(super) use required_features::RequiredFeatures;

/// All that is printed of a target's instructions.
pub(super) struct InstrInfo<'s> {
    pub(super) names: Names<'s>,
    /// The names of the scheduling classes that instructions are of, in the order of their numbers.
    pub(super) sched_classes: Vec<&'s str>,
    pub(super) descriptors: Descriptors<'s>,
    pub(super) deprecation: Deprecation<'s>,
    pub(super) named_operands: NamedOperands<'s>,
    pub(super) operand_types: OperandTypes<'s>,
    pub(super) logical_operands: LogicalOperands<'s>,
    pub(super) predicates: Vec<TiiPredicate<'s>>,
    pub(super) features: RequiredFeatures<'s>,
    /// `None` where there are no relations.
    pub(super) relations: Option<Relations<'s>>,
}

/// The names of the target and of its instructions.
pub(super) struct Names<'s> {
    pub(super) target: &'s str,
    /// The C++ namespace of the instructions.
    pub(super) namespace: &'s str,
    /// The instructions in the order of their numbers.
    pub(super) instructions: Vec<&'s str>,
    /// The same names in one array, with the place of each.
    pub(super) strings: PackedSequences<u8>,
}

/// The analyses that all parts are made from.
#[derive(Clone, Copy)]
struct Facts<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
}

impl<'s> InstrInfo<'s> {
    /// Works out what is printed.
    ///
    /// # Errors
    /// Those of the analyses, and of fields that are not as they should be.
    pub(super) fn collect(
        job: &mut Job<'s>,
        expands_operands: bool,
    ) -> Result<InstrInfo<'s>, Failure> {
        let store = job.store;
        let target = target(store)?;
        // The order decides which of several errors is reported: operands before what patterns say
        // of instructions, and that before scheduling.
        let instructions = job.analysis()?;
        let facts = Facts { store, instructions, operands: job.analysis()? };
        let flags = job.analysis()?;
        let models: &SchedModels = job.analysis()?;
        job.analysis::<CompleteModels>()?;
        let names = Names::new(facts, target)?;
        let descriptors = Descriptors::new(facts, flags, &models.classes, target)?;
        let classes = models.classes.iter().take(models.classes.instruction_class_count());
        let features: &AssemblerFeatures = job.analysis()?;
        Ok(InstrInfo {
            sched_classes: classes.map(|(_, class)| &*class.name).collect(),
            descriptors,
            deprecation: Deprecation::collect(facts)?,
            named_operands: NamedOperands::collect(facts)?,
            operand_types: OperandTypes::collect(facts, expands_operands)?,
            logical_operands: LogicalOperands::collect(facts)?,
            predicates: tii_predicates(store)?,
            features: RequiredFeatures::collect(facts, features, target.name())?,
            relations: Relations::collect(facts)?,
            names,
        })
    }
}

impl<'s> Names<'s> {
    fn new(facts: Facts<'s>, target: TargetRecord<'s>) -> Result<Names<'s>, Failure> {
        let namespace = facts.instructions.namespace(facts.store)?.unwrap_or_default();
        if namespace.is_empty() {
            let message = "No instructions defined!";
            return Err(Diagnostic::error_anywhere(Code::Instructions, message).into());
        }
        let instructions: Vec<&str> = facts.records().map(|(_, record)| record.name()).collect();
        let strings = packed_strings(instructions.iter().copied());
        Ok(Names { target: target.name(), namespace, instructions, strings })
    }
}

impl<'s> Facts<'s> {
    /// The instructions in the order of their numbers.
    fn records(self) -> impl ExactSizeIterator<Item = (InstructionId, Record<'s>)> {
        self.instructions.iter().map(move |(id, record)| (id, self.store.record(record)))
    }
}

/// The bit in a field of an instruction; unset where there is no such field, as in older releases.
fn bit(instruction: Record<'_>, field: &str) -> Result<bool, Failure> {
    Ok(instruction.field(field).is_some() && instruction.bit(field)?)
}
