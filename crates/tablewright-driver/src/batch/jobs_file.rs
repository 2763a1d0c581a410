//! A jobs file: a JSON list of objects. Each object is a run of `llvm-tblgen` or `clang-tblgen`. `docs/src/batch.md`
//! describes the keys.

use std::io;

use serde::Deserialize;
use tablewright_session::{read_limited, text_path};
use tablewright_syntax::similar::most_similar;

use crate::grammar::{self, ArgError, GrammarArg, ParsedArgs, UsageError};
use crate::limits::read_file;
use crate::option_table::{Flag, OptionTable, Text};
use crate::release;
use crate::request::Request;
use crate::terminal::reason;
use crate::tool::{self, Tool};

/// A job as written in the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct JobsFileEntry {
    tool: Option<String>,
    input: String,
    #[serde(default)]
    include_dirs: Vec<String>,
    #[serde(default)]
    macros: Vec<String>,
    #[serde(default = "yes")]
    warn_unused_template_args: bool,
    /// The action and its options.
    args: Vec<String>,
    output: String,
    depfile: Option<String>,
    release: Option<String>,
    #[serde(default)]
    write_if_changed: bool,
}

fn yes() -> bool {
    true
}

/// Reads the jobs from the file at `path`; `-` is standard input. Errors are returned as texts of whole lines.
pub(crate) fn read(
    path: &str,
    called_as: &str,
    tools: &[&dyn Tool],
) -> Result<Vec<Request>, Vec<String>> {
    let (shown, text) = if path == "-" {
        ("<stdin>", read_limited(io::stdin().lock()))
    } else {
        (path, read_file(&text_path(path)))
    };
    let text = text.map_err(|error| {
        vec![format!("{called_as}: Could not open jobs file '{path}': {}\n", reason(&error))]
    })?;
    let jobs = requests(shown, &text, tools)?;
    if path == "-" && jobs.iter().any(|job| job.input == "-") {
        return Err(vec![format!(
            "{called_as}: standard input cannot be both the jobs file and an input\n"
        )]);
    }
    Ok(jobs)
}

/// Parses the jobs in `text`. Messages use `file` as the file name.
fn requests(file: &str, text: &[u8], tools: &[&dyn Tool]) -> Result<Vec<Request>, Vec<String>> {
    let entries: Vec<JobsFileEntry> =
        serde_json::from_slice(text).map_err(|error| vec![json_error(file, &error)])?;
    if entries.is_empty() {
        return Err(vec![format!("{file}: error: the list of jobs is empty\n")]);
    }
    let mut jobs = Vec::with_capacity(entries.len());
    let mut errors = Vec::new();
    for (i, entry) in entries.into_iter().enumerate() {
        let job_name = format!("{file}: job {} ({})", i + 1, entry.output);
        match entry.into_request(&job_name, tools) {
            Ok(job) => jobs.push(job),
            Err(worded) => errors.extend(worded),
        }
    }
    if errors.is_empty() { Ok(jobs) } else { Err(errors) }
}

/// Words the error, after its position. Parser messages about Rust or grammar are replaced by plain words.
fn json_error(file: &str, error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    format!("{file}:{line}:{}: error: {}\n", column.max(1), plain_words(what))
}

/// Rewords messages from serde and its JSON parser for authors of a jobs file.
fn plain_words(what: &str) -> String {
    if let Some((found, expected)) =
        what.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("expected {}, found {}", kind_of_value(expected), kind_of_value(found));
    }
    if let Some(missing_key) = what.strip_prefix("missing field ") {
        return format!("this job lacks the required key {missing_key}");
    }
    if let Some(unknown_field) = what.strip_prefix("unknown field ") {
        return unknown_key(unknown_field);
    }
    if let Some(repeated_key) = what.strip_prefix("duplicate field ") {
        return format!("this job has the key {repeated_key} twice");
    }
    let plain = match what {
        "EOF while parsing a value" => "the file ends before there is a value",
        "EOF while parsing a list" => "the file ends within a list; `]` is missing",
        "EOF while parsing an object" => "the file ends within an object; `}` is missing",
        "EOF while parsing a string" => "the file ends within a text; `\"` is missing",
        "trailing comma" => {
            "a comma stands before the end of a list or object; JSON has none there"
        }
        "trailing characters" => "there is something after the end of the list of jobs",
        "key must be a string" => "a key of an object is a text in double quotes",
        "expected value" => {
            "expected a value of JSON: a text in double quotes, a number, `true`, `false`, a list or an object"
        }
        _ => what,
    };
    plain.to_owned()
}

/// Translates serde's name for a type to a JSON term.
fn kind_of_value(kind: &str) -> String {
    match kind {
        "map" => "an object".to_owned(),
        "sequence" | "a sequence" => "a list".to_owned(),
        "a string" => "a text in double quotes".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "struct JobsFileEntry" => "a job, which is an object".to_owned(),
        _ => {
            let value = |prefix| kind.strip_prefix(prefix);
            match value("string ") {
                Some(text) => format!("the text {text}"),
                None => match value("integer ").or_else(|| value("floating point ")) {
                    Some(number) => format!("the number {number}"),
                    None => value("boolean ").unwrap_or(kind).to_owned(),
                },
            }
        }
    }
}

/// Words the error for an unknown key: `` `inputs`, expected one of `tool`, `input`, … ``.
fn unknown_key(message: &str) -> String {
    let Some((key, expected)) = message.split_once(", expected one of ") else {
        return format!("unknown key {message}");
    };
    let keys = expected.split(", ").map(|key| key.trim_matches('`'));
    let meant = match most_similar(key.trim_matches('`'), keys) {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    };
    format!("unknown key {key}{meant} (the keys are {expected})")
}

impl JobsFileEntry {
    fn into_request(self, job_name: &str, tools: &[&dyn Tool]) -> Result<Request, Vec<String>> {
        let tool = tool::named(tools, self.tool.as_deref())
            .map_err(|what| vec![format!("{job_name}: the key \"tool\": {what}\n")])?;
        let release = self.release.as_deref().map(str::parse).transpose();
        let Ok(release) = release else {
            let text = self.release.unwrap_or_default();
            return Err(vec![format!("{job_name}: {}\n", release::invalid(&text))]);
        };
        let table = OptionTable::new(tool, release);
        let called_as = if tool.is_replacement() {
            format!("tablewright {}", tool.name())
        } else {
            tool.name().to_owned()
        };
        let ParsedArgs { args, errors, printed } = grammar::parse(&table, self.args);
        // Each of several inputs reports the same error.
        let mut errors: Vec<String> = errors
            .iter()
            .filter(|error| !matches!(error, ArgError::TooManyInputs { .. }))
            .map(|error| worded(&table, job_name, &called_as, error))
            .collect();
        if printed.is_some() {
            errors.push(format!("{job_name}: args ask for help, which is for single runs\n"));
        }
        for arg in &args {
            if let Some(why) = misplaced(&table, arg) {
                errors.push(format!("{job_name}: {why}\n"));
            }
        }
        let actions: Vec<&GrammarArg> =
            args.iter().filter(|arg| matches!(arg, GrammarArg::Action(_))).collect();
        match actions[..] {
            // An argument with an error may be a misspelt action, so a missing action is reported only without errors.
            [] if errors.is_empty() => {
                let action = tool.example_action();
                errors.push(format!("{job_name}: args name no action, such as --{action}\n"));
            }
            [] | [_] => {}
            [..] => errors.push(format!("{job_name}: args name several actions\n")),
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let texts = |option, texts: Vec<String>| {
            texts.into_iter().map(move |text| GrammarArg::Text(option, text))
        };
        let whole = args
            .into_iter()
            .chain(texts(Text::IncludeDir, self.include_dirs))
            .chain(texts(Text::Macro, self.macros))
            .chain(texts(Text::Depfile, self.depfile.into_iter().collect()))
            .chain(texts(Text::Release, self.release.into_iter().collect()))
            .chain([
                GrammarArg::Input(self.input),
                GrammarArg::Text(Text::Output, self.output),
                GrammarArg::Flag(Flag::NoWarnOnUnusedTemplateArgs, !self.warn_unused_template_args),
                GrammarArg::Flag(Flag::WriteIfChanged, self.write_if_changed),
            ]);
        Ok(Request::new(&table, whole.collect()))
    }
}

/// Returns the reason why an argument is not allowed in `args`: the job has keys for it.
fn misplaced(table: &OptionTable, arg: &GrammarArg) -> Option<String> {
    let key = match arg {
        GrammarArg::Action(_) | GrammarArg::Backend(..) => return None,
        GrammarArg::Input(_) => Some("input"),
        GrammarArg::Text(text, _) => match text {
            Text::Ignored => return None,
            Text::IncludeDir => Some("include_dirs"),
            Text::Macro => Some("macros"),
            Text::Output => Some("output"),
            Text::Depfile => Some("depfile"),
            Text::Release => Some("release"),
            Text::Tool
            | Text::Cache
            | Text::Jobs
            | Text::JobsFile
            | Text::DiagnosticFormat
            | Text::MaxSteps
            | Text::MaxMemory
            | Text::FileAccess
            | Text::VerifyWith => None,
        },
        GrammarArg::Flag(flag, _) => match flag {
            Flag::Ignored => return None,
            Flag::NoWarnOnUnusedTemplateArgs => Some("warn_unused_template_args"),
            Flag::WriteIfChanged => Some("write_if_changed"),
            Flag::Color | Flag::TimePhases | Flag::Quiet => None,
        },
    };
    let name = arg.name(table);
    Some(match key {
        Some(key) => format!("{name} is not for args; the key \"{key}\" says it"),
        None => format!("{name} is not for single jobs"),
    })
}

/// Words errors in arguments, for a message that begins with `job_name`.
fn worded(table: &OptionTable, job_name: &str, called_as: &str, error: &ArgError) -> String {
    if let ArgError::ActionWithValue { value } = error {
        return format!("{job_name}: an action takes no value, but '{value}' is given\n");
    }
    UsageError { error, table, program: job_name, called_as }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tool::TestTool;

    fn errors(text: &str) -> String {
        requests("jobs.json", text.as_bytes(), &[&TestTool])
            .map(|jobs| jobs.len())
            .unwrap_err()
            .concat()
    }

    #[test]
    fn faults_of_json_have_their_place() {
        for (text, want) in [
            ("[", "1:1: error: the file ends within a list; `]` is missing"),
            (
                "[{\n\"inputs\": []}]",
                "2:8: error: unknown key `inputs`; did you mean `input`? (the keys are `tool`, `input`, `include_dirs`, `macros`, `warn_unused_template_args`, `args`, `output`, `depfile`, `release`, `write_if_changed`)",
            ),
            (
                "[{\"input\": \"a.td\", \"args\": []}]",
                "1:30: error: this job lacks the required key `output`",
            ),
            (
                "[{\"input\": 1}]",
                "1:12: error: expected a text in double quotes, found the number `1`",
            ),
            (
                "[{\"input\": \"a.td\", \"args\": \"--dump-json\"}]",
                "1:40: error: expected a list, found the text \"--dump-json\"",
            ),
            ("{}", "1:1: error: expected a list, found an object"),
            ("", "1:1: error: the file ends before there is a value"),
            ("[1]", "1:2: error: expected a job, which is an object, found the number `1`"),
            ("[] x", "1:4: error: there is something after the end of the list of jobs"),
            (
                "[{\"write_if_changed\": 1}]",
                "1:23: error: expected `true` or `false`, found the number `1`",
            ),
            (
                "[{\"input\": \"a.td\",}]",
                "1:19: error: a comma stands before the end of a list or object; JSON has none there",
            ),
        ] {
            assert_eq!(errors(text), format!("jobs.json:{want}\n"), "{text}");
        }
        assert_eq!(errors("[]"), "jobs.json: error: the list of jobs is empty\n");
    }

    #[test]
    fn args_hold_one_action_and_its_options() {
        let errors = |args: &str| {
            errors(&format!("[{{\"input\": \"a.td\", \"output\": \"x\", \"args\": {args}}}]"))
                .replace("jobs.json: job 1 (x): ", "")
        };
        for (args, want) in [
            ("[]", "args name no action, such as --print-records\n"),
            ("[\"--dump-json\", \"--gen-ctags\"]", "args name several actions\n"),
            ("[\"--dump-json=1\"]", "an action takes no value, but '1' is given\n"),
            (
                "[\"--dump-json\", \"-Ix\"]",
                "-I is not for args; the key \"include_dirs\" says it\n",
            ),
            (
                "[\"--dump-json\", \"a\"]",
                "the input 'a' is not for args; the key \"input\" says it\n",
            ),
            ("[\"--dump-json\", \"--color\"]", "--color is not for single jobs\n"),
            ("[\"--help\"]", "args ask for help, which is for single runs\n"),
            (
                "[\"--gen-ctag\"]",
                "Unknown command line argument '--gen-ctag'.  Try: 'tablewright llvm-tblgen --help'\n\
                 Did you mean '--gen-ctags'?\n",
            ),
        ] {
            assert_eq!(errors(args), want, "{args}");
        }
    }
}
