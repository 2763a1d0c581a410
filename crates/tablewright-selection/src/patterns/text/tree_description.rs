//! Pattern trees with names instead of ids, for people and for tools that do not know [`Forest`].
//!
//! In: a tree, and the names that it refers to. Out: a [`TreeDescription`].

use std::fmt;

use tablewright_records::RecordStore;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::hw_modes::HwModes;

use super::tree_text::TreeNames;
use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::types::type_sets::TypeSetId;

/// Maximum type count that a text names from a set.
const SHOWN_TYPES: usize = 8;

/// A tree node's kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A leaf that is a record: a register class, a type, an operand and so on.
    Record,
    /// A number.
    Number,
    /// A placeholder: `?`, or a fragment parameter.
    Any,
    /// A selection DAG node.
    Node,
    /// An intrinsic call.
    Intrinsic,
    /// A fragment that is not expanded.
    Fragment,
    /// A created instruction.
    Instruction,
    /// A C++ function that changes a value.
    Transform,
    /// A C++ function that matches.
    ComplexPattern,
    /// `set` or `implicit`.
    Effect,
}

impl NodeKind {
    /// Returns the name, as outputs for programs have it.
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Record => "record",
            NodeKind::Number => "number",
            NodeKind::Any => "any",
            NodeKind::Node => "node",
            NodeKind::Intrinsic => "intrinsic",
            NodeKind::Fragment => "fragment",
            NodeKind::Instruction => "instruction",
            NodeKind::Transform => "transform",
            NodeKind::ComplexPattern => "complex-pattern",
            NodeKind::Effect => "effect",
        }
    }
}

/// The types that a value may have, by hardware mode.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TypesDescription {
    /// Mode names, each with its types in number order. The default mode has an empty name, and its types apply to all
    /// modes that are not listed. If empty, no types are known.
    pub modes: Vec<(String, Vec<String>)>,
}

/// Prints the types in one line: `i32`; `i32 i64` if both are possible; `i32, RV64: i64` if the type depends on the
/// mode; `?` if unknown. A long list is cut after the first types.
impl fmt::Display for TypesDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modes.is_empty() {
            return f.write_str("?");
        }
        for (index, (mode, types)) in self.modes.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            if !mode.is_empty() {
                write!(f, "{mode}: ")?;
            }
            match &types[..] {
                [] => f.write_str("none")?,
                types if types.len() <= SHOWN_TYPES => f.write_str(&types.join(" "))?,
                types => {
                    let first = types[..SHOWN_TYPES].join(" ");
                    write!(f, "{first} and {} more", types.len() - SHOWN_TYPES)?;
                }
            }
        }
        Ok(())
    }
}

/// A tree node with its descendants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeDescription {
    /// The node kind.
    pub kind: NodeKind,
    /// The record name, the number, or `?`.
    pub operator: String,
    /// The node name, without `$`.
    pub name: Option<String>,
    /// Its value types.
    pub types: Vec<TypesDescription>,
    /// Fragments whose C++ predicates must be true.
    pub predicates: Vec<String>,
    /// The function that changes the value before it is used in the result.
    pub transform: Option<String>,
    /// The operands.
    pub children: Vec<TreeDescription>,
}

impl TreeDescription {
    /// Whether it is written without parentheses.
    pub fn is_leaf(&self) -> bool {
        match self.kind {
            NodeKind::Record | NodeKind::Number | NodeKind::Any => true,
            NodeKind::ComplexPattern => self.children.is_empty(),
            NodeKind::Node
            | NodeKind::Intrinsic
            | NodeKind::Fragment
            | NodeKind::Instruction
            | NodeKind::Transform
            | NodeKind::Effect => false,
        }
    }

    /// Returns the node without its children: `add`, `GPR:$a`, `imm:$b [simm8] [neg]`.
    pub fn label(&self) -> String {
        let mut text = self.operator.clone();
        self.write_marks(&mut text);
        text
    }

    fn write_marks(&self, text: &mut String) {
        if let Some(name) = &self.name {
            text.extend([":$", name]);
        }
        for predicate in &self.predicates {
            text.extend(["[", predicate, "]"]);
        }
        if let Some(transform) = &self.transform {
            text.extend(["{", transform, "}"]);
        }
    }
}

/// Prints the tree in one line, in pattern syntax; `[…]` after a node is a predicate, `{…}` a transformation.
impl fmt::Display for TreeDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_leaf() {
            return f.write_str(&self.label());
        }
        write!(f, "({}", self.operator)?;
        for (index, child) in self.children.iter().enumerate() {
            write!(f, "{}{child}", if index == 0 { " " } else { ", " })?;
        }
        let mut marks = String::new();
        self.write_marks(&mut marks);
        write!(f, "){marks}")
    }
}

/// A describer for the trees in a forest.
pub struct TreeDescriber<'a> {
    pub(crate) names: TreeNames<'a>,
    pub(crate) hw_modes: &'a HwModes,
    pub(crate) forest: &'a Forest,
}

impl<'a> TreeDescriber<'a> {
    pub(crate) fn store(&self) -> &'a RecordStore {
        self.names.store
    }

    /// Returns a type set.
    pub fn types(&self, types: TypeSetId) -> TypesDescription {
        let mut modes = Vec::new();
        for &(mode, set) in self.names.sets.get(types).modes() {
            let name = if mode.is_default() {
                String::new()
            } else {
                self.hw_modes.get(mode).name.clone()
            };
            let names = set.iter().map(|ty| self.names.type_name(ty).to_owned());
            modes.push((name, names.collect()));
        }
        TypesDescription { modes }
    }

    /// Returns an operator or leaf name.
    pub fn operator(&self, node: NodeId) -> String {
        let operation = self.forest.operation(node);
        let first = self.forest.children(node).first().map(|&child| self.forest.operation(child));
        match (operation, first) {
            (ForestOperation::Int(number), _) => number.to_string(),
            (ForestOperation::Node(_), Some(intrinsic @ ForestOperation::IntrinsicNumber(_))) => {
                self.names.operation(intrinsic).to_owned()
            }
            _ => self.names.operation(operation).to_owned(),
        }
    }

    /// Describes a node without its children.
    pub fn node(&self, node: NodeId) -> TreeDescription {
        let str = |symbol: Symbol| self.store().str(symbol).to_owned();
        let attributes = self.forest.attributes(node);
        let fragment = |id| self.names.operation(ForestOperation::Fragment(id)).to_owned();
        let transform = attributes.transform.map(ForestOperation::Transform);
        TreeDescription {
            kind: self.kind(node),
            operator: self.operator(node),
            name: self.forest.name(node).map(str),
            types: self.forest.types(node).iter().map(|&types| self.types(types)).collect(),
            predicates: attributes.predicates.iter().map(|call| fragment(call.fragment)).collect(),
            transform: transform.map(|transform| self.names.operation(transform).to_owned()),
            children: Vec::new(),
        }
    }

    /// Describes a tree. Omits the leaf that identifies the called intrinsic.
    pub fn tree(&self, node: NodeId) -> TreeDescription {
        let children = self.forest.children(node).iter();
        let children = children.filter(|&&child| {
            !matches!(self.forest.operation(child), ForestOperation::IntrinsicNumber(_))
        });
        let children = children.map(|&child| self.tree(child)).collect();
        TreeDescription { children, ..self.node(node) }
    }

    fn kind(&self, node: NodeId) -> NodeKind {
        let calls_intrinsic = || {
            let first = self.forest.children(node).first();
            let operation = first.map(|&child| self.forest.operation(child));
            matches!(operation, Some(ForestOperation::IntrinsicNumber(_)))
        };
        match self.forest.operation(node) {
            ForestOperation::Record(record) => match self.names.vocabulary.for_record(record) {
                Some(ForestOperation::ComplexPattern(_)) => NodeKind::ComplexPattern,
                _ => NodeKind::Record,
            },
            ForestOperation::Int(_) => NodeKind::Number,
            ForestOperation::Any => NodeKind::Any,
            ForestOperation::Node(_) if calls_intrinsic() => NodeKind::Intrinsic,
            ForestOperation::Node(_) => NodeKind::Node,
            ForestOperation::IntrinsicNumber(_) => NodeKind::Intrinsic,
            ForestOperation::Fragment(_) => NodeKind::Fragment,
            ForestOperation::Instruction(_) => NodeKind::Instruction,
            ForestOperation::Transform(_) => NodeKind::Transform,
            ForestOperation::ComplexPattern(_) => NodeKind::ComplexPattern,
            ForestOperation::Set | ForestOperation::Implicit => NodeKind::Effect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(modes: &[(&str, &[&str])]) -> String {
        let strings = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let modes = modes.iter().map(|&(mode, types)| (mode.to_owned(), strings(types)));
        TypesDescription { modes: modes.collect() }.to_string()
    }

    #[test]
    fn types_are_one_line() {
        assert_eq!(types(&[]), "?");
        assert_eq!(types(&[("", &["i32", "i64"])]), "i32 i64");
        assert_eq!(
            types(&[("", &["i32"]), ("RV64", &["i64"]), ("Odd", &[])]),
            "i32, RV64: i64, Odd: none"
        );
        assert_eq!(types(&[("", &["a"; 10])]), "a a a a a a a a and 2 more");
    }
}
