//! Patterns of the selection DAG.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore, Value};
use tablewright_selection::patterns::{Patterns, selector_patterns};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::HwModes;

use super::names;
use crate::SourceLocation;

/// A pattern in the form in which selection tries it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedPattern {
    /// The record with the pattern: an instruction, or a record of class `Pattern`.
    pub record: String,
    /// Its definition's position.
    pub location: SourceLocation,
    /// The matched dag with inferred types.
    pub source: String,
    /// The result dag.
    pub result: String,
    /// The required predicates, by record name.
    pub predicates: Vec<String>,
    /// Its hardware mode; `None` for all modes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The complexity. Patterns with higher complexity are tried first.
    pub complexity: i64,
}

/// Lists a target's patterns in the order in which selection tries them.
///
/// # Errors
/// Errors from the analyses.
pub fn patterns(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedPattern>, AnalysisError> {
    let described: &Patterns = store.analysis(diagnostics)?;
    let to_match = selector_patterns(store, diagnostics)?;
    let modes: &HwModes = store.analysis(diagnostics)?;
    let writer = to_match.tree_writer(store, &[], diagnostics)?;
    let text = |tree| {
        let mut text = String::new();
        writer.write(tree, &mut text);
        text
    };
    let mut list = Vec::with_capacity(to_match.list.len());
    for pattern in &to_match.list {
        let record = store.record(pattern.record);
        let predicates = if let Value::List(list) = store.value(pattern.predicates) {
            list.elements
        } else {
            &[]
        };
        let predicates = predicates.iter().filter_map(|&value| {
            if let Value::Def(record) = store.value(value) { Some(record) } else { None }
        });
        list.push(ExportedPattern {
            record: record.name().to_owned(),
            location: SourceLocation::new(store.sources(), record.pos()),
            source: text(pattern.source),
            result: text(pattern.result),
            predicates: names(store, predicates),
            mode: pattern.mode.map(|mode| modes.get(mode).name.clone()),
            complexity: to_match.complexity(pattern, described),
        });
    }
    Ok(list)
}
