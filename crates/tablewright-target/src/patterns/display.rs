//! Trees and types as text, for messages and for people.

use std::fmt::Write;

use super::context::Context;
use super::forest::{Forest, NodeId, Operation};
use super::type_sets::TypeSetId;
use crate::value_types::ValueType;

impl<'s> Context<'s> {
    /// The name of a type.
    pub(super) fn type_name(&self, ty: ValueType) -> &'s str {
        self.types.types.name(self.store, ty).unwrap_or("?")
    }

    /// A set of types by mode, `*` being the default mode: `{ *:[i32] m1:[i64] }`.
    pub(super) fn type_set_text(&self, id: TypeSetId) -> String {
        let sets = self.sets.get(id);
        if sets.is_unknown() {
            return "{}".to_owned();
        }
        let mut text = String::from("{");
        for (mode, set) in sets.modes() {
            let names: Vec<&str> = set.iter().map(|ty| self.type_name(ty)).collect();
            let names = names.join(" ");
            // Writing to a string cannot fail.
            let _ = match mode.is_default() {
                true => write!(text, " *:[{names}]"),
                false => write!(text, " m{}:[{names}]", mode.index()),
            };
        }
        text.push_str(" }");
        text
    }

    /// A tree, with the types of its nodes.
    pub(super) fn tree_text(&self, forest: &Forest, tree: NodeId) -> String {
        let mut text = String::new();
        self.write_tree(forest, tree, &mut text);
        text
    }

    fn write_tree(&self, forest: &Forest, node: NodeId, text: &mut String) {
        let operation = forest.operation(node);
        match operation {
            Operation::Int(number) => text.push_str(&number.to_string()),
            Operation::Any => text.push('?'),
            _ => {
                if !operation.is_leaf() {
                    text.push('(');
                }
                text.push_str(self.operation_name(operation));
            }
        }
        for &types in forest.types(node) {
            text.push(':');
            text.push_str(&self.type_set_text(types));
        }
        for (place, &child) in forest.children(node).iter().enumerate() {
            text.push_str(if place == 0 { " " } else { ", " });
            self.write_tree(forest, child, text);
        }
        if !operation.is_leaf() {
            text.push(')');
        }
        let attributes = forest.attributes(node);
        for call in &attributes.predicates {
            let fragment = self.operators.fragments[call.fragment].record;
            let name = self.record(fragment).name();
            let scope = call.scope.map_or(String::new(), |scope| format!("{scope}:"));
            text.push_str(&format!("<<P:{scope}Predicate_{name}>>"));
        }
        if let Some(transform) = attributes.transform {
            let name = self.operation_name(Operation::Transform(transform));
            text.push_str(&format!("<<X:{name}>>"));
        }
        if let Some(name) = forest.name(node) {
            text.push_str(&format!(":${}", self.store.str(name)));
        }
        for name in &attributes.argument_names {
            text.push_str(&format!(":$pred:{}:{}", name.scope, self.store.str(name.name)));
        }
    }
}
