//! Builders of an operation, and creation functions at a location.

use super::{ClassPart, OpClass, OpMethod};
use crate::model::operation::OperationBuilder;
use crate::support::cpp;
use tablewright_text::append;

/// The first parameter's type in all builders.
pub(super) const OP_BUILDER: &str = "::mlir::OpBuilder &";
pub(super) const STATE: &str = "::mlir::OperationState &";

/// Adds the builders of the description.
pub(super) fn add(class: &mut OpClass<'_, '_>) {
    for builder in &class.op.builders.custom {
        let build = custom_builder(builder, class.part);
        add_with_create(class, build);
    }
}

fn custom_builder(builder: &OperationBuilder<'_>, part: ClassPart) -> OpMethod {
    let mut function = OpMethod::new("void", "build")
        .make_static()
        .parameter(OP_BUILDER, "odsBuilder")
        .parameter(STATE, "odsState");
    for (i, parameter) in builder.parameters.iter().enumerate() {
        let unnamed = format!("odsArg{i}");
        let name = if parameter.name.is_empty() { &unnamed } else { parameter.name };
        function = match parameter.default {
            Some(default) => function.parameter_or(parameter.cpp_type, name, default),
            None => function.parameter(parameter.cpp_type, name),
        };
    }
    let function = function.deprecated(builder.deprecated);
    match builder.body {
        None => function,
        Some(body) => function.outside_in(part, || {
            cpp::fill(body, |hole| match hole {
                "_builder" => Some("odsBuilder"),
                "_state" => Some("odsState"),
                _ => None,
            })
        }),
    }
}

/// Adds a builder and its two creation functions, unless an equivalent builder exists.
pub(super) fn add_with_create(class: &mut OpClass<'_, '_>, build: OpMethod) {
    add_with_deprecated_create(class, build, None);
}

/// Adds a builder and its two creation functions. If there is a reason, the creation functions are deprecated.
pub(super) fn add_with_deprecated_create(
    class: &mut OpClass<'_, '_>,
    build: OpMethod,
    deprecation: Option<&str>,
) {
    if class.methods.has_covering(&build) {
        return;
    }
    let name = class.names.class;
    let returned = if class.rules.splits_attributes {
        format!(
            "auto __res__ = builder.create(__state__);
assert((::llvm::isa<{name}>(__res__)) && \"builder didn't return the right type\");
return ::llvm::cast<{name}>(__res__);"
        )
    } else {
        format!(
            "auto __res__ = ::llvm::dyn_cast<{name}>(builder.create(__state__));
assert(__res__ && \"builder didn't return the right type\");
return __res__;"
        )
    };
    let mut forwarded = String::new();
    if class.part == ClassPart::Definitions {
        for name in build.parameter_names(2) {
            append!(&mut forwarded, ", std::forward<decltype(", name, ")>(", name, ")");
        }
    }
    // If an argument has this name, the reference renames the location, but not the builder.
    let mut location = "location".to_owned();
    while build.parameter_names(2).any(|name| name == location) {
        location.push('_');
    }
    let at_location = OpMethod::new(name, "create")
        .make_static()
        .deprecated(deprecation)
        .parameter(OP_BUILDER, "builder")
        .parameter("::mlir::Location", &location)
        .parameters_of(&build, 2)
        .outside_in(class.part, || {
            format!(
                "::mlir::OperationState __state__({location}, getOperationName());
build(builder, __state__{forwarded});
{returned}"
            )
        });
    let implicit = OpMethod::new(name, "create")
        .make_static()
        .deprecated(deprecation)
        .parameter("::mlir::ImplicitLocOpBuilder &", "builder")
        .parameters_of(&build, 2)
        .outside_in(class.part, || format!("return create(builder, builder.getLoc(){forwarded});"));
    class.methods.add(build);
    class.methods.add(at_location);
    class.methods.add(implicit);
}
