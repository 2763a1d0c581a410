//! Instruction aliases (`InstAlias`): alternative assembly syntax for an instruction.
//!
//! In: `InstAlias` records. Out: for each record, the aliased instruction and its operand values.
//! The result of an alias is a dag. The dag operator is the instruction, and the dag arguments are
//! the operands: named alias operands with their class, fixed registers, or numbers.

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{
    Bits, Dag, DagArg, FieldError, Record, RecordId, RecordStore, RecordView, Value, ValueId,
};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

use crate::instructions::asm_piece::identifier;
use crate::instructions::asm_string;
use crate::instructions::operands::{InstructionOperands, Operand, OperandConstraint, Operands};
use crate::instructions::{InstructionId, Instructions};
use crate::record_views::asm_syntax::InstAliasRecord;
use crate::record_views::instruction::{InstructionRecord, OperandRecord, RegisterOperandRecord};
use crate::record_views::register::RegisterByHwModeRecord;
use crate::registers::{DescribedClasses, RegisterClassLike, Registers};

/// Name of the record that represents an absent register.
const ZERO_REG: &str = "zero_reg";
/// Name of the immediate operand class, the default operand class.
pub(crate) const IMM_CLASS: &str = "Imm";

/// An instruction alias.
#[doc(alias = "CodeGenInstAlias")]
#[derive(Debug)]
pub struct InstAlias {
    /// The `InstAlias` record.
    pub record: RecordId,
    /// The aliased instruction.
    pub instruction: InstructionId,
    /// Values for the instruction operands, in order. Operands that are tied to another operand
    /// with the same record are left out.
    pub results: Vec<AliasOperand>,
}

/// An instruction operand in an alias, or an operand part.
#[doc(alias = "ResultOperand")]
#[derive(Clone, Copy, Debug)]
pub struct AliasOperand {
    /// Operand index.
    pub operand: usize,
    /// Part index; `None` for the whole operand.
    pub part: Option<usize>,
    /// The value.
    pub value: ResultValue,
}

/// An operand value in an alias.
#[derive(Clone, Copy, Debug)]
pub enum ResultValue {
    /// An alias operand.
    Operand {
        /// Operand name in the alias syntax.
        name: ResultName,
        /// Record that describes the operand.
        record: RecordId,
    },
    /// A number.
    Imm(i64),
    /// A register; `None` for no register.
    Reg(Option<RecordId>),
    /// A `RegisterByHwMode` record, which selects a register by hardware mode.
    RegByHwMode(RecordId),
}

/// The name of an alias operand: `$name`, or `$name.part` for an operand part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResultName {
    /// Operand name. All unnamed operands have the same `ResultName`.
    pub name: Option<Symbol>,
    /// Part name.
    pub part: Option<Symbol>,
}

impl ResultName {
    /// Finds the name `name` or `name.part`. `None` if no record mentions the part.
    pub fn find(store: &RecordStore, text: &str) -> Option<ResultName> {
        let symbol = |text: &str| store.symbols().get(text);
        Some(match text.split_once('.') {
            Some((name, part)) => ResultName { name: symbol(name), part: Some(symbol(part)?) },
            None => ResultName { name: symbol(text), part: None },
        })
    }
}

impl InstAlias {
    /// Returns the alias's text in a variant, as a printer prints it; operands are `$name` or `${name.part}`. `None`
    /// if the text has more words than the text of the instruction: such aliases exist for the assembler, which accepts
    /// both forms.
    ///
    /// # Errors
    /// If a record lacks its text.
    pub fn printed_text(
        alias: InstAliasRecord<'_>,
        instruction: InstructionRecord<'_>,
        variant: usize,
    ) -> Result<Option<String>, FieldError> {
        let instruction_text = asm_string::for_variant(instruction.asm_string()?, variant);
        let text = asm_string::for_variant(alias.asm_string()?, variant);
        // Variants are already resolved here, so an escaped brace is a plain character.
        let text = text.replace("\\{", "{").replace("\\}", "}");
        Ok((word_count(&instruction_text) >= word_count(&text)).then_some(text))
    }
}

/// Counts blanks as an approximation of words. Each blank in a row counts.
fn word_count(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Splits the text after a dollar sign into the name of an alias operand and the remaining text.
pub fn split_reference(text: &str) -> (&str, &str) {
    match text.strip_prefix('{') {
        Some(braced) => braced.split_once('}').unwrap_or((braced, "")),
        None => identifier(text),
    }
}

/// Returns the first machine operand from `number` on that an alias result lists. An alias result omits operands that
/// are tied to an operand with the same record, but they are numbered.
pub fn listed_mi_operand(operands: Operands<'_>, mut number: usize) -> usize {
    while let Some(operand) = operands.mi_operands().get(number)
        && is_implied(operands, &operands.list()[operand.operand as usize])
    {
        number += 1;
    }
    number
}

impl AliasOperand {
    /// Returns the number of machine operands that it represents.
    ///
    /// # Errors
    /// If the operand record lacks a field.
    pub fn mi_operand_count(&self, alias: Record<'_>) -> Result<usize, FieldError> {
        let ResultValue::Operand { record, .. } = self.value else { return Ok(1) };
        let record = alias.store().record(record);
        let Some(operand) = OperandRecord::from_record(record) else { return Ok(1) };
        Ok(operand.mi_operand_info()?.args.len().max(1))
    }
}

/// Whether the alias result omits the argument for an operand, because the operand is tied to
/// another operand with the same record. Arguments for operands with several parts are never
/// omitted.
fn is_implied(operands: Operands<'_>, operand: &Operand) -> bool {
    let [part] = operands.parts(operand) else { return false };
    let OperandConstraint::TiedTo(output) = part.constraint else { return false };
    // As in the reference, the machine operand number is used as an index into the operand list.
    // The two numbers differ if an earlier operand has several parts.
    let tied_to = operands.list().get(output as usize);
    tied_to.is_some_and(|o| operands.class(o).record == operands.class(operand).record)
}

/// A reader for alias records.
#[derive(Clone, Copy)]
pub struct InstAliasReader<'m> {
    /// Target instructions.
    pub instructions: &'m Instructions,
    /// Instruction operands.
    pub operands: &'m InstructionOperands,
    /// Target registers.
    pub registers: &'m Registers,
    /// Register classes.
    pub classes: &'m DescribedClasses,
}

impl InstAliasReader<'_> {
    /// Reads an alias.
    ///
    /// # Errors
    /// If the result arguments do not match the instruction operands.
    pub fn read(&self, alias: Record<'_>) -> Result<InstAlias, FieldError> {
        let result = InstAliasRecord::new(alias).result_inst()?;
        let operator = alias.store().value(result.operator).as_def();
        let Some(instruction) = operator.and_then(|record| self.instructions.id(record)) else {
            return Err(FieldError::new(
                Code::InstAliases,
                alias,
                "result of inst alias should be an instruction",
            ));
        };
        check_names(alias, result)?;
        let mut arguments =
            ResultArguments { reader: self, alias, result, next: 0, results: Vec::new() };
        let operands = self.operands.for_instruction(instruction);
        for (index, operand) in operands.list().iter().enumerate() {
            if is_implied(operands, operand) {
                continue;
            }
            if alias.store().release().has(Feature::AliasPartsAreNested) {
                arguments.nested_operand(operands, index, operand)?;
            } else {
                arguments.operand(operands, index, operand)?;
            }
        }
        if arguments.next != result.args.len() {
            let message = "too many operands for instruction!";
            let error = FieldError::new(Code::InstAliases, alias, message);
            return Err(error.about_field(alias, "ResultInst").at_element(arguments.next));
        }
        Ok(InstAlias { record: alias.id(), instruction, results: arguments.results })
    }
}

/// Checks that all arguments with the same name have the same record.
fn check_names(alias: Record<'_>, result: Dag<'_>) -> Result<(), FieldError> {
    let store = alias.store();
    let mut records: FxHashMap<Symbol, RecordId> = FxHashMap::default();
    for argument in result.args {
        let (Value::Def(record), Some(name)) = (store.value(argument.value), argument.name) else {
            continue;
        };
        let first_record = *records.entry(name).or_insert(record);
        if first_record != record {
            let names = [first_record, record].map(|record| store.record(record).name());
            let (name, [first, second]) = (store.str(name), names);
            let message = format!("result value ${name} is both {first} and {second}!");
            return Err(FieldError::new(Code::InstAliases, alias, message)
                .label_record(store.record(first_record), "the one is defined here")
                .label_record(store.record(record), "the other is defined here"));
        }
    }
    Ok(())
}

/// A cursor over the result arguments.
struct ResultArguments<'a, 's> {
    reader: &'a InstAliasReader<'a>,
    alias: Record<'s>,
    result: Dag<'s>,
    next: usize,
    results: Vec<AliasOperand>,
}

impl<'s> ResultArguments<'_, 's> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, FieldError> {
        let error = FieldError::new(Code::InstAliases, self.alias, message);
        Err(error.label_field(self.alias, "ResultInst").at_element(self.next))
    }

    fn not_of(&self, record: Record<'_>) -> FieldError {
        let (number, class) = (self.next, record.name());
        let message = format!("result argument #{number} does not match instruction operand class");
        FieldError::new(Code::InstAliases, self.alias, format!("{message} {class}"))
            .about_field(self.alias, "ResultInst")
            .at_element(number)
    }

    /// Reads the operand value from the next argument, or from one argument for each operand part.
    fn operand(
        &mut self,
        operands: Operands<'_>,
        index: usize,
        operand: &Operand,
    ) -> Result<(), FieldError> {
        let store = self.alias.store();
        let class = operands.class(operand);
        let record = store.record(class.record);
        let has_parts = operand.mi_operand_count > 1;
        // An argument may represent the whole operand. Otherwise each part has its own argument.
        if let Some(value) = self.value(record, has_parts)? {
            if !has_parts || has_own_class(record)? {
                self.results.push(AliasOperand { operand: index, part: None, value });
            } else {
                let name = self.result.args[self.next].name;
                for (number, part) in class.parts.iter().enumerate() {
                    let Some(record) = part.record else {
                        return Err(self.not_of(record));
                    };
                    let name = ResultName { name, part: part.name };
                    let value = ResultValue::Operand { name, record };
                    self.results.push(AliasOperand { operand: index, part: Some(number), value });
                }
            }
            self.next += 1;
            return Ok(());
        }
        if !has_parts {
            return Err(self.not_of(record));
        }
        for (number, part) in class.parts.iter().enumerate() {
            let part = part.record.map(|record| store.record(record));
            let Some(value) = part.map(|part| self.value(part, false)).transpose()?.flatten()
            else {
                // If the first part does not match, the message names the operand as a whole.
                let named_record = part.filter(|_| number > 0).unwrap_or(record);
                return Err(self.not_of(named_record));
            };
            self.results.push(AliasOperand { operand: index, part: Some(number), value });
            self.next += 1;
        }
        Ok(())
    }

    /// Returns the value in the next argument, for an operand that the instruction describes by
    /// `expected`; `None` if the argument does not match.
    fn value(
        &self,
        expected: Record<'s>,
        has_parts: bool,
    ) -> Result<Option<ResultValue>, FieldError> {
        let Some(argument) = self.result.args.get(self.next) else {
            return self.error("not enough arguments for instruction!");
        };
        let store = self.alias.store();
        let value = store.value(argument.value);
        if let Some(record) = value.as_def() {
            return self.record(store.record(record), argument.name, expected);
        }
        if has_parts || !expected.inherits("Operand") {
            return Ok(None);
        }
        match value.as_int() {
            Some(number) if argument.name.is_none() => Ok(Some(ResultValue::Imm(number))),
            Some(_) => self.error(format!("result argument #{} must not have a name!", self.next)),
            None => Ok(value.as_bits().and_then(Bits::to_int).map(ResultValue::Imm)),
        }
    }

    fn record(
        &self,
        argument: Record<'s>,
        name: Option<Symbol>,
        expected: Record<'s>,
    ) -> Result<Option<ResultValue>, FieldError> {
        let named = ResultName { name, part: None };
        let itself = ResultValue::Operand { name: named, record: argument.id() };
        if argument.id() == expected.id() {
            if name.is_none() {
                return self.error(format!("result argument #{} must have a name!", self.next));
            }
            return Ok(Some(itself));
        }
        let expected = register_class(expected)?;
        let class = register_class(argument)?;
        if class.inherits("RegisterClass") {
            let classes = self.reader.classes;
            let both = classes.for_record(class.id()).zip(classes.for_record(expected.id()));
            let fits = both.is_some_and(|(sub, class)| classes.is_sub_class(sub, class));
            return Ok(fits.then_some(itself));
        }
        if argument.inherits("Register") {
            return self.register(argument, name, expected);
        }
        if argument.name() == ZERO_REG {
            return Ok(Some(ResultValue::Reg(None)));
        }
        // Operands with the same type are accepted. Whether the instruction accepts all values that
        // the alias operand matches is the alias author's responsibility.
        let both = expected.inherits("Operand") && argument.inherits("Operand");
        Ok((both && ty(expected)? == ty(argument)?).then_some(itself))
    }

    fn register(
        &self,
        register: Record<'s>,
        name: Option<Symbol>,
        expected: Record<'s>,
    ) -> Result<Option<ResultValue>, FieldError> {
        let mut expected = expected;
        if expected.inherits("OptionalDefOperand") {
            let parts = OperandRecord::new(expected).mi_operand_info()?;
            let store = expected.store();
            if let Some(Value::Def(part)) = parts.args.first().map(|arg| store.value(arg.value)) {
                expected = store.record(part);
            }
        }
        let Some(class) = self.reader.classes.for_record(expected.id()) else { return Ok(None) };
        let register_index = self.reader.registers.for_record(register.id());
        if !register_index.is_some_and(|register| class.members.contains(register)) {
            let (register, class) = (register.name(), expected.name());
            let message = format!("fixed register {register} is not a member of the {class}");
            return self.error(format!("{message} register class!"));
        }
        if name.is_some() {
            return self.error("result fixed register argument must not have a name!");
        }
        Ok(Some(ResultValue::Reg(Some(register.id()))))
    }
}

/// Arguments since LLVM 22: an argument for each operand. A dag holds the operand parts.
impl<'s> ResultArguments<'_, 's> {
    /// Reads the operand value from the next argument, or the part values if the argument is a dag.
    fn nested_operand(
        &mut self,
        operands: Operands<'_>,
        index: usize,
        operand: &Operand,
    ) -> Result<(), FieldError> {
        let store = self.alias.store();
        let Some(argument) = self.result.args.get(self.next) else {
            return self.error("not enough arguments for instruction!");
        };
        let class = operands.class(operand);
        let record = store.record(class.record);
        let number = format!("#{}", self.next);
        if class.parts.is_empty() {
            let value = self.leaf(*argument, record, &number)?;
            self.results.push(AliasOperand { operand: index, part: None, value });
        } else if let Some(parts) = store.value(argument.value).as_dag() {
            if store.value(parts.operator).as_def() != Some(record.id()) {
                let message = format!("argument {number} operator must be {}", record.name());
                return self.error(message);
            }
            let count = class.parts.len();
            if parts.args.len() != count {
                let message = format!("argument {number} must have exactly {count} sub-arguments");
                return self.error(message);
            }
            for (part, (expected, argument)) in class.parts.iter().zip(parts.args).enumerate() {
                let Some(expected) = expected.record else { return Err(self.not_of(record)) };
                let number = format!("{number}.{part}");
                let value = self.leaf(*argument, store.record(expected), &number)?;
                self.results.push(AliasOperand { operand: index, part: Some(part), value });
            }
        } else {
            let Some(whole) = self.operand_record(argument.value) else {
                return self.invalid(&number, "argument must be a subclass of Operand");
            };
            let value = self.whole(whole, argument.name, &number)?;
            self.results.push(AliasOperand { operand: index, part: None, value });
        }
        self.next += 1;
        Ok(())
    }

    /// Returns the argument value for an operand with a single part.
    fn leaf(
        &self,
        argument: DagArg,
        expected: Record<'s>,
        number: &str,
    ) -> Result<ResultValue, FieldError> {
        if let Some(registers) = RegisterClassLike::from_operand(expected)? {
            return self.register_leaf(argument, registers, number);
        }
        let value = self.alias.store().value(argument.value);
        if expected.inherits("Operand") {
            let int = value.as_int().or_else(|| value.as_bits().and_then(Bits::to_int));
            if let Some(int) = int {
                if argument.name.is_some() {
                    return self.invalid(number, "integer argument must not have a name");
                }
                return Ok(ResultValue::Imm(int));
            }
            if let Some(operand) = self.operand_record(argument.value) {
                return self.whole(operand, argument.name, number);
            }
        }
        let name = expected.name();
        let message = format!("argument must be a subclass of 'Operand' but got {name} instead");
        self.invalid(number, message)
    }

    fn register_leaf(
        &self,
        argument: DagArg,
        expected: RegisterClassLike,
        number: &str,
    ) -> Result<ResultValue, FieldError> {
        let store = self.alias.store();
        let record = store.value(argument.value).as_def().map(|record| store.record(record));
        let Some(record) = record else { return self.invalid(number, NO_REGISTERS) };
        if let Some(register) = RegisterByHwModeRecord::from_record(record) {
            // The reference checks neither its register class nor the argument name.
            return Ok(ResultValue::RegByHwMode(register.id()));
        }
        if let Some(class) = RegisterClassLike::from_operand(record)? {
            // Register classes by hardware mode are not checked. They are the alias author's
            // responsibility.
            if let RegisterClassLike::Class(class) = class
                && !self.is_sub_class(class, expected)
            {
                let [sub, class] = [class, expected.record()].map(|of| store.record(of).name());
                let message = format!(
                    "argument register class {sub} is not a subclass of operand register class {class}"
                );
                return self.invalid(number, message);
            }
            if argument.name.is_none() {
                return self.invalid(number, "register class argument must have a name");
            }
            let name = ResultName { name: argument.name, part: None };
            return Ok(ResultValue::Operand { name, record: record.id() });
        }
        let is_register = record.inherits("Register");
        if !is_register && record.name() != ZERO_REG {
            return self.invalid(number, NO_REGISTERS);
        }
        if is_register && let RegisterClassLike::ByHwMode(class) = expected {
            let class = store.record(class);
            let message = format!("cannot resolve HwMode for {}", class.name());
            let error = FieldError::new(Code::InstAliases, self.alias, message);
            return Err(error.note_record(class, format!("{} defined here", class.name())));
        }
        if argument.name.is_some() {
            return self.invalid(number, "register argument must not have a name");
        }
        if !is_register {
            return Ok(ResultValue::Reg(None));
        }
        let class = self.reader.classes.for_record(expected.record());
        let register = self.reader.registers.for_record(record.id());
        let contains =
            class.zip(register).is_some_and(|(class, register)| class.members.contains(register));
        if !contains {
            let (register, class) = (record.name(), store.record(expected.record()).name());
            let message = format!(
                "register argument {register} is not a member of operand register class {class}"
            );
            return self.invalid(number, message);
        }
        Ok(ResultValue::Reg(Some(record.id())))
    }

    fn is_sub_class(&self, sub: RecordId, class: RegisterClassLike) -> bool {
        let classes = self.reader.classes;
        let both = classes.for_record(sub).zip(classes.for_record(class.record()));
        both.is_some_and(|(sub, class)| classes.is_sub_class(sub, class))
    }

    /// Returns the value for an argument that represents a whole operand.
    fn whole(
        &self,
        operand: Record<'s>,
        name: Option<Symbol>,
        number: &str,
    ) -> Result<ResultValue, FieldError> {
        if name.is_none() {
            return self.invalid(number, "argument must have a name");
        }
        let name = ResultName { name, part: None };
        Ok(ResultValue::Operand { name, record: operand.id() })
    }

    /// Returns the `Operand` record in an argument, if the argument is such a record.
    fn operand_record(&self, argument: ValueId) -> Option<Record<'s>> {
        let store = self.alias.store();
        let record = store.record(store.value(argument).as_def()?);
        record.inherits("Operand").then_some(record)
    }

    fn invalid<T>(&self, number: &str, message: impl std::fmt::Display) -> Result<T, FieldError> {
        self.error(format!("in argument {number}: {message}"))
    }
}

const NO_REGISTERS: &str =
    "argument must be a subclass of RegisterClass, RegisterOperand, or zero_reg";

/// Returns the register class for a `RegisterOperand`; any other record is returned unchanged.
fn register_class(record: Record<'_>) -> Result<Record<'_>, FieldError> {
    RegisterOperandRecord::from_record(record).map_or(Ok(record), RegisterOperandRecord::reg_class)
}

fn ty(operand: Record<'_>) -> Result<ValueId, FieldError> {
    OperandRecord::new(operand).ty()
}

/// Whether an operand with several parts is parsed as a whole, by its own operand class.
fn has_own_class(operand: Record<'_>) -> Result<bool, FieldError> {
    let Some(operand) = OperandRecord::from_record(operand) else { return Ok(false) };
    Ok(operand.parser_match_class()?.class_name()? != IMM_CLASS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_ends_at_its_brace_or_at_another_character() {
        assert_eq!(split_reference("rd, $rs"), ("rd", ", $rs"));
        assert_eq!(split_reference("{mem.base})"), ("mem.base", ")"));
        assert_eq!(split_reference("{rd"), ("rd", ""));
    }

    #[test]
    fn a_name_without_a_record_for_its_part_is_unknown() {
        let store =
            tablewright_test_support::store_of("class mem; class base; def a { int m = 1; }");
        let find = |text| ResultName::find(&store, text);
        assert!(find("mem.base").is_some_and(|name| name.part.is_some()));
        assert!(find("mem").is_some_and(|name| name.part.is_none()));
        assert_eq!(find("mem.nowhere"), None);
    }
}
