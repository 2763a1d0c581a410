//! Trees as text, in the syntax of patterns: `(set i32:$d, (add GPR:$a, (shl (i32 $b), 3)))`.
//!
//! In: text. Out: [`SyntaxTree`]s with offsets into the text. Names have no meaning here.

use super::draft::TreeError;

/// A part of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SyntaxTree {
    /// Offset of the first character.
    pub(super) offset: usize,
    pub(super) kind: SyntaxKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SyntaxKind {
    /// `(add …)`
    Operation {
        operator: String,
        operands: Vec<SyntaxTree>,
    },
    Number(i64),
    /// `i32:$a`, `$a` or `SETLT`; at least one of both.
    Leaf {
        record: Option<String>,
        name: Option<String>,
    },
}

/// Trees may be nested to this depth.
const MAX_DEPTH: usize = 256;

/// Reads all trees in a text.
pub(super) fn parse(text: &str) -> Result<Vec<SyntaxTree>, TreeError> {
    let mut parser = TreeParser { text, at: 0 };
    let mut trees = Vec::new();
    loop {
        parser.skip_space();
        if parser.at == text.len() {
            return Ok(trees);
        }
        trees.push(parser.tree(0)?);
        parser.skip_space();
        if parser.peek() == Some(';') {
            parser.at += 1;
        }
    }
}

struct TreeParser<'t> {
    text: &'t str,
    at: usize,
}

impl TreeParser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error<T>(&self, expected: &str) -> Result<T, TreeError> {
        let found = self.peek().map_or("the end".to_owned(), |found| format!("'{found}'"));
        Err(TreeError::new(self.at, format!("expected {expected}, found {found}")))
    }

    fn word(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += len;
        (len > 0).then(|| rest[..len].to_owned())
    }

    fn name(&mut self) -> Result<String, TreeError> {
        self.at += '$'.len_utf8();
        match self.word() {
            Some(word) => Ok(word),
            None => self.error("a name after '$'"),
        }
    }

    fn tree(&mut self, depth: usize) -> Result<SyntaxTree, TreeError> {
        if depth > MAX_DEPTH {
            return Err(TreeError::new(self.at, "the tree is nested too deeply".to_owned()));
        }
        self.skip_space();
        let offset = self.at;
        let kind = match self.peek() {
            Some('(') => self.operation(depth)?,
            Some('$') => SyntaxKind::Leaf { record: None, name: Some(self.name()?) },
            Some('-' | '0'..='9') => self.number()?,
            _ => {
                let Some(record) = self.word() else { return self.error("a tree") };
                let mut name = None;
                if self.text[self.at..].starts_with(":$") {
                    self.at += 1;
                    name = Some(self.name()?);
                }
                SyntaxKind::Leaf { record: Some(record), name }
            }
        };
        Ok(SyntaxTree { offset, kind })
    }

    fn operation(&mut self, depth: usize) -> Result<SyntaxKind, TreeError> {
        self.at += 1;
        self.skip_space();
        let Some(operator) = self.word() else { return self.error("an operation") };
        let mut operands = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(')') => {
                    self.at += 1;
                    return Ok(SyntaxKind::Operation { operator, operands });
                }
                Some(',') if !operands.is_empty() => self.at += 1,
                Some(_) if operands.is_empty() => {}
                _ => return self.error("',' or ')'"),
            }
            operands.push(self.tree(depth + 1)?);
        }
    }

    fn number(&mut self) -> Result<SyntaxKind, TreeError> {
        let start = self.at;
        let is_negative = self.peek() == Some('-');
        self.at += usize::from(is_negative);
        let digits = self.word().unwrap_or_default();
        let lower = digits.to_lowercase();
        let number = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
            (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
            (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
            (None, None) => digits.parse().ok(),
        };
        let number = number.map(|number| number as i64);
        let Some(number) = number else {
            let text = &self.text[start..self.at];
            return Err(TreeError::new(start, format!("'{text}' is not a number")));
        };
        Ok(SyntaxKind::Number(if is_negative { number.wrapping_neg() } else { number }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_separated_by_commas() {
        let trees = parse("(add i32:$a, -0x10) ; (br bb:$b)").expect("it is a tree");
        assert_eq!(trees.len(), 2);
        let SyntaxKind::Operation { operator, operands } = &trees[0].kind else { panic!() };
        assert_eq!((operator.as_str(), operands.len()), ("add", 2));
        assert_eq!(operands[1].kind, SyntaxKind::Number(-16));
    }

    #[test]
    fn errors_have_an_offset() {
        let error = parse("(add $a $b)").expect_err("a comma is missing");
        assert_eq!((error.offset, error.message.as_str()), (8, "expected ',' or ')', found '$'"));
        assert!(parse(&"(".repeat(100_000)).is_err());
    }
}
