//! Instruction checks from fragment predicates.
//!
//! In: predicate calls at a node. Out: checks on its instruction.

use tablewright_records::{Feature, RecordId, RecordView};
use tablewright_target::record_views::value_type::ValueTypeRecord;

use super::equivalences::NodeEquivalence;
use super::fragment_predicate::{FragmentPredicate, PredicateFlag as F};
use super::pattern::PatternImport;
use super::skip_reason::{Imported, SkipReason, skip};
use crate::global_isel::InsnId;
use crate::global_isel::check::{
    CxxPredicate, ImmediatePredicate, InstructionCheck, OrderingComparison, SizeRelation,
};
use crate::patterns::{NodeId, PredicateCall};

/// The orderings that an atomic operation can be stated to have.
const ORDERINGS: [(F, &str); 5] = [
    (F::Monotonic, "Monotonic"),
    (F::Acquire, "Acquire"),
    (F::Release, "Release"),
    (F::AcquireRelease, "AcquireRelease"),
    (F::SequentiallyConsistent, "SequentiallyConsistent"),
];

/// The possible ordering strengths, and whether each is a minimum.
const STRENGTHS: [(F, &str, bool); 4] = [
    (F::AcquireOrStronger, "Acquire", true),
    (F::WeakerThanAcquire, "Acquire", false),
    (F::ReleaseOrStronger, "Release", true),
    (F::WeakerThanRelease, "Release", false),
];

impl PatternImport<'_, '_> {
    /// Adds the checks for a node's predicates.
    pub(super) fn match_predicates(
        &mut self,
        insn: InsnId,
        node: NodeId,
        equivalence: Option<&NodeEquivalence>,
    ) -> Imported<()> {
        for call in &self.sources.patterns.forest().attributes(node).predicates {
            let predicate = self.sources.predicate(call.fragment)?;
            if let Some(value) = predicate.immediate {
                let check = ImmediatePredicate { fragment: predicate.record, value };
                self.rule.check(insn, InstructionCheck::Immediate(check));
                continue;
            }
            let mut is_understood = self.match_builtin(insn, predicate, equivalence)?;
            for (flag, check) in
                [(F::NoUse, InstructionCheck::NoUse), (F::OneUse, InstructionCheck::OneUse)]
            {
                if predicate.is(flag) {
                    self.rule.check(insn, check);
                    is_understood = true;
                }
            }
            if predicate.has_gisel_code {
                self.wait_for_operands(predicate, call);
                let (record, uses_operands) = (predicate.record, predicate.uses_operands);
                let check = CxxPredicate::Fragment { record, uses_operands };
                self.rule.check(insn, InstructionCheck::Cxx(check));
            } else if !is_understood {
                return Err(SkipReason::Predicate(node).into());
            }
        }
        Ok(())
    }

    /// Prepares for the arguments that a fragment's code looks at: they are remembered when they come up
    /// among the operands.
    fn wait_for_operands(&mut self, predicate: &FragmentPredicate, call: &PredicateCall) {
        if predicate.uses_operands {
            let params = &self.sources.patterns.fragment(call.fragment).params;
            self.waiting.count = params.len();
            for (slot, &param) in params.iter().enumerate() {
                let scope = call.scope.unwrap_or_default();
                self.waiting.slots.insert((scope, param), slot as u32);
            }
        }
    }

    /// Adds the checks for a predicate's fields. Returns whether any field was supported.
    fn match_builtin(
        &mut self,
        insn: InsnId,
        predicate: &FragmentPredicate,
        equivalence: Option<&NodeEquivalence>,
    ) -> Imported<bool> {
        let is = |flag| predicate.is(flag);
        if predicate.accesses_memory() && self.match_address(insn, predicate)? {
            return Ok(true);
        }
        let atomic_loads_extend = self.sources.has(Feature::AtomicLoadsExtend);
        let is_load = is(F::Load) || is(F::Atomic) && atomic_loads_extend;
        if is_load && (is(F::NonExtLoad) || is(F::AnyExtLoad)) {
            let is_equal = is(F::NonExtLoad);
            self.check_size_of_type(insn, is_equal);
            return Ok(true);
        }
        if is(F::Store) && is(F::TruncStore) {
            match predicate.memory_type {
                Some(ty) => self.check_memory_size(insn, ty)?,
                None => self.check_size_of_type(insn, false),
            }
            return Ok(true);
        }
        if is(F::Store) && is(F::NonTruncStore) {
            self.check_size_of_type(insn, true);
        }
        // These are decided by the opcode.
        let has = |extension: fn(&NodeEquivalence) -> bool| equivalence.is_some_and(extension);
        if has(|of| of.if_sign_extend.is_some()) && is(F::SignExtLoad)
            || has(|of| of.if_zero_extend.is_some()) && is(F::ZeroExtLoad)
            || is(F::NonTruncStore)
        {
            return Ok(true);
        }
        if let Some(ty) = predicate.memory_type.filter(|_| predicate.accesses_memory()) {
            self.check_memory_size(insn, ty)?;
            return Ok(true);
        }
        // Memory is never accessed in another way.
        if (is(F::Load) || is(F::Store)) && is(F::Unindexed) {
            return Ok(true);
        }
        Ok(self.match_ordering(insn, predicate))
    }

    /// Adds checks of the memory's address space and alignment.
    fn match_address(&mut self, insn: InsnId, predicate: &FragmentPredicate) -> Imported<bool> {
        if let Some(spaces) = &predicate.address_spaces {
            let spaces: Option<Box<[u32]>> =
                spaces.iter().map(|space| space.map(|space| space as u32)).collect();
            let Some(spaces) = spaces else { return skip("Address space is not an integer") };
            if !spaces.is_empty() {
                let check = InstructionCheck::MemoryAddressSpaces { memory_operand: 0, spaces };
                self.rule.check(insn, check);
                return Ok(true);
            }
        }
        if predicate.min_alignment > 0 {
            let bytes = predicate.min_alignment as u32;
            self.rule.check(insn, InstructionCheck::MemoryAlignment { memory_operand: 0, bytes });
            return Ok(true);
        }
        Ok(false)
    }

    fn match_ordering(&mut self, insn: InsnId, predicate: &FragmentPredicate) -> bool {
        let of_atomic = ORDERINGS.iter().filter(|_| predicate.is(F::Atomic));
        if let Some((_, name)) = of_atomic.into_iter().find(|(flag, _)| predicate.is(*flag)) {
            self.check_ordering(insn, name, None);
            return true;
        }
        if let Some((_, name, or)) = STRENGTHS.iter().find(|(flag, ..)| predicate.is(*flag)) {
            self.check_ordering(insn, name, Some(*or));
            return true;
        }
        false
    }

    /// Adds a check for an atomic ordering: exactly this ordering, this or stronger, or weaker.
    pub(super) fn check_ordering(&mut self, insn: InsnId, name: &str, or_stronger: Option<bool>) {
        let comparison = match or_stronger {
            None => OrderingComparison::Exactly,
            Some(true) => OrderingComparison::OrStronger,
            Some(false) => OrderingComparison::WeakerThan,
        };
        let ordering = self.import.rules.names.intern(name);
        self.rule.check(insn, InstructionCheck::AtomicOrdering { ordering, comparison });
    }

    /// Adds a check that the memory size equals the first operand's size, or is smaller.
    fn check_size_of_type(&mut self, insn: InsnId, is_equal: bool) {
        let relation = if is_equal { SizeRelation::EqualTo } else { SizeRelation::LessThan };
        let (memory_operand, operand) = (0, 0);
        let check = InstructionCheck::MemorySizeOfType { memory_operand, relation, operand };
        self.rule.check(insn, check);
    }

    /// Adds a check that the memory size equals a type's size.
    fn check_memory_size(&mut self, insn: InsnId, ty: RecordId) -> Imported<()> {
        let ty = self
            .sources
            .registers
            .types
            .number(ValueTypeRecord::new(self.sources.store.record(ty)))?;
        let Some(ty) = self.sources.low_level_type(ty) else {
            return skip("MemVT could not be converted to LLT");
        };
        let bytes = ty.bits().div_ceil(8);
        self.rule.check(insn, InstructionCheck::MemorySize { memory_operand: 0, bytes });
        Ok(())
    }
}
