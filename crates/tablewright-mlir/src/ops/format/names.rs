//! Facts about format variables, shared by parser and printer code.

use crate::model::operation::{FormatClause, FormatElement, FormatVariable, OptionalGroup};
use crate::model::{AttributeConstraint, AttributeKind, ConstraintArity, Enum, Operation};
use crate::ops::class::{default_attribute, getter, is_unit};

/// Returns a variable's name.
pub(super) fn name<'s>(op: &Operation<'s>, variable: FormatVariable) -> &'s str {
    op.variable_name(variable)
}

/// Returns the name prefix for an element's variables, and the number of its values or types.
pub(super) fn list<'s>(
    op: &Operation<'s>,
    element: &FormatElement<'_>,
) -> (&'s str, ConstraintArity<'s>) {
    if *element == FormatElement::Operands {
        return ("allOperand", ConstraintArity::Variadic);
    }
    if *element == FormatElement::Results {
        return ("allResult", ConstraintArity::Variadic);
    }
    let Some(variable) = element.variable() else { return ("", ConstraintArity::Single) };
    (name(op, variable), arity(op, variable))
}

/// Returns the number of a variable's values.
pub(super) fn arity<'s>(op: &Operation<'s>, variable: FormatVariable) -> ConstraintArity<'s> {
    op.typed_value(variable).map_or(ConstraintArity::Single, |value| value.constraint.arity)
}

/// Returns the C++ class for an element's type.
pub(super) fn cpp_type<'s>(op: &Operation<'s>, element: &FormatElement<'_>) -> &'s str {
    let value = element.variable().and_then(|variable| op.typed_value(variable));
    value.map_or("::mlir::Type", |value| value.constraint.cpp_type)
}

/// Returns the enum of an attribute that is an integer and written as a keyword.
fn written_enum<'c, 's>(constraint: &'c AttributeConstraint<'s>) -> Option<&'c Enum<'s>> {
    let innermost = constraint.innermost();
    let AttributeKind::Enum(one) = &innermost.kind else { return None };
    let is_built = !one.underlying_type.is_empty() && innermost.storage.builder_call.is_some();
    is_built.then_some(one)
}

/// An enum that is written by its cases.
#[derive(Clone, Copy)]
pub(crate) struct WrittenEnum<'c, 's> {
    pub(crate) enumeration: &'c Enum<'s>,
    /// The punctuation between the bits, if they are read one by one.
    pub(crate) separator: Option<&'s str>,
}

/// The syntax of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeSyntax {
    /// Its own syntax.
    Plain,
    /// With the name of its dialect.
    Qualified,
    /// By the cases of its enum, if any.
    Cases,
}

impl AttributeSyntax {
    pub(crate) fn from_element(element: &FormatElement<'_>) -> AttributeSyntax {
        if matches!(element, FormatElement::Qualified(_)) {
            AttributeSyntax::Qualified
        } else if matches!(element, FormatElement::Enum(_)) {
            AttributeSyntax::Cases
        } else {
            AttributeSyntax::Plain
        }
    }

    /// Returns the enum of an attribute that is written by its cases.
    pub(crate) fn written_enum<'c, 's>(
        self,
        constraint: &'c AttributeConstraint<'s>,
    ) -> Option<WrittenEnum<'c, 's>> {
        let integer = written_enum(constraint);
        if let Some(enumeration) = integer {
            return Some(WrittenEnum { enumeration, separator: None });
        }
        match self {
            AttributeSyntax::Plain | AttributeSyntax::Qualified => None,
            AttributeSyntax::Cases => {
                let enumeration = constraint.dialect_enum()?;
                let separator = enumeration.bits.map(|bits| bits.separator.trim());
                Some(WrittenEnum { enumeration, separator })
            }
        }
    }
}

/// Whether a text can be read as a keyword.
pub(crate) fn is_keyword(text: &str) -> bool {
    let is_start = |c: char| c == '_' || c.is_ascii_alphabetic();
    let is_part = |c: char| matches!(c, '_' | '$' | '.') || c.is_ascii_alphanumeric();
    text.starts_with(is_start) && text.chars().all(is_part)
}

/// Whether an attribute is written as the name of a symbol.
pub(crate) fn is_symbol_name(constraint: &AttributeConstraint<'_>) -> bool {
    constraint.innermost().constraint.definition == Some("SymbolNameAttr")
}

/// Returns the C++ that builds an attribute's type, if there is only a single type.
pub(crate) fn type_builder<'s>(constraint: &AttributeConstraint<'s>) -> Option<&'s str> {
    constraint.value_type.as_ref().and_then(|ty| ty.builder_call)
}

/// Whether a variable is a unit attribute or unit property: its presence is its only value.
pub(super) fn is_unit_variable(op: &Operation<'_>, element: &FormatElement<'_>) -> bool {
    if let FormatElement::Variable(FormatVariable::Attribute(index)) = element {
        return is_unit(&op.arguments.attributes[*index].constraint);
    }
    if let FormatElement::Variable(FormatVariable::Property(index)) = element {
        let definition = op.arguments.properties[*index].property.constraint.definition;
        return matches!(definition, Some("UnitProp" | "UnitProperty"));
    }
    false
}

/// Returns an anchor whose value follows from the group's presence, so that it is not written itself.
pub(crate) fn elided_anchor<'g, 's>(
    op: &Operation<'s>,
    group: &'g OptionalGroup<'s>,
) -> Option<&'g FormatElement<'s>> {
    let anchor = group.anchor_element()?;
    let first = group.then.iter().find(|one| !one.is_whitespace());
    (is_unit_variable(op, anchor) && first != Some(anchor)).then_some(anchor)
}

/// Returns whether a clause consists only of an optional variable.
pub(crate) fn is_unit_clause(op: &Operation<'_>, clause: &FormatClause<'_>) -> bool {
    matches!(&clause.elements[..], [only] if is_unit_variable(op, only))
}

/// Returns the C++ condition for the presence of an element's variables.
pub(super) fn is_present(op: &Operation<'_>, element: &FormatElement<'_>) -> Option<String> {
    if let FormatElement::Custom { arguments, .. } = element {
        let conditions: Vec<String> =
            arguments.iter().filter_map(|one| is_present(op, one)).collect();
        return (!conditions.is_empty()).then(|| format!("(({}))", conditions.join(") || (")));
    }
    if let FormatElement::Type(typed) | FormatElement::FunctionalType { inputs: typed, .. } =
        element.unqualified()
    {
        return is_present(op, typed);
    }
    element.variable().map(|variable| is_present_variable(op, variable))
}

/// Returns the C++ condition for the presence of a variable.
pub(super) fn is_present_variable(op: &Operation<'_>, variable: FormatVariable) -> String {
    let getter = getter(name(op, variable));
    match variable {
        FormatVariable::Attribute(index) => {
            let constraint = &op.arguments.attributes[index].constraint;
            let default = || {
                let builder = "::mlir::OpBuilder((*this)->getContext())";
                format!("{getter}Attr() != {}", default_attribute(constraint, builder))
            };
            match (constraint.is_optional, constraint.has_default()) {
                (true, true) => format!("({getter}Attr() && {})", default()),
                (false, true) => default(),
                (_, false) => format!("{getter}Attr()"),
            }
        }
        FormatVariable::Property(index) => {
            let default = op.arguments.properties[index].property.default_value;
            format!("{getter}() != {}", default.unwrap_or_default())
        }
        FormatVariable::Operand(_) | FormatVariable::Result(_) => {
            is_present_value(arity(op, variable), &getter)
        }
        FormatVariable::Region(_) | FormatVariable::Successor(_) => {
            format!("!{getter}().empty()")
        }
    }
}

fn is_present_value(arity: ConstraintArity<'_>, getter: &str) -> String {
    match arity {
        ConstraintArity::Single | ConstraintArity::Optional => format!("{getter}()"),
        ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
            format!("!{getter}().empty()")
        }
    }
}
