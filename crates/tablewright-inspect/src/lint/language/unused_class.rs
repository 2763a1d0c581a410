//! Lint: unused classes.

use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::diagnostic::Code;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedClass,
    name: "unused-class",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

/// Kinds of uses that need the class. `!isa` and `!cast` use a class as a type.
const USES: [UseKind; 4] = [UseKind::Inherit, UseKind::Instantiate, UseKind::Type, UseKind::Read];

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if input.is_library() {
        return;
    }
    for (id, definition) in input.trace.names().definitions() {
        if definition.kind != DefinitionKind::Class
            || !input.checks(definition.span.lo)
            || input.count_uses(id, &USES) > 0
        {
            continue;
        }
        let name = input.store.str(definition.name);
        if !input.is_used_conditionally(name) && !input.is_used_elsewhere(name) {
            let message = format!("the class '{name}' is never used");
            findings
                .add(definition.span, message)
                .note("no class, record or value in this description or another file of its directories names it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::{findings, findings_beside, findings_in};
    use tablewright_test_support::Description;

    #[test]
    fn a_class_that_nothing_names_is_unused() {
        let text = "class Used;\nclass Unused;\ndef x : Used;\n";
        let want = ["test.td:2:7: warning: the class 'Unused' is never used"];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_type_an_instance_and_a_parent_are_uses() {
        let text = "class A; class B; class C<int n>; class D : A;\n\
                    def x { list<B> b = []; bit c = !isa<D>(C<1>); }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
        assert_eq!(findings(&LINT, "class A;\nmulticlass M { def a : A; }\ndef x;\n"), [""; 0]);
    }

    #[test]
    fn classes_for_others_are_used() {
        assert_eq!(findings(&LINT, "class A;\n"), [""; 0]);
        let description = Description::new("include \"b.td\"\ndef x;\n");
        let description = description.with_file("b.td", "../include/b.td", "class B;\n");
        assert_eq!(findings_in(&LINT, description), [""; 0]);
    }

    #[test]
    fn another_file_of_the_directory_can_use_it() {
        let main = || {
            Description::new("include \"b.td\"\ndef x : A;\n").with_file(
                "b.td",
                "b.td",
                "class A;\nclass B;\n",
            )
        };
        let want = ["b.td:2:7: warning: the class 'B' is never used"];
        assert_eq!(findings_in(&LINT, main()), want);
        assert_eq!(findings_beside(&LINT, main(), &["def y : B;\n"]), [""; 0]);
        assert_eq!(findings_beside(&LINT, main(), &["def y : A; // not B\ndef z : B2;\n"]), want);
    }

    #[test]
    fn a_comment_allows_it() {
        let text = "// tablewright: allow(unused-class)\nclass A;\ndef x;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
