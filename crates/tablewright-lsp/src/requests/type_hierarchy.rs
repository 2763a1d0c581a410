//! `textDocument/prepareTypeHierarchy`, `typeHierarchy/supertypes` and `typeHierarchy/subtypes`:
//! classes with their records; and `textDocument/implementation`.

use gen_lsp_types as lsp;
use gen_lsp_types::{Definition, ImplementationResponse, Location, SymbolKind, TypeHierarchyItem};
use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_records::{Class, ClassId, Record};
use tablewright_syntax::source::Pos;

use super::records_at::records_at;
use crate::context::FileContext;
use crate::occurrences;
use crate::snapshot::Snapshot;

/// Record limit for a response.
const MAX_RECORDS: usize = 1000;

pub(crate) fn prepare(
    context: &FileContext<'_>,
    params: lsp::TypeHierarchyPrepareParams,
) -> Option<Vec<TypeHierarchyItem>> {
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, params.text_document_position_params.position)?;
    let definition = snapshot.names()?.definition(name.definition);
    let store = snapshot.store();
    if definition.kind == DefinitionKind::Class {
        let class = store.get_class(store.str(definition.name))?;
        Some(vec![class_item(snapshot, class)?])
    } else if definition.kind == DefinitionKind::Record {
        let record = *records_at(snapshot, definition.span.lo).first()?;
        Some(vec![record_item(snapshot, record)?])
    } else {
        None
    }
}

pub(crate) fn supertypes(
    context: &FileContext<'_>,
    params: lsp::TypeHierarchySupertypesParams,
) -> Option<Vec<TypeHierarchyItem>> {
    let snapshot = &context.snapshot;
    let store = snapshot.store();
    let parents: Vec<ClassId> = if params.item.kind == SymbolKind::Class {
        store.get_class(&params.item.name)?.direct_superclasses()
    } else {
        store.get(&params.item.name)?.direct_superclasses()
    };
    let items = parents.into_iter().filter_map(|id| class_item(snapshot, store.class(id)));
    Some(items.collect())
}

pub(crate) fn subtypes(
    context: &FileContext<'_>,
    params: lsp::TypeHierarchySubtypesParams,
) -> Option<Vec<TypeHierarchyItem>> {
    let snapshot = &context.snapshot;
    let store = snapshot.store();
    if params.item.kind != SymbolKind::Class {
        return Some(Vec::new());
    }
    let class = store.get_class(&params.item.name)?.id();
    let below = store.classes().filter(|other| other.direct_superclasses().contains(&class));
    let mut items: Vec<TypeHierarchyItem> =
        below.filter_map(|class| class_item(snapshot, class)).collect();
    let records = store.derived(class).into_iter();
    let direct = records.filter(|record| record.direct_superclasses().contains(&class));
    items.extend(direct.take(MAX_RECORDS).filter_map(|record| record_item(snapshot, record)));
    Some(items)
}

fn class_item(snapshot: &Snapshot<'_>, class: Class<'_>) -> Option<TypeHierarchyItem> {
    item(snapshot, class.name(), SymbolKind::Class, class.pos(), class.direct_superclass_names())
}

fn record_item(snapshot: &Snapshot<'_>, record: Record<'_>) -> Option<TypeHierarchyItem> {
    let parents = record.direct_superclass_names();
    item(snapshot, record.name(), SymbolKind::Object, record.pos(), parents)
}

fn item(
    snapshot: &Snapshot<'_>,
    name: &str,
    kind: SymbolKind,
    pos: Pos,
    parents: Vec<&str>,
) -> Option<TypeHierarchyItem> {
    let location = snapshot.location(pos.into())?;
    Some(TypeHierarchyItem {
        name: name.to_owned(),
        kind,
        tags: None,
        detail: (!parents.is_empty()).then(|| parents.join(", ")),
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: None,
    })
}

/// For a class, returns its uses as a parent; for a multiclass, its `defm`s; for a field, the
/// statements that set it.
pub(crate) fn implementation(
    context: &FileContext<'_>,
    params: lsp::ImplementationParams,
) -> Option<ImplementationResponse> {
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, params.text_document_position_params.position)?;
    let implements =
        |kind: UseKind| matches!(kind, UseKind::Override | UseKind::Inherit | UseKind::Instantiate);
    let occurrences = occurrences::all(snapshot, name.definition).into_iter();
    let implementing_uses = occurrences.filter(|(_, kind)| kind.is_some_and(implements));
    let locations: Vec<Location> = implementing_uses.map(|(location, _)| location).collect();
    Some(ImplementationResponse::Definition(Definition::LocationList(locations)))
}
