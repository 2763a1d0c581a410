//! Flags of instructions, as `MCInstrDesc` has them.
//!
//! In: the bits of records of class `Instruction`. Out: what each says of itself. What a record leaves
//! unset follows from patterns: see [`InstructionFlags`](crate::patterns::InstructionFlags).

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore, ShapeId, Value};
use tablewright_syntax::diagnostic::Diagnostics;

use super::operands::InstructionOperands;
use super::{InstructionId, Instructions};

/// Something that an instruction is or does: fields of class `Instruction`.
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

/// All flags with the names of their fields, in order.
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

/// A set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FlagSet(u64);

impl FlagSet {
    /// Whether `flag` is among them.
    pub fn has(self, flag: InstructionFlag) -> bool {
        self.0 & bit(flag) != 0
    }

    pub(crate) fn set(&mut self, flag: InstructionFlag, is_set: bool) {
        self.0 = self.0 & !bit(flag) | if is_set { bit(flag) } else { 0 };
    }
}

const fn bit(flag: InstructionFlag) -> u64 {
    1 << flag as u8
}

/// What an instruction says of itself.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct StatedFlags {
    pub(crate) set: FlagSet,
    /// Those that are left to patterns: `?`.
    pub(crate) unset: FlagSet,
}

/// What all instructions say of themselves.
pub(crate) fn stated_flags(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<IndexVec<InstructionId, StatedFlags>, AnalysisError> {
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let operands: &InstructionOperands = store.analysis(diagnostics)?;
    let mut reader = Reader::new(store);
    let mut all = IndexVec::with_capacity(instructions.len());
    for (id, record) in instructions.iter() {
        let mut flags = reader.read(store.record(record))?;
        // An operand of class `PredicateOp` makes an instruction predicable without the flag.
        let is_predicable = !flags.set.has(F::IsUnpredicable)
            && (flags.set.has(F::IsPredicable) || operands.of(id).is_predicable());
        flags.set.set(F::IsPredicable, is_predicable);
        all.push(flags);
    }
    Ok(all)
}

/// Reads the fields of instructions. Many have the same fields, which are then looked up once.
struct Reader<'s> {
    store: &'s RecordStore,
    places: FxHashMap<ShapeId, Vec<Option<usize>>>,
}

/// The flags that may be left to patterns.
const INFERRED: [InstructionFlag; 3] = [F::HasSideEffects, F::MayStore, F::MayLoad];

impl<'s> Reader<'s> {
    fn new(store: &'s RecordStore) -> Reader<'s> {
        Reader { store, places: FxHashMap::default() }
    }

    /// What an instruction says of itself. It is not what a field says that its release lacks.
    fn read(&mut self, instruction: Record<'_>) -> Result<StatedFlags, FieldError> {
        let symbols = self.store.symbols();
        let places = self.places.entry(instruction.shape_id()).or_insert_with(|| {
            let place = |(_, name): &(F, &str)| instruction.slot_of(symbols.get(name)?);
            INSTRUCTION_FLAGS.iter().map(place).collect()
        });
        let mut stated = StatedFlags::default();
        for (&(flag, name), place) in INSTRUCTION_FLAGS.iter().zip(places) {
            let Some(place) = *place else { continue };
            match self.store.value(instruction.values()[place]) {
                Value::Bit(is_set) => stated.set.set(flag, is_set),
                Value::Unset if INFERRED.contains(&flag) => {
                    stated.unset.set(flag, true);
                }
                // The field holds no bit: `bit` reports this in the words of other fields.
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
                | Value::Op { .. } => return instruction.bit(name).map(|_| stated),
            }
        }
        Ok(stated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_listed_in_order() {
        for (place, (flag, _)) in INSTRUCTION_FLAGS.iter().enumerate() {
            assert_eq!(*flag as usize, place);
        }
    }
}
