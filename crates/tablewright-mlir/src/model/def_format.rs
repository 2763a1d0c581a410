//! Formats of attributes and types: `assemblyFormat` as a list of elements.

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::format_text::FormatTokens;
use super::{AttrOrTypeDef, DefParameter, ParameterKind};

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
    Optional { then: Vec<Element<'s>>, anchor: Anchor, otherwise: Vec<Element<'s>> },
}

/// The element that decides which branch of an optional group is there: its branch, and the index in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Then(usize),
    Otherwise(usize),
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
) -> Result<Vec<Element<'s>>, Diagnostic> {
    let mut parser = FormatParser { def, tokens: FormatTokens::new(format), depth: 0 };
    let elements = parser.elements(&[])?;
    match parser.tokens.peek() {
        "" => Ok(elements),
        other => Err(parser.error(&format!("unexpected '{other}'"))),
    }
}

/// How deep groups may be nested. The reference release has no limit.
const MAX_DEPTH: u32 = 100;

struct FormatParser<'d, 's> {
    def: &'d AttrOrTypeDef<'s>,
    tokens: FormatTokens<'s>,
    depth: u32,
}

impl<'s> FormatParser<'_, 's> {
    fn error(&self, what: &str) -> Diagnostic {
        let pos = self.def.names.pos;
        let mut error = Diagnostic::error(Code::Mlir, pos, "failed to parse assembly format");
        error.note(None, what);
        error
    }

    fn expect(&mut self, token: &str) -> Result<(), Diagnostic> {
        match self.tokens.accept(token) {
            true => Ok(()),
            false => Err(self.error(&format!("expected '{token}'"))),
        }
    }

    /// Elements up to one of the tokens of `ends`, or to the end.
    fn elements(&mut self, ends: &[&str]) -> Result<Vec<Element<'s>>, Diagnostic> {
        let mut elements = Vec::new();
        loop {
            let token = self.tokens.peek();
            if token.is_empty() || ends.contains(&token) {
                return Ok(elements);
            }
            elements.push(self.element()?);
        }
    }

    fn element(&mut self) -> Result<Element<'s>, Diagnostic> {
        let token = self.tokens.take();
        if let Some(literal) = token.strip_prefix('`') {
            let Some(literal) = literal.strip_suffix('`') else {
                return Err(self.error("unexpected end of file in literal"));
            };
            return Ok(match literal {
                "" => Element::Whitespace(""),
                " " => Element::Whitespace(" "),
                "\\n" => Element::Whitespace("\n"),
                _ => Element::Literal(literal),
            });
        }
        match token {
            "(" => self.optional_group(),
            "params" => Ok(Element::Params(self.all_parameters())),
            "struct" => self.struct_directive(),
            "custom" => self.custom_directive(),
            "qualified" => {
                self.expect("(")?;
                let index = self.parameter()?;
                self.expect(")")?;
                Ok(Element::Parameter { index, is_qualified: true })
            }
            "ref" => {
                self.expect("(")?;
                let index = self.parameter()?;
                self.expect(")")?;
                Ok(Element::Reference(index))
            }
            _ => Ok(Element::Parameter { index: self.parameter_of(token)?, is_qualified: false }),
        }
    }

    fn parameter(&mut self) -> Result<usize, Diagnostic> {
        let token = self.tokens.take();
        self.parameter_of(token)
    }

    /// The parameter of a name with its `$`.
    fn parameter_of(&self, token: &str) -> Result<usize, Diagnostic> {
        let Some(name) = token.strip_prefix('$') else {
            return Err(self.error(&format!(
                "expected literal, variable, directive or optional group, not '{token}'"
            )));
        };
        let found = self.def.parameters.iter().position(|parameter| parameter.name == name);
        found.ok_or_else(|| self.error(&format!("has no parameter named '{name}'")))
    }

    /// All parameters but the type of an attribute, which is read elsewhere.
    fn all_parameters(&self) -> Vec<Element<'s>> {
        let parameters = self.def.parameters.iter().enumerate();
        let parameters =
            parameters.filter(|(_, parameter)| !matches!(parameter.kind, ParameterKind::SelfType));
        parameters.map(|(index, _)| Element::Parameter { index, is_qualified: false }).collect()
    }

    fn struct_directive(&mut self) -> Result<Element<'s>, Diagnostic> {
        self.expect("(")?;
        if self.tokens.accept("params") {
            self.expect(")")?;
            return Ok(Element::Struct(self.all_parameters()));
        }
        Ok(Element::Struct(self.list()?))
    }

    /// Elements between commas, up to a closing parenthesis.
    fn list(&mut self) -> Result<Vec<Element<'s>>, Diagnostic> {
        let mut elements = Vec::new();
        loop {
            elements.push(match self.tokens.peek().strip_prefix('"') {
                Some(text) => {
                    self.tokens.take();
                    Element::Text(text.strip_suffix('"').unwrap_or(text))
                }
                None => self.element()?,
            });
            if !self.tokens.accept(",") {
                self.expect(")")?;
                return Ok(elements);
            }
        }
    }

    fn custom_directive(&mut self) -> Result<Element<'s>, Diagnostic> {
        self.expect("<")?;
        let name = self.tokens.take();
        self.expect(">")?;
        self.expect("(")?;
        Ok(Element::Custom { name, arguments: self.list()? })
    }

    fn optional_group(&mut self) -> Result<Element<'s>, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("groups are nested too deeply"));
        }
        let mut first_anchor = None;
        let then = self.branch(&mut first_anchor)?;
        let mut anchor = first_anchor.map(Anchor::Then);
        let mut otherwise = Vec::new();
        if self.tokens.accept(":") {
            self.expect("(")?;
            let mut other_anchor = None;
            otherwise = self.branch(&mut other_anchor)?;
            anchor = anchor.or(other_anchor.map(Anchor::Otherwise));
        }
        self.expect("?")?;
        self.depth -= 1;
        let anchor = anchor.ok_or_else(|| self.error("optional group has no anchor element"))?;
        Ok(Element::Optional { then, anchor, otherwise })
    }

    /// The elements of a branch of a group, up to its closing parenthesis.
    fn branch(&mut self, anchor: &mut Option<usize>) -> Result<Vec<Element<'s>>, Diagnostic> {
        let mut elements = Vec::new();
        while !self.tokens.accept(")") {
            if self.tokens.peek().is_empty() {
                return Err(self.error("expected ')'"));
            }
            let element = self.element()?;
            let parameters = element.parameters();
            if !parameters.iter().all(|&index| is_optional(&self.def.parameters[index])) {
                return Err(self.error("parameters in an optional group must be optional"));
            }
            elements.push(element);
            if self.tokens.accept("^") {
                *anchor = Some(elements.len() - 1);
            }
        }
        Ok(elements)
    }
}

/// Whether a parameter need not be written.
pub(crate) fn is_optional(parameter: &DefParameter<'_>) -> bool {
    parameter.default_value.is_some()
}

/// Whether an element of a struct is written in brackets: an array is, unless it is the last element, since commas
/// separate both.
pub(crate) fn has_brackets(
    def: &AttrOrTypeDef<'_>,
    elements: &[Element<'_>],
    index: usize,
) -> bool {
    let Element::Parameter { index: parameter, .. } = elements[index] else { return false };
    let is_array = matches!(def.parameters[parameter].kind, ParameterKind::Array);
    is_array && index + 1 < elements.len()
}
