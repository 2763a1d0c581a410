//! What all patterns of a target are read with: operators, types of records, operands of instructions.
//!
//! In: the records of operators, and analyses of registers and instructions. Out: a [`Context`].
//! Fragments and default operands, which contain patterns themselves, are added to it by
//! [`fragments`](crate::patterns::reading::fragments) and [`default_operands`](crate::patterns::reading::default_operands).

use rustc_hash::FxHashMap;
use tablewright_index::IndexVec;
use tablewright_records::{
    AnalysisError, FieldError, Record, RecordId, RecordStore, Value, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use super::inference_steps::Recorder;
use crate::instructions::operands::{InstructionOperands, Operands};
use crate::instructions::{InstructionId, Instructions};
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::text::tree_text::TreeNames;
use crate::patterns::types::type_facts::TypeFacts;
use crate::patterns::types::type_set::{TypeSetByHwMode, ValueTypeSet};
use crate::patterns::types::type_sets::{TypeSetId, TypeSets};
use crate::patterns::vocabulary::intrinsic_node::IntrinsicNodes;
use crate::patterns::vocabulary::operators::{Operators, read_operators};
use crate::patterns::vocabulary::pattern_rules::PatternRules;
use crate::patterns::vocabulary::record_classes::{PatternClass, RecordClasses};
use crate::patterns::vocabulary::sd_node::TypeReader;
use crate::registers::{DescribedClasses, Registers};
use crate::value_types::{TypeByHwMode, ValueType};

/// Operands for which a result pattern need not give a value.
#[derive(Clone, Default, Debug)]
pub(crate) struct DefaultOperands {
    /// By record of the operand, the values that it has by default.
    pub(crate) values: FxHashMap<RecordId, Vec<NodeId>>,
    pub(crate) forest: Forest,
}

impl DefaultOperands {
    /// Whether an operand has values by default.
    pub(crate) fn has(&self, operand: RecordId) -> bool {
        self.values.get(&operand).is_some_and(|values| !values.is_empty())
    }
}

/// What patterns are read with. It has as many fields as patterns refer to kinds of things.
pub(crate) struct Context<'s> {
    pub(crate) store: &'s RecordStore,
    pub(crate) classes: RecordClasses<'s>,
    pub(crate) types: TypeReader<'s>,
    pub(crate) instructions: &'s Instructions,
    pub(crate) operands: &'s InstructionOperands,
    registers: &'s Registers,
    register_classes: &'s DescribedClasses,
    pub(crate) sets: TypeSets,
    pub(crate) operators: Operators,
    pub(crate) intrinsics: IntrinsicNodes<'s>,
    /// The trees of fragments.
    pub(crate) fragment_trees: Forest,
    pub(crate) default_operands: DefaultOperands,
    /// How many results the pattern of an instruction sets; without a pattern, how many outputs it has.
    pub(crate) result_counts: IndexVec<InstructionId, u32>,
    /// How many uses of fragments have a number.
    pub(crate) scopes: u32,
    pub(crate) known: KnownTypes,
    /// The steps of inference, for those who ask why a value has a type.
    pub(crate) recorder: Recorder,
    /// The rules that the description's patterns were written for.
    pub(crate) rules: PatternRules,
}

/// What was worked out of records that many patterns refer to.
#[derive(Default)]
pub(crate) struct KnownTypes {
    /// By the record of a leaf, whether it has a name, and whether registers are ignored.
    pub(crate) leaves: FxHashMap<(RecordId, bool, bool), TypeSetId>,
    operands: FxHashMap<RecordId, TypeSetId>,
    /// By the list of registers that an instruction changes.
    implicit_defs: FxHashMap<ValueId, TypeSetId>,
    sub_operands: FxHashMap<RecordId, Vec<RecordId>>,
}

impl<'s> Context<'s> {
    /// A context without fragments and default operands.
    pub(crate) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Context<'s>, AnalysisError> {
        let mut legal = ValueTypeSet::default();
        for class in store.analysis::<DescribedClasses>(diagnostics)?.by_name() {
            for &(_, ty) in class.value_types.iter().flat_map(TypeByHwMode::choices) {
                legal.insert(ty);
            }
        }
        let types = TypeReader::new(store, diagnostics)?;
        let mut sets = TypeSets::new(TypeFacts::read(store)?, legal);
        let operators = read_operators(store, &types, &mut sets)?;
        Context::with(store, diagnostics, sets, operators)
    }

    /// A context with operators that were read before.
    pub(crate) fn with(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
        sets: TypeSets,
        operators: Operators,
    ) -> Result<Context<'s>, AnalysisError> {
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let operands: &InstructionOperands = store.analysis(diagnostics)?;
        let register_classes: &DescribedClasses = store.analysis(diagnostics)?;
        let types = TypeReader::new(store, diagnostics)?;
        let mut result_counts = instructions.side_table(0);
        let rules = PatternRules::of(store);
        for (id, _) in instructions.iter() {
            result_counts[id] = rules.output_count(operands.of(id)) as u32;
        }
        Ok(Context {
            store,
            classes: RecordClasses::new(store),
            types,
            instructions,
            operands,
            registers: store.analysis(diagnostics)?,
            register_classes,
            sets,
            operators,
            intrinsics: IntrinsicNodes::new(store),
            fragment_trees: Forest::default(),
            default_operands: DefaultOperands::default(),
            result_counts,
            scopes: 0,
            known: KnownTypes::default(),
            recorder: Recorder::default(),
            rules,
        })
    }

    pub(crate) fn record(&self, record: RecordId) -> Record<'s> {
        self.store.record(record)
    }

    /// The operands of an instruction.
    pub(crate) fn operands_of(&self, instruction: InstructionId) -> Operands<'s> {
        self.operands.of(instruction)
    }

    /// The record of an operand of an instruction.
    pub(crate) fn operand_record(&self, instruction: InstructionId, place: usize) -> RecordId {
        let operands = self.operands_of(instruction);
        operands.class(&operands.list()[place]).record
    }

    /// The types that a register class holds.
    pub(crate) fn register_class_types(
        &mut self,
        class: RecordId,
    ) -> Result<TypeSetId, FieldError> {
        let Some(described) = self.register_classes.of_record(class) else {
            return Err(FieldError::new(
                Code::Patterns,
                self.record(class),
                "Not a known RegisterClass!",
            ));
        };
        Ok(self.sets.expanded(TypeSetByHwMode::of_all(&described.value_types)))
    }

    /// The types that a register holds: those of all classes that it is in.
    pub(crate) fn register_types(&self, register: RecordId) -> Vec<TypeByHwMode> {
        let Some(register) = self.registers.of_record(register) else { return Vec::new() };
        let classes = self.register_classes.by_name().iter();
        let holding = classes.filter(|class| class.members.contains(register));
        let mut types: Vec<TypeByHwMode> =
            holding.flat_map(|class| class.value_types.iter().cloned()).collect();
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The first type of the first class that a register is in.
    pub(crate) fn first_register_type(&self, register: RecordId) -> Option<ValueType> {
        let register = self.registers.of_record(register)?;
        let mut classes = self.register_classes.in_order();
        let class = classes.find(|class| class.members.contains(register))?;
        class.value_types.first()?.first()
    }

    /// The types that the record of an operand allows. None where it says nothing.
    pub(crate) fn operand_types(&mut self, operand: RecordId) -> Result<TypeSetId, FieldError> {
        if let Some(&known) = self.known.operands.get(&operand) {
            return Ok(known);
        }
        let (classes, record) = (self.classes.of(operand), self.record(operand));
        let types = if classes.has(PatternClass::UnknownClass) {
            TypeSetId::UNKNOWN
        } else if classes.has(PatternClass::Operand) {
            self.types.set(record.record("Type")?, &mut self.sets)?
        } else if classes.has(PatternClass::PointerLikeRegClass) {
            let pointer = self.sets.facts.pointer;
            self.sets.of_type(pointer)
        } else if classes.has(PatternClass::RegisterClass) {
            self.register_class_types(operand)?
        } else if classes.has(PatternClass::RegisterOperand) {
            self.register_class_types(record.record("RegClass")?.id())?
        } else {
            return Err(FieldError::new(
                Code::Patterns,
                record,
                format!("'{}' is no operand", record.name()),
            ));
        };
        self.known.operands.insert(operand, types);
        Ok(types)
    }

    /// The type of the first register that an instruction changes besides its outputs, if it is known.
    pub(crate) fn implicit_def_type(
        &mut self,
        instruction: InstructionId,
    ) -> Result<Option<TypeSetId>, FieldError> {
        let record = self.record(self.instructions.record(instruction));
        let list = record.value("Defs")?;
        if let Some(&known) = self.known.implicit_defs.get(&list) {
            return Ok(Some(known).filter(|&known| known != TypeSetId::UNKNOWN));
        }
        let defs = record.list_of_records("Defs")?;
        let mut ty = TypeSetId::UNKNOWN;
        if let Some(first) = defs.first()
            && let [only] = &self.register_types(first.id())[..]
            && let Some(only) = only.only()
            && only != self.sets.facts.other
        {
            ty = self.sets.of_type(only);
        }
        self.known.implicit_defs.insert(list, ty);
        Ok(Some(ty).filter(|&ty| ty != TypeSetId::UNKNOWN))
    }

    /// The operands that an operand is made of; none if it is of one piece.
    pub(crate) fn sub_operands(&mut self, operand: RecordId) -> Result<&[RecordId], FieldError> {
        if !self.known.sub_operands.contains_key(&operand) {
            let mut parts = Vec::new();
            if self.classes.is(operand, PatternClass::Operand) {
                let record = self.record(operand);
                for arg in record.dag("MIOperandInfo")?.args {
                    let Value::Def(part) = self.store.value(arg.value) else {
                        let name = record.name();
                        let message = format!("Bad value for MIOperandInfo in operand '{name}'");
                        return Err(FieldError::new(Code::Patterns, record, message));
                    };
                    parts.push(part);
                }
            }
            self.known.sub_operands.insert(operand, parts);
        }
        Ok(self.known.sub_operands.get(&operand).map_or(&[], Vec::as_slice))
    }

    /// What trees refer to, for text.
    pub(crate) fn names(&self) -> TreeNames<'_> {
        TreeNames {
            store: self.store,
            types: self.types.types,
            instructions: self.instructions,
            sets: &self.sets,
            operators: &self.operators,
            intrinsics: &self.intrinsics.nodes,
            intrinsic_numbers: &[],
        }
    }

    /// The name of an operator's record.
    pub(crate) fn operation_name(&self, operation: Operation) -> String {
        self.names().operation(operation).to_owned()
    }

    /// The name of a type.
    pub(crate) fn type_name(&self, ty: ValueType) -> String {
        self.names().type_name(ty).to_owned()
    }

    /// A set of types as text.
    pub(crate) fn type_set_text(&self, id: TypeSetId) -> String {
        self.names().type_set(id)
    }

    /// A tree as text.
    pub(crate) fn tree_text(&self, forest: &Forest, tree: NodeId) -> String {
        let mut text = String::new();
        self.names().write(forest, tree, &mut text);
        text
    }
}
