//! A single alias: its conditions on an instruction, and its text.

use rustc_hash::FxHashMap;
use tablewright_backend::Job;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_target::assembler_condition::AssemblerCondition;
use tablewright_target::inst_alias::{
    InstAlias, InstAliasReader, ResultName, ResultValue, listed_mi_operand, split_reference,
};
use tablewright_target::instructions::operands::Operands;
use tablewright_target::record_views::asm_syntax::InstAliasRecord;
use tablewright_target::record_views::instruction::{
    InstructionRecord, OperandRecord, RegisterOperandRecord,
};
use tablewright_target::record_views::register::RegisterByHwModeRecord;
use tablewright_target::registers::RegisterClassLike;
use tablewright_text::TextSink;

use super::PrinterClass;
use crate::support::register_by_hw_mode::chooser;

/// The `PrintMethod` default. An alias text need not name it.
const PRINT_OPERAND: &str = "printOperand";

#[derive(PartialEq, Eq)]
pub(crate) struct PrintMethod<'s> {
    pub(crate) name: &'s str,
    /// Whether the address of the instruction is an argument.
    pub(crate) takes_address: bool,
}

/// A condition on an operand or on a feature. Classes, registers and features are record names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AliasCondition<'s> {
    /// Any operand matches.
    Ignore,
    /// A register in this class.
    RegClass(&'s str),
    /// A register in the class that this record selects for the subtarget's hardware mode.
    RegClassByHwMode(&'s str),
    /// The same register as the operand with this number.
    TiedReg(usize),
    /// An operand that satisfies the predicate with this number; numbers begin at 1. For a register that depends on
    /// the hardware mode, includes its record name.
    Custom(usize, Option<&'s str>),
    Imm(i32),
    /// This register, or none.
    Reg(Option<&'s str>),
    Feature {
        feature: &'s str,
        is_negated: bool,
        /// Whether the condition is part of an "any of" group.
        is_any_of: bool,
    },
    /// Ends an "any of" list of features.
    EndOrFeatures,
}

/// A condition on an operand, in C++.
#[derive(PartialEq, Eq)]
pub(crate) enum OperandPredicate<'s> {
    /// Target code.
    Code(&'s str),
    /// The register that this function returns for the hardware mode.
    RegByHwMode(String),
}

/// An alias, before aliases that match the same instructions are removed.
pub(super) struct AliasPatternCandidate<'s> {
    pub(super) result: String,
    pub(super) mi_operand_count: usize,
    pub(super) conditions: Vec<AliasCondition<'s>>,
    pub(super) text: String,
    /// Text length in bytes after C++ has read it: an escape is a single byte.
    pub(super) length: usize,
}

impl AliasPatternCandidate<'_> {
    /// Returns whether both match the same instructions.
    pub(super) fn matches_as(&self, other: &AliasPatternCandidate<'_>) -> bool {
        self.mi_operand_count == other.mi_operand_count && self.conditions == other.conditions
    }
}

/// Reads aliases, and numbers the methods and predicates that they need.
pub(super) struct PatternReader<'a, 's> {
    store: &'s RecordStore,
    reader: InstAliasReader<'s>,
    class: &'a PrinterClass<'s>,
    diagnostics: &'a mut Diagnostics,
    methods: Vec<PrintMethod<'s>>,
    predicates: Vec<OperandPredicate<'s>>,
    /// Predicate number by operand record.
    predicate_of: FxHashMap<RecordId, usize>,
}

/// For each alias operand, its position in the instruction and its print method.
type OperandLocations = FxHashMap<ResultName, OperandLocation>;

#[derive(Clone, Copy)]
struct OperandLocation {
    mi_operand: usize,
    /// Print method number. `None` for the default method.
    method: Option<usize>,
}

impl<'a, 's> PatternReader<'a, 's> {
    pub(super) fn new(
        job: &'a mut Job<'s>,
        reader: InstAliasReader<'s>,
        class: &'a PrinterClass<'s>,
    ) -> PatternReader<'a, 's> {
        PatternReader {
            store: job.store,
            reader,
            class,
            diagnostics: job.diagnostics,
            methods: Vec::new(),
            predicates: Vec::new(),
            predicate_of: FxHashMap::default(),
        }
    }

    /// Returns the print methods and the operand predicates.
    pub(super) fn into_tables(self) -> (Vec<PrintMethod<'s>>, Vec<OperandPredicate<'s>>) {
        (self.methods, self.predicates)
    }

    /// Reads an alias for printing. `None` if its text has more words than the instruction's text.
    pub(super) fn candidate(
        &mut self,
        alias: &InstAlias,
    ) -> Result<Option<AliasPatternCandidate<'s>>, FieldError> {
        let store = self.store;
        let record = InstAliasRecord::new(store.record(alias.record));
        let variant = self.class.variant;
        let instruction = store.record(self.reader.instructions.record(alias.instruction));
        let instruction = InstructionRecord::new(instruction);
        let Some(text) = InstAlias::printed_text(record, instruction, variant)? else {
            return Ok(None);
        };
        let operands = self.reader.operands.for_instruction(alias.instruction);
        let mut locations = OperandLocations::default();
        let mut conditions = self.conditions(alias, operands, &mut locations)?;
        // The generated matcher looks features up in the subtarget, which not every printer has.
        if self.class.passes_subtarget {
            for predicate in record.predicates()? {
                if let Some(condition) = AssemblerCondition::from_predicate(predicate)? {
                    feature_conditions(store, &condition, &mut conditions);
                }
            }
        }
        let (text, length) = self.encode(*record, &text, &locations);
        Ok(Some(AliasPatternCandidate {
            result: store.value_text(record.result_inst_value()?),
            mi_operand_count: operands.mi_operands().len(),
            conditions,
            text,
            length,
        }))
    }

    fn conditions(
        &mut self,
        alias: &InstAlias,
        operands: Operands<'_>,
        locations: &mut OperandLocations,
    ) -> Result<Vec<AliasCondition<'s>>, FieldError> {
        let record = self.store.record(alias.record);
        let mut conditions = Vec::new();
        let mut number = 0;
        for result in &alias.results {
            number = listed_mi_operand(operands, number);
            // Conditions are matched by position: operands that were skipped match anything.
            conditions.resize(number.max(conditions.len()), AliasCondition::Ignore);
            let condition = match result.value {
                ResultValue::Operand { name, record } => {
                    self.operand(name, self.store.record(record), number, locations)?
                }
                // The generated table holds a condition's value in 32 bits.
                ResultValue::Imm(value) => match i32::try_from(value) {
                    Ok(value) => Some(AliasCondition::Imm(value)),
                    Err(_) => return Err(FieldError::new(Code::InstAliases, record, WIDE_IMM)),
                },
                ResultValue::RegByHwMode(record) => Some(self.register_by_hw_mode(record)?),
                ResultValue::Reg(register) => Some(AliasCondition::Reg(
                    register.map(|register| self.store.record(register).name()),
                )),
            };
            // An operand without a condition adds nothing here. If another operand follows, `resize` adds an empty
            // condition.
            conditions.extend(condition);
            number += result.mi_operand_count(record)?;
        }
        Ok(conditions)
    }

    /// Returns the condition on an alias operand, the machine operand `number`. Adds the operand to `locations`.
    fn operand(
        &mut self,
        name: ResultName,
        record: Record<'_>,
        number: usize,
        locations: &mut OperandLocations,
    ) -> Result<Option<AliasCondition<'s>>, FieldError> {
        // The same record with the store's lifetime, which names in conditions need.
        let record: Record<'s> = self.store.record(record.id());
        let is_register_operand = record.inherits("RegisterOperand");
        let mut method = None;
        if is_register_operand || record.inherits("Operand") {
            method = self.method(record)?;
        }
        // A `RegisterOperand` is a register class with a special print method: the class decides the match.
        let class = if is_register_operand {
            RegisterOperandRecord::new(record).reg_class()?
        } else {
            record
        };
        let location = OperandLocation { mi_operand: number, method };
        if let Some(registers) = RegisterClassLike::from_record(class) {
            return Ok(Some(match locations.get(&name) {
                // The text prints the first operand with this name; other operands with the name must equal it.
                Some(first) => AliasCondition::TiedReg(first.mi_operand),
                None => {
                    locations.insert(name, location);
                    match registers {
                        RegisterClassLike::Class(_) => AliasCondition::RegClass(class.name()),
                        RegisterClassLike::ByHwMode(_) => {
                            AliasCondition::RegClassByHwMode(class.name())
                        }
                    }
                }
            }));
        }
        locations.insert(name, location);
        if let Some(&predicate) = self.predicate_of.get(&record.id()) {
            return Ok(Some(AliasCondition::Custom(predicate, None)));
        }
        let Some(code) = OperandRecord::new(record).mc_operand_predicate()? else {
            return Ok(None);
        };
        let predicate = self.add_predicate(record.id(), OperandPredicate::Code(code));
        Ok(Some(AliasCondition::Custom(predicate, None)))
    }

    /// Returns the condition for the register that a `RegisterByHwMode` record selects.
    fn register_by_hw_mode(&mut self, record: RecordId) -> Result<AliasCondition<'s>, FieldError> {
        let register = RegisterByHwModeRecord::new(self.store.record(record));
        if !self.class.passes_subtarget {
            let message = "PassSubtarget must be set in AsmWriter to handle RegisterByHwMode";
            return Err(FieldError::new(
                Code::AsmVariants,
                self.store.record(self.class.record),
                message,
            ));
        }
        let predicate = match self.predicate_of.get(&record) {
            Some(&predicate) => predicate,
            None => {
                let predicate = OperandPredicate::RegByHwMode(chooser(register)?);
                self.add_predicate(record, predicate)
            }
        };
        Ok(AliasCondition::Custom(predicate, Some(self.store.record(record).name())))
    }

    /// Adds the predicate of an operand's record. Returns its number.
    fn add_predicate(&mut self, record: RecordId, predicate: OperandPredicate<'s>) -> usize {
        self.predicates.push(predicate);
        // Predicates are numbered from one, so the length after the push is the number.
        let number = self.predicates.len();
        self.predicate_of.insert(record, number);
        number
    }

    /// Returns the number of the print method for `record`; `None` for the default method.
    fn method(&mut self, record: Record<'s>) -> Result<Option<usize>, FieldError> {
        let operand = OperandRecord::new(record);
        let name = operand.print_method()?;
        // Read before the return: a missing `OperandType` is an error for every operand.
        let takes_address = operand.operand_type()? == "OPERAND_PCREL";
        if name.is_empty() || name == PRINT_OPERAND {
            return Ok(None);
        }
        let methods = &mut self.methods;
        // The name alone identifies a method: the first operand with the method decides whether
        // the address is passed. There are few methods, so a search is enough.
        let existing = methods.iter().position(|method| method.name == name);
        Ok(Some(existing.unwrap_or_else(|| {
            methods.push(PrintMethod { name, takes_address });
            methods.len() - 1
        })))
    }

    /// Encodes an alias text with escapes for its operands; also returns its length after C++ has read it. An operand
    /// is `$` and a byte, its number plus one. An operand with a special print method is `$\xFF`, the same byte, and
    /// the method number plus one.
    fn encode(
        &mut self,
        alias: Record<'_>,
        text: &str,
        locations: &OperandLocations,
    ) -> (String, usize) {
        let mut encoded = String::with_capacity(text.len());
        let mut length = 0;
        let mut remainder = text;
        while let Some((before, after)) = remainder.split_once('$') {
            let name;
            (name, remainder) = split_reference(after);
            let location = self.location(alias, name, locations);
            encoded += before;
            length += before.len();
            // A zero byte would end the text, so all numbers in escapes are one more.
            let operand = location.mi_operand + 1;
            match location.method {
                None => {
                    write!(encoded, "$\\x{operand:02X}");
                    length += 2;
                }
                Some(method) => {
                    write!(encoded, "$\\xFF\\x{operand:02X}\\x{:02X}", method + 1);
                    length += 4;
                }
            }
        }
        encoded += remainder;
        (encoded, length + remainder.len())
    }

    /// Returns the location for an operand named in the alias text.
    fn location(
        &mut self,
        alias: Record<'_>,
        name: &str,
        locations: &OperandLocations,
    ) -> OperandLocation {
        let key = ResultName::find(self.store, name);
        if let Some(&location) = key.and_then(|key| locations.get(&key)) {
            return location;
        }
        // The reference prints the first operand by the first method here.
        let warning = format!("alias text names '${name}', which its result does not have");
        let diagnostic = Diagnostic::warning(Code::InstAliases, Some(alias.pos()), warning);
        self.diagnostics.push(diagnostic);
        OperandLocation { mi_operand: 0, method: Some(0) }
    }
}

const WIDE_IMM: &str =
    "Matching an alias with an immediate out of the range of int32_t is not supported";

fn feature_conditions<'s>(
    store: &'s RecordStore,
    condition: &AssemblerCondition,
    conditions: &mut Vec<AliasCondition<'s>>,
) {
    let is_any_of = condition.is_any_of;
    for feature in &condition.features {
        let (feature, is_negated) = (store.record(feature.feature).name(), feature.is_negated);
        conditions.push(AliasCondition::Feature { feature, is_negated, is_any_of });
    }
    if is_any_of {
        conditions.push(AliasCondition::EndOrFeatures);
    }
}
