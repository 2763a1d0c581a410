//! Formats that print text which their parser cannot read.

use std::collections::HashSet;

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::operation::{
    AssemblyFormat, FormatElement, FormatVariable, OperationSyntax,
};
use tablewright_mlir::model::{
    AttrOrType, AttrOrTypeDef, DefFormatElement, DefParameter, DefSyntax, GroupAnchor, Operation,
    ParameterKind, parse_def_format,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::{checked_operations, has_operations};

/// A type that is printed as nothing, or an optional parameter that the parser requires.
pub(super) const LINT: Lint = Lint {
    code: Code::FormatNotReadBack,
    name: "format-not-read-back",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if !has_operations(input.store) {
        return;
    }
    let mut defs = Vec::new();
    for kind in [AttrOrType::Attr, AttrOrType::Type] {
        match AttrOrTypeDef::all(input.store, kind) {
            Ok(list) => defs.extend(list),
            Err(error) => return findings.not_checked(Diagnostic::from(error)),
        }
    }
    let mut empty = HashSet::new();
    for def in &defs {
        let DefSyntax::Format(format) = def.syntax else { continue };
        // The backends report errors.
        let Ok(elements) = parse_def_format(def, format) else { continue };
        if elements.iter().all(can_be_empty) {
            empty.insert(def.names.definition);
        }
        if input.checks(def.names.pos) {
            check_groups(def, &elements, findings);
        }
    }
    if empty.is_empty() {
        return;
    }
    for operation in checked_operations(input, findings) {
        check_types(&operation, &empty, findings);
    }
}

/// Reports groups that begin with a parameter whose parser fails if the parameter is absent.
fn check_groups(
    def: &AttrOrTypeDef<'_>,
    elements: &[DefFormatElement<'_>],
    findings: &mut Findings,
) {
    for element in elements {
        let DefFormatElement::Optional { then, anchor: GroupAnchor::Then(_), .. } = element else {
            continue;
        };
        let first = then.iter().find(|one| !matches!(one, DefFormatElement::Whitespace(_)));
        let Some(&DefFormatElement::Parameter { index, .. }) = first else { continue };
        let parameter = &def.parameters[index];
        if parses_absence(parameter) {
            continue;
        }
        let (name, ty) = (parameter.name, parameter.cpp_type);
        let message = format!(
            "the optional group in the format of '{}' begins with '${name}', which cannot be absent",
            def.names.definition
        );
        findings.add(def.names.pos, message).note(format!(
            "the parser of '{ty}' reports an error if no value follows; begin the group with a keyword or punctuation"
        ));
    }
}

/// Whether the parser of a parameter accepts that no value follows.
fn parses_absence(parameter: &DefParameter<'_>) -> bool {
    let is_array = matches!(parameter.kind, ParameterKind::Array);
    parameter.parser.is_some() || is_array || parameter.cpp_type.contains("optional<")
}

/// Whether an element can print nothing.
fn can_be_empty(element: &DefFormatElement<'_>) -> bool {
    match element {
        DefFormatElement::Whitespace(_) => true,
        DefFormatElement::Optional { otherwise, .. } => otherwise.iter().all(can_be_empty),
        DefFormatElement::Literal(_)
        | DefFormatElement::Parameter { .. }
        | DefFormatElement::Reference(_)
        | DefFormatElement::Text(_)
        | DefFormatElement::Params(_)
        | DefFormatElement::Struct(_)
        | DefFormatElement::Custom { .. } => false,
    }
}

/// Reports values and types that a format prints without a name, and that can print nothing.
fn check_types(operation: &Operation<'_>, empty: &HashSet<&str>, findings: &mut Findings) {
    let OperationSyntax::Format(format) = operation.syntax else { return };
    let Ok(format) = AssemblyFormat::parse(operation, format) else { return };
    for element in unqualified(&format) {
        let (written, definition) = match element {
            FormatElement::Type(inner) => {
                let FormatElement::Variable(variable) = **inner else { continue };
                let value = match variable {
                    FormatVariable::Operand(index) => operation.arguments.operands.get(index),
                    FormatVariable::Result(index) => operation.results.get(index),
                    FormatVariable::Attribute(_)
                    | FormatVariable::Property(_)
                    | FormatVariable::Region(_)
                    | FormatVariable::Successor(_) => None,
                };
                let Some(value) = value.filter(|value| !value.is_variable()) else { continue };
                (format!("type(${})", value.name), value.constraint.constraint.definition)
            }
            FormatElement::Variable(FormatVariable::Attribute(index)) => {
                let Some(attribute) = operation.arguments.attributes.get(*index) else { continue };
                let constraint = &attribute.constraint.innermost().constraint;
                (format!("${}", attribute.name), constraint.definition)
            }
            _ => continue,
        };
        let Some(definition) = definition.filter(|name| empty.contains(name)) else { continue };
        let message = format!(
            "the format of '{}' has '{written}', and '{definition}' can be printed as nothing",
            operation.names.full
        );
        let finding = findings.add(operation.names.pos, message);
        finding.note(format!(
            "'qualified({written})' also prints the name, which the parser can read"
        ));
    }
}

/// Returns the elements outside `qualified`.
fn unqualified<'f, 's>(format: &'f AssemblyFormat<'s>) -> Vec<&'f FormatElement<'s>> {
    let mut list = Vec::new();
    let mut rest: Vec<&FormatElement<'s>> = format.elements.iter().rev().collect();
    while let Some(element) = rest.pop() {
        list.push(element);
        let is_closed = matches!(
            element,
            FormatElement::Qualified(_) | FormatElement::Type(_) | FormatElement::Custom { .. }
        );
        if !is_closed {
            rest.extend(element.children().into_iter().rev());
        }
    }
    list
}
