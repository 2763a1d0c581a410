//! `textDocument/typeDefinition`: the classes of a record, or of the records in a field or
//! parameter.

use gen_lsp_types as lsp;
use gen_lsp_types::{Definition, Location, TypeDefinitionResponse};
use tablewright_records::trace::DefinitionKind;
use tablewright_records::{ClassId, Record, RecordStore, Type, TypeId, Value};

use super::records_at::records_at;
use crate::context::FileContext;
use crate::names::owner;
use crate::snapshot::{NameAt, Snapshot};

pub(crate) fn type_definition(
    context: &FileContext<'_>,
    params: lsp::TypeDefinitionParams,
) -> Option<TypeDefinitionResponse> {
    let at = params.text_document_position_params.position;
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, at)?;
    let classes = classes(snapshot, name)?;
    let spans = classes.into_iter().map(|class| snapshot.store().class(class).pos());
    let locations: Vec<Location> = spans.filter_map(|pos| snapshot.location(pos.into())).collect();
    Some(TypeDefinitionResponse::Definition(Definition::LocationList(locations)))
}

/// Returns the classes of the values of a name.
fn classes(snapshot: &Snapshot<'_>, name: NameAt) -> Option<Vec<ClassId>> {
    let store = snapshot.store();
    let definition = snapshot.names()?.definition(name.definition);
    let class = owner(snapshot, definition).and_then(|owner| store.get_class(owner));
    match definition.kind {
        DefinitionKind::Record => {
            let record = *records_at(snapshot, definition.span.lo).first()?;
            Some(parents(record))
        }
        DefinitionKind::Field => {
            let field = class?.fields().find(|field| field.name == definition.name)?;
            Some(classes_of_type(store, field.ty))
        }
        DefinitionKind::Parameter => {
            let own = store.str(definition.name);
            let is_it = |name: &str| name.rsplit(':').next() == Some(own);
            let parameter = class?.params().iter().find(|param| is_it(store.str(param.name)))?;
            Some(classes_of_type(store, parameter.ty))
        }
        DefinitionKind::Variable => {
            let (_, value) = store.globals().find(|(name, _)| *name == definition.name)?;
            let Value::Def(record) = store.value(value) else { return Some(Vec::new()) };
            Some(parents(store.record(record)))
        }
        DefinitionKind::Class
        | DefinitionKind::Multiclass
        | DefinitionKind::TypeAlias
        | DefinitionKind::Macro => None,
    }
}

/// Returns a record's direct classes in source order.
fn parents(record: Record<'_>) -> Vec<ClassId> {
    let mut classes = record.direct_superclasses();
    classes.reverse();
    classes
}

/// Returns the classes in a record type, or in a list type with record elements.
fn classes_of_type(store: &RecordStore, mut ty: TypeId) -> Vec<ClassId> {
    loop {
        match store.ty(ty) {
            Type::Record(classes) => return classes.to_vec(),
            Type::List(element) => ty = element,
            Type::Bit | Type::Int | Type::String | Type::Dag | Type::Bits(_) => return Vec::new(),
        }
    }
}
