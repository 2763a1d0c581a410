//! `tablewright serve`: the build server, and requests for programs.

mod methods;
mod params;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tablewright_driver::served_run::{self, ClientSettings, ServedRequest};
use tablewright_driver::tool::DropIn;
use tablewright_records::{CompileMode, Release};
use tablewright_server::{Control, ServerSettings, Services};
use tablewright_session::text_path;
use tablewright_syntax::diagnostic::Code;

use crate::diff;
use crate::explain;
use crate::inspect;
use crate::limits;
use crate::lint;
use crate::messages::{self, Format, Style};
use crate::mode::{Invocation, ProgramMode};
use crate::query;
use crate::release;
use crate::terminal::{eprint, print};

use methods::Methods;

pub(crate) const NAME: &str = tablewright_server::COMMAND;

const STDIO: &str = "stdio";
const SCHEMA: &str = "schema";

pub(crate) fn command() -> Command {
    let flag =
        |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new(NAME)
        .about("Run a server that reads each description once for many runs of the drop-in programs")
        .arg(
            Arg::new("socket")
                .long("socket")
                .value_name("PATH")
                .help("Socket of the server [default: a path for this user and this program]"),
        )
        .arg(
            Arg::new("idle-timeout")
                .long("idle-timeout")
                .value_name("SECONDS")
                .value_parser(ValueParser::from(seconds))
                .help("End after this time without a client [default: 600]"),
        )
        .arg(
            flag(STDIO, "Answer requests of a program on standard input and output")
                .conflicts_with_all(["socket", "idle-timeout", "status", "stop"]),
        )
        .arg(
            flag(SCHEMA, "Print the JSON Schema of requests and answers")
                .conflicts_with_all([STDIO, "socket", "idle-timeout", "status", "stop"]),
        )
        .arg(flag("status", "Print what the running server holds").conflicts_with("stop"))
        .arg(flag("stop", "End the running server"))
        .after_help(
            "Programs send requests to the socket or, with --stdio, on standard input. A request is a line of JSON-RPC\n\
             or of the Model Context Protocol.\n\
             \n\
             The drop-in programs use a server when the variable TABLEWRIGHT_SERVER is `auto`, which\n\
             starts a server if there is none, or the path of a socket. With --max-memory a server\n\
             drops descriptions when it needs more memory [default: a quarter of the machine's memory].\n\
             \n\
             Examples:\n\
             \x20   TABLEWRIGHT_SERVER=auto ninja\n\
             \x20   tablewright serve --stdio < requests.jsonl",
        )
}

/// Returns the argument for the message format, common to all commands.
pub(crate) fn messages_arg() -> Arg {
    Arg::new(messages::OPTION)
        .long(messages::OPTION)
        .value_name("FORMAT")
        .value_parser(PossibleValuesParser::new(Format::NAMES))
        .global(true)
        .help("Message format [default: compatible]")
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"));
    seconds.map(Duration::from_secs)
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    let called_as = format!("{called_as} {NAME}");
    if args.get_flag(SCHEMA) {
        return print(&called_as, &methods::document());
    }
    let socket = args.get_one::<String>("socket").map(|path| text_path(path));
    let result = match (args.get_flag("status"), args.get_flag("stop")) {
        (true, _) => tablewright_server::control(socket.as_deref(), Control::Status),
        (false, true) => tablewright_server::control(socket.as_deref(), Control::Stop),
        (false, false) if args.get_flag(STDIO) => serve_stdio(args).map(|()| String::new()),
        (false, false) => serve(&called_as, args, socket).map(|()| String::new()),
    };
    match result {
        Ok(text) => print(&called_as, &text),
        Err(why) => {
            let style = Style::new(inspect::messages_format(args), None);
            let text = format!("{called_as}: {why}\n");
            eprint(style.error(Code::RunFailed, &called_as, &text));
            ExitCode::FAILURE
        }
    }
}

/// Answers requests on standard input. Limits for steps and directories apply, since descriptions may be untrusted.
fn serve_stdio(args: &ArgMatches) -> Result<(), String> {
    let max_steps = args.get_one::<u64>(limits::MAX_STEPS).copied();
    let dirs = args.get_many::<PathBuf>(limits::FILE_ACCESS).unwrap_or_default();
    limits::set_for_server(max_steps, dirs.cloned());
    tablewright_server::serve_stdio(&settings(args, None), &Methods)
}

fn settings(args: &ArgMatches, socket: Option<PathBuf>) -> ServerSettings {
    ServerSettings {
        socket,
        idle_timeout: args.get_one::<Duration>("idle-timeout").copied(),
        max_memory: args.get_one::<u64>(limits::MAX_MEMORY).copied(),
    }
}

fn serve(called_as: &str, args: &ArgMatches, socket: Option<PathBuf>) -> Result<(), String> {
    let tell = |socket: &Path| {
        print(called_as, &format!("the server waits at {}\n", socket.display()));
    };
    let services = Services { find_request, methods: &Methods };
    tablewright_server::serve(&settings(args, socket), services, tell)
}

/// Builds the request for a client's command line.
fn find_request(args: Vec<String>, settings: &ClientSettings) -> Option<ServedRequest> {
    let Invocation { mode, called_as, rest } = Invocation::from_args(args);
    match mode {
        ProgramMode::DropIn { tool, release } => {
            let drop_in = DropIn {
                tool: tool.as_tool(),
                release,
                compile: CompileMode::Auto,
                // A wrong command line is not served.
                program_with_command: |_| None,
            };
            served_run::drop_in_request(drop_in, called_as, rest, settings)
        }
        ProgramMode::Native => command_request(&called_as, &rest, settings),
    }
}

/// Whether a server runs the command with these arguments.
pub(crate) fn is_served_command(args: &[String]) -> bool {
    let names = [query::NAME, explain::NAME, lint::NAME, diff::NAME];
    args.first().is_some_and(|name| names.contains(&name.as_str()))
}

/// Builds the request for a command that shows descriptions.
fn command_request(
    called_as: &str,
    args: &[String],
    settings: &ClientSettings,
) -> Option<ServedRequest> {
    let command = Command::new("tablewright")
        .arg(messages_arg())
        .subcommand(query::command())
        .subcommand(explain::command())
        .subcommand(lint::command())
        .subcommand(diff::command());
    let with_name = std::iter::once(called_as.to_owned()).chain(args.iter().cloned());
    let matches = command.try_get_matches_from(with_name).ok()?;
    let (name, matches) = matches.subcommand()?;
    let inspecting = |command| inspect::request(called_as, matches, command);
    let served = match name {
        query::NAME => inspecting(query::command_for(matches).ok()?),
        explain::NAME if !explain::is_misplaced(matches) => {
            inspecting(explain::command_for(matches, settings.output_color))
        }
        lint::NAME => inspecting(lint::served(matches, settings.color)?),
        diff::NAME => diff::served(called_as, matches, style(matches, settings)?)?,
        _ => return None,
    };
    let named = matches.get_one::<Release>(release::OPTION).copied();
    served_run::command_request(served, named, args, settings)
}

/// Returns the style for a client's messages. `None` if its variable is wrong.
fn style(matches: &ArgMatches, settings: &ClientSettings) -> Option<Style> {
    let named = matches.get_one::<String>(messages::OPTION).unwrap_or(&settings.format);
    let format = if named.is_empty() { Format::Compatible } else { Format::from_name(named)? };
    Some(Style::new(format, Some(inspect::color(matches).unwrap_or(settings.color))))
}
