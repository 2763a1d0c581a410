//! Value sizes: an extension restores a value from this many bits. A value that fits needs no extension.

use rustc_hash::FxHashMap;

use crate::patterns::graph::{
    GraphNode, GraphPayload, GraphTypes, GraphValue, LoadExtension, SelectionGraph,
};

/// A value size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueSize {
    /// Bits that a zero extension needs.
    pub(super) unsigned: u32,
    /// Bits that a sign extension needs.
    pub(super) signed: u32,
}

impl ValueSize {
    /// Returns the size for an unknown value.
    pub(super) fn unknown(width: u32) -> ValueSize {
        ValueSize { unsigned: width, signed: width }
    }

    fn for_number(number: i64, width: u32) -> ValueSize {
        let magnitude = 64 - (number ^ (number >> 63)).leading_zeros();
        let unsigned = if number < 0 { width } else { magnitude };
        ValueSize { unsigned, signed: magnitude + 1 }
    }

    /// Returns the size for a selection between two values.
    fn or(self, other: ValueSize) -> ValueSize {
        let (unsigned, signed) = (self.unsigned.max(other.unsigned), self.signed.max(other.signed));
        ValueSize { unsigned, signed }
    }

    /// Limits the size to the width. A zero before the number is its sign.
    fn within(self, width: u32) -> ValueSize {
        let unsigned = self.unsigned.min(width);
        ValueSize { unsigned, signed: self.signed.min(unsigned + 1).clamp(1, width) }
    }
}

/// Value sizes in a graph.
pub(super) struct ValueSizes<'a, 's> {
    pub(super) graph: &'a SelectionGraph,
    pub(super) types: &'a GraphTypes<'s>,
    /// Known sizes, for example for parameters with an extension by the caller.
    pub(super) known: &'a FxHashMap<GraphValue, ValueSize>,
}

/// The longest path from a value to its operands.
const MAX_DEPTH: u32 = 6;

impl ValueSizes<'_, '_> {
    /// Returns a value's size.
    pub(super) fn size(&self, value: GraphValue) -> ValueSize {
        self.size_at(value, 0)
    }

    fn width(&self, value: GraphValue) -> u32 {
        self.graph.ty(value).map_or(64, |ty| self.types.bits(ty)).clamp(1, 64)
    }

    fn size_at(&self, value: GraphValue, depth: u32) -> ValueSize {
        let width = self.width(value);
        if let Some(size) = self.known.get(&value) {
            return size.within(width);
        }
        let node = self.graph.get(value.node);
        if let Some(number) = node.constant() {
            return ValueSize::for_number(number, width).within(width);
        }
        let size = if depth < MAX_DEPTH { self.node_size(node, width, depth + 1) } else { None };
        size.unwrap_or(ValueSize::unknown(width)).within(width)
    }

    /// Returns the result size; `None` for an unknown operation.
    fn node_size(&self, node: &GraphNode, width: u32, depth: u32) -> Option<ValueSize> {
        let operand = |index: usize| {
            let value = node.operands.get(index).copied()?;
            Some(self.size_at(value, depth))
        };
        let either = |a: usize, b: usize| Some(operand(a)?.or(operand(b)?));
        let sum = |size: ValueSize, bits: u32| ValueSize {
            unsigned: size.unsigned.saturating_add(bits),
            signed: size.signed.saturating_add(bits),
        };
        let size = match node.opcode.as_str() {
            "ISD::SETCC" => ValueSize { unsigned: 1, signed: 2 },
            "ISD::AND" => {
                let (a, b) = (operand(0)?, operand(1)?);
                ValueSize { unsigned: a.unsigned.min(b.unsigned), ..a.or(b) }
            }
            "ISD::OR" | "ISD::XOR" => either(0, 1)?,
            "ISD::ADD" => sum(either(0, 1)?, 1),
            "ISD::SUB" => ValueSize { unsigned: width, ..sum(either(0, 1)?, 1) },
            "ISD::MUL" => {
                let (a, b) = (operand(0)?, operand(1)?);
                ValueSize { unsigned: a.unsigned + b.unsigned, signed: a.signed + b.signed }
            }
            "ISD::SELECT" => either(1, 2)?,
            "ISD::SELECT_CC" => either(2, 3)?,
            "ISD::UDIV" => operand(0)?,
            "ISD::UREM" => {
                let (a, b) = (operand(0)?.unsigned, operand(1)?.unsigned);
                ValueSize { unsigned: a.min(b), signed: width }
            }
            "ISD::SHL" => sum(operand(0)?, self.amount(node)?),
            "ISD::SRL" => {
                let unsigned = operand(0)?.unsigned.saturating_sub(self.amount(node)?);
                ValueSize { unsigned, signed: width }
            }
            "ISD::SRA" => {
                let (size, amount) = (operand(0)?, self.amount(node)?);
                let is_negative = size.unsigned >= width;
                let unsigned =
                    if is_negative { width } else { size.unsigned - amount.min(size.unsigned) };
                ValueSize { unsigned, signed: size.signed.saturating_sub(amount) }
            }
            "ISD::SIGN_EXTEND_INREG" => {
                let GraphPayload::Type(from) = self.graph.get(node.operands.get(1)?.node).payload
                else {
                    return None;
                };
                let (size, from) = (operand(0)?, self.types.bits(from));
                let unsigned = if size.unsigned < from { size.unsigned } else { width };
                ValueSize { unsigned, signed: size.signed.min(from) }
            }
            "ISD::ZERO_EXTEND" => ValueSize { signed: width, ..operand(0)? },
            "ISD::SIGN_EXTEND" => {
                let (size, from) = (operand(0)?, self.width(*node.operands.first()?));
                let unsigned = if size.unsigned < from { size.unsigned } else { width };
                ValueSize { unsigned, ..size }
            }
            "ISD::LOAD" => {
                let GraphPayload::Memory(memory) = node.payload else { return None };
                let bits = self.types.bits(memory.ty);
                match memory.extension {
                    LoadExtension::Zero => ValueSize { unsigned: bits, signed: width },
                    LoadExtension::Sign => ValueSize { unsigned: width, signed: bits },
                    LoadExtension::None | LoadExtension::Any => return None,
                }
            }
            _ => return None,
        };
        Some(size)
    }

    /// Returns a constant shift amount.
    fn amount(&self, node: &GraphNode) -> Option<u32> {
        let amount = self.graph.get(node.operands.get(1)?.node).constant()?;
        u32::try_from(amount).ok().filter(|&amount| amount < 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_fewest_bits() {
        let sizes = |number| {
            let size = ValueSize::for_number(number, 16).within(16);
            (size.unsigned, size.signed)
        };
        assert_eq!(sizes(0), (0, 1));
        assert_eq!(sizes(1), (1, 2));
        assert_eq!(sizes(127), (7, 8));
        assert_eq!(sizes(-1), (16, 1));
        assert_eq!(sizes(-128), (16, 8));
        assert_eq!(sizes(-129), (16, 9));
        assert_eq!(sizes(32767), (15, 16));
    }

    #[test]
    fn a_zero_before_a_number_is_its_sign() {
        let size = ValueSize { unsigned: 8, signed: 32 }.within(32);
        assert_eq!(size, ValueSize { unsigned: 8, signed: 9 });
        let size = ValueSize { unsigned: 40, signed: 33 }.within(32);
        assert_eq!(size, ValueSize::unknown(32));
    }
}
