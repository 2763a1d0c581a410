//! What a command line means: every option in its place, the last of several holding.

use tablewright::Session;
use tablewright::backends::{Backend, BackendOption, DEFAULT_BACKEND, OptionValue, Options};

use crate::grammar::Arg;
use crate::option_table::{General, OptionTable};

/// Where the output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    Standard,
    File(String),
}

impl Output {
    /// What a path stands for.
    pub(crate) fn of(path: String) -> Output {
        if path == "-" { Output::Standard } else { Output::File(path) }
    }
}

/// A run of one backend over one input.
pub(crate) struct Request {
    /// The path of the main file, `-` for standard input.
    pub(crate) input: String,
    pub(crate) session: Session,
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
    pub(crate) fn new(table: &OptionTable, given: Vec<Arg>) -> Request {
        let default = table.action(DEFAULT_BACKEND).expect("every tool prints records");
        let mut request = Request {
            input: "-".into(),
            session: Session::new(),
            backend: default,
            options: Options::new(),
            output: Output::Standard,
            depfile: None,
            write_if_changed: false,
            time_phases: false,
            color: None,
        };
        let mut session = Session::new();
        for given in given {
            match given {
                Arg::Input(path) => request.input = path,
                Arg::Action(backend) => request.backend = backend,
                Arg::Backend(option, value) => set(&mut request.options, option, value),
                Arg::Text(General::Macro, name) => session = session.define(name),
                Arg::Text(General::IncludeDir, dir) => session = session.include_dir(dir),
                Arg::Text(General::Output, path) => request.output = Output::of(path),
                Arg::Text(General::Depfile, path) => {
                    request.depfile = Some(path).filter(|path| !path.is_empty());
                }
                Arg::Truth(General::NoWarnOnUnusedTemplateArgs, truth) => {
                    session = session.warn_unused_template_args(!truth);
                }
                Arg::Truth(General::Color, truth) => request.color = Some(truth),
                Arg::Truth(General::TimePhases, truth) => request.time_phases = truth,
                Arg::Truth(General::WriteIfChanged, truth) => request.write_if_changed = truth,
                // What is left has no effect.
                Arg::Text(..) | Arg::Truth(..) => {}
            }
        }
        request.session = session;
        request
    }
}

/// Notes what was given for an option. The last text holds; of a list, all that were given.
fn set(options: &mut Options, option: &BackendOption, value: OptionValue) {
    let value = match value {
        OptionValue::Texts(mut texts) => {
            let mut all = options.texts(option).to_vec();
            all.append(&mut texts);
            OptionValue::Texts(all)
        }
        value => value,
    };
    options.set(option, value);
}
