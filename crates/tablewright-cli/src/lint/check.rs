//! A lint run with its arguments, for the command and for requests of programs.

use std::path::PathBuf;

use clap::ArgMatches;
use tablewright_backend::Failure;
use tablewright_inspect::lint::{
    self, Level, Lint, LintGroup, LintLevels, LintRun, LintScope, LintSettings,
};
use tablewright_records::{RecordStore, Release};
use tablewright_session::{UnreadFiles, text_path};
use tablewright_syntax::diagnostic::{Diagnostic, Severity};

use super::report::LintReport;
use super::{ALL_FILES, FOR, NAME, settings};
use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::inspect;
use crate::messages::{Format, Style};
use crate::report::ReportForm;

/// Lints with their levels and scope.
pub(super) struct LintCheck {
    pub(super) lints: Vec<&'static Lint>,
    pub(super) levels: LintLevels,
    scope: LintScope,
    macros: Vec<String>,
    include_dirs: Vec<PathBuf>,
    /// The description's new release, if the lints prepare a move to it.
    pub(super) new_release: Option<Release>,
}

impl LintCheck {
    /// Creates a run for an input.
    ///
    /// # Errors
    /// If the arguments or the settings file have an unknown lint or level.
    pub(super) fn new(
        lints: Vec<&'static Lint>,
        input: Option<&str>,
        args: &ArgMatches,
    ) -> Result<LintCheck, Diagnostic> {
        let new_release = args.get_one::<Release>(FOR).copied();
        Ok(LintCheck {
            levels: settings::levels(&lints, input, args, new_release.is_some())?,
            lints,
            scope: if args.get_flag(ALL_FILES) { LintScope::AllFiles } else { LintScope::OwnTree },
            macros: inspect::all(args, "define"),
            include_dirs: inspect::all(args, "include").iter().map(|dir| text_path(dir)).collect(),
            new_release,
        })
    }

    /// Whether a lint needs the fields that actions read.
    pub(super) fn records_reads(&self) -> bool {
        let is_on = |lint: &&'static Lint| {
            lint.group == LintGroup::Reads && self.levels.level(lint) != Level::Allow
        };
        self.lints.iter().any(is_on)
    }

    /// Runs the lints.
    pub(super) fn run(&self, store: &RecordStore) -> LintRun {
        let other_files = UnreadFiles::new(store.sources(), &self.include_dirs);
        let settings = LintSettings {
            lints: &self.lints,
            scope: self.scope,
            macros: &self.macros,
            other_files: Some(&other_files),
            release: self.new_release.unwrap_or(Release::NEWEST_KNOWN),
        };
        lint::check(store, &self.levels, settings)
    }
}

/// Returns a warning for each error that prevents lints from checking the description, once for all these lints.
pub(super) fn not_checked(run: &LintRun) -> Vec<Diagnostic> {
    let list = &run.not_checked;
    let mut warnings = Vec::new();
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
        warnings.push(warning);
    }
    warnings
}

/// A lint run that changes no files, for programs.
pub(super) struct CheckCommand {
    pub(super) check: LintCheck,
    pub(super) form: ReportForm,
}

impl DescriptionCommand for CheckCommand {
    fn name(&self) -> &'static str {
        NAME
    }

    fn needs_trace(&self) -> bool {
        true
    }

    fn needs_reads(&self) -> bool {
        self.check.records_reads()
    }

    fn text(&self, subject: &mut CommandSubject<'_, '_>) -> Result<String, Failure> {
        let run = self.check.run(subject.store);
        for warning in not_checked(&run) {
            subject.diagnostics.push(warning);
        }
        let style = Style::new(Format::Rich, Some(false));
        let report = LintReport::new(subject.store.sources(), &run.findings, style);
        Ok(self.form.print(&report, subject.width))
    }
}
