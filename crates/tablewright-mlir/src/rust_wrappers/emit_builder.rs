//! Wrappers as text: builders, and the functions that create operations.

use tablewright_text::{TextSink, append};

use super::attributes::RustAttribute;
use super::docs::emit_docs;
use super::model::{ElementKind, ElementPresence, RustElement, RustOperation};
use crate::support::value_access::AccessedValueKind;

/// Writes the builder type. `state` returns, by number, whether a required element is set.
pub(super) fn emit_builder_type(
    op: &RustOperation,
    state: impl Fn(usize) -> String,
    out: &mut impl TextSink,
) {
    append!(out, op.type_name, "Builder<'c, 'a");
    for number in 0..op.required().count() {
        append!(out, ", ", state(number));
    }
    out.push_str(">");
}

fn variable(number: usize) -> String {
    format!("S{number}")
}

/// Prints the parameters of an `impl` for a builder in any state.
fn emit_generics(op: &RustOperation, out: &mut impl TextSink) {
    out.push_str("<'c, 'a");
    for number in 0..op.required().count() {
        append!(out, ", ", variable(number));
    }
    out.push_str(">");
}

/// Prints the struct that builds an operation.
pub(super) fn emit_builder(op: &RustOperation, out: &mut impl TextSink) {
    let name = &op.type_name;
    append!(
        out,
        "\n    /// Builds a [`",
        name,
        "`]. Its type says what it has yet to be passed.\n"
    );
    append!(out, "    pub struct ");
    emit_builder_type(op, variable, out);
    out.push_str(" {\n        parts: Parts<'c, 'a>,\n        state: PhantomData<(");
    for number in 0..op.required().count() {
        append!(out, variable(number), ", ");
    }
    out.push_str(")>,\n    }\n\n    impl<'c, 'a> ");
    emit_builder_type(op, |_| "Unset".to_owned(), out);
    append!(out, " {\n        /// A builder of an operation at a location.\n");
    out.push_str("        pub fn new(context: &'c Context, location: Location<'c>) -> Self {\n");
    append!(out, "            let parts = Parts::new(context, location, &", name, "::SHAPE);\n");
    out.push_str("            Self { parts, state: PhantomData }\n        }\n    }\n");
    if op.built().next().is_some() {
        out.push_str("\n    impl");
        emit_generics(op, out);
        out.push_str(" ");
        emit_builder_type(op, variable, out);
        out.push_str(" {\n");
        let mut required = 0..;
        for (index, element) in op.built().enumerate() {
            if index > 0 {
                out.push_str("\n");
            }
            let number = match element.presence {
                ElementPresence::Required => required.next(),
                ElementPresence::Optional | ElementPresence::Variadic => None,
            };
            emit_setter(op, element, number, out);
        }
        out.push_str("    }\n");
    }
    emit_build(op, out);
}

/// Writes an element's setter. `number` is its number among required elements.
fn emit_setter(
    op: &RustOperation,
    element: &RustElement,
    number: Option<usize>,
    out: &mut impl TextSink,
) {
    append!(
        out,
        "        /// ",
        element.doc,
        "\n        pub fn ",
        element.name,
        "(mut self, value: "
    );
    append!(out, passed_type(element), ") -> ");
    match number {
        None => out.push_str("Self"),
        Some(number) => {
            let state = |other| if other == number { "Set".to_owned() } else { variable(other) };
            emit_builder_type(op, state, out);
        }
    }
    out.push_str(" {\n            ");
    let list = match element.presence {
        ElementPresence::Required | ElementPresence::Optional => "vec![value]",
        ElementPresence::Variadic => "value.to_vec()",
    };
    match &element.kind {
        ElementKind::Value { kind, index, .. } => {
            let lists = match kind {
                AccessedValueKind::Operand => "operands",
                AccessedValueKind::Result => "results",
            };
            append!(out, "self.parts.", lists, "[", index, "] = ", list, ";\n");
        }
        ElementKind::Region { index } => {
            let list = if element.presence == ElementPresence::Variadic { "value" } else { list };
            append!(out, "self.parts.regions[", index, "] = ", list, ";\n");
        }
        ElementKind::Successor { index } => {
            append!(out, "self.parts.successors[", index, "] = ", list, ";\n");
        }
        ElementKind::Attribute { key, class: RustAttribute::Unit } => {
            out.push_str("let unit = value.then(|| Attribute::unit(self.parts.context));\n");
            append!(out, "            self.parts.attribute(\"", key, "\", unit);\n");
        }
        ElementKind::Attribute { key, class: RustAttribute::Any | RustAttribute::Class(_) } => {
            append!(out, "self.parts.attribute(\"", key, "\", Some(value.into()));\n");
        }
    }
    match number {
        None => out.push_str("            self\n        }\n"),
        Some(_) => {
            append!(out, "            ", op.type_name, "Builder { parts: self.parts, ");
            out.push_str("state: PhantomData }\n        }\n");
        }
    }
}

/// Returns the parameter type for an element.
fn passed_type(element: &RustElement) -> String {
    let (one, list) = match &element.kind {
        ElementKind::Value { kind: AccessedValueKind::Operand, .. } => {
            ("Value<'c, 'a>", "&[Value<'c, 'a>]")
        }
        ElementKind::Value { kind: AccessedValueKind::Result, .. } => ("Type<'c>", "&[Type<'c>]"),
        ElementKind::Region { .. } => ("Region<'c>", "Vec<Region<'c>>"),
        ElementKind::Successor { .. } => ("&'a Block<'c>", "&[&'a Block<'c>]"),
        ElementKind::Attribute { class, .. } => return class.rust_type(),
    };
    match element.presence {
        ElementPresence::Required | ElementPresence::Optional => one.to_owned(),
        ElementPresence::Variadic => list.to_owned(),
    }
}

fn emit_build(op: &RustOperation, out: &mut impl TextSink) {
    let name = &op.type_name;
    out.push_str("\n    impl<'c, 'a> ");
    emit_builder_type(op, |_| "Set".to_owned(), out);
    out.push_str(" {\n");
    out.push_str(
        "        /// Builds the operation.
        ///
        /// # Panics
        /// Where MLIR does not build it: the types of results cannot be inferred, or the dialect is not there.
",
    );
    append!(out, "        pub fn build(self) -> ", name, "<'c> {\n");
    append!(out, "            self.try_build().expect(\"a valid operation\")\n        }\n\n");
    out.push_str("        /// Builds the operation, or says why MLIR does not build it.\n");
    append!(out, "        pub fn try_build(self) -> Result<", name, "<'c>, Error> {\n");
    append!(out, "            let operation = self.parts.build(&", name, "::SHAPE)?;\n");
    append!(out, "            Ok(", name, " { operation })\n        }\n    }\n");
}

/// Writes the function that creates an operation from its required elements.
pub(super) fn emit_function(op: &RustOperation, out: &mut impl TextSink) {
    let first = format!("Creates an operation `{}`.", op.full_name);
    out.push_str("\n");
    emit_docs("    ", &[first], out);
    append!(out, "    pub fn ", op.function, "<'c, 'a>(\n        context: &'c Context,\n");
    let passed = || {
        let named = op.elements.iter().zip(&op.parameters);
        named.filter_map(|(element, name)| name.as_ref().map(|name| (element, name)))
    };
    for (element, name) in passed() {
        append!(out, "        ", name, ": ", passed_type(element), ",\n");
    }
    append!(out, "        location: Location<'c>,\n    ) -> ", op.type_name, "<'c> {\n        ");
    append!(out, op.type_name, "::builder(context, location)");
    for (element, name) in passed() {
        append!(out, ".", element.name, "(", name, ")");
    }
    out.push_str(".build()\n    }\n");
}
