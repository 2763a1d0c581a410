//! The model for a target's instruction info: names, tables and offsets.
//!
//! In: the target's instruction analyses. Each submodule builds a part of the file.

mod classes_by_hw_mode;
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
use tablewright_records::{Feature, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::instructions::operands::InstructionOperands;
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::TargetRecord;
use tablewright_target::schedule::{CompleteModels, SchedModels};
use tablewright_target::target::target;
use tablewright_target::tii_predicate::{TiiPredicate, tii_predicates};

use crate::support::packed_sequences::{PackedSequences, packed_strings};
pub(super) use classes_by_hw_mode::ClassesByHwMode;
pub(super) use deprecation::{DeprecationFunction, FunctionsForm, InstrInfoDeprecation};
pub(super) use descriptors::{Descriptors, InstrInfoDescriptor};
pub(super) use implicit_operands::ImplicitOperands;
pub(super) use logical_operands::{LogicalOperands, LogicalTable};
pub(super) use named_operands::NamedOperands;
pub(super) use operand_info::{OperandInfo, OperandInfos, RegisterClassOf};
pub(super) use operand_types::InstrInfoOperandTypes;
pub(super) use relations::{InstrInfoRelation, RelationForm, Relations};
pub(super) use required_features::RequiredFeatures;

/// A target's instruction info.
pub(super) struct InstrInfo<'s> {
    pub(super) names: InstrNames<'s>,
    /// Names of the instructions' scheduling classes, in number order.
    pub(super) sched_classes: Vec<&'s str>,
    pub(super) descriptors: Descriptors<'s>,
    pub(super) deprecation: InstrInfoDeprecation<'s>,
    pub(super) named_operands: NamedOperands<'s>,
    pub(super) operand_types: InstrInfoOperandTypes<'s>,
    pub(super) logical_operands: LogicalOperands<'s>,
    pub(super) predicates: Vec<TiiPredicate<'s>>,
    pub(super) features: RequiredFeatures<'s>,
    /// Relations. `None` if there are none.
    pub(super) relations: Option<Relations<'s>>,
}

/// The order of descriptor tables. The form of other output parts depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InstrInfoLayout {
    /// The information on operands precedes implicit operands.
    OperandsFirst,
    /// Implicit operands precede the information on operands.
    ImplicitOpsFirst,
}

impl InstrInfoLayout {
    fn new(store: &RecordStore) -> InstrInfoLayout {
        if store.release().has(Feature::InstrTableStartsWithImplicitOps) {
            InstrInfoLayout::ImplicitOpsFirst
        } else {
            InstrInfoLayout::OperandsFirst
        }
    }
}

/// Names for the target and its instructions, with their layout.
pub(super) struct InstrNames<'s> {
    pub(super) layout: InstrInfoLayout,
    /// C++ type of opcode parameters.
    pub(super) opcode_type: &'static str,
    pub(super) target: &'s str,
    /// C++ namespace for instructions.
    pub(super) namespace: &'s str,
    /// The instructions in the order of their numbers.
    pub(super) instructions: Vec<&'s str>,
    /// The same names in a single array, with offsets.
    pub(super) strings: PackedSequences<u8>,
}

/// The analyses that all parts are built from.
#[derive(Clone, Copy)]
struct InstrAnalyses<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
}

impl<'s> InstrInfo<'s> {
    /// Builds the model.
    ///
    /// # Errors
    ///
    /// If an analysis fails, or if a field is missing or has the wrong type.
    pub(super) fn collect(
        job: &mut Job<'s>,
        expands_operands: bool,
    ) -> Result<InstrInfo<'s>, Failure> {
        let store = job.store;
        let target = target(store)?;
        // The order decides which error is reported first: operands, then patterns, then scheduling.
        let instructions = job.analysis()?;
        let analyses = InstrAnalyses { store, instructions, operands: job.analysis()? };
        let flags = job.analysis()?;
        let models: &SchedModels = job.analysis()?;
        job.analysis::<CompleteModels>()?;
        let names = InstrNames::new(analyses, target)?;
        let by_hw_mode = ClassesByHwMode::collect(job, &names)?;
        let errors = &mut *job.diagnostics;
        let descriptors =
            Descriptors::new(analyses, errors, flags, &models.classes, target, &names, by_hw_mode)?;
        let classes = models.classes.iter().take(models.classes.instruction_class_count());
        let features: &AssemblerFeatures = job.analysis()?;
        Ok(InstrInfo {
            sched_classes: classes.map(|(_, class)| &*class.name).collect(),
            descriptors,
            deprecation: InstrInfoDeprecation::collect(analyses)?,
            named_operands: NamedOperands::collect(analyses, names.layout)?,
            operand_types: InstrInfoOperandTypes::collect(analyses, &names, expands_operands)?,
            logical_operands: LogicalOperands::collect(analyses)?,
            predicates: tii_predicates(store)?,
            features: RequiredFeatures::collect(analyses, features, target.name())?,
            relations: Relations::collect(analyses)?,
            names,
        })
    }
}

impl<'s> InstrNames<'s> {
    fn new(
        analyses: InstrAnalyses<'s>,
        target: TargetRecord<'s>,
    ) -> Result<InstrNames<'s>, Failure> {
        let namespace = analyses.instructions.namespace(analyses.store)?.unwrap_or_default();
        if namespace.is_empty() {
            return Err(no_instructions(analyses).into());
        }
        let instructions: Vec<&str> = analyses.records().map(|(_, record)| record.name()).collect();
        let strings = packed_strings(instructions.iter().copied());
        let layout = InstrInfoLayout::new(analyses.store);
        let is_wide = analyses.store.release().has(Feature::InstrMappingHas32Bits);
        let opcode_type = if is_wide { "uint32_t" } else { "uint16_t" };
        Ok(InstrNames {
            layout,
            opcode_type,
            target: target.name(),
            namespace,
            instructions,
            strings,
        })
    }
}

/// Builds the error for a target without an instruction that has a namespace.
fn no_instructions(analyses: InstrAnalyses<'_>) -> Diagnostic {
    let message = "No instructions defined!";
    let mut error = Diagnostic::error_anywhere(Code::NoInstructions, message);
    let mut of_target =
        analyses.records().filter(|(_, record)| !record.inherits("StandardPseudoInstruction"));
    match of_target.next() {
        Some((_, instruction)) => {
            error.in_words(
                "no instruction has a `Namespace`: the class of a target's instructions sets it",
            );
            error.label(instruction.pos(), "such as this instruction");
        }
        None => {
            error.in_words("the description defines no instruction of its target");
        }
    }
    error
}

impl<'s> InstrAnalyses<'s> {
    /// Returns the record that describes an instruction: the target's specialization, if there is one.
    fn description(self, instruction: InstructionId) -> Record<'s> {
        self.store.record(self.instructions.description(instruction))
    }

    /// Iterates over the instructions in the order of their numbers.
    fn records(self) -> impl ExactSizeIterator<Item = (InstructionId, Record<'s>)> {
        self.instructions.iter().map(move |(id, record)| (id, self.store.record(record)))
    }
}
