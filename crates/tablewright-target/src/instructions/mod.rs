//! The target's instructions.
//!
//! In: records of class `Instruction`. Out: [`Instructions`], in the target's enum order. Operands
//! ([`operands::InstructionOperands`]) take longer to compute, so they are a separate analysis.
//! Encodings and assembly strings are read instruction by instruction.

pub mod asm_piece;
pub mod asm_string;
mod constraints;
pub mod encoding;
pub mod flags;
mod operand_class;
mod operand_list;
pub mod operands;
mod target_opcodes;
pub mod variable_encoding;

use std::ops::Range;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::instruction::{InstructionRecord, SpecializedPseudoRecord};
use target_opcodes::{OPCODES_OF_SOME_RELEASES, TARGET_OPCODES};

/// The namespace for generic instructions, which all targets share.
pub(crate) const GENERIC_NAMESPACE: &str = "TargetOpcode";
/// The minimal instruction count. With fewer instructions, the reference reports an error.
const FEWEST: usize = 3;

define_index! {
    /// An instruction. Its index is its value in the target's instruction enum.
    pub struct InstructionId;
}

/// The instructions in number order: generic instructions, then pseudo-instructions by name, then
/// others by name.
#[doc(alias = "CodeGenInstruction")]
#[derive(Debug)]
pub struct Instructions {
    records: IndexVec<InstructionId, RecordId>,
    generic_count: usize,
    pseudo_count: usize,
    /// Ids by record, up to the last instruction.
    by_record: IndexVec<RecordId, Option<InstructionId>>,
    /// Target records that replace the description for a generic instruction. A valid target has at
    /// most one record per instruction.
    specialized: Vec<(InstructionId, RecordId)>,
}

impl Instructions {
    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns all instruction records, in order.
    pub fn records(&self) -> &[RecordId] {
        self.records.raw()
    }

    /// Iterates over all instructions with their records, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (InstructionId, RecordId)> + '_ {
        self.records.iter_enumerated().map(|(id, &record)| (id, record))
    }

    /// Iterates over the target-specific instructions with their records, pseudo-instructions first.
    pub fn iter_own(&self) -> impl Iterator<Item = (InstructionId, RecordId)> + '_ {
        self.iter().skip(self.generic_count)
    }

    /// Returns a vector with `value` for each instruction.
    pub fn side_table<T: Clone>(&self, value: T) -> IndexVec<InstructionId, T> {
        IndexVec::from_elem(value, &self.records)
    }

    /// Returns an instruction's record.
    pub fn record(&self, instruction: InstructionId) -> RecordId {
        self.records[instruction]
    }

    /// Returns the record that describes an instruction: the target's
    /// `TargetSpecializedStandardPseudoInstruction` record for it, if any, otherwise its own
    /// record. The specialized record is not an instruction itself: name and number come from the
    /// generic instruction.
    pub fn description(&self, instruction: InstructionId) -> RecordId {
        let mut specialized = self.specialized.iter();
        let specialization = specialized.find(|(replaced, _)| *replaced == instruction);
        specialization.map_or_else(|| self.record(instruction), |&(_, by)| by)
    }

    /// Returns the `TargetSpecializedStandardPseudoInstruction` records with the instructions that
    /// they describe, in natural name order.
    pub fn specialized(&self) -> &[(InstructionId, RecordId)] {
        &self.specialized
    }

    /// Returns a record's instruction; `None` for another record.
    pub fn id(&self, record: RecordId) -> Option<InstructionId> {
        self.by_record.get(record).copied().flatten()
    }

    /// Returns the namespace of the first target-specific instruction. Returns `None` if all
    /// instructions are generic.
    ///
    /// # Errors
    /// If the `Namespace` field does not hold a string.
    pub fn namespace<'s>(&self, store: &'s RecordStore) -> Result<Option<&'s str>, FieldError> {
        let first = self.records().get(self.generic_count);
        first.map(|&record| InstructionRecord::new(store.record(record)).namespace()).transpose()
    }

    /// Returns the index range for generic instructions.
    pub fn generic(&self) -> Range<usize> {
        0..self.generic_count
    }

    /// Returns the index range for the target's pseudo-instructions.
    pub fn pseudo(&self) -> Range<usize> {
        self.generic_count..self.generic_count + self.pseudo_count
    }
}

impl Analysis for Instructions {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Instructions, AnalysisError> {
        let all = InstructionRecord::all(store)?;
        if all.len() < FEWEST {
            let message = "No 'Instruction' subclasses defined!";
            return Err(Diagnostic::error_anywhere(Code::NoInstructions, message).into());
        }
        let pseudo_first = store.release().has(Feature::PseudoInstructionsFirst);
        let mut own: Vec<(bool, InstructionRecord<'_>)> = Vec::with_capacity(all.len());
        let mut of_all_targets = Vec::new();
        let replacements = replacements(store)?;
        for &instruction in &all {
            if replacements.iter().any(|(_, by)| *by == instruction.id()) {
                continue;
            }
            if instruction.namespace()? == GENERIC_NAMESPACE {
                of_all_targets.push(instruction);
            } else {
                own.push((!(pseudo_first && instruction.is_pseudo()?), instruction));
            }
        }
        own.sort_unstable_by_key(|&(is_real, instruction)| (is_real, instruction.name()));
        let mut records = generic(store, &of_all_targets);
        let generic_count = records.len();
        let pseudo_count = own.iter().take_while(|(is_real, _)| !is_real).count();
        records.extend(own.iter().map(|(_, instruction)| instruction.id()));
        let records: IndexVec<InstructionId, RecordId> = IndexVec::from_raw(records);
        let mut by_record = IndexVec::new();
        if let Some(&last) = records.iter().max() {
            by_record.grown_to(last, None);
        }
        for (id, &record) in records.iter_enumerated() {
            by_record[record] = Some(id);
        }
        let id =
            |(replaced, by): (RecordId, RecordId)| Some((by_record.get(replaced).copied()??, by));
        let specialized = replacements.into_iter().filter_map(id).collect();
        Ok(Instructions { records, generic_count, pseudo_count, by_record, specialized })
    }
}

/// Returns the standard pseudo-instruction records that the target specializes, with their
/// replacements.
fn replacements(store: &RecordStore) -> Result<Vec<(RecordId, RecordId)>, FieldError> {
    let all = SpecializedPseudoRecord::all_if_defined(store).into_iter();
    all.map(|record| Ok((record.instruction()?.id(), record.id()))).collect()
}

/// Returns the generic instructions in order. If a release lacks opcodes that LLVM 19 and later
/// have, it may also have unlisted opcodes. These follow by name.
fn generic(store: &RecordStore, of_all_targets: &[InstructionRecord<'_>]) -> Vec<RecordId> {
    let is_generic = |name: &&str| store.find_record(name);
    let mut records: Vec<RecordId> = TARGET_OPCODES.iter().filter_map(is_generic).collect();
    let mut of_all_releases =
        TARGET_OPCODES.iter().filter(|name| !OPCODES_OF_SOME_RELEASES.contains(name));
    if of_all_releases.any(|name| store.find_record(name).is_none()) {
        let mut others: Vec<&InstructionRecord<'_>> =
            of_all_targets.iter().filter(|r| !TARGET_OPCODES.contains(&r.name())).collect();
        others.sort_unstable_by_key(|record| record.name());
        records.extend(others.iter().map(|record| record.id()));
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_records::Release;
    use tablewright_test_support::{Description, error_of};

    const CLASSES: &str = "
class Instruction { string Namespace = \"Toy\"; bit isPseudo = 0; }
class Generic : Instruction { let Namespace = \"TargetOpcode\"; }
class Pseudo : Instruction { let isPseudo = 1; }
";

    fn names(text: &str) -> String {
        names_in(Release::new(19), text)
    }

    fn names_in(release: Release, text: &str) -> String {
        let store = Description::new(format!("{CLASSES}{text}")).for_release(release).store();
        match store.analysis::<Instructions>(&mut Diagnostics::new()) {
            Ok(instructions) => {
                let of = |records: &[RecordId]| {
                    let names: Vec<&str> =
                        records.iter().map(|&r| store.record(r).name()).collect();
                    names.join(" ")
                };
                for (id, record) in instructions.iter() {
                    assert_eq!(instructions.id(record), Some(id));
                }
                let records = instructions.records();
                let pseudo = instructions.pseudo();
                let real = pseudo.end..instructions.len();
                let parts = [instructions.generic(), pseudo, real];
                parts.map(|part| of(&records[part])).join(" | ")
            }
            Err(error) => error_of(error),
        }
    }

    #[test]
    fn all_by_name_before_llvm_6() {
        let text = "def B : Instruction; def Z : Pseudo; def A : Instruction;";
        assert_eq!(names_in(Release::new(5), text), " |  | A B Z");
    }

    #[test]
    fn generic_then_pseudo_then_others_by_name() {
        let text =
            "def B10 : Instruction; def B9 : Instruction; def Z : Pseudo; def COPY : Generic;
             def PHI : Generic; def A : Instruction; def Y : Pseudo;";
        assert_eq!(names(text), "PHI COPY | Y Z | A B10 B9");
    }

    #[test]
    fn another_release_has_other_generic_instructions() {
        let text = "def B : Instruction; def ZZ : Generic; def G_OLD : Generic; def PHI : Generic;";
        assert_eq!(names(text), "PHI G_OLD ZZ |  | B");
    }

    #[test]
    fn a_target_has_instructions() {
        assert_eq!(names("def A : Instruction;"), "No 'Instruction' subclasses defined!");
    }
}
