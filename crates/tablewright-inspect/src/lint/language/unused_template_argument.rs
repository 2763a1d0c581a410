//! Lint: unused template arguments.

use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::diagnostic::Code;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedTemplateArgument,
    name: "unused-template-argument",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for (id, definition) in input.trace.names().definitions() {
        if definition.kind != DefinitionKind::Parameter
            || !input.checks(definition.span.lo)
            || input.count_uses(id, &[UseKind::Read]) > 0
        {
            continue;
        }
        let name = short_name(input.store.str(definition.name));
        if name.starts_with('_') {
            continue;
        }
        let owner = definition.owner.map_or("", |owner| input.store.str(owner));
        findings
            .add(definition.span, format!("the template argument '{name}' of '{owner}' is never used"))
            .note("what is given for it changes nothing; a name that begins with '_' says that this is meant");
    }
}

/// Removes the class from a parameter name.
fn short_name(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn arguments_of_classes_and_multiclasses_are_checked() {
        let text = "class A<int x, int y> { int z = x; }\n\
                    multiclass M<int p, int q> { def a : A<p, 1>; }\n";
        let want = [
            "test.td:1:20: warning: the template argument 'y' of 'A' is never used",
            "test.td:2:25: warning: the template argument 'q' of 'M' is never used",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn defaults_asserts_and_names_are_uses() {
        let text = "class A<int x, int y = x, int _spare = 0> { int z = y; }\n\
                    class B<int x> { assert x, \"no\"; }\n\
                    multiclass M<string s, int c> { if c then def a#s; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
