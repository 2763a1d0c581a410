//! Lint: comments that allow unknown lints.

use tablewright_syntax::diagnostic::Code;

use crate::lint::levels::select;
use crate::lint::{Edit, Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnknownLint,
    name: "unknown-lint",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for (allowed, span) in input.allow_comments().names(input.sources()) {
        let Err(unknown) = select(input.settings.lints, &allowed.name) else { continue };
        let finding = findings.add(span, format!("unknown lint '{}'", allowed.name));
        match unknown.similar {
            Some(similar) => {
                let edit = Edit { span, replacement: similar.to_owned() };
                finding.fix(format!("did you mean '{similar}'?"), [edit]);
            }
            None => {
                finding.note("`tablewright lint --list` prints the names of all lints");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings;

    #[test]
    fn names_in_comments_are_checked() {
        let text = "class A; // tablewright: allow(unused-class, unused-clas)\ndef x;\n";
        let want = ["test.td:1:46: warning: unknown lint 'unused-clas'"];
        assert_eq!(findings(&LINT, text), want);
        let text = "class A; // tablewright: allow(TW4002, language, all)\ndef x;\n";
        assert_eq!(findings(&LINT, text), [""; 0]);
    }
}
