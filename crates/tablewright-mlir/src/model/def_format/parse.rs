//! Format parser: its grammar, and the elements allowed in each context.

use super::{DefFormatElement, is_optional};
use crate::model::format_grammar::{
    CommonElement, DIRECTIVES, EXPECTED_ELEMENT, FormatGrammar, FormatLiteral, GroupAnchor,
    GroupBranches, no_first_element,
};
use crate::model::format_text::{FormatError, FormatTokens};
use crate::model::{AttrOrTypeDef, DefParameter, ParameterKind};

/// An element's context.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DefFormatContext {
    Top,
    Struct,
    Custom,
    Reference,
}

struct DefFormatParser<'d, 's> {
    def: &'d AttrOrTypeDef<'s>,
    tokens: FormatTokens<'s>,
    depth: u32,
    /// For each parameter whether it is read.
    is_bound: Vec<bool>,
}

/// Reads a format.
pub(super) fn parse<'s>(
    def: &AttrOrTypeDef<'s>,
    format: &'s str,
) -> Result<Vec<DefFormatElement<'s>>, FormatError> {
    let tokens = FormatTokens::new(format);
    let is_bound = vec![false; def.parameters.len()];
    let mut parser = DefFormatParser { def, tokens, depth: 0, is_bound };
    let start = parser.tokens.offset();
    let elements = parser.elements()?;
    parser.check_parameters(start)?;
    check_commas(def, &elements, start)?;
    Ok(elements)
}

impl<'s> CommonElement<'s> for DefFormatElement<'s> {
    fn from_literal(literal: FormatLiteral<'s>) -> DefFormatElement<'s> {
        match literal {
            FormatLiteral::Text(text) => DefFormatElement::Literal(text),
            FormatLiteral::Whitespace(text) => DefFormatElement::Whitespace(text),
        }
    }

    fn from_text(text: &'s str) -> DefFormatElement<'s> {
        DefFormatElement::Text(text)
    }
}

impl<'s> FormatGrammar<'s> for DefFormatParser<'_, 's> {
    type Element = DefFormatElement<'s>;
    type Context = DefFormatContext;

    const TOP: DefFormatContext = DefFormatContext::Top;
    const CUSTOM: DefFormatContext = DefFormatContext::Custom;

    fn tokens(&mut self) -> &mut FormatTokens<'s> {
        &mut self.tokens
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn variable(
        &mut self,
        name: &'s str,
        context: DefFormatContext,
        offset: usize,
    ) -> Result<DefFormatElement<'s>, FormatError> {
        let parameter_index =
            self.def.parameters.iter().position(|parameter| parameter.name == name);
        let Some(index) = parameter_index else {
            let definition = self.def.names.definition;
            let message = format!("{definition} has no parameter named '{name}'");
            return Err(FormatError::new(offset, message));
        };
        let is_reference = context == DefFormatContext::Reference;
        let is_bound = self.is_bound[index];
        if is_reference {
            if !is_bound && !self.is_self_type(index) {
                let message = format!("parameter '{name}' must be bound before it is referenced");
                return Err(FormatError::new(offset, message));
            }
            return Ok(DefFormatElement::Reference(index));
        }
        if is_bound {
            return Err(FormatError::new(offset, format!("duplicate parameter '{name}'")));
        }
        self.is_bound[index] = true;
        Ok(DefFormatElement::Parameter { index, is_qualified: false })
    }

    fn directive(
        &mut self,
        token: &'s str,
        context: DefFormatContext,
        offset: usize,
    ) -> Result<DefFormatElement<'s>, FormatError> {
        let error = |message: &str| Err(FormatError::new(offset, message));
        match (token, context) {
            ("qualified", _) => self.qualified(context, offset),
            ("params", DefFormatContext::Top | DefFormatContext::Struct) => {
                self.all_parameters(offset).map(DefFormatElement::Params)
            }
            ("params", DefFormatContext::Custom | DefFormatContext::Reference) => error(
                "`params` can only be used at the top-level context or within a `struct` directive",
            ),
            ("struct", DefFormatContext::Top) => self.structure(offset),
            (
                "struct",
                DefFormatContext::Struct | DefFormatContext::Custom | DefFormatContext::Reference,
            ) => error("`struct` can only be used at the top-level context"),
            ("custom", DefFormatContext::Top | DefFormatContext::Struct) => self.custom(),
            ("custom", DefFormatContext::Custom | DefFormatContext::Reference) => error(
                "`custom` can only be used at the top-level context or within a `struct` directive",
            ),
            ("ref", DefFormatContext::Custom) => {
                self.expect("(", "before argument list")?;
                let inner = self.element(DefFormatContext::Reference)?;
                self.expect(")", "after argument list")?;
                Ok(inner)
            }
            (
                "ref",
                DefFormatContext::Top | DefFormatContext::Struct | DefFormatContext::Reference,
            ) => error("'ref' is only valid within a `custom` directive"),
            _ if DIRECTIVES.contains(&token) => error("unsupported directive kind"),
            _ => error(EXPECTED_ELEMENT),
        }
    }

    fn optional_group(&mut self, offset: usize) -> Result<DefFormatElement<'s>, FormatError> {
        let GroupBranches { then, otherwise, anchor } = self.group_branches(offset)?;
        let (then_anchor, other_anchor) = match anchor {
            GroupAnchor::Then(index) => (then.get(index), None),
            GroupAnchor::Otherwise(index) => (None, otherwise.get(index)),
        };
        let problem = self.problem_of_branch(&then, then_anchor);
        if let Some(message) = problem.or_else(|| self.problem_of_branch(&otherwise, other_anchor))
        {
            return Err(FormatError::new(offset, message));
        }
        let first = then.iter().find(|one| !matches!(one, DefFormatElement::Whitespace(_)));
        if first.is_some_and(can_be_first) {
            Ok(DefFormatElement::Optional { then, anchor, otherwise })
        } else {
            Err(no_first_element(offset))
        }
    }
}

impl<'s> DefFormatParser<'_, 's> {
    /// Whether a parameter is the type of an attribute, which is parsed elsewhere.
    fn is_self_type(&self, index: usize) -> bool {
        matches!(self.def.parameters[index].kind, ParameterKind::SelfType)
    }

    fn qualified(
        &mut self,
        context: DefFormatContext,
        offset: usize,
    ) -> Result<DefFormatElement<'s>, FormatError> {
        self.expect("(", "before argument list")?;
        let element = match self.element(context)? {
            DefFormatElement::Parameter { index, .. } => {
                DefFormatElement::Parameter { index, is_qualified: true }
            }
            reference @ DefFormatElement::Reference(_) => reference,
            DefFormatElement::Literal(_)
            | DefFormatElement::Whitespace(_)
            | DefFormatElement::Text(_)
            | DefFormatElement::Params(_)
            | DefFormatElement::Struct(_)
            | DefFormatElement::Custom { .. }
            | DefFormatElement::Optional { .. } => {
                let message = "`qualified` argument list expected a variable";
                return Err(FormatError::new(offset, message));
            }
        };
        self.expect(")", "after argument list")?;
        Ok(element)
    }

    /// Returns all parameters except the attribute type, which is parsed elsewhere.
    fn all_parameters(&mut self, offset: usize) -> Result<Vec<DefFormatElement<'s>>, FormatError> {
        if let Some(index) = self.is_bound.iter().position(|&is_bound| is_bound) {
            let name = self.def.parameters[index].name;
            let message = format!("`params` captures duplicate parameter: {name}");
            return Err(FormatError::new(offset, message));
        }
        let mut elements = Vec::new();
        for index in 0..self.is_bound.len() {
            if !self.is_self_type(index) {
                self.is_bound[index] = true;
                elements.push(DefFormatElement::Parameter { index, is_qualified: false });
            }
        }
        Ok(elements)
    }

    /// Parses the rest of a `struct` directive at `offset`.
    fn structure(&mut self, offset: usize) -> Result<DefFormatElement<'s>, FormatError> {
        self.expect("(", "before `struct` argument list")?;
        let first = self.element(DefFormatContext::Struct).map_err(|error| {
            let message = "`struct` argument list expected a parameter or directive";
            FormatError::new(offset, message).caused_by(error)
        })?;
        let elements = if let DefFormatElement::Params(elements) = first {
            elements
        } else {
            let mut elements = vec![first];
            while self.tokens.accept(",") {
                elements.push(self.element(DefFormatContext::Struct).map_err(|error| {
                    let message =
                        "expected a parameter or `custom` directive in `struct` argument list";
                    FormatError::new(offset, message).caused_by(error)
                })?);
            }
            elements
        };
        self.expect(")", "at the end of an argument list")?;
        for element in &elements {
            let DefFormatElement::Custom { arguments, .. } = element else { continue };
            let message = match &arguments[..] {
                [DefFormatElement::Parameter { .. }] => continue,
                [_] => "a `custom` directive nested within a `struct` must be passed a parameter",
                _ => "`struct` can only contain `custom` directives with a single argument",
            };
            return Err(FormatError::new(offset, message));
        }
        Ok(DefFormatElement::Struct(elements))
    }

    fn custom(&mut self) -> Result<DefFormatElement<'s>, FormatError> {
        let name = self.custom_name()?;
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.element(DefFormatContext::Custom)?);
            if !self.tokens.accept(",") {
                self.expect(")", "after custom directive parameters")?;
                return Ok(DefFormatElement::Custom { name, arguments });
            }
        }
    }

    /// Returns the reason why an optional group branch is invalid.
    fn problem_of_branch(
        &self,
        elements: &[DefFormatElement<'_>],
        anchor: Option<&DefFormatElement<'_>>,
    ) -> Option<&'static str> {
        let problem = elements.iter().find_map(|element| self.problem_in_group(element));
        problem.or_else(|| anchor.and_then(anchor_problem))
    }

    /// Returns the reason why an element is not allowed in an optional group.
    fn problem_in_group(&self, element: &DefFormatElement<'_>) -> Option<&'static str> {
        let parameters = element.parameters().into_iter();
        let can_be_missing = parameters.map(|index| &self.def.parameters[index]).all(is_optional);
        match element {
            _ if can_be_missing => None,
            DefFormatElement::Parameter { .. } => {
                Some("parameters in an optional group must be optional")
            }
            DefFormatElement::Params(_) => Some(
                "`params` directive allowed in optional group only if all parameters are optional",
            ),
            DefFormatElement::Struct(_) => Some(
                "`struct` is only allowed in an optional group if all captured parameters are optional",
            ),
            DefFormatElement::Custom { .. } => Some(
                "`custom` is only allowed in an optional group if all captured parameters are optional",
            ),
            DefFormatElement::Literal(_)
            | DefFormatElement::Whitespace(_)
            | DefFormatElement::Reference(_)
            | DefFormatElement::Text(_)
            | DefFormatElement::Optional { .. } => None,
        }
    }

    /// Checks that all required parameters are bound. `start` is the first element's offset.
    fn check_parameters(&self, start: usize) -> Result<(), FormatError> {
        let mut parameters = self.def.parameters.iter().enumerate();
        let missing = parameters.find(|&(index, parameter)| {
            !self.is_bound[index] && !self.is_self_type(index) && !is_optional(parameter)
        });
        match missing {
            Some((_, DefParameter { name, .. })) => {
                let message = format!("format is missing reference to parameter: {name}");
                Err(FormatError::new(start, message))
            }
            None => Ok(()),
        }
    }
}

/// Whether an element can be first in an optional group: the parser can test for its presence.
fn can_be_first(element: &DefFormatElement<'_>) -> bool {
    matches!(
        element,
        DefFormatElement::Literal(_)
            | DefFormatElement::Parameter { .. }
            | DefFormatElement::Custom { .. }
    )
}

/// Returns the reason why an element cannot be an anchor.
fn anchor_problem(element: &DefFormatElement<'_>) -> Option<&'static str> {
    match element {
        DefFormatElement::Parameter { .. }
        | DefFormatElement::Params(_)
        | DefFormatElement::Struct(_) => None,
        DefFormatElement::Custom { .. } => element.parameters().is_empty().then_some(
            "`custom` directive with no bound parameters cannot be used as optional group anchor",
        ),
        DefFormatElement::Literal(_)
        | DefFormatElement::Whitespace(_)
        | DefFormatElement::Reference(_)
        | DefFormatElement::Text(_)
        | DefFormatElement::Optional { .. } => {
            Some("optional group anchor must be a parameter or directive")
        }
    }
}

/// Checks that no comma follows a struct with optional parameters: a reader could not distinguish it from the struct's
/// commas. `start` is the first element's offset.
fn check_commas(
    def: &AttrOrTypeDef<'_>,
    elements: &[DefFormatElement<'_>],
    start: usize,
) -> Result<(), FormatError> {
    for pair in elements.windows(2) {
        let [one @ DefFormatElement::Struct(_), DefFormatElement::Literal(",")] = pair else {
            continue;
        };
        let parameters = one.parameters().into_iter();
        if parameters.map(|index| &def.parameters[index]).any(is_optional) {
            let message =
                "`struct` directive with optional parameters cannot be followed by a comma literal";
            return Err(FormatError::new(start, message));
        }
    }
    Ok(())
}
