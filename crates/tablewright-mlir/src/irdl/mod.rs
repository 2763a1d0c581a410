//! Dialects as IRDL, the dialect of MLIR that describes dialects.
//!
//! In comes a dialect as data; out goes an `irdl.dialect` operation with its types, attributes and operations, and
//! what IRDL cannot say. A condition becomes a constraint of IRDL where it tests for classes or for one of MLIR's own
//! types, and `irdl.c_pred` with its C++ elsewhere. Operands and results whose types have to be the same share a
//! constraint, which is how IRDL says so.

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
use body::{Definition, DefinitionKind};
use contents::Contents;

/// A dialect as IRDL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrdlText {
    /// The text, which ends with a line break.
    pub text: String,
    /// What the description says and the text does not.
    pub omissions: Vec<Omission>,
}

/// A dialect with some of its operations as IRDL (*IRDL dialect* of MLIR's documentation). Types come first, then
/// attributes, each in the order of the description, then the operations in that of the slice.
///
/// # Errors
/// Where a field of an attribute or a type of the description holds something else than it should.
pub fn print<'s>(
    store: &'s RecordStore,
    dialect: &Dialect<'s>,
    operations: &[Operation<'s>],
) -> Result<IrdlText, FieldError> {
    let contents = Contents::read(store, dialect, operations)?;
    let bases = Bases::of(&contents);
    let mut omissions = Omissions::default();
    let mut definitions: Vec<Definition> = Vec::new();
    for (kind, definition) in
        [(AttrOrType::Type, DefinitionKind::Type), (AttrOrType::Attr, DefinitionKind::Attribute)]
    {
        definitions.extend(contents.own(kind).map(|def| Definition {
            kind: definition,
            symbol: bases.symbols().get(kind, def),
            body: body::of_parameters(def, &bases, &mut omissions),
        }));
    }
    for operation in operations {
        definitions.push(Definition {
            kind: DefinitionKind::Operation,
            symbol: operation.names.mnemonic.to_owned(),
            body: operation::body(operation, &bases, &mut omissions),
        });
    }
    let mut text = String::new();
    emit::emit(dialect.name, &definitions, &mut text);
    Ok(IrdlText { text, omissions: omissions.into_list() })
}
