//! Lint: classes without a field that a backend reads in a newer release.

use tablewright_records::trace::DefinitionKind;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::lossless::{LosslessTree, NodeKind, TokenKind};
use tablewright_syntax::source::Span;

use super::names::first_release;
use super::new_fields::{NEW_FIELDS, NewField};
use super::statement::enclosing;
use crate::lint::{Edit, Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::NewField,
    name: "new-field",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let release = input.settings.release;
    for row in NEW_FIELDS.iter().filter(|row| row.since.contains(release)) {
        check_row(input, row, findings);
    }
}

fn check_row(input: &LintInput<'_>, row: &NewField, findings: &mut Findings) {
    let Some(class) = input.store.get_class(row.class) else { return };
    let has = |name: &str| class.fields().any(|field| input.store.str(field.name) == name);
    if has(row.name) || !has(row.beside) {
        return;
    }
    let names = input.trace.names();
    let definition = names.definitions().map(|(_, definition)| definition).find(|definition| {
        definition.kind == DefinitionKind::Class && input.store.str(definition.name) == row.class
    });
    let Some(definition) = definition.filter(|definition| input.checks(definition.span.lo)) else {
        return;
    };
    let message = format!(
        "the class '{}' has no field '{}', which {} reads since release {}",
        row.class,
        row.name,
        row.action,
        first_release(row.since)
    );
    let edit = declaration(input, definition.span, row);
    let finding = findings.add(definition.span, message);
    if let Some(edit) = edit {
        finding.fix(format!("declare '{}'", row.name), [edit]);
    }
}

/// Returns the edit that adds the declaration before the field that identifies the class. So two fields of a class do not
/// overlap.
fn declaration(input: &LintInput<'_>, class: Span, row: &NewField) -> Option<Edit> {
    let sources = input.sources();
    let (range, _) = enclosing(sources, class.lo, &[NodeKind::Class])?;
    let file = sources.file(sources.file_of(class.lo));
    let tree = LosslessTree::new(file.text.as_str()).ok()?;
    let is_inside = |offset: usize| range.contains(&offset);
    let mut tokens = tree.tokens().filter(|token| is_inside(token.range().start));
    let brace = tokens.find(|token| token.kind() == TokenKind::LBrace)?;
    // Each row for a class has its own position: the end after as many items as there are earlier rows.
    let rows = NEW_FIELDS.iter().filter(|other| other.class == row.class);
    let index = rows.take_while(|other| other.name != row.name).count();
    let ends =
        tokens.filter(|token| token.kind() == TokenKind::Semi).map(|token| token.range().end);
    let end = std::iter::once(brace.range().end).chain(ends).nth(index)?;
    let place = file.pos(end);
    Some(Edit { span: Span::new(place, place), replacement: format!("\n  {}", row.declaration) })
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{findings, fixed};
    use super::LINT;

    const INCLUDE: (&str, &str) = ("a.td", "");

    #[test]
    fn a_field_that_a_backend_reads_is_declared() {
        let text = "class Attr {\n  bit ASTNode = 1;\n}\n";
        let new = "class Attr {\n  bit HasCustomTextNodeDump = 0;\n  bit ASTNode = 1;\n}\n";
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), new);
        assert_eq!(findings(&LINT, 24, INCLUDE, new), [""; 0]);
        assert_eq!(findings(&LINT, 23, INCLUDE, text), [""; 0]);
        assert_eq!(findings(&LINT, 24, INCLUDE, "class Attr { bit Other = 1; }\n"), [""; 0]);
    }

    #[test]
    fn two_fields_are_declared_at_once() {
        let text = "class LLVMLoweringInfo {\n  string llvmOp = \"\";\n}\n";
        let new = "class LLVMLoweringInfo {\n  string constrainedLLVMIntrinsic = \"\";\n  \
                   string llvmOp = \"\";\n  bit constrainedLLVMIntrinsicHasRoundingMode = 0;\n}\n";
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), new);
    }
}
