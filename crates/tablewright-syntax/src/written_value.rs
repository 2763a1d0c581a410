//! Finds parts of a value in the source: list elements, dag arguments, names and texts.
//!
//! Messages from backends are about records' values. The position of such a value is found by
//! scanning the source again, because trees are not kept.

use crate::lexer::{self, Scanned, TokenKind};
use crate::source::{SourceFile, SourceMap, Span};

/// A token in a value.
#[derive(Clone, Copy)]
struct WrittenToken<'s> {
    kind: TokenKind,
    text: &'s str,
    span: Span,
}

/// Returns the file that contains a span, and the span as offsets in it.
fn bytes_of(sources: &SourceMap, span: Span) -> (&SourceFile, usize, usize) {
    let file = sources.file(sources.file_of(span.lo));
    let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
    (file, lo, hi.clamp(lo, file.text.len()))
}

/// Returns the tokens from `lo` on, up to the end of the file or an error.
fn tokens(file: &SourceFile, lo: usize) -> impl Iterator<Item = WrittenToken<'_>> {
    let mut at = lo;
    std::iter::from_fn(move || {
        let Scanned { kind, lo, hi, .. } = lexer::scan(file.text.as_bytes(), at);
        let (lo, hi) = (lo as usize, hi as usize);
        let is_end = matches!(kind, TokenKind::Eof | TokenKind::Error(_)) || hi <= at;
        at = hi;
        let text = file.text.get(lo..hi)?;
        (!is_end).then(|| WrittenToken { kind, text, span: Span::new(file.pos(lo), file.pos(hi)) })
    })
}

fn tokens_of(sources: &SourceMap, span: Span) -> Vec<WrittenToken<'_>> {
    let (file, lo, _) = bytes_of(sources, span);
    tokens(file, lo).take_while(|token| token.span.hi <= span.hi).collect()
}

/// Returns the change in bracket depth that a token causes.
fn depth_change(token: WrittenToken<'_>) -> i32 {
    match token.text {
        "(" | "[" | "{" | "<" => 1,
        ")" | "]" | "}" | ">" => -1,
        _ => 0,
    }
}

/// Returns the list element or dag argument with this index in the value at `span`. `None` if the
/// value is neither a list nor a dag.
pub fn element(sources: &SourceMap, span: Span, index: usize) -> Option<Span> {
    let tokens = tokens_of(sources, span);
    let (first, last) = (tokens.first()?, tokens.last()?);
    let is_dag = match (first.text, last.text) {
        ("[", "]") => false,
        ("(", ")") => true,
        _ => return None,
    };
    let inner = &tokens[1..tokens.len() - 1];
    let mut depth = 0;
    let mut elements: Vec<Span> = Vec::new();
    let mut is_separate = true;
    for (number, &token) in inner.iter().enumerate() {
        let change = depth_change(token);
        depth += change.min(0);
        // A bracket closes the first bracket early, as in `[1] # [2]`.
        if depth < 0 {
            return None;
        }
        if depth == 0 && change == 0 && token.text == "," {
            is_separate = true;
        } else if is_separate {
            elements.push(token.span);
            is_separate = false;
        } else if let Some(element) = elements.last_mut() {
            *element = element.to(token.span);
        }
        depth += change.max(0);
        // No comma separates the operator, which may have a name, from the first argument.
        let ends_operator = is_dag && depth == 0 && elements.len() == 1;
        let next = inner.get(number + 1);
        let continues = matches!(
            next.map(|next| next.text),
            Some("<" | "." | "#" | ":" | "(" | "[" | "{" | ",") | None
        ) || matches!(token.text, "." | "#" | ":");
        if ends_operator && (!continues || (next.is_some_and(|n| n.text == "(") && is_name(token)))
        {
            is_separate = true;
        }
    }
    elements.get(index + usize::from(is_dag)).copied()
}

fn is_name(token: WrittenToken<'_>) -> bool {
    matches!(token.kind, TokenKind::Ident)
}

/// Returns the names in the value at `span`, except operands such as `$dst`.
pub fn names(sources: &SourceMap, span: Span) -> Vec<(&str, Span)> {
    let tokens = tokens_of(sources, span);
    tokens.into_iter().filter(|&token| is_name(token)).map(|t| (t.text, t.span)).collect()
}

/// Returns each occurrence of `text` in the value at `span`, in order: a name, a number, an operand
/// such as `$dst`, or a part of a string.
pub fn occurrences(sources: &SourceMap, span: Span, text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    for token in tokens_of(sources, span) {
        let is_string = matches!(token.kind, TokenKind::Str | TokenKind::Code);
        if !is_string {
            if token.text == text {
                spans.push(token.span);
            }
            continue;
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        for (at, _) in token.text.match_indices(text) {
            let (before, after) = (&token.text[..at], &token.text[at + text.len()..]);
            // `$a` does not occur in `$ab`, nor `a` in `$a`.
            let starts =
                !text.starts_with(is_part) || !before.ends_with(|c| is_part(c) || c == '$');
            let ends = !text.ends_with(is_part) || !after.starts_with(is_part);
            if starts && ends {
                let lo = token.span.lo.offset(at as u32);
                spans.push(Span::new(lo, lo.offset(text.len() as u32)));
            }
        }
    }
    spans
}

/// Returns the value after the `=` that follows a declared name; `None` without a `=`.
pub fn initializer(sources: &SourceMap, name: Span) -> Option<Span> {
    let (file, _, after) = bytes_of(sources, name);
    let mut tokens = tokens(file, after);
    tokens.next().filter(|token| token.text == "=")?;
    let mut depth = 0;
    let mut value: Option<Span> = None;
    for token in tokens {
        depth += depth_change(token);
        if depth < 0 || (depth == 0 && matches!(token.text, ";" | ",")) {
            break;
        }
        value = Some(value.map_or(token.span, |value| value.to(token.span)));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (SourceMap, Span) {
        let mut sources = SourceMap::new();
        let main = sources.add("t.td".into(), text.into(), None).expect("small");
        let file = sources.file(main);
        let span = Span::new(file.pos(0), file.pos(text.len()));
        (sources, span)
    }

    fn text(sources: &SourceMap, span: Span) -> &str {
        let (file, lo, hi) = bytes_of(sources, span);
        &file.text[lo..hi]
    }

    #[test]
    fn elements_of_lists_and_dags_are_found() {
        for (value, index, want) in [
            ("[(a b), c<1, 2>, d # e]", 0, Some("(a b)")),
            ("[(a b), c<1, 2>, d # e]", 1, Some("c<1, 2>")),
            ("[(a b), c<1, 2>, d # e]", 2, Some("d # e")),
            ("[a]", 1, None),
            ("(ins GPR:$a, (b c):$d)", 0, Some("GPR:$a")),
            ("(ins GPR:$a, (b c):$d)", 1, Some("(b c):$d")),
            ("(set (add $a, $b))", 0, Some("(add $a, $b)")),
            ("(op<1>:$x y, z)", 0, Some("y")),
            ("(op)", 0, None),
            ("!listconcat([a], [b])", 0, None),
            ("[a] # [b]", 0, None),
        ] {
            let (sources, span) = sources(value);
            let element_text = element(&sources, span, index).map(|span| text(&sources, span));
            assert_eq!(element_text, want, "{value} {index}");
        }
    }

    #[test]
    fn names_and_texts_are_found() {
        let (sources, span) = sources("(ins A:$b, B:$bb, \"$b, ${b} $bb b\")");
        let offsets: Vec<usize> = occurrences(&sources, span, "$b")
            .into_iter()
            .map(|span| sources.offset_in_file(span.lo))
            .collect();
        assert_eq!(offsets, [7, 19]);
        let names: Vec<&str> = names(&sources, span).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["ins", "A", "B"]);
    }

    #[test]
    fn a_declaration_may_have_a_value() {
        for (declaration, want) in [
            ("x = [1, 2];", Some("[1, 2]")),
            ("x = \"a\" # b, int y", Some("\"a\" # b")),
            ("x = 1> : B;", Some("1")),
            ("x;", None),
        ] {
            let (sources, span) = sources(declaration);
            let name = Span::new(span.lo, span.lo.offset(1));
            let initializer_text = initializer(&sources, name).map(|span| text(&sources, span));
            assert_eq!(initializer_text, want, "{declaration}");
        }
    }
}
