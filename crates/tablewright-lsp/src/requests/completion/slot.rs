//! The place of a value before which the user types: the declaration that determines its type.

use crate::scan::{ScanToken, ScanTokenKind, outside_closed_brackets};

/// A value's place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct ValueSlot {
    pub(super) declared: Declared,
    /// Number of lists around the value: 1 in `[x|]`.
    pub(super) lists: usize,
    pub(super) dag: Option<DagPart>,
}

/// The declaration that determines a value's type.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) enum Declared {
    /// No known declaration.
    #[default]
    Unknown,
    /// An argument of a class or multiclass, by index.
    Argument { callee: String, index: usize },
    /// An argument with the parameter's name.
    NamedArgument { callee: String, name: String },
    /// The value in a `let` for this field.
    Field(String),
    /// The type in source code.
    Type(String),
}

/// A dag's part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DagPart {
    Operator,
    Argument,
}

/// Returns the place of a value that follows these tokens.
pub(super) fn slot(text: &str, tokens: &[&ScanToken]) -> ValueSlot {
    let mut slot = ValueSlot::default();
    let mut index = 0;
    let mut name: Option<&str> = None;
    for (at, token) in outside_closed_brackets(tokens) {
        let before = at.checked_sub(1).map(|before| tokens[before]);
        if token.is(b',') {
            index += 1;
        } else if token.is(b'[') {
            (slot.lists, index, name) = (slot.lists + 1, 0, None);
        } else if token.is(b'(') {
            let is_call =
                before.is_some_and(|before| before.kind == ScanTokenKind::Bang || before.is(b'>'));
            if !is_call {
                let part =
                    if at + 1 == tokens.len() { DagPart::Operator } else { DagPart::Argument };
                (slot.dag, slot.lists) = (Some(part), 0);
            }
            return slot;
        } else if token.is(b'<') {
            if let Some(callee) = before.filter(|before| before.kind == ScanTokenKind::Word) {
                let callee = callee.text(text).to_owned();
                slot.declared = match name {
                    Some(name) => Declared::NamedArgument { callee, name: name.to_owned() },
                    None => Declared::Argument { callee, index },
                };
            }
            return slot;
        } else if token.is(b'=') && index == 0 {
            let assigned = assignment(text, &tokens[..at]);
            if !matches!(assigned, (_, Declared::Unknown)) {
                slot.declared = assigned.1;
                return slot;
            }
            name = assigned.0;
        } else if token.is(b';') || token.is(b'{') {
            return slot;
        } else if token.is_word(text, "let") {
            // An outer `let` that sets several fields.
            slot.declared = name.map_or(Declared::Unknown, |name| Declared::Field(name.to_owned()));
            return slot;
        }
    }
    slot
}

/// Returns the name before an equals sign, and its declaration if it is known from the tokens.
fn assignment<'t>(text: &'t str, tokens: &[&ScanToken]) -> (Option<&'t str>, Declared) {
    let mut at = tokens.len();
    // `let Bits{3-0} =`
    if tokens.last().is_some_and(|last| last.is(b'}') || last.is(b'>')) {
        let open = tokens.iter().rposition(|token| token.is(b'{') || token.is(b'<'));
        at = open.unwrap_or(0);
    }
    let Some((name, earlier)) = tokens[..at].split_last() else { return (None, Declared::Unknown) };
    if name.kind != ScanTokenKind::Word {
        return (None, Declared::Unknown);
    }
    let name = name.text(text);
    let Some(before) = earlier.last() else { return (Some(name), Declared::Unknown) };
    let is_set = ["let", "append", "prepend"].iter().any(|word| before.is_word(text, word));
    if is_set {
        return (Some(name), Declared::Field(name.to_owned()));
    }
    if before.kind != ScanTokenKind::Word && !before.is(b'>') {
        return (Some(name), Declared::Unknown);
    }
    let mut depth = 0_usize;
    for (at, token) in earlier.iter().enumerate().rev() {
        depth += usize::from(token.is(b'>'));
        if depth == 0 {
            let ty = &text[token.range.start..before.range.end];
            return (Some(name), Declared::Type(ty.split_whitespace().collect()));
        }
        if token.is(b'<') && at > 0 {
            depth -= 1;
        }
    }
    (Some(name), Declared::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{code_tokens, tree};

    #[track_caller]
    fn check(text: &str, declared: Declared, lists: usize, dag: Option<DagPart>) {
        let tokens = code_tokens(&tree(text));
        let tokens: Vec<&ScanToken> = tokens.iter().collect();
        assert_eq!(slot(text, &tokens), ValueSlot { declared, lists, dag }, "{text}");
    }

    #[test]
    fn the_declaration_of_a_value_is_found() {
        let argument =
            |callee: &str, index| Declared::Argument { callee: callee.to_owned(), index };
        let field = |name: &str| Declared::Field(name.to_owned());
        let ty = |ty: &str| Declared::Type(ty.to_owned());
        let named = || Declared::NamedArgument { callee: "B".to_owned(), name: "x".to_owned() };
        check("def a : B<1, ", argument("B", 1), 0, None);
        check("def a : B<1, [c, ", argument("B", 1), 1, None);
        check("def a : B<1, x = ", named(), 0, None);
        check("def a { let F = [", field("F"), 1, None);
        check("def a { let F{3-0} = ", field("F"), 0, None);
        check("let A = 1, B = [", field("B"), 1, None);
        check("let Predicates = [A", field("Predicates"), 1, None);
        check("def a { list<P> x = [", ty("list<P>"), 1, None);
        check("def a { int x = ", ty("int"), 0, None);
        check("def a : Pat<(", Declared::Unknown, 0, Some(DagPart::Operator));
        check("def a : Pat<(add R:$a, (", Declared::Unknown, 0, Some(DagPart::Operator));
        check("def a { list<dag> x = [(set R:$a, ", Declared::Unknown, 0, Some(DagPart::Argument));
        check("defvar x = !add(1, ", Declared::Unknown, 0, None);
        check("defvar x = !cast<A>(", Declared::Unknown, 0, None);
        check("let B = f in def x : C<", argument("C", 0), 0, None);
    }
}
