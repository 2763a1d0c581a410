//! Release lints on small descriptions with an include file of LLVM, for tests.

use tablewright_records::Release;
use tablewright_test_support::Description;

use crate::lint::test_support::levels_with;
use crate::lint::{LINTS, Lint, LintRun, LintScope, LintSettings, check};

/// Runs a lint for a release on a text that includes a file of another directory. `include` has the path below this
/// directory, and the text.
fn run<R>(
    lint: &Lint,
    release: u8,
    include: (&str, &str),
    text: &str,
    result: impl FnOnce(&str, LintRun, &dyn Fn(tablewright_syntax::source::Pos) -> Option<usize>) -> R,
) -> R {
    let first = format!("include \"{}\"\n", include.0);
    let text = first.clone() + text;
    let path = format!("../include/{}", include.0);
    let description = Description::new(&*text).with_file(include.0, &path, include.1);
    let store = description.for_release(release_named("19")).traced().store();
    let levels = levels_with(lint);
    let settings = LintSettings {
        lints: LINTS,
        scope: LintScope::OwnTree,
        macros: &[],
        other_files: None,
        release: release_named(&release.to_string()),
    };
    let run = check(&store, &levels, settings);
    let sources = store.sources();
    let offset = |pos| (sources.file_of(pos).index() == 0).then(|| sources.offset_in_file(pos));
    result(&text, run, &offset)
}

/// Returns a lint's messages.
pub(super) fn findings(lint: &Lint, release: u8, include: (&str, &str), text: &str) -> Vec<String> {
    run(lint, release, include, text, |_, run, _| {
        run.findings.into_iter().map(|finding| finding.diagnostic.message).collect()
    })
}

/// Returns the text after the fixes, without the line that includes the file.
pub(super) fn fixed(lint: &Lint, release: u8, include: (&str, &str), text: &str) -> String {
    run(lint, release, include, text, |text, run, offset| {
        let fixes = run.findings.into_iter().filter_map(|finding| finding.fix);
        let mut edits: Vec<_> = fixes.flat_map(|fix| fix.edits).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.lo));
        let mut fixed = text.to_owned();
        for edit in edits {
            let offset = |pos| offset(pos).expect("the edit is in the main file");
            fixed.replace_range(offset(edit.span.lo)..offset(edit.span.hi), &edit.replacement);
        }
        fixed.split_once('\n').expect("the first line includes the file").1.to_owned()
    })
}

fn release_named(name: &str) -> Release {
    name.parse().expect("it is a release")
}
