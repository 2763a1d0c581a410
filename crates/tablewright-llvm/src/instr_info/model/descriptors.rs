//! The descriptors of instructions, `MCInstrDesc`, and the tables that they point into.

use tablewright_backend::Failure;
use tablewright_records::{Feature, FieldError, Record, RecordView, ValueId};
use tablewright_selection::patterns::InstructionFlags;
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::flags::{FlagSet, InstructionFlag as F};
use tablewright_target::instructions::operands::Operands;
use tablewright_target::record_views::instruction::{InstructionRecord, TargetRecord};
use tablewright_target::schedule::sched_class::SchedClasses;

use super::{ClassesByHwMode, ImplicitOperands, InstrAnalyses, InstrNames, OperandInfos};

/// The descriptors of all instructions and their tables.
pub(crate) struct Descriptors<'s> {
    /// In the order of the instructions' numbers.
    pub(crate) rows: Vec<InstrInfoDescriptor<'s>>,
    pub(crate) operand_infos: OperandInfos<'s>,
    pub(crate) implicit_operands: ImplicitOperands<'s>,
    pub(crate) by_hw_mode: ClassesByHwMode<'s>,
    /// Whether the table of classes by mode is declared beside the functions about an `MCInst`, too.
    pub(crate) declares_class_table_for_mc: bool,
}

/// An instruction's `MCInstrDesc`.
#[derive(Debug)]
pub(crate) struct InstrInfoDescriptor<'s> {
    /// The name of the record that describes it.
    pub(crate) description: &'s str,
    /// Machine operand count.
    pub(crate) operand_count: u32,
    /// Output operand count.
    pub(crate) def_count: u32,
    /// The size of its encoding in bytes.
    pub(crate) size: i64,
    /// Scheduling class number.
    pub(crate) sched_class: usize,
    /// The number of registers that it reads and writes beside its operands.
    pub(crate) implicit_use_count: usize,
    pub(crate) implicit_def_count: usize,
    /// The offset of these among the implicit operands.
    pub(crate) implicit_operands: usize,
    /// Operand info offset.
    pub(crate) operand_infos: usize,
    pub(crate) flags: DescFlags,
    /// `TSFlags`, whose meaning the target defines.
    pub(crate) target_flags: u64,
}

/// The source for an `MCID` flag.
enum DescriptorSource {
    /// An instruction flag.
    Flag(F),
    /// As `Flag`, but set on all instructions if the target disables register renaming.
    Unrenamed(F),
    /// There is an operand that may be defined.
    OptionalDef,
    /// There can be more operands than are described.
    Variadic,
}

/// `MCID` flags in output order, which differs from bit order.
const FLAGS: [(&str, DescriptorSource); 41] = [
    ("PreISelOpcode", DescriptorSource::Flag(F::IsPreISelOpcode)),
    ("Pseudo", DescriptorSource::Flag(F::IsPseudo)),
    ("Meta", DescriptorSource::Flag(F::IsMeta)),
    ("Return", DescriptorSource::Flag(F::IsReturn)),
    ("EHScopeReturn", DescriptorSource::Flag(F::IsEHScopeReturn)),
    ("Branch", DescriptorSource::Flag(F::IsBranch)),
    ("IndirectBranch", DescriptorSource::Flag(F::IsIndirectBranch)),
    ("Compare", DescriptorSource::Flag(F::IsCompare)),
    ("MoveImm", DescriptorSource::Flag(F::IsMoveImm)),
    ("MoveReg", DescriptorSource::Flag(F::IsMoveReg)),
    ("Bitcast", DescriptorSource::Flag(F::IsBitcast)),
    ("Add", DescriptorSource::Flag(F::IsAdd)),
    ("Trap", DescriptorSource::Flag(F::IsTrap)),
    ("Select", DescriptorSource::Flag(F::IsSelect)),
    ("Barrier", DescriptorSource::Flag(F::IsBarrier)),
    ("DelaySlot", DescriptorSource::Flag(F::HasDelaySlot)),
    ("Call", DescriptorSource::Flag(F::IsCall)),
    ("FoldableAsLoad", DescriptorSource::Flag(F::CanFoldAsLoad)),
    ("MayLoad", DescriptorSource::Flag(F::MayLoad)),
    ("MayStore", DescriptorSource::Flag(F::MayStore)),
    ("MayRaiseFPException", DescriptorSource::Flag(F::MayRaiseFPException)),
    ("Predicable", DescriptorSource::Flag(F::IsPredicable)),
    ("ConvertibleTo3Addr", DescriptorSource::Flag(F::IsConvertibleToThreeAddress)),
    ("Commutable", DescriptorSource::Flag(F::IsCommutable)),
    ("Terminator", DescriptorSource::Flag(F::IsTerminator)),
    ("Rematerializable", DescriptorSource::Flag(F::IsReMaterializable)),
    ("NotDuplicable", DescriptorSource::Flag(F::IsNotDuplicable)),
    ("HasOptionalDef", DescriptorSource::OptionalDef),
    ("UsesCustomInserter", DescriptorSource::Flag(F::UsesCustomInserter)),
    ("HasPostISelHook", DescriptorSource::Flag(F::HasPostISelHook)),
    ("Variadic", DescriptorSource::Variadic),
    ("UnmodeledSideEffects", DescriptorSource::Flag(F::HasSideEffects)),
    ("CheapAsAMove", DescriptorSource::Flag(F::IsAsCheapAsAMove)),
    ("ExtraSrcRegAllocReq", DescriptorSource::Unrenamed(F::HasExtraSrcRegAllocReq)),
    ("ExtraDefRegAllocReq", DescriptorSource::Unrenamed(F::HasExtraDefRegAllocReq)),
    ("RegSequence", DescriptorSource::Flag(F::IsRegSequence)),
    ("ExtractSubreg", DescriptorSource::Flag(F::IsExtractSubreg)),
    ("InsertSubreg", DescriptorSource::Flag(F::IsInsertSubreg)),
    ("Convergent", DescriptorSource::Flag(F::IsConvergent)),
    ("VariadicOpsAreDefs", DescriptorSource::Flag(F::VariadicOpsAreDefs)),
    ("Authenticated", DescriptorSource::Flag(F::IsAuthenticated)),
];

/// A set of `MCID` flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DescFlags(u64);

impl DescFlags {
    /// Returns the names of set flags, in output order.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        let set = FLAGS.iter().enumerate().filter(move |(index, _)| self.0 >> index & 1 != 0);
        set.map(|(_, (name, _))| *name)
    }
}

impl<'s> Descriptors<'s> {
    /// Collects the descriptors. Operand errors are added to `diagnostics` and do not stop the collection.
    pub(super) fn new(
        analyses: InstrAnalyses<'s>,
        diagnostics: &mut Diagnostics,
        flags: &InstructionFlags,
        classes: &SchedClasses,
        target: TargetRecord<'s>,
        names: &InstrNames<'s>,
        by_hw_mode: ClassesByHwMode<'s>,
    ) -> Result<Descriptors<'s>, Failure> {
        let renames = target.allow_register_renaming()?;
        check_specialized(analyses)?;
        let mut operand_infos = OperandInfos::new(names);
        let mut implicit_operands = ImplicitOperands::default();
        let mut rows = Vec::with_capacity(analyses.instructions.len());
        for (id, _) in analyses.records() {
            let record = analyses.description(id);
            let operands = analyses.operands.for_instruction(id);
            let implicit = implicit_operands.for_instruction(record)?;
            rows.push(InstrInfoDescriptor {
                description: record.name(),
                operand_count: operands.mi_operands().len() as u32,
                def_count: mi_def_count(operands),
                size: InstructionRecord::new(record).size()?,
                sched_class: classes.by_instruction()[id].index(),
                implicit_use_count: implicit.use_count,
                implicit_def_count: implicit.def_count,
                implicit_operands: implicit.offset,
                operand_infos: operand_infos.add(record, operands)?,
                flags: desc_flags(flags.for_instruction(id), operands, renames),
                target_flags: target_flags(record)?,
            });
        }
        for error in operand_infos.take_errors() {
            diagnostics.push(error);
        }
        let declares_class_table_for_mc = !by_hw_mode.names.is_empty()
            && Record::from(target).store().release().has(Feature::ModeTablesAreDeclaredForMc);
        Ok(Descriptors {
            rows,
            operand_infos,
            implicit_operands,
            by_hw_mode,
            declares_class_table_for_mc,
        })
    }
}

/// Checks that at most one record specializes each target-independent instruction.
fn check_specialized(analyses: InstrAnalyses<'_>) -> Result<(), FieldError> {
    let specialized = analyses.instructions.specialized();
    for (index, (instruction, by)) in specialized.iter().enumerate() {
        if specialized[..index].iter().any(|(other, _)| other == instruction) {
            let store = analyses.store;
            let name = store.record(analyses.instructions.record(*instruction)).name();
            let message = format!("multiple overrides of '{name}' defined");
            return Err(FieldError::new(Code::PointerOperands, store.record(*by), message));
        }
    }
    Ok(())
}

/// Counts the machine operands in the outputs.
fn mi_def_count(operands: Operands<'_>) -> u32 {
    let last = operands.def_count().checked_sub(1).and_then(|last| operands.list().get(last));
    last.map_or(0, |operand| operand.mi_operand + operand.mi_operand_count)
}

fn desc_flags(flags: FlagSet, operands: Operands<'_>, renames: bool) -> DescFlags {
    let mut set = 0;
    for (index, (_, source)) in FLAGS.iter().enumerate() {
        let is_set = match *source {
            DescriptorSource::Flag(flag) => flags.has(flag),
            DescriptorSource::Unrenamed(flag) => !renames || flags.has(flag),
            DescriptorSource::OptionalDef => operands.has_optional_def(),
            DescriptorSource::Variadic => operands.is_variadic(),
        };
        set |= u64::from(is_set) << index;
    }
    DescFlags(set)
}

fn target_flags(instruction: Record<'_>) -> Result<u64, FieldError> {
    let mut flags = 0;
    for (index, bit) in InstructionRecord::new(instruction).ts_flags()?.iter().enumerate() {
        match bit {
            ValueId::FALSE => {}
            // There is room for 64 bits.
            ValueId::TRUE => flags |= 1_u64.checked_shl(index as u32).unwrap_or_default(),
            _ => {
                let message = format!("Invalid TSFlags bit in {}", instruction.name());
                return Err(FieldError::new(Code::FieldValue, instruction, message));
            }
        }
    }
    Ok(flags)
}
