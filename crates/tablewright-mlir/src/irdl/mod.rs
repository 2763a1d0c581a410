//! Dialects as IRDL, MLIR's dialect for describing dialects.
//!
//! In: a dialect as data. Out: an `irdl.dialect` operation with types, attributes and operations, and a list of
//! omissions. Class tests and builtin type tests become IRDL constraints; other conditions become `irdl.c_pred` with
//! their C++. Operands and results that must have equal types share a constraint, which is IRDL's notation for
//! equality.

mod bases;
mod body;
mod condition;
mod constraint;
mod contents;
mod emit;
mod operation;
#[cfg(test)]
mod tests;
mod type_groups;

use tablewright_records::{FieldError, RecordStore};

use crate::model::{AttrOrType, Dialect, Operation};
use crate::omission::{Omission, Omissions};
use bases::Bases;
use body::{IrdlDefinition, IrdlDefinitionKind};
use contents::Contents;

/// A dialect as IRDL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrdlText {
    /// The text, which ends with a line break.
    pub text: String,
    /// Facts in the description that the text leaves out.
    pub omissions: Vec<Omission>,
}

/// Prints a dialect with the given operations as IRDL (*IRDL dialect* in MLIR's documentation). Types come first, then
/// attributes, each in definition order, then operations in slice order.
///
/// # Errors
/// If a field in an attribute or a type has an unexpected type.
pub fn print<'s>(
    store: &'s RecordStore,
    dialect: &Dialect<'s>,
    operations: &[Operation<'s>],
) -> Result<IrdlText, FieldError> {
    let contents = Contents::read(store, dialect, operations)?;
    let bases = Bases::new(&contents);
    let mut omissions = Omissions::default();
    let mut definitions: Vec<IrdlDefinition> = Vec::new();
    for (kind, definition) in [
        (AttrOrType::Type, IrdlDefinitionKind::Type),
        (AttrOrType::Attr, IrdlDefinitionKind::Attribute),
    ] {
        definitions.extend(contents.own(kind).map(|def| IrdlDefinition {
            kind: definition,
            symbol: bases.symbols().get(kind, def),
            body: body::for_parameters(def, &bases, &mut omissions),
        }));
    }
    for operation in operations {
        definitions.push(IrdlDefinition {
            kind: IrdlDefinitionKind::Operation,
            symbol: operation.names.mnemonic.to_owned(),
            body: operation::body(operation, &bases, &mut omissions),
        });
    }
    let mut text = String::new();
    emit::emit(dialect.name, &definitions, &mut text);
    Ok(IrdlText { text, omissions: omissions.into_list() })
}
