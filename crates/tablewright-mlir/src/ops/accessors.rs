//! Accessors and builders that calls could not distinguish.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::Operation;
use crate::model::operation::OperationBuilder;
use crate::support::cpp::getter;

/// The accessors in a C++ class, each with its entity.
#[derive(Default)]
struct Accessors(FxHashMap<String, String>);

/// Two entities whose accessors have the same name.
struct Overlap {
    /// The accessor as messages name it.
    accessor: String,
    /// The earlier and the later entity; `None` for builders.
    entities: Option<(String, String)>,
}

impl Accessors {
    /// The accessors that a class has in any case.
    fn with(names: &[&str]) -> Accessors {
        let entity = || "every operation".to_owned();
        Accessors(names.iter().map(|name| ((*name).to_owned(), entity())).collect())
    }

    /// Adds an accessor that messages name `label`.
    fn add(&mut self, name: String, label: &str, entity: &str) -> Result<(), Overlap> {
        match self.0.get(&name) {
            None => {
                self.0.insert(name, entity.to_owned());
                Ok(())
            }
            Some(earlier) => Err(Overlap {
                accessor: label.to_owned(),
                entities: Some((earlier.clone(), entity.to_owned())),
            }),
        }
    }

    /// Adds the getter of an entity with a name.
    fn add_getter(&mut self, prefix: &str, kind: &str, name: &str) -> Result<(), Overlap> {
        if name.is_empty() {
            return Ok(());
        }
        let getter = getter(name);
        let label = format!("{prefix}{getter}");
        self.add(getter, &label, &entity(kind, name))
    }
}

fn entity(kind: &str, name: &str) -> String {
    format!("{kind} '{name}'")
}

/// Checks that calls can distinguish all accessors and builders, in class order.
pub(super) fn check(op: &Operation<'_>) -> Result<(), Diagnostic> {
    let checked = check_template(op).and_then(|()| check_adaptor(op)).and_then(|()| check_op(op));
    checked.map_err(|Overlap { accessor, entities }| {
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
fn check_template(op: &Operation<'_>) -> Result<(), Overlap> {
    let mut accessors = Accessors::default();
    let mut operands = op.arguments.operands.iter();
    operands.try_for_each(|one| accessors.add_getter("", "operand", one.name))
}

/// Checks attributes, properties and regions, in the adaptor's base.
fn check_adaptor(op: &Operation<'_>) -> Result<(), Overlap> {
    let mut accessors = Accessors::with(&["getProperties", "getAttributes"]);
    for one in &op.arguments.properties {
        accessors.add_getter("", "property", one.name)?;
    }
    for one in op.own_attributes() {
        let name = format!("{}Attr", getter(one.name));
        let label = format!("Adaptor::{name}");
        accessors.add(name, &label, &entity("attribute", one.name))?;
        accessors.add_getter("", "attribute", one.name)?;
    }
    let mut regions = op.blocks.regions.iter();
    regions.try_for_each(|one| accessors.add_getter("Adaptor::", "region", one.name))
}

/// Checks the class of the operation.
fn check_op(op: &Operation<'_>) -> Result<(), Overlap> {
    let mut accessors = Accessors::with(&["getAttributeNames", "getOperationName"]);
    // A derived attribute may have the name of another attribute.
    let names: BTreeSet<&str> = op.arguments.attributes.iter().map(|one| one.name).collect();
    for name in names {
        let accessor = format!("{}AttrName", getter(name));
        accessors.add(accessor.clone(), &accessor, &entity("attribute", name))?;
    }
    let operands = &op.arguments.operands;
    for one in operands {
        accessors.add_getter("", "operand", one.name)?;
    }
    for one in operands.iter().filter(|one| !one.name.is_empty()) {
        let getter = getter(one.name);
        accessors.add(format!("{getter}Mutable"), &getter, &entity("operand", one.name))?;
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
fn check_builders(op: &Operation<'_>) -> Result<(), Overlap> {
    for (i, builder) in op.builders.custom.iter().enumerate() {
        if op.builders.custom[..i].iter().any(|earlier| subsumes(earlier, builder)) {
            return Err(Overlap { accessor: "build".to_owned(), entities: None });
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
