//! What a command line means: every option in its place, the last of several holding.

use tablewright_llvm::registry::{Backend, DEFAULT_BACKEND, Options};
use tablewright_records::LoadOptions;

use crate::grammar::Given;
use crate::option_table::{General, OptionTable};

/// Where the output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    Standard,
    File(String),
}

/// A run of one backend over one input.
pub(crate) struct Request {
    /// The path of the main file, `-` for standard input.
    pub(crate) input: String,
    pub(crate) include_dirs: Vec<String>,
    pub(crate) load: LoadOptions,
    pub(crate) backend: &'static Backend,
    pub(crate) options: Options,
    pub(crate) output: Output,
    pub(crate) depfile: Option<String>,
    pub(crate) write_if_changed: bool,
    pub(crate) time_phases: bool,
    /// Whether messages are coloured; unsaid, that depends on where they go.
    pub(crate) color: Option<bool>,
}

impl Request {
    /// The meaning of what was `given`.
    pub(crate) fn new(table: &OptionTable, given: Vec<Given>) -> Request {
        let default = table.action(DEFAULT_BACKEND).expect("every tool prints records");
        let mut request = Request {
            input: "-".into(),
            include_dirs: Vec::new(),
            load: LoadOptions::default(),
            backend: default,
            options: Options::new(),
            output: Output::Standard,
            depfile: None,
            write_if_changed: false,
            time_phases: false,
            color: None,
        };
        for given in given {
            match given {
                Given::Input(path) => request.input = path,
                Given::Action(backend) => request.backend = backend,
                Given::Backend(option, value) => request.options.set(option, value),
                Given::Text(option, text) => request.text(option, text),
                Given::Truth(option, truth) => request.truth(option, truth),
            }
        }
        request
    }

    fn text(&mut self, option: General, text: String) {
        match option {
            General::Macro => self.load.macros.push(text),
            General::IncludeDir => self.include_dirs.push(text),
            General::Output if text == "-" => self.output = Output::Standard,
            General::Output => self.output = Output::File(text),
            General::Depfile => self.depfile = Some(text).filter(|text| !text.is_empty()),
            General::Color
            | General::NoWarnOnUnusedTemplateArgs
            | General::TimePhases
            | General::WriteIfChanged
            | General::Help { .. }
            | General::Version
            | General::Ignored => {}
        }
    }

    fn truth(&mut self, option: General, truth: bool) {
        match option {
            General::Color => self.color = Some(truth),
            General::NoWarnOnUnusedTemplateArgs => self.load.warn_unused_template_args = !truth,
            General::TimePhases => self.time_phases = truth,
            General::WriteIfChanged => self.write_if_changed = truth,
            General::Macro
            | General::IncludeDir
            | General::Output
            | General::Depfile
            | General::Help { .. }
            | General::Version
            | General::Ignored => {}
        }
    }
}
