//! Lint: included files without a used definition.

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{FileId, Pos, SourceMap};

use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnusedInclude,
    name: "unused-include",
    group: LintGroup::Language,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if input.is_library() {
        return;
    }
    let sources = input.sources();
    let used = UsedFiles::new(input);
    for (index, file) in sources.files().iter().enumerate() {
        let Some(include) = file.included_from else { continue };
        let id = FileId::from_index(index);
        // A file that is included again usually has an include guard and is empty.
        let is_repeated =
            sources.files().iter().filter(|other| other.name == file.name).count() > 1;
        if !used.contains(id) && !is_repeated && input.checks(include) {
            let message = format!("nothing of the included file '{}' is used", file.name);
            findings.add(shown_span(sources, include.into()), message).note(
                "it makes no records, and no other file names a class, multiclass, variable or macro of it",
            );
        }
    }
}

/// The files that define a record, or a name that another file uses.
struct UsedFiles {
    /// By file index.
    is_used: Vec<bool>,
    /// The including file of each file; for the main file, itself.
    parents: Vec<usize>,
}

impl UsedFiles {
    fn new(input: &LintInput<'_>) -> UsedFiles {
        let sources = input.sources();
        let files = sources.files().iter();
        let parents = files.map(|file| file.included_from.map_or(0, |pos| index(sources, pos)));
        let parents: Vec<usize> = parents.collect();
        let mut used = UsedFiles { is_used: vec![false; parents.len()], parents };
        for record in input.store.records() {
            // The file with the `defm` also counts as defining the record.
            for &pos in record.positions() {
                used.mark(index(sources, pos), 0);
            }
        }
        let names = input.trace.names();
        for use_of in names.uses() {
            let defined = index(sources, names.definition(use_of.definition).span.lo);
            let user = index(sources, use_of.span.lo);
            if user != defined {
                used.mark(defined, user);
            }
        }
        used
    }

    /// Marks a file and the files that include it, up to a common ancestor with `user`.
    fn mark(&mut self, mut file: usize, user: usize) {
        while file != 0 && !self.includes(file, user) {
            self.is_used[file] = true;
            file = self.parents[file];
        }
    }

    /// Whether `inner` is `outer`, or `outer` includes it directly or indirectly.
    fn includes(&self, outer: usize, mut inner: usize) -> bool {
        // A file has a greater index than the file that includes it.
        while inner > outer {
            inner = self.parents[inner];
        }
        inner == outer
    }

    fn contains(&self, file: FileId) -> bool {
        self.is_used[file.index()]
    }
}

fn index(sources: &SourceMap, pos: Pos) -> usize {
    sources.file_of(pos).index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::test_support::findings_in;
    use tablewright_test_support::Description;

    #[test]
    fn an_include_that_is_not_needed_is_found() {
        let description = Description::new("include \"a.td\"\ninclude \"b.td\"\ndef x : A;\n")
            .with_file("a.td", "a.td", "class A;\n")
            .with_file("b.td", "b.td", "include \"c.td\"\nclass B : C;\n")
            .with_file("c.td", "c.td", "class C;\n");
        let want = ["test.td:2:9: warning: nothing of the included file 'b.td' is used"];
        assert_eq!(findings_in(&LINT, description), want);
    }

    #[test]
    fn a_defm_makes_records_in_its_file() {
        let description = Description::new("include \"a.td\"\ninclude \"b.td\"\n")
            .with_file("a.td", "a.td", "multiclass M { def _x; }\n")
            .with_file("b.td", "b.td", "defm b : M;\n");
        assert_eq!(findings_in(&LINT, description), [""; 0]);
    }

    #[test]
    fn records_and_files_that_are_included_further_down_are_uses() {
        let description = Description::new("include \"a.td\"\ninclude \"b.td\"\ndef x : C;\n")
            .with_file("a.td", "a.td", "def a;\n")
            .with_file("b.td", "b.td", "include \"c.td\"\n")
            .with_file("c.td", "c.td", "class C;\n");
        assert_eq!(findings_in(&LINT, description), [""; 0]);
    }
}
