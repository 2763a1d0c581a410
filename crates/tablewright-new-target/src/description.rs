//! Facts of a description, with names instead of ids: instructions, registers, encodings and patterns.
//!
//! In: the records of a target. Out: a [`Description`]. Roles and decisions are left to other modules.

use std::collections::BTreeMap;

use tablewright_inspect::encoding::{DecoderSetup, TargetEncodings};
use tablewright_inspect::export::{
    ExportedRegister, ExportedRegisterClass, Instruction, instructions, register_classes, registers,
};
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore};
use tablewright_selection::patterns::{NodeKind, PatternTracer, TreeDescription, pattern_records};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::Instructions;
use tablewright_target::target::target;

/// A target's records as named facts.
pub(crate) struct Description<'s> {
    /// All records.
    pub(crate) store: &'s RecordStore,
    /// Target name, which is the namespace of its C++.
    pub(crate) name: String,
    /// Instructions of the target only, in enumeration order.
    pub(crate) instructions: Vec<Instruction>,
    /// Register classes with a record.
    pub(crate) classes: Vec<ExportedRegisterClass>,
    /// Registers in enumeration order.
    pub(crate) registers: Vec<ExportedRegister>,
    /// Encodings in table order.
    pub(crate) encodings: Vec<EncodedInstruction>,
    /// Selection patterns with inferred types, in record order.
    pub(crate) patterns: Vec<SelectionPattern>,
}

/// An instruction's encoding.
pub(crate) struct EncodedInstruction {
    /// Instruction name.
    pub(crate) instruction: String,
    /// Namespace of its decoder table.
    pub(crate) namespace: String,
    /// Width in bits.
    pub(crate) width: u32,
    /// Fixed bits; operand bits are zero.
    pub(crate) value: u64,
    /// Operand bits, lowest bits first.
    pub(crate) fields: Vec<OperandField>,
}

/// Adjacent bits of an operand in an encoding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct OperandField {
    /// Operand name.
    pub(crate) operand: String,
    /// Operand class; empty if the field is not an operand.
    pub(crate) class: String,
    /// Lowest bit in the encoding.
    pub(crate) bit: u32,
    /// Lowest bit in the operand.
    pub(crate) operand_bit: u32,
    /// Bit count.
    pub(crate) width: u32,
}

/// A pattern after type inference.
pub(crate) struct SelectionPattern {
    /// Record with the pattern.
    pub(crate) record: String,
    /// First matched tree.
    pub(crate) source: TreeDescription,
    /// Created tree.
    pub(crate) result: TreeDescription,
}

impl<'s> Description<'s> {
    /// Reads the facts of a target.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub(crate) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<Description<'s>, AnalysisError> {
        let mut list = instructions(store, diagnostics)?;
        list.retain(|instruction| !instruction.is_generic);
        let mut classes = register_classes(store, diagnostics)?;
        classes.retain(|class| class.location.is_some());
        Ok(Description {
            store,
            name: target(store)?.name().to_owned(),
            instructions: list,
            classes,
            registers: registers(store, diagnostics)?,
            encodings: encodings(store, diagnostics)?,
            patterns: patterns(store, diagnostics)?,
        })
    }

    /// Finds an instruction by name.
    pub(crate) fn instruction(&self, name: &str) -> Option<&Instruction> {
        self.instructions.iter().find(|instruction| instruction.name == name)
    }

    /// Finds a register class by name.
    pub(crate) fn class(&self, name: &str) -> Option<&ExportedRegisterClass> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// Finds a register by name.
    pub(crate) fn register(&self, name: &str) -> Option<&ExportedRegister> {
        self.registers.iter().find(|register| register.name == name)
    }

    /// Finds the register with this assembly name or other name.
    pub(crate) fn register_called(&self, name: &str) -> Option<&ExportedRegister> {
        let has_name = |register: &&ExportedRegister| {
            register.assembly_name == name || register.other_names.iter().any(|other| other == name)
        };
        self.registers.iter().find(has_name)
    }

    /// Finds an instruction's encoding.
    pub(crate) fn encoding(&self, instruction: &str) -> Option<&EncodedInstruction> {
        self.encodings.iter().find(|encoding| encoding.instruction == instruction)
    }

    /// Finds a record by name.
    pub(crate) fn record(&self, name: &str) -> Option<Record<'s>> {
        self.store.find_record(name).map(|id| self.store.record(id))
    }

    /// Returns the text of a record's field; `None` if it is unset, empty or missing.
    pub(crate) fn text(&self, record: &str, field: &str) -> Option<&'s str> {
        let text = self.record(record)?.optional_string(field).ok().flatten()?;
        (!text.is_empty()).then_some(text)
    }

    /// Returns the C++ condition of predicates: the code generator's conditions joined with `&&`.
    pub(crate) fn condition<'a>(
        &self,
        predicates: impl IntoIterator<Item = &'a String>,
    ) -> Option<String> {
        let texts = predicates.into_iter().filter_map(|name| self.text(name, "CondString"));
        let texts: Vec<String> = texts.map(|text| format!("({text})")).collect();
        (!texts.is_empty()).then(|| texts.join(" && "))
    }

    /// Returns the alignment of code in bytes: the largest size that divides all instruction sizes.
    pub(crate) fn code_alignment(&self) -> u32 {
        let sizes = self.encodings.iter().map(|encoding| encoding.width / 8);
        sizes.fold(0, greatest_common_divisor).max(1)
    }

    /// Returns the bytes of the longest instruction.
    pub(crate) fn longest_instruction(&self) -> u32 {
        self.encodings.iter().map(|encoding| encoding.width / 8).max().unwrap_or(4)
    }

    /// Whether an operand is a distance from the program counter.
    pub(crate) fn is_relative(&self, class: &str) -> bool {
        self.text(class, "OperandType") == Some("OPERAND_PCREL")
    }

    /// Returns the target's own nodes with their C++ enumerators, in record order: `QuillCall` and `CALL`.
    ///
    /// # Errors
    /// If a node lacks an opcode.
    pub(crate) fn nodes(&self) -> Result<Vec<(String, String)>, FieldError> {
        let prefix = format!("{}ISD::", self.name);
        let mut nodes = Vec::new();
        for record in self.store.derived_if_defined("SDNode") {
            if let Some(node) = record.string("Opcode")?.strip_prefix(&prefix) {
                nodes.push((record.name().to_owned(), node.to_owned()));
            }
        }
        Ok(nodes)
    }
}

impl SelectionPattern {
    /// Whether the pattern creates one instruction from its operands.
    pub(crate) fn creates_one(&self) -> bool {
        let is_instruction = |tree: &TreeDescription| tree.kind == NodeKind::Instruction;
        is_instruction(&self.result) && !self.result.children.iter().any(is_instruction)
    }
}

impl EncodedInstruction {
    /// Returns the bits of an operand.
    pub(crate) fn operand_fields<'a>(
        &'a self,
        operand: &'a str,
    ) -> impl Iterator<Item = &'a OperandField> {
        self.fields.iter().filter(move |field| field.operand == operand)
    }

    /// Returns the number of bits of an operand.
    pub(crate) fn operand_width(&self, operand: &str) -> u32 {
        self.operand_fields(operand).map(|field| field.width).sum()
    }

    /// Returns the encoding with these operand values.
    pub(crate) fn word(&self, values: &BTreeMap<String, u64>) -> u64 {
        self.fields.iter().fold(self.value, |word, field| {
            let value = values.get(&field.operand).copied().unwrap_or(0);
            let mask = 1_u64.checked_shl(field.width).map_or(u64::MAX, |bit| bit - 1);
            word | (value >> field.operand_bit & mask) << field.bit
        })
    }
}

/// Returns the types of a tree's first value in the first mode.
pub(crate) fn first_types(tree: &TreeDescription) -> &[String] {
    let types = tree.types.first().and_then(|types| types.modes.first());
    types.map_or(&[], |(_, types)| types)
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

fn encodings(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<EncodedInstruction>, AnalysisError> {
    let target = TargetEncodings::new(store, &DecoderSetup::default(), diagnostics)?;
    let mut list = Vec::new();
    for id in target.find(&[])? {
        let pattern = &target.encodings().encodings[id].written;
        let width = pattern.width();
        let is_set = |bit: &u32| pattern.bit(*bit) == Some(true);
        let mut fields = Vec::new();
        for field in target.fields(id)? {
            fields.push(OperandField {
                operand: field.name.to_owned(),
                class: target.operand_class(id, field.name).unwrap_or_default().to_owned(),
                bit: field.run.inst_bit,
                operand_bit: field.run.field_bit,
                width: field.run.len,
            });
        }
        list.push(EncodedInstruction {
            instruction: target.instruction(id).name().to_owned(),
            namespace: target.group(id).map(|group| group.namespace.clone()).unwrap_or_default(),
            width,
            value: (0..width.min(64)).filter(is_set).fold(0, |value, bit| value | 1 << bit),
            fields,
        });
    }
    Ok(list)
}

fn patterns(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<SelectionPattern>, AnalysisError> {
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let mut tracer = PatternTracer::new(store, diagnostics)?;
    let mut list = Vec::new();
    for record in pattern_records(store, instructions) {
        let Some(stages) = tracer.trace(record.id())?.and_then(|trace| trace.stages) else {
            continue;
        };
        let Some(source) = stages.inferred.sources.into_iter().next() else { continue };
        list.push(SelectionPattern {
            record: record.name().to_owned(),
            source,
            result: stages.inferred.result,
        });
    }
    Ok(list)
}
