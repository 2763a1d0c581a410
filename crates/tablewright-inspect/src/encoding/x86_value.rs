//! The values of operands of X86, with the records of their registers.

use serde::Serialize;

/// The value of an operand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum X86Value {
    /// A register.
    Register {
        /// Its number in encodings.
        number: u8,
        /// Its record; `None` where the class of the operand has no register of that number.
        #[serde(skip_serializing_if = "Option::is_none")]
        register: Option<String>,
    },
    /// An operand in memory.
    Memory {
        /// The numbers of the registers that are added; two for some addresses of 16 bits.
        bases: Vec<u8>,
        /// Their records, as far as the description has them.
        base_registers: Vec<Option<String>>,
        /// Whether the address of the next instruction is added.
        is_relative: bool,
        /// The number of the register that is multiplied by `scale` and added.
        index: Option<u8>,
        /// Its record.
        #[serde(skip_serializing_if = "Option::is_none")]
        index_register: Option<String>,
        /// The factor of the index.
        scale: u8,
        /// The number that is added.
        displacement: i64,
        /// How many bits the address has.
        address_bits: u8,
    },
    /// A number.
    Number {
        /// The number.
        value: i64,
    },
    /// The same register as another operand.
    Same {
        /// The number of the operand, from zero.
        operand: u8,
    },
    /// A register that the instruction always has.
    Implicit,
}
