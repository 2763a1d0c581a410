//! The importer's inputs, and its state across patterns.
//!
//! In: a target's analyses. Out: [`ImportContext`], which answers questions about records; and [`Importer`], which adds
//! to an [`Import`].

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{
    AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;
use tablewright_target::condition::PredicateCondition;
use tablewright_target::instructions::flags::InstructionFlag;
use tablewright_target::instructions::operands::{InstructionOperands, Operands};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::record_views::register::RegClassByHwModeRecord;
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_target::registers::{RegisterClasses, Registers, SubRegisterClasses};
use tablewright_target::value_types::{ValueType, ValueTypes};

use super::Import;
use super::equivalences::Equivalences;
use super::fragment_predicate::FragmentPredicate;
use super::instruction_facts::{InstructionFacts, KnownInstructions, TypedOperands};
use super::leaf_class::LeafClass;
use crate::global_isel::low_level_type::{LowLevelType, ScalarTypes, TypeDetail};
use crate::intrinsics::{Intrinsic, Intrinsics};
use crate::patterns::{
    FragmentId, InstructionFlags, NodeId, PatternToMatch, Patterns, PatternsToMatch, RecordClasses,
    SpecialRecords,
};

/// Record queries for importing: analyses, and cached answers.
pub(super) struct ImportContext<'s> {
    pub(super) store: &'s RecordStore,
    pub(super) patterns: &'s PatternsToMatch,
    pub(super) all: &'s Patterns,
    pub(super) instructions: &'s Instructions,
    pub(super) flags: &'s InstructionFlags,
    pub(super) registers: RegisterSources<'s>,
    pub(super) equivalences: Equivalences,
    pub(super) known: KnownInstructions,
    pub(super) special: &'s SpecialRecords,
    record_classes: RecordClasses<'s>,
    operands: &'s InstructionOperands,
    intrinsics: IntrinsicTable<'s>,
    cache: ImportCache,
}

/// The target's registers, with their types.
pub(super) struct RegisterSources<'s> {
    pub(super) registers: &'s Registers,
    pub(super) classes: &'s RegisterClasses,
    pub(super) sub_classes: SubRegisterClasses<'s>,
    pub(super) types: &'s ValueTypes,
    /// The type of scalars that GlobalISel lacks.
    unsupported: Option<ValueType>,
    /// The metadata type, if it is not checked.
    metadata: Option<ValueType>,
    scalars: ScalarTypes,
}

/// The intrinsics, if patterns call any.
struct IntrinsicTable<'s> {
    all: Option<&'s Intrinsics>,
    indices: FxHashMap<RecordId, usize>,
}

/// Answers that are kept.
struct ImportCache {
    facts: InstructionFacts,
    predicates: IndexVec<FragmentId, OnceCell<FragmentPredicate>>,
}

impl<'s> ImportContext<'s> {
    fn new(
        store: &'s RecordStore,
        patterns: &'s PatternsToMatch,
        detail: TypeDetail,
        diagnostics: &mut Diagnostics,
    ) -> Result<ImportContext<'s>, AnalysisError> {
        let all: &Patterns = store.analysis(diagnostics)?;
        let flags = store.analysis(diagnostics)?;
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let registers: &Registers = store.analysis(diagnostics)?;
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let types: &ValueTypes = store.analysis(diagnostics)?;
        let scalars = ScalarTypes::new(detail, store, types)?;
        // Types that only state sizes cannot distinguish it from `f16`.
        let lacks_bf16 =
            detail == TypeDetail::Size && store.release().has(Feature::GlobalIselLacksBf16);
        let unsupported = if lacks_bf16 { types.named(store, "bf16")? } else { None };
        let skips_metadata = store.release().has(Feature::MetadataHasNoType);
        let metadata = if skips_metadata { types.named(store, "MetadataVT")? } else { None };
        let indices = store
            .analysis::<tablewright_target::registers::SubRegisters>(diagnostics)?
            .indices
            .len();
        let mut intrinsics = IntrinsicTable { all: None, indices: FxHashMap::default() };
        if patterns.has_intrinsics() {
            let all: &Intrinsics = store.analysis(diagnostics)?;
            let indices = all.list().iter().enumerate();
            intrinsics.indices = indices.map(|(index, each)| (each.record, index)).collect();
            intrinsics.all = Some(all);
        }
        Ok(ImportContext {
            store,
            patterns,
            all,
            instructions,
            flags,
            registers: RegisterSources {
                registers,
                classes,
                sub_classes: SubRegisterClasses::new(classes, indices),
                types,
                unsupported,
                metadata,
                scalars,
            },
            equivalences: Equivalences::read(store, instructions)?,
            known: KnownInstructions::new(store, instructions),
            special: patterns.special_records(),
            record_classes: RecordClasses::new(store),
            operands: store.analysis(diagnostics)?,
            intrinsics,
            cache: ImportCache {
                facts: InstructionFacts::new(instructions),
                predicates: IndexVec::from_elem_n(OnceCell::new(), patterns.fragment_count()),
            },
        })
    }

    /// Returns whether the description's release has a feature.
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.store.release().has(feature)
    }

    /// Returns a fragment's predicate.
    pub(super) fn predicate(&self, id: FragmentId) -> Result<&FragmentPredicate, FieldError> {
        let cell = &self.cache.predicates[id];
        if let Some(known) = cell.get() {
            return Ok(known);
        }
        let record = self.store.record(self.patterns.fragment(id).record);
        let predicate = FragmentPredicate::read(record)?;
        Ok(cell.get_or_init(|| predicate))
    }

    /// Returns an instruction's operands.
    pub(super) fn operands(&self, instruction: InstructionId) -> Operands<'s> {
        self.operands.for_instruction(instruction)
    }

    /// Returns the record for an instruction operand.
    pub(super) fn operand_record(
        &self,
        instruction: InstructionId,
        at: usize,
    ) -> Option<Record<'s>> {
        let operands = self.operands(instruction);
        let operand = operands.list().get(at)?;
        Some(self.store.record(operands.class(operand).record))
    }

    pub(super) fn typed_operands(&self, id: InstructionId) -> Result<TypedOperands, FieldError> {
        self.cache.facts.typed_operands(self.store, self.instructions, id)
    }

    /// Returns the class for a leaf record.
    pub(super) fn leaf_class(&self, record: Record<'_>) -> LeafClass {
        LeafClass::new(self.record_classes.for_record(record.id()))
    }

    /// Returns the register class that a record is or represents. For a class that depends on the hardware mode,
    /// returns the first in its list, since its classes are all in one register bank.
    pub(super) fn class_of_record(
        &self,
        record: Record<'s>,
    ) -> Result<Option<Record<'s>>, FieldError> {
        match self.leaf_class(record) {
            LeafClass::RegisterClass => Ok(Some(record)),
            LeafClass::RegisterOperand => {
                let class = RegisterOperandRecord::new(record).reg_class()?;
                if class.id() == record.id() { Ok(None) } else { self.class_of_record(class) }
            }
            LeafClass::RegClassByHwMode => {
                let classes = RegClassByHwModeRecord::new(record).register_classes()?;
                Ok(classes.first().map(|class| **class))
            }
            LeafClass::Register
            | LeafClass::ValueType
            | LeafClass::SubRegIndex
            | LeafClass::CondCode
            | LeafClass::ComplexPattern
            | LeafClass::ImmLeaf
            | LeafClass::Other => Ok(None),
        }
    }

    /// Returns the register class that a leaf is or represents; `None` for other nodes.
    pub(super) fn class_of_leaf(&self, node: NodeId) -> Result<Option<Record<'s>>, FieldError> {
        match self.patterns.forest().leaf_record(node) {
            Some(record) => self.class_of_record(self.store.record(record)),
            None => Ok(None),
        }
    }

    /// Returns the intrinsic that a node calls.
    pub(super) fn intrinsic(&self, node: NodeId) -> Option<(&'s Intrinsics, &'s Intrinsic)> {
        let all = self.intrinsics.all?;
        let record = self.patterns.intrinsic_of(node)?.record;
        Some((all, all.list().get(*self.intrinsics.indices.get(&record)?)?))
    }

    /// Returns the GlobalISel type for a value type.
    pub(super) fn low_level_type(&self, ty: ValueType) -> Option<LowLevelType> {
        if self.is_unsupported(ty) {
            return None;
        }
        let patterns = self.patterns;
        let is_integer = patterns.is_integer(ty);
        let scalar = |ty, bits| self.registers.scalars.scalar(ty, bits, is_integer);
        let shape = patterns.vector_shape(ty);
        let of_one = shape.and_then(|shape| shape.element).unwrap_or(ty);
        match shape.filter(|shape| shape.is_scalable || shape.element_count != 1) {
            Some(shape) => Some(LowLevelType::vector(
                shape.is_scalable,
                shape.element_count,
                scalar(of_one, shape.element_bits),
            )),
            None if is_integer || patterns.is_float(ty) => {
                Some(LowLevelType::Scalar(scalar(of_one, patterns.type_bits(ty))))
            }
            None => None,
        }
    }

    /// Returns whether a type is the metadata type. No register has this type.
    pub(super) fn is_metadata(&self, ty: ValueType) -> bool {
        self.registers.metadata == Some(ty)
    }

    /// Returns the size of a scalar or a vector element in bits.
    pub(super) fn scalar_bits(&self, ty: ValueType) -> u32 {
        match self.patterns.vector_shape(ty) {
            Some(shape) => shape.element_bits,
            None => self.patterns.type_bits(ty),
        }
    }

    /// Whether a tree has a value of a type that GlobalISel lacks.
    pub(super) fn has_unsupported_type(&self, node: NodeId) -> bool {
        // Most releases lack none, and then the tree is not walked.
        if self.registers.unsupported.is_none() {
            return false;
        }
        let forest = self.patterns.forest();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            let mut types = (0..forest.types(node).len())
                .filter_map(|value| self.patterns.only_type(node, value));
            if types.any(|ty| self.is_unsupported(ty)) {
                return true;
            }
            nodes.extend_from_slice(forest.children(node));
        }
        false
    }

    /// Whether GlobalISel lacks a type, or the type of its elements.
    fn is_unsupported(&self, ty: ValueType) -> bool {
        self.registers.unsupported.is_some_and(|unsupported| {
            let element = self.patterns.vector_shape(ty).and_then(|shape| shape.element);
            element.unwrap_or(ty) == unsupported
        })
    }

    /// Returns the GlobalISel type of a node value, if it has exactly one type.
    pub(super) fn type_of(&self, node: NodeId, value: usize) -> Option<LowLevelType> {
        self.low_level_type(self.patterns.only_type(node, value)?)
    }

    /// Returns the selection DAG record for a node.
    pub(super) fn sd_node_record(&self, node: NodeId) -> Option<Record<'s>> {
        let id = self.patterns.forest().operation(node).sd_node()?;
        Some(self.store.record(self.patterns.sd_node(id).record))
    }

    /// Returns whether a node represents a basic block.
    pub(super) fn is_basic_block(&self, node: NodeId) -> bool {
        let id = self.patterns.forest().operation(node).sd_node();
        id.is_some_and(|id| self.store.str(self.patterns.sd_node(id).class) == "BasicBlockSDNode")
    }

    /// Whether an instruction may load or store.
    pub(super) fn accesses_memory(&self, instruction: InstructionId) -> bool {
        let flags = self.flags.for_instruction(instruction);
        flags.has(InstructionFlag::MayLoad) || flags.has(InstructionFlag::MayStore)
    }

    /// Returns an instruction that must exist.
    pub(super) fn expect(
        &self,
        known: Option<InstructionId>,
        name: &str,
        pattern: &PatternToMatch,
    ) -> Result<InstructionId, FieldError> {
        known.ok_or_else(|| {
            let record = self.store.record(pattern.record);
            FieldError::new(Code::PatternUse, record, format!("missing instruction {name}"))
        })
    }
}

/// Fragment arguments that the fragment's predicate reads. The state is kept from one pattern to the next.
#[derive(Default)]
pub(super) struct WaitingOperands {
    /// The number of missing arguments.
    pub(super) count: usize,
    /// For each fragment use and name, the argument slot for the predicate.
    pub(super) slots: FxHashMap<(u32, Symbol), u32>,
}

/// Imports patterns.
pub(super) struct Importer<'s> {
    pub(super) sources: ImportContext<'s>,
    pub(super) import: Import,
    pub(super) waiting: WaitingOperands,
    known_features: FxHashSet<RecordId>,
    /// The predicates with a condition, by predicate list.
    features: FxHashMap<ValueId, Vec<RecordId>>,
}

impl<'s> Importer<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        patterns: &'s PatternsToMatch,
        detail: TypeDetail,
        diagnostics: &mut Diagnostics,
    ) -> Result<Importer<'s>, AnalysisError> {
        Ok(Importer {
            sources: ImportContext::new(store, patterns, detail, diagnostics)?,
            import: Import::default(),
            waiting: WaitingOperands::default(),
            known_features: FxHashSet::default(),
            features: FxHashMap::default(),
        })
    }

    /// Returns the features that a pattern needs. They count as used, even if the pattern is skipped.
    pub(super) fn features(
        &mut self,
        pattern: &PatternToMatch,
    ) -> Result<Vec<RecordId>, FieldError> {
        if let Some(known) = self.features.get(&pattern.predicates) {
            return Ok(known.clone());
        }
        let mut features = Vec::new();
        for predicate in pattern.predicate_records(self.sources.store)? {
            if PredicateCondition::from_predicate(PredicateRecord::new(predicate))?.is_none() {
                continue;
            }
            features.push(predicate.id());
            if self.known_features.insert(predicate.id()) {
                self.import.features.push(predicate.id());
            }
        }
        self.features.insert(pattern.predicates, features.clone());
        Ok(features)
    }

    /// Returns the number of the pattern's hardware mode condition; `None` without a condition.
    pub(super) fn hw_mode(&mut self, pattern: &PatternToMatch) -> Option<u32> {
        let condition = &pattern.mode_condition;
        if condition.is_always() {
            return None;
        }
        let known = &mut self.import.hw_mode_conditions;
        let index = known.iter().position(|other| other == condition);
        let index = index.unwrap_or_else(|| {
            known.push(condition.clone());
            known.len() - 1
        });
        Some(index as u32)
    }
}
