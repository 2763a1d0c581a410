//! Operand text: rules for a printer method, and printing.

use std::cell::Cell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tablewright_records::RecordId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::registers::RegisterId;

use crate::cursor::{Mismatch, TextCursor};
use crate::expression::AsmExpression;
use crate::insn::{Insn, InsnOperand, InsnPrefixes};

/// A function that prints a method's operands. Returns `None` if the text is missing.
pub type CustomPrint = fn(&AsmTextContext<'_>, &mut String) -> Option<()>;
/// A function that reads a method's operands.
pub type CustomParse = fn(&ParseContext<'_>, &mut TextCursor<'_>) -> Result<ParsedText, Mismatch>;

/// A function that refuses an instruction for an assembler, although it has an encoding.
pub type InsnCheck = fn(&AsmTextContext<'_>) -> Option<InsnRefusal>;

/// The reason why an assembler refuses an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InsnRefusal {
    /// The machine operand.
    pub operand: usize,
    /// A description of the operands that it may be.
    pub expected: String,
}

/// Facts about a machine that text depends on.
pub(crate) trait MachineFacts {
    /// Whether the feature with this record name is enabled.
    fn has_feature(&self, name: &str) -> bool;
    /// Whether the description has a record with this name.
    fn has_record(&self, name: &str) -> bool;
    /// Returns the record name for an instruction.
    fn instruction_name(&self, instruction: InstructionId) -> &str;
    /// Returns the name for a method without a row.
    fn method(&self, method: u16) -> &str;
    /// Returns the registers with a name.
    fn registers_named(&self, name: &str) -> &[RegisterId];
    /// Returns the machine operand count for the operand that begins at `operand`.
    fn part_count(&self, instruction: InstructionId, operand: usize) -> usize;
    /// Returns a register's name, without a prefix.
    fn register_name(&self, register: RegisterId) -> &str;
    /// Returns a register's name with an alternative name index; empty without one.
    fn alternative_name(&self, register: RegisterId, index: &str) -> String;
    /// Returns the text before register names.
    fn register_prefix(&self) -> &str;
    /// Returns the name in `OperandType` for an instruction's operand; empty without the operand.
    fn operand_type(&self, instruction: InstructionId, operand: usize) -> &str;
    /// Returns the record name for an instruction's operand.
    fn operand_record(&self, instruction: InstructionId, operand: usize) -> &str;
    /// Returns the machine operand with a name in the instruction's operand lists.
    fn operand_named(&self, instruction: InstructionId, name: &str) -> Option<usize>;
    /// Returns the number in a field of the record in an instruction's field.
    fn record_number(&self, instruction: InstructionId, field: &str, inner: &str) -> Option<i64>;
    /// Returns the number in an instruction's field.
    fn field_number(&self, instruction: InstructionId, field: &str) -> Option<i64>;
    /// Whether the list in an instruction's field contains the record with this name.
    fn lists_record(&self, instruction: InstructionId, field: &str, name: &str) -> bool;
    /// Returns a record's name.
    fn record_name(&self, record: RecordId) -> &str;
    /// Adds an operand as a register name or a number.
    fn push_plain(&self, operand: InsnOperand, text: &mut String);
}

/// An operand as it is read: the registers with a name, or a value.
#[derive(Clone, PartialEq, Debug)]
pub enum ParsedOperand {
    /// The registers with the name in the text.
    Register(SmallVec<[RegisterId; 4]>),
    /// Another operand.
    Value(InsnOperand),
    /// An expression with symbols.
    Expression(AsmExpression),
}

/// A method's operands.
pub type ParsedText = SmallVec<[ParsedOperand; 2]>;

/// An operand in an instruction, for [`CustomPrint`].
pub struct AsmTextContext<'a> {
    pub(crate) machine: &'a dyn MachineFacts,
    pub(crate) insn: &'a Insn,
    pub(crate) operand: usize,
    pub(crate) has_aliases: bool,
    /// The method's template arguments.
    pub(crate) arguments: &'a str,
    /// The operands that were read, as bits; `None` if nobody asks.
    pub(crate) reads: Option<&'a Cell<u64>>,
}

/// A machine and the operands before an operand, for [`CustomParse`].
pub struct ParseContext<'a> {
    pub(crate) machine: &'a dyn MachineFacts,
    pub(crate) instruction: InstructionId,
    /// The operand's record.
    pub(crate) record: RecordId,
    /// Operands that are already read.
    pub(crate) before: &'a [InsnOperand],
    /// Whether the operand is a register, so that a number is the name of one.
    pub(crate) is_register: bool,
}

impl AsmTextContext<'_> {
    /// Returns the method's operand at `index`.
    pub fn operand(&self, index: usize) -> Option<InsnOperand> {
        self.other(self.operand + index)
    }

    /// Returns the number of the method's first operand in the instruction.
    pub fn index(&self) -> usize {
        self.operand
    }

    /// Returns the context for a method whose first operand is `count` operands later.
    pub fn after(&self, count: usize) -> AsmTextContext<'_> {
        AsmTextContext { operand: self.operand + count, ..*self }
    }

    /// Returns an operand in the whole instruction.
    pub fn other(&self, number: usize) -> Option<InsnOperand> {
        if let Some(reads) = self.reads {
            reads.set(reads.get() | 1_u64.checked_shl(number as u32).unwrap_or(0));
        }
        self.insn.operands.get(number).copied()
    }

    /// Returns the method's operand at `index` if it is a number.
    pub fn number_at(&self, index: usize) -> Option<i64> {
        self.operand(index)?.number()
    }

    /// Whether the method's operand at `index` is a register.
    pub fn is_register(&self, index: usize) -> bool {
        self.operand(index).is_some_and(|operand| operand.register().is_some())
    }

    /// Whether the method's operand at `index` is the encoding for no register, for example no base in an address.
    pub fn is_absent(&self, index: usize) -> bool {
        self.operand(index) == Some(InsnOperand::NoRegister)
    }

    /// Returns the register name at `index`, without a prefix; empty for another operand.
    pub fn register_name(&self, index: usize) -> &str {
        let register = self.operand(index).and_then(InsnOperand::register);
        register.map_or("", |register| self.machine.register_name(register))
    }

    /// Adds the method's operand at `index` as a register name or a number.
    pub fn push_operand(&self, index: usize, text: &mut String) {
        if let Some(operand) = self.operand(index) {
            self.push(operand, text);
        }
    }

    /// Returns the text before register names.
    pub fn register_prefix(&self) -> &str {
        self.machine.register_prefix()
    }

    /// Adds a decimal number.
    pub fn push_number(&self, number: i64, text: &mut String) {
        text.push_str(&number.to_string());
    }

    /// Adds the hexadecimal digits of a number's bits, with `0x`.
    pub fn push_unsigned_hex(&self, number: i64, text: &mut String) {
        text.push_str(&format!("{number:#x}"));
    }

    /// Returns the method's first operand if it is a number.
    pub fn number(&self) -> Option<i64> {
        self.operand(0)?.number()
    }

    /// Returns the method's template argument at `index`; empty without it.
    pub fn argument(&self, index: usize) -> &str {
        self.arguments.split(',').nth(index).unwrap_or_default().trim()
    }

    /// Returns the alternative name of a register, for example the vector name; empty without one.
    pub fn alternative_name(&self, register: RegisterId, index: &str) -> String {
        self.machine.alternative_name(register, index)
    }

    /// Whether aliases are printed.
    pub fn has_aliases(&self) -> bool {
        self.has_aliases
    }

    /// Whether the feature with this record name is enabled.
    pub fn has_feature(&self, name: &str) -> bool {
        self.machine.has_feature(name)
    }

    /// Whether the description has a record with this name.
    pub fn has_record(&self, name: &str) -> bool {
        self.machine.has_record(name)
    }

    /// Returns the instruction's record name.
    pub fn instruction(&self) -> &str {
        self.machine.instruction_name(self.insn.instruction)
    }

    /// Returns the machine operand with a name in the instruction's operand lists.
    pub fn operand_named(&self, name: &str) -> Option<usize> {
        self.machine.operand_named(self.insn.instruction, name)
    }

    /// Returns the number in a field of the record in the instruction's field.
    pub fn record_number(&self, field: &str, inner: &str) -> Option<i64> {
        self.machine.record_number(self.insn.instruction, field, inner)
    }

    /// Returns the number in the instruction's field, which has a bit or bits.
    pub fn field_number(&self, field: &str) -> Option<i64> {
        self.machine.field_number(self.insn.instruction, field)
    }

    /// Whether the list in the instruction's field contains the record with this name.
    pub fn lists_record(&self, field: &str, name: &str) -> bool {
        self.machine.lists_record(self.insn.instruction, field, name)
    }

    /// Returns the instruction's prefixes.
    pub fn prefixes(&self) -> InsnPrefixes {
        self.insn.prefixes
    }

    /// Returns the count for the method's operands.
    pub fn part_count(&self) -> usize {
        self.machine.part_count(self.insn.instruction, self.operand)
    }

    /// Returns the record name for the method's first operand: an operand or a register class.
    pub fn operand_record(&self) -> &str {
        self.machine.operand_record(self.insn.instruction, self.operand)
    }

    /// Returns the name in `OperandType` for the method's first operand, for example `OPERAND_PCREL`.
    pub fn operand_type(&self) -> &str {
        self.machine.operand_type(self.insn.instruction, self.operand)
    }

    /// Adds an operand as a register name or a number.
    pub fn push(&self, operand: InsnOperand, text: &mut String) {
        self.machine.push_plain(operand, text);
    }
}

impl<'a> ParseContext<'a> {
    /// Whether the feature with this record name is enabled.
    pub fn has_feature(&self, name: &str) -> bool {
        self.machine.has_feature(name)
    }

    /// Returns the instruction's record name.
    pub fn instruction(&self) -> &str {
        self.machine.instruction_name(self.instruction)
    }

    /// Whether the operand is a register.
    pub fn is_register(&self) -> bool {
        self.is_register
    }

    /// Returns the operand's record name.
    pub fn operand(&self) -> &str {
        self.machine.record_name(self.record)
    }

    /// Reads a register or an expression.
    ///
    /// # Errors
    /// If there is none.
    pub fn plain(&self, cursor: &mut TextCursor<'_>) -> Result<ParsedOperand, Mismatch> {
        plain(self.machine, self.is_register, cursor)
    }

    /// Returns a register's name, without a prefix.
    pub fn name(&self, register: RegisterId) -> &str {
        self.machine.register_name(register)
    }

    /// Returns the registers with a name.
    pub fn named(&self, name: &str) -> ParsedOperand {
        ParsedOperand::Register(self.machine.registers_named(name).iter().copied().collect())
    }

    /// Reads a register name. Returns all registers with this name.
    ///
    /// # Errors
    /// If the text is not a register name.
    pub fn registers(&self, cursor: &mut TextCursor<'_>) -> Result<ParsedOperand, Mismatch> {
        register(self.machine, cursor).map(ParsedOperand::Register)
    }

    /// Returns the operands that are already read.
    pub fn before(&self) -> &'a [InsnOperand] {
        self.before
    }

    /// Reads a register name.
    ///
    /// # Errors
    /// If the text is not a register name.
    pub fn register(&self, cursor: &mut TextCursor<'_>) -> Result<InsnOperand, Mismatch> {
        let registers = register(self.machine, cursor)?;
        Ok(registers.first().map_or(InsnOperand::NoRegister, |&id| InsnOperand::Register(id)))
    }
}

/// A printer method's text.
#[derive(Debug)]
pub(crate) enum TextRule {
    Plain,
    Number(NumberText),
    Names(NameRule),
    Letters {
        letters: &'static str,
        none: &'static str,
    },
    OptionalRegister {
        lead: &'static str,
        tail: &'static str,
    },
    Template(Vec<TemplatePiece>),
    Custom {
        /// The name of `print` in the target's source; empty for none.
        name: &'static str,
        print: CustomPrint,
        parse: CustomParse,
        /// The method's template arguments.
        arguments: String,
    },
    /// A method without a row, by its name's index.
    Unknown(u16),
}

/// Printed numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberText {
    /// The text before a number.
    pub prefix: &'static str,
    /// Whether a number without the prefix is another operand, for example an address.
    pub needs_prefix: bool,
    /// Whether digits are hexadecimal.
    pub is_hex: bool,
    /// Whether a positive number has a plus sign.
    pub has_plus: bool,
}

impl NumberText {
    /// Adds a number.
    pub fn print(&self, number: i64, text: &mut String) {
        text.push_str(self.prefix);
        if self.has_plus && number >= 0 {
            text.push('+');
        }
        if !self.is_hex {
            text.push_str(&number.to_string());
        } else {
            let sign = if number < 0 { "-" } else { "" };
            text.push_str(&format!("{sign}{:#x}", number.unsigned_abs()));
        }
    }
}

/// Names for numbers.
#[derive(Default, Debug)]
pub(crate) struct NameRule {
    pub(crate) names: FxHashMap<i64, String>,
    /// All names that an assembler reads.
    pub(crate) numbers: Vec<(String, i64)>,
    pub(crate) lead: &'static str,
    /// The text for a number without a name.
    pub(crate) unnamed: Option<fn(i64) -> String>,
    /// The number without text if aliases are printed.
    pub(crate) omitted: Option<i64>,
    /// Whether this number never has text.
    pub(crate) is_always_omitted: bool,
    pub(crate) reading: NumberReading,
}

/// The meaning of a number in the place of a name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum NumberReading {
    /// The operand.
    #[default]
    Operand,
    /// The value of a name, which is a real number.
    Value,
    /// Only names are read.
    None,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TemplatePiece {
    Text(String),
    /// A method operand.
    Operand(usize),
}

impl TextRule {
    /// Adds an operand's text.
    pub(crate) fn print(&self, context: &AsmTextContext<'_>, text: &mut String) {
        if let Some(unknown @ InsnOperand::Unknown { .. }) = context.operand(0) {
            context.push(unknown, text);
        } else if self.try_print(context, text).is_none() {
            // A custom method that refuses its operands prints them as they are.
            for index in 0.. {
                let Some(operand) = context.operand(index).filter(|_| index == 0) else { break };
                context.push(operand, text);
            }
        }
    }

    fn try_print(&self, context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
        match self {
            TextRule::Plain => context.push(context.operand(0)?, text),
            TextRule::Number(rule) => match context.operand(0)? {
                InsnOperand::Number(number) => rule.print(number, text),
                other @ (InsnOperand::Register(_)
                | InsnOperand::NoRegister
                | InsnOperand::Expression(_)
                | InsnOperand::Unknown { .. }) => context.push(other, text),
            },
            TextRule::Names(rule) => {
                let number = context.number()?;
                let can_omit = context.has_aliases || rule.is_always_omitted;
                if can_omit && rule.omitted == Some(number) {
                    return Some(());
                }
                text.push_str(rule.lead);
                match rule.names.get(&number) {
                    Some(name) => text.push_str(name),
                    None => match rule.unnamed {
                        Some(unnamed) => text.push_str(&unnamed(number)),
                        None => context.push(InsnOperand::Number(number), text),
                    },
                }
            }
            TextRule::Letters { letters, none } => {
                let number = context.number()?;
                let count = letters.chars().count();
                let is_set = |index: &usize| number >> (count - 1 - index) & 1 != 0;
                let letters = letters.chars().enumerate();
                let set: String =
                    letters.filter(|(index, _)| is_set(index)).map(|it| it.1).collect();
                text.push_str(if set.is_empty() { none } else { &set });
            }
            TextRule::OptionalRegister { lead, tail } => match context.operand(0)? {
                InsnOperand::NoRegister => {}
                register @ (InsnOperand::Register(_)
                | InsnOperand::Number(_)
                | InsnOperand::Expression(_)
                | InsnOperand::Unknown { .. }) => {
                    text.push_str(lead);
                    context.push(register, text);
                    text.push_str(tail);
                }
            },
            TextRule::Template(pieces) => {
                for piece in pieces {
                    match piece {
                        TemplatePiece::Text(piece) => text.push_str(piece),
                        TemplatePiece::Operand(index) => {
                            context.push(context.operand(*index)?, text);
                        }
                    }
                }
            }
            TextRule::Custom { print, arguments, .. } => {
                let before = text.len();
                let context = AsmTextContext { arguments, ..*context };
                if print(&context, text).is_none() {
                    text.truncate(before);
                    return None;
                }
            }
            TextRule::Unknown(method) => {
                text.push_str(context.machine.method(*method));
                text.push('(');
                context.push(context.operand(0)?, text);
                text.push(')');
            }
        }
        Some(())
    }
}

/// Reads a register or an expression.
pub(crate) fn plain(
    machine: &dyn MachineFacts,
    is_register: bool,
    cursor: &mut TextCursor<'_>,
) -> Result<ParsedOperand, Mismatch> {
    let is_number = cursor.rest().trim_start().starts_with(|c: char| c.is_ascii_digit());
    if (is_register || !is_number)
        && let Ok(registers) = register(machine, cursor)
    {
        return Ok(ParsedOperand::Register(registers));
    }
    let expression = AsmExpression::parse(cursor)?;
    Ok(match expression.constant() {
        Some(number) => ParsedOperand::Value(InsnOperand::Number(number)),
        None => ParsedOperand::Expression(expression),
    })
}

/// Reads a register name. Returns the registers with this name.
pub(crate) fn register(
    machine: &dyn MachineFacts,
    cursor: &mut TextCursor<'_>,
) -> Result<SmallVec<[RegisterId; 4]>, Mismatch> {
    let mut ahead = cursor.clone();
    ahead.skip_blanks();
    let error = Mismatch::new(&ahead, "a register");
    let prefix = machine.register_prefix();
    if !prefix.is_empty() && !ahead.eat_raw(prefix) {
        return Err(error);
    }
    // Names may have other characters than words: `r0:1`.
    let rest = ahead.rest();
    let end = rest.find([' ', '\t', ',', '(', ')', '[', ']']).unwrap_or(rest.len());
    let word = ahead.clone().word().unwrap_or_default();
    let names = [&rest[..end], word].into_iter().filter(|name| !name.is_empty());
    let mut found = names.map(|name| (name, machine.registers_named(name)));
    let Some((name, named)) = found.find(|(_, ids)| !ids.is_empty()) else { return Err(error) };
    ahead.eat_raw(name);
    *cursor = ahead;
    Ok(named.iter().copied().collect())
}

/// Divides a template at `$0`, `$1` and so on.
pub(crate) fn template(text: &str) -> Vec<TemplatePiece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if !before.is_empty() {
            pieces.push(TemplatePiece::Text(before.to_owned()));
        }
        match after[..digits].parse() {
            Ok(index) => pieces.push(TemplatePiece::Operand(index)),
            Err(_) => pieces.push(TemplatePiece::Text("$".to_owned())),
        }
        rest = &after[digits..];
    }
    if !rest.is_empty() {
        pieces.push(TemplatePiece::Text(rest.to_owned()));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_have_numbered_operands() {
        let text = |text: &str| TemplatePiece::Text(text.to_owned());
        let pieces = [TemplatePiece::Operand(1), text("("), TemplatePiece::Operand(0), text(")")];
        assert_eq!(template("$1($0)"), pieces);
        assert_eq!(template("a$"), [text("a"), text("$")]);
    }
}
