//! The cursor's syntactic context.

use crate::items::{Item, ItemKind, around, items};
use crate::requests::signature_help::innermost_call;
use crate::scan::{ScanToken, ScanTokenKind, tokens, tree};

/// The expected syntax at the cursor, and the surrounding classes.
pub(super) struct Cursor {
    pub(super) expected: CursorExpectation,
    /// The class that surrounds the cursor, and the parents of the surrounding class or record.
    pub(super) parents: Vec<String>,
}

/// The expected syntax at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CursorExpectation {
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
    let before: Vec<&ScanToken> = all.iter().filter(|token| token.range.start < offset).collect();
    let expected = find(text, offset, &before, owner.copied(), &parents);
    Cursor { expected, parents }
}

fn is_definition(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Class | ItemKind::Def | ItemKind::Defm | ItemKind::Multiclass)
}

fn find(
    text: &str,
    offset: usize,
    before: &[&ScanToken],
    owner: Option<&Item>,
    parents: &[String],
) -> CursorExpectation {
    let code: Vec<&ScanToken> = before
        .iter()
        .copied()
        .filter(|token| !matches!(token.kind, ScanTokenKind::Comment | ScanTokenKind::Directive))
        .collect();
    // The token that contains the cursor or ends at it.
    let (current, earlier_tokens) = match before.split_last() {
        Some((last, _)) if last.range.end >= offset => match last.kind {
            ScanTokenKind::Comment
            | ScanTokenKind::Directive
            | ScanTokenKind::Code
            | ScanTokenKind::Number => {
                return CursorExpectation::Nothing;
            }
            ScanTokenKind::Str if last.range.end > offset || !is_closed(last.text(text)) => {
                let is_include = code.len() > 1 && code[code.len() - 2].is_word(text, "include");
                let typed = text[last.range.start + 1..offset].to_owned();
                return if is_include {
                    CursorExpectation::IncludePath(typed)
                } else {
                    CursorExpectation::Nothing
                };
            }
            ScanTokenKind::Bang => return CursorExpectation::Operator,
            ScanTokenKind::Word => (&text[last.range.start..offset], &code[..code.len() - 1]),
            ScanTokenKind::Str
            | ScanTokenKind::Variable
            | ScanTokenKind::Ellipsis
            | ScanTokenKind::Punct(_) => ("", &code[..]),
        },
        Some(_) | None => ("", &code[..]),
    };
    let Some(previous) = earlier_tokens.last() else { return CursorExpectation::Statement };
    if previous.is(b'!') {
        return CursorExpectation::Operator;
    }
    if previous.is(b'.') {
        let value =
            earlier_tokens.iter().rev().nth(1).filter(|token| token.kind == ScanTokenKind::Word);
        return value.map_or(CursorExpectation::Nothing, |token| CursorExpectation::Member {
            value: token.text(text).to_owned(),
        });
    }
    let in_body = owner.is_some_and(|item| {
        matches!(item.kind, ItemKind::Class | ItemKind::Def)
            && item.body.as_ref().is_some_and(|body| body.start < offset && offset <= body.end)
    });
    if previous.is(b';')
        || previous.is(b'{') && !is_value_brace(text, earlier_tokens)
        || previous.is(b'}')
    {
        return if in_body { CursorExpectation::BodyItem } else { CursorExpectation::Statement };
    }
    if let ScanTokenKind::Word = previous.kind {
        match previous.text(text) {
            "let" | "append" | "prepend" if in_body => {
                return CursorExpectation::LetField { parents: parents.to_vec() };
            }
            "let" => return CursorExpectation::OuterLetField,
            "in" | "then" | "else" => return CursorExpectation::Statement,
            "class" | "multiclass" | "defvar" | "deftype" | "foreach" | "def" | "defm" => {
                return CursorExpectation::Nothing;
            }
            _ => {}
        }
    }
    if let Some(expected) = header(text, earlier_tokens) {
        return expected;
    }
    let owned: Vec<ScanToken> = earlier_tokens.iter().map(|&token| token.clone()).collect();
    let call = innermost_call(&owned, text).filter(|call| call.argument_name.is_none());
    let call = call.map(|call| (call.name.to_owned(), call.index));
    CursorExpectation::Value { call, word: current.to_owned() }
}

fn is_closed(string: &str) -> bool {
    string.len() > 1 && string.ends_with('"')
}

/// Whether the last brace opens a value such as `{0, 1}`, not a body.
fn is_value_brace(text: &str, tokens: &[&ScanToken]) -> bool {
    let before = tokens.iter().rev().nth(1);
    before.is_some_and(|token| {
        token.is(b'=') && !is_defset(text, tokens) || token.is(b',') || token.is(b'<')
    })
}

fn is_defset(text: &str, tokens: &[&ScanToken]) -> bool {
    let statement = tokens.iter().rev().skip(1).take_while(|token| !token.is(b';'));
    statement.last().is_some_and(|token| token.is_word(text, "defset"))
}

/// Parses a list of parents: after a statement's colon, or after a comma in the list.
fn header(text: &str, tokens: &[&ScanToken]) -> Option<CursorExpectation> {
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
        } else if depth == 0 && token.kind == ScanTokenKind::Word {
            match token.text(text) {
                "class" | "def" if has_colon => return Some(CursorExpectation::Classes),
                "defm" | "multiclass" if has_colon => return Some(CursorExpectation::Multiclasses),
                "let" if last.is(b',') => return Some(CursorExpectation::OuterLetField),
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
    fn check(text: &str, expected: CursorExpectation) {
        let offset = text.find('|').expect("the text has a cursor");
        let text = text.replacen('|', "", 1);
        assert_eq!(cursor(&text, offset).expected, expected, "{text}");
    }

    #[test]
    fn the_tokens_before_the_cursor_say_what_may_stand_there() {
        let parents = || vec!["A".to_owned(), "B".to_owned()];
        let value = |call: Option<(&str, usize)>, word: &str| CursorExpectation::Value {
            call: call.map(|(name, index)| (name.to_owned(), index)),
            word: word.to_owned(),
        };
        check("|", CursorExpectation::Statement);
        check("def a;\nde|", CursorExpectation::Statement);
        check("let x = 1 in {\n |\n}", CursorExpectation::Statement);
        check("include \"a/b|\"", CursorExpectation::IncludePath("a/b".to_owned()));
        check("include \"a/b|", CursorExpectation::IncludePath("a/b".to_owned()));
        check("def a : |", CursorExpectation::Classes);
        check("class A<int x> : B<1, 2>, C|", CursorExpectation::Classes);
        check("defm a : M|;", CursorExpectation::Multiclasses);
        check("class A : B { | }", CursorExpectation::BodyItem);
        check("class A : B { let f| }", CursorExpectation::LetField { parents: parents() });
        check("let x = 1, y| in def a;", value(None, "y"));
        check("let |", CursorExpectation::OuterLetField);
        check("defvar x = !a|", CursorExpectation::Operator);
        check("defvar x = !|", CursorExpectation::Operator);
        check("defvar x = a.b|;", CursorExpectation::Member { value: "a".to_owned() });
        check("def a : B<1, x|>", value(Some(("B", 1)), "x"));
        check("def a { int x = y| }", value(None, "y"));
        check("def a { bits<2> x = {|} }", value(None, ""));
        check("// a|", CursorExpectation::Nothing);
        check("class |", CursorExpectation::Nothing);
        check("def a { string s = \"x|\"; }", CursorExpectation::Nothing);
    }
}
