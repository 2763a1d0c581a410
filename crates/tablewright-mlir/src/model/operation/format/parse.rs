//! Format parser: its grammar, and the elements allowed in each context.

use super::ambiguity;
use super::bound::{Bound, BoundDirective, FormatUse};
use super::{AssemblyFormat, FormatElement, FormatVariable};
use crate::model::Operation;
use crate::model::format_grammar::{CommonElement, EXPECTED_ELEMENT, FormatGrammar, FormatLiteral};
use crate::model::format_text::{FormatError, FormatTokens};

/// An element's context.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpFormatContext {
    Top,
    Custom,
    Type,
    Reference,
}

impl OpFormatContext {
    fn usage(self) -> FormatUse {
        match self {
            OpFormatContext::Top | OpFormatContext::Custom | OpFormatContext::Type => {
                FormatUse::Read
            }
            OpFormatContext::Reference => FormatUse::Refer,
        }
    }
}

pub(super) struct OpFormatParser<'o, 's> {
    pub(super) op: &'o Operation<'s>,
    pub(super) tokens: FormatTokens<'s>,
    depth: u32,
    bound: Bound,
}

/// Reads the format of an operation.
pub(super) fn parse<'s>(
    op: &Operation<'s>,
    format: &'s str,
) -> Result<AssemblyFormat<'s>, FormatError> {
    let tokens = FormatTokens::new(format);
    let mut parser = OpFormatParser { op, tokens, depth: 0, bound: Bound::default() };
    let start = parser.tokens.offset();
    let elements = parser.elements()?;
    let format = AssemblyFormat { elements, start };
    if !parser.bound.has(BoundDirective::AttrDict) {
        let message = "'attr-dict' directive not found in custom assembly format";
        return Err(FormatError::new(start, message));
    }
    ambiguity::check(op, &format)?;
    Ok(format)
}

impl<'s> CommonElement<'s> for FormatElement<'s> {
    fn from_literal(literal: FormatLiteral<'s>) -> FormatElement<'s> {
        match literal {
            FormatLiteral::Text(text) => FormatElement::Literal(text),
            FormatLiteral::Whitespace(text) => FormatElement::Whitespace(text),
        }
    }

    fn from_text(text: &'s str) -> FormatElement<'s> {
        FormatElement::Text(text)
    }
}

impl<'s> FormatGrammar<'s> for OpFormatParser<'_, 's> {
    type Element = FormatElement<'s>;
    type Context = OpFormatContext;

    const TOP: OpFormatContext = OpFormatContext::Top;
    const CUSTOM: OpFormatContext = OpFormatContext::Custom;

    fn tokens(&mut self) -> &mut FormatTokens<'s> {
        &mut self.tokens
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn variable(
        &mut self,
        name: &'s str,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let error = |message: &str| Err(FormatError::new(offset, message));
        let Some(variable) = find(self.op, name) else {
            return error(
                "expected variable to refer to an argument, region, result, or successor",
            );
        };
        match (context, variable) {
            (OpFormatContext::Type, FormatVariable::Operand(_) | FormatVariable::Result(_)) => {
                return Ok(FormatElement::Variable(variable));
            }
            (OpFormatContext::Type, FormatVariable::Attribute(_)) => {
                return error("attributes cannot be used as children to a `type` directive");
            }
            (OpFormatContext::Type, FormatVariable::Property(_)) => {
                return error("properties cannot be used as children to a `type` directive");
            }
            (OpFormatContext::Type, FormatVariable::Region(_)) => {
                return error("regions can only be used at the top level or in a ref directive");
            }
            (OpFormatContext::Type, FormatVariable::Successor(_)) => {
                return error("successors can only be used at the top level or in a ref directive");
            }
            (
                OpFormatContext::Top | OpFormatContext::Custom | OpFormatContext::Reference,
                FormatVariable::Result(_),
            ) => {
                return error(
                    "result variables can can only be used as a child to a 'type' directive",
                );
            }
            (OpFormatContext::Top | OpFormatContext::Custom | OpFormatContext::Reference, _) => {}
        }
        self.bound.variable(variable, name, context.usage(), offset)?;
        Ok(FormatElement::Variable(variable))
    }

    fn directive(
        &mut self,
        token: &'s str,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let error = |message: String| Err(FormatError::new(offset, message));
        match (token, context) {
            ("attr-dict" | "attr-dict-with-keyword" | "prop-dict", _) => {
                self.dictionary(token, context, offset)
            }
            ("operands", _) => self.list(token, context, offset),
            ("regions" | "successors", OpFormatContext::Type) => {
                error(format!("'{token}' is only valid as a top-level directive"))
            }
            ("regions" | "successors", _) => self.list(token, context, offset),
            ("results", OpFormatContext::Type) => Ok(FormatElement::Results),
            ("results", _) => error(
                "'results' directive can can only be used as a child to a 'type' directive"
                    .to_owned(),
            ),
            ("type", OpFormatContext::Type) => {
                error("'type' cannot be used as a child of another `type`".to_owned())
            }
            ("type", _) => {
                self.expect("(", "before argument list")?;
                let inner = self.typed(context.usage(), offset)?;
                self.expect(")", "after argument list")?;
                Ok(FormatElement::Type(Box::new(inner)))
            }
            ("qualified", _) => self.qualified(context, offset),
            ("enum", _) if self.op.arguments.format_rules.has_enum_directives => {
                self.enumeration(context, offset)
            }
            ("functional-type", OpFormatContext::Top) => {
                self.expect("(", "before argument list")?;
                let inputs = Box::new(self.typed(FormatUse::Read, offset)?);
                self.expect(",", "after inputs argument")?;
                let results = Box::new(self.typed(FormatUse::Read, offset)?);
                self.expect(")", "after argument list")?;
                Ok(FormatElement::FunctionalType { inputs, results })
            }
            ("functional-type", _) => {
                error("'functional-type' is only valid as a top-level directive".to_owned())
            }
            ("ref", OpFormatContext::Custom) => {
                self.expect("(", "before argument list")?;
                let inner = self.element(OpFormatContext::Reference)?;
                self.expect(")", "after argument list")?;
                Ok(FormatElement::Reference(Box::new(inner)))
            }
            ("ref", _) => error("'ref' is only valid within a `custom` directive".to_owned()),
            ("custom", OpFormatContext::Top) => self.custom(offset),
            ("custom", _) => error(
                "`custom` can only be used at the top-level context or within a `struct` directive"
                    .to_owned(),
            ),
            ("oilist", _) => self.clauses(context, offset),
            _ => error(EXPECTED_ELEMENT.to_owned()),
        }
    }

    fn optional_group(&mut self, offset: usize) -> Result<FormatElement<'s>, FormatError> {
        self.group(offset)
    }
}

impl<'s> OpFormatParser<'_, 's> {
    /// Parses the argument of `type`: variables or lists whose types are parsed or referred to. `offset` is the
    /// directive's offset.
    fn typed(&mut self, usage: FormatUse, offset: usize) -> Result<FormatElement<'s>, FormatError> {
        let inner = self.element(OpFormatContext::Type)?;
        self.bound.types(self.op, &inner, usage, offset)?;
        Ok(inner)
    }

    fn dictionary(
        &mut self,
        token: &str,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let (directive, name, element) = match token {
            "prop-dict" => (BoundDirective::PropDict, token, FormatElement::PropDict),
            _ => {
                let has_keyword = token != "attr-dict";
                (BoundDirective::AttrDict, "attr-dict", FormatElement::AttrDict { has_keyword })
            }
        };
        if context == OpFormatContext::Type {
            let message = format!("'{name}' directive can only be used as a top-level directive");
            return Err(FormatError::new(offset, message));
        }
        self.bound.dictionary(directive, name, context.usage(), offset)?;
        Ok(element)
    }

    /// `operands`, `regions` or `successors`. Only the types of operands are read within `type`.
    fn list(
        &mut self,
        token: &str,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let (directive, element) = match token {
            "operands" => (BoundDirective::Operands, FormatElement::Operands),
            "regions" => (BoundDirective::Regions, FormatElement::Regions),
            _ => (BoundDirective::Successors, FormatElement::Successors),
        };
        if context != OpFormatContext::Type {
            self.bound.list(directive, token, context.usage(), offset)?;
        }
        Ok(element)
    }

    fn qualified(
        &mut self,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        self.expect("(", "before argument list")?;
        let inner = self.element(context)?;
        if matches!(inner, FormatElement::Enum(_)) {
            return Err(FormatError::new(offset, ENUM_AND_QUALIFIED));
        }
        let can_be_qualified = matches!(
            inner,
            FormatElement::Variable(FormatVariable::Attribute(_)) | FormatElement::Type(_)
        );
        if !can_be_qualified {
            let message = "'qualified' directive expects an attribute or a `type` directive";
            return Err(FormatError::new(offset, message));
        }
        self.expect(")", "after argument list")?;
        Ok(FormatElement::Qualified(Box::new(inner)))
    }

    /// Parses the directive that writes an enum attribute by its cases.
    fn enumeration(
        &mut self,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let error = |message: &str| Err(FormatError::new(offset, message));
        if context != OpFormatContext::Top {
            return error("'enum' directive can only be used at the top level");
        }
        self.expect("(", "before argument list")?;
        let inner = self.element(context)?;
        if matches!(inner, FormatElement::Qualified(_)) {
            return error(ENUM_AND_QUALIFIED);
        }
        let variable = inner.variable();
        let one = match variable {
            Some(FormatVariable::Attribute(index)) => {
                self.op.arguments.attributes[index].constraint.held_enum()
            }
            Some(
                FormatVariable::Property(_)
                | FormatVariable::Operand(_)
                | FormatVariable::Result(_)
                | FormatVariable::Region(_)
                | FormatVariable::Successor(_),
            )
            | None => None,
        };
        let (Some(variable), Some(one)) = (variable, one) else {
            return error("'enum' directive expects an enum attribute");
        };
        if one.bits.is_some() && one.cases.iter().all(|case| case.value != 0) {
            return error("'enum' directive requires a bit enum to define a zero-valued case");
        }
        self.expect(")", "after argument list")?;
        Ok(FormatElement::Enum(variable))
    }

    /// Returns a custom directive, whose keyword is at `offset`.
    fn custom(&mut self, offset: usize) -> Result<FormatElement<'s>, FormatError> {
        let name = self.custom_name()?;
        let mut arguments = Vec::new();
        loop {
            let argument = self.element(OpFormatContext::Custom)?;
            check_argument(&argument, offset)?;
            arguments.push(argument);
            if !self.tokens.accept(",") {
                self.expect(")", "after custom directive parameters")?;
                return Ok(FormatElement::Custom { name, arguments });
            }
        }
    }
}

const ENUM_AND_QUALIFIED: &str = "'enum' and 'qualified' directives cannot be combined";

/// Checks that an element may be passed to the functions of a custom directive.
fn check_argument(argument: &FormatElement<'_>, offset: usize) -> Result<(), FormatError> {
    let argument = argument.unqualified();
    if let FormatElement::Type(inner) = argument
        && inner.variable().is_none()
    {
        let message = "type directives within a custom directive may only refer to variables";
        return Err(FormatError::new(offset, message));
    }
    let is_allowed = matches!(
        argument,
        FormatElement::Variable(_)
            | FormatElement::Type(_)
            | FormatElement::Text(_)
            | FormatElement::AttrDict { .. }
            | FormatElement::PropDict
            | FormatElement::Reference(_)
    );
    let message = "only variables and types may be used as parameters to a custom directive";
    if is_allowed { Ok(()) } else { Err(FormatError::new(offset, message)) }
}

/// Returns the entity with a name.
fn find(op: &Operation<'_>, name: &str) -> Option<FormatVariable> {
    fn position<'n>(mut names: impl Iterator<Item = &'n str>, name: &str) -> Option<usize> {
        names.position(|one| one == name)
    }
    let arguments = &op.arguments;
    position(arguments.attributes.iter().map(|one| one.name), name)
        .map(FormatVariable::Attribute)
        .or_else(|| {
            let properties = arguments.properties.iter().map(|one| one.name);
            position(properties, name).map(FormatVariable::Property)
        })
        .or_else(|| {
            let operands = arguments.operands.iter().map(|one| one.name);
            position(operands, name).map(FormatVariable::Operand)
        })
        .or_else(|| {
            let regions = op.blocks.regions.iter().map(|one| one.name);
            position(regions, name).map(FormatVariable::Region)
        })
        .or_else(|| {
            let results = op.results.iter().map(|one| one.name);
            position(results, name).map(FormatVariable::Result)
        })
        .or_else(|| {
            let successors = op.blocks.successors.iter().map(|one| one.name);
            position(successors, name).map(FormatVariable::Successor)
        })
}
