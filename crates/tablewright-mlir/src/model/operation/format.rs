//! Formats of operations: `assemblyFormat` as a list of elements.

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::Operation;
use crate::model::format_tokens::FormatTokens;

/// A format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssemblyFormat<'s> {
    /// Its elements.
    pub elements: Vec<FormatElement<'s>>,
}

/// An element of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatElement<'s> {
    /// A keyword or punctuation.
    Literal(&'s str),
    /// A blank or a new line, which is only printed; an empty text suppresses the blank.
    Whitespace(&'static str),
    /// An operand, attribute, property, region or successor; within `type` also a result.
    Variable(FormatVariable),
    /// `qualified(…)`: an attribute or a type with the name of its dialect.
    Qualified(Box<FormatElement<'s>>),
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
    Type(Box<FormatElement<'s>>),
    /// `functional-type(…)`: the types of operands and results as one type.
    FunctionalType {
        /// The operands or results before the arrow.
        inputs: Box<FormatElement<'s>>,
        /// Those after it.
        results: Box<FormatElement<'s>>,
    },
    /// `custom<…>(…)`: what two functions read and print.
    Custom {
        /// The end of their names.
        name: &'s str,
        /// What is passed to them.
        arguments: Vec<FormatElement<'s>>,
    },
    /// `ref(…)`: what is read elsewhere and passed on to functions of a custom directive.
    Reference(Box<FormatElement<'s>>),
    /// A text that is passed on to functions of a custom directive.
    Text(&'s str),
    /// Elements that are there if the anchor is, or if it is not.
    Optional(OptionalGroup<'s>),
    /// `oilist(…)`: clauses in any order, each at most once.
    Clauses(Vec<FormatClause<'s>>),
}

/// What a name in a format stands for, as an index into the list of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatVariable {
    /// An operand.
    Operand(usize),
    /// An attribute.
    Attribute(usize),
    /// A property.
    Property(usize),
    /// A result.
    Result(usize),
    /// A region.
    Region(usize),
    /// A successor.
    Successor(usize),
}

/// An optional group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionalGroup<'s> {
    /// The elements that are tried first.
    pub then: Vec<FormatElement<'s>>,
    /// The elements that are there otherwise.
    pub otherwise: Vec<FormatElement<'s>>,
    /// The index of the element that decides.
    pub anchor: usize,
    /// Whether that is one of those that are there otherwise.
    pub is_inverted: bool,
}

/// A clause of a list of clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatClause<'s> {
    /// The keyword that it begins with.
    pub keyword: &'s str,
    /// What follows.
    pub elements: Vec<FormatElement<'s>>,
}

impl<'s> OptionalGroup<'s> {
    /// The element that decides.
    pub fn anchor_element(&self) -> Option<&FormatElement<'s>> {
        let elements = if self.is_inverted { &self.otherwise } else { &self.then };
        elements.get(self.anchor)
    }
}

impl<'s> FormatElement<'s> {
    /// The elements that it consists of, without those that it refers to.
    pub fn children(&self) -> Vec<&FormatElement<'s>> {
        match self {
            FormatElement::Qualified(one) | FormatElement::Type(one) => vec![one],
            FormatElement::FunctionalType { inputs, results } => vec![inputs, results],
            FormatElement::Custom { arguments, .. } => arguments.iter().collect(),
            FormatElement::Optional(group) => group.then.iter().chain(&group.otherwise).collect(),
            FormatElement::Clauses(clauses) => {
                clauses.iter().flat_map(|clause| &clause.elements).collect()
            }
            FormatElement::Literal(_)
            | FormatElement::Whitespace(_)
            | FormatElement::Variable(_)
            | FormatElement::AttrDict { .. }
            | FormatElement::PropDict
            | FormatElement::Operands
            | FormatElement::Results
            | FormatElement::Regions
            | FormatElement::Successors
            | FormatElement::Reference(_)
            | FormatElement::Text(_) => Vec::new(),
        }
    }

    /// Whether it is there without being read.
    pub fn is_whitespace(&self) -> bool {
        matches!(self, FormatElement::Whitespace(_))
    }
}

impl<'s> AssemblyFormat<'s> {
    /// Reads the format of an operation.
    ///
    /// # Errors
    /// What the format should be instead.
    pub fn parse(
        operation: &Operation<'s>,
        format: &'s str,
    ) -> Result<AssemblyFormat<'s>, Diagnostic> {
        let tokens = FormatTokens::new(format);
        let mut parser = FormatParser { operation, tokens, depth: 0, bound: Vec::new() };
        let mut elements = Vec::new();
        while !parser.tokens.peek().is_empty() {
            elements.push(parser.element(Context::Top)?);
        }
        let format = AssemblyFormat { elements };
        let has_dictionary =
            |element: &&FormatElement<'_>| matches!(element, FormatElement::AttrDict { .. });
        let count = format.walk().iter().filter(|element| has_dictionary(element)).count();
        match count {
            0 => Err(parser.error_with_note(
                "'attr-dict' directive not found",
                "suggest adding a top-level 'attr-dict' directive",
            )),
            1 => Ok(format),
            _ => Err(parser.error("'attr-dict' directive has already been seen")),
        }
    }

    /// All elements, each before those that it consists of.
    pub fn walk(&self) -> Vec<&FormatElement<'s>> {
        let mut found = Vec::new();
        let mut rest: Vec<&FormatElement<'s>> = self.elements.iter().rev().collect();
        while let Some(element) = rest.pop() {
            found.push(element);
            rest.extend(element.children().into_iter().rev());
        }
        found
    }
}

/// What an element stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Top,
    Custom,
    Type,
    Reference,
}

/// How deep groups may be nested. The reference release has no limit.
const MAX_DEPTH: u32 = 100;

struct FormatParser<'o, 's> {
    operation: &'o Operation<'s>,
    tokens: FormatTokens<'s>,
    depth: u32,
    /// The variables that are read already.
    bound: Vec<FormatVariable>,
}

impl<'s> FormatParser<'_, 's> {
    fn error(&self, what: &str) -> Diagnostic {
        Diagnostic::error(Code::Mlir, self.operation.names.pos, what)
    }

    fn error_with_note(&self, what: &str, note: &str) -> Diagnostic {
        let mut error = self.error(what);
        error.note(None, note);
        error
    }

    fn expect(&mut self, token: &str, what: &str) -> Result<(), Diagnostic> {
        match self.tokens.accept(token) {
            true => Ok(()),
            false => Err(self.error(&format!("expected '{token}' {what}"))),
        }
    }

    fn element(&mut self, context: Context) -> Result<FormatElement<'s>, Diagnostic> {
        let token = self.tokens.take();
        match token.chars().next() {
            Some('`') => self.literal(token, context),
            Some('$') => self.variable(&token[1..], context),
            Some('"') if context == Context::Custom => {
                Ok(FormatElement::Text(token[1..].strip_suffix('"').unwrap_or(&token[1..])))
            }
            Some('"') => {
                Err(self.error("strings may only be used as 'custom' directive arguments"))
            }
            Some('(') if context == Context::Top => self.optional_group(),
            Some('(') => Err(self.error("optional groups can only be used as top-level elements")),
            Some(_) | None => self.directive(token, context),
        }
    }

    fn literal(
        &mut self,
        token: &'s str,
        context: Context,
    ) -> Result<FormatElement<'s>, Diagnostic> {
        if context != Context::Top {
            let message = "literals may only be used in the top-level section of the format";
            return Err(self.error(message));
        }
        let Some(literal) = token[1..].strip_suffix('`') else {
            return Err(self.error("unexpected end of file in literal"));
        };
        Ok(match literal {
            "" => FormatElement::Whitespace(""),
            " " => FormatElement::Whitespace(" "),
            "\\n" => FormatElement::Whitespace("\n"),
            _ => {
                if let Some(problem) = literal_problem(literal) {
                    let message = format!("expected valid literal but got '{literal}': {problem}");
                    return Err(self.error(&message));
                }
                FormatElement::Literal(literal)
            }
        })
    }

    fn find(&self, name: &str) -> Option<FormatVariable> {
        let op = self.operation;
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

    fn variable(
        &mut self,
        name: &'s str,
        context: Context,
    ) -> Result<FormatElement<'s>, Diagnostic> {
        let Some(variable) = self.find(name) else {
            let message = "expected variable to refer to an argument, region, result, or successor";
            return Err(self.error(message));
        };
        let kind = match variable {
            FormatVariable::Operand(_) => "operand",
            FormatVariable::Attribute(_) => "attribute",
            FormatVariable::Property(_) => "property",
            FormatVariable::Result(_) => "result",
            FormatVariable::Region(_) => "region",
            FormatVariable::Successor(_) => "successor",
        };
        let is_bound = self.bound.contains(&variable);
        match (context, variable) {
            (Context::Type, FormatVariable::Operand(_) | FormatVariable::Result(_)) => {}
            (Context::Type, _) => {
                return Err(self.error(&format!("{kind}s can only be used at the top level")));
            }
            (Context::Top | Context::Custom, FormatVariable::Result(_)) => {
                let message =
                    "result variables can can only be used as a child to a 'type' directive";
                return Err(self.error(message));
            }
            (Context::Reference, _) if !is_bound => {
                let message = format!("{kind} '{name}' must be bound before it is referenced");
                return Err(self.error(&message));
            }
            (Context::Top | Context::Custom, _) if is_bound => {
                return Err(self.error(&format!("{kind} '{name}' is already bound")));
            }
            (Context::Top | Context::Custom, _) => self.bound.push(variable),
            (Context::Reference, _) => {}
        }
        Ok(FormatElement::Variable(variable))
    }

    fn directive(
        &mut self,
        token: &str,
        context: Context,
    ) -> Result<FormatElement<'s>, Diagnostic> {
        Ok(match token {
            "attr-dict" | "attr-dict-with-keyword" => {
                if context == Context::Type {
                    let message = "'attr-dict' directive can only be used as a top-level directive";
                    return Err(self.error(message));
                }
                FormatElement::AttrDict { has_keyword: token.ends_with("keyword") }
            }
            "prop-dict" => FormatElement::PropDict,
            "operands" => FormatElement::Operands,
            "results" if context == Context::Top => {
                let message =
                    "'results' directive can can only be used as a child to a 'type' directive";
                return Err(self.error(message));
            }
            "results" => FormatElement::Results,
            "regions" | "successors" if context == Context::Type => {
                return Err(
                    self.error(&format!("'{token}' is only valid as a top-level directive"))
                );
            }
            "regions" => FormatElement::Regions,
            "successors" => FormatElement::Successors,
            "type" => {
                self.expect("(", "before argument list")?;
                let inner = self.element(Context::Type)?;
                self.expect(")", "after argument list")?;
                FormatElement::Type(Box::new(inner))
            }
            "qualified" => {
                self.expect("(", "before argument list")?;
                let inner = self.element(context)?;
                self.expect(")", "after argument list")?;
                FormatElement::Qualified(Box::new(inner))
            }
            "functional-type" if context != Context::Top => {
                return Err(self.error("'functional-type' is only valid as a top-level directive"));
            }
            "functional-type" => {
                self.expect("(", "before argument list")?;
                let inputs = Box::new(self.element(Context::Type)?);
                self.expect(",", "after inputs argument")?;
                let results = Box::new(self.element(Context::Type)?);
                self.expect(")", "after argument list")?;
                FormatElement::FunctionalType { inputs, results }
            }
            "ref" if context != Context::Custom => {
                return Err(self.error("'ref' is only valid within a `custom` directive"));
            }
            "ref" => {
                self.expect("(", "before argument list")?;
                let inner = self.element(Context::Reference)?;
                self.expect(")", "after argument list")?;
                FormatElement::Reference(Box::new(inner))
            }
            "custom" => self.custom()?,
            "oilist" => self.clauses()?,
            _ => {
                let message = "expected literal, variable, directive, or optional group";
                return Err(self.error(message));
            }
        })
    }

    fn custom(&mut self) -> Result<FormatElement<'s>, Diagnostic> {
        self.expect("<", "before custom directive name")?;
        let name = self.tokens.take();
        if !name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic()) {
            return Err(self.error("expected custom directive name identifier"));
        }
        self.expect(">", "after custom directive name")?;
        self.expect("(", "before custom directive parameters")?;
        let mut arguments = Vec::new();
        while !matches!(self.tokens.peek(), ")" | "") {
            arguments.push(self.element(Context::Custom)?);
            if !self.tokens.accept(",") {
                break;
            }
        }
        self.expect(")", "after custom directive parameters")?;
        Ok(FormatElement::Custom { name, arguments })
    }

    fn clauses(&mut self) -> Result<FormatElement<'s>, Diagnostic> {
        self.expect("(", "before oilist argument list")?;
        let mut clauses = Vec::new();
        loop {
            let token = self.tokens.take();
            let keyword = token.strip_prefix('`').and_then(|token| token.strip_suffix('`'));
            let Some(keyword) = keyword else {
                return Err(self.error(&format!("expected literal, but got '{token}'")));
            };
            let mut elements = Vec::new();
            while !matches!(self.tokens.peek(), "|" | ")" | "") {
                elements.push(self.element(Context::Top)?);
            }
            clauses.push(FormatClause { keyword, elements });
            if !self.tokens.accept("|") {
                self.expect(")", "after oilist argument list")?;
                return Ok(FormatElement::Clauses(clauses));
            }
        }
    }

    fn optional_group(&mut self) -> Result<FormatElement<'s>, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("groups are nested too deeply"));
        }
        let (then, mut anchor) = self.branch()?;
        let mut is_inverted = false;
        let mut otherwise = Vec::new();
        if self.tokens.accept(":") {
            self.expect("(", "to start else branch of optional group")?;
            let (elements, other_anchor) = self.branch()?;
            otherwise = elements;
            if other_anchor.is_some() {
                if anchor.is_some() {
                    let message =
                        "only one element can be marked as the anchor of an optional group";
                    return Err(self.error(message));
                }
                (anchor, is_inverted) = (other_anchor, true);
            }
        }
        self.expect("?", "after optional group")?;
        self.depth -= 1;
        match anchor {
            Some(anchor) => {
                Ok(FormatElement::Optional(OptionalGroup { then, otherwise, anchor, is_inverted }))
            }
            None => Err(self.error("optional group has no anchor element")),
        }
    }

    /// The elements of a branch of a group, up to its closing parenthesis, with the index of the anchor.
    fn branch(&mut self) -> Result<(Vec<FormatElement<'s>>, Option<usize>), Diagnostic> {
        let mut elements = Vec::new();
        let mut anchor = None;
        loop {
            elements.push(self.element(Context::Top)?);
            if self.tokens.accept("^") && anchor.replace(elements.len() - 1).is_some() {
                let message = "only one element can be marked as the anchor of an optional group";
                return Err(self.error(message));
            }
            if self.tokens.accept(")") {
                return Ok((elements, anchor));
            }
        }
    }
}

fn position<'n>(mut names: impl Iterator<Item = &'n str>, name: &str) -> Option<usize> {
    names.position(|one| one == name)
}

/// Why a text cannot be a literal.
fn literal_problem(literal: &str) -> Option<&'static str> {
    let is_letter = |c: char| c == '_' || c.is_ascii_alphabetic();
    let mut characters = literal.chars();
    let first = characters.next()?;
    if characters.next().is_none() {
        return (!is_letter(first) && !"_:,=<>()[]{}?+-*|".contains(first))
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
