//! X86 operand values with register names.

use serde::Serialize;

/// An operand value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum X86Value {
    /// A register.
    Register {
        /// The register number in encodings.
        number: u8,
        /// The record; `None` if the operand's class does not have a register with this number.
        #[serde(skip_serializing_if = "Option::is_none")]
        register: Option<String>,
    },
    /// A memory operand.
    Memory {
        /// Base register numbers; some 16-bit addresses have two.
        bases: Vec<u8>,
        /// Base register records, if the description has them.
        base_registers: Vec<Option<String>>,
        /// Whether the address is relative to the next instruction.
        is_relative: bool,
        /// The number of the index register. The address adds this register times `scale`.
        index: Option<u8>,
        /// The index register's record.
        #[serde(skip_serializing_if = "Option::is_none")]
        index_register: Option<String>,
        /// The scale factor for the index.
        scale: u8,
        /// The displacement.
        displacement: i64,
        /// Address size in bits.
        address_bits: u8,
    },
    /// A number.
    Number {
        /// The number.
        value: i64,
    },
    /// The same register as in another operand.
    Same {
        /// The other operand's index.
        operand: u8,
    },
    /// A fixed register that the encoding does not contain.
    Implicit,
}
