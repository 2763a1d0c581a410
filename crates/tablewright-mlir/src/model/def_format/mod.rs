//! Attribute and type formats: `assemblyFormat` as an element list.

mod parse;

use tablewright_syntax::diagnostic::Diagnostic;

use super::format_grammar::GroupAnchor;
use super::format_text::FormatOwner;
use super::{AttrOrTypeDef, DefNames, DefParameter, ParameterKind};

/// A format element. Parameters are indices into the definition's parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefFormatElement<'s> {
    /// A keyword or punctuation.
    Literal(&'s str),
    /// Whitespace, ignored by the parser: a blank, a line break, or an empty text that suppresses the blank.
    Whitespace(&'static str),
    /// A parameter.
    Parameter {
        /// Index of the parameter in the definition.
        index: usize,
        /// Whether the format asks for the type's or attribute's full name.
        is_qualified: bool,
    },
    /// `ref(…)`: a parameter that is passed on to functions of a custom directive.
    Reference(usize),
    /// A text that is passed to a custom directive's functions.
    Text(&'s str),
    /// `params`: parameters between commas.
    Params(Vec<DefFormatElement<'s>>),
    /// `struct(…)`: parameters with their names, in any order.
    Struct(Vec<DefFormatElement<'s>>),
    /// `custom<…>(…)`: parsed and printed by two functions.
    Custom {
        /// The name between `<` and `>`.
        name: &'s str,
        /// The elements between `(` and `)`.
        arguments: Vec<DefFormatElement<'s>>,
    },
    /// Elements that are present if the anchor is present, and other elements that are present if it is not.
    Optional {
        /// The elements if the anchor is present.
        then: Vec<DefFormatElement<'s>>,
        /// The element that decides.
        anchor: GroupAnchor,
        /// The elements if the anchor is absent.
        otherwise: Vec<DefFormatElement<'s>>,
    },
}

/// A custom directive's argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CustomArgument<'s> {
    /// A parameter, parsed by the directive.
    Parameter(usize),
    /// A parameter that is read elsewhere.
    Reference(usize),
    Text(&'s str),
}

/// Parses a custom directive's arguments.
pub(crate) fn custom_arguments<'s>(
    arguments: &[DefFormatElement<'s>],
) -> impl Iterator<Item = CustomArgument<'s>> {
    arguments.iter().filter_map(|argument| match argument {
        DefFormatElement::Parameter { index, .. } => Some(CustomArgument::Parameter(*index)),
        DefFormatElement::Reference(index) => Some(CustomArgument::Reference(*index)),
        DefFormatElement::Text(text) => Some(CustomArgument::Text(text)),
        DefFormatElement::Literal(_)
        | DefFormatElement::Whitespace(_)
        | DefFormatElement::Params(_)
        | DefFormatElement::Struct(_)
        | DefFormatElement::Custom { .. }
        | DefFormatElement::Optional { .. } => None,
    })
}

impl DefFormatElement<'_> {
    /// Returns the parameters that it reads.
    pub(crate) fn parameters(&self) -> Vec<usize> {
        if let DefFormatElement::Parameter { index, .. } = self {
            vec![*index]
        } else if let DefFormatElement::Params(elements)
        | DefFormatElement::Struct(elements)
        | DefFormatElement::Custom { arguments: elements, .. } = self
        {
            elements.iter().flat_map(DefFormatElement::parameters).collect()
        } else {
            Vec::new()
        }
    }
}

/// Parses a format.
///
/// # Errors
/// A message with the expected syntax.
pub fn parse<'s>(
    def: &AttrOrTypeDef<'s>,
    format: &'s str,
) -> Result<Vec<DefFormatElement<'s>>, Vec<Diagnostic>> {
    let DefNames { definition, pos, .. } = def.names;
    parse::parse(def, format)
        .map_err(|error| error.diagnostics(FormatOwner { definition, pos, format }))
}

/// Returns whether a parameter is optional in the syntax.
pub(crate) fn is_optional(parameter: &DefParameter<'_>) -> bool {
    parameter.default_value.is_some()
}

/// Whether a struct element is written in brackets. Arrays are, unless last in the struct, since commas separate both.
/// Arrays with a custom parser or printer are not.
pub(crate) fn has_brackets(
    def: &AttrOrTypeDef<'_>,
    elements: &[DefFormatElement<'_>],
    index: usize,
) -> bool {
    let DefFormatElement::Parameter { index: parameter, .. } = elements[index] else {
        return false;
    };
    let DefParameter { kind, parser, printer, .. } = &def.parameters[parameter];
    if let ParameterKind::EnumAttribute(one) = kind {
        return one.separator == Some(",");
    }
    let is_array = matches!(kind, ParameterKind::Array) && parser.is_none() && printer.is_none();
    is_array && index + 1 < elements.len()
}
