//! Ambiguities in a format.

use super::{AssemblyFormat, FormatElement, FormatVariable};
use crate::model::format_text::FormatError;
use crate::model::{AttributeConstraint, Operation};

/// The elements after an element, and the elements after its enclosing group.
struct Rest<'r, 's> {
    elements: &'r [FormatElement<'s>],
    outer: Option<&'r Rest<'r, 's>>,
}

/// The next parsed element.
enum Next<T> {
    /// The searched element.
    Found(T),
    /// Another element that is always present.
    Other,
    /// Nothing: everything may be missing.
    Nothing,
}

/// Checks that a format can be read back.
pub(super) fn check(op: &Operation<'_>, format: &AssemblyFormat<'_>) -> Result<(), FormatError> {
    let new = |message: String| FormatError::new(format.start, message);
    if let Some(name) = attribute_before_colon(op, &format.elements, None) {
        return Err(new(format!(
            "format ambiguity caused by `:` literal found after attribute `{name}` which does not have a buildable type"
        )));
    }
    for element in &format.elements {
        let Some(index) = attribute(element) else { continue };
        let attribute = &op.arguments.attributes[index];
        if attribute.constraint.is_optional
            && op.arguments.format_rules.optional_attributes_need_groups
        {
            let name = attribute.name;
            return Err(format.error(
                &format!("optional attribute '{name}' cannot be used outside of an optional group"),
                format!("to conditionally print the attribute, use '(${name}^)?'"),
            ));
        }
    }
    if let Some(name) = region_after_dictionary(op, &format.elements) {
        return Err(format.error(
            &format!(
                "format ambiguity caused by `attr-dict` directive followed by region `{name}`"
            ),
            "try using `attr-dict-with-keyword` instead".to_owned(),
        ));
    }
    match repeated_keyword(&format.elements) {
        Some(message) => Err(new(message)),
        None => Ok(()),
    }
}

/// Returns the attribute that an element writes.
fn attribute(element: &FormatElement<'_>) -> Option<usize> {
    if let Some(FormatVariable::Attribute(index)) = element.variable() { Some(index) } else { None }
}

/// Whether a type may be written after an attribute, with a colon before it.
fn may_have_type(constraint: &AttributeConstraint<'_>) -> bool {
    let has_type = constraint.value_type.as_ref().is_some_and(|ty| ty.builder_call.is_some());
    !has_type && constraint.storage.class == "::mlir::Attribute"
}

/// Returns the first attribute that may have a type and that a colon follows.
fn attribute_before_colon<'s>(
    op: &Operation<'s>,
    elements: &[FormatElement<'s>],
    outer: Option<&Rest<'_, 's>>,
) -> Option<&'s str> {
    for (i, element) in elements.iter().enumerate() {
        let following = Rest { elements: &elements[i + 1..], outer };
        if let FormatElement::Optional(group) = element {
            let in_then = attribute_before_colon(op, &group.then, Some(&following));
            let in_group =
                in_then.or_else(|| attribute_before_colon(op, &group.otherwise, Some(&following)));
            if in_group.is_some() {
                return in_group;
            }
        }
        let Some(index) = attribute(element) else { continue };
        let attribute = &op.arguments.attributes[index];
        let is_colon =
            |next: &FormatElement<'s>| (*next == FormatElement::Literal(":")).then_some(());
        if may_have_type(&attribute.constraint) && find_next(op, &following, &is_colon).is_some() {
            return Some(attribute.name);
        }
    }
    None
}

/// Applies `find` to the elements that may be parsed next.
fn find_next<'s, T>(
    op: &Operation<'s>,
    rest: &Rest<'_, 's>,
    find: &impl Fn(&FormatElement<'s>) -> Option<T>,
) -> Option<T> {
    let mut level = Some(rest);
    while let Some(Rest { elements, outer }) = level {
        match next_in(op, elements, find) {
            Next::Found(found) => return Some(found),
            Next::Other => return None,
            Next::Nothing => level = *outer,
        }
    }
    None
}

fn next_in<'s, T>(
    op: &Operation<'s>,
    elements: &[FormatElement<'s>],
    find: &impl Fn(&FormatElement<'s>) -> Option<T>,
) -> Next<T> {
    for element in elements {
        match next(op, element, find) {
            Next::Nothing => {}
            found @ (Next::Found(_) | Next::Other) => return found,
        }
    }
    Next::Nothing
}

fn next<'s, T>(
    op: &Operation<'s>,
    element: &FormatElement<'s>,
    find: &impl Fn(&FormatElement<'s>) -> Option<T>,
) -> Next<T> {
    if let Some(own_value) = find(element) {
        return Next::Found(own_value);
    }
    match element {
        FormatElement::Whitespace(_) | FormatElement::AttrDict { .. } => Next::Nothing,
        FormatElement::Variable(variable) | FormatElement::Enum(variable)
            if may_be_empty(op, *variable) =>
        {
            Next::Nothing
        }
        FormatElement::Optional(group) => {
            // The first parsed element decides whether the group is present, so it is always present in the group.
            let first = group.then.iter().find(|one| !one.is_whitespace());
            match (first.and_then(find), next_in(op, &group.otherwise, find)) {
                (Some(group_value), _) | (None, Next::Found(group_value)) => {
                    Next::Found(group_value)
                }
                (None, Next::Other | Next::Nothing) => Next::Nothing,
            }
        }
        FormatElement::Literal(_)
        | FormatElement::Variable(_)
        | FormatElement::Enum(_)
        | FormatElement::Qualified(_)
        | FormatElement::PropDict
        | FormatElement::Operands
        | FormatElement::Results
        | FormatElement::Regions
        | FormatElement::Successors
        | FormatElement::Type(_)
        | FormatElement::FunctionalType { .. }
        | FormatElement::Custom { .. }
        | FormatElement::Reference(_)
        | FormatElement::Text(_)
        | FormatElement::Clauses(_) => Next::Other,
    }
}

fn may_be_empty(op: &Operation<'_>, variable: FormatVariable) -> bool {
    match variable {
        FormatVariable::Attribute(index) => {
            let constraint = &op.arguments.attributes[index].constraint;
            constraint.is_optional || constraint.has_default()
        }
        FormatVariable::Operand(index) => op.arguments.operands[index].is_variable(),
        FormatVariable::Region(index) => op.blocks.regions[index].is_variadic,
        FormatVariable::Successor(index) => op.blocks.successors[index].is_variadic,
        FormatVariable::Property(_) | FormatVariable::Result(_) => false,
    }
}

/// Returns the region that can follow `attr-dict`: both begin with a brace.
fn region_after_dictionary<'s>(
    op: &Operation<'s>,
    elements: &[FormatElement<'s>],
) -> Option<&'s str> {
    let dictionary = FormatElement::AttrDict { has_keyword: false };
    let index = elements.iter().position(|element| *element == dictionary)?;
    let region = |next: &FormatElement<'s>| {
        if let FormatElement::Variable(FormatVariable::Region(index)) = next {
            return Some(op.blocks.regions[*index].name);
        }
        None
    };
    find_next(op, &Rest { elements: &elements[index + 1..], outer: None }, &region)
}

/// Reports a clause keyword that may also follow the clauses.
fn repeated_keyword(elements: &[FormatElement<'_>]) -> Option<String> {
    for pair in elements.windows(2) {
        let [FormatElement::Clauses(list), next] = pair else { continue };
        let mut keywords = list.clauses.iter().map(|clause| clause.keyword);
        if let FormatElement::Literal(literal) = next
            && keywords.any(|one| one == *literal)
        {
            return Some(format!(
                "format ambiguity because {literal} is used both in oilist element and the adjacent literal."
            ));
        }
        if let FormatElement::Clauses(others) = next {
            let is_other =
                |keyword: &&str| others.clauses.iter().any(|one| one.keyword == *keyword);
            if let Some(keyword) = keywords.find(is_other) {
                return Some(format!(
                    "format ambiguity because {keyword} is used in two adjacent oilist elements."
                ));
            }
        }
    }
    None
}
