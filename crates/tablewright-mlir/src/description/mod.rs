//! What a description says of dialects, for programs of any language: small structs that serde can write.
//!
//! [`describe`] turns the models of [`crate::model`] into a [`Description`]. Members that do not apply are left out of the
//! JSON; lists are always there. Names of classes of C++ have their namespaces. [`SCHEMA`] is the JSON Schema of the
//! whole. Which `defm`s and classes a definition comes from is in it if the description was read with a trace.

mod attr_or_type;
mod compare;
mod constraint;
mod dialect;
mod elements;
mod enums;
mod format;
mod interface;
mod operation;
mod origin;
#[cfg(test)]
mod tests;
mod traits;

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;
use tablewright_records::{FieldError, RecordStore};

use crate::model::{self, ConstraintNames, DialectContents, DialectSelection};

pub use attr_or_type::{
    Def, DefCode, DefDocs, DefStorage, Parameter, ParameterCode, ParameterKind,
};
pub use compare::compare;
pub use constraint::{Condition, Constraint, NamedConstraint};
pub use dialect::{
    Dialect, DialectConstraint, DialectFeatures, DialectNames, DialectParts, DiscardableAttribute,
};
pub use elements::{
    Attribute, AttributeConstraint, AttributeForm, AttributePresence, Block, BlockKind, Property,
    PropertyCode, PropertyTypes, Value, ValueKind, ValueType,
};
pub use enums::{BitSet, Enum, EnumAttribute, EnumCase, EnumCaseKind, EnumFunctions};
pub use format::{FormatClause, FormatElement, Syntax, SyntaxKind, VariableKind};
pub use interface::{Interface, InterfaceCode, InterfaceKind, Method, MethodKind, MethodParameter};
pub use operation::{
    Argument, ArgumentKind, Builder, BuilderParameter, Builders, DocGroup, Hooks, InferredType,
    InferredTypeSource, Members, Operation, OperationDocs, OperationNames, Signature,
};
pub use origin::Origin;
pub use traits::{Effect, Trait, TraitKind, TypeRelation};

/// The version of the format. It changes when something is taken away or changes its meaning, not when
/// something is added.
pub const VERSION: u32 = 1;

/// The JSON Schema of a [`Description`].
pub const SCHEMA: &str = include_str!("schema.json");

/// Dialects with what they define.
#[derive(Clone, Debug, Serialize)]
pub struct Description<'s> {
    /// The version of the format.
    pub version: u32,
    /// The main file.
    pub file: &'s str,
    /// The release of LLVM of the description.
    pub release: String,
    /// The dialects, in the order of the names of their definitions.
    pub dialects: Vec<Dialect<'s>>,
    /// The enums that the main file defines and that belong to none of the dialects; all enums where there is neither.
    pub enums: Vec<Enum<'s>>,
    /// The interfaces that traits of operations, attributes and types name, and those of the main file.
    pub interfaces: Vec<Interface<'s>>,
    /// The constraints that stand in conditions by name, in the order of their names.
    pub constraints: Vec<NamedConstraint<'s>>,
}

impl Description<'_> {
    /// Whether there is nothing to describe.
    pub fn is_empty(&self) -> bool {
        self.dialects.is_empty() && self.enums.is_empty() && self.interfaces.is_empty()
    }
}

/// What is read while a description is built.
struct Context<'s> {
    store: &'s RecordStore,
    names: ConstraintNames<'s>,
    /// The constraints by name that conditions so far consist of.
    constraints: BTreeSet<&'s str>,
    /// The C++ classes of the interfaces that traits so far name.
    interfaces: BTreeSet<String>,
}

/// Describes the dialects that are asked for.
///
/// # Errors
/// Where a field of a definition holds something else than it should.
pub fn describe<'s>(
    store: &'s RecordStore,
    selection: DialectSelection<'_>,
) -> Result<Description<'s>, FieldError> {
    let contents = DialectContents::select(store, selection)?;
    let mut context = Context {
        store,
        names: ConstraintNames::of(store)?,
        constraints: BTreeSet::new(),
        interfaces: BTreeSet::new(),
    };
    let dialects = contents.iter().map(|one| Dialect::of(one, &mut context)).collect();
    let interfaces = Interface::all(&context)?;
    Ok(Description {
        version: VERSION,
        file: store.input_name(),
        release: store.release().to_string(),
        enums: other_enums(store, &contents)?,
        dialects,
        interfaces,
        constraints: named_constraints(&mut context)?,
    })
}

/// The enums of the main file that none of the dialects has; all of them where there is nothing else.
fn other_enums<'s>(
    store: &'s RecordStore,
    contents: &[DialectContents<'s>],
) -> Result<Vec<Enum<'s>>, FieldError> {
    let mut enums = model::Enum::of_main_file(store)?;
    if enums.is_empty() && contents.is_empty() {
        enums = model::Enum::all(store)?;
    }
    let of_dialects = || contents.iter().flat_map(|one| &one.enums);
    enums.retain(|one| !of_dialects().any(|other| other.definition == one.definition));
    Ok(enums.iter().map(|one| Enum::of(one, store)).collect())
}

/// The constraints that conditions name, with those that these name.
fn named_constraints<'s>(
    context: &mut Context<'s>,
) -> Result<Vec<NamedConstraint<'s>>, FieldError> {
    let mut rest: VecDeque<&str> = context.constraints.iter().copied().collect();
    let mut found = Vec::new();
    let mut seen = context.constraints.clone();
    while let Some(name) = rest.pop_front() {
        if let Some((constraint, subject)) = context.names.find(name)? {
            found.push(NamedConstraint::of(name, &constraint, subject, context));
        }
        rest.extend(context.constraints.difference(&seen));
        seen.clone_from(&context.constraints);
    }
    found.sort_by_key(|one| one.definition);
    Ok(found)
}
