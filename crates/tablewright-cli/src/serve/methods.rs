//! Methods for programs. Each is a command with JSON output.

use clap::{ArgMatches, Command};
use serde_json::{Map, Value};
use tablewright_driver::served_run::{self, ServedRequest};
use tablewright_server::rpc::{
    CallContext, InvalidParams, PreparedCall, ProgramMethod, ProgramMethods,
};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::source::SourceMap;

use super::messages_arg;
use super::params::{self, Param};
use crate::description_command::{ArgumentError, DescriptionCommand};
use crate::messages::Format;
use crate::{encoding, explain, inspect, lint, machine, print, query, schema};

/// JSON Schema of the answers, by method.
const ANSWERS: &str = include_str!("answers.json");

/// All methods.
pub(super) struct Methods;

/// A method.
struct Method {
    name: &'static str,
    about: &'static str,
    command: fn() -> Command,
    params: &'static [Param],
    prepare: fn(&ArgMatches, Format) -> Result<Prepared, InvalidParams>,
}

/// A prepared call.
enum Prepared {
    /// The answer as JSON.
    Answer(String),
    /// A command.
    Command(Box<dyn DescriptionCommand>),
    /// A request over some records.
    Request(Box<ServedRequest>),
}

/// Common parameters.
const FILE: Param = Param::Option("file");
const INCLUDE: Param = Param::Option("include");
const DEFINE: Param = Param::Option("define");
const RELEASE: Param = Param::Option("release");

const METHODS: [Method; 7] = [
    Method {
        name: query::NAME,
        about: "Find records by class, name, field values and uses, and show the values of fields. In a pattern, * \
                matches any text. A condition is for example: mayLoad = 1 and Size in [2, 4]. A path is for example \
                Inst{6-0}, Predicates[*] or OutOperandList.rd.",
        command: query::command,
        params: &[
            FILE,
            Param::Option("class"),
            Param::Option("name"),
            Param::Option("where"),
            Param::Option("uses"),
            Param::Option("derives"),
            Param::Option("sets"),
            Param::Option("reads"),
            Param::Option("show"),
            Param::Option("names"),
            Param::Option("count"),
            Param::Option("group-by"),
            Param::Option("sort"),
            INCLUDE,
            DEFINE,
            RELEASE,
        ],
        prepare: |args, format| {
            let command = query::command_for(args);
            command.map(Prepared::Command).map_err(|error| invalid_argument(*error, format))
        },
    },
    Method {
        name: explain::NAME,
        about: "Explain the origin of a record (ADD), of a field's value (ADD.Size) or of bits (ADD.Inst{6-0}), or the \
                meaning of a source location. Needs 'record' or 'at'.",
        command: explain::command,
        params: &[FILE, Param::Option("record"), Param::Option("at"), INCLUDE, DEFINE, RELEASE],
        prepare: |args, _| Ok(Prepared::Command(explain::command_for(args, false))),
    },
    Method {
        name: schema::NAME,
        about: "List the classes and fields that backends read: of all descriptions, or with 'file' the fields that are \
                read in this description.",
        command: schema::command,
        params: &[
            FILE,
            Param::Option("class"),
            Param::Flag {
                name: "action",
                help: "Only fields that this action reads, for example gen-instr-info",
            },
            INCLUDE,
            DEFINE,
            RELEASE,
        ],
        prepare: |args, format| match schema::command_for(args) {
            Some(command) => Ok(Prepared::Command(command)),
            None => schema::listed_classes(args, None)
                .map(Prepared::Answer)
                .map_err(|error| invalid(&SourceMap::new(), &error, format)),
        },
    },
    Method {
        name: lint::NAME,
        about: "Report legal code that is probably a mistake. Changes no file.",
        command: lint::command,
        params: &[
            // The command can list its lints without a file.
            Param::Required("file"),
            Param::Option("allow"),
            Param::Option("warn"),
            Param::Option("deny"),
            Param::Option("all-files"),
            Param::Option("for"),
            INCLUDE,
            DEFINE,
            RELEASE,
        ],
        prepare: |args, format| {
            let command = lint::command_for(args, format);
            command
                .map(Prepared::Command)
                .map_err(|error| invalid(&SourceMap::new(), &error, format))
        },
    },
    Method {
        name: "encode",
        about: "Turn lines of assembly into machine code, as `tablewright assemble`.",
        command: machine::assemble_command,
        params: &[
            FILE,
            Param::Required("line"),
            Param::Option("mcpu"),
            Param::Option("mattr"),
            INCLUDE,
            DEFINE,
            RELEASE,
        ],
        prepare: |args, _| Ok(Prepared::Command(machine::command_for_lines(args))),
    },
    Method {
        name: "decode",
        about: "Decode machine code into instructions and the values of their fields, as `tablewright encoding --decode`. \
                A single number is a word (0x00500093); several bytes are in memory order (93 00 50 00).",
        command: encoding::command,
        params: &[
            FILE,
            Param::Required("decode"),
            Param::Option("byte-order"),
            Param::Option("table"),
            Param::Option("cpu"),
            Param::Option("features"),
            Param::Option("mode"),
            INCLUDE,
            DEFINE,
            RELEASE,
        ],
        prepare: |args, format| {
            let command = encoding::command_for_words(args);
            command
                .map(Prepared::Command)
                .map_err(|error| invalid(&SourceMap::new(), &error, format))
        },
    },
    Method {
        name: "records",
        about: "Return records with all their fields, as `tablewright print --format json`. Name the records or a class, \
                since all records are long.",
        command: print::command,
        params: &[FILE, Param::Option("record"), Param::Option("class"), INCLUDE, DEFINE, RELEASE],
        prepare: |args, _| {
            Ok(Prepared::Request(Box::new(print::request("tablewright print", args))))
        },
    },
];

impl ProgramMethods for Methods {
    fn list(&self) -> Vec<ProgramMethod> {
        let described = METHODS.iter().map(|method| ProgramMethod {
            name: method.name,
            about: method.about.to_owned(),
            params: params::schema(&(method.command)(), method.params),
        });
        described.collect()
    }

    fn prepare(
        &self,
        method: &str,
        params: &Map<String, Value>,
        context: CallContext,
    ) -> Option<Result<PreparedCall, InvalidParams>> {
        let method = METHODS.iter().find(|known| known.name == method)?;
        Some(method.call(params, context))
    }
}

impl Method {
    fn call(
        &self,
        values: &Map<String, Value>,
        context: CallContext,
    ) -> Result<PreparedCall, InvalidParams> {
        if context.needs_absolute_paths {
            params::check_paths(values)?;
        }
        let command = (self.command)().arg(messages_arg());
        let called_as = format!("tablewright {}", command.get_name());
        let args = params::parse(command, self.params, values, &["--format=json"])?;
        let served = match (self.prepare)(&args, context.format)? {
            Prepared::Answer(text) => return Ok(PreparedCall::Answer(text)),
            Prepared::Command(command) => inspect::request(&called_as, &args, command),
            Prepared::Request(served) => *served,
        };
        let ServedRequest { called_as, mut request, .. } = served;
        if !served_run::reads_file(&request) {
            let message = format!("'{}' is not a regular file", request.input);
            return Err(InvalidParams::new(message));
        }
        request.format = context.format;
        request.color = Some(false);
        Ok(PreparedCall::Run(Box::new(ServedRequest {
            called_as,
            request,
            other: None,
            note: None,
        })))
    }
}

fn invalid_argument(error: ArgumentError, format: Format) -> InvalidParams {
    invalid(&error.sources, &error.diagnostic, format)
}

fn invalid(sources: &SourceMap, error: &Diagnostic, format: Format) -> InvalidParams {
    InvalidParams {
        message: error.words().trim_end().to_owned(),
        detail: Some(format.render(sources, error, false)),
    }
}

/// Returns the JSON Schema of all methods: parameters from the command line, and answers.
pub(super) fn document() -> String {
    let mut root: Value = serde_json::from_str(ANSWERS).expect("the schema is JSON");
    for method in Methods.list() {
        root["$defs"][format!("{}-params", method.name)] = method.params;
    }
    // Texts as keys can always be written.
    serde_json::to_string_pretty(&root).unwrap_or_default() + "\n"
}
