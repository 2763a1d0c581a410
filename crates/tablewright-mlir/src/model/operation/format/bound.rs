//! Variables and types that a format has parsed. Each is parsed once, and may be referred to afterwards.

use super::{FormatElement, FormatVariable};
use crate::model::Operation;
use crate::model::format_text::FormatError;

/// A directive for several variables or types, or for all otherwise unwritten ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoundDirective {
    Operands,
    Regions,
    Successors,
    OperandTypes,
    ResultTypes,
    AttrDict,
    PropDict,
}

/// The parsed entities.
#[derive(Default)]
pub(super) struct Bound {
    variables: Vec<FormatVariable>,
    types: Vec<FormatVariable>,
    directives: Vec<BoundDirective>,
}

/// Whether an element parses an entity, or refers to a parsed entity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FormatUse {
    Read,
    Refer,
}

/// Returns the word for a variable.
pub(super) fn kind(variable: FormatVariable) -> &'static str {
    match variable {
        FormatVariable::Operand(_) => "operand",
        FormatVariable::Attribute(_) => "attribute",
        FormatVariable::Property(_) => "property",
        FormatVariable::Result(_) => "result",
        FormatVariable::Region(_) => "region",
        FormatVariable::Successor(_) => "successor",
    }
}

impl Bound {
    pub(super) fn has(&self, directive: BoundDirective) -> bool {
        self.directives.contains(&directive)
    }

    /// Reads a variable, or refers to it.
    pub(super) fn variable(
        &mut self,
        variable: FormatVariable,
        name: &str,
        usage: FormatUse,
        offset: usize,
    ) -> Result<(), FormatError> {
        let by_directive = match variable {
            FormatVariable::Operand(_) => self.has(BoundDirective::Operands),
            FormatVariable::Region(_) => self.has(BoundDirective::Regions),
            FormatVariable::Successor(_) => self.has(BoundDirective::Successors),
            FormatVariable::Attribute(_)
            | FormatVariable::Property(_)
            | FormatVariable::Result(_) => false,
        };
        let is_bound = by_directive || self.variables.contains(&variable);
        let kind = kind(variable);
        match usage {
            FormatUse::Read if is_bound => {
                Err(FormatError::new(offset, format!("{kind} '{name}' is already bound")))
            }
            FormatUse::Refer if !is_bound => {
                let message = format!("{kind} '{name}' must be bound before it is referenced");
                Err(FormatError::new(offset, message))
            }
            FormatUse::Read => {
                self.variables.push(variable);
                Ok(())
            }
            FormatUse::Refer => Ok(()),
        }
    }

    /// Reads all operands, regions or successors, or refers to them.
    pub(super) fn list(
        &mut self,
        directive: BoundDirective,
        name: &str,
        usage: FormatUse,
        offset: usize,
    ) -> Result<(), FormatError> {
        let is_part = |variable: &FormatVariable| match variable {
            FormatVariable::Operand(_) => directive == BoundDirective::Operands,
            FormatVariable::Region(_) => directive == BoundDirective::Regions,
            FormatVariable::Successor(_) => directive == BoundDirective::Successors,
            FormatVariable::Attribute(_)
            | FormatVariable::Property(_)
            | FormatVariable::Result(_) => false,
        };
        match usage {
            FormatUse::Refer => self.refer(directive, name, name, offset),
            FormatUse::Read if self.has(directive) || self.variables.iter().any(is_part) => {
                let message = format!("'{name}' directive creates overlap in format");
                Err(FormatError::new(offset, message))
            }
            FormatUse::Read => {
                self.directives.push(directive);
                Ok(())
            }
        }
    }

    fn refer(
        &self,
        directive: BoundDirective,
        what: &str,
        by: &str,
        offset: usize,
    ) -> Result<(), FormatError> {
        if self.has(directive) {
            Ok(())
        } else {
            let message = format!("'ref' of '{what}' is not bound by a prior '{by}' directive");
            Err(FormatError::new(offset, message))
        }
    }

    /// Reads `attr-dict` or `prop-dict`, or refers to it.
    pub(super) fn dictionary(
        &mut self,
        directive: BoundDirective,
        name: &str,
        usage: FormatUse,
        offset: usize,
    ) -> Result<(), FormatError> {
        match usage {
            FormatUse::Refer => self.refer(directive, name, name, offset),
            FormatUse::Read if self.has(directive) => {
                let message = format!("'{name}' directive has already been seen");
                Err(FormatError::new(offset, message))
            }
            FormatUse::Read => {
                self.directives.push(directive);
                Ok(())
            }
        }
    }

    /// Parses the types inside a directive's parentheses, or refers to them.
    pub(super) fn types(
        &mut self,
        op: &Operation<'_>,
        element: &FormatElement<'_>,
        usage: FormatUse,
        offset: usize,
    ) -> Result<(), FormatError> {
        let (list, is_part): (_, fn(&FormatVariable) -> bool) = match element {
            FormatElement::Variable(variable) => {
                return self.type_of(*variable, op.variable_name(*variable), usage, offset);
            }
            FormatElement::Operands => {
                let is_operand = |one: &FormatVariable| matches!(one, FormatVariable::Operand(_));
                (("operands", BoundDirective::OperandTypes), is_operand)
            }
            FormatElement::Results => {
                let is_result = |one: &FormatVariable| matches!(one, FormatVariable::Result(_));
                (("results", BoundDirective::ResultTypes), is_result)
            }
            FormatElement::Literal(_)
            | FormatElement::Whitespace(_)
            | FormatElement::Qualified(_)
            | FormatElement::AttrDict { .. }
            | FormatElement::PropDict
            | FormatElement::Regions
            | FormatElement::Successors
            | FormatElement::Type(_)
            | FormatElement::FunctionalType { .. }
            | FormatElement::Custom { .. }
            | FormatElement::Reference(_)
            | FormatElement::Text(_)
            | FormatElement::Optional(_)
            | FormatElement::Clauses(_) => {
                return Err(FormatError::new(offset, "invalid argument to 'type' directive"));
            }
        };
        let (name, directive) = list;
        match usage {
            FormatUse::Refer => self.refer(directive, &format!("type({name})"), "type", offset),
            FormatUse::Read if self.has(directive) || self.types.iter().any(is_part) => {
                Err(FormatError::new(offset, format!("'{name}' 'type' is already bound")))
            }
            FormatUse::Read => {
                self.directives.push(directive);
                Ok(())
            }
        }
    }

    fn type_of(
        &mut self,
        variable: FormatVariable,
        name: &str,
        usage: FormatUse,
        offset: usize,
    ) -> Result<(), FormatError> {
        let directive = match variable {
            FormatVariable::Operand(_) => BoundDirective::OperandTypes,
            FormatVariable::Result(_) => BoundDirective::ResultTypes,
            FormatVariable::Attribute(_)
            | FormatVariable::Property(_)
            | FormatVariable::Region(_)
            | FormatVariable::Successor(_) => {
                return Err(FormatError::new(offset, "invalid argument to 'type' directive"));
            }
        };
        let is_bound = self.has(directive) || self.types.contains(&variable);
        match usage {
            FormatUse::Read if is_bound => {
                Err(FormatError::new(offset, format!("'type' of '{name}' is already bound")))
            }
            FormatUse::Refer if !is_bound => {
                let message =
                    format!("'ref' of 'type(${name})' is not bound by a prior 'type' directive");
                Err(FormatError::new(offset, message))
            }
            FormatUse::Read => {
                self.types.push(variable);
                Ok(())
            }
            FormatUse::Refer => Ok(()),
        }
    }
}
