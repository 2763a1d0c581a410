//! Lint: files that are included twice and take effect twice.

use rustc_hash::FxHashMap;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Pos;

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::RepeatedInclude,
    name: "repeated-include",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let sources = input.sources();
    let mut first: FxHashMap<&str, Pos> = FxHashMap::default();
    let mut has_statements = vec![false; sources.files().len()];
    for &pos in &input.syntax_index().statements {
        has_statements[sources.file_of(pos).index()] = true;
    }
    for (file, has_statements) in sources.files().iter().zip(has_statements) {
        // A file with an include guard is empty the second time.
        let Some(include) = file.included_from.filter(|_| has_statements) else { continue };
        let Some(&before) = first.get(&*file.name) else {
            first.insert(&file.name, include);
            continue;
        };
        let message = format!("the file '{}' is included a second time", file.name);
        findings
            .add(shown_span(sources, include.into()), message)
            .label(shown_span(sources, before.into()), "it is included here before")
            .note("its statements take effect twice; #ifndef and #define protect a file from that");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings_in;
    use tablewright_test_support::Description;

    const MAIN: &str = "include \"a.td\"\ninclude \"b.td\"\n";

    #[test]
    fn statements_that_take_effect_twice_are_found() {
        let description = Description::new("class P;\ninclude \"a.td\"\ninclude \"b.td\"\n")
            .with_file("a.td", "a.td", "def : P;\n")
            .with_file("b.td", "b.td", "include \"a.td\"\n");
        let got = findings_in(&LINT, description);
        assert_eq!(got, ["b.td:1:9: warning: the file 'a.td' is included a second time"]);
    }

    #[test]
    fn a_file_that_protects_itself_is_not_found() {
        let text = "#ifndef A\n#define A\nclass A;\n#endif\n";
        let description = Description::new(MAIN).with_file("a.td", "a.td", text).with_file(
            "b.td",
            "b.td",
            "include \"a.td\"\n",
        );
        assert_eq!(findings_in(&LINT, description), [""; 0]);
    }
}
