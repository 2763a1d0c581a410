//! `workspace/symbol`: classes, multiclasses, records and global names in all roots in use.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::{BaseSymbolInformation, Location, SymbolInformation, WorkspaceSymbolResponse};
use tablewright_records::trace::DefinitionKind;
use tablewright_syntax::source::Span;

use crate::analysis::DocumentAnalysis;
use crate::names::symbol_kind;
use crate::snapshot::Snapshot;
use crate::state::ServerState;

/// Symbol limit for a response. An editor sends a new request after more letters.
const MAX_SYMBOLS: usize = 500;

pub(crate) fn symbols(
    state: &mut ServerState,
    params: lsp::WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, String> {
    let states = state.evaluations.states.values();
    let analyses: Vec<Arc<DocumentAnalysis>> =
        states.filter_map(|state| state.analysis().cloned()).collect();
    let mut symbol_list = Vec::new();
    let mut seen = BTreeSet::new();
    let snapshots: Vec<Snapshot<'_>> = analyses
        .iter()
        .map(|analysis| Snapshot::new(analysis, &state.documents, state.encoding))
        .collect();
    let mut matching: Vec<(Match, NamedSymbol, &Snapshot<'_>)> = Vec::new();
    for snapshot in &snapshots {
        let names = definitions(snapshot).into_iter().chain(records(snapshot));
        matching.extend(
            names.filter_map(|named| Some((matched(&named.name, &params.query)?, named, snapshot))),
        );
    }
    // Of names that match equally, short names are the closest.
    matching.sort_by(|(a, named_a, _), (b, named_b, _)| {
        let key = |matched: &Match, named: &NamedSymbol| (*matched, named.name.len());
        key(a, named_a).cmp(&key(b, named_b)).then_with(|| named_a.name.cmp(&named_b.name))
    });
    for (_, named, snapshot) in matching {
        if symbol_list.len() == MAX_SYMBOLS {
            break;
        }
        let Some(location) = snapshot.location(named.span) else { continue };
        let start = (location.range.start.line, location.range.start.character);
        if seen.insert((named.name.clone(), location.uri.0.clone(), start)) {
            symbol_list.push(symbol(named, location));
        }
    }
    Ok(Some(WorkspaceSymbolResponse::SymbolInformationList(symbol_list)))
}

struct NamedSymbol {
    name: String,
    kind: DefinitionKind,
    span: Span,
}

fn definitions(snapshot: &Snapshot<'_>) -> Vec<NamedSymbol> {
    let Some(names) = snapshot.names() else { return Vec::new() };
    let definitions = names.definitions().map(|(_, definition)| definition);
    // Records are listed with their evaluated names.
    let is_global = |kind: DefinitionKind| {
        matches!(
            kind,
            DefinitionKind::Class
                | DefinitionKind::Multiclass
                | DefinitionKind::TypeAlias
                | DefinitionKind::Macro
        )
    };
    let global = definitions.filter(|definition| is_global(definition.kind));
    global
        .map(|definition| NamedSymbol {
            name: snapshot.store().str(definition.name).to_owned(),
            kind: definition.kind,
            span: definition.span,
        })
        .collect()
}

fn records(snapshot: &Snapshot<'_>) -> Vec<NamedSymbol> {
    let records = snapshot.store().records().filter(|record| !record.is_anonymous());
    records
        .map(|record| NamedSymbol {
            name: record.name().to_owned(),
            kind: DefinitionKind::Record,
            span: record.pos().into(),
        })
        .collect()
}

#[allow(deprecated, reason = "a field of the protocol that newer ones replace")]
fn symbol(named: NamedSymbol, location: Location) -> SymbolInformation {
    let kind = symbol_kind(named.kind);
    let base_symbol_information =
        BaseSymbolInformation { name: named.name, kind, tags: None, container_name: None };
    SymbolInformation { deprecated: None, location, base_symbol_information }
}

/// The position of a query's letters in a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Match {
    /// They begin the name.
    Prefix,
    /// They begin the name, ignoring case.
    PrefixWithoutCase,
    /// They are a part of the name, ignoring case.
    Part,
    /// They are in the name in this order.
    Scattered,
}

/// Compares a name with a query; `None` if the name does not match.
fn matched(name: &str, query: &str) -> Option<Match> {
    if name.starts_with(query) {
        return Some(Match::Prefix);
    }
    if !matches(name, query) {
        return None;
    }
    let mut parts = name.as_bytes().windows(query.len());
    Some(match parts.position(|part| part.eq_ignore_ascii_case(query.as_bytes())) {
        Some(0) => Match::PrefixWithoutCase,
        Some(_) => Match::Part,
        None => Match::Scattered,
    })
}

/// Whether a name contains the letters of a query in order. Only capital letters in the query are
/// case-sensitive.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query.chars().all(|asked| {
        letters.any(|letter| {
            if asked.is_uppercase() {
                letter == asked
            } else {
                letter.to_lowercase().eq(asked.to_lowercase())
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Match, matched, matches};

    #[test]
    fn names_that_begin_with_the_query_are_the_best() {
        assert_eq!(matched("ADD32rr", "ADD"), Some(Match::Prefix));
        assert_eq!(matched("ADD32rr", "add"), Some(Match::PrefixWithoutCase));
        assert_eq!(matched("VADD", "add"), Some(Match::Part));
        assert_eq!(matched("ABDxD", "add"), Some(Match::Scattered));
        assert_eq!(matched("SUB", "add"), None);
    }

    #[test]
    fn a_query_is_letters_in_order() {
        for (name, query, is_match) in [
            ("ToyInstrInfo", "tii", true),
            ("ToyInstrInfo", "TII", true),
            ("ToyInstrInfo", "", true),
            ("ToyInstrInfo", "TOY", false),
            ("ToyInstrInfo", "ofn", false),
        ] {
            assert_eq!(matches(name, query), is_match, "{name} {query}");
        }
    }
}
