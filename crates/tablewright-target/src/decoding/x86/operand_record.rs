//! Operand record properties: register, memory or immediate, and size.
//!
//! These properties are used to compare operands of two instructions. The tables that pair
//! instructions decide about compatible differences.

use tablewright_records::{FieldError, Record, RecordView};

use crate::record_views::instruction::{OperandRecord, RegisterOperandRecord};
use crate::record_views::register::RegisterClassRecord;
use crate::record_views::x86_inst::{X86MemOperandRecord, X86OperandRecord};

/// Whether the operand is a register.
pub fn is_register(operand: Record<'_>) -> bool {
    operand.inherits("RegisterClass") || operand.inherits("RegisterOperand")
}

/// Whether the operand is memory.
///
/// # Errors
/// Returns an error if its type is unset.
pub fn is_memory(operand: Record<'_>) -> Result<bool, FieldError> {
    has_type(operand, "OPERAND_MEMORY")
}

/// Whether the operand is an immediate.
///
/// # Errors
/// Returns an error if its type is unset.
pub fn is_immediate(operand: Record<'_>) -> Result<bool, FieldError> {
    has_type(operand, "OPERAND_IMMEDIATE")
}

fn has_type(operand: Record<'_>, name: &str) -> Result<bool, FieldError> {
    Ok(OperandRecord::from_record(operand).map(OperandRecord::operand_type).transpose()?
        == Some(name))
}

/// Returns the size of a register operand in bits, from the alignment of its class.
///
/// # Errors
/// Returns an error if it is not a register, or the alignment is not a number.
pub fn register_size(operand: Record<'_>) -> Result<i64, FieldError> {
    if operand.inherits("RegisterClass") {
        RegisterClassRecord::new(operand).alignment()
    } else {
        let class = RegisterOperandRecord::new(operand).reg_class()?;
        RegisterClassRecord::new(class).alignment()
    }
}

/// Returns the size of a memory operand in bits.
///
/// # Errors
/// Returns an error if the size is unset.
pub fn memory_size(operand: Record<'_>) -> Result<i64, FieldError> {
    X86MemOperandRecord::new(operand).size()
}

/// An operand kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum X86OperandKind {
    /// A register.
    Register,
    /// Memory.
    Memory,
    /// An immediate.
    Immediate,
}

/// Returns the common kind of two operands; `None` if the kinds differ or are unknown.
///
/// # Errors
/// Returns an error if an operand type is unset.
pub fn common_kind(
    left: Record<'_>,
    right: Record<'_>,
) -> Result<Option<X86OperandKind>, FieldError> {
    Ok(if is_register(left) && is_register(right) {
        Some(X86OperandKind::Register)
    } else if is_memory(left)? && is_memory(right)? {
        Some(X86OperandKind::Memory)
    } else if is_immediate(left)? && is_immediate(right)? {
        Some(X86OperandKind::Immediate)
    } else {
        None
    })
}

impl X86OperandKind {
    /// Whether two operands with this kind have the same size, or the same type for immediates.
    ///
    /// # Errors
    /// Returns an error if a size or type is unset.
    pub fn is_same_size(self, left: Record<'_>, right: Record<'_>) -> Result<bool, FieldError> {
        Ok(match self {
            X86OperandKind::Register => register_size(left)? == register_size(right)?,
            X86OperandKind::Memory => memory_size(left)? == memory_size(right)?,
            X86OperandKind::Immediate => {
                X86OperandRecord::new(left).ty()? == X86OperandRecord::new(right).ty()?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    const OPERANDS: &str = "
class RegisterClass<int alignment> { int Alignment = alignment; }
class RegisterOperand<RegisterClass c> { RegisterClass RegClass = c; }
class ValueType; def i8 : ValueType; def i32 : ValueType;
class Operand<string type> { string OperandType = type; ValueType Type = i32; }
class Mem<int size> : Operand<\"OPERAND_MEMORY\"> { int Size = size; }
def GR32 : RegisterClass<32>; def GR64 : RegisterClass<64>; def FR32 : RegisterClass<32>;
def any32 : RegisterOperand<GR32>; def i32mem : Mem<32>; def f32mem : Mem<32>; def f64mem : Mem<64>;
def i32imm : Operand<\"OPERAND_IMMEDIATE\">; def u32imm : Operand<\"OPERAND_IMMEDIATE\">;
def i8imm : Operand<\"OPERAND_IMMEDIATE\"> { let Type = i8; } def flags : Operand<\"OPERAND_UNKNOWN\">;
";

    fn check(left: &str, right: &str) -> Option<(X86OperandKind, bool)> {
        let store = store_of(OPERANDS);
        let record = |name| store.record(store.find_record(name).expect("it is defined"));
        let (left, right) = (record(left), record(right));
        let kind = common_kind(left, right).expect("types are set")?;
        Some((kind, kind.is_same_size(left, right).expect("sizes are set")))
    }

    #[test]
    fn operands_of_a_kind_have_the_same_size_or_not() {
        assert_eq!(check("GR32", "FR32"), Some((X86OperandKind::Register, true)));
        assert_eq!(check("any32", "GR64"), Some((X86OperandKind::Register, false)));
        assert_eq!(check("i32mem", "f32mem"), Some((X86OperandKind::Memory, true)));
        assert_eq!(check("i32mem", "f64mem"), Some((X86OperandKind::Memory, false)));
        assert_eq!(check("i32imm", "u32imm"), Some((X86OperandKind::Immediate, true)));
        assert_eq!(check("i32imm", "i8imm"), Some((X86OperandKind::Immediate, false)));
    }

    #[test]
    fn others_have_no_kind_in_common() {
        assert_eq!(check("GR32", "i32mem"), None);
        assert_eq!(check("flags", "flags"), None);
    }
}
