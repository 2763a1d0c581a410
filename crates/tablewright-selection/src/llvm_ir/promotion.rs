//! Integers in registers: a type that registers do not have is held in the next larger one.

use tablewright_target::value_types::ValueType;

use super::IrType;
use crate::patterns::graph::{GraphTypes, GraphValue};

/// Knowledge about the bits of a register above those of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UpperBits {
    Any,
    Zero,
    Sign,
}

/// A value of IR in a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HeldValue {
    pub(super) value: GraphValue,
    /// Bits of the value in IR.
    pub(super) bits: u32,
    pub(super) upper: UpperBits,
}

/// The integer types of registers, smallest first.
pub(super) struct RegisterTypes {
    integers: Vec<(u32, ValueType)>,
    pointer: Option<(u32, ValueType)>,
}

impl RegisterTypes {
    pub(super) fn new(types: &GraphTypes<'_>) -> RegisterTypes {
        let integers = [8, 16, 32, 64].into_iter();
        let integers = integers.filter_map(|bits| Some((bits, types.integer(bits)?)));
        RegisterTypes {
            integers: integers.filter(|&(_, ty)| types.has_register(ty)).collect(),
            pointer: types.pointer.map(|ty| (types.bits(ty), ty)),
        }
    }

    /// Returns the type of the register that holds a type, and the bits of the type itself.
    pub(super) fn register_for(&self, ty: IrType) -> Option<(u32, ValueType)> {
        match ty {
            IrType::Pointer => self.pointer,
            IrType::Void => None,
            IrType::Integer(bits) => {
                let held = self.integers.iter().find(|(of_register, _)| *of_register >= bits);
                held.map(|&(_, ty)| (bits, ty))
            }
        }
    }

    /// Returns the types in which a comparison's result may be held: of `operand` first.
    pub(super) fn conditions(&self, operand: ValueType) -> Vec<ValueType> {
        let pointer = self.pointer.map(|(_, ty)| ty);
        let mut types = vec![operand];
        types.extend(pointer);
        types.extend(self.integers.iter().map(|&(_, ty)| ty));
        types
    }
}
