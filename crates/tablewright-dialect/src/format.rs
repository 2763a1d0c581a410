//! Assembly syntax of operations, attributes and types.

use serde::Serialize;

use tablewright_mlir::model::operation::{
    AssemblyFormat, FormatElement as Parsed, FormatVariable, OperationSyntax, OptionalGroup,
};
use tablewright_mlir::model::{AttrOrTypeDef, DefSyntax, Operation};
use tablewright_mlir::model::{DefFormatElement, GroupAnchor, parse_def_format};

/// An entity's assembly syntax.
#[derive(Clone, Debug, Serialize)]
pub struct Syntax<'s> {
    /// The syntax source.
    pub kind: SyntaxKind,
    /// The format as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'s str>,
    /// The elements of the format; left out for a format with errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<FormatElement<'s>>>,
    /// Format errors.
    pub errors: Vec<String>,
}

/// An assembly syntax source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SyntaxKind {
    /// Default syntax: an operation in generic form, an attribute or type as its mnemonic, if any.
    Generic,
    /// C++ that is defined elsewhere.
    Custom,
    /// A format.
    Format,
}

/// A format element.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FormatElement<'s> {
    /// A keyword or punctuation.
    Literal {
        /// The text.
        text: &'s str,
    },
    /// A blank or a line break, ignored by the parser.
    Whitespace {
        /// The text; empty text suppresses the blank.
        text: &'static str,
    },
    /// A name.
    Variable {
        /// The entity behind the name.
        of: VariableKind,
        /// The name.
        name: &'s str,
    },
    /// `qualified(…)`: an attribute or a type with the name of its dialect.
    Qualified {
        /// The element.
        of: Box<FormatElement<'s>>,
    },
    /// `enum(…)`: an enum attribute as the texts of its cases.
    Enum {
        /// The attribute.
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
    /// `functional-type(…)`: operand and result types as a single function type.
    FunctionalType {
        /// The operands or results before the arrow.
        inputs: Box<FormatElement<'s>>,
        /// The types after the arrow.
        results: Box<FormatElement<'s>>,
    },
    /// `custom<…>(…)`: parsed and printed by two C++ functions.
    Custom {
        /// Their name suffix.
        name: &'s str,
        /// The arguments.
        arguments: Vec<FormatElement<'s>>,
    },
    /// `ref(…)`: an element parsed elsewhere, passed to a custom directive's functions.
    Ref {
        /// The element.
        of: Box<FormatElement<'s>>,
    },
    /// A text that is passed to a custom directive's functions.
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
    /// Optional elements, whose presence depends on the anchor.
    Optional {
        /// The first list of elements.
        then: Vec<FormatElement<'s>>,
        /// The alternative elements, after the `:`.
        otherwise: Vec<FormatElement<'s>>,
        /// The anchor's index, in `otherwise` if the group is inverted, else in `then`.
        anchor: usize,
        /// Whether the anchor is in `otherwise`.
        is_inverted: bool,
    },
    /// `oilist(…)`: clauses in any order, each at most once.
    Clauses {
        /// The literal between clauses.
        #[serde(skip_serializing_if = "Option::is_none")]
        separator: Option<&'s str>,
        /// The clauses.
        clauses: Vec<FormatClause<'s>>,
    },
}

/// A clause in a clause list.
#[derive(Clone, Debug, Serialize)]
pub struct FormatClause<'s> {
    /// The keyword that it begins with.
    pub keyword: &'s str,
    /// The elements after the keyword.
    pub elements: Vec<FormatElement<'s>>,
}

/// The entity behind a format variable.
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
    /// An attribute or type parameter.
    Parameter,
}

impl<'s> Syntax<'s> {
    fn without_format(kind: SyntaxKind) -> Syntax<'s> {
        Syntax { kind, format: None, elements: None, errors: Vec::new() }
    }

    /// Returns the syntax of an operation.
    pub(super) fn from_operation(operation: &Operation<'s>) -> Syntax<'s> {
        let format = match operation.syntax {
            OperationSyntax::Generic => return Syntax::without_format(SyntaxKind::Generic),
            OperationSyntax::Custom => return Syntax::without_format(SyntaxKind::Custom),
            OperationSyntax::Format(format) => format,
        };
        let (elements, errors) = match AssemblyFormat::parse(operation, format) {
            Ok(parsed) => (Some(for_operation(&parsed.elements, operation)), Vec::new()),
            Err(errors) => (None, errors.into_iter().map(|error| error.message).collect()),
        };
        Syntax { kind: SyntaxKind::Format, format: Some(format), elements, errors }
    }

    /// Returns the syntax of an attribute or a type.
    pub(super) fn from_def(def: &AttrOrTypeDef<'s>) -> Syntax<'s> {
        let format = match def.syntax {
            DefSyntax::Mnemonic => return Syntax::without_format(SyntaxKind::Generic),
            DefSyntax::Custom => return Syntax::without_format(SyntaxKind::Custom),
            DefSyntax::Format(format) => format,
        };
        let (elements, errors) = match parse_def_format(def, format) {
            Ok(parsed) => (Some(for_def(&parsed, def)), Vec::new()),
            Err(errors) => (None, errors.into_iter().map(|error| error.message).collect()),
        };
        Syntax { kind: SyntaxKind::Format, format: Some(format), elements, errors }
    }
}

fn for_operation<'s>(elements: &[Parsed<'s>], operation: &Operation<'s>) -> Vec<FormatElement<'s>> {
    elements.iter().map(|element| FormatElement::new(element, operation)).collect()
}

impl<'s> FormatElement<'s> {
    fn new(element: &Parsed<'s>, operation: &Operation<'s>) -> FormatElement<'s> {
        let one = |inner: &Parsed<'s>| Box::new(FormatElement::new(inner, operation));
        let all = |inner: &[Parsed<'s>]| for_operation(inner, operation);
        match element {
            Parsed::Literal(text) => FormatElement::Literal { text },
            Parsed::Whitespace(text) => FormatElement::Whitespace { text },
            Parsed::Variable(variable) => FormatElement::Variable {
                of: VariableKind::new(*variable),
                name: operation.variable_name(*variable),
            },
            Parsed::Enum(variable) => FormatElement::Enum { of: one(&Parsed::Variable(*variable)) },
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
            Parsed::Clauses(list) => {
                let clauses = list.clauses.iter().map(|clause| FormatClause {
                    keyword: clause.keyword,
                    elements: all(&clause.elements),
                });
                FormatElement::Clauses { separator: list.separator, clauses: clauses.collect() }
            }
        }
    }
}

impl VariableKind {
    fn new(variable: FormatVariable) -> VariableKind {
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

/// Converts the format elements of an attribute or a type.
fn for_def<'s>(
    elements: &[DefFormatElement<'s>],
    def: &AttrOrTypeDef<'s>,
) -> Vec<FormatElement<'s>> {
    let parameter = |index: usize| FormatElement::Variable {
        of: VariableKind::Parameter,
        name: def.parameters[index].name,
    };
    let one = |element: &DefFormatElement<'s>| match element {
        DefFormatElement::Literal(text) => FormatElement::Literal { text },
        DefFormatElement::Whitespace(text) => FormatElement::Whitespace { text },
        DefFormatElement::Parameter { index, is_qualified: false } => parameter(*index),
        DefFormatElement::Parameter { index, is_qualified: true } => {
            FormatElement::Qualified { of: Box::new(parameter(*index)) }
        }
        DefFormatElement::Reference(index) => {
            FormatElement::Ref { of: Box::new(parameter(*index)) }
        }
        DefFormatElement::Text(text) => FormatElement::Text { text },
        DefFormatElement::Params(elements) => {
            FormatElement::Params { elements: for_def(elements, def) }
        }
        DefFormatElement::Struct(elements) => {
            FormatElement::Struct { elements: for_def(elements, def) }
        }
        DefFormatElement::Custom { name, arguments } => {
            FormatElement::Custom { name, arguments: for_def(arguments, def) }
        }
        DefFormatElement::Optional { then, anchor, otherwise } => {
            let (anchor, is_inverted) = match *anchor {
                GroupAnchor::Then(index) => (index, false),
                GroupAnchor::Otherwise(index) => (index, true),
            };
            let (then, otherwise) = (for_def(then, def), for_def(otherwise, def));
            FormatElement::Optional { then, otherwise, anchor, is_inverted }
        }
    };
    elements.iter().map(one).collect()
}
