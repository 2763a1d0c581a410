//! Lint: operators and syntax that a newer release lacks.

use tablewright_records::Feature;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind, TokenKind};
use tablewright_syntax::source::{SourceFile, Span};

use crate::lint::{Edit, Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::RemovedSyntax,
    name: "removed-syntax",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for file in input.sources().files().iter().filter(|file| input.checks(file.pos(0))) {
        let Ok(tree) = LosslessTree::new(file.text.as_str()) else { continue };
        if input.settings.release.has(Feature::GetopAndSetopAreGone) {
            operators(file, &tree, findings);
        }
        if input.settings.release.has(Feature::OuterLetBitsInBraces) {
            let mut pending = vec![tree.root()];
            while let Some(node) = pending.pop() {
                outer_let(file, node, findings);
                pending.extend(node.children());
            }
        }
    }
}

/// Reports `!getop` and `!setop`.
fn operators(file: &SourceFile, tree: &LosslessTree, findings: &mut Findings) {
    for token in tree.tokens() {
        let new = match (token.kind(), token.text()) {
            (TokenKind::Bang(_), "!getop") => "!getdagop",
            (TokenKind::Bang(_), "!setop") => "!setdagop",
            _ => continue,
        };
        let old = token.text();
        let span = Span::new(file.pos(token.range().start), file.pos(token.range().end));
        let finding = findings.add(span, format!("the operator {old} is gone since release 22"));
        finding.fix(format!("use {new}"), [Edit { span, replacement: new.to_owned() }]);
    }
}

/// Reports `let x<3-0> = 1 in`.
fn outer_let(file: &SourceFile, node: Node<'_>, findings: &mut Findings) {
    if node.kind() != NodeKind::LetItem {
        return;
    }
    let Some(ranges) = node.child(NodeKind::RangeList) else { return };
    // The brackets belong to the list or to the item.
    let brackets = |kind: TokenKind| {
        let tokens = ranges.own_token(kind).or_else(|| node.own_token(kind));
        tokens.map(|token| Span::new(file.pos(token.range().start), file.pos(token.range().end)))
    };
    if let (Some(open), Some(close)) = (brackets(TokenKind::Less), brackets(TokenKind::Greater)) {
        let message = "bits in an outer let are in braces since release 23";
        let edit = |span, text: &str| Edit { span, replacement: text.to_owned() };
        let finding = findings.add(open.to(close), message);
        finding.fix("use braces", [edit(open, "{"), edit(close, "}")]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{findings, fixed};
    use super::LINT;

    const INCLUDE: (&str, &str) = ("a.td", "class A { bits<4> F = 0; } def op;\n");

    #[test]
    fn renamed_operators_have_their_new_names() {
        let text = "def x { dag d = !setop((op 1), op); A o = !getop((op 1)); }\n";
        let new = "def x { dag d = !setdagop((op 1), op); A o = !getdagop((op 1)); }\n";
        let text = text.replace("A o", "dag e = (op 2); A o");
        let new = new.replace("A o", "dag e = (op 2); A o");
        let include = ("a.td", "class A; def op : A;\n");
        assert_eq!(fixed(&LINT, 22, include, &text), new);
        assert_eq!(findings(&LINT, 19, include, &text), [""; 0]);
    }

    #[test]
    fn bits_of_an_outer_let_have_braces() {
        let text = "let F<3-0> = 1 in def x : A;\ndef y : A { let F{0} = 1; }\n";
        let new = "let F{3-0} = 1 in def x : A;\ndef y : A { let F{0} = 1; }\n";
        assert_eq!(fixed(&LINT, 23, INCLUDE, text), new);
        assert_eq!(findings(&LINT, 22, INCLUDE, text), [""; 0]);
    }
}
