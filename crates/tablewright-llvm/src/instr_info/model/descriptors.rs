//! The descriptors of instructions, `MCInstrDesc`, and the tables that they point into.

use tablewright_backend::Failure;
use tablewright_records::{FieldError, Record, RecordView, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::instructions::flags::{FlagSet, InstructionFlag as F};
use tablewright_target::instructions::operands::Operands;
use tablewright_target::patterns::InstructionFlags;
use tablewright_target::record_views::instruction::{InstructionRecord, TargetRecord};
use tablewright_target::schedule::sched_class::SchedClasses;

use super::{ClassesByHwMode, ImplicitOperands, InstrAnalyses, InstrNames, OperandInfos};

/// The descriptors of all instructions and their tables.
pub(crate) struct Descriptors<'s> {
    /// In the order of the instructions' numbers.
    pub(crate) rows: Vec<Descriptor<'s>>,
    pub(crate) operand_infos: OperandInfos<'s>,
    pub(crate) implicit_operands: ImplicitOperands<'s>,
    pub(crate) by_hw_mode: ClassesByHwMode<'s>,
}

/// An instruction's `MCInstrDesc`.
#[derive(Debug)]
pub(crate) struct Descriptor<'s> {
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
enum Source {
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
const FLAGS: [(&str, Source); 41] = [
    ("PreISelOpcode", Source::Flag(F::IsPreISelOpcode)),
    ("Pseudo", Source::Flag(F::IsPseudo)),
    ("Meta", Source::Flag(F::IsMeta)),
    ("Return", Source::Flag(F::IsReturn)),
    ("EHScopeReturn", Source::Flag(F::IsEHScopeReturn)),
    ("Branch", Source::Flag(F::IsBranch)),
    ("IndirectBranch", Source::Flag(F::IsIndirectBranch)),
    ("Compare", Source::Flag(F::IsCompare)),
    ("MoveImm", Source::Flag(F::IsMoveImm)),
    ("MoveReg", Source::Flag(F::IsMoveReg)),
    ("Bitcast", Source::Flag(F::IsBitcast)),
    ("Add", Source::Flag(F::IsAdd)),
    ("Trap", Source::Flag(F::IsTrap)),
    ("Select", Source::Flag(F::IsSelect)),
    ("Barrier", Source::Flag(F::IsBarrier)),
    ("DelaySlot", Source::Flag(F::HasDelaySlot)),
    ("Call", Source::Flag(F::IsCall)),
    ("FoldableAsLoad", Source::Flag(F::CanFoldAsLoad)),
    ("MayLoad", Source::Flag(F::MayLoad)),
    ("MayStore", Source::Flag(F::MayStore)),
    ("MayRaiseFPException", Source::Flag(F::MayRaiseFPException)),
    ("Predicable", Source::Flag(F::IsPredicable)),
    ("ConvertibleTo3Addr", Source::Flag(F::IsConvertibleToThreeAddress)),
    ("Commutable", Source::Flag(F::IsCommutable)),
    ("Terminator", Source::Flag(F::IsTerminator)),
    ("Rematerializable", Source::Flag(F::IsReMaterializable)),
    ("NotDuplicable", Source::Flag(F::IsNotDuplicable)),
    ("HasOptionalDef", Source::OptionalDef),
    ("UsesCustomInserter", Source::Flag(F::UsesCustomInserter)),
    ("HasPostISelHook", Source::Flag(F::HasPostISelHook)),
    ("Variadic", Source::Variadic),
    ("UnmodeledSideEffects", Source::Flag(F::HasSideEffects)),
    ("CheapAsAMove", Source::Flag(F::IsAsCheapAsAMove)),
    ("ExtraSrcRegAllocReq", Source::Unrenamed(F::HasExtraSrcRegAllocReq)),
    ("ExtraDefRegAllocReq", Source::Unrenamed(F::HasExtraDefRegAllocReq)),
    ("RegSequence", Source::Flag(F::IsRegSequence)),
    ("ExtractSubreg", Source::Flag(F::IsExtractSubreg)),
    ("InsertSubreg", Source::Flag(F::IsInsertSubreg)),
    ("Convergent", Source::Flag(F::IsConvergent)),
    ("VariadicOpsAreDefs", Source::Flag(F::VariadicOpsAreDefs)),
    ("Authenticated", Source::Flag(F::IsAuthenticated)),
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
    /// Errors of operands do not stop the collection; they are reported in `diagnostics`.
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
            rows.push(Descriptor {
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
        Ok(Descriptors { rows, operand_infos, implicit_operands, by_hw_mode })
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
            Source::Flag(flag) => flags.has(flag),
            Source::Unrenamed(flag) => !renames || flags.has(flag),
            Source::OptionalDef => operands.has_optional_def(),
            Source::Variadic => operands.is_variadic(),
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
