//! Lint: local names that hide other local names, or records.

use tablewright_syntax::diagnostic::Code;

use crate::lint::syntax_index::{LocalKind, Shadowing};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::ShadowedName,
    name: "shadowed-name",
    group: LintGroup::Language,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let tree = input.tree();
    for Shadowing { inner: (kind, inner), outer: (outer_kind, outer) } in
        &input.syntax_index().shadowings
    {
        if input.checks(inner.span.lo) {
            let name = tree.str(inner.name);
            let message =
                format!("the {} '{name}' hides the {}", describe(*kind), describe(*outer_kind));
            findings.add(inner.span, message).label(outer.span, "this has the same name");
        }
    }
    // Template arguments are left out: they are often named after the record that they replace, for
    // example `dag ins` or `ValueType vt`.
    let locals = input.syntax_index().locals.iter();
    for (kind, local) in locals.filter(|(kind, _)| *kind != LocalKind::Parameter) {
        let name = tree.str(local.name);
        if let Some(record) = input.store.find_record(name)
            && input.checks(local.span.lo)
        {
            let record = input.store.record(record);
            let message = format!("the {} '{name}' hides a record", describe(*kind));
            findings.add(local.span, message).label(record.pos(), "this has the same name");
        }
    }
}

fn describe(kind: LocalKind) -> &'static str {
    match kind {
        LocalKind::Parameter => "template argument",
        LocalKind::Defvar => "variable",
        LocalKind::Loop => "variable of a loop",
        LocalKind::Operator => "variable of an operator",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn a_name_in_the_scope_of_its_double_is_found() {
        let text = "multiclass M<int x> { foreach x = [1] in def a#x; }\n\
                    defvar y = 1;\nclass C<int y> { list<int> z = !foreach(y, [1], y); }\n";
        let want = [
            "test.td:1:31: warning: the variable of a loop 'x' hides the template argument",
            "test.td:3:13: warning: the template argument 'y' hides the variable",
            "test.td:3:41: warning: the variable of an operator 'y' hides the template argument",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_name_of_a_record_is_found() {
        let text = "def r;\nclass C<int s> { defvar r = s; int q = r; }\nforeach r = [1] in def a#r;\n\
                    class D<int r> { int x = r; }\ndef x { int r = 1; }\n";
        let want = [
            "test.td:2:25: warning: the variable 'r' hides a record",
            "test.td:3:9: warning: the variable of a loop 'r' hides a record",
        ];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn names_in_scopes_beside_each_other_are_fine() {
        let text = "foreach i = [1] in def a#i;\nforeach i = [2] in def a#i;\n\
                    class A<int x>;\nclass B<int x>;\n\
                    if 1 then { defvar z = 1; } else { defvar z = 2; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
