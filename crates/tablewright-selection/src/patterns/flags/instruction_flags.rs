//! Instruction flags, including flags that follow from patterns.
//!
//! In: instruction records, and the effects in patterns that create a single instruction. Out: [`InstructionFlags`],
//! and errors if a pattern contradicts its instruction's explicit flags.

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Subject};
use tablewright_target::instructions::flags::{
    ExplicitFlags, FlagSet, INSTRUCTION_FLAGS, InstructionFlag, explicit_flags,
};
use tablewright_target::instructions::{InstructionId, Instructions};

use super::effects::{Effects, InstructionEffect};
use crate::patterns::reading::list::Patterns;

use InstructionFlag as F;

/// The flags that may be left to patterns.
const INFERRED: [(InstructionFlag, InstructionEffect); 3] = [
    (F::HasSideEffects, InstructionEffect::HasSideEffects),
    (F::MayStore, InstructionEffect::MayStore),
    (F::MayLoad, InstructionEffect::MayLoad),
];

/// Flags for all instructions.
#[derive(Debug)]
pub struct InstructionFlags {
    flags: IndexVec<InstructionId, Inferred>,
}

/// Instruction flags and their origin.
#[derive(Clone, Copy, Debug)]
struct Inferred {
    explicit: ExplicitFlags,
    set: FlagSet,
    /// The pattern from which unset flags were inferred.
    from: Option<RecordId>,
    has_chain: Option<bool>,
}

impl InstructionFlags {
    /// Returns an instruction's flags.
    pub fn for_instruction(&self, instruction: InstructionId) -> FlagSet {
        self.flags[instruction].set
    }

    /// Returns whether the instruction's own pattern has a chain; `None` if it has only patterns of other records.
    pub fn has_chain(&self, instruction: InstructionId) -> Option<bool> {
        self.flags[instruction].has_chain
    }

    /// Returns the pattern record from which unset flags were inferred.
    pub fn inferred_from(&self, instruction: InstructionId) -> Option<RecordId> {
        self.flags[instruction].from
    }
}

impl Analysis for InstructionFlags {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<InstructionFlags, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let patterns: &Patterns = store.analysis(diagnostics)?;
        let explicit = explicit_flags(store, diagnostics)?.into_iter();
        let mut flags: IndexVec<InstructionId, Inferred> = explicit
            .map(|explicit| Inferred { explicit, set: explicit.set, from: None, has_chain: None })
            .collect();
        let made = PatternEffects::for_patterns(patterns, store);
        infer(store, instructions, &made, &mut flags, diagnostics)?;
        set_undecided_flags(store, instructions, &mut flags, diagnostics)?;
        verify(store, instructions, &made, &flags, diagnostics)?;
        Ok(InstructionFlags { flags })
    }
}

/// The instructions that a pattern creates, and its effects.
struct PatternEffects {
    record: RecordId,
    instructions: Vec<InstructionId>,
    effects: Effects,
}

impl PatternEffects {
    /// Collects instructions and effects for all patterns, in order.
    fn for_patterns(patterns: &Patterns, store: &RecordStore) -> Vec<PatternEffects> {
        let mut all = Vec::with_capacity(patterns.list().len());
        for pattern in patterns.list() {
            let mut instructions = Vec::new();
            patterns.instructions_in(pattern.result, &mut instructions);
            let effects = patterns.effects(store, pattern.source);
            all.push(PatternEffects { record: pattern.record, instructions, effects });
        }
        all
    }
}

/// Infers flags from the first pattern that creates only a certain instruction.
fn infer(
    store: &RecordStore,
    instructions: &Instructions,
    made: &[PatternEffects],
    flags: &mut IndexVec<InstructionId, Inferred>,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let errors = diagnostics.error_count();
    for PatternEffects { record, instructions: made, effects } in made {
        let [id] = made[..] else { continue };
        let flags = &mut flags[id];
        if flags.from.is_some() {
            continue;
        }
        check(flags, store.record(*record), *effects, diagnostics);
        // An instruction without unset flags is still checked against later patterns.
        if flags.explicit.unset != FlagSet::default() {
            flags.from = Some(*record);
        }
        for (flag, effect) in INFERRED {
            if effects.has(effect) {
                flags.set.set(flag, true);
            }
        }
        // Only an instruction's own pattern determines whether it is a bitcast or has a chain; a `Pattern` record may
        // use the instruction for something else.
        if *record == instructions.record(id) {
            if effects.has(InstructionEffect::Bitcast) {
                flags.set.set(F::IsBitcast, true);
            }
            let has_chain = effects.has(InstructionEffect::HasChain);
            flags.has_chain = Some(flags.has_chain.unwrap_or(false) || has_chain);
        }
    }
    if diagnostics.error_count() > errors {
        return Err(Diagnostic::error_anywhere(Code::PatternFlags, "pattern conflicts").into());
    }
    Ok(())
}

/// Reports a pattern with an effect that its instruction excludes, or without the store that its instruction declares.
fn check(flags: &Inferred, pattern: Record<'_>, effects: Effects, diagnostics: &mut Diagnostics) {
    for (flag, effect) in INFERRED {
        let (is_set, is_done) = (flags.set.has(flag), effects.has(effect));
        // Instructions may load although the pattern does not, and may have effects of their own.
        let may_be_set = is_set && flag != F::MayStore;
        if !flags.explicit.unset.has(flag) && is_set != is_done && !may_be_set {
            let name = INSTRUCTION_FLAGS[flag as usize].1;
            let message = format!("Pattern doesn't match {name} = {}", u8::from(is_set));
            let error = FieldError::new(Code::PatternFlags, pattern, message);
            let mut error = Diagnostic::from(error);
            error.about(Subject::named_in("", pattern.name(), ["Pattern", "PatternToMatch"]));
            diagnostics.push(error);
        }
    }
}

/// Sets the flags that no pattern determines: guesses them if the target allows it.
fn set_undecided_flags(
    store: &RecordStore,
    instructions: &Instructions,
    flags: &mut IndexVec<InstructionId, Inferred>,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let target = tablewright_target::target::target(store)?;
    let guesses = target.instruction_set()?.guess_instruction_properties()?;
    let undecided = flags.iter_mut().enumerate().filter(|(_, flags)| flags.from.is_none());
    for (number, flags) in undecided {
        let unset = flags.explicit.unset;
        if guesses {
            // An instruction with unset effects and without a pattern may have any effect.
            let has_effects = flags.set.has(F::HasSideEffects) || unset.has(F::HasSideEffects);
            flags.set.set(F::HasSideEffects, has_effects);
            continue;
        }
        let instruction = store.record(instructions.records()[number]);
        for (flag, _) in INFERRED.iter().filter(|(flag, _)| unset.has(*flag)) {
            let name = INSTRUCTION_FLAGS[*flag as usize].1;
            let message = format!("Can't infer {name} from patterns");
            diagnostics.push(FieldError::new(Code::PatternFlags, instruction, message).into());
        }
    }
    Ok(())
}

/// Checks that each effect of a pattern belongs to a created instruction.
fn verify(
    store: &RecordStore,
    instructions: &Instructions,
    made: &[PatternEffects],
    flags: &IndexVec<InstructionId, Inferred>,
    diagnostics: &mut Diagnostics,
) -> Result<(), AnalysisError> {
    let mut is_wrong = false;
    for PatternEffects { record, instructions: made, effects } in made {
        if made.is_empty() {
            continue;
        }
        let is_missing = |effect, flag| {
            effects.has(effect) && !made.iter().any(|&instruction| flags[instruction].set.has(flag))
        };
        // Side effects imply the other two for intrinsics, and storing implies loading.
        let mut messages = Vec::new();
        if is_missing(InstructionEffect::HasSideEffects, F::HasSideEffects) {
            messages.push("pattern has side effects, but hasSideEffects isn't set");
        }
        if !effects.has(InstructionEffect::HasSideEffects)
            && is_missing(InstructionEffect::MayStore, F::MayStore)
        {
            messages.push("pattern may store, but mayStore isn't set");
        }
        if !effects.has(InstructionEffect::MayStore)
            && is_missing(InstructionEffect::MayLoad, F::MayLoad)
        {
            messages.push("pattern may load, but mayLoad isn't set");
        }
        let mut report = |record: RecordId, message: String| {
            diagnostics
                .push(FieldError::new(Code::PatternFlags, store.record(record), message).into());
        };
        let whose = if made.len() == 1 { "instruction" } else { "output instructions" };
        is_wrong |= !messages.is_empty();
        for message in &messages {
            report(*record, format!("{message} on the {whose}"));
        }
        for &instruction in made.iter().filter(|_| !messages.is_empty()) {
            let own = instructions.record(instruction);
            if own != *record {
                report(own, "defined here".to_owned());
            }
            if let Some(from) = flags[instruction].from
                && from != own
                && from != *record
            {
                report(from, "inferred from pattern".to_owned());
            }
        }
    }
    if is_wrong {
        Err(Diagnostic::error_anywhere(Code::PatternFlags, "Errors in DAG patterns").into())
    } else {
        Ok(())
    }
}
