//! The parser for conditions and paths.

use std::ops::Range;
use std::sync::Arc;

use regex_lite::Regex;

use super::lexer::{QueryMark, QueryToken, QueryTokenKind, tokens};
use super::tree::{
    Check, Choice, Comparison, Condition, Expr, Literal, Name, NameId, NameRole, Names, Operand,
    Path, Repeat, Step, Test,
};
use crate::query::error::{QueryError, QueryPart};

/// Maximum nesting depth for conditions and lists.
const MAX_DEPTH: u32 = 100;

/// Maximum number of bits in a path.
const MAX_BITS: usize = 65_536;

/// Keywords. In backquotes or after a period they are names.
const KEYWORDS: [&str; 11] =
    ["and", "or", "not", "in", "is", "unset", "matches", "contains", "inherits", "true", "false"];

/// Keywords that follow a path.
const CHECKS: [&str; 5] = ["in", "is", "matches", "contains", "inherits"];

/// Parses a condition, and adds its names to `names`.
///
/// # Errors
/// If the text is not a condition.
pub(in crate::query) fn parse_condition(
    part: QueryPart,
    text: &str,
    names: &mut Names,
) -> Result<Condition, QueryError> {
    let mut parser = QueryParser::new(part, text, names)?;
    let expr = parser.disjunction()?;
    parser.expect_end("'and', 'or' or the end")?;
    Ok(Condition { text: Arc::clone(&parser.source), expr, tests: parser.tests })
}

/// Parses a path.
///
/// # Errors
/// If the text is not a path.
pub(in crate::query) fn parse_path(
    part: QueryPart,
    text: &str,
    names: &mut Names,
) -> Result<Path, QueryError> {
    let mut parser = QueryParser::new(part, text, names)?;
    let path = parser.path()?;
    parser.expect_end("the end of the path")?;
    Ok(path)
}

/// Parses a list of paths, separated by commas.
///
/// # Errors
/// If the text is not such a list.
pub(in crate::query) fn parse_paths(
    part: QueryPart,
    text: &str,
    names: &mut Names,
) -> Result<Vec<Path>, QueryError> {
    let mut parser = QueryParser::new(part, text, names)?;
    let mut paths = vec![parser.path()?];
    while parser.take(QueryMark::Comma) {
        paths.push(parser.path()?);
    }
    parser.expect_end("',' or the end")?;
    Ok(paths)
}

struct QueryParser<'t> {
    part: QueryPart,
    text: &'t str,
    source: Arc<str>,
    tokens: Vec<QueryToken>,
    at: usize,
    depth: u32,
    /// Tests so far.
    tests: usize,
    names: &'t mut Names,
}

impl<'t> QueryParser<'t> {
    fn new(
        part: QueryPart,
        text: &'t str,
        names: &'t mut Names,
    ) -> Result<QueryParser<'t>, QueryError> {
        let tokens = tokens(part, text)?;
        let source = Arc::from(text);
        Ok(QueryParser { part, text, source, tokens, at: 0, depth: 0, tests: 0, names })
    }

    /// Returns the next token. The last token is the end token.
    fn peek(&self) -> &QueryToken {
        &self.tokens[self.at]
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn at_mark(&self, mark: QueryMark) -> bool {
        self.peek().kind == QueryTokenKind::Mark(mark)
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, QueryTokenKind::Word(next) if next == word)
    }

    fn take(&mut self, mark: QueryMark) -> bool {
        let is_next = self.at_mark(mark);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.at_word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    fn error(&self, span: Range<usize>, message: String) -> QueryError {
        QueryError::syntax(self.part, self.text, span, message)
    }

    /// Returns the error for an unexpected token.
    fn unexpected(&self, expected: &str) -> QueryError {
        let token = self.peek();
        let description = match &token.kind {
            QueryTokenKind::End => "this is the end".to_owned(),
            QueryTokenKind::Word(word) if KEYWORDS.contains(&word.as_str()) => {
                format!("'{word}' is a keyword")
            }
            QueryTokenKind::Mark(mark) => format!("found '{}'", mark.text()),
            QueryTokenKind::Word(_)
            | QueryTokenKind::QuotedName(_)
            | QueryTokenKind::Int(_)
            | QueryTokenKind::Text(_) => format!("found {}", &self.text[token.span.clone()]),
        };
        self.error(token.span.clone(), format!("expected {expected}, but {description}"))
    }

    fn expect(&mut self, mark: QueryMark, expected: &str) -> Result<(), QueryError> {
        if self.take(mark) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn expect_end(&self, expected: &str) -> Result<(), QueryError> {
        if self.peek().kind == QueryTokenKind::End {
            return Ok(());
        }
        let mut error = self.unexpected(expected);
        // Two adjacent paths, or a misspelt keyword.
        if let QueryTokenKind::Word(word) = &self.peek().kind {
            let lower = word.to_lowercase();
            error.suggestion =
                KEYWORDS.iter().find(|&&k| k == lower && k != word).map(|&k| k.into());
        }
        Err(error)
    }

    /// Runs `parse` with the nesting depth increased.
    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut QueryParser<'t>) -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        if self.depth == MAX_DEPTH {
            let span = self.peek().span.clone();
            return Err(self.error(span, "this is nested too deeply".to_owned()));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn add_name(&mut self, span: Range<usize>, text: String, role: NameRole) -> NameId {
        let source = Arc::clone(&self.source);
        self.names.push(Name { part: self.part, source, span, text, role })
    }
}

/// Conditions.
impl QueryParser<'_> {
    fn disjunction(&mut self) -> Result<Expr, QueryError> {
        let mut terms = vec![self.conjunction()?];
        while self.take_word("or") {
            terms.push(self.conjunction()?);
        }
        Ok(if terms.len() == 1 { terms.swap_remove(0) } else { Expr::Or(terms) })
    }

    fn conjunction(&mut self) -> Result<Expr, QueryError> {
        let mut terms = vec![self.negation()?];
        while self.take_word("and") {
            terms.push(self.negation()?);
        }
        Ok(if terms.len() == 1 { terms.swap_remove(0) } else { Expr::And(terms) })
    }

    fn negation(&mut self) -> Result<Expr, QueryError> {
        if self.take_word("not") {
            let inner = self.nested(QueryParser::negation)?;
            return Ok(Expr::Not(Box::new(inner)));
        }
        if self.take(QueryMark::LeftParen) {
            let inner = self.nested(QueryParser::disjunction)?;
            self.expect(QueryMark::RightParen, "')', 'and' or 'or'")?;
            return Ok(inner);
        }
        self.test()
    }

    fn test(&mut self) -> Result<Expr, QueryError> {
        let start = self.peek().span.start;
        // `inherits CLASS` without a path applies to the record itself.
        let path = if self.at_word("inherits") {
            Path { text: String::new(), steps: Vec::new() }
        } else {
            self.path()?
        };
        let mut is_negated = self.take_word("not");
        let check = match &self.peek().kind {
            QueryTokenKind::Word(word) if CHECKS.contains(&word.as_str()) => {
                let word = word.clone();
                self.advance();
                self.word_check(&word, &mut is_negated)?
            }
            QueryTokenKind::Mark(mark) => match comparison(*mark) {
                Some(comparison) => {
                    self.advance();
                    Check::Compare(comparison, self.operand()?)
                }
                None => Check::IsTrue,
            },
            _ if is_negated => {
                return Err(self.unexpected("'in', 'matches', 'contains' or 'inherits'"));
            }
            QueryTokenKind::Word(_)
            | QueryTokenKind::QuotedName(_)
            | QueryTokenKind::Int(_)
            | QueryTokenKind::Text(_)
            | QueryTokenKind::End => Check::IsTrue,
        };
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        let test = Expr::Test(Test { path, check, number: self.tests, span: start..end });
        self.tests += 1;
        Ok(if is_negated { Expr::Not(Box::new(test)) } else { test })
    }

    /// Parses the rest of a check that begins with a keyword.
    fn word_check(&mut self, word: &str, is_negated: &mut bool) -> Result<Check, QueryError> {
        match word {
            "in" => self.choices().map(Check::In),
            "is" => {
                *is_negated |= self.take_word("not");
                if self.take_word("unset") {
                    Ok(Check::IsUnset)
                } else {
                    Err(self.unexpected("'unset' or 'not unset'"))
                }
            }
            "matches" => self.regex().map(Check::Matches),
            "contains" => self.literal().map(Check::Contains),
            _ => {
                let (text, span) = self.name("the name of a class")?;
                Ok(Check::Inherits(self.add_name(span, text, NameRole::Class)))
            }
        }
    }

    fn choices(&mut self) -> Result<Vec<Choice>, QueryError> {
        self.expect(QueryMark::LeftBracket, "'[' and a list of values")?;
        let mut choices = Vec::new();
        while !self.at_mark(QueryMark::RightBracket) {
            let first = self.literal()?;
            let choice = if let Literal::Int(first) = first
                && self.take(QueryMark::Ellipsis)
            {
                let Literal::Int(last) = self.literal()? else {
                    return Err(self.unexpected("a number before this"));
                };
                Choice::Range(first, last)
            } else {
                Choice::Value(first)
            };
            choices.push(choice);
            if !self.take(QueryMark::Comma) {
                break;
            }
        }
        self.expect(QueryMark::RightBracket, "',' or ']'")?;
        Ok(choices)
    }

    fn regex(&mut self) -> Result<Regex, QueryError> {
        let QueryToken { kind: QueryTokenKind::Text(text), span } = self.peek().clone() else {
            return Err(self.unexpected("a regular expression in quotes"));
        };
        let regex = Regex::new(&text)
            .map_err(|error| self.error(span, format!("no regular expression: {error}")))?;
        self.advance();
        Ok(regex)
    }

    fn operand(&mut self) -> Result<Operand, QueryError> {
        if self.at_mark(QueryMark::Period) {
            return self.path().map(Operand::Path);
        }
        self.literal().map(Operand::Literal)
    }

    fn literal(&mut self) -> Result<Literal, QueryError> {
        const EXPECTED: &str = "a value";
        if self.take(QueryMark::LeftBracket) {
            return self.nested(QueryParser::list).map(Literal::List);
        }
        if self.take(QueryMark::Question) || self.take_word("unset") {
            return Ok(Literal::Unset);
        }
        for (word, value) in [("true", 1), ("false", 0)] {
            if self.take_word(word) {
                return Ok(Literal::Int(value));
            }
        }
        let is_negative = self.take(QueryMark::Minus);
        match self.peek().kind.clone() {
            QueryTokenKind::Int(number) => {
                self.advance();
                Ok(Literal::Int(if is_negative { number.wrapping_neg() } else { number }))
            }
            QueryTokenKind::Text(text) if !is_negative => {
                self.advance();
                Ok(Literal::Text(text))
            }
            _ if is_negative => Err(self.unexpected("a number")),
            QueryTokenKind::Text(_)
            | QueryTokenKind::Word(_)
            | QueryTokenKind::QuotedName(_)
            | QueryTokenKind::Mark(_)
            | QueryTokenKind::End => {
                let (name, span) = self.name(EXPECTED)?;
                Ok(Literal::Record(self.add_name(span, name, NameRole::Record)))
            }
        }
    }

    fn list(&mut self) -> Result<Vec<Literal>, QueryError> {
        let mut elements = Vec::new();
        while !self.at_mark(QueryMark::RightBracket) {
            elements.push(self.literal()?);
            if !self.take(QueryMark::Comma) {
                break;
            }
        }
        self.expect(QueryMark::RightBracket, "',' or ']'")?;
        Ok(elements)
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "a projection: only six marks compare")]
fn comparison(mark: QueryMark) -> Option<Comparison> {
    match mark {
        QueryMark::Equal => Some(Comparison::Equal),
        QueryMark::NotEqual => Some(Comparison::NotEqual),
        QueryMark::Less => Some(Comparison::Less),
        QueryMark::LessOrEqual => Some(Comparison::LessOrEqual),
        QueryMark::Greater => Some(Comparison::Greater),
        QueryMark::GreaterOrEqual => Some(Comparison::GreaterOrEqual),
        _ => None,
    }
}

/// Paths and names.
impl QueryParser<'_> {
    /// Parses a name that is not a keyword.
    fn name(&mut self, expected: &str) -> Result<(String, Range<usize>), QueryError> {
        let QueryToken { kind, span } = self.peek().clone();
        match kind {
            QueryTokenKind::Word(word) if !KEYWORDS.contains(&word.as_str()) => {
                self.advance();
                Ok((word, span))
            }
            QueryTokenKind::QuotedName(name) => {
                self.advance();
                Ok((name, span))
            }
            QueryTokenKind::Word(_)
            | QueryTokenKind::Int(_)
            | QueryTokenKind::Text(_)
            | QueryTokenKind::Mark(_)
            | QueryTokenKind::End => Err(self.unexpected(expected)),
        }
    }

    /// Parses a name after a period, which may be a keyword.
    fn name_after_period(&mut self, expected: &str) -> Result<(String, Range<usize>), QueryError> {
        if let QueryToken { kind: QueryTokenKind::Word(word), span } = self.peek().clone() {
            self.advance();
            return Ok((word, span));
        }
        self.name(expected)
    }

    fn path(&mut self) -> Result<Path, QueryError> {
        let start = self.peek().span.start;
        let (first, span) = if self.take(QueryMark::Period) {
            self.name_after_period("the name of a field")?
        } else {
            self.name("the name of a field")?
        };
        let mut steps = vec![self.name_step(first, span, NameRole::Field)];
        loop {
            if self.take(QueryMark::Period) {
                steps.push(self.step_after_period()?);
            } else if self.take(QueryMark::LeftBracket) {
                steps.push(self.index()?);
            } else if self.take(QueryMark::LeftBrace) {
                steps.push(self.bits()?);
            } else {
                break;
            }
        }
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        Ok(Path { text: self.text[start..end].to_owned(), steps })
    }

    fn name_step(&mut self, name: String, span: Range<usize>, role: NameRole) -> Step {
        if name == "NAME" {
            return Step::RecordName;
        }
        let name = self.add_name(span, name, role);
        let repeat = if self.take(QueryMark::Star) {
            Repeat::Any
        } else if self.take(QueryMark::Plus) {
            Repeat::AtLeastOnce
        } else {
            Repeat::Once
        };
        Step::Name(name, repeat)
    }

    fn step_after_period(&mut self) -> Result<Step, QueryError> {
        let is_argument = self.take(QueryMark::Dollar);
        let (name, span) = self.name_after_period("the name of a field or of an argument")?;
        Ok(match name.as_str() {
            _ if is_argument => Step::Argument(self.add_name(span, name, NameRole::Part)),
            "operator" => Step::Operator,
            _ => self.name_step(name, span, NameRole::Part),
        })
    }

    fn index(&mut self) -> Result<Step, QueryError> {
        const EXPECTED: &str = "the number of an element, or '*' for all elements";
        let step = match self.peek().kind {
            QueryTokenKind::Mark(QueryMark::Star) => Step::All,
            QueryTokenKind::Int(index) => match usize::try_from(index) {
                Ok(index) => Step::Index(index),
                Err(_) => return Err(self.unexpected(EXPECTED)),
            },
            QueryTokenKind::Word(_)
            | QueryTokenKind::QuotedName(_)
            | QueryTokenKind::Text(_)
            | QueryTokenKind::Mark(_)
            | QueryTokenKind::End => return Err(self.unexpected(EXPECTED)),
        };
        self.advance();
        self.expect(QueryMark::RightBracket, "']'")?;
        Ok(step)
    }

    fn bits(&mut self) -> Result<Step, QueryError> {
        let mut bits = Vec::new();
        loop {
            let start = self.peek().span.start;
            let first = self.bit()?;
            let last = if self.take(QueryMark::Minus) || self.take(QueryMark::Ellipsis) {
                self.bit()?
            } else {
                first
            };
            if bits.len() + first.abs_diff(last) as usize >= MAX_BITS {
                let end = self.tokens[self.at - 1].span.end;
                return Err(self.error(start..end, "these are too many bits".to_owned()));
            }
            if first >= last {
                bits.extend((last..=first).rev());
            } else {
                bits.extend(first..=last);
            }
            if !self.take(QueryMark::Comma) {
                break;
            }
        }
        self.expect(QueryMark::RightBrace, "',', '-' or '}'")?;
        Ok(Step::Bits(bits))
    }

    fn bit(&mut self) -> Result<u32, QueryError> {
        let QueryTokenKind::Int(number) = self.peek().kind else {
            return Err(self.unexpected("the number of a bit"));
        };
        let Ok(bit) = u32::try_from(number) else {
            return Err(self.unexpected("the number of a bit"));
        };
        self.advance();
        Ok(bit)
    }
}
