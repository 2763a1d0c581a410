//! Instruction flags, as in `MCInstrDesc`.
//!
//! In: bits in records of class `Instruction`. Out: the flags that each record sets explicitly.
//! Unset flags follow from patterns: see `InstructionFlags` of `tablewright-selection`.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore, ShapeId, Value};
use tablewright_syntax::diagnostic::Diagnostics;

use super::operands::InstructionOperands;
use super::{InstructionId, Instructions};

/// An instruction property from a field in class `Instruction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "these are TableGen's own words, which its fields explain")]
pub enum InstructionFlag {
    IsReturn,
    IsEHScopeReturn,
    IsBranch,
    IsIndirectBranch,
    IsCompare,
    IsMoveImm,
    IsBitcast,
    IsSelect,
    IsBarrier,
    IsCall,
    IsAdd,
    IsTrap,
    CanFoldAsLoad,
    MayLoad,
    MayStore,
    IsPredicable,
    IsConvertibleToThreeAddress,
    IsCommutable,
    IsTerminator,
    IsReMaterializable,
    HasDelaySlot,
    UsesCustomInserter,
    HasPostISelHook,
    HasCtrlDep,
    IsNotDuplicable,
    HasSideEffects,
    IsAsCheapAsAMove,
    HasExtraSrcRegAllocReq,
    HasExtraDefRegAllocReq,
    IsCodeGenOnly,
    IsPseudo,
    IsRegSequence,
    IsExtractSubreg,
    IsInsertSubreg,
    IsConvergent,
    HasNoSchedulingInfo,
    VariadicOpsAreDefs,
    IsAuthenticated,
    IsPreISelOpcode,
    IsMoveReg,
    MayRaiseFPException,
    IsMeta,
    FastISelShouldIgnore,
    IsUnpredicable,
}

use InstructionFlag as F;

/// All flags with their field names, in order.
pub const INSTRUCTION_FLAGS: [(InstructionFlag, &str); 44] = [
    (F::IsReturn, "isReturn"),
    (F::IsEHScopeReturn, "isEHScopeReturn"),
    (F::IsBranch, "isBranch"),
    (F::IsIndirectBranch, "isIndirectBranch"),
    (F::IsCompare, "isCompare"),
    (F::IsMoveImm, "isMoveImm"),
    (F::IsBitcast, "isBitcast"),
    (F::IsSelect, "isSelect"),
    (F::IsBarrier, "isBarrier"),
    (F::IsCall, "isCall"),
    (F::IsAdd, "isAdd"),
    (F::IsTrap, "isTrap"),
    (F::CanFoldAsLoad, "canFoldAsLoad"),
    (F::MayLoad, "mayLoad"),
    (F::MayStore, "mayStore"),
    (F::IsPredicable, "isPredicable"),
    (F::IsConvertibleToThreeAddress, "isConvertibleToThreeAddress"),
    (F::IsCommutable, "isCommutable"),
    (F::IsTerminator, "isTerminator"),
    (F::IsReMaterializable, "isReMaterializable"),
    (F::HasDelaySlot, "hasDelaySlot"),
    (F::UsesCustomInserter, "usesCustomInserter"),
    (F::HasPostISelHook, "hasPostISelHook"),
    (F::HasCtrlDep, "hasCtrlDep"),
    (F::IsNotDuplicable, "isNotDuplicable"),
    (F::HasSideEffects, "hasSideEffects"),
    (F::IsAsCheapAsAMove, "isAsCheapAsAMove"),
    (F::HasExtraSrcRegAllocReq, "hasExtraSrcRegAllocReq"),
    (F::HasExtraDefRegAllocReq, "hasExtraDefRegAllocReq"),
    (F::IsCodeGenOnly, "isCodeGenOnly"),
    (F::IsPseudo, "isPseudo"),
    (F::IsRegSequence, "isRegSequence"),
    (F::IsExtractSubreg, "isExtractSubreg"),
    (F::IsInsertSubreg, "isInsertSubreg"),
    (F::IsConvergent, "isConvergent"),
    (F::HasNoSchedulingInfo, "hasNoSchedulingInfo"),
    (F::VariadicOpsAreDefs, "variadicOpsAreDefs"),
    (F::IsAuthenticated, "isAuthenticated"),
    (F::IsPreISelOpcode, "isPreISelOpcode"),
    (F::IsMoveReg, "isMoveReg"),
    (F::MayRaiseFPException, "mayRaiseFPException"),
    (F::IsMeta, "isMeta"),
    (F::FastISelShouldIgnore, "FastISelShouldIgnore"),
    (F::IsUnpredicable, "isUnpredicable"),
];

/// A flag set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FlagSet(u64);

impl FlagSet {
    /// Whether the set contains `flag`.
    pub fn has(self, flag: InstructionFlag) -> bool {
        self.0 & bit(flag) != 0
    }

    /// Adds `flag` if `is_set`, and removes it otherwise.
    pub fn set(&mut self, flag: InstructionFlag, is_set: bool) {
        self.0 = self.0 & !bit(flag) | if is_set { bit(flag) } else { 0 };
    }
}

const fn bit(flag: InstructionFlag) -> u64 {
    1 << flag as u8
}

/// The flags that an instruction's own record sets.
#[derive(Clone, Copy, Default, Debug)]
pub struct ExplicitFlags {
    /// The set flags.
    pub set: FlagSet,
    /// The unset flags (`?`), left to patterns.
    pub unset: FlagSet,
}

/// Returns the explicit flags for all instructions.
pub fn explicit_flags(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<IndexVec<InstructionId, ExplicitFlags>, AnalysisError> {
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let mut reader = FlagReader::new(store);
    let mut all = IndexVec::with_capacity(instructions.len());
    for (id, _) in instructions.iter() {
        let mut flags = reader.read(store.record(instructions.description(id)))?;
        // An operand with class `PredicateOp` implies the predicable flag.
        let is_predicable = !flags.set.has(F::IsUnpredicable)
            && (flags.set.has(F::IsPredicable) || operands.for_instruction(id).is_predicable());
        flags.set.set(F::IsPredicable, is_predicable);
        all.push(flags);
    }
    Ok(all)
}

/// Reads instruction fields. Instructions with the same shape share the field lookup.
struct FlagReader<'s> {
    store: &'s RecordStore,
    /// Field slots for all flags, by shape. A slot is `None` if the shape lacks the field.
    slots: FxHashMap<ShapeId, Vec<Option<usize>>>,
}

/// The flags that may be left to patterns.
const INFERRED: [InstructionFlag; 3] = [F::HasSideEffects, F::MayStore, F::MayLoad];

impl<'s> FlagReader<'s> {
    fn new(store: &'s RecordStore) -> FlagReader<'s> {
        FlagReader { store, slots: FxHashMap::default() }
    }

    /// Reads an instruction's explicit flags. A flag stays clear if the release lacks its field.
    fn read(&mut self, instruction: Record<'_>) -> Result<ExplicitFlags, FieldError> {
        let symbols = self.store.symbols();
        let slots = self.slots.entry(instruction.shape_id()).or_insert_with(|| {
            let slot = |(_, name): &(F, &str)| instruction.slot_of(symbols.get(name)?);
            INSTRUCTION_FLAGS.iter().map(slot).collect()
        });
        let mut explicit = ExplicitFlags::default();
        for (&(flag, name), slot) in INSTRUCTION_FLAGS.iter().zip(slots) {
            let Some(slot) = *slot else { continue };
            match self.store.value(instruction.value_at(slot)) {
                Value::Bit(is_set) => explicit.set.set(flag, is_set),
                Value::Unset if INFERRED.contains(&flag) => {
                    explicit.unset.set(flag, true);
                }
                // The field does not hold a bit. `bit` reports this with the common wording.
                Value::Unset
                | Value::Refused
                | Value::Int(_)
                | Value::String(_)
                | Value::Code(_)
                | Value::Bits(_)
                | Value::List(_)
                | Value::Dag(_)
                | Value::Def(_)
                | Value::AnonymousName(_)
                | Value::Var { .. }
                | Value::VarBit { .. }
                | Value::Field { .. }
                | Value::Instance { .. }
                | Value::Op { .. } => return instruction.bit(name).map(|_| explicit),
            }
        }
        Ok(explicit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_listed_in_order() {
        for (index, (flag, _)) in INSTRUCTION_FLAGS.iter().enumerate() {
            assert_eq!(*flag as usize, index);
        }
    }
}
