//! IRDL as text.

use tablewright_text::{TextSink, append};

use super::body::{
    BodyValue, IrdlBody, IrdlDefinition, IrdlDefinitionKind, IrdlListElement, IrdlVariadicity,
    ListKind,
};

/// Prints the operation that defines a dialect.
pub(super) fn emit(dialect: &str, definitions: &[IrdlDefinition], out: &mut impl TextSink) {
    out.push_str("irdl.dialect ");
    emit_symbol(dialect, out);
    if definitions.is_empty() {
        out.push_str(" {\n}\n");
        return;
    }
    out.push_str(" {\n");
    for definition in definitions {
        out.push_str(match definition.kind {
            IrdlDefinitionKind::Type => "  irdl.type ",
            IrdlDefinitionKind::Attribute => "  irdl.attribute ",
            IrdlDefinitionKind::Operation => "  irdl.operation ",
        });
        emit_symbol(&definition.symbol, out);
        emit_body(dialect, &definition.body, out);
        out.push_str("\n");
    }
    out.push_str("}\n");
}

fn emit_body(dialect: &str, body: &IrdlBody, out: &mut impl TextSink) {
    if body.values.is_empty() {
        return;
    }
    out.push_str(" {\n");
    for (number, value) in body.values.iter().enumerate() {
        append!(out, "    %", number, " = ");
        emit_value(dialect, value, out);
        out.push_str("\n");
    }
    for list in &body.lists {
        out.push_str(match list.kind {
            ListKind::Parameters => "    irdl.parameters(",
            ListKind::Operands => "    irdl.operands(",
            ListKind::Results => "    irdl.results(",
            ListKind::Attributes => "    irdl.attributes {",
            ListKind::Regions => "    irdl.regions(",
        });
        for (index, element) in list.elements.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            emit_element(list.kind, element, out);
        }
        out.push_str(if list.kind == ListKind::Attributes { "}\n" } else { ")\n" });
    }
    out.push_str("  }");
}

fn emit_value(dialect: &str, value: &BodyValue, out: &mut impl TextSink) {
    match value {
        BodyValue::Any => out.push_str("irdl.any"),
        BodyValue::Is(text) => append!(out, "irdl.is ", text),
        BodyValue::Base(name) => {
            out.push_str("irdl.base ");
            emit_string(name, out);
        }
        BodyValue::Symbol(name) => {
            out.push_str("irdl.base ");
            emit_symbol(dialect, out);
            out.push_str("::");
            emit_symbol(name, out);
        }
        BodyValue::AnyOf(parts) => emit_numbers("irdl.any_of(", parts, out),
        BodyValue::AllOf(parts) => emit_numbers("irdl.all_of(", parts, out),
        BodyValue::Cpp(text) => {
            out.push_str("irdl.c_pred ");
            emit_string(text, out);
        }
        BodyValue::Region { blocks: None } => out.push_str("irdl.region"),
        BodyValue::Region { blocks: Some(count) } => append!(out, "irdl.region with size ", count),
    }
}

fn emit_numbers(start: &str, numbers: &[usize], out: &mut impl TextSink) {
    out.push_str(start);
    for (index, number) in numbers.iter().enumerate() {
        append!(out, if index > 0 { ", %" } else { "%" }, number);
    }
    out.push_str(")");
}

fn emit_element(kind: ListKind, element: &IrdlListElement, out: &mut impl TextSink) {
    if kind == ListKind::Attributes {
        emit_string(&element.name, out);
        append!(out, " = %", element.value);
        return;
    }
    append!(out, element.name, ": ");
    match element.variadicity {
        IrdlVariadicity::Single => {}
        IrdlVariadicity::Optional => out.push_str("optional "),
        IrdlVariadicity::Variadic => out.push_str("variadic "),
    }
    append!(out, "%", element.value);
}

/// Writes a symbol: an identifier unchanged, any other name in quotes (*MLIR Language Reference*, `symbol-ref-id`).
fn emit_symbol(name: &str, out: &mut impl TextSink) {
    out.push_str("@");
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    if name.starts_with(starts) && name.chars().all(is_part) {
        out.push_str(name)
    } else {
        emit_string(name, out)
    }
}

/// Writes a quoted string, with hexadecimal escapes for bytes outside printable ASCII.
fn emit_string(text: &str, out: &mut impl TextSink) {
    out.push_str("\"");
    for byte in text.bytes() {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => write!(out, "\\{byte:02X}"),
        }
    }
    out.push_str("\"");
}
