//! Decision trees as functions.

use rustc_hash::FxHashMap;
use tablewright_target::decoding::decision_tree::DecisionId;
use tablewright_target::decoding::encodings::EncodingId;

use super::model::{TreeCase, TreeFunction, TreeStep};
use crate::decode_table::{DecodeTable, DecoderNode};

/// A part of a tree with more steps becomes a function.
const MAX_STEPS: usize = 24;

/// Builds the functions of a table's tree.
pub(super) struct TreeBuilder<'a> {
    table: &'a DecodeTable,
    encodings: &'a FxHashMap<EncodingId, Vec<String>>,
    functions: Vec<TreeFunction>,
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(
        table: &'a DecodeTable,
        encodings: &'a FxHashMap<EncodingId, Vec<String>>,
    ) -> TreeBuilder<'a> {
        TreeBuilder { table, encodings, functions: Vec::new() }
    }

    /// Returns the functions; the root is the last.
    pub(super) fn functions(mut self) -> Vec<TreeFunction> {
        let is_empty = self.table.nodes.is_empty();
        let body = if is_empty { Vec::new() } else { self.body(DecisionId::from_index(0)) };
        self.functions.push(TreeFunction { name: "decode".to_owned(), body });
        self.functions
    }

    fn body(&mut self, node: DecisionId) -> Vec<TreeStep> {
        let mut steps = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.take() {
            match &self.table.nodes[node] {
                DecoderNode::Accept(encoding) => {
                    steps.extend(self.encodings[encoding].iter().cloned().map(TreeStep::Try));
                }
                DecoderNode::TryFirst { first, otherwise } => {
                    steps.extend(self.encodings[first].iter().cloned().map(TreeStep::Try));
                    next = Some(*otherwise);
                }
                DecoderNode::Switch { shift, mask, cases, otherwise } => {
                    let (low, width) = (*shift, mask.count_ones());
                    let cases = self.cases(cases);
                    steps.push(TreeStep::Switch { low, width, cases });
                    next = *otherwise;
                }
                DecoderNode::Conflict => {}
            }
        }
        steps
    }

    /// Returns the cases of a switch. Values with equal steps share a case.
    fn cases(&mut self, cases: &[(u64, DecisionId)]) -> Vec<TreeCase> {
        let mut merged: Vec<TreeCase> = Vec::new();
        for &(value, node) in cases {
            let mut body = self.body(node);
            if body.is_empty() {
                continue;
            }
            if body.iter().map(size).sum::<usize>() > MAX_STEPS {
                let name = format!("part_{}", self.functions.len() + 1);
                self.functions.push(TreeFunction { name: name.clone(), body });
                body = vec![TreeStep::Call(name)];
            }
            match merged.iter_mut().find(|case| case.body == body) {
                Some(case) => case.values.push(value),
                None => merged.push(TreeCase { values: vec![value], body }),
            }
        }
        merged
    }
}

/// Returns the number of attempts and calls.
fn size(step: &TreeStep) -> usize {
    match step {
        TreeStep::Try(_) | TreeStep::Call(_) => 1,
        TreeStep::Switch { cases, .. } => {
            cases.iter().flat_map(|case| &case.body).map(size).sum::<usize>() + 1
        }
    }
}
