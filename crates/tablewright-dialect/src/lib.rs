//! Dialect descriptions for programs in any language: small structs for serde.
//!
//! In: MLIR records, through the models of `tablewright-mlir`. Out: descriptions, differences between two descriptions, and
//! findings of [`LINTS`].
//!
//! [`describe`] turns the models of [`tablewright_mlir::model`] into a [`Description`]. The JSON omits members that do not
//! apply; lists are always present. C++ class names include their namespaces. [`SCHEMA`] is the JSON Schema. If the
//! description was read with a trace, the JSON includes the `defm`s and classes from which each definition was expanded.
#![warn(missing_docs)]

mod attr_or_type;
mod compare;
mod constraint;
mod dialect;
mod elements;
mod enums;
mod format;
mod interface;
mod lint;
mod operation;
mod origin;
#[cfg(test)]
mod tests;
mod traits;

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;
use tablewright_records::{FieldError, RecordStore};

use tablewright_mlir::model::{self, ConstraintNames, DialectContents, DialectSelection};

pub use attr_or_type::{
    DefCode, DefDocs, DefStorage, DescribedDef, Parameter, ParameterCode, ParameterKind,
};
pub use compare::compare;
pub use constraint::{Condition, Constraint, NamedConstraint};
pub use dialect::{
    Dialect, DialectConstraint, DialectFeatures, DialectNames, DialectParts, DiscardableAttribute,
};
pub use elements::{
    Attribute, AttributeConstraint, AttributeForm, AttributePresence, BlockKind, OperandOrResult,
    OperandOrResultKind, OperandOrResultType, Property, PropertyCode, PropertyTypes, RegionBlock,
};
pub use enums::{BitSet, Enum, EnumAttribute, EnumCase, EnumCaseKind, EnumFunctions};
pub use format::{FormatClause, FormatElement, Syntax, SyntaxKind, VariableKind};
pub use interface::{Interface, InterfaceCode, InterfaceKind, Method, MethodKind, MethodParameter};
pub use lint::LINTS;
pub use operation::{
    Argument, ArgumentKind, Builder, BuilderParameter, Builders, DocGroup, Hooks, InferredType,
    InferredTypeSource, Members, Operation, OperationDocs, OperationNames, Signature,
};
pub use origin::DescriptionOrigin;
pub use traits::{Effect, Trait, TraitKind, TypeRelation};

/// The version of the format. It changes when a member is removed or changes its meaning, but not when a member is
/// added.
pub const VERSION: u32 = 1;

/// The JSON Schema of a [`Description`].
pub const SCHEMA: &str = include_str!("schema.json");

/// Dialects and their definitions.
#[derive(Clone, Debug, Serialize)]
pub struct Description<'s> {
    /// The format version.
    pub version: u32,
    /// The main file.
    pub file: &'s str,
    /// The description's LLVM release.
    pub release: String,
    /// The dialects, sorted by definition name.
    pub dialects: Vec<Dialect<'s>>,
    /// Main file enums outside the described dialects; all other enums if the main file has no enums and no dialect is
    /// described.
    pub enums: Vec<Enum<'s>>,
    /// Interfaces named by traits, and interfaces in the main file.
    pub interfaces: Vec<Interface<'s>>,
    /// Constraints that conditions refer to by name, sorted by name.
    pub constraints: Vec<NamedConstraint<'s>>,
}

impl Description<'_> {
    /// Whether there is nothing to describe.
    pub fn is_empty(&self) -> bool {
        self.dialects.is_empty() && self.enums.is_empty() && self.interfaces.is_empty()
    }
}

/// Data read while a description is built.
struct Context<'s> {
    store: &'s RecordStore,
    names: ConstraintNames<'s>,
    /// Names of the constraints used in conditions until now.
    constraints: BTreeSet<&'s str>,
    /// C++ classes of the interfaces that traits named until now.
    interfaces: BTreeSet<String>,
}

/// Describes the selected dialects.
///
/// # Errors
/// If a field in a definition has an unexpected type.
pub fn describe<'s>(
    store: &'s RecordStore,
    selection: DialectSelection<'_>,
) -> Result<Description<'s>, FieldError> {
    let contents = DialectContents::select(store, selection)?;
    let mut context = Context {
        store,
        names: ConstraintNames::new(store)?,
        constraints: BTreeSet::new(),
        interfaces: BTreeSet::new(),
    };
    let dialects = contents.iter().map(|one| Dialect::new(one, &mut context)).collect();
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

/// Returns main file enums outside the described dialects. If the main file lacks enums and no dialect is described,
/// returns all enums.
fn other_enums<'s>(
    store: &'s RecordStore,
    contents: &[DialectContents<'s>],
) -> Result<Vec<Enum<'s>>, FieldError> {
    let mut enums = model::Enum::in_main_file(store)?;
    if enums.is_empty() && contents.is_empty() {
        enums = model::Enum::all(store)?;
    }
    let of_dialects = || contents.iter().flat_map(|one| &one.enums);
    enums.retain(|one| !of_dialects().any(|other| other.definition == one.definition));
    Ok(enums.iter().map(|one| Enum::new(one, store)).collect())
}

/// Returns the constraints that conditions name, directly or through other constraints.
fn named_constraints<'s>(
    context: &mut Context<'s>,
) -> Result<Vec<NamedConstraint<'s>>, FieldError> {
    let mut pending: VecDeque<&str> = context.constraints.iter().copied().collect();
    let mut named = Vec::new();
    let mut seen = context.constraints.clone();
    while let Some(name) = pending.pop_front() {
        if let Some((constraint, subject)) = context.names.find(name)? {
            named.push(NamedConstraint::for_definition(name, &constraint, subject, context));
        }
        pending.extend(context.constraints.difference(&seen));
        seen.clone_from(&context.constraints);
    }
    named.sort_by_key(|one| one.definition);
    Ok(named)
}
