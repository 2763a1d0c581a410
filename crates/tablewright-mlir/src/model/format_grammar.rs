//! Shared grammar for operation, attribute and type formats: invalid tokens, literals, custom directive names, and
//! optional groups.

use super::format_text::{FormatError, FormatTokens};

/// Maximum element nesting depth. The reference release has no limit.
const MAX_DEPTH: u32 = 100;

/// The message if no element was recognized.
pub(crate) const EXPECTED_ELEMENT: &str =
    "expected literal, variable, directive, or optional group";

/// Format keywords.
pub(crate) const DIRECTIVES: [&str; 15] = [
    "attr-dict",
    "attr-dict-with-keyword",
    "custom",
    "functional-type",
    "oilist",
    "operands",
    "params",
    "prop-dict",
    "qualified",
    "ref",
    "regions",
    "results",
    "struct",
    "successors",
    "type",
];

/// An element between backquotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormatLiteral<'s> {
    /// A keyword or punctuation.
    Text(&'s str),
    /// Whitespace, ignored by the parser: a blank, a line break, or an empty text that suppresses the blank.
    Whitespace(&'static str),
}

/// Optional group branches, as written.
pub(crate) struct GroupBranches<E> {
    pub(crate) then: Vec<E>,
    pub(crate) otherwise: Vec<E>,
    pub(crate) anchor: GroupAnchor,
}

/// The anchor of an optional group: its branch, and its index in the branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupAnchor {
    /// Index of the anchor in the branch for a present anchor.
    Then(usize),
    /// Index of the anchor in the branch after `:`.
    Otherwise(usize),
}

/// A group branch.
pub(crate) struct FormatGrammarBranch<E> {
    elements: Vec<E>,
    /// The anchor's index.
    anchor: Option<usize>,
}

/// The elements that all formats have.
pub(crate) trait CommonElement<'s> {
    fn from_literal(literal: FormatLiteral<'s>) -> Self;

    /// Creates an element from a string in quotes.
    fn from_text(text: &'s str) -> Self;
}

/// A format parser.
pub(crate) trait FormatGrammar<'s> {
    type Element: CommonElement<'s>;

    /// An element's context.
    type Context: Copy + PartialEq;

    /// The format as a whole, or an optional group.
    const TOP: Self::Context;

    /// The arguments of a custom directive.
    const CUSTOM: Self::Context;

    fn tokens(&mut self) -> &mut FormatTokens<'s>;

    /// Returns the current nesting depth.
    fn depth(&mut self) -> &mut u32;

    /// Returns the element that begins with `$` and a name at `offset`.
    fn variable(
        &mut self,
        name: &'s str,
        context: Self::Context,
        offset: usize,
    ) -> Result<Self::Element, FormatError>;

    /// Returns the element that begins with a word at `offset`.
    fn directive(
        &mut self,
        token: &'s str,
        context: Self::Context,
        offset: usize,
    ) -> Result<Self::Element, FormatError>;

    /// Parses an optional group after its parenthesis, which is at `offset`.
    fn optional_group(&mut self, offset: usize) -> Result<Self::Element, FormatError>;

    /// Returns the next element.
    fn element(&mut self, context: Self::Context) -> Result<Self::Element, FormatError> {
        let offset = self.tokens().offset();
        let token = self.tokens().take();
        let error = |message: &str| Err(FormatError::new(offset, message));
        if *self.depth() >= MAX_DEPTH {
            return error("elements are nested too deeply");
        }
        check_token(token, offset, self.tokens())?;
        *self.depth() += 1;
        let element = match token.chars().next() {
            Some('`') => {
                literal(token, context == Self::TOP, offset).map(Self::Element::from_literal)
            }
            Some('$') => self.variable(&token[1..], context, offset),
            Some('"') if context == Self::CUSTOM => {
                let text = token[1..].strip_suffix('"').unwrap_or(&token[1..]);
                Ok(Self::Element::from_text(text))
            }
            Some('"') => error("strings may only be used as 'custom' directive arguments"),
            Some('(') if context == Self::TOP => self.optional_group(offset),
            Some('(') => error("optional groups can only be used as top-level elements"),
            Some(_) | None => self.directive(token, context, offset),
        };
        *self.depth() -= 1;
        element
    }

    /// Parses the whole format.
    fn elements(&mut self) -> Result<Vec<Self::Element>, FormatError> {
        let mut elements = Vec::new();
        while !self.tokens().peek().is_empty() {
            elements.push(self.element(Self::TOP)?);
        }
        Ok(elements)
    }

    fn expect(&mut self, token: &str, what: &str) -> Result<(), FormatError> {
        if self.tokens().accept(token) {
            return Ok(());
        }
        let offset = self.tokens().offset();
        let actual = self.tokens().take();
        let message = format!("expected '{token}' {what}");
        Err(unexpected(actual, offset, self.tokens(), &message))
    }

    /// Parses a custom directive's name in angle brackets, and the parenthesis after it.
    fn custom_name(&mut self) -> Result<&'s str, FormatError> {
        self.expect("<", "before custom directive name")?;
        let offset = self.tokens().offset();
        let name = self.tokens().take();
        let is_letter = |first: char| first == '_' || first.is_ascii_alphabetic();
        if !name.starts_with(is_letter) || DIRECTIVES.contains(&name) {
            let message = "expected custom directive name identifier";
            return Err(unexpected(name, offset, self.tokens(), message));
        }
        self.expect(">", "after custom directive name")?;
        self.expect("(", "before custom directive parameters")?;
        Ok(name)
    }

    /// Parses an optional group's branches after its parenthesis, which is at `offset`.
    fn group_branches(
        &mut self,
        offset: usize,
    ) -> Result<GroupBranches<Self::Element>, FormatError> {
        let then = self.group_branch(false)?;
        let mut otherwise = FormatGrammarBranch { elements: Vec::new(), anchor: None };
        if self.tokens().accept(":") {
            self.expect("(", "to start else branch of optional group")?;
            otherwise = self.group_branch(then.anchor.is_some())?;
        }
        self.expect("?", "after optional group")?;
        let anchor = then.anchor.map(GroupAnchor::Then);
        let anchor = anchor.or(otherwise.anchor.map(GroupAnchor::Otherwise));
        let Some(anchor) = anchor else {
            return Err(FormatError::new(offset, "optional group has no anchor element"));
        };
        Ok(GroupBranches { then: then.elements, otherwise: otherwise.elements, anchor })
    }

    /// Parses a group branch up to its closing parenthesis. `has_anchor`: whether the other branch has an anchor.
    fn group_branch(
        &mut self,
        has_anchor: bool,
    ) -> Result<FormatGrammarBranch<Self::Element>, FormatError> {
        let mut branch = FormatGrammarBranch { elements: Vec::new(), anchor: None };
        loop {
            branch.elements.push(self.element(Self::TOP)?);
            let offset = self.tokens().offset();
            if self.tokens().accept("^") {
                if has_anchor || branch.anchor.is_some() {
                    let message =
                        "only one element can be marked as the anchor of an optional group";
                    return Err(FormatError::new(offset, message));
                }
                branch.anchor = Some(branch.elements.len() - 1);
            }
            if self.tokens().accept(")") {
                return Ok(branch);
            }
        }
    }
}

/// Returns the error for a group whose first element cannot be tried to decide whether the group is present.
pub(crate) fn no_first_element(offset: usize) -> FormatError {
    let message = "first parsable element of an optional group must be a literal, variable, or custom directive";
    FormatError::new(offset, message)
}

/// An invalid token error.
struct TokenProblem {
    message: &'static str,
    /// Whether it is at the end of the format.
    is_at_end: bool,
}

fn token_problem(token: &str) -> Option<TokenProblem> {
    let closes = |quote: char| token.len() > 1 && token.ends_with(quote);
    let (message, is_at_end) = match token.chars().next()? {
        '`' if !closes('`') => ("unexpected end of file in literal", true),
        '"' if !closes('"') => ("unexpected end of file in string", true),
        '$' if !token[1..].starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()) => {
            ("expected variable name", false)
        }
        '`' | '"' | '$' => return None,
        '^' | ':' | ',' | '=' | '<' | '>' | '(' | ')' | '?' | '|' | '_' => return None,
        first if first.is_ascii_alphabetic() => return None,
        _ => ("unexpected character", false),
    };
    Some(TokenProblem { message, is_at_end })
}

/// Checks that the consumed token at `offset` is valid.
fn check_token(
    token: &str,
    offset: usize,
    tokens: &mut FormatTokens<'_>,
) -> Result<(), FormatError> {
    match token_problem(token) {
        Some(_) => Err(unexpected(token, offset, tokens, EXPECTED_ELEMENT)),
        None => Ok(()),
    }
}

/// Returns the error for an unexpected consumed token, which may even be invalid.
fn unexpected(
    token: &str,
    offset: usize,
    tokens: &mut FormatTokens<'_>,
    message: &str,
) -> FormatError {
    match token_problem(token) {
        Some(TokenProblem { message: problem, is_at_end: true }) => {
            FormatError::new(tokens.offset(), message).after(problem)
        }
        Some(TokenProblem { message: problem, is_at_end: false }) => {
            FormatError::new(offset, message).after(problem)
        }
        None => FormatError::new(offset, message),
    }
}

/// Parses a backquoted token. `is_at_top`: whether it is an element of the format or of an optional group.
fn literal(token: &str, is_at_top: bool, offset: usize) -> Result<FormatLiteral<'_>, FormatError> {
    if !is_at_top {
        let message = "literals may only be used in the top-level section of the format";
        return Err(FormatError::new(offset, message));
    }
    let literal = token[1..].strip_suffix('`').unwrap_or(&token[1..]);
    Ok(match literal {
        "" => FormatLiteral::Whitespace(""),
        " " => FormatLiteral::Whitespace(" "),
        "\\n" => FormatLiteral::Whitespace("\n"),
        _ => {
            check_literal(literal, offset)?;
            FormatLiteral::Text(literal)
        }
    })
}

/// Checks that a text can be a literal.
pub(crate) fn check_literal(literal: &str, offset: usize) -> Result<(), FormatError> {
    match literal_problem(literal) {
        Some(problem) => {
            let message = format!("expected valid literal but got '{literal}': {problem}");
            Err(FormatError::new(offset, message))
        }
        None => Ok(()),
    }
}

/// Returns the reason why a text cannot be a literal.
fn literal_problem(literal: &str) -> Option<&'static str> {
    let is_letter = |c: char| c == '_' || c.is_ascii_alphabetic();
    let mut characters = literal.chars();
    let first = characters.next()?;
    if characters.next().is_none() {
        return (!is_letter(first) && !"_:,=<>()[]{}?+-*".contains(first))
            .then_some("single character literal must be a letter or one of '_:,=<>()[]{}?+-*'");
    }
    if matches!(literal, "->" | "...") {
        return None;
    }
    if !is_letter(first) {
        return Some("valid keyword starts with a letter or '_'");
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    (!literal.chars().all(is_part))
        .then_some("keywords should contain only alphanum, '_', '$', or '.' characters")
}
