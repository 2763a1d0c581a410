//! The list of lints.

use serde::Serialize;
use tablewright_inspect::lint::{Lint, LintLevels};

use crate::report::{Report, ReportForm};

#[derive(Serialize)]
struct LintList {
    lints: Vec<ListedLint>,
}

#[derive(Serialize)]
struct ListedLint {
    code: String,
    name: &'static str,
    group: &'static str,
    /// The level in effect.
    level: &'static str,
    /// The default level.
    default: &'static str,
    title: &'static str,
}

/// Lists the lints with their levels in effect.
pub(super) fn text(lints: &[&Lint], levels: &LintLevels, form: ReportForm) -> String {
    let lints = lints.iter().map(|lint| ListedLint {
        code: lint.code.to_string(),
        name: lint.name,
        group: lint.group.name(),
        level: levels.level(lint).name(),
        default: lint.default.name(),
        title: lint.code.title(),
    });
    form.print(&LintList { lints: lints.collect() }, None)
}

impl Report for LintList {
    const NAME: &'static str = "lints";
    const COLUMNS: &'static [&'static str] = &["CODE", "NAME", "GROUP", "LEVEL", "WHAT"];
    type Row = ListedLint;

    fn rows(&self) -> &[ListedLint] {
        &self.lints
    }

    fn cells(&self, lint: &ListedLint) -> Vec<String> {
        [&lint.code, lint.name, lint.group, lint.level, lint.title].map(str::to_owned).to_vec()
    }
}
