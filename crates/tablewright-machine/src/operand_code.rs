//! Fields that select among registers from several files, numbers, and a literal after the instruction.

use tablewright_target::registers::RegisterId;

use crate::insn::{InsnOperand, InsnOperands};

/// The bit count for a literal after an instruction.
pub(crate) const LITERAL_BITS: u32 = 32;

/// The operand for a code in a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandCode {
    /// The register at a position in the class with this name.
    Member {
        /// The class.
        class: &'static str,
        /// The position.
        index: usize,
    },
    /// The register with this record name.
    Register(&'static str),
    /// A number.
    Number(i64),
    /// A 32-bit literal, shifted to the left.
    Literal {
        /// The shift.
        shift: u32,
        /// Its place.
        place: LiteralPlace,
    },
}

/// The place of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralPlace {
    /// After an encoding with as many bits as the literal. Longer encodings cannot have it.
    AfterShort,
    /// After any encoding.
    After,
    /// The encoding's last bits. Such an encoding always has the literal.
    Inside,
}

/// Returns the operand for a code; `None` if the code is invalid.
pub type OperandCodes = fn(u64, &CodeContext<'_>) -> Option<OperandCode>;

/// A decoder method and the enabled features, for [`OperandCodes`].
pub struct CodeContext<'a> {
    /// The method's template arguments.
    pub(crate) arguments: &'a str,
    pub(crate) has_feature: &'a dyn Fn(&str) -> bool,
}

impl CodeContext<'_> {
    /// Returns the method's template argument at `index`; empty without it.
    pub fn argument(&self, index: usize) -> &str {
        self.arguments.split(',').nth(index).unwrap_or_default().trim()
    }

    /// Whether the feature with this record name is enabled.
    pub fn has_feature(&self, name: &str) -> bool {
        (self.has_feature)(name)
    }
}

/// Operands by code.
#[derive(Clone, Debug)]
pub(crate) struct CodeTable {
    entries: Vec<Option<CodeEntry>>,
}

#[derive(Clone, Copy, Debug)]
enum CodeEntry {
    Operand(InsnOperand),
    Literal { shift: u32, place: LiteralPlace },
}

/// Codes beyond this bit count are not looked up in a table.
const MAX_CODE_BITS: u32 = 12;

impl CodeTable {
    /// Builds the table for a field with `width` bits. `register` returns the register for a code that selects one.
    pub(crate) fn new(
        codes: OperandCodes,
        context: &CodeContext<'_>,
        width: u32,
        register: impl Fn(OperandCode) -> Option<RegisterId>,
    ) -> CodeTable {
        let entry = |code: u64| {
            Some(match codes(code, context)? {
                OperandCode::Number(number) => CodeEntry::Operand(InsnOperand::Number(number)),
                OperandCode::Literal { shift, place } => CodeEntry::Literal { shift, place },
                code @ (OperandCode::Member { .. } | OperandCode::Register(_)) => {
                    CodeEntry::Operand(InsnOperand::Register(register(code)?))
                }
            })
        };
        CodeTable { entries: (0..1 << width.min(MAX_CODE_BITS)).map(entry).collect() }
    }

    fn entry(&self, code: u64) -> Option<CodeEntry> {
        self.entries.get(usize::try_from(code).ok()?).copied().flatten()
    }

    /// Returns the literal for a code; `None` for a code without a literal.
    pub(crate) fn literal(&self, code: u64) -> Option<LiteralPlace> {
        match self.entry(code)? {
            CodeEntry::Literal { place, .. } => Some(place),
            CodeEntry::Operand(_) => None,
        }
    }

    /// Adds the operand for a code. The literal is above the code's 32 bits.
    pub(crate) fn decode(&self, bits: u64, operands: &mut InsnOperands) -> Option<()> {
        let operand = match self.entry(bits & u64::from(u32::MAX))? {
            CodeEntry::Operand(operand) => operand,
            CodeEntry::Literal { shift, .. } => {
                let literal = (bits >> LITERAL_BITS).checked_shl(shift).unwrap_or(0);
                InsnOperand::Number(literal as i64)
            }
        };
        operands.push(operand);
        Some(())
    }

    /// Returns the first code for an operand, without literals.
    pub(crate) fn encode(&self, operand: InsnOperand) -> Option<u64> {
        let is_own = |entry: &Option<CodeEntry>| matches!(entry, Some(CodeEntry::Operand(own)) if *own == operand);
        let index = self.entries.iter().position(is_own);
        index.and_then(|index| u64::try_from(index).ok())
    }
}
