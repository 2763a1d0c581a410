//! The meaning of names in the C++ functions of nodes: `N`, `Imm`, `Subtarget`.

use tablewright_selection::patterns::graph::{
    GraphNodeId, GraphPayload, GraphTypes, GraphValue, SelectionGraph,
};

use super::cpp::{CppContext, CppValue};
use super::subtarget::SubtargetCalls;

use CppValue::{Number, Object, Unknown};

/// The names in a condition on the subtarget.
pub(super) struct SubtargetContext<'a, 's> {
    pub(super) subtarget: &'a SubtargetCalls<'s>,
    /// The answer of getters that are not known.
    pub(super) default: Option<bool>,
}

impl CppContext for SubtargetContext<'_, '_> {
    fn name(&self, name: &str) -> CppValue {
        Object(name.to_owned())
    }

    fn call(&self, object: Option<&str>, function: &str, _: &[CppValue]) -> CppValue {
        match object {
            Some("Subtarget") => {
                let answer = self.subtarget.call(function).or(self.default);
                answer.map_or(Unknown, CppValue::from_condition)
            }
            _ => Unknown,
        }
    }
}

/// The names in a condition or transformation of a node.
pub(super) struct NodeContext<'a, 's> {
    pub(super) graph: &'a SelectionGraph,
    pub(super) types: &'a GraphTypes<'s>,
    pub(super) subtarget: &'a SubtargetCalls<'s>,
    pub(super) value: GraphValue,
    /// The arguments of a fragment.
    pub(super) operands: Vec<Option<GraphValue>>,
    pub(super) is_used_once: &'a dyn Fn(GraphValue) -> bool,
}

impl NodeContext<'_, '_> {
    fn object(value: GraphValue) -> CppValue {
        Object(format!("#{}.{}", value.node.index(), value.result))
    }

    fn node(&self, object: &str) -> Option<GraphValue> {
        let (node, result) = object.strip_prefix('#')?.split_once('.')?;
        let node = GraphNodeId::from_index(node.parse().ok()?);
        Some(GraphValue { node, result: result.parse().ok()? })
    }

    fn signed(&self, value: GraphValue) -> CppValue {
        self.graph.get(value.node).constant().map_or(Unknown, |number| Number(number.into()))
    }

    fn unsigned(&self, value: GraphValue) -> CppValue {
        let Some(number) = self.graph.get(value.node).constant() else { return Unknown };
        let bits = self.graph.ty(value).map_or(64, |ty| self.types.bits(ty));
        Number(if (1..64).contains(&bits) {
            i128::from(number) & ((1 << bits) - 1)
        } else {
            i128::from(number as u64)
        })
    }

    fn method(&self, value: GraphValue, function: &str, arguments: &[CppValue]) -> CppValue {
        let node = self.graph.get(value.node);
        let operand = |index: &CppValue| {
            let index = usize::try_from(index.number()?).ok()?;
            node.operands.get(index).copied()
        };
        let constant = |is: fn(i64) -> bool| {
            node.constant().map_or(Unknown, |number| CppValue::from_condition(is(number)))
        };
        match (function, arguments) {
            ("getNode" | "getAPIntValue" | "getAsAPIntVal" | "getConstantIntValue", []) => {
                NodeContext::object(value)
            }
            ("getSExtValue", []) => self.signed(value),
            ("getZExtValue" | "getAsZExtVal" | "getLimitedValue", []) => self.unsigned(value),
            ("isZero", []) => constant(|number| number == 0),
            ("isOne", []) => constant(|number| number == 1),
            ("isAllOnes" | "isAllOnesValue", []) => constant(|number| number == -1),
            ("getOpcode", []) => Object(node.opcode.clone()),
            ("getOperand", [index]) => operand(index).map_or(Unknown, NodeContext::object),
            ("getConstantOperandVal", [index]) => {
                operand(index).map_or(Unknown, |operand| self.unsigned(operand))
            }
            ("hasOneUse", []) => CppValue::from_condition((self.is_used_once)(value)),
            ("getNumOperands", []) => Number(node.operands.len() as i128),
            ("getFlags", []) => Object("Flags".to_owned()),
            ("getValueType" | "getSimpleValueType", _) => {
                let ty = self.graph.ty(value).map(|ty| self.types.name(ty));
                ty.map_or(Unknown, |ty| Object(format!("MVT::{ty}")))
            }
            ("getMemoryVT", []) => match &node.payload {
                GraphPayload::Memory(memory) => {
                    Object(format!("MVT::{}", self.types.name(memory.ty)))
                }
                GraphPayload::None
                | GraphPayload::Constant(_)
                | GraphPayload::Register(_)
                | GraphPayload::Block(_)
                | GraphPayload::Condition(_)
                | GraphPayload::Type(_)
                | GraphPayload::Symbol(_) => Unknown,
            },
            // Values are unknown, volatile and atomic accesses do not occur.
            ("isVolatile" | "isAtomic", []) => Number(0),
            ("isSimple", []) => Number(1),
            _ => Unknown,
        }
    }

    fn free_function(&self, function: &str, arguments: &[CppValue]) -> CppValue {
        let node = arguments.first().and_then(|argument| match argument {
            Object(object) => self.node(object),
            Number(_) | Unknown => None,
        });
        let constant = |is: fn(i64) -> bool| {
            let Some(node) = node else { return Unknown };
            let number = self.graph.get(node.node).constant();
            CppValue::from_condition(number.is_some_and(is))
        };
        match function {
            "isNullConstant" => constant(|number| number == 0),
            "isOneConstant" => constant(|number| number == 1),
            "isAllOnesConstant" => constant(|number| number == -1),
            "dyn_cast<ConstantSDNode>" => match node {
                Some(node) if self.graph.get(node.node).constant().is_some() => {
                    NodeContext::object(node)
                }
                Some(_) => Number(0),
                None => Unknown,
            },
            "isa<ConstantSDNode>" => constant(|_| true),
            "Operands[]" => {
                let index = arguments.first().and_then(CppValue::number);
                let index = index.and_then(|index| usize::try_from(index).ok());
                let operand = index.and_then(|index| *self.operands.get(index)?);
                operand.map_or(Unknown, NodeContext::object)
            }
            // Targets have functions that make an operand from a number.
            _ if function.starts_with("get") && function.ends_with("Imm") => arguments
                .iter()
                .find(|argument| argument.number().is_some())
                .cloned()
                .unwrap_or(Unknown),
            _ => Unknown,
        }
    }
}

impl CppContext for NodeContext<'_, '_> {
    fn name(&self, name: &str) -> CppValue {
        match name {
            "N" | "Node" | "Op" => NodeContext::object(self.value),
            "Imm" => self.signed(self.value),
            _ => Object(name.to_owned()),
        }
    }

    fn call(&self, object: Option<&str>, function: &str, arguments: &[CppValue]) -> CppValue {
        match object {
            None => self.free_function(function, arguments),
            Some("Subtarget") => {
                self.subtarget.call(function).map_or(Unknown, CppValue::from_condition)
            }
            Some("CurDAG") => match function {
                "getTargetConstant"
                | "getSignedTargetConstant"
                | "getConstant"
                | "getSignedConstant" => arguments.first().cloned().unwrap_or(Unknown),
                _ => Unknown,
            },
            // Graphs have no flags such as `nsw`.
            Some("Flags") => Number(0),
            Some(object) => {
                self.node(object).map_or(Unknown, |node| self.method(node, function, arguments))
            }
        }
    }
}
