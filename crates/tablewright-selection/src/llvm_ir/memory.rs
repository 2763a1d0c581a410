//! Loads, stores and addresses of a block.

use super::block_graph::BlockBuilder;
use super::promotion::{HeldValue, UpperBits};
use super::{IrError, IrType, IrValue};
use crate::patterns::graph::{GraphMemory, GraphPayload, GraphValue, LoadExtension};

impl<'a> BlockBuilder<'a, '_> {
    /// Returns a load that extends its value, if the value is loaded and has no other use.
    pub(super) fn extended_load(
        &mut self,
        value: &IrValue,
        held: HeldValue,
        extension: LoadExtension,
    ) -> Option<GraphValue> {
        let IrValue::Local(name) = value else { return None };
        if self.context.use_counts.get(name.as_str()) != Some(&1) {
            return None;
        }
        let node = self.graph.get(held.value.node);
        let GraphPayload::Memory(memory) = node.payload else { return None };
        let is_last = self.chain.node == held.value.node;
        let is_load = node.opcode == "ISD::LOAD" && memory.extension == LoadExtension::Any;
        if !is_load || !is_last {
            return None;
        }
        let (types, operands) = (node.types.clone(), node.operands.clone());
        self.chain = operands[0];
        let payload = GraphPayload::Memory(GraphMemory { extension, ..memory });
        Some(self.effect("ISD::LOAD", &types[..1], &operands[1..], payload))
    }

    pub(super) fn load(&mut self, ty: IrType, address: &'a IrValue) -> Result<HeldValue, IrError> {
        let address = self.value(address, IrType::Pointer)?.value;
        let (bits, register) = self.register_type(ty)?;
        let bytes = bits.div_ceil(8) * 8;
        let width = self.context.types.bits(register);
        let memory =
            if bytes == width { Some(register) } else { self.context.types.integer(bytes) };
        let memory = memory.ok_or_else(|| self.error(format!("memory access of {bits} bits")))?;
        let extension = if bytes < width { LoadExtension::Any } else { LoadExtension::None };
        let payload =
            GraphPayload::Memory(GraphMemory { ty: memory, extension, is_truncating: false });
        let value = self.effect("ISD::LOAD", &[register], &[address], payload);
        Ok(HeldValue { value, bits, upper: UpperBits::Any })
    }

    pub(super) fn store(
        &mut self,
        ty: IrType,
        value: &'a IrValue,
        address: &'a IrValue,
    ) -> Result<(), IrError> {
        let value = self.value(value, ty)?;
        let address = self.value(address, IrType::Pointer)?.value;
        let (bits, register) = self.register_type(ty)?;
        let bytes = bits.div_ceil(8) * 8;
        let is_truncating = bytes < self.context.types.bits(register);
        let stored = if bits == bytes { value.value } else { self.zero_extended(value) };
        let memory = if is_truncating { self.context.types.integer(bytes) } else { Some(register) };
        let ty = memory.ok_or_else(|| self.error(format!("memory access of {bits} bits")))?;
        let extension = LoadExtension::None;
        let payload = GraphPayload::Memory(GraphMemory { ty, extension, is_truncating });
        self.root_effect("ISD::STORE", &[stored, address], payload);
        Ok(())
    }

    pub(super) fn address(
        &mut self,
        base: &'a IrValue,
        index: &'a IrValue,
        index_type: IrType,
        scale: i64,
    ) -> Result<HeldValue, IrError> {
        let base = self.value(base, IrType::Pointer)?;
        let index = self.value(index, index_type)?;
        let (bits, register) = self.register_type(IrType::Pointer)?;
        let mut distance = self.sign_extended(index);
        let (own, width) =
            (self.context.types.bits(self.type_of(distance)), self.context.types.bits(register));
        if let Some(number) = self.graph.get(distance.node).constant() {
            distance = self.number(number, register);
        } else if own < width {
            distance = self.node("ISD::SIGN_EXTEND", register, &[distance]);
        } else if own > width {
            distance = self.node("ISD::TRUNCATE", register, &[distance]);
        }
        let number = self.graph.get(distance.node).constant();
        let distance = match number {
            Some(number) => self.number(number.wrapping_mul(scale), register),
            None if scale == 1 => distance,
            None if (scale as u64).is_power_of_two() => {
                let amount = self.number(i64::from(scale.trailing_zeros()), register);
                self.node("ISD::SHL", register, &[distance, amount])
            }
            None => {
                let scale = self.number(scale, register);
                self.node("ISD::MUL", register, &[distance, scale])
            }
        };
        let value = match self.graph.get(distance.node).constant() {
            Some(0) => base.value,
            Some(_) | None => self.node("ISD::ADD", register, &[base.value, distance]),
        };
        Ok(HeldValue { value, bits, upper: UpperBits::Any })
    }
}
