//! Lint: fields of LLVM's classes that a newer release lacks.

use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::lossless::NodeKind;

use super::names::NameChanges;
use super::statement::{enclosing, removal};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::RemovedField,
    name: "removed-field",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let changes = NameChanges::until(input.settings.release);
    let (names, sources) = (input.trace.names(), input.sources());
    for used in names.uses().iter().filter(|used| input.checks(used.span.lo)) {
        let definition = names.definition(used.definition);
        let Some(owner) = definition.owner else { continue };
        if definition.kind != DefinitionKind::Field || input.checks(definition.span.lo) {
            continue;
        }
        let (class, name) = (input.store.str(owner), input.store.str(definition.name));
        let Some(change) = changes.removed(DefinitionKind::Field, &format!("{class}.{name}"))
        else {
            continue;
        };
        let message =
            format!("the class '{class}' has no field '{name}' since release {}", change.release);
        let finding = findings.add(used.span, message);
        if used.kind == UseKind::Override
            && let Some((range, NodeKind::BodyLet)) =
                enclosing(sources, used.span.lo, &[NodeKind::BodyLet, NodeKind::Let])
        {
            let file = sources.file(sources.file_of(used.span.lo));
            finding.fix("remove the let", [removal(file, range)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{findings, fixed};
    use super::LINT;

    const INCLUDE: (&str, &str) = (
        "llvm/Target/Target.td",
        "class Instruction { string DisableEncoding = \"\"; int Size = 0; }\n",
    );

    #[test]
    fn a_let_of_a_removed_field_is_removed() {
        let text = "def x : Instruction {\n  let DisableEncoding = \"$a\";\n  let Size = 4;\n}\n";
        assert_eq!(
            findings(&LINT, 22, INCLUDE, text),
            ["the class 'Instruction' has no field 'DisableEncoding' since release 22"]
        );
        let new = "def x : Instruction {\n  let Size = 4;\n}\n";
        assert_eq!(fixed(&LINT, 22, INCLUDE, text), new);
        assert_eq!(findings(&LINT, 19, INCLUDE, text), [""; 0]);
    }

    #[test]
    fn an_outer_let_is_found() {
        let text = "let DisableEncoding = \"$a\", Size = 4 in\ndef x : Instruction;\n";
        assert_eq!(findings(&LINT, 24, INCLUDE, text).len(), 1);
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), text);
    }
}
