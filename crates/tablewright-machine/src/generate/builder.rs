//! Builds the model of a generated crate.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::{DescribedClasses, RegisterId};

use super::cases::SubtargetCases;
use super::conditions::{ConditionList, ConditionNumber};
use super::features::FeatureVariants;
use super::model::{
    ClassModel, CrateModel, MethodModel, NumberModel, OpcodeModel, OperandRecordModel,
    OperandValue, PackageModel, PieceModel, PlanModel, RegisterListModel, RegisterModel,
    RegisterSet, SourceModel,
};
use super::names::{RustNames, number_name, snake_case};
use super::refuse;
use crate::decode_table::DecoderNode;
use crate::insn::InsnOperand;
use crate::machine::Machine;
use crate::number::NumberCodec;
use crate::print_piece::InsnPiece;
use crate::text_builder::TextRuleId;

/// More ranges of registers become a list.
const MAX_RANGES: usize = 2;

/// Builds the model.
pub(super) struct CrateBuilder<'a, 's> {
    pub(super) store: &'s RecordStore,
    pub(super) cases: &'a SubtargetCases<'s>,
    pub(super) classes_of_target: &'s DescribedClasses,
    pub(super) conditions: ConditionList,
    pub(super) opcodes: OpcodeList,
    pub(super) registers: IndexVec<RegisterId, String>,
    pub(super) texts: TextModels,
    pub(super) numbers: Vec<NumberModel>,
    pub(super) classes: Vec<ClassModel>,
    pub(super) class_names: RustNames,
    /// Methods without Rust code.
    pub(super) refused: Vec<String>,
}

/// Instructions in the crate.
#[derive(Default)]
pub(super) struct OpcodeList {
    /// Instructions with their variants, in order.
    pub(super) list: Vec<(InstructionId, String)>,
    pub(super) names: FxHashMap<InstructionId, String>,
    /// The operand counts of an instruction.
    pub(super) counts: FxHashMap<InstructionId, Vec<usize>>,
}

/// Printer methods and layouts of text.
#[derive(Default)]
pub(super) struct TextModels {
    pub(super) methods: Vec<MethodModel>,
    pub(super) by_rule: FxHashMap<TextRuleId, Option<usize>>,
    pub(super) layouts: Vec<Vec<PieceModel>>,
    pub(super) names: RustNames,
    /// Instructions with operands that a rule prints.
    pub(super) users: FxHashMap<TextRuleId, Vec<(InstructionId, usize)>>,
}

impl<'a, 's> CrateBuilder<'a, 's> {
    pub(super) fn new(
        store: &'s RecordStore,
        cases: &'a SubtargetCases<'s>,
        diagnostics: &mut Diagnostics,
    ) -> Result<CrateBuilder<'a, 's>, AnalysisError> {
        let Some(machine) = cases.machines.first() else {
            return Err(refuse("no combination of the target's features is possible"));
        };
        let list = opcodes(cases);
        let mut names = RustNames::default();
        // A variant that descriptions have for no register.
        names.add("NoRegister");
        let all = machine.registers.registers;
        let registers = all.ids().map(|id| names.add(all.name(id))).collect();
        Ok(CrateBuilder {
            store,
            cases,
            classes_of_target: store.analysis(diagnostics)?,
            conditions: ConditionList::new(),
            opcodes: OpcodeList {
                names: list.iter().cloned().collect(),
                list,
                counts: FxHashMap::default(),
            },
            registers,
            texts: TextModels::default(),
            numbers: Vec::new(),
            classes: Vec::new(),
            class_names: RustNames::default(),
            refused: Vec::new(),
        })
    }

    /// Returns the machine of the first case, for facts that do not depend on the case.
    pub(super) fn machine(&self) -> &'a Machine<'s> {
        &self.cases.machines[0]
    }

    /// Builds the model for a crate with this name.
    pub(super) fn build(
        mut self,
        name: String,
        diagnostics: &mut Diagnostics,
    ) -> Result<CrateModel, AnalysisError> {
        let machine = self.machine();
        let features = FeatureVariants::new(self.store, diagnostics)?;
        self.find_users();
        let decoding = self.decoding()?;
        let mut opcodes = Vec::new();
        for (id, variant) in self.opcodes.list.clone() {
            let plan = self.plan(&machine.printer.plans[id])?;
            let name = machine.instruction_name(id).to_owned();
            opcodes.push(OpcodeModel { variant, name, plan });
        }
        let replacements = self.replacements()?;
        let aliases =
            if machine.syntax.printer.prints_aliases { self.aliases()? } else { Vec::new() };
        if !self.refused.is_empty() {
            return Err(refused_methods(self.refused));
        }
        let target = tablewright_target::target::target(self.store)?.name().to_owned();
        let package = PackageModel {
            library: name.replace('-', "_"),
            name,
            target,
            has_march: machine.syntax.subtarget.has_isa_string,
        };
        let registers = self.register_list();
        let source = self.source();
        let conditions = self.conditions.conditions.iter();
        Ok(CrateModel {
            package,
            conditions: conditions.map(|condition| features.text(condition)).collect(),
            features: features.model(self.store, &machine.syntax)?,
            registers,
            opcodes,
            layouts: self.texts.layouts,
            decoding,
            numbers: self.numbers,
            classes: self.classes,
            methods: self.texts.methods,
            aliases,
            replacements,
            source,
        })
    }

    /// Returns the functions of the target's rows, without the header of their file.
    fn source(&self) -> SourceModel {
        let text = self.machine().syntax.source.text;
        let start = text.find("use ").unwrap_or(text.len());
        let reads_records = text.contains("operand_record()");
        let operand_records = if reads_records { self.operand_records() } else { Vec::new() };
        SourceModel { text: text[start..].to_owned(), operand_records }
    }

    /// Returns the records for the operands that printer methods print.
    fn operand_records(&self) -> Vec<OperandRecordModel> {
        let machine = self.machine();
        let mut records: Vec<OperandRecordModel> = Vec::new();
        for (id, opcode) in &self.opcodes.list {
            let users = self.texts.users.values().flatten();
            let users = users.filter(|(instruction, _)| instruction == id);
            let mut operands: Vec<usize> = users.map(|(_, operand)| *operand).collect();
            operands.sort_unstable();
            operands.dedup();
            for operand in operands {
                let record = crate::text::MachineFacts::operand_record(machine, *id, operand);
                let index = records.iter().position(|other| other.record == record);
                let index = index.unwrap_or_else(|| {
                    let record = record.to_owned();
                    records.push(OperandRecordModel { record, operands: Vec::new() });
                    records.len() - 1
                });
                records[index].operands.push((opcode.clone(), operand));
            }
        }
        records
    }

    fn register_list(&mut self) -> RegisterListModel {
        let machine = self.machine();
        let ids: Vec<RegisterId> = machine.registers.registers.ids().collect();
        let names = self.cases.machines.iter().map(|machine| -> Vec<String> {
            ids.iter().map(|id| machine.registers.name(*id).to_owned()).collect()
        });
        let mut variants = self.cases.variants(names);
        // The last names are those without a condition.
        let printed = variants.pop().map(|(_, names)| names).unwrap_or_default();
        let registers = ids.iter().zip(&printed).map(|(id, printed)| RegisterModel {
            variant: self.registers[*id].clone(),
            printed: printed.clone(),
        });
        let registers: Vec<RegisterModel> = registers.collect();
        let variants = variants.into_iter().map(|(condition, names)| {
            let names = names.into_iter().zip(&registers);
            let differing = names.filter(|(name, register)| *name != register.printed);
            let differing = differing.map(|(name, register)| (register.variant.clone(), name));
            (self.conditions.number(condition), differing.collect())
        });
        let variants = variants.collect();
        let prefix = machine.registers.prefix.to_owned();
        let absent = machine.syntax.registers.none.to_owned();
        RegisterListModel { registers, prefix, absent, variants }
    }

    /// Finds the instructions that each text rule is for.
    fn find_users(&mut self) {
        for &(id, _) in &self.opcodes.list {
            for machine in &self.cases.machines {
                let aliases = machine.printer.aliases.get(&id).into_iter().flatten();
                let pieces = aliases.flat_map(|alias| &alias.pieces);
                for piece in machine.printer.plans[id].iter().chain(pieces) {
                    let InsnPiece::Operand { operand, rule } = piece else { continue };
                    let users = self.texts.users.entry(*rule).or_default();
                    if !users.contains(&(id, *operand)) {
                        users.push((id, *operand));
                    }
                }
            }
        }
    }

    /// Returns the text for the pieces of an assembly string.
    pub(super) fn plan(&mut self, pieces: &[InsnPiece]) -> Result<PlanModel, AnalysisError> {
        let (lead, pieces) = match pieces {
            [InsnPiece::Text(text), rest @ ..] => (text.clone(), rest),
            pieces => (String::new(), pieces),
        };
        let mut layout = Vec::new();
        for piece in pieces {
            layout.push(match piece {
                InsnPiece::Text(text) => PieceModel::Text(text.clone()),
                InsnPiece::Special(modifier) => PieceModel::Text(format!("${{:{modifier}}}")),
                InsnPiece::Operand { operand, rule } => match self.method(*rule)? {
                    None => PieceModel::Operand(*operand),
                    Some(method) => PieceModel::Method(*operand, method),
                },
            });
        }
        let index = self.texts.layouts.iter().position(|other| *other == layout);
        let layout = index.unwrap_or_else(|| {
            self.texts.layouts.push(layout);
            self.texts.layouts.len() - 1
        });
        Ok(PlanModel { lead, layout })
    }

    /// Returns the class for a set of registers in each case.
    pub(super) fn class(&mut self, sets: Vec<Vec<RegisterId>>) -> usize {
        let variants: Vec<(ConditionNumber, RegisterSet)> = self
            .cases
            .variants(sets.clone())
            .into_iter()
            .map(|(condition, set)| (self.conditions.number(condition), self.set(&set)))
            .collect();
        if let Some(index) = self.classes.iter().position(|other| other.variants == variants) {
            return index;
        }
        let named = sets.iter().find_map(|set| self.class_with(set));
        let name = named.map_or_else(|| "listed_register".to_owned(), snake_case);
        let function = self.class_names.add(&format!("is_{name}"));
        self.classes.push(ClassModel { function, variants });
        self.classes.len() - 1
    }

    fn set(&self, set: &[RegisterId]) -> RegisterSet {
        let mut ranges: Vec<(RegisterId, RegisterId)> = Vec::new();
        for &id in set {
            match ranges.last_mut() {
                Some((_, last)) if last.index() + 1 == id.index() => *last = id,
                _ => ranges.push((id, id)),
            }
        }
        let name = |id: RegisterId| self.registers[id].clone();
        if ranges.len() <= MAX_RANGES {
            return RegisterSet::Ranges(
                ranges.into_iter().map(|(first, last)| (name(first), name(last))).collect(),
            );
        }
        RegisterSet::List(set.iter().copied().map(name).collect())
    }

    /// Returns the name of the class with exactly these sorted registers.
    fn class_with(&self, set: &[RegisterId]) -> Option<&'s str> {
        let has_same = |order: &[RegisterId]| {
            order.len() == set.len() && order.iter().all(|id| set.binary_search(id).is_ok())
        };
        let classes = self.classes_of_target.by_name().iter();
        let classes = classes.filter(|class| has_same(&class.order));
        let names = classes.map(|class| self.store.record(class.record).name());
        names.min_by_key(|name| name.len())
    }

    /// Returns the index of a conversion between bits and numbers.
    pub(super) fn number(&mut self, codec: NumberCodec) -> usize {
        let index = self.numbers.iter().position(|other| other.codec == codec);
        index.unwrap_or_else(|| {
            let base = number_name(&codec).to_ascii_uppercase();
            let mut name = base.clone();
            let mut number = 1;
            while self.numbers.iter().any(|other| other.name == name) {
                number += 1;
                name = format!("{base}_{number}");
            }
            self.numbers.push(NumberModel { name, codec });
            self.numbers.len() - 1
        })
    }

    /// Notes that an instruction can have this number of operands.
    pub(super) fn add_count(&mut self, instruction: InstructionId, count: usize) {
        let counts = self.opcodes.counts.entry(instruction).or_default();
        if !counts.contains(&count) {
            counts.push(count);
        }
    }

    pub(super) fn value(&mut self, operand: InsnOperand) -> OperandValue {
        match operand {
            InsnOperand::Register(register) => {
                OperandValue::Register(self.registers[register].clone())
            }
            InsnOperand::Number(number) => OperandValue::Number(number),
            InsnOperand::NoRegister => OperandValue::Absent,
            InsnOperand::Unknown { method, .. } => {
                self.refuse_method(method);
                OperandValue::Absent
            }
            // Only assemblers have expressions.
            InsnOperand::Expression(_) => OperandValue::Absent,
        }
    }

    pub(super) fn refuse_method(&mut self, method: u16) {
        let name = crate::text::MachineFacts::method(self.machine(), method).to_owned();
        self.refused.push(name);
    }
}

/// Returns the instructions that are decoded, and their long forms.
fn opcodes(cases: &SubtargetCases<'_>) -> Vec<(InstructionId, String)> {
    let mut used: FxHashSet<InstructionId> = FxHashSet::default();
    for machine in &cases.machines {
        for node in machine.decoder.tables.iter().flat_map(|table| table.nodes.iter()) {
            let (DecoderNode::Accept(encoding) | DecoderNode::TryFirst { first: encoding, .. }) =
                node
            else {
                continue;
            };
            used.insert(machine.decoder.encodings[*encoding].instruction);
        }
        for (id, _) in machine.instructions.iter() {
            let replacements = machine.compression.to_long.get(&id).into_iter().flatten();
            used.extend(replacements.map(|replacement| replacement.instruction));
        }
    }
    let machine = &cases.machines[0];
    let mut names = RustNames::default();
    let ids = machine.instructions.iter().map(|(id, _)| id).filter(|id| used.contains(id));
    ids.map(|id| (id, names.add(machine.instruction_name(id)))).collect()
}

/// Returns the error for methods without Rust code.
fn refused_methods(mut methods: Vec<String>) -> AnalysisError {
    // Operands without a method are printed by `printOperand`.
    methods
        .iter_mut()
        .filter(|method| method.is_empty())
        .for_each(|it| it.push_str("printOperand"));
    methods.sort();
    methods.dedup();
    refuse(&format!("no Rust code for the methods {}", methods.join(", ")))
}
