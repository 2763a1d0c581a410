//! Dialects in IRDL's own syntax.

use tablewright_text::{TextSink, append};

use super::definitions::{Element, IrdlDialect, IrdlOperation, IrdlValue, Variadicity};
use super::spelling::{quoted, symbol, values};

pub(super) fn emit(dialect: &IrdlDialect, out: &mut impl TextSink) {
    write!(out, "module {{\n  irdl.dialect {} ", symbol(&dialect.name));
    let IrdlDialect { types, attributes, operations, .. } = dialect;
    if types.is_empty() && attributes.is_empty() && operations.is_empty() {
        out.push_str("\n}\n");
        return;
    }
    out.push_str("{\n");
    types.iter().for_each(|one| append!(out, "    irdl.type ", symbol(one), " \n"));
    attributes.iter().for_each(|one| append!(out, "    irdl.attribute ", symbol(one), " \n"));
    for operation in operations {
        emit_operation(operation, &dialect.name, out);
    }
    out.push_str("  }\n}\n");
}

fn emit_operation(operation: &IrdlOperation, dialect: &str, out: &mut impl TextSink) {
    let IrdlOperation { name, operands, results, attributes, regions, .. } = operation;
    write!(out, "    irdl.operation {} ", symbol(name));
    let lists = [operands, results, attributes, regions];
    if lists.iter().all(|list| list.is_empty()) {
        out.push_str("\n");
        return;
    }
    out.push_str("{\n");
    for (number, value) in operation.values.iter().enumerate() {
        write!(out, "      %{number} = ");
        emit_value(value, dialect, out);
        out.push_str("\n");
    }
    emit_elements("operands", operands, out);
    emit_elements("results", results, out);
    if !attributes.is_empty() {
        let elements = attributes.iter();
        let elements = elements.map(|one| format!("{} = %{}", quoted(&one.name), one.value));
        let elements: Vec<String> = elements.collect();
        append!(out, "      irdl.attributes {", elements.join(", "), "}\n");
    }
    emit_elements("regions", regions, out);
    out.push_str("    }\n");
}

fn emit_value(value: &IrdlValue, dialect: &str, out: &mut impl TextSink) {
    match value {
        IrdlValue::Any => out.push_str("irdl.any"),
        IrdlValue::Is(text) => write!(out, "irdl.is {text} "),
        IrdlValue::IsUnit => out.push_str("irdl.is unit "),
        IrdlValue::BaseName(name) => write!(out, "irdl.base {} ", quoted(name)),
        IrdlValue::BaseSymbol(name) => {
            write!(out, "irdl.base {}::{} ", symbol(dialect), symbol(name));
        }
        IrdlValue::CppPredicate(text) => write!(out, "irdl.c_pred {} ", quoted(text)),
        IrdlValue::AllOf(parts) => write!(out, "irdl.all_of({}) ", values(parts.iter().copied())),
        IrdlValue::AnyOf(parts) => write!(out, "irdl.any_of({}) ", values(parts.iter().copied())),
        IrdlValue::Region(None) => out.push_str("irdl.region"),
        IrdlValue::Region(Some(blocks)) => write!(out, "irdl.region with size {blocks}"),
    }
}

fn emit_elements(list: &str, elements: &[Element], out: &mut impl TextSink) {
    if elements.is_empty() {
        return;
    }
    write!(out, "      irdl.{list}(");
    for (i, Element { name, variadicity, value }) in elements.iter().enumerate() {
        let separator = if i > 0 { ", " } else { "" };
        let variadicity = match variadicity {
            Variadicity::Single => "",
            Variadicity::Optional => "optional ",
            Variadicity::Variadic => "variadic ",
        };
        write!(out, "{separator}{name}: {variadicity}%{value}");
    }
    out.push_str(")\n");
}
