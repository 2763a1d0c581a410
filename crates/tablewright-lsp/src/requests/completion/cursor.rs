//! The cursor's syntactic context.

use std::collections::BTreeSet;
use std::ops::Range;

use super::slot::{DagPart, ValueSlot, slot};
use crate::items::{Item, ItemKind, around, items};
use crate::requests::template_parameters::written_parameters;
use crate::scan::{ScanToken, ScanTokenKind, outside_closed_brackets, tokens, tree};

/// Size in bytes up to which a whole text is parsed.
const WHOLE_TEXT: usize = 32 << 10;

/// The expected syntax at the cursor, and the surrounding names.
pub(super) struct Cursor {
    pub(super) expected: CursorExpectation,
    /// The letters of the word before the cursor.
    pub(super) word: String,
    /// The class that surrounds the cursor, and the parents of the surrounding class or record.
    pub(super) parents: Vec<String>,
    /// Template parameters in the surrounding classes and multiclasses, each as
    /// `type NAME = value`.
    pub(super) parameters: Vec<String>,
    /// Variables in the surrounding statements.
    pub(super) variables: Vec<String>,
    /// Names beside the cursor that show the kind of dag operators or arguments.
    pub(super) examples: BTreeSet<String>,
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
    Type,
    /// A preprocessor directive after `#`.
    Directive,
    /// A macro after `#ifdef`.
    Macro,
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
    /// A name after `$`, one of these names in the statement.
    DagName(Vec<String>),
    Value(ValueSlot),
}

pub(super) fn cursor(text: &str, offset: usize) -> Cursor {
    let window = window(text, offset);
    let (text, offset) = (&text[window.clone()], offset - window.start);
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
    let (expected, word) = find(text, offset, &before, owner.copied(), &parents);
    let mut examples = BTreeSet::new();
    if let CursorExpectation::Value(ValueSlot { dag: Some(part), .. }) = &expected {
        examples = dag_examples(text, &all, *part);
    }
    let has_parameters =
        |item: &&&Item| matches!(item.kind, ItemKind::Class | ItemKind::Multiclass);
    let parameters = around.iter().filter(has_parameters);
    let parameters = parameters.flat_map(|item| written_parameters(&text[item.name.start..]));
    let (parameters, variables) = (parameters.collect(), variables(text, &around, offset));
    Cursor { expected, word: word.to_owned(), parents, parameters, variables, examples }
}

/// Returns the part of a text that determines the context of an offset: from the class or
/// multiclass at a line start before the offset to the next statement at a line start.
fn window(text: &str, offset: usize) -> Range<usize> {
    if text.len() <= WHOLE_TEXT {
        return 0..text.len();
    }
    let starts_statement = |at: &usize| {
        let line = &text[at + 1..];
        ["class ", "multiclass "].iter().any(|keyword| line.starts_with(keyword))
    };
    // A line in a code literal may begin with `class`.
    let is_in_code = |at: &usize| text[..*at].rfind("[{") > text[..*at].rfind("}]");
    let mut before = text[..offset].rmatch_indices('\n').map(|(at, _)| at);
    let start = before.find(|at| starts_statement(at) && !is_in_code(at)).map_or(0, |at| at + 1);
    let mut after = text[offset..].match_indices('\n').map(|(at, _)| offset + at);
    let keywords = ["class ", "multiclass ", "def ", "defm ", "let ", "foreach "];
    let end = after.find(|at| keywords.iter().any(|keyword| text[at + 1..].starts_with(keyword)));
    start..end.unwrap_or(text.len())
}

/// Returns the variables in surrounding loops, and in `defvar`s before an offset.
fn variables(text: &str, around: &[&Item], offset: usize) -> Vec<String> {
    let mut names = Vec::new();
    for item in around {
        if item.kind == ItemKind::Foreach {
            names.push(text[item.name.clone()].to_owned());
        }
        let own = item
            .children
            .iter()
            .filter(|child| child.kind == ItemKind::Defvar && child.range.end <= offset);
        names.extend(own.map(|child| text[child.name.clone()].to_owned()));
    }
    names
}

/// Returns names that dags near the cursor use in the same way.
fn dag_examples(text: &str, tokens: &[ScanToken], part: DagPart) -> BTreeSet<String> {
    let parts = tokens.windows(3).filter(|near| match part {
        DagPart::Operator => near[0].is(b'(') && near[1].kind == ScanTokenKind::Word,
        DagPart::Argument => {
            near[0].kind == ScanTokenKind::Word
                && near[1].is(b':')
                && near[2].kind == ScanTokenKind::Variable
        }
    });
    let words = parts.map(|near| match part {
        DagPart::Operator => &near[1],
        DagPart::Argument => &near[0],
    });
    words.map(|word| word.text(text).to_owned()).collect()
}

fn is_definition(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Class | ItemKind::Def | ItemKind::Defm | ItemKind::Multiclass)
}

/// Returns the expected syntax, and the typed part of the word.
fn find<'t>(
    text: &'t str,
    offset: usize,
    before: &[&ScanToken],
    owner: Option<&Item>,
    parents: &[String],
) -> (CursorExpectation, &'t str) {
    let is_code = |token: &&ScanToken| {
        !matches!(token.kind, ScanTokenKind::Comment | ScanTokenKind::Directive)
    };
    let code: Vec<&ScanToken> = before.iter().copied().filter(is_code).collect();
    if let Some(expected) = directive(text, offset) {
        return expected;
    }
    // The token that contains the cursor or ends at it.
    let last = before.last().filter(|last| last.range.end >= offset);
    let typed = last.map_or("", |last| &text[last.range.start..offset]);
    let (word, earlier_tokens) = match last.map(|last| last.kind) {
        Some(
            ScanTokenKind::Comment
            | ScanTokenKind::Directive
            | ScanTokenKind::Code
            | ScanTokenKind::Number,
        ) => return (CursorExpectation::Nothing, ""),
        Some(ScanTokenKind::Str) if !is_closed(typed) => {
            let is_include = code.len() > 1 && code[code.len() - 2].is_word(text, "include");
            let expected = if is_include {
                CursorExpectation::IncludePath(typed[1..].to_owned())
            } else {
                CursorExpectation::Nothing
            };
            return (expected, "");
        }
        Some(ScanTokenKind::Bang) => return (CursorExpectation::Operator, typed),
        Some(ScanTokenKind::Variable) => return (dag_name(text, &code, 1, owner), &typed[1..]),
        Some(ScanTokenKind::Word) => (typed, &code[..code.len() - 1]),
        Some(ScanTokenKind::Str | ScanTokenKind::Ellipsis | ScanTokenKind::Punct(_)) | None => {
            ("", &code[..])
        }
    };
    let Some(previous) = earlier_tokens.last() else {
        return (CursorExpectation::Statement, word);
    };
    let expected = if previous.is(b'!') {
        CursorExpectation::Operator
    } else if previous.is(b'$') && previous.range.end == offset {
        dag_name(text, &code, 0, owner)
    } else if previous.is(b'.') {
        let value =
            earlier_tokens.iter().rev().nth(1).filter(|token| token.kind == ScanTokenKind::Word);
        value.map_or(CursorExpectation::Nothing, |token| CursorExpectation::Member {
            value: token.text(text).to_owned(),
        })
    } else {
        after(text, offset, earlier_tokens, owner, parents)
    };
    (expected, word)
}

/// Returns the expected syntax after these tokens.
fn after(
    text: &str,
    offset: usize,
    tokens: &[&ScanToken],
    owner: Option<&Item>,
    parents: &[String],
) -> CursorExpectation {
    let Some(previous) = tokens.last() else { return CursorExpectation::Statement };
    let in_body = owner.is_some_and(|item| {
        matches!(item.kind, ItemKind::Class | ItemKind::Def)
            && item.body.as_ref().is_some_and(|body| body.start < offset && offset <= body.end)
    });
    if previous.is(b';') || previous.is(b'{') && !is_value_brace(text, tokens) || previous.is(b'}')
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
            "defset" | "field" => return CursorExpectation::Type,
            "class" | "multiclass" | "defvar" | "deftype" | "foreach" | "def" | "defm" => {
                return CursorExpectation::Nothing;
            }
            _ => {}
        }
    }
    if is_type(text, tokens) {
        return CursorExpectation::Type;
    }
    header(text, tokens).unwrap_or_else(|| CursorExpectation::Value(slot(text, tokens)))
}

/// Whether a type follows: a template parameter's type, the type in angle brackets of `list` or an
/// operator, or the type of a `deftype`.
fn is_type(text: &str, tokens: &[&ScanToken]) -> bool {
    let token = |back: usize| tokens.len().checked_sub(back).map(|at| tokens[at]);
    let (Some(last), before) = (token(1), token(2)) else { return false };
    if last.is(b'=') {
        return token(3).is_some_and(|token| token.is_word(text, "deftype"));
    }
    if last.is(b'<')
        && before.is_some_and(|before| {
            before.kind == ScanTokenKind::Bang || before.is_word(text, "list")
        })
    {
        return true;
    }
    if !last.is(b'<') && !last.is(b',') {
        return false;
    }
    // A parameter list in a class or multiclass.
    for (at, token) in outside_closed_brackets(tokens) {
        if token.opens() {
            let declares = |token: &ScanToken| {
                token.is_word(text, "class") || token.is_word(text, "multiclass")
            };
            return token.is(b'<') && at > 1 && declares(tokens[at - 2]);
        }
        if token.is(b';') {
            return false;
        }
    }
    false
}

/// Returns the expected syntax on a preprocessor line.
fn directive(text: &str, offset: usize) -> Option<(CursorExpectation, &str)> {
    let line = &text[text[..offset].rfind('\n').map_or(0, |at| at + 1)..offset];
    let typed = line.trim_start().strip_prefix('#')?;
    let is_word =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_word(typed) {
        return Some((CursorExpectation::Directive, typed));
    }
    let name = ["ifdef ", "ifndef "].iter().find_map(|word| typed.strip_prefix(word))?;
    is_word(name.trim_start()).then(|| (CursorExpectation::Macro, name.trim_start()))
}

/// Returns the names of dag arguments in the statement. Names in dags before the dag at the cursor
/// are first: in a pattern's result, these are the names in the source.
fn dag_name(
    text: &str,
    code: &[&ScanToken],
    typed_tokens: usize,
    owner: Option<&Item>,
) -> CursorExpectation {
    let mut start = owner.map_or(0, |item| item.range.start);
    let code = &code[..code.len() - typed_tokens];
    if owner.is_none() {
        let end = code.iter().rposition(|token| token.is(b';'));
        start = end.map_or(0, |at| code[at].range.end);
    }
    // The outermost bracket around the cursor.
    let (mut depth, mut dag) = (0_usize, code.len());
    for (at, token) in code.iter().enumerate().rev() {
        if token.is(b')') {
            depth += 1;
        } else if token.is(b'(') {
            if depth == 0 {
                dag = at;
            }
            depth = depth.saturating_sub(1);
        } else if token.range.start < start || token.is(b';') {
            break;
        }
    }
    let is_name =
        |token: &&&ScanToken| token.kind == ScanTokenKind::Variable && token.range.start >= start;
    let names = |tokens: &[&ScanToken]| -> Vec<String> {
        tokens.iter().filter(is_name).map(|token| token.text(text)[1..].to_owned()).collect()
    };
    let own = names(&code[dag..]);
    let mut sources = names(&code[..dag]);
    // Names that the dag at the cursor already has are last.
    sources.sort_by_key(|name| own.contains(name));
    sources.extend(own);
    CursorExpectation::DagName(sources)
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
    let (mut has_colon, mut has_value) = (false, false);
    for (_, token) in outside_closed_brackets(tokens) {
        if token.opens() || token.is(b';') {
            return None;
        } else if token.is(b'=') {
            has_value = true;
        } else if token.is(b':') {
            has_colon = true;
        } else if token.kind == ScanTokenKind::Word {
            match token.text(text) {
                "class" | "def" if has_value || !has_colon => return None,
                "class" | "def" => return Some(CursorExpectation::Classes),
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
    use super::super::slot::Declared;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: CursorExpectation) {
        let offset = text.find('|').expect("the text has a cursor");
        let text = text.replacen('|', "", 1);
        assert_eq!(cursor(&text, offset).expected, expected, "{text}");
    }

    #[test]
    fn the_tokens_before_the_cursor_determine_the_expectation() {
        let parents = || vec!["A".to_owned(), "B".to_owned()];
        let value = |declared: Declared| {
            CursorExpectation::Value(ValueSlot { declared, ..ValueSlot::default() })
        };
        let argument = Declared::Argument { callee: "B".to_owned(), index: 1 };
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
        check("let x = 1, y| in def a;", CursorExpectation::OuterLetField);
        check("let |", CursorExpectation::OuterLetField);
        check("defvar x = !a|", CursorExpectation::Operator);
        check("defvar x = !|", CursorExpectation::Operator);
        check("defvar x = a.b|;", CursorExpectation::Member { value: "a".to_owned() });
        check("def a : B<1, x|>", value(argument));
        check("def a { int x = y| }", value(Declared::Type("int".to_owned())));
        check("def a { bits<2> x = {|} }", value(Declared::Unknown));
        check("// a|", CursorExpectation::Nothing);
        check("class |", CursorExpectation::Nothing);
        check("def a { string s = \"x|\"; }", CursorExpectation::Nothing);
    }

    #[test]
    fn types_directives_and_dag_names_are_expected() {
        for text in [
            "class A<|",
            "class A<int x, li|>",
            "multiclass M<int x = {0}, |",
            "defset |",
            "deftype T = |",
            "def a { field | }",
            "defvar x = !cast<|",
            "class A<list<|",
        ] {
            check(text, CursorExpectation::Type);
        }
        check("#|", CursorExpectation::Directive);
        check("class A;\n  #if|\n", CursorExpectation::Directive);
        check("#ifdef X|", CursorExpectation::Macro);
        let names = |names: &[&str]| {
            CursorExpectation::DagName(names.iter().map(|&name| name.to_owned()).collect())
        };
        check("def : Pat<(add R:$a, R:$b), (ADD R:$|)>;", names(&["a", "b"]));
        check("def : Pat<(add R:$a, R:$b), (ADD (I R:$a), R:$x|)>;", names(&["b", "a", "a"]));
        check("def : Q<(x $z)>;\ndef : Pat<(add R:$a), (ADD $|", names(&["a"]));
    }

    #[test]
    fn the_window_of_a_long_text_contains_the_surrounding_definition() {
        let filler = "def filler { int x = 1; }\n".repeat(WHOLE_TEXT / 20);
        let text = format!("{filler}multiclass M<int p> {{\n  def a : B<|>;\n}}\n{filler}");
        let at = text.find('|').expect("the text has a cursor");
        let found = cursor(&text.replacen('|', "", 1), at);
        assert_eq!(found.parameters, ["int p"]);
        let declared = Declared::Argument { callee: "B".to_owned(), index: 0 };
        let expected = ValueSlot { declared, ..ValueSlot::default() };
        assert_eq!(found.expected, CursorExpectation::Value(expected));
    }
}
