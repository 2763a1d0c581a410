//! Requests: parsed command lines with each option in its field. The last value for an option wins.

use tablewright_backend::{Backend, BackendOption, OptionKind, OptionValue, Options, RecordCheck};
use tablewright_records::release::NoRelease;
use tablewright_session::{Session, text_path};

use crate::cache_settings::CacheSettings;
use crate::description_command::DescriptionCommand;
use crate::grammar::GrammarArg;
use crate::limits::{self, read_file};
use crate::messages::{self, Format};
use crate::option_table::{Flag, OptionTable, Text};
use crate::release;
use crate::selection::Selection;

/// Destination of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Standard output.
    Standard,
    /// File with this path.
    File(String),
}

impl Output {
    /// Returns the output for a path.
    pub fn from_path(path: String) -> Output {
        if path == "-" { Output::Standard } else { Output::File(path) }
    }
}

/// An operation on the records.
pub enum Task {
    /// A backend with its options.
    Backend(&'static Backend, Options),
    /// A command that shows them.
    Command(Box<dyn DescriptionCommand>),
}

impl Task {
    /// Returns the name of the action or command.
    pub fn name(&self) -> &'static str {
        match self {
            Task::Backend(backend, _) => backend.name,
            Task::Command(command) => command.name(),
        }
    }
}

/// An operation on the records in an input.
pub struct Request {
    /// Path of the main file, `-` for standard input.
    pub input: String,
    /// Settings for reading the main file.
    pub session: Session,
    /// Check on the records before a backend runs.
    pub check: Option<&'static RecordCheck>,
    /// Operation on the records.
    pub task: Task,
    /// The main output.
    pub output: Output,
    /// Path of the file that lists the input files.
    pub depfile: Option<String>,
    /// Cache for outputs.
    pub cache: Option<CacheSettings>,
    /// Whether output files with unchanged contents are not replaced.
    pub write_if_changed: bool,
    /// Whether to print the time for reading and writing.
    pub time_phases: bool,
    /// Whether messages are coloured. `None` if that depends on the terminal.
    pub color: Option<bool>,
    /// Format of messages.
    pub format: Format,
    /// Records that the task sees.
    pub selection: Selection,
}

impl Request {
    /// Builds the request for `args`.
    pub fn new(table: &OptionTable, args: Vec<GrammarArg>) -> Request {
        let default = table.tool.default_backend();
        let (mut backend, mut options) = (default, Options::new());
        let mut request = Request {
            input: "-".into(),
            session: release::from_variable()
                .ok()
                .flatten()
                .into_iter()
                .fold(limits::session(), Session::release),
            check: table.tool.record_check(),
            task: Task::Backend(default, Options::new()),
            output: Output::Standard,
            depfile: None,
            cache: None,
            write_if_changed: false,
            time_phases: false,
            color: None,
            format: messages::without_option(),
            selection: Selection::default(),
        };
        // A cache key identifies the Tablewright build, but not a program with its own backends.
        if table.tool.is_replacement() {
            request.cache = CacheSettings::from_variable();
        }
        for arg in args {
            match arg {
                GrammarArg::Input(path) => request.input = path,
                GrammarArg::Action(action) => backend = action,
                GrammarArg::Backend(option, value) => set(&mut options, option, value),
                GrammarArg::Text(option, text) => request.set_text(option, text),
                GrammarArg::Flag(flag, truth) => request.set_flag(flag, truth),
            }
        }
        request.task = Task::Backend(backend, options);
        request
    }

    fn set_text(&mut self, option: Text, text: String) {
        match option {
            Text::Macro => self.session = std::mem::take(&mut self.session).define(text),
            Text::IncludeDir => {
                self.session = std::mem::take(&mut self.session).include_dir(text_path(&text))
            }
            Text::Output => self.output = Output::from_path(text),
            Text::Depfile => self.depfile = Some(text).filter(|path| !path.is_empty()),
            Text::Cache => self.cache = CacheSettings::from_dir(text),
            Text::Release => {
                let session = std::mem::take(&mut self.session);
                self.session = match text.parse() {
                    Ok(release) => session.release(release),
                    Err(NoRelease) => session,
                };
            }
            Text::DiagnosticFormat => self.format = Format::from_name(&text).unwrap_or_default(),
            // These options affect the whole batch, or both programs, and were read earlier.
            Text::VerifyWith | Text::Tool | Text::Jobs | Text::JobsFile | Text::Ignored => {}
            // These limits affect the process, and were set earlier.
            Text::MaxSteps | Text::MaxMemory | Text::FileAccess => {}
        }
    }

    fn set_flag(&mut self, flag: Flag, truth: bool) {
        match flag {
            Flag::NoWarnOnUnusedTemplateArgs => {
                let session = std::mem::take(&mut self.session);
                self.session = session.warn_unused_template_args(!truth);
            }
            Flag::Color => self.color = Some(truth),
            Flag::TimePhases => self.time_phases = truth,
            Flag::WriteIfChanged => self.write_if_changed = truth,
            // `Quiet` is for the whole batch, which has read it already.
            Flag::Quiet | Flag::Ignored => {}
        }
    }
}

/// Sets a backend option. The last value wins, but a list keeps all values. Files are read; an empty file name is
/// ignored.
fn set(options: &mut Options, option: &BackendOption, value: OptionValue) {
    let is_file = matches!(option.kind, OptionKind::File { .. });
    let value = match value {
        OptionValue::Text(name) if is_file && name.is_empty() => return,
        OptionValue::Text(name) if is_file => OptionValue::File(read_file(&text_path(&name)).ok()),
        OptionValue::Texts(mut texts) => {
            let mut all = options.texts(option).to_vec();
            all.append(&mut texts);
            OptionValue::Texts(all)
        }
        OptionValue::Flag(_)
        | OptionValue::Text(_)
        | OptionValue::File(_)
        | OptionValue::Number(_)
        | OptionValue::Choice(_) => value,
    };
    options.set(option, value);
}
