//! What MLIR's descriptions say, as data: a module for each kind of entity.
//!
//! Nothing here is made for one output. Texts that a description has in C++ (types, calls, predicates) are
//! passed on as they are. A model is read from finished records, and what is wrong with these is an error at
//! the record or field.

mod attr_or_type;
mod dialect;
mod enums;
mod interface;
mod pass;
mod predicate;
mod traits;

use tablewright_records::{Dag, Record, RecordStore, ValueId};

pub use attr_or_type::{
    AttrOrType, AttrOrTypeDef, BuilderParameter, DefBuilder, DefGenerated, DefNames, DefParameter,
    DefStorage, DefSyntax, ParameterConstraint, ParameterKind,
};
pub use dialect::{Dialect, DialectFeatures, DiscardableAttribute};
pub use enums::{
    BitEnum, DialectEnumAttribute, Enum, EnumCase, EnumCaseKind, EnumFunctions,
    IntegerEnumAttribute,
};
pub use interface::{
    Interface, InterfaceExtra, InterfaceKind, InterfaceMethod, MethodKind, MethodParameter,
};
pub use pass::{Pass, PassOption, PassOptionKind, PassStatistic};
pub use predicate::Predicate;
pub use traits::{InterfaceTrait, NativeTrait, PredicateTrait, Trait};

/// The arguments of a dag with their names.
fn dag_arguments<'s>(
    store: &'s RecordStore,
    dag: Dag<'s>,
) -> impl Iterator<Item = (ValueId, Option<&'s str>)> {
    dag.args.iter().map(|argument| (argument.value, argument.name.map(|name| store.str(name))))
}

/// Whether the input itself defines a record, and no file that it includes.
fn is_in_main_file(record: Record<'_>) -> bool {
    let sources = record.store().sources();
    sources.file(sources.file_of(record.pos())).included_from.is_none()
}
