//! A tree as the comment above its operations: `(set GPR:i32:$rd, (add:i32 …))`.

use tablewright_selection::patterns::{ForestOperation as NodeOperation, NodeId};
use tablewright_text::append;

use super::linearize::LinearizerContext;

impl LinearizerContext<'_, '_> {
    /// Returns a tree with the types of its nodes, the predicates and the functions that change values.
    pub(super) fn tree_text(self, tree: NodeId) -> String {
        let mut text = String::new();
        self.write_tree(tree, &mut text);
        text
    }

    fn write_tree(self, node: NodeId, text: &mut String) {
        let LinearizerContext { reader, store, types, .. } = self;
        let forest = reader.forest();
        let operation = forest.operation(node);
        match operation {
            NodeOperation::Int(number) => append!(text, number),
            NodeOperation::IntrinsicNumber(id) => {
                let record = reader.intrinsic(id).record;
                append!(text, self.intrinsic_numbers.get(&record).copied().unwrap_or(0));
            }
            NodeOperation::Record(_) | NodeOperation::Any => append!(text, self.name_of(node)),
            NodeOperation::Node(_)
            | NodeOperation::Fragment(_)
            | NodeOperation::Instruction(_)
            | NodeOperation::Transform(_)
            | NodeOperation::ComplexPattern(_)
            | NodeOperation::Set
            | NodeOperation::Implicit => append!(text, "(", self.name_of(node)),
        }
        for result in 0..forest.types(node).len() {
            let name = reader.type_of(node, result).and_then(|ty| types.name(store, ty));
            append!(text, ":", name.unwrap_or("?"));
        }
        for (index, &child) in forest.children(node).iter().enumerate() {
            append!(text, if index == 0 { " " } else { ", " });
            self.write_tree(child, text);
        }
        if !operation.is_leaf() {
            append!(text, ")");
        }
        let attributes = forest.attributes(node);
        for call in &attributes.predicates {
            let name = store.record(reader.fragment(call.fragment).record).name();
            append!(text, "<<P:Predicate_", name, ">>");
        }
        if let Some(transform) = attributes.transform {
            append!(text, "<<X:", store.record(reader.transform(transform).record).name(), ">>");
        }
        if let Some(name) = forest.name(node) {
            append!(text, ":$", store.str(name));
        }
    }
}
