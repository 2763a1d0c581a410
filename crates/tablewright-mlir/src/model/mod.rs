//! What MLIR's descriptions say, as data: a module for each kind of entity.
//!
//! Nothing here is made for one output. Texts that a description has in C++ (types, calls, predicates) are
//! passed on as they are. A model is read from finished records, and what is wrong with these is an error at
//! the record or field.

mod attr_or_type;
mod constraint;
mod dialect;
mod enums;
pub(crate) mod format_tokens;
mod interface;
pub mod operation;
mod pass;
mod predicate;
mod property;
mod traits;

use tablewright_records::{Dag, Record, RecordStore, ValueId};

pub use attr_or_type::{
    AttrOrType, AttrOrTypeDef, BuilderParameter, DefBuilder, DefDocs, DefGenerated, DefNames,
    DefParameter, DefStorage, DefSyntax, DialectConstraint, ParameterConstraint, ParameterDocs,
    ParameterKind,
};
pub use constraint::{
    Arity, AttributeConstraint, AttributeKind, AttributeStorage, Constraint, ValueConstraint,
};
pub use dialect::{Dialect, DialectFeatures, DiscardableAttribute};
pub use enums::{
    BitEnum, DialectEnumAttribute, Enum, EnumCase, EnumCaseKind, EnumFunctions,
    IntegerEnumAttribute,
};
pub use interface::{
    Interface, InterfaceExtra, InterfaceKind, InterfaceMethod, MethodKind, MethodParameter,
};
pub use operation::Operation;
pub use pass::{Pass, PassOption, PassOptionKind, PassStatistic};
pub use predicate::Predicate;
pub use property::{
    Property, PropertyAttribute, PropertyBytecode, PropertyStorage, PropertySyntax,
};
pub use traits::{
    EffectsTrait, InterfaceTrait, InternalTrait, NativeTrait, PredicateTrait, SideEffect, Trait,
    TraitEffects, TypeRelation,
};

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
