//! How operations, attributes and types are written.

use serde::Serialize;

use crate::model::def_format::{self, Element};
use crate::model::format_grammar::GroupAnchor;
use crate::model::operation::{
    AssemblyFormat, FormatElement as Parsed, FormatVariable, OperationSyntax, OptionalGroup,
};
use crate::model::{AttrOrTypeDef, DefSyntax, Operation};

/// How something is written.
#[derive(Clone, Debug, Serialize)]
pub struct Syntax<'s> {
    /// Who says how it is written.
    pub kind: SyntaxKind,
    /// The format as the description has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'s str>,
    /// The elements of the format; left out for a format with errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<FormatElement<'s>>>,
    /// What is wrong with the format.
    pub errors: Vec<String>,
}

/// Who says how something is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SyntaxKind {
    /// Nobody: an operation is written as any operation can be, an attribute or a type as its mnemonic or not at all.
    Generic,
    /// C++ that is defined elsewhere.
    Custom,
    /// A format.
    Format,
}

/// An element of a format.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FormatElement<'s> {
    /// A keyword or punctuation.
    Literal {
        /// The text.
        text: &'s str,
    },
    /// A blank or a new line, which is only printed.
    Whitespace {
        /// The text; an empty one suppresses the blank.
        text: &'static str,
    },
    /// A name.
    Variable {
        /// What the name stands for.
        of: VariableKind,
        /// The name.
        name: &'s str,
    },
    /// `qualified(…)`: an attribute or a type with the name of its dialect.
    Qualified {
        /// The element.
        of: Box<FormatElement<'s>>,
    },
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
    Type {
        /// The operands or results.
        of: Box<FormatElement<'s>>,
    },
    /// `functional-type(…)`: the types of operands and results as one type.
    FunctionalType {
        /// The operands or results before the arrow.
        inputs: Box<FormatElement<'s>>,
        /// Those after it.
        results: Box<FormatElement<'s>>,
    },
    /// `custom<…>(…)`: what two C++ functions read and print.
    Custom {
        /// The end of their names.
        name: &'s str,
        /// What is passed to them.
        arguments: Vec<FormatElement<'s>>,
    },
    /// `ref(…)`: what is read elsewhere and passed on to functions of a custom directive.
    Ref {
        /// The element.
        of: Box<FormatElement<'s>>,
    },
    /// A text that is passed on to functions of a custom directive.
    Text {
        /// The text.
        text: &'s str,
    },
    /// `params`: the parameters of an attribute or type between commas.
    Params {
        /// The parameters.
        elements: Vec<FormatElement<'s>>,
    },
    /// `struct(…)`: parameters of an attribute or type with their names, in any order.
    Struct {
        /// The parameters.
        elements: Vec<FormatElement<'s>>,
    },
    /// Elements that are there if the anchor is, or if it is not.
    Optional {
        /// The elements that are tried first.
        then: Vec<FormatElement<'s>>,
        /// The elements that are there otherwise.
        otherwise: Vec<FormatElement<'s>>,
        /// The index of the element that decides: in `otherwise` if the group is inverted, else in `then`.
        anchor: usize,
        /// Whether the element that decides is one of `otherwise`.
        is_inverted: bool,
    },
    /// `oilist(…)`: clauses in any order, each at most once.
    Clauses {
        /// The clauses.
        clauses: Vec<FormatClause<'s>>,
    },
}

/// A clause of a list of clauses.
#[derive(Clone, Debug, Serialize)]
pub struct FormatClause<'s> {
    /// The keyword that it begins with.
    pub keyword: &'s str,
    /// What follows.
    pub elements: Vec<FormatElement<'s>>,
}

/// What a name in a format stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VariableKind {
    /// An operand.
    Operand,
    /// An attribute.
    Attribute,
    /// A property.
    Property,
    /// A result.
    Result,
    /// A region.
    Region,
    /// A successor.
    Successor,
    /// A parameter of an attribute or a type.
    Parameter,
}

impl<'s> Syntax<'s> {
    fn without_format(kind: SyntaxKind) -> Syntax<'s> {
        Syntax { kind, format: None, elements: None, errors: Vec::new() }
    }

    /// How an operation is written.
    pub(super) fn of_operation(operation: &Operation<'s>) -> Syntax<'s> {
        let format = match operation.syntax {
            OperationSyntax::Generic => return Syntax::without_format(SyntaxKind::Generic),
            OperationSyntax::Custom => return Syntax::without_format(SyntaxKind::Custom),
            OperationSyntax::Format(format) => format,
        };
        let (elements, errors) = match AssemblyFormat::parse(operation, format) {
            Ok(parsed) => (Some(of_operation(&parsed.elements, operation)), Vec::new()),
            Err(errors) => (None, errors.into_iter().map(|error| error.message).collect()),
        };
        Syntax { kind: SyntaxKind::Format, format: Some(format), elements, errors }
    }

    /// How an attribute or a type is written.
    pub(super) fn of_def(def: &AttrOrTypeDef<'s>) -> Syntax<'s> {
        let format = match def.syntax {
            DefSyntax::Mnemonic => return Syntax::without_format(SyntaxKind::Generic),
            DefSyntax::Custom => return Syntax::without_format(SyntaxKind::Custom),
            DefSyntax::Format(format) => format,
        };
        let (elements, errors) = match def_format::parse(def, format) {
            Ok(parsed) => (Some(of_def(&parsed, def)), Vec::new()),
            Err(errors) => (None, errors.into_iter().map(|error| error.message).collect()),
        };
        Syntax { kind: SyntaxKind::Format, format: Some(format), elements, errors }
    }
}

fn of_operation<'s>(elements: &[Parsed<'s>], operation: &Operation<'s>) -> Vec<FormatElement<'s>> {
    elements.iter().map(|element| FormatElement::of(element, operation)).collect()
}

impl<'s> FormatElement<'s> {
    fn of(element: &Parsed<'s>, operation: &Operation<'s>) -> FormatElement<'s> {
        let one = |inner: &Parsed<'s>| Box::new(FormatElement::of(inner, operation));
        let all = |inner: &[Parsed<'s>]| of_operation(inner, operation);
        match element {
            Parsed::Literal(text) => FormatElement::Literal { text },
            Parsed::Whitespace(text) => FormatElement::Whitespace { text },
            Parsed::Variable(variable) => FormatElement::Variable {
                of: VariableKind::of(*variable),
                name: operation.variable_name(*variable),
            },
            Parsed::Qualified(of) => FormatElement::Qualified { of: one(of) },
            Parsed::AttrDict { has_keyword } => {
                FormatElement::AttrDict { has_keyword: *has_keyword }
            }
            Parsed::PropDict => FormatElement::PropDict,
            Parsed::Operands => FormatElement::Operands,
            Parsed::Results => FormatElement::Results,
            Parsed::Regions => FormatElement::Regions,
            Parsed::Successors => FormatElement::Successors,
            Parsed::Type(of) => FormatElement::Type { of: one(of) },
            Parsed::FunctionalType { inputs, results } => {
                FormatElement::FunctionalType { inputs: one(inputs), results: one(results) }
            }
            Parsed::Custom { name, arguments } => {
                FormatElement::Custom { name, arguments: all(arguments) }
            }
            Parsed::Reference(of) => FormatElement::Ref { of: one(of) },
            Parsed::Text(text) => FormatElement::Text { text },
            Parsed::Optional(OptionalGroup { then, otherwise, anchor, is_inverted }) => {
                FormatElement::Optional {
                    then: all(then),
                    otherwise: all(otherwise),
                    anchor: *anchor,
                    is_inverted: *is_inverted,
                }
            }
            Parsed::Clauses(clauses) => {
                let clauses = clauses.iter().map(|clause| FormatClause {
                    keyword: clause.keyword,
                    elements: all(&clause.elements),
                });
                FormatElement::Clauses { clauses: clauses.collect() }
            }
        }
    }
}

impl VariableKind {
    fn of(variable: FormatVariable) -> VariableKind {
        match variable {
            FormatVariable::Operand(_) => VariableKind::Operand,
            FormatVariable::Attribute(_) => VariableKind::Attribute,
            FormatVariable::Property(_) => VariableKind::Property,
            FormatVariable::Result(_) => VariableKind::Result,
            FormatVariable::Region(_) => VariableKind::Region,
            FormatVariable::Successor(_) => VariableKind::Successor,
        }
    }
}

/// The elements of a format of an attribute or a type.
fn of_def<'s>(elements: &[Element<'s>], def: &AttrOrTypeDef<'s>) -> Vec<FormatElement<'s>> {
    let parameter = |index: usize| FormatElement::Variable {
        of: VariableKind::Parameter,
        name: def.parameters[index].name,
    };
    let one = |element: &Element<'s>| match element {
        Element::Literal(text) => FormatElement::Literal { text },
        Element::Whitespace(text) => FormatElement::Whitespace { text },
        Element::Parameter { index, is_qualified: false } => parameter(*index),
        Element::Parameter { index, is_qualified: true } => {
            FormatElement::Qualified { of: Box::new(parameter(*index)) }
        }
        Element::Reference(index) => FormatElement::Ref { of: Box::new(parameter(*index)) },
        Element::Text(text) => FormatElement::Text { text },
        Element::Params(elements) => FormatElement::Params { elements: of_def(elements, def) },
        Element::Struct(elements) => FormatElement::Struct { elements: of_def(elements, def) },
        Element::Custom { name, arguments } => {
            FormatElement::Custom { name, arguments: of_def(arguments, def) }
        }
        Element::Optional { then, anchor, otherwise } => {
            let (anchor, is_inverted) = match *anchor {
                GroupAnchor::Then(index) => (index, false),
                GroupAnchor::Otherwise(index) => (index, true),
            };
            let (then, otherwise) = (of_def(then, def), of_def(otherwise, def));
            FormatElement::Optional { then, otherwise, anchor, is_inverted }
        }
    };
    elements.iter().map(one).collect()
}
