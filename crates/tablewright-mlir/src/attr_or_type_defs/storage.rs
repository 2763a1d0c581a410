//! The class that keeps the parameters of an attribute or a type.

use tablewright_text::{CppWriter, line};

use super::class::DefClass;
use crate::model::DefParameter;
use crate::support::cpp;

/// Bodies of storage class functions.
pub(super) struct StorageBodies {
    types: String,
    initializers: String,
    comparisons: String,
    keys: String,
    /// The statements that allocate values.
    allocations: Vec<String>,
    moved: String,
}

/// Returns the storage class bodies; `None` if the storage class is not generated.
pub(super) fn bodies(class: &DefClass<'_, '_>) -> Option<StorageBodies> {
    let parameters = &class.def.parameters;
    if !class.def.storage.is_generated || parameters.is_empty() {
        return None;
    }
    let joined = |texts: Vec<String>, between: &str| texts.join(between);
    let key = |i: usize| format!("std::get<{i}>(tblgenKey)");
    let initializer = |one: &DefParameter<'_>| format!("{0}(std::move({0}))", one.name);
    Some(StorageBodies {
        types: joined(parameters.iter().map(|one| one.cpp_type.to_owned()).collect(), ", "),
        initializers: joined(parameters.iter().map(initializer).collect(), ", "),
        comparisons: joined(
            parameters.iter().enumerate().map(|(i, one)| comparison(one, &key(i))).collect(),
            " && ",
        ),
        keys: joined((0..parameters.len()).map(key).collect(), ", "),
        allocations: parameters.iter().filter_map(allocation).collect(),
        moved: joined(
            parameters.iter().map(|one| format!("std::move({})", one.name)).collect(),
            ", ",
        ),
    })
}

/// Returns the statement that copies a parameter into the allocator.
fn allocation(parameter: &DefParameter<'_>) -> Option<String> {
    let value = |hole: &str| match hole {
        "_self" | "_dst" => Some(parameter.name),
        "_allocator" => Some("allocator"),
        _ => None,
    };
    parameter.allocator.map(|allocator| cpp::fill(allocator, value))
}

/// Returns the test whether a parameter equals its part of a key.
fn comparison(parameter: &DefParameter<'_>, key: &str) -> String {
    let comparator = parameter.comparator.unwrap_or("$_lhs == $_rhs");
    let text = cpp::fill(comparator, |hole| match hole {
        "_lhs" => Some(parameter.name),
        "_rhs" => Some(key),
        _ => None,
    });
    format!("({text})")
}

pub(super) fn emit(class: &DefClass<'_, '_>, bodies: &StorageBodies, w: &mut CppWriter) {
    let storage = &class.def.storage;
    let (name, value) = (storage.class, class.kind.value);
    cpp::emit_namespace(storage.namespace, w, |w| {
        w.block(format_args!("struct {name} : public ::mlir::{value}Storage"), ";", |w| {
            w.fill_block(
                include_str!("storage.inc"),
                &[
                    ("name", name),
                    ("types", &bodies.types),
                    ("parameters", &class.parameters),
                    ("initializers", &bodies.initializers),
                    ("arguments", &class.arguments),
                    ("comparisons", &bodies.comparisons),
                    ("keys", &bodies.keys),
                ],
            );
            emit_construct(class, bodies, w);
            for parameter in &class.def.parameters {
                line!(w, "{} {};", parameter.cpp_type, parameter.name);
            }
        });
    });
}

fn emit_construct(class: &DefClass<'_, '_>, bodies: &StorageBodies, w: &mut CppWriter) {
    let (storage, value) = (&class.def.storage, class.kind.value);
    let name = storage.class;
    let head = format!(
        "static {name} *construct(::mlir::{value}StorageAllocator &allocator, KeyTy &&tblgenKey)"
    );
    if storage.has_custom_constructor {
        line!(w, "{head};");
        return;
    }
    w.block(head, "", |w| {
        for (i, parameter) in class.def.parameters.iter().enumerate() {
            line!(w, "auto {} = std::move(std::get<{i}>(tblgenKey));", parameter.name);
        }
        for allocation in &bodies.allocations {
            line!(w, "{allocation}");
        }
        line!(w, "return new (allocator.allocate<{name}>()) {name}({});", bodies.moved);
    });
}
