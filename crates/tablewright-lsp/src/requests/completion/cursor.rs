//! The cursor's syntactic context.

use crate::items::{Item, ItemKind, around, items};
use crate::requests::signature_help::innermost_call;
use crate::scan::{Token, TokenKind, tokens, tree};

/// The expected syntax at the cursor, and the surrounding classes.
pub(super) struct Cursor {
    pub(super) expected: Expected,
    /// The class that surrounds the cursor, and the parents of the surrounding class or record.
    pub(super) parents: Vec<String>,
}

/// The expected syntax at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// Nothing to complete: in a comment, a string or a new name.
    Nothing,
    /// An `include` path. Contains the typed part.
    IncludePath(String),
    Statement,
    BodyItem,
    Classes,
    Multiclasses,
    /// A field after `let` in a body.
    LetField {
        parents: Vec<String>,
    },
    /// A field after `let` before `in`.
    OuterLetField,
    /// An operator after `!`.
    Operator,
    /// A field after a dot.
    Member {
        value: String,
    },
    /// A value. `call` is the callee and the argument index, if it is an argument; `word` is the
    /// typed part.
    Value {
        call: Option<(String, usize)>,
        word: String,
    },
}

pub(super) fn cursor(text: &str, offset: usize) -> Cursor {
    let tree = tree(text);
    let all = tokens(&tree);
    let items = items(&tree);
    let around = around(&items, offset);
    let owner = around.iter().rev().find(|item| is_definition(item.kind));
    let parents = owner.map_or_else(Vec::new, |item| {
        let own = std::iter::once(item.name.clone()).filter(|_| item.kind == ItemKind::Class);
        own.chain(item.parents.iter().cloned()).map(|name| text[name].to_owned()).collect()
    });
    let before: Vec<&Token> = all.iter().filter(|token| token.range.start < offset).collect();
    let expected = find(text, offset, &before, owner.copied(), &parents);
    Cursor { expected, parents }
}

fn is_definition(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Class | ItemKind::Def | ItemKind::Defm | ItemKind::Multiclass)
}

fn find(
    text: &str,
    offset: usize,
    before: &[&Token],
    owner: Option<&Item>,
    parents: &[String],
) -> Expected {
    let code: Vec<&Token> = before
        .iter()
        .copied()
        .filter(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Directive))
        .collect();
    // The token that contains the cursor or ends at it.
    let (current, rest) = match before.split_last() {
        Some((last, _)) if last.range.end >= offset => match last.kind {
            TokenKind::Comment | TokenKind::Directive | TokenKind::Code | TokenKind::Number => {
                return Expected::Nothing;
            }
            TokenKind::Str if last.range.end > offset || !is_closed(last.text(text)) => {
                let is_include = code.len() > 1 && code[code.len() - 2].is_word(text, "include");
                let typed = text[last.range.start + 1..offset].to_owned();
                return if is_include { Expected::IncludePath(typed) } else { Expected::Nothing };
            }
            TokenKind::Bang => return Expected::Operator,
            TokenKind::Word => (&text[last.range.start..offset], &code[..code.len() - 1]),
            TokenKind::Str | TokenKind::Variable | TokenKind::Ellipsis | TokenKind::Punct(_) => {
                ("", &code[..])
            }
        },
        Some(_) | None => ("", &code[..]),
    };
    let Some(previous) = rest.last() else { return Expected::Statement };
    if previous.is(b'!') {
        return Expected::Operator;
    }
    if previous.is(b'.') {
        let value = rest.iter().rev().nth(1).filter(|token| token.kind == TokenKind::Word);
        return value.map_or(Expected::Nothing, |token| Expected::Member {
            value: token.text(text).to_owned(),
        });
    }
    let in_body = owner.is_some_and(|item| {
        matches!(item.kind, ItemKind::Class | ItemKind::Def)
            && item.body.as_ref().is_some_and(|body| body.start < offset && offset <= body.end)
    });
    if previous.is(b';') || previous.is(b'{') && !is_value_brace(text, rest) || previous.is(b'}') {
        return match in_body {
            true => Expected::BodyItem,
            false => Expected::Statement,
        };
    }
    if let TokenKind::Word = previous.kind {
        match previous.text(text) {
            "let" | "append" | "prepend" if in_body => {
                return Expected::LetField { parents: parents.to_vec() };
            }
            "let" => return Expected::OuterLetField,
            "in" | "then" | "else" => return Expected::Statement,
            "class" | "multiclass" | "defvar" | "deftype" | "foreach" | "def" | "defm" => {
                return Expected::Nothing;
            }
            _ => {}
        }
    }
    if let Some(expected) = header(text, rest) {
        return expected;
    }
    let owned: Vec<Token> = rest.iter().map(|&token| token.clone()).collect();
    let call = innermost_call(&owned, text).filter(|call| call.argument_name.is_none());
    let call = call.map(|call| (call.name.to_owned(), call.index));
    Expected::Value { call, word: current.to_owned() }
}

fn is_closed(string: &str) -> bool {
    string.len() > 1 && string.ends_with('"')
}

/// Whether the last brace opens a value such as `{0, 1}`, not a body.
fn is_value_brace(text: &str, tokens: &[&Token]) -> bool {
    let before = tokens.iter().rev().nth(1);
    before.is_some_and(|token| {
        token.is(b'=') && !is_defset(text, tokens) || token.is(b',') || token.is(b'<')
    })
}

fn is_defset(text: &str, tokens: &[&Token]) -> bool {
    let statement = tokens.iter().rev().skip(1).take_while(|token| !token.is(b';'));
    statement.last().is_some_and(|token| token.is_word(text, "defset"))
}

/// Parses a list of parents: after a statement's colon, or after a comma in the list.
fn header(text: &str, tokens: &[&Token]) -> Option<Expected> {
    let last = tokens.last()?;
    if !last.is(b':') && !last.is(b',') {
        return None;
    }
    let mut depth = 0_usize;
    let mut has_colon = false;
    for token in tokens.iter().rev() {
        if token.closes() {
            depth += 1;
        } else if token.opens() {
            depth = depth.checked_sub(1)?;
        } else if depth == 0 && (token.is(b';') || token.is(b'=')) {
            return None;
        } else if depth == 0 && token.is(b':') {
            has_colon = true;
        } else if depth == 0 && token.kind == TokenKind::Word {
            match token.text(text) {
                "class" | "def" if has_colon => return Some(Expected::Classes),
                "defm" | "multiclass" if has_colon => return Some(Expected::Multiclasses),
                "let" if last.is(b',') => return Some(Expected::OuterLetField),
                _ => {}
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Expected) {
        let offset = text.find('|').expect("the text has a cursor");
        let text = text.replacen('|', "", 1);
        assert_eq!(cursor(&text, offset).expected, expected, "{text}");
    }

    #[test]
    fn the_tokens_before_the_cursor_say_what_may_stand_there() {
        let parents = || vec!["A".to_owned(), "B".to_owned()];
        let value = |call: Option<(&str, usize)>, word: &str| Expected::Value {
            call: call.map(|(name, index)| (name.to_owned(), index)),
            word: word.to_owned(),
        };
        check("|", Expected::Statement);
        check("def a;\nde|", Expected::Statement);
        check("let x = 1 in {\n |\n}", Expected::Statement);
        check("include \"a/b|\"", Expected::IncludePath("a/b".to_owned()));
        check("include \"a/b|", Expected::IncludePath("a/b".to_owned()));
        check("def a : |", Expected::Classes);
        check("class A<int x> : B<1, 2>, C|", Expected::Classes);
        check("defm a : M|;", Expected::Multiclasses);
        check("class A : B { | }", Expected::BodyItem);
        check("class A : B { let f| }", Expected::LetField { parents: parents() });
        check("let x = 1, y| in def a;", value(None, "y"));
        check("let |", Expected::OuterLetField);
        check("defvar x = !a|", Expected::Operator);
        check("defvar x = !|", Expected::Operator);
        check("defvar x = a.b|;", Expected::Member { value: "a".to_owned() });
        check("def a : B<1, x|>", value(Some(("B", 1)), "x"));
        check("def a { int x = y| }", value(None, "y"));
        check("def a { bits<2> x = {|} }", value(None, ""));
        check("// a|", Expected::Nothing);
        check("class |", Expected::Nothing);
        check("def a { string s = \"x|\"; }", Expected::Nothing);
    }
}
