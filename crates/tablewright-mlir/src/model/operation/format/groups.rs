//! Optional groups and lists of clauses.

use super::parse::{OpFormatContext, OpFormatParser};
use super::{ClauseList, FormatClause, FormatElement, FormatVariable, OptionalGroup};
use crate::model::Operation;
use crate::model::format_grammar::{
    FormatGrammar, GroupAnchor, GroupBranches, check_literal, no_first_element,
};
use crate::model::format_text::FormatError;
use crate::model::operation::OperationValue;

impl<'s> OpFormatParser<'_, 's> {
    /// Parses a clause list. `offset` is its keyword's offset.
    pub(super) fn clauses(
        &mut self,
        context: OpFormatContext,
        offset: usize,
    ) -> Result<FormatElement<'s>, FormatError> {
        let separator = self.clause_separator()?;
        self.expect("(", "before oilist argument list")?;
        let mut clauses = Vec::new();
        loop {
            let keyword_offset = self.tokens.offset();
            let token = self.tokens.take();
            if context != OpFormatContext::Top {
                let message = "literals may only be used in the top-level section of the format";
                return Err(FormatError::new(keyword_offset, message));
            }
            let keyword = literal_text(token, keyword_offset)?;
            check_literal(keyword, keyword_offset)?;
            let mut elements = Vec::new();
            while !matches!(self.tokens.peek(), "|" | ")") {
                let element = self.element(OpFormatContext::Top)?;
                check_in_clause(self.op, &element, offset)?;
                elements.push(element);
            }
            clauses.push(FormatClause { keyword, elements });
            if !self.tokens.accept("|") {
                self.expect(")", "after oilist argument list")?;
                return Ok(FormatElement::Clauses(ClauseList { separator, clauses }));
            }
        }
    }

    /// Parses the literal between clauses, which is in angle brackets.
    fn clause_separator(&mut self) -> Result<Option<&'s str>, FormatError> {
        if !self.op.arguments.format_rules.has_enum_directives || !self.tokens.accept("<") {
            return Ok(None);
        }
        let offset = self.tokens.offset();
        let separator = literal_text(self.tokens.take(), offset)?;
        if matches!(separator, "" | " " | "\\n") {
            let message = "oilist separator must be a non-whitespace literal";
            return Err(FormatError::new(offset, message));
        }
        check_literal(separator, offset)?;
        self.expect(">", "after oilist separator")?;
        Ok(Some(separator))
    }

    /// Parses an optional group after its parenthesis, which is at `offset`.
    pub(super) fn group(&mut self, offset: usize) -> Result<FormatElement<'s>, FormatError> {
        let GroupBranches { then, otherwise, anchor } = self.group_branches(offset)?;
        let (anchor, is_inverted) = match anchor {
            GroupAnchor::Then(index) => (index, false),
            GroupAnchor::Otherwise(index) => (index, true),
        };
        for (branch, is_otherwise) in [(&then, false), (&otherwise, true)] {
            for (index, element) in branch.iter().enumerate() {
                let is_anchor = is_inverted == is_otherwise && index == anchor;
                check_in_group(self.op, element, is_anchor, offset)?;
            }
        }
        let first = then.iter().find(|one| !one.is_whitespace());
        if !first.is_some_and(can_be_first) {
            return Err(no_first_element(offset));
        }
        Ok(FormatElement::Optional(OptionalGroup { then, otherwise, anchor, is_inverted }))
    }
}

/// Returns the text between the quotes of a literal.
fn literal_text(token: &str, offset: usize) -> Result<&str, FormatError> {
    let text = token.strip_prefix('`').and_then(|token| token.strip_suffix('`'));
    text.ok_or_else(|| FormatError::new(offset, format!("expected literal, but got '{token}'")))
}

/// Whether an element can be first in an optional group: the parser can test for its presence.
fn can_be_first(element: &FormatElement<'_>) -> bool {
    matches!(
        element.unqualified(),
        FormatElement::Literal(_)
            | FormatElement::Variable(_)
            | FormatElement::Enum(_)
            | FormatElement::Custom { .. }
    )
}

/// Checks that an operand or a result is optional. `group` is the enclosing group.
fn check_variable(
    value: &OperationValue<'_>,
    kind: &str,
    group: &str,
    offset: usize,
) -> Result<(), FormatError> {
    if value.is_variable() {
        Ok(())
    } else {
        let message = format!("only variable length {kind} can be used within an {group}");
        Err(FormatError::new(offset, message))
    }
}

/// Checks that an element is allowed in an optional group.
fn check_in_group(
    op: &Operation<'_>,
    element: &FormatElement<'_>,
    is_anchor: bool,
    offset: usize,
) -> Result<(), FormatError> {
    const GROUP: &str = "optional group";
    let error = |message: &str| Err(FormatError::new(offset, message));
    match element {
        FormatElement::Variable(variable) | FormatElement::Enum(variable) => match *variable {
            FormatVariable::Attribute(index) => {
                let constraint = &op.arguments.attributes[index].constraint;
                if is_anchor && !constraint.is_optional && !constraint.has_default() {
                    error(
                        "only optional or default-valued attributes can be used to anchor an optional group",
                    )
                } else {
                    Ok(())
                }
            }
            FormatVariable::Property(index) => {
                let property = &op.arguments.properties[index].property;
                let can_be_missing =
                    property.default_value.is_some() && !property.syntax.optional_parser.is_empty();
                if is_anchor && !can_be_missing {
                    error(
                        "only properties with default values that can be optionally parsed (have the \
                         `let optionalParser = ...` field defined) can be used to anchor an optional group",
                    )
                } else {
                    Ok(())
                }
            }
            FormatVariable::Operand(index) => {
                check_variable(&op.arguments.operands[index], "operands", GROUP, offset)
            }
            FormatVariable::Result(index) => {
                check_variable(&op.results[index], "results", GROUP, offset)
            }
            FormatVariable::Region(_) | FormatVariable::Successor(_) => Ok(()),
        },
        FormatElement::Qualified(inner) | FormatElement::Type(inner) => {
            check_in_group(op, inner, is_anchor, offset)
        }
        FormatElement::FunctionalType { inputs, results } => [inputs, results]
            .into_iter()
            .try_for_each(|one| check_in_group(op, one, is_anchor, offset)),
        FormatElement::Custom { arguments, .. } => {
            arguments.iter().try_for_each(|one| check_argument_in_group(op, one, is_anchor, offset))
        }
        FormatElement::Literal(_) | FormatElement::Whitespace(_) if is_anchor => {
            error("only variables and types can be used to anchor an optional group")
        }
        FormatElement::Literal(_) | FormatElement::Whitespace(_) | FormatElement::Optional(_) => {
            Ok(())
        }
        FormatElement::AttrDict { .. }
        | FormatElement::PropDict
        | FormatElement::Operands
        | FormatElement::Results
        | FormatElement::Regions
        | FormatElement::Successors
        | FormatElement::Reference(_)
        | FormatElement::Text(_)
        | FormatElement::Clauses(_) => error(NOT_IN_GROUP),
    }
}

const NOT_IN_GROUP: &str =
    "only literals, types, and variables can be used within an optional group";

/// Checks that an element may be passed to a custom directive in an optional group.
fn check_argument_in_group(
    op: &Operation<'_>,
    argument: &FormatElement<'_>,
    is_anchor: bool,
    offset: usize,
) -> Result<(), FormatError> {
    if is_anchor && matches!(argument, FormatElement::Text(_)) {
        Err(FormatError::new(offset, NOT_IN_GROUP))
    } else if matches!(argument.unqualified(), FormatElement::Variable(_) | FormatElement::Type(_))
    {
        check_in_group(op, argument, is_anchor, offset)
    } else {
        Ok(())
    }
}

/// Checks that an element is allowed in a clause.
fn check_in_clause(
    op: &Operation<'_>,
    element: &FormatElement<'_>,
    offset: usize,
) -> Result<(), FormatError> {
    if let FormatElement::Custom { arguments, .. } = element {
        return arguments.iter().try_for_each(|one| check_in_clause(op, one, offset));
    }
    match element.variable() {
        Some(FormatVariable::Attribute(index)) => {
            let constraint = &op.arguments.attributes[index].constraint;
            if constraint.is_optional || constraint.has_default() {
                Ok(())
            } else {
                let message = "only optional attributes can be used in an oilist parsing group";
                Err(FormatError::new(offset, message))
            }
        }
        Some(FormatVariable::Operand(index)) => {
            let operand = &op.arguments.operands[index];
            check_variable(operand, "operands", "oilist parsing group", offset)
        }
        Some(
            FormatVariable::Property(_)
            | FormatVariable::Result(_)
            | FormatVariable::Region(_)
            | FormatVariable::Successor(_),
        )
        | None => Ok(()),
    }
}
