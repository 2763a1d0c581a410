//! Lints on small descriptions, for tests.

use tablewright_records::Release;
use tablewright_syntax::render::render;
use tablewright_test_support::Description;

use super::{LINTS, Level, Lint, LintLevels, LintScope, LintSettings, OtherFiles, check};

/// Other files with these texts.
#[derive(Debug)]
struct Texts(Vec<String>);

impl OtherFiles for Texts {
    fn texts(&self) -> Vec<String> {
        self.0.clone()
    }
}

/// Runs a lint on a description. Returns the headlines from the compatible renderer.
pub(super) fn findings_in(lint: &Lint, description: Description<'_>) -> Vec<String> {
    findings_beside(lint, description, &[])
}

/// Returns the levels with which a single lint is on.
pub(super) fn levels_with(lint: &Lint) -> LintLevels {
    let mut levels = LintLevels::new();
    levels.set(LINTS, "all", Level::Allow).expect("the name is for all lints");
    levels.set(LINTS, lint.name, Level::Warn).expect("the lint is listed");
    levels
}

/// Runs a lint on a description with other files in its directory.
pub(super) fn findings_beside(
    lint: &Lint,
    description: Description<'_>,
    others: &[&str],
) -> Vec<String> {
    let others = Texts(others.iter().map(|&text| text.to_owned()).collect());
    let store = description.traced().store();
    let levels = levels_with(lint);
    let settings = LintSettings {
        lints: LINTS,
        scope: LintScope::OwnTree,
        macros: &[],
        other_files: Some(&others),
        release: Release::NEWEST_KNOWN,
    };
    let run = check(&store, &levels, settings);
    let headline = |text: String| {
        text.lines().find(|line| line.contains(": warning: ")).unwrap_or_default().to_owned()
    };
    let findings = run.findings.iter();
    findings.map(|finding| headline(render(store.sources(), &finding.diagnostic, false))).collect()
}

/// Runs a lint on a text.
pub(super) fn findings(lint: &Lint, text: &str) -> Vec<String> {
    findings_in(lint, Description::new(text))
}
