//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and
//! `callHierarchy/outgoingCalls`: classes, records and multiclasses that inherit from a class or
//! instantiate it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Range, SymbolKind,
};
use tablewright_records::trace::{DefinitionId, DefinitionKind, UseKind};

use crate::context::FileContext;
use crate::items::{Item, ItemKind, around, items};
use crate::names::{shortened, symbol_kind};
use crate::occurrences;
use crate::scan::tree;
use crate::snapshot::{FileView, Snapshot};
use crate::uri;

pub(crate) fn prepare(
    context: &FileContext<'_>,
    params: lsp::CallHierarchyPrepareParams,
) -> Option<Vec<CallHierarchyItem>> {
    let at = params.text_document_position_params.position;
    let name = context.snapshot.name_at(context.path, at)?;
    Some(vec![definition_item(&context.snapshot, name.definition)?])
}

/// Returns the item for a class, multiclass or record.
fn definition_item(snapshot: &Snapshot<'_>, id: DefinitionId) -> Option<CallHierarchyItem> {
    let definition = snapshot.names()?.definition(id);
    let is_caller = matches!(
        definition.kind,
        DefinitionKind::Class | DefinitionKind::Multiclass | DefinitionKind::Record
    );
    if !is_caller {
        return None;
    }
    let location = snapshot.location(definition.span)?;
    let name = snapshot.store().str(definition.name).to_owned();
    let range = location.range;
    Some(item(name, symbol_kind(definition.kind), location.uri, (range, range)))
}

fn item(
    name: String,
    kind: SymbolKind,
    uri: lsp::Uri,
    (range, selection_range): (Range, Range),
) -> CallHierarchyItem {
    CallHierarchyItem {
        name,
        kind,
        tags: None,
        detail: None,
        uri,
        range,
        selection_range,
        data: None,
    }
}

/// Whether a use inherits or instantiates its definition.
fn calls(kind: UseKind) -> bool {
    match kind {
        UseKind::Inherit | UseKind::Instantiate => true,
        UseKind::Read | UseKind::Override | UseKind::Argument | UseKind::Type | UseKind::Macro => {
            false
        }
    }
}

pub(crate) fn incoming(
    context: &FileContext<'_>,
    params: lsp::CallHierarchyIncomingCallsParams,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let snapshot = &context.snapshot;
    let at = params.item.selection_range.start;
    let name = snapshot.name_at(context.path, at)?;
    let mut statements = CallStatements::new(snapshot);
    let mut incoming_calls: Vec<CallHierarchyIncomingCall> = Vec::new();
    for (location, kind) in occurrences::all(snapshot, name.definition) {
        if !kind.is_some_and(calls) {
            continue;
        }
        let Some(from) = statements.around(&location) else { continue };
        match incoming_calls.iter_mut().find(|call| call.from == from) {
            Some(call) => call.from_ranges.push(location.range),
            None => incoming_calls
                .push(CallHierarchyIncomingCall { from, from_ranges: vec![location.range] }),
        }
    }
    Some(incoming_calls)
}

pub(crate) fn outgoing(
    context: &FileContext<'_>,
    params: lsp::CallHierarchyOutgoingCallsParams,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let snapshot = &context.snapshot;
    let mut statements = CallStatements::new(snapshot);
    let own = lsp::Location { uri: params.item.uri, range: params.item.selection_range };
    let whole = statements.around(&own)?.range;
    let file = *snapshot.analysis.inclusions(context.path).last()?;
    let mut outgoing_calls: Vec<CallHierarchyOutgoingCall> = Vec::new();
    for used in snapshot.uses_in(file).iter().filter(|used| calls(used.kind)) {
        let Some(range) = snapshot.range(used.span).filter(|range| lies_in(*range, whole)) else {
            continue;
        };
        let Some(to) = definition_item(snapshot, used.definition) else { continue };
        match outgoing_calls.iter_mut().find(|call| call.to == to) {
            Some(call) if call.from_ranges.contains(&range) => {}
            Some(call) => call.from_ranges.push(range),
            None => outgoing_calls.push(CallHierarchyOutgoingCall { to, from_ranges: vec![range] }),
        }
    }
    Some(outgoing_calls)
}

fn lies_in(inner: Range, outer: Range) -> bool {
    let at = |position: lsp::Position| (position.line, position.character);
    at(outer.start) <= at(inner.start) && at(inner.end) <= at(outer.end)
}

/// The statements in files.
struct CallStatements<'s, 'a> {
    snapshot: &'s Snapshot<'a>,
    files: BTreeMap<PathBuf, (Rc<FileView>, Vec<Item>)>,
}

impl<'s, 'a> CallStatements<'s, 'a> {
    fn new(snapshot: &'s Snapshot<'a>) -> CallStatements<'s, 'a> {
        CallStatements { snapshot, files: BTreeMap::new() }
    }

    /// Returns the outermost class, multiclass, `def` or `defm` around a location.
    fn around(&mut self, location: &lsp::Location) -> Option<CallHierarchyItem> {
        let path = uri::to_path(&location.uri)?;
        if !self.files.contains_key(&path) {
            let view = self.snapshot.view(&path)?;
            let items = items(&tree(&view.text));
            self.files.insert(path.clone(), (view, items));
        }
        let (view, items) = self.files.get(&path)?;
        let encoding = self.snapshot.encoding;
        let offset = view.lines.offset(&view.text, location.range.start, encoding);
        let enclosing_items = around(items, offset);
        let (found, kind) =
            enclosing_items.into_iter().find_map(|item| Some((item, kind_of(item.kind)?)))?;
        let range = |bytes| view.lines.range(&view.text, bytes, encoding);
        let name = if found.name.is_empty() {
            "(anonymous)".to_owned()
        } else {
            shortened(&view.text[found.name.clone()], 80)
        };
        let ranges = (range(found.range.clone()), range(found.name.clone()));
        Some(item(name, kind, view.uri.clone(), ranges))
    }
}

fn kind_of(kind: ItemKind) -> Option<SymbolKind> {
    match kind {
        ItemKind::Class => Some(SymbolKind::Class),
        ItemKind::Multiclass => Some(SymbolKind::Interface),
        ItemKind::Def | ItemKind::Defm => Some(SymbolKind::Object),
        ItemKind::Defset
        | ItemKind::Deftype
        | ItemKind::Defvar
        | ItemKind::Foreach
        | ItemKind::If
        | ItemKind::Let
        | ItemKind::Include
        | ItemKind::Field
        | ItemKind::Other => None,
    }
}
