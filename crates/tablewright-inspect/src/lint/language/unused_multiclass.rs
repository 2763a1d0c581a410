//! Lint: unused multiclasses.

use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::diagnostic::Code;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedMulticlass,
    name: "unused-multiclass",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

const USES: [UseKind; 2] = [UseKind::Inherit, UseKind::Instantiate];

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if input.is_library() {
        return;
    }
    for (id, definition) in input.trace.names().definitions() {
        if definition.kind != DefinitionKind::Multiclass
            || !input.checks(definition.span.lo)
            || input.count_uses(id, &USES) > 0
        {
            continue;
        }
        let name = input.store.str(definition.name);
        if !input.is_used_conditionally(name) && !input.is_used_elsewhere(name) {
            let message = format!("the multiclass '{name}' is never used");
            findings.add(definition.span, message).note("no defm names it, so it makes no records");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::{findings, findings_beside};
    use tablewright_test_support::Description;

    #[test]
    fn a_multiclass_without_a_defm_is_unused() {
        let text = "multiclass A { def _a; }\nmulticlass B : A { def _b; }\ndef x;\n";
        let want = ["test.td:2:12: warning: the multiclass 'B' is never used"];
        assert_eq!(findings(&LINT, text), want);
    }

    #[test]
    fn a_defm_is_a_use_even_where_it_is_not_evaluated() {
        let text = "multiclass A { def _a; }\nmulticlass B { def _b; }\n\
                    defm x : A;\nif 0 then { defm y : B; }\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }

    #[test]
    fn another_file_of_the_directory_can_use_it() {
        let main = Description::new("multiclass A { def _a; }\ndef x;\n");
        assert_eq!(findings_beside(&LINT, main, &["defm y : A;\n"]), [""; 0]);
    }
}
