//! Parameters of requests: the options of a command as JSON.
//!
//! A parameter has the name, the values and the help of an option, so that the command line is the only place that
//! defines the parameter.

use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value, json};
use tablewright_server::rpc::InvalidParams;
use tablewright_session::text_path;

/// Parameters that are paths.
const PATHS: [&str; 2] = ["file", "include"];

/// End of the help of options that accept `-`.
const STANDARD_INPUT: &str = "; - reads standard input";

/// A parameter.
#[derive(Clone, Copy)]
pub(super) enum Param {
    /// An option or argument.
    Option(&'static str),
    /// A mandatory option or argument.
    Required(&'static str),
    /// The name of a hidden flag.
    Flag {
        /// Name of the parameter.
        name: &'static str,
        /// Meaning.
        help: &'static str,
    },
}

/// The JSON type of a value.
#[derive(Clone, Copy)]
enum ParamType {
    Flag,
    Text,
    Texts,
}

impl Param {
    fn name(self) -> &'static str {
        match self {
            Param::Option(name) | Param::Required(name) | Param::Flag { name, .. } => name,
        }
    }

    fn is_required(self, command: &Command) -> bool {
        match self {
            Param::Option(name) => argument(command, name).is_required_set(),
            Param::Required(_) => true,
            Param::Flag { .. } => false,
        }
    }
}

/// Returns the JSON Schema of the parameters.
pub(super) fn schema(command: &Command, params: &[Param]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for &param in params {
        let schema = match param {
            Param::Flag { help, .. } => json!({ "type": "string", "description": help }),
            Param::Option(name) | Param::Required(name) => {
                let arg = argument(command, name);
                if param.is_required(command) {
                    required.push(name);
                }
                argument_schema(arg)
            }
        };
        properties.insert(param.name().to_owned(), schema);
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn argument_schema(arg: &Arg) -> Value {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    // Standard input carries the requests.
    let help = help.strip_suffix(STANDARD_INPUT).unwrap_or(&help);
    let mut schema = match param_type(arg) {
        ParamType::Flag => json!({ "type": "boolean" }),
        ParamType::Text => json!({ "type": "string" }),
        ParamType::Texts => {
            json!({ "type": ["array", "string"], "items": { "type": "string" } })
        }
    };
    let names: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if let ParamType::Text = param_type(arg)
        && !names.is_empty()
    {
        schema["enum"] = json!(names);
    }
    schema["description"] = json!(help);
    schema
}

fn argument<'c>(command: &'c Command, name: &str) -> &'c Arg {
    let mut args = command.get_arguments();
    args.find(|arg| arg.get_id() == name).expect("a parameter is an argument of the command")
}

fn param_type(arg: &Arg) -> ParamType {
    let action = arg.get_action();
    if matches!(action, ArgAction::SetTrue) {
        ParamType::Flag
    } else if matches!(action, ArgAction::Append) {
        ParamType::Texts
    } else {
        ParamType::Text
    }
}

/// Parses parameters as arguments of the command. `fixed` are further arguments.
///
/// # Errors
/// If a parameter is unknown, missing, or has a wrong value.
pub(super) fn parse(
    command: Command,
    params: &[Param],
    values: &Map<String, Value>,
    fixed: &[&str],
) -> Result<ArgMatches, InvalidParams> {
    for name in values.keys() {
        if !params.iter().any(|param| param.name() == name) {
            let names: Vec<&str> = params.iter().map(|param| param.name()).collect();
            let message =
                format!("unknown parameter '{name}'; expected one of {}", names.join(", "));
            return Err(InvalidParams::new(message));
        }
    }
    let mut options: Vec<String> = fixed.iter().map(|&arg| arg.to_owned()).collect();
    let mut positional = Vec::new();
    for &param in params {
        let Some(value) = values.get(param.name()) else {
            if param.is_required(&command) {
                let message = format!("the parameter '{}' is missing", param.name());
                return Err(InvalidParams::new(message));
            }
            continue;
        };
        match param {
            Param::Flag { name, .. } => options.push(flag(&command, name, value)?),
            Param::Option(name) | Param::Required(name) => {
                let arg = argument(&command, name);
                match arg.get_long() {
                    Some(long) => options.extend(option(name, long, param_type(arg), value)?),
                    None => positional.extend(texts(name, param_type(arg), value)?),
                }
            }
        }
    }
    // Values that begin with a dash are values.
    options.push("--".to_owned());
    let parsed =
        command.no_binary_name(true).try_get_matches_from(options.into_iter().chain(positional));
    parsed.map_err(|error| InvalidParams::new(first_paragraph(&error.to_string())))
}

/// Checks that all paths are absolute.
///
/// # Errors
/// If a path is relative.
pub(super) fn check_paths(values: &Map<String, Value>) -> Result<(), InvalidParams> {
    for name in PATHS {
        let paths = match values.get(name) {
            Some(Value::Array(paths)) => paths.iter().collect(),
            Some(path) => vec![path],
            None => Vec::new(),
        };
        let is_relative = |path: &&str| !Path::new(&text_path(path)).is_absolute();
        if let Some(path) = paths.into_iter().filter_map(Value::as_str).find(is_relative) {
            let message = format!("'{path}' is relative, but the socket needs absolute paths");
            return Err(InvalidParams::new(message));
        }
    }
    Ok(())
}

/// Returns the hidden flag that a value names.
fn flag(command: &Command, name: &str, value: &Value) -> Result<String, InvalidParams> {
    let Value::String(text) = value else {
        return Err(wrong_type(name, "a string"));
    };
    // The command line has two dashes.
    let long = text.strip_prefix("--").unwrap_or(text);
    let is_named = |arg: &Arg| arg.is_hide_set() && arg.get_long() == Some(long);
    if command.get_arguments().any(is_named) {
        return Ok(format!("--{long}"));
    }
    Err(InvalidParams::new(format!("unknown {name} '{text}'")))
}

fn option(
    name: &str,
    long: &str,
    ty: ParamType,
    value: &Value,
) -> Result<Vec<String>, InvalidParams> {
    match (ty, value) {
        (ParamType::Flag, Value::Bool(true)) => Ok(vec![format!("--{long}")]),
        (ParamType::Flag, Value::Bool(false)) => Ok(Vec::new()),
        (ParamType::Flag, _) => Err(wrong_type(name, "true or false")),
        (ParamType::Text | ParamType::Texts, _) => {
            let texts = texts(name, ty, value)?;
            Ok(texts.into_iter().map(|text| format!("--{long}={text}")).collect())
        }
    }
}

fn texts(name: &str, ty: ParamType, value: &Value) -> Result<Vec<String>, InvalidParams> {
    let texts = match (ty, value) {
        (ParamType::Texts, Value::Array(values)) => {
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
        }
        (ParamType::Texts | ParamType::Text, Value::String(text)) => Some(vec![text.clone()]),
        (ParamType::Texts | ParamType::Text | ParamType::Flag, _) => None,
    };
    texts.ok_or_else(|| match ty {
        ParamType::Texts => wrong_type(name, "a string or an array of strings"),
        ParamType::Text | ParamType::Flag => wrong_type(name, "a string"),
    })
}

fn wrong_type(name: &str, ty: &str) -> InvalidParams {
    InvalidParams::new(format!("the parameter '{name}' must be {ty}"))
}

/// Returns a usage error's first paragraph as a line.
fn first_paragraph(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}
