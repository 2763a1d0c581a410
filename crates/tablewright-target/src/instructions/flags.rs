//! Flags of instructions, as `MCInstrDesc` has them.
//!
//! In: the bits of records of class `Instruction`, and the effects of patterns. Out:
//! [`InstructionFlags`]: what a record leaves unset follows from the pattern.

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordStore, ShapeId, Value,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::effects::{Effect, Effects, PatternEffects, infer};
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

    fn set(&mut self, flag: InstructionFlag, is_set: bool) {
        self.0 = self.0 & !bit(flag) | if is_set { bit(flag) } else { 0 };
    }
}

const fn bit(flag: InstructionFlag) -> u64 {
    1 << flag as u8
}

/// The flags of all instructions, those that follow from patterns included.
#[derive(Debug)]
pub struct InstructionFlags {
    /// By instruction.
    sets: IndexVec<InstructionId, FlagSet>,
}

impl InstructionFlags {
    /// The flags of an instruction.
    pub fn of(&self, instruction: InstructionId) -> FlagSet {
        self.sets[instruction]
    }
}

impl Analysis for InstructionFlags {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<InstructionFlags, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let operands: &InstructionOperands = store.analysis(diagnostics)?;
        let mut reader = Reader::new(store);
        let mut stated = IndexVec::with_capacity(instructions.len());
        for (id, record) in instructions.iter() {
            let mut flags = reader.read(store.record(record))?;
            // An operand of class `PredicateOp` makes an instruction predicable without the flag.
            let is_predicable = !flags.set.has(F::IsUnpredicable)
                && (flags.set.has(F::IsPredicable) || operands.of(id).is_predicable());
            flags.set.set(F::IsPredicable, is_predicable);
            stated.push(flags);
        }
        follow_patterns(store, instructions, &mut stated, diagnostics)?;
        settle(store, instructions, &mut stated, diagnostics)?;
        Ok(InstructionFlags { sets: stated.into_iter().map(|stated| stated.set).collect() })
    }
}

/// What is known of an instruction's flags so far.
struct Stated {
    set: FlagSet,
    /// Those that are left to patterns: `?`.
    unset: FlagSet,
    /// Whether a pattern has said what was unset.
    is_inferred: bool,
}

/// Reads the fields of instructions. Many have the same fields, which are then looked up once.
struct Reader<'s> {
    store: &'s RecordStore,
    places: FxHashMap<ShapeId, Vec<Option<usize>>>,
}

/// The flags that may be left to patterns.
const INFERRED: [(InstructionFlag, Effect); 3] = [
    (F::HasSideEffects, Effect::HasSideEffects),
    (F::MayStore, Effect::MayStore),
    (F::MayLoad, Effect::MayLoad),
];

impl<'s> Reader<'s> {
    fn new(store: &'s RecordStore) -> Reader<'s> {
        Reader { store, places: FxHashMap::default() }
    }

    /// What an instruction says of itself. It is not what a field says that its release lacks.
    fn read(&mut self, instruction: Record<'_>) -> Result<Stated, FieldError> {
        let symbols = self.store.symbols();
        let places = self.places.entry(instruction.shape_id()).or_insert_with(|| {
            let place = |(_, name): &(F, &str)| instruction.place_of(symbols.get(name)?);
            INSTRUCTION_FLAGS.iter().map(place).collect()
        });
        let mut stated =
            Stated { set: FlagSet::default(), unset: FlagSet::default(), is_inferred: false };
        for (&(flag, name), place) in INSTRUCTION_FLAGS.iter().zip(places) {
            let Some(place) = *place else { continue };
            match self.store.value(instruction.values()[place]) {
                Value::Bit(is_set) => stated.set.set(flag, is_set),
                Value::Unset if INFERRED.iter().any(|(inferred, _)| *inferred == flag) => {
                    stated.unset.set(flag, true);
                }
                // The field holds no bit: `bit` reports this in the words of other fields.
                _ => return instruction.bit(name).map(|_| stated),
            }
        }
        Ok(stated)
    }
}

/// Adds what follows from the first pattern that makes nothing but a certain instruction.
fn follow_patterns(
    store: &RecordStore,
    instructions: &Instructions,
    stated: &mut IndexVec<InstructionId, Stated>,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let errors = diagnostics.error_count();
    for pattern in infer(store)? {
        let PatternEffects { record, instruction, effects } = pattern;
        let Some(id) = instructions.id(instruction) else { continue };
        let stated = &mut stated[id];
        if stated.is_inferred {
            continue;
        }
        check(stated, store.record(record), effects, diagnostics);
        // An instruction that leaves nothing unset goes on being checked against later patterns.
        stated.is_inferred = stated.unset != FlagSet::default();
        for (flag, effect) in INFERRED {
            if effects.has(effect) {
                stated.set.set(flag, true);
            }
        }
        // Only the own pattern of an instruction says that it is a bitcast; one of class `Pattern`
        // may use it for something else.
        if record == instruction && effects.has(Effect::Bitcast) {
            stated.set.set(F::IsBitcast, true);
        }
    }
    if diagnostics.error_count() > errors {
        return Err(Diagnostic::error_anywhere(Code::Patterns, "pattern conflicts").into());
    }
    Ok(())
}

/// Reports where a pattern does what its instruction is said not to do, or does not store though
/// that is said.
fn check(stated: &Stated, pattern: Record<'_>, effects: Effects, diagnostics: &mut Diagnostics) {
    for (flag, effect) in INFERRED {
        let (is_set, is_done) = (stated.set.has(flag), effects.has(effect));
        // Instructions may load what is no load in the pattern, and have effects of their own.
        let may_be_set = is_set && flag != F::MayStore;
        if !stated.unset.has(flag) && is_set != is_done && !may_be_set {
            let name = INSTRUCTION_FLAGS[flag as usize].1;
            let message = format!("Pattern doesn't match {name} = {}", u8::from(is_set));
            diagnostics.push(FieldError::new(Code::Patterns, pattern, message).into());
        }
    }
}

/// Says of the flags that no pattern decides what they are: guesses, if the target wants it.
fn settle(
    store: &RecordStore,
    instructions: &Instructions,
    stated: &mut IndexVec<InstructionId, Stated>,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let target = crate::target::target(store)?;
    let guesses = target.record("InstructionSet")?.bit("guessInstructionProperties")?;
    let undecided = stated.iter_mut().enumerate().filter(|(_, stated)| !stated.is_inferred);
    for (number, stated) in undecided {
        if guesses {
            // An instruction that leaves its effects open and has no pattern may do anything.
            let has_effects =
                stated.set.has(F::HasSideEffects) || stated.unset.has(F::HasSideEffects);
            stated.set.set(F::HasSideEffects, has_effects);
            continue;
        }
        let instruction = store.record(instructions.records()[number]);
        for (flag, _) in INFERRED.iter().filter(|(flag, _)| stated.unset.has(*flag)) {
            let name = INSTRUCTION_FLAGS[*flag as usize].1;
            let message = format!("Can't infer {name} from patterns");
            diagnostics.push(FieldError::new(Code::Patterns, instruction, message).into());
        }
    }
    Ok(())
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
