//! Records of class `NodeSemantics`, by the node that they describe.

use rustc_hash::FxHashMap;
use tablewright_records::{
    AnalysisError, FieldError, Record, RecordId, RecordStore, Value as Init, ValueId,
};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

/// The semantics by node record.
#[derive(Default)]
pub(crate) struct NodeSemantics<'s> {
    by_record: FxHashMap<RecordId, DescribedNode<'s>>,
}

/// The semantics of a node.
#[derive(Clone)]
pub(super) struct DescribedNode<'s> {
    record: Record<'s>,
    pub(super) parameters: Vec<Symbol>,
    pub(super) trees: &'s [ValueId],
}

impl<'s> NodeSemantics<'s> {
    /// Reads the records.
    pub(crate) fn new(store: &'s RecordStore) -> Result<NodeSemantics<'s>, AnalysisError> {
        let mut by_record: FxHashMap<RecordId, DescribedNode<'s>> = FxHashMap::default();
        for record in store.derived_if_defined("NodeSemantics") {
            let dag = record.dag("Node")?;
            let Init::Def(node) = store.value(dag.operator) else {
                let error = FieldError::new(Code::PatternNodes, record, "the node is not a record");
                return Err(error.label_field(record, "Node").into());
            };
            let mut parameters = Vec::new();
            for arg in dag.args {
                let Some(name) = arg.name else {
                    let message = "an argument of the node lacks a name";
                    let error = FieldError::new(Code::PatternNodes, record, message);
                    return Err(error.label_field(record, "Node").into());
                };
                parameters.push(name);
            }
            let described = DescribedNode { record, parameters, trees: record.list("Trees")? };
            if let Some(first) = by_record.insert(node, described) {
                let name = store.record(node).name();
                let message = format!("node '{name}' has semantics twice");
                let error = FieldError::new(Code::PatternNodes, record, message);
                return Err(error.label_record(first.record, "the other semantics").into());
            }
        }
        Ok(NodeSemantics { by_record })
    }

    pub(super) fn get(&self, record: RecordId) -> Option<&DescribedNode<'s>> {
        self.by_record.get(&record)
    }

    pub(crate) fn contains(&self, record: RecordId) -> bool {
        self.by_record.contains_key(&record)
    }
}
