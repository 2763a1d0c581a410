//! Graphs as text, for messages.

use super::{GraphPayload, GraphTypes, GraphValue, SelectionGraph};

/// Operands below this depth are left out.
const MAX_DEPTH: usize = 4;

impl SelectionGraph {
    /// Returns a value as text: `(add i32:$a, 5)`. Chains are left out.
    pub fn text(&self, types: &GraphTypes<'_>, value: GraphValue) -> String {
        let mut text = String::new();
        self.write(types, value, 0, &mut text);
        text
    }

    fn write(&self, types: &GraphTypes<'_>, value: GraphValue, depth: usize, text: &mut String) {
        let node = self.get(value.node);
        let ty = self.ty(value).map_or("?", |ty| types.name(ty));
        match &node.payload {
            GraphPayload::Constant(number) => text.push_str(&number.to_string()),
            GraphPayload::Register(name) => text.extend([ty, ":$", name]),
            GraphPayload::Block(name) => text.extend(["bb:$", name]),
            GraphPayload::Symbol(name) => text.extend(["$", name]),
            GraphPayload::Condition(name) => text.push_str(name),
            GraphPayload::Type(ty) => text.push_str(types.name(*ty)),
            GraphPayload::None | GraphPayload::Memory(_) => {
                text.extend(["(", &self.node_name(types, value)]);
                if depth == MAX_DEPTH {
                    text.push_str(" …)");
                    return;
                }
                let mut separator = " ";
                for &operand in &node.operands {
                    let is_chain = self.ty(operand) == Some(types.other)
                        && matches!(
                            self.get(operand.node).payload,
                            GraphPayload::None | GraphPayload::Memory(_)
                        );
                    if is_chain {
                        continue;
                    }
                    text.push_str(separator);
                    self.write(types, operand, depth + 1, text);
                    separator = ", ";
                }
                text.push(')');
            }
        }
    }

    /// Returns a node's operation as patterns name it: `add`, `zextloadi8`.
    pub fn node_name(&self, types: &GraphTypes<'_>, value: GraphValue) -> String {
        let node = self.get(value.node);
        let name = match node.opcode.strip_prefix("ISD::") {
            Some(name) => name.to_lowercase(),
            None => node.opcode.clone(),
        };
        let GraphPayload::Memory(memory) = node.payload else { return name };
        let memory_type = types.name(memory.ty);
        match memory.extension {
            super::LoadExtension::Sign => format!("sextload{memory_type}"),
            super::LoadExtension::Zero => format!("zextload{memory_type}"),
            super::LoadExtension::Any => format!("extload{memory_type}"),
            super::LoadExtension::None if memory.is_truncating => {
                format!("truncstore{memory_type}")
            }
            super::LoadExtension::None => name,
        }
    }
}
