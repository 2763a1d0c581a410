//! Trees and types as text, for messages and for people.
//!
//! In: a tree, and the operators and types that it refers to. Out: one line.

use std::borrow::Cow;
use std::fmt::{self, Write};

use tablewright_records::RecordStore;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::Instructions;
use tablewright_target::value_types::{ValueType, ValueTypes};

use crate::patterns::forest::{Forest, ForestOperation, NodeId};
use crate::patterns::types::type_sets::{TypeSetId, TypeSets};
use crate::patterns::vocabulary::definitions::Vocabulary;

/// Tables for the names that trees refer to.
pub(crate) struct TreeNames<'a> {
    pub(crate) store: &'a RecordStore,
    pub(crate) types: &'a ValueTypes,
    pub(crate) instructions: &'a Instructions,
    pub(crate) sets: &'a TypeSets,
    pub(crate) vocabulary: &'a Vocabulary,
    /// Intrinsic numbers; if empty, intrinsics are written by name.
    pub(crate) intrinsic_numbers: Cow<'a, [i64]>,
}

impl TreeNames<'_> {
    /// Returns a type's name.
    pub(crate) fn type_name(&self, ty: ValueType) -> &str {
        self.types.name(self.store, ty).unwrap_or("?")
    }

    /// Returns a type set by mode, `*` being the default mode: `{ *:[i32] m1:[i64] }`.
    pub(crate) fn type_set(&self, id: TypeSetId) -> String {
        let mut text = String::new();
        self.write_type_set(id, &mut text);
        text
    }

    fn write_type_set(&self, id: TypeSetId, text: &mut String) {
        let sets = self.sets.get(id);
        text.push('{');
        if !sets.is_unknown() {
            for (mode, set) in sets.modes() {
                if mode.is_default() {
                    text.push_str(" *")
                } else {
                    write_to(text, format_args!(" m{}", mode.index()))
                }
                text.push_str(":[");
                for (index, ty) in set.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { " " });
                    text.push_str(self.type_name(ty));
                }
                text.push(']');
            }
            text.push(' ');
        }
        text.push('}');
    }

    /// Returns the record name for an operator or leaf.
    pub(crate) fn operation(&self, operation: ForestOperation) -> &str {
        let record = match operation {
            ForestOperation::Record(record) => record,
            ForestOperation::Node(node) => self.vocabulary.sd_nodes[node].record,
            ForestOperation::Fragment(fragment) => self.vocabulary.fragments[fragment].record,
            ForestOperation::Instruction(instruction) => self.instructions.record(instruction),
            ForestOperation::Transform(transform) => self.vocabulary.transforms[transform].record,
            ForestOperation::ComplexPattern(pattern) => {
                self.vocabulary.complex_patterns[pattern].record
            }
            ForestOperation::IntrinsicNumber(intrinsic) => {
                self.vocabulary.intrinsics[intrinsic].record
            }
            ForestOperation::Set => return "set",
            ForestOperation::Implicit => return "implicit",
            ForestOperation::Int(_) | ForestOperation::Any => return "?",
        };
        self.store.record(record).name()
    }

    /// Writes a tree with its node types.
    pub(crate) fn write(&self, forest: &Forest, node: NodeId, text: &mut String) {
        let name = |name: Symbol| self.store.str(name);
        let operation = forest.operation(node);
        match operation {
            ForestOperation::Int(number) => write_to(text, format_args!("{number}")),
            ForestOperation::IntrinsicNumber(id) if !self.intrinsic_numbers.is_empty() => {
                write_to(text, format_args!("{}", self.intrinsic_numbers[id.index()]));
            }
            _ if operation.is_leaf() => text.push_str(self.operation(operation)),
            ForestOperation::Record(_)
            | ForestOperation::Any
            | ForestOperation::IntrinsicNumber(_)
            | ForestOperation::Node(_)
            | ForestOperation::Fragment(_)
            | ForestOperation::Instruction(_)
            | ForestOperation::Transform(_)
            | ForestOperation::ComplexPattern(_)
            | ForestOperation::Set
            | ForestOperation::Implicit => text.extend(["(", self.operation(operation)]),
        }
        for &types in forest.types(node) {
            text.push(':');
            self.write_type_set(types, text);
        }
        for (index, &child) in forest.children(node).iter().enumerate() {
            text.push_str(if index == 0 { " " } else { ", " });
            self.write(forest, child, text);
        }
        if !operation.is_leaf() {
            text.push(')');
        }
        let attributes = forest.attributes(node);
        for call in &attributes.predicates {
            let fragment = self.operation(ForestOperation::Fragment(call.fragment));
            text.push_str("<<P:");
            if let Some(scope) = call.scope {
                write_to(text, format_args!("{scope}:"));
            }
            text.extend(["Predicate_", fragment, ">>"]);
        }
        if let Some(transform) = attributes.transform {
            text.extend(["<<X:", self.operation(ForestOperation::Transform(transform)), ">>"]);
        }
        if let Some(own) = forest.name(node) {
            text.extend([":$", name(own)]);
        }
        for argument in &attributes.argument_names {
            write_to(text, format_args!(":$pred:{}:{}", argument.scope, name(argument.name)));
        }
    }
}

/// A writer for pattern trees.
pub struct TreeWriter<'a> {
    pub(crate) names: TreeNames<'a>,
    pub(crate) forest: &'a Forest,
}

impl TreeWriter<'_> {
    /// Appends a tree with its node types to a text.
    pub fn write(&self, tree: NodeId, text: &mut String) {
        self.names.write(self.forest, tree, text);
    }

    /// Returns the record name for an operator or leaf.
    pub fn operator(&self, operation: ForestOperation) -> &str {
        self.names.operation(operation)
    }
}

fn write_to(text: &mut String, what: fmt::Arguments<'_>) {
    text.write_fmt(what).expect("writing to a string cannot fail");
}
