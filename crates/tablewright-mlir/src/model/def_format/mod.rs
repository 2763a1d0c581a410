//! Formats of attributes and types: `assemblyFormat` as a list of elements.

mod parse;

use tablewright_syntax::diagnostic::Diagnostic;

use super::format_grammar::GroupAnchor;
use super::format_text::FormatOwner;
use super::{AttrOrTypeDef, DefNames, DefParameter, ParameterKind};

/// An element of a format. Parameters are indices into those of the definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element<'s> {
    /// A keyword or punctuation.
    Literal(&'s str),
    /// A blank or a new line, which is only printed; an empty text suppresses the blank.
    Whitespace(&'static str),
    /// A parameter.
    Parameter { index: usize, is_qualified: bool },
    /// `ref(…)`: a parameter that is passed on to functions of a custom directive.
    Reference(usize),
    /// A text that is passed on to functions of a custom directive.
    Text(&'s str),
    /// `params`: parameters between commas.
    Params(Vec<Element<'s>>),
    /// `struct(…)`: parameters with their names, in any order.
    Struct(Vec<Element<'s>>),
    /// `custom<…>(…)`: what two functions read and print.
    Custom { name: &'s str, arguments: Vec<Element<'s>> },
    /// Elements that are there if the anchor is, or if it is not.
    Optional { then: Vec<Element<'s>>, anchor: GroupAnchor, otherwise: Vec<Element<'s>> },
}

/// What is passed to the functions of a custom directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CustomArgument<'s> {
    /// A parameter, which they read.
    Parameter(usize),
    /// A parameter that is read elsewhere.
    Reference(usize),
    Text(&'s str),
}

/// The arguments of a custom directive.
pub(crate) fn custom_arguments<'s>(
    arguments: &[Element<'s>],
) -> impl Iterator<Item = CustomArgument<'s>> {
    arguments.iter().filter_map(|argument| match argument {
        Element::Parameter { index, .. } => Some(CustomArgument::Parameter(*index)),
        Element::Reference(index) => Some(CustomArgument::Reference(*index)),
        Element::Text(text) => Some(CustomArgument::Text(text)),
        Element::Literal(_)
        | Element::Whitespace(_)
        | Element::Params(_)
        | Element::Struct(_)
        | Element::Custom { .. }
        | Element::Optional { .. } => None,
    })
}

impl Element<'_> {
    /// The parameters that it reads.
    pub(crate) fn parameters(&self) -> Vec<usize> {
        match self {
            Element::Parameter { index, .. } => vec![*index],
            Element::Params(elements)
            | Element::Struct(elements)
            | Element::Custom { arguments: elements, .. } => {
                elements.iter().flat_map(Element::parameters).collect()
            }
            Element::Literal(_)
            | Element::Whitespace(_)
            | Element::Reference(_)
            | Element::Text(_)
            | Element::Optional { .. } => Vec::new(),
        }
    }
}

/// Reads a format.
///
/// # Errors
/// What the format should be instead.
pub(crate) fn parse<'s>(
    def: &AttrOrTypeDef<'s>,
    format: &'s str,
) -> Result<Vec<Element<'s>>, Vec<Diagnostic>> {
    let DefNames { definition, pos, .. } = def.names;
    parse::parse(def, format)
        .map_err(|error| error.diagnostics(FormatOwner { definition, pos, format }))
}

/// Whether a parameter need not be written.
pub(crate) fn is_optional(parameter: &DefParameter<'_>) -> bool {
    parameter.default_value.is_some()
}

/// Whether an element of a struct is written in brackets: an array is, unless it is the last element, since commas
/// separate both. An array with a parser or printer of its own has none.
pub(crate) fn has_brackets(
    def: &AttrOrTypeDef<'_>,
    elements: &[Element<'_>],
    index: usize,
) -> bool {
    let Element::Parameter { index: parameter, .. } = elements[index] else { return false };
    let DefParameter { kind, parser, printer, .. } = &def.parameters[parameter];
    let is_array = matches!(kind, ParameterKind::Array) && parser.is_none() && printer.is_none();
    is_array && index + 1 < elements.len()
}
