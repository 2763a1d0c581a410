//! Dialects in the generic syntax of MLIR.

use std::fmt;

use tablewright_text::{TextSink, append};

use super::definitions::{
    Element, IrdlDialect, IrdlOperation, IrdlValue, Variadicity, VariadicityStyle,
};
use super::spelling::{quoted, symbol, values};

const ATTRIBUTE: &str = "!irdl.attribute";
const REGION: &str = "!irdl.region";

pub(super) fn emit(dialect: &IrdlDialect, out: &mut impl TextSink) {
    out.push_str("\"builtin.module\"() ({\n");
    append!(out, "  \"irdl.dialect\"() <{sym_name = ", quoted(&dialect.name), "}> ({\n");
    let IrdlDialect { types, attributes, operations, .. } = dialect;
    if types.is_empty() && attributes.is_empty() && operations.is_empty() {
        out.push_str("  ^bb0:\n");
    }
    types.iter().for_each(|one| emit_definition("type", one, out));
    attributes.iter().for_each(|one| emit_definition("attribute", one, out));
    for (operation, first) in operations.iter().zip(first_numbers(operations)) {
        emit_operation(operation, dialect, first, out);
    }
    out.push_str("  }) : () -> ()\n}) : () -> ()\n");
}

/// Returns each operation's first value number. MLIR numbers the last operation first.
fn first_numbers(operations: &[IrdlOperation]) -> Vec<usize> {
    let mut numbers = Vec::with_capacity(operations.len());
    let mut count = 0;
    for operation in operations.iter().rev() {
        numbers.push(count);
        count += operation.values.len();
    }
    numbers.reverse();
    numbers
}

fn emit_definition(kind: &str, name: &str, out: &mut impl TextSink) {
    append!(out, "    \"irdl.", kind, "\"() <{sym_name = ", quoted(name), "}> ({\n");
    out.push_str("    ^bb0:\n    }) : () -> ()\n");
}

fn emit_operation(
    operation: &IrdlOperation,
    dialect: &IrdlDialect,
    first: usize,
    out: &mut impl TextSink,
) {
    let IrdlOperation { name, operands, results, attributes, regions, .. } = operation;
    if [operands, results, attributes, regions].iter().all(|list| list.is_empty()) {
        return emit_definition("operation", name, out);
    }
    append!(out, "    \"irdl.operation\"() <{sym_name = ", quoted(name), "}> ({\n");
    for (index, value) in operation.values.iter().enumerate() {
        write!(out, "      %{} = ", first + index);
        emit_value(value, &dialect.name, first, out);
        out.push_str("\n");
    }
    let emitter = ListEmitter { operation, style: dialect.variadicity, first };
    emitter.emit("operands", "names", operands, true, out);
    emitter.emit("results", "names", results, true, out);
    emitter.emit("attributes", "attributeValueNames", attributes, false, out);
    emitter.emit("regions", "names", regions, false, out);
    out.push_str("    }) : () -> ()\n");
}

fn emit_value(value: &IrdlValue, dialect: &str, first: usize, out: &mut impl TextSink) {
    match value {
        IrdlValue::Any => write!(out, "\"irdl.any\"() : () -> {ATTRIBUTE}"),
        IrdlValue::Is(text) => {
            emit_constant("is", format_args!("expected = {text}"), ATTRIBUTE, out);
        }
        IrdlValue::IsUnit => emit_constant("is", format_args!("expected"), ATTRIBUTE, out),
        IrdlValue::BaseName(name) => {
            emit_constant("base", format_args!("base_name = {}", quoted(name)), ATTRIBUTE, out);
        }
        IrdlValue::BaseSymbol(name) => {
            let (dialect, name) = (symbol(dialect), symbol(name));
            emit_constant("base", format_args!("base_ref = {dialect}::{name}"), ATTRIBUTE, out);
        }
        IrdlValue::CppPredicate(text) => {
            emit_constant("c_pred", format_args!("pred = {}", quoted(text)), ATTRIBUTE, out);
        }
        IrdlValue::AllOf(parts) => emit_combination("all_of", parts, first, out),
        IrdlValue::AnyOf(parts) => emit_combination("any_of", parts, first, out),
        IrdlValue::Region(None) => write!(out, "\"irdl.region\"() : () -> {REGION}"),
        IrdlValue::Region(Some(blocks)) => {
            let property = format_args!("numberOfBlocks = {blocks} : i32");
            emit_constant("region", property, REGION, out);
        }
    }
}

/// Writes an operation with a property and without operands.
fn emit_constant(name: &str, property: fmt::Arguments<'_>, result: &str, out: &mut impl TextSink) {
    write!(out, "\"irdl.{name}\"() <{{{property}}}> : () -> {result}");
}

fn emit_combination(name: &str, parts: &[usize], first: usize, out: &mut impl TextSink) {
    let operands = values(parts.iter().map(|part| first + part));
    let types = vec![ATTRIBUTE; parts.len()].join(", ");
    write!(out, "\"irdl.{name}\"({operands}) : ({types}) -> {ATTRIBUTE}");
}

/// Writes the lists of an operation, whose values are numbered from `first`.
struct ListEmitter<'a> {
    operation: &'a IrdlOperation,
    style: VariadicityStyle,
    first: usize,
}

impl ListEmitter<'_> {
    fn emit(
        &self,
        list: &str,
        property: &str,
        elements: &[Element],
        has_variadicity: bool,
        out: &mut impl TextSink,
    ) {
        if elements.is_empty() {
            return;
        }
        let operands = values(elements.iter().map(|one| self.first + one.value));
        let names: Vec<String> = elements.iter().map(|one| quoted(&one.name)).collect();
        write!(out, "      \"irdl.{list}\"({operands}) <{{{property} = [{}]", names.join(", "));
        if has_variadicity {
            let words = elements.iter().map(|one| match one.variadicity {
                Variadicity::Single => "single",
                Variadicity::Optional => "optional",
                Variadicity::Variadic => "variadic",
            });
            let words = words.map(|word| match self.style {
                VariadicityStyle::Spaced => format!(" {word}"),
                VariadicityStyle::Plain => word.to_owned(),
                VariadicityStyle::Bracketed => format!("<{word}>"),
            });
            let words: Vec<String> = words.collect();
            write!(out, ", variadicity = #irdl<variadicity_array[{}]>", words.join(", "));
        }
        let types = elements.iter().map(|one| match self.operation.values[one.value] {
            IrdlValue::Region(_) => REGION,
            IrdlValue::Any
            | IrdlValue::Is(_)
            | IrdlValue::IsUnit
            | IrdlValue::BaseName(_)
            | IrdlValue::BaseSymbol(_)
            | IrdlValue::CppPredicate(_)
            | IrdlValue::AllOf(_)
            | IrdlValue::AnyOf(_) => ATTRIBUTE,
        });
        let types: Vec<&str> = types.collect();
        append!(out, "}> : (", types.join(", "), ") -> ()\n");
    }
}
