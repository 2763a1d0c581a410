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

/// Returns the directive that writes all variables of a variable's kind.
fn list_directive(variable: FormatVariable) -> Option<BoundDirective> {
    match variable {
        FormatVariable::Operand(_) => Some(BoundDirective::Operands),
        FormatVariable::Region(_) => Some(BoundDirective::Regions),
        FormatVariable::Successor(_) => Some(BoundDirective::Successors),
        FormatVariable::Attribute(_) | FormatVariable::Property(_) | FormatVariable::Result(_) => {
            None
        }
    }
}

/// Returns the directive that writes the types of all operands or all results, if the variable is among them.
fn type_directive(variable: FormatVariable) -> Option<BoundDirective> {
    if matches!(variable, FormatVariable::Operand(_)) {
        Some(BoundDirective::OperandTypes)
    } else {
        matches!(variable, FormatVariable::Result(_)).then_some(BoundDirective::ResultTypes)
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
        let by_directive = list_directive(variable).is_some_and(|directive| self.has(directive));
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
        let is_part = |variable: &FormatVariable| list_directive(*variable) == Some(directive);
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
        if let FormatElement::Variable(variable) = element {
            return self.type_of(*variable, op.variable_name(*variable), usage, offset);
        }
        let (name, directive) = if *element == FormatElement::Operands {
            ("operands", BoundDirective::OperandTypes)
        } else if *element == FormatElement::Results {
            ("results", BoundDirective::ResultTypes)
        } else {
            return Err(FormatError::new(offset, "invalid argument to 'type' directive"));
        };
        let is_part = |one: &FormatVariable| type_directive(*one) == Some(directive);
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
        let Some(directive) = type_directive(variable) else {
            return Err(FormatError::new(offset, "invalid argument to 'type' directive"));
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
