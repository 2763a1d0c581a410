//! Accessors and builders that calls could not distinguish.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::fmt;

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::Operation;
use crate::model::operation::OperationBuilder;
use crate::support::cpp::getter;

/// A part of an operation, for example attribute `value`.
#[derive(Clone, Copy)]
struct AccessorEntity<'s> {
    kind: &'static str,
    /// Empty for all operations.
    name: &'s str,
}

/// The accessors in a C++ class, each with its entity.
#[derive(Default)]
struct Accessors<'s>(FxHashMap<String, AccessorEntity<'s>>);

/// Two entities whose accessors have the same name.
struct AccessorOverlap {
    /// The accessor as messages name it.
    accessor: String,
    /// The earlier and the later entity; `None` for builders.
    entities: Option<(String, String)>,
}

impl fmt::Display for AccessorEntity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind)?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " '{}'", self.name) }
    }
}

impl<'s> Accessors<'s> {
    /// Starts with the accessors of every operation.
    fn with(names: &[&str]) -> Accessors<'s> {
        let entity = AccessorEntity { kind: "every operation", name: "" };
        Accessors(names.iter().map(|name| ((*name).to_owned(), entity)).collect())
    }

    /// Adds an accessor. Messages name it `label()`.
    fn add(
        &mut self,
        name: String,
        entity: AccessorEntity<'s>,
        label: impl FnOnce(&str) -> String,
    ) -> Result<(), AccessorOverlap> {
        match self.0.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(entity);
                Ok(())
            }
            Entry::Occupied(entry) => Err(AccessorOverlap {
                accessor: label(entry.key()),
                entities: Some((entry.get().to_string(), entity.to_string())),
            }),
        }
    }

    /// Adds the getter of an entity with a name.
    fn add_getter(
        &mut self,
        prefix: &str,
        kind: &'static str,
        name: &'s str,
    ) -> Result<(), AccessorOverlap> {
        if name.is_empty() {
            return Ok(());
        }
        self.add(getter(name), AccessorEntity { kind, name }, |getter| format!("{prefix}{getter}"))
    }
}

/// Checks that calls can distinguish all accessors and builders, in class order.
pub(super) fn check(op: &Operation<'_>) -> Result<(), Diagnostic> {
    let checked = check_template(op).and_then(|()| check_adaptor(op)).and_then(|()| check_op(op));
    checked.map_err(|AccessorOverlap { accessor, entities }| {
        let message =
            format!("Unexpected overlap when generating `{accessor}` for {}", op.names.full);
        let mut error = Diagnostic::error(Code::Mlir, op.names.pos, message);
        if let Some((earlier, later)) = entities {
            error.note(None, format!("{earlier} and {later} have the same accessor"));
        }
        error
    })
}

/// Checks the operands, in the adaptor's template.
fn check_template(op: &Operation<'_>) -> Result<(), AccessorOverlap> {
    let mut accessors = Accessors::default();
    let mut operands = op.arguments.operands.iter();
    operands.try_for_each(|one| accessors.add_getter("", "operand", one.name))
}

/// Checks attributes, properties and regions, in the adaptor's base.
fn check_adaptor(op: &Operation<'_>) -> Result<(), AccessorOverlap> {
    let mut accessors = Accessors::with(&["getProperties", "getAttributes"]);
    for one in &op.arguments.properties {
        accessors.add_getter("", "property", one.name)?;
    }
    for one in op.own_attributes() {
        let entity = AccessorEntity { kind: "attribute", name: one.name };
        let accessor = getter(one.name) + "Attr";
        accessors.add(accessor, entity, |accessor| format!("Adaptor::{accessor}"))?;
        accessors.add_getter("", "attribute", one.name)?;
    }
    let mut regions = op.blocks.regions.iter();
    regions.try_for_each(|one| accessors.add_getter("Adaptor::", "region", one.name))
}

/// Checks the class of the operation.
fn check_op(op: &Operation<'_>) -> Result<(), AccessorOverlap> {
    let mut accessors = Accessors::with(&["getAttributeNames", "getOperationName"]);
    // A derived attribute may have the name of another attribute.
    let names: BTreeSet<&str> = op.arguments.attributes.iter().map(|one| one.name).collect();
    for name in names {
        let accessor = getter(name) + "AttrName";
        accessors.add(accessor, AccessorEntity { kind: "attribute", name }, str::to_owned)?;
    }
    let operands = &op.arguments.operands;
    for one in operands {
        accessors.add_getter("", "operand", one.name)?;
    }
    for one in operands.iter().filter(|one| !one.name.is_empty()) {
        let entity = AccessorEntity { kind: "operand", name: one.name };
        accessors.add(getter(one.name) + "Mutable", entity, |_| getter(one.name))?;
    }
    for one in &op.results {
        accessors.add_getter("", "result", one.name)?;
    }
    for one in &op.blocks.regions {
        accessors.add_getter("", "region", one.name)?;
    }
    for one in &op.blocks.successors {
        accessors.add_getter("", "successor", one.name)?;
    }
    for one in &op.arguments.properties {
        accessors.add_getter("", "property", one.name)?;
    }
    for one in op.own_attributes() {
        accessors.add_getter("", "attribute", one.name)?;
    }
    check_builders(op)
}

/// Checks that calls can distinguish each builder from earlier builders.
fn check_builders(op: &Operation<'_>) -> Result<(), AccessorOverlap> {
    for (i, builder) in op.builders.custom.iter().enumerate() {
        if op.builders.custom[..i].iter().any(|earlier| subsumes(earlier, builder)) {
            return Err(AccessorOverlap { accessor: "build".to_owned(), entities: None });
        }
    }
    Ok(())
}

/// Whether every call of a later builder could mean the earlier builder.
fn subsumes(earlier: &OperationBuilder<'_>, later: &OperationBuilder<'_>) -> bool {
    let count = later.parameters.len();
    let Some((common, others)) = earlier.parameters.split_at_checked(count) else { return false };
    let mut pairs = common.iter().zip(&later.parameters);
    pairs.all(|(one, other)| one.cpp_type == other.cpp_type)
        && others.first().is_none_or(|next| next.default.is_some())
}
