//! Operation formats: `assemblyFormat` as an element list.

mod ambiguity;
mod bound;
mod groups;
mod parse;
#[cfg(test)]
mod tests;

use tablewright_syntax::diagnostic::Diagnostic;

use super::{Operation, OperationValue};
use crate::model::format_text::{FormatError, FormatOwner};

/// A format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssemblyFormat<'s> {
    /// Its elements.
    pub elements: Vec<FormatElement<'s>>,
    /// The first element's offset in the text, used for errors in the format as a whole.
    pub(crate) start: usize,
}

/// A custom directive's argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CustomParameter<'e, 's> {
    pub(crate) value: CustomValue<'e, 's>,
    /// Whether it is read elsewhere.
    pub(crate) is_reference: bool,
}

/// A custom directive's parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CustomValue<'e, 's> {
    Variable(FormatVariable),
    /// Operand or result types.
    Type(&'e FormatElement<'s>),
    AttrDict,
    PropDict,
    /// All operands.
    Operands,
    /// All regions.
    Regions,
    /// All successors.
    Successors,
    Text(&'s str),
}

/// A format element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatElement<'s> {
    /// A keyword or punctuation.
    Literal(&'s str),
    /// Whitespace, ignored by the parser: a blank, a line break, or an empty text that suppresses the blank.
    Whitespace(&'static str),
    /// An operand, attribute, property, region or successor; within `type` also a result.
    Variable(FormatVariable),
    /// `qualified(…)`: an attribute or a type with the name of its dialect.
    Qualified(Box<FormatElement<'s>>),
    /// `enum(…)`: an enum attribute as the texts of its cases.
    Enum(FormatVariable),
    /// `attr-dict`: the attributes that are not written elsewhere.
    AttrDict {
        /// Whether `attributes` is written before them.
        has_keyword: bool,
    },
    /// `prop-dict`: the properties and attributes that are not written elsewhere.
    PropDict,
    /// `operands`: all operands.
    Operands,
    /// `results`: all results, for their types.
    Results,
    /// `regions`: all regions.
    Regions,
    /// `successors`: all successors.
    Successors,
    /// `type(…)`: the types of operands or results.
    Type(Box<FormatElement<'s>>),
    /// `functional-type(…)`: operand and result types as a single function type.
    FunctionalType {
        /// The operands or results before the arrow.
        inputs: Box<FormatElement<'s>>,
        /// The types after the arrow.
        results: Box<FormatElement<'s>>,
    },
    /// `custom<…>(…)`: parsed and printed by two functions.
    Custom {
        /// The name suffix of both functions.
        name: &'s str,
        /// The arguments.
        arguments: Vec<FormatElement<'s>>,
    },
    /// `ref(…)`: an element parsed elsewhere, passed to a custom directive's functions.
    Reference(Box<FormatElement<'s>>),
    /// A text that is passed to a custom directive's functions.
    Text(&'s str),
    /// Optional elements, whose presence depends on the anchor.
    Optional(OptionalGroup<'s>),
    /// `oilist(…)`: clauses in any order, each at most once.
    Clauses(ClauseList<'s>),
}

/// The entity behind a format variable, as an index into the list for its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatVariable {
    /// An operand.
    Operand(usize),
    /// An attribute.
    Attribute(usize),
    /// A property.
    Property(usize),
    /// A result.
    Result(usize),
    /// A region.
    Region(usize),
    /// A successor.
    Successor(usize),
}

/// An optional group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionalGroup<'s> {
    /// The first list of elements.
    pub then: Vec<FormatElement<'s>>,
    /// The alternative elements, after the `:`.
    pub otherwise: Vec<FormatElement<'s>>,
    /// The anchor's index.
    pub anchor: usize,
    /// Whether the anchor is in the alternative elements.
    pub is_inverted: bool,
}

/// A list of clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseList<'s> {
    /// The literal between clauses, if any.
    pub separator: Option<&'s str>,
    /// The clauses.
    pub clauses: Vec<FormatClause<'s>>,
}

/// A clause in a clause list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatClause<'s> {
    /// The keyword that it begins with.
    pub keyword: &'s str,
    /// The elements after the keyword.
    pub elements: Vec<FormatElement<'s>>,
}

impl<'s> OptionalGroup<'s> {
    /// Returns the anchor. Its presence decides between both lists.
    pub fn anchor_element(&self) -> Option<&FormatElement<'s>> {
        let elements = if self.is_inverted { &self.otherwise } else { &self.then };
        elements.get(self.anchor)
    }
}

impl<'s> FormatElement<'s> {
    /// Returns the elements that a format writes for a group, a clause list or a directive. The argument to `type` or
    /// `ref` is not written itself.
    pub fn children(&self) -> Vec<&FormatElement<'s>> {
        match self {
            FormatElement::Qualified(inner) => vec![inner],
            FormatElement::Custom { arguments, .. } => arguments.iter().collect(),
            FormatElement::Optional(group) => group.then.iter().chain(&group.otherwise).collect(),
            FormatElement::Clauses(list) => {
                list.clauses.iter().flat_map(|clause| &clause.elements).collect()
            }
            FormatElement::Literal(_)
            | FormatElement::Whitespace(_)
            | FormatElement::Variable(_)
            | FormatElement::Enum(_)
            | FormatElement::AttrDict { .. }
            | FormatElement::PropDict
            | FormatElement::Operands
            | FormatElement::Results
            | FormatElement::Regions
            | FormatElement::Successors
            | FormatElement::Type(_)
            | FormatElement::FunctionalType { .. }
            | FormatElement::Reference(_)
            | FormatElement::Text(_) => Vec::new(),
        }
    }

    /// Returns the argument of `qualified`, or the element itself.
    pub(crate) fn unqualified(&self) -> &FormatElement<'s> {
        if let FormatElement::Qualified(inner) = self { inner.unqualified() } else { self }
    }

    /// Returns the variable that the element writes, with or without `qualified` or `enum`.
    pub(crate) fn variable(&self) -> Option<FormatVariable> {
        if let FormatElement::Variable(variable) | FormatElement::Enum(variable) =
            self.unqualified()
        {
            Some(*variable)
        } else {
            None
        }
    }

    /// Returns whether the element is whitespace, which the parser ignores.
    pub fn is_whitespace(&self) -> bool {
        matches!(self, FormatElement::Whitespace(_))
    }
}

impl<'s> AssemblyFormat<'s> {
    /// Parses an operation's format.
    ///
    /// # Errors
    /// A message with the expected syntax.
    pub fn parse(
        operation: &Operation<'s>,
        format: &'s str,
    ) -> Result<AssemblyFormat<'s>, Vec<Diagnostic>> {
        parse::parse(operation, format)
            .map_err(|error| error.diagnostics(operation.format_owner(format)))
    }

    /// Returns an error of the format as a whole.
    pub(crate) fn error(&self, message: &str, note: String) -> FormatError {
        FormatError::with_note(self.start, message, note)
    }

    /// Returns all written elements in preorder.
    pub fn walk(&self) -> Vec<&FormatElement<'s>> {
        let mut preorder = Vec::new();
        let mut pending: Vec<&FormatElement<'s>> = self.elements.iter().rev().collect();
        while let Some(element) = pending.pop() {
            preorder.push(element);
            pending.extend(element.children().into_iter().rev());
        }
        preorder
    }

    /// Returns the variables that the format writes, in order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = FormatVariable> {
        self.walk().into_iter().filter_map(|element| {
            if let FormatElement::Variable(variable) | FormatElement::Enum(variable) = element {
                Some(*variable)
            } else {
                None
            }
        })
    }
}

impl<'s> Operation<'s> {
    /// Returns a format variable's name.
    pub fn variable_name(&self, variable: FormatVariable) -> &'s str {
        match variable {
            FormatVariable::Operand(index) => self.arguments.operands[index].name,
            FormatVariable::Attribute(index) => self.arguments.attributes[index].name,
            FormatVariable::Property(index) => self.arguments.properties[index].name,
            FormatVariable::Result(index) => self.results[index].name,
            FormatVariable::Region(index) => self.blocks.regions[index].name,
            FormatVariable::Successor(index) => self.blocks.successors[index].name,
        }
    }

    /// Returns the operand or result of a format variable, which has a type.
    pub(crate) fn typed_value(&self, variable: FormatVariable) -> Option<&OperationValue<'s>> {
        if let FormatVariable::Operand(index) = variable {
            Some(&self.arguments.operands[index])
        } else if let FormatVariable::Result(index) = variable {
            Some(&self.results[index])
        } else {
            None
        }
    }

    /// Returns the operation as the format owner for messages.
    pub(crate) fn format_owner(&self, format: &'s str) -> FormatOwner<'s> {
        let names = &self.names;
        FormatOwner { definition: names.definition, pos: names.pos, format }
    }
}

/// Returns a custom directive's parameters, as passed to its parser and printer.
pub(crate) fn custom_parameters<'e, 's>(
    arguments: &'e [FormatElement<'s>],
) -> impl Iterator<Item = CustomParameter<'e, 's>> {
    arguments.iter().filter_map(|argument| {
        let (inner, is_reference) = if let FormatElement::Reference(inner) = argument {
            (&**inner, true)
        } else {
            (argument, false)
        };
        custom_value(inner).map(|value| CustomParameter { value, is_reference })
    })
}

fn custom_value<'e, 's>(element: &'e FormatElement<'s>) -> Option<CustomValue<'e, 's>> {
    Some(match element {
        FormatElement::Variable(variable) => CustomValue::Variable(*variable),
        FormatElement::Type(inner) => CustomValue::Type(inner),
        FormatElement::Qualified(inner) | FormatElement::Reference(inner) => {
            return custom_value(inner);
        }
        FormatElement::AttrDict { .. } => CustomValue::AttrDict,
        FormatElement::PropDict => CustomValue::PropDict,
        FormatElement::Operands => CustomValue::Operands,
        FormatElement::Regions => CustomValue::Regions,
        FormatElement::Successors => CustomValue::Successors,
        FormatElement::Text(text) => CustomValue::Text(text),
        FormatElement::Literal(_)
        | FormatElement::Whitespace(_)
        | FormatElement::Enum(_)
        | FormatElement::Results
        | FormatElement::FunctionalType { .. }
        | FormatElement::Custom { .. }
        | FormatElement::Optional(_)
        | FormatElement::Clauses(_) => return None,
    })
}
