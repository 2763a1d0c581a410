//! Lints over loaded records: the findings as text, and messages about lints that do not check a description.

use clap::ArgMatches;
use tablewright_backend::Failure;
use tablewright_inspect::lint::{
    self, Level, Lint, LintGroup, LintLevels, LintRun, LintScope, LintSettings,
};
use tablewright_records::{RecordStore, Release};
use tablewright_session::{UnreadFiles, text_path};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::source::SourceMap;

use super::report::LintReport;
use super::{ALL_FILES, FOR, NAME, SARIF, lints, sarif, settings};
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::messages::{self, Format, Style};
use crate::report::ReportForm;

/// A check with the lints and levels that the arguments select.
pub(super) struct LintCheck {
    args: ArgMatches,
    pub(super) lints: Vec<&'static Lint>,
    pub(super) levels: LintLevels,
    /// Style for findings.
    style: Style,
}

/// Returns the style for findings. The default format shows source excerpts. The default for `color` is true on a
/// terminal.
fn style(args: &ArgMatches, color: Option<bool>) -> Style {
    let named = args.get_one::<String>(messages::OPTION).and_then(|name| Format::from_name(name));
    let is_file = args.get_one::<String>("output").is_some();
    let color = inspect::color(args).or(is_file.then_some(false)).or(color);
    Style::new(named.unwrap_or(Format::Rich), color)
}

/// Whether a finding is an error.
pub(super) fn is_denied(run: &LintRun) -> bool {
    run.findings.iter().any(|finding| finding.level() == Level::Deny)
}

impl LintCheck {
    /// Creates a check of the main file `input`. `color` is the default for colours; `None` looks at standard error.
    ///
    /// # Errors
    /// If an argument or the settings file is wrong.
    pub(super) fn new(
        args: &ArgMatches,
        input: Option<&str>,
        color: Option<bool>,
    ) -> Result<LintCheck, Diagnostic> {
        let lints = lints();
        let levels = settings::levels(&lints, input, args, new_release(args).is_some())?;
        Ok(LintCheck { args: args.clone(), lints, levels, style: style(args, color) })
    }

    /// Sets the format of findings and warnings, without colours.
    pub(super) fn with_format(self, format: Format) -> LintCheck {
        LintCheck { style: Style::new(format, Some(false)), ..self }
    }

    /// Returns the description's new release.
    pub(super) fn new_release(&self) -> Option<Release> {
        new_release(&self.args)
    }

    /// Checks a description.
    pub(super) fn run(&self, store: &RecordStore) -> LintRun {
        let scope =
            if self.args.get_flag(ALL_FILES) { LintScope::AllFiles } else { LintScope::OwnTree };
        let macros = inspect::all(&self.args, "define");
        let include_dirs: Vec<_> =
            inspect::all(&self.args, "include").iter().map(|dir| text_path(dir)).collect();
        let other_files = UnreadFiles::new(store.sources(), &include_dirs);
        let settings = LintSettings {
            lints: &self.lints,
            scope,
            macros: &macros,
            other_files: Some(&other_files),
            release: self.new_release().unwrap_or(Release::NEWEST_KNOWN),
        };
        lint::check(store, &self.levels, settings)
    }

    /// Formats each error that prevents lints from checking the description, once for all these lints.
    pub(super) fn not_checked(&self, sources: &SourceMap, run: &LintRun) -> Vec<String> {
        let list = &run.not_checked;
        let mut texts = Vec::new();
        for (index, first) in list.iter().enumerate() {
            if list[..index].iter().any(|other| other.error == first.error) {
                continue;
            }
            let same = list[index..].iter().filter(|other| other.error == first.error);
            let names: Vec<&str> = same.map(|other| other.lint.name).collect();
            let message = if let [name] = names[..] {
                format!("the lint {name} does not check a description with this error")
            } else {
                let names = names.join(", ");
                format!("these lints do not check a description with this error: {names}")
            };
            let mut warning = first.error.clone();
            warning.severity = Severity::Warning;
            warning.note(None, message);
            texts.push(self.style.diagnostic(sources, &warning));
        }
        texts
    }

    /// Formats the findings for a terminal with this width.
    pub(super) fn text(&self, sources: &SourceMap, run: &LintRun, width: Option<usize>) -> String {
        if inspect::has_form(&self.args, SARIF) {
            return sarif::text(sources, &self.lints, &run.findings);
        }
        ReportForm::from_args(&self.args)
            .print(&LintReport::new(sources, &run.findings, self.style), width)
    }
}

fn new_release(args: &ArgMatches) -> Option<Release> {
    args.get_one::<Release>(FOR).copied()
}

impl DescriptionCommand for LintCheck {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_trace(&self) -> bool {
        true
    }

    fn needs_reads(&self) -> bool {
        let is_of_reads = |lint: &&Lint| {
            lint.group == LintGroup::Reads && self.levels.level(lint) != Level::Allow
        };
        self.lints.iter().copied().any(|lint| is_of_reads(&lint))
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let run = self.run(subject.store);
        let sources = subject.store.sources();
        subject.messages = self.not_checked(sources, &run);
        subject.has_failed = is_denied(&run);
        Ok(self.text(sources, &run, subject.width))
    }
}
