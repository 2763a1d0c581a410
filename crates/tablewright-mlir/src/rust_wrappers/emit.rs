//! Wrappers as text: the module, and the struct of each operation with its accessors.

use tablewright_text::{TextSink, append};

use super::attributes::RustAttribute;
use super::docs::emit_docs;
use super::emit_builder;
use super::model::{ElementKind, ElementPresence, RustElement, RustModule, RustOperation};
use super::names::without_raw;
use crate::support::value_access::{AccessedValueKind, ValueAccess};

const IMPORTS: &str = "    use self::support::{Parts, Shape};
    use melior::{
        Context, Error,
        ir::{
            Attribute, Block, BlockRef, Location, Operation, Region, RegionRef, Type, Value,
            attribute::{
                ArrayAttribute, BoolAttribute, DenseElementsAttribute, DenseI32ArrayAttribute,
                DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute, IntegerAttribute,
                StringAttribute, TypeAttribute,
            },
            operation::{OperationLike, OperationMutLike, OperationResult},
        },
    };
    use std::marker::PhantomData;

    /// What a builder has been passed.
    pub struct Set;
    /// What a builder has yet to be passed.
    pub struct Unset;
";

/// Support code in every module. Not every dialect uses all of it.
const SUPPORT: &str = include_str!("support.rs.inc");

pub(super) fn emit(module: &RustModule<'_>, out: &mut impl TextSink) {
    append!(out, "// Operations of MLIR's dialect `", module.dialect, "` for the crate melior, ");
    out.push_str("from its description.\n\n");
    emit_docs("", &module.docs, out);
    out.push_str("#[allow(clippy::all, dead_code, rustdoc::all, unused_imports)]\n");
    append!(out, "pub mod ", module.name, " {\n", IMPORTS);
    for operation in &module.operations {
        emit_struct(operation, out);
        emit_conversions(operation, out);
        emit_builder::emit_builder(operation, out);
        emit_builder::emit_function(operation, out);
    }
    append!(out, "\n", SUPPORT, "}\n");
}

fn emit_struct(op: &RustOperation, out: &mut impl TextSink) {
    let name = &op.type_name;
    out.push_str("\n");
    emit_docs("    ", &op.docs, out);
    append!(out, "    pub struct ", name, "<'c> {\n        operation: Operation<'c>,\n    }\n\n");
    append!(out, "    impl<'c> ", name, "<'c> {\n");
    emit_shape(op, out);
    out.push_str("\n        /// The name of the operation.\n");
    out.push_str("        pub fn name() -> &'static str {\n");
    append!(out, "            \"", op.full_name, "\"\n        }\n\n");
    out.push_str(
        "        /// The operation itself.
        pub fn as_operation(&self) -> &Operation<'c> {
            &self.operation
        }

        /// The operation itself.
        pub fn as_operation_mut(&mut self) -> &mut Operation<'c> {
            &mut self.operation
        }

        /// A builder.
",
    );
    append!(out, "        pub fn builder<'a>(\n            context: &'c Context,\n");
    append!(out, "            location: Location<'c>,\n        ) -> ");
    emit_builder::emit_builder_type(op, |_| "Unset".to_owned(), out);
    append!(out, " {\n            ", name, "Builder::new(context, location)\n        }\n");
    for element in &op.elements {
        emit_accessors(element, out);
    }
    out.push_str("    }\n");
}

fn emit_shape(op: &RustOperation, out: &mut impl TextSink) {
    let shape = &op.shape;
    append!(
        out,
        "        const SHAPE: Shape = Shape {\n            name: \"",
        op.full_name,
        "\",\n"
    );
    for (name, count) in [
        ("results", shape.results),
        ("operands", shape.operands),
        ("regions", shape.regions),
        ("successors", shape.successors),
    ] {
        append!(out, "            ", name, ": ", count, ",\n");
    }
    for (name, holds) in [
        ("infers_results", shape.infers_results),
        ("has_operand_segments", shape.has_operand_segments),
        ("has_result_segments", shape.has_result_segments),
    ] {
        append!(out, "            ", name, ": ", holds, ",\n");
    }
    out.push_str("        };\n");
}

/// Writes the conversions between wrapper and operation.
fn emit_conversions(op: &RustOperation, out: &mut impl TextSink) {
    let name = &op.type_name;
    append!(out, "\n    impl<'c> From<", name, "<'c>> for Operation<'c> {\n");
    append!(out, "        fn from(operation: ", name, "<'c>) -> Self {\n");
    out.push_str("            operation.operation\n        }\n    }\n");
    append!(out, "\n    impl<'c> TryFrom<Operation<'c>> for ", name, "<'c> {\n");
    out.push_str(
        "        type Error = Operation<'c>;

        /// Fails with the operation where it is another one.
        fn try_from(operation: Operation<'c>) -> Result<Self, Self::Error> {
            if operation.name().as_string_ref().as_str() == Ok(Self::name()) { Ok(Self { operation }) } else { Err(operation) }
        }
    }
",
    );
}

fn emit_accessors(element: &RustElement, out: &mut impl TextSink) {
    append!(out, "\n        /// ", element.doc, "\n        pub fn ", element.name, "(&self) -> ");
    match &element.kind {
        ElementKind::Value { kind, access, .. } => emit_value(element, *kind, access, out),
        ElementKind::Region { index } => {
            emit_block(element, ("region", "RegionRef"), *index, out);
        }
        ElementKind::Successor { index } => {
            emit_block(element, ("successor", "BlockRef"), *index, out);
        }
        ElementKind::Attribute { key, class } => emit_attribute(element, key, *class, out),
    }
}

fn emit_value(
    element: &RustElement,
    kind: AccessedValueKind,
    access: &ValueAccess,
    out: &mut impl TextSink,
) {
    let word = kind.word();
    let (ty, missing) = match kind {
        AccessedValueKind::Operand => ("Value", "OperandNotFound"),
        AccessedValueKind::Result => ("OperationResult", "ResultNotFound"),
    };
    match element.presence {
        ElementPresence::Variadic => append!(out, "Result<Vec<", ty, "<'c, '_>>, Error> {\n"),
        ElementPresence::Required | ElementPresence::Optional => {
            append!(out, "Result<", ty, "<'c, '_>, Error> {\n");
        }
    }
    if let ValueAccess::At(index) = access {
        append!(out, "            self.operation.", word, "(", index, ")\n        }\n");
        return;
    }
    emit_range(word, access, out);
    match element.presence {
        ElementPresence::Required => {
            append!(out, "            self.operation.", word, "(range.start)\n");
        }
        ElementPresence::Optional => {
            append!(out, "            let index = range.into_iter().next();\n");
            append!(out, "            let index = index.ok_or(Error::", missing, "(\"");
            append!(out, without_raw(&element.name), "\"))?;\n");
            append!(out, "            self.operation.", word, "(index)\n");
        }
        ElementPresence::Variadic => {
            append!(
                out,
                "            range.map(|index| self.operation.",
                word,
                "(index)).collect()\n"
            );
        }
    }
    out.push_str("        }\n");
}

/// Writes the value indices of an element, as the variable `range`.
fn emit_range(word: &str, access: &ValueAccess, out: &mut impl TextSink) {
    let total = format!("self.operation.{word}_count()");
    out.push_str("            let range = ");
    match access {
        ValueAccess::At(index) => append!(out, index, "..", *index + 1, ";\n"),
        ValueAccess::OptionalAt { index, count } | ValueAccess::Rest { index, count } => {
            append!(out, "support::rest(", total, ", ", index, ", ", *count - 1, ");\n");
        }
        ValueAccess::AfterRest { index, count } => {
            append!(out, "support::after_rest(", total, ", ", index, ", ", *count - 1, ");\n");
        }
        ValueAccess::Segment { index, arity: _ } => {
            append!(out, "support::segment(&self.operation, \"", word, "SegmentSizes\", ");
            append!(out, index, ")?;\n");
        }
        ValueAccess::EquallySized { fixed, variable, before, is_list } => {
            append!(out, "support::equal(", total, ", (", fixed, ", ", variable, "), (");
            append!(out, before.fixed, ", ", before.variable, "), ", is_list, ");\n");
        }
    }
}

fn emit_block(
    element: &RustElement,
    (word, ty): (&str, &str),
    index: usize,
    out: &mut impl TextSink,
) {
    match element.presence {
        ElementPresence::Required | ElementPresence::Optional => {
            append!(out, "Result<", ty, "<'c, '_>, Error> {\n");
            append!(out, "            self.operation.", word, "(", index, ")\n");
        }
        ElementPresence::Variadic => {
            append!(out, "Result<Vec<", ty, "<'c, '_>>, Error> {\n");
            append!(
                out,
                "            let range = ",
                index,
                "..self.operation.",
                word,
                "_count();\n"
            );
            append!(
                out,
                "            range.map(|index| self.operation.",
                word,
                "(index)).collect()\n"
            );
        }
    }
    out.push_str("        }\n");
}

/// Writes the functions that return, set and remove an attribute.
fn emit_attribute(element: &RustElement, key: &str, class: RustAttribute, out: &mut impl TextSink) {
    let name = without_raw(&element.name);
    let ty = class.rust_type();
    match class {
        RustAttribute::Unit => {
            append!(out, "bool {\n            self.operation.has_attribute(\"", key, "\")\n");
        }
        RustAttribute::Any => {
            append!(out, "Result<", ty, ", Error> {\n");
            append!(out, "            self.operation.attribute(\"", key, "\")\n");
        }
        RustAttribute::Class(class) => {
            append!(out, "Result<", ty, ", Error> {\n            ", class);
            append!(out, "::try_from(self.operation.attribute(\"", key, "\")?)\n");
        }
    }
    append!(out, "        }\n\n        /// Sets the attribute `", key, "`.\n");
    append!(out, "        pub fn set_", name, "(&mut self, ");
    match class {
        RustAttribute::Unit => {
            out.push_str("context: &'c Context, value: bool) {\n            if value {\n");
            append!(out, "                let unit = Attribute::unit(context);\n");
            append!(out, "                self.operation.set_attribute(\"", key, "\", unit);\n");
            append!(out, "            } else if self.operation.has_attribute(\"", key, "\") {\n");
            append!(
                out,
                "                let _ = self.operation.remove_attribute(\"",
                key,
                "\");\n"
            );
            out.push_str("            }\n        }\n");
        }
        RustAttribute::Any | RustAttribute::Class(_) => {
            append!(out, "value: ", ty, ") {\n            self.operation.set_attribute(\"", key);
            out.push_str("\", value.into());\n        }\n");
        }
    }
    if element.presence == ElementPresence::Optional && class != RustAttribute::Unit {
        append!(
            out,
            "\n        /// Removes the attribute `",
            key,
            "`.\n        pub fn remove_",
            name
        );
        out.push_str("(&mut self) -> Result<(), Error> {\n");
        append!(out, "            self.operation.remove_attribute(\"", key, "\")\n        }\n");
    }
}
