//! Trees spelled out: names instead of ids, for people and for tools that know nothing of a [`Forest`].
//!
//! In: a tree, and what it refers to. Out: a [`TreeDescription`].

use std::fmt;

use tablewright_records::RecordStore;
use tablewright_syntax::symbol::Symbol;

use super::tree_text::TreeNames;
use crate::hw_modes::HwModes;
use crate::patterns::forest::{Forest, NodeId, Operation};
use crate::patterns::types::type_sets::TypeSetId;

/// How many types of a set a text names.
const SHOWN_TYPES: usize = 8;

/// What a node of a tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A leaf that is a record: a register class, a type, an operand and so on.
    Record,
    /// A number.
    Number,
    /// Whatever is given: `?`, or a parameter of a fragment.
    Any,
    /// A node of the selection DAG.
    Node,
    /// A call of an intrinsic.
    Intrinsic,
    /// A fragment that is not expanded.
    Fragment,
    /// An instruction that is made.
    Instruction,
    /// A C++ function that changes a value.
    Transform,
    /// A C++ function that matches.
    ComplexPattern,
    /// `set` or `implicit`.
    Effect,
}

impl NodeKind {
    /// Its name, as outputs for programs have it.
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

/// The types that a value may have, by mode of the hardware.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TypesDescription {
    /// The names of modes, each with those of the types in order of their numbers. The name of the default
    /// mode is empty; a mode that is not listed has its types. Without any mode, nothing is known.
    pub modes: Vec<(String, Vec<String>)>,
}

/// The types in one line: `i32`; `i32 i64` if it may be either; `i32, RV64: i64` if it depends on the mode;
/// `?` if nothing is known. Of long lists only the first are named.
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

/// A node of a tree with what is below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeDescription {
    /// What it is.
    pub kind: NodeKind,
    /// The name of the record, the number, or `?`.
    pub operator: String,
    /// The name of the node, without `$`.
    pub name: Option<String>,
    /// The types of its values.
    pub types: Vec<TypesDescription>,
    /// The fragments whose C++ predicates have to hold.
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

    /// The node without what is below it: `add`, `GPR:$a`, `imm:$b [simm8] [neg]`.
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

/// The tree in one line, as patterns are written; `[…]` behind a node is a predicate, `{…}` a transformation.
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

/// Describes trees of a forest.
pub struct TreeDescriber<'a> {
    pub(crate) names: TreeNames<'a>,
    pub(crate) hw_modes: &'a HwModes,
    pub(crate) forest: &'a Forest,
}

impl<'a> TreeDescriber<'a> {
    pub(crate) fn store(&self) -> &'a RecordStore {
        self.names.store
    }

    /// A set of types.
    pub fn types(&self, types: TypeSetId) -> TypesDescription {
        let modes = self.names.sets.get(types).modes().iter().map(|&(mode, set)| {
            let name = if mode.is_default() {
                String::new()
            } else {
                self.hw_modes.get(mode).name.clone()
            };
            (name, set.iter().map(|ty| self.names.type_name(ty).to_owned()).collect())
        });
        TypesDescription { modes: modes.collect() }
    }

    /// The name of an operator or leaf.
    pub fn operator(&self, node: NodeId) -> String {
        let operation = self.forest.operation(node);
        let first = self.forest.children(node).first().map(|&child| self.forest.operation(child));
        match (operation, first) {
            (Operation::Int(number), _) => number.to_string(),
            (Operation::Node(_), Some(intrinsic @ Operation::IntrinsicNumber(_))) => {
                self.names.operation(intrinsic).to_owned()
            }
            _ => self.names.operation(operation).to_owned(),
        }
    }

    /// A node without what is below it.
    pub fn node(&self, node: NodeId) -> TreeDescription {
        let str = |symbol: Symbol| self.store().str(symbol).to_owned();
        let attributes = self.forest.attributes(node);
        let fragment = |id| self.names.operation(Operation::Fragment(id)).to_owned();
        let transform = attributes.transform.map(Operation::Transform);
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

    /// A tree. The leaf that says which intrinsic is called is left out.
    pub fn tree(&self, node: NodeId) -> TreeDescription {
        let children = self.forest.children(node).iter();
        let children = children.filter(|&&child| {
            !matches!(self.forest.operation(child), Operation::IntrinsicNumber(_))
        });
        let children = children.map(|&child| self.tree(child)).collect();
        TreeDescription { children, ..self.node(node) }
    }

    fn kind(&self, node: NodeId) -> NodeKind {
        let calls_intrinsic = || {
            let first = self.forest.children(node).first();
            first.is_some_and(|&child| {
                matches!(self.forest.operation(child), Operation::IntrinsicNumber(_))
            })
        };
        match self.forest.operation(node) {
            Operation::Record(record) => match self.names.vocabulary.of_record(record) {
                Some(Operation::ComplexPattern(_)) => NodeKind::ComplexPattern,
                _ => NodeKind::Record,
            },
            Operation::Int(_) => NodeKind::Number,
            Operation::Any => NodeKind::Any,
            Operation::Node(_) if calls_intrinsic() => NodeKind::Intrinsic,
            Operation::Node(_) => NodeKind::Node,
            Operation::IntrinsicNumber(_) => NodeKind::Intrinsic,
            Operation::Fragment(_) => NodeKind::Fragment,
            Operation::Instruction(_) => NodeKind::Instruction,
            Operation::Transform(_) => NodeKind::Transform,
            Operation::ComplexPattern(_) => NodeKind::ComplexPattern,
            Operation::Set | Operation::Implicit => NodeKind::Effect,
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
