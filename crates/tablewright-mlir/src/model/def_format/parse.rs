//! Format parser: its grammar, and the elements allowed in each context.

use super::{Element, is_optional};
use crate::model::format_grammar::{
    CommonElement, DIRECTIVES, EXPECTED_ELEMENT, FormatGrammar, FormatLiteral, GroupAnchor,
    GroupBranches, no_first_element,
};
use crate::model::format_text::{FormatError, FormatTokens};
use crate::model::{AttrOrTypeDef, DefParameter, ParameterKind};

/// An element's context.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Top,
    Struct,
    Custom,
    Reference,
}

struct FormatParser<'d, 's> {
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
) -> Result<Vec<Element<'s>>, FormatError> {
    let tokens = FormatTokens::new(format);
    let is_bound = vec![false; def.parameters.len()];
    let mut parser = FormatParser { def, tokens, depth: 0, is_bound };
    let start = parser.tokens.offset();
    let elements = parser.elements()?;
    parser.check_parameters(start)?;
    check_commas(def, &elements, start)?;
    Ok(elements)
}

impl<'s> CommonElement<'s> for Element<'s> {
    fn from_literal(literal: FormatLiteral<'s>) -> Element<'s> {
        match literal {
            FormatLiteral::Text(text) => Element::Literal(text),
            FormatLiteral::Whitespace(text) => Element::Whitespace(text),
        }
    }

    fn from_text(text: &'s str) -> Element<'s> {
        Element::Text(text)
    }
}

impl<'s> FormatGrammar<'s> for FormatParser<'_, 's> {
    type Element = Element<'s>;
    type Context = Context;

    const TOP: Context = Context::Top;
    const CUSTOM: Context = Context::Custom;

    fn tokens(&mut self) -> &mut FormatTokens<'s> {
        &mut self.tokens
    }

    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }

    fn variable(
        &mut self,
        name: &'s str,
        context: Context,
        offset: usize,
    ) -> Result<Element<'s>, FormatError> {
        let found = self.def.parameters.iter().position(|parameter| parameter.name == name);
        let Some(index) = found else {
            let definition = self.def.names.definition;
            let message = format!("{definition} has no parameter named '{name}'");
            return Err(FormatError::new(offset, message));
        };
        let is_reference = context == Context::Reference;
        match self.is_bound[index] {
            true if !is_reference => {
                return Err(FormatError::new(offset, format!("duplicate parameter '{name}'")));
            }
            false if is_reference && !self.is_self_type(index) => {
                let message = format!("parameter '{name}' must be bound before it is referenced");
                return Err(FormatError::new(offset, message));
            }
            _ => {}
        }
        if is_reference {
            return Ok(Element::Reference(index));
        }
        self.is_bound[index] = true;
        Ok(Element::Parameter { index, is_qualified: false })
    }

    fn directive(
        &mut self,
        token: &'s str,
        context: Context,
        offset: usize,
    ) -> Result<Element<'s>, FormatError> {
        let error = |message: &str| Err(FormatError::new(offset, message));
        match (token, context) {
            ("qualified", _) => self.qualified(context, offset),
            ("params", Context::Top | Context::Struct) => {
                self.all_parameters(offset).map(Element::Params)
            }
            ("params", Context::Custom | Context::Reference) => error(
                "`params` can only be used at the top-level context or within a `struct` directive",
            ),
            ("struct", Context::Top) => self.structure(offset),
            ("struct", Context::Struct | Context::Custom | Context::Reference) => {
                error("`struct` can only be used at the top-level context")
            }
            ("custom", Context::Top | Context::Struct) => self.custom(),
            ("custom", Context::Custom | Context::Reference) => error(
                "`custom` can only be used at the top-level context or within a `struct` directive",
            ),
            ("ref", Context::Custom) => {
                self.expect("(", "before argument list")?;
                let inner = self.element(Context::Reference)?;
                self.expect(")", "after argument list")?;
                Ok(inner)
            }
            ("ref", Context::Top | Context::Struct | Context::Reference) => {
                error("'ref' is only valid within a `custom` directive")
            }
            _ if DIRECTIVES.contains(&token) => error("unsupported directive kind"),
            _ => error(EXPECTED_ELEMENT),
        }
    }

    fn optional_group(&mut self, offset: usize) -> Result<Element<'s>, FormatError> {
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
        let first = then.iter().find(|one| !matches!(one, Element::Whitespace(_)));
        match first.is_some_and(can_be_first) {
            true => Ok(Element::Optional { then, anchor, otherwise }),
            false => Err(no_first_element(offset)),
        }
    }
}

impl<'s> FormatParser<'_, 's> {
    /// Whether a parameter is the type of an attribute, which is parsed elsewhere.
    fn is_self_type(&self, index: usize) -> bool {
        matches!(self.def.parameters[index].kind, ParameterKind::SelfType)
    }

    fn qualified(&mut self, context: Context, offset: usize) -> Result<Element<'s>, FormatError> {
        self.expect("(", "before argument list")?;
        let element = match self.element(context)? {
            Element::Parameter { index, .. } => Element::Parameter { index, is_qualified: true },
            reference @ Element::Reference(_) => reference,
            Element::Literal(_)
            | Element::Whitespace(_)
            | Element::Text(_)
            | Element::Params(_)
            | Element::Struct(_)
            | Element::Custom { .. }
            | Element::Optional { .. } => {
                let message = "`qualified` argument list expected a variable";
                return Err(FormatError::new(offset, message));
            }
        };
        self.expect(")", "after argument list")?;
        Ok(element)
    }

    /// Returns all parameters except the attribute type, which is parsed elsewhere.
    fn all_parameters(&mut self, offset: usize) -> Result<Vec<Element<'s>>, FormatError> {
        if let Some(index) = self.is_bound.iter().position(|&is_bound| is_bound) {
            let name = self.def.parameters[index].name;
            let message = format!("`params` captures duplicate parameter: {name}");
            return Err(FormatError::new(offset, message));
        }
        let mut elements = Vec::new();
        for index in 0..self.is_bound.len() {
            if !self.is_self_type(index) {
                self.is_bound[index] = true;
                elements.push(Element::Parameter { index, is_qualified: false });
            }
        }
        Ok(elements)
    }

    /// Parses the rest of a `struct` directive at `offset`.
    fn structure(&mut self, offset: usize) -> Result<Element<'s>, FormatError> {
        self.expect("(", "before `struct` argument list")?;
        let first = self.element(Context::Struct).map_err(|error| {
            let message = "`struct` argument list expected a parameter or directive";
            FormatError::new(offset, message).caused_by(error)
        })?;
        let elements = if let Element::Params(elements) = first {
            elements
        } else {
            let mut elements = vec![first];
            while self.tokens.accept(",") {
                elements.push(self.element(Context::Struct).map_err(|error| {
                    let message =
                        "expected a parameter or `custom` directive in `struct` argument list";
                    FormatError::new(offset, message).caused_by(error)
                })?);
            }
            elements
        };
        self.expect(")", "at the end of an argument list")?;
        for element in &elements {
            let Element::Custom { arguments, .. } = element else { continue };
            let message = match &arguments[..] {
                [Element::Parameter { .. }] => continue,
                [_] => "a `custom` directive nested within a `struct` must be passed a parameter",
                _ => "`struct` can only contain `custom` directives with a single argument",
            };
            return Err(FormatError::new(offset, message));
        }
        Ok(Element::Struct(elements))
    }

    fn custom(&mut self) -> Result<Element<'s>, FormatError> {
        let name = self.custom_name()?;
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.element(Context::Custom)?);
            if !self.tokens.accept(",") {
                self.expect(")", "after custom directive parameters")?;
                return Ok(Element::Custom { name, arguments });
            }
        }
    }

    /// Returns the reason why an optional group branch is invalid.
    fn problem_of_branch(
        &self,
        elements: &[Element<'_>],
        anchor: Option<&Element<'_>>,
    ) -> Option<&'static str> {
        let problem = elements.iter().find_map(|element| self.problem_in_group(element));
        problem.or_else(|| anchor.and_then(anchor_problem))
    }

    /// Returns the reason why an element is not allowed in an optional group.
    fn problem_in_group(&self, element: &Element<'_>) -> Option<&'static str> {
        let parameters = element.parameters().into_iter();
        let can_be_missing = parameters.map(|index| &self.def.parameters[index]).all(is_optional);
        match element {
            _ if can_be_missing => None,
            Element::Parameter { .. } => Some("parameters in an optional group must be optional"),
            Element::Params(_) => Some(
                "`params` directive allowed in optional group only if all parameters are optional",
            ),
            Element::Struct(_) => Some(
                "`struct` is only allowed in an optional group if all captured parameters are optional",
            ),
            Element::Custom { .. } => Some(
                "`custom` is only allowed in an optional group if all captured parameters are optional",
            ),
            Element::Literal(_)
            | Element::Whitespace(_)
            | Element::Reference(_)
            | Element::Text(_)
            | Element::Optional { .. } => None,
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

/// Whether an element can be tried, to see whether a group is there.
fn can_be_first(element: &Element<'_>) -> bool {
    match element {
        Element::Literal(_) | Element::Parameter { .. } | Element::Custom { .. } => true,
        Element::Whitespace(_)
        | Element::Reference(_)
        | Element::Text(_)
        | Element::Params(_)
        | Element::Struct(_)
        | Element::Optional { .. } => false,
    }
}

/// Why an element cannot be an anchor.
fn anchor_problem(element: &Element<'_>) -> Option<&'static str> {
    match element {
        Element::Parameter { .. } | Element::Params(_) | Element::Struct(_) => None,
        Element::Custom { .. } => element.parameters().is_empty().then_some(
            "`custom` directive with no bound parameters cannot be used as optional group anchor",
        ),
        Element::Literal(_)
        | Element::Whitespace(_)
        | Element::Reference(_)
        | Element::Text(_)
        | Element::Optional { .. } => {
            Some("optional group anchor must be a parameter or directive")
        }
    }
}

/// Checks that no comma follows a struct with optional parameters: a reader could not distinguish it from the struct's
/// commas. `start` is the first element's offset.
fn check_commas(
    def: &AttrOrTypeDef<'_>,
    elements: &[Element<'_>],
    start: usize,
) -> Result<(), FormatError> {
    for pair in elements.windows(2) {
        let [one @ Element::Struct(_), Element::Literal(",")] = pair else { continue };
        let parameters = one.parameters().into_iter();
        if parameters.map(|index| &def.parameters[index]).any(is_optional) {
            let message =
                "`struct` directive with optional parameters cannot be followed by a comma literal";
            return Err(FormatError::new(start, message));
        }
    }
    Ok(())
}
