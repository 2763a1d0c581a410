//! The command line of `batch`: common options for all jobs, then a group of options for each output.

use std::thread;

use tablewright_syntax::diagnostic::Code;

use crate::batch::jobs_file;
use crate::cache_settings::CacheSettings;
use crate::grammar::{self, ArgError, GrammarArg, ParsedArgs, UsageError};
use crate::limits;
use crate::messages::Format;
use crate::option_table::{Flag, OptionTable, PrintedText, Text};
use crate::release::NamedRelease;
use crate::request::Request;
use crate::response_file;
use crate::tool::{self, Tool};

/// Errors in a command line, each with its code and text in whole lines.
pub(crate) type Errors = Vec<(Code, String)>;

/// Result of reading a command line.
pub(crate) enum BatchCommand {
    Help,
    Version,
    Jobs { jobs: Vec<Request>, settings: Settings },
}

/// Settings for a whole batch.
pub(crate) struct Settings {
    /// Number of threads, at least 1.
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
    /// Path of the common depfile for all outputs.
    pub(crate) depfile: Option<String>,
    /// Suggestion for an option that was probably meant differently.
    pub(crate) hint: Option<String>,
}

/// Reads the arguments of a batch. Errors are returned as texts of whole lines.
pub(crate) fn read(
    called_as: &str,
    tools: &[&dyn Tool],
    args: Vec<String>,
) -> Result<BatchCommand, Errors> {
    let args =
        response_file::expand(args).map_err(|why| vec![(Code::FileAccess, format!("{why}\n"))])?;
    limits::set(called_as, &args);
    let say = |what: String| format!("{called_as}: {what}\n");
    // The tool determines the available options. It is named before the first action, and all tools share the options
    // before the action.
    let release = NamedRelease::from_args(&args, None).map(NamedRelease::release);
    let first = grammar::parse(&OptionTable::for_batch(tools[0], release), args.clone());
    let named = last_text(&first.args, Text::Tool);
    let tool = tool::named(tools, named)
        .map_err(|what| vec![(Code::OptionValue, say(format!("for the --tool option: {what}")))])?;
    let table = OptionTable::for_batch(tool, release);
    let ParsedArgs { args, errors, printed } =
        if named.is_none() { first } else { grammar::parse(&table, args) };
    match printed {
        Some(PrintedText::Help { .. }) => return Ok(BatchCommand::Help),
        Some(PrintedText::Version) => return Ok(BatchCommand::Version),
        None => {}
    }
    if !errors.is_empty() {
        let table = &table;
        let worded = |error: &ArgError| {
            let text = UsageError { error, table, program: called_as, called_as }.to_string();
            (error.code(), text)
        };
        return Err(errors.iter().map(worded).collect());
    }
    let mut settings = settings(&args).map_err(|error| vec![(Code::OptionValue, say(error))])?;
    let (code, jobs) = match last_text(&args, Text::JobsFile) {
        Some(path) => (Code::JobsFile, from_file(&table, path, &args, called_as, tools)),
        None => {
            let groups = groups(&table, &args);
            let jobs = groups.map_err(|errors| errors.into_iter().map(say).collect());
            (Code::OptionsConflict, jobs)
        }
    };
    if !settings.quiet {
        settings.hint = hint(&args);
    }
    let with_code =
        |errors: Vec<String>| errors.into_iter().map(|text| (code, text)).collect::<Errors>();
    Ok(BatchCommand::Jobs { jobs: jobs.map_err(with_code)?, settings })
}

/// Returns the text that an option was given last.
fn last_text(args: &[GrammarArg], option: Text) -> Option<&str> {
    args.iter().rev().find_map(|arg| {
        let GrammarArg::Text(found, text) = arg else { return None };
        (*found == option).then_some(text.as_str())
    })
}

fn settings(args: &[GrammarArg]) -> Result<Settings, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut settings = Settings { threads, quiet: false, depfile: None, hint: None };
    // After an action, `-d` names the depfile for that action's output.
    for arg in args.iter().take_while(|arg| !matches!(arg, GrammarArg::Action(_))) {
        if let GrammarArg::Text(Text::Depfile, path) = arg {
            settings.depfile = Some(path.clone()).filter(|path| !path.is_empty());
        }
    }
    for arg in args {
        if let GrammarArg::Text(Text::Jobs, text) = arg {
            settings.threads = text.parse().ok().filter(|&n| n > 0).ok_or_else(|| {
                format!("for the --jobs option: '{text}' is not a number of threads")
            })?;
        } else if let GrammarArg::Flag(Flag::Quiet, truth) = arg {
            settings.quiet = *truth;
        }
    }
    Ok(settings)
}

/// Builds a hint about `--write-if-changed` after the last of several actions. There it applies only to the last
/// output, but the user may have meant all outputs.
fn hint(args: &[GrammarArg]) -> Option<String> {
    let indices = |is_it: fn(&GrammarArg) -> bool| {
        args.iter().enumerate().filter(move |(_, arg)| is_it(arg)).map(|(index, _)| index)
    };
    let flags: Vec<usize> =
        indices(|arg| matches!(arg, GrammarArg::Flag(Flag::WriteIfChanged, _))).collect();
    let actions: Vec<usize> = indices(|arg| matches!(arg, GrammarArg::Action(_))).collect();
    let ([flag], [_, .., last]) = (&flags[..], &actions[..]) else { return None };
    let is_last = flag > last && flag + 1 == args.len();
    is_last.then(|| {
        "--write-if-changed holds for the last output; before the first action it holds for all"
            .to_owned()
    })
}

/// Builds the jobs from a file, with the command line's common options.
fn from_file(
    table: &OptionTable,
    path: &str,
    args: &[GrammarArg],
    called_as: &str,
    tools: &[&dyn Tool],
) -> Result<Vec<Request>, Vec<String>> {
    let fits = |arg: &GrammarArg| match arg {
        GrammarArg::Text(text, _) => {
            matches!(
                text,
                Text::DiagnosticFormat
                    | Text::Cache
                    | Text::Jobs
                    | Text::JobsFile
                    | Text::Depfile
                    | Text::MaxSteps
                    | Text::MaxMemory
                    | Text::FileAccess
                    | Text::Ignored
            )
        }
        GrammarArg::Flag(flag, _) => {
            matches!(flag, Flag::Color | Flag::Quiet | Flag::WriteIfChanged | Flag::Ignored)
        }
        GrammarArg::Action(_) | GrammarArg::Backend(..) | GrammarArg::Input(_) => false,
    };
    let errors: Vec<String> = args
        .iter()
        .filter(|arg| !fits(arg))
        .map(|arg| {
            let name = arg.name(table);
            format!(
                "{called_as}: {name} does not go with --jobs-file, whose jobs say it themselves\n"
            )
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut jobs = jobs_file::read(path, called_as, tools)?;
    for arg in args {
        for job in &mut jobs {
            if let GrammarArg::Flag(Flag::Color, truth) = arg {
                job.color = Some(*truth);
            } else if let GrammarArg::Flag(Flag::WriteIfChanged, truth) = arg {
                job.write_if_changed |= truth;
            } else if let GrammarArg::Text(Text::DiagnosticFormat, name) = arg {
                job.format = Format::from_name(name).unwrap_or_default();
            } else if let GrammarArg::Text(Text::Cache, dir) = arg {
                job.cache = CacheSettings::from_dir(dir.clone());
            }
        }
    }
    Ok(jobs)
}

/// Builds the jobs from the command line. Each job extends from its action to the next action.
fn groups(table: &OptionTable, args: &[GrammarArg]) -> Result<Vec<Request>, Vec<String>> {
    let actions: Vec<usize> =
        (0..args.len()).filter(|&i| matches!(args[i], GrammarArg::Action(_))).collect();
    let (common, _) = args.split_at(actions.first().copied().unwrap_or(args.len()));
    let mut errors = common_errors(table, common);
    if !common.iter().any(|arg| matches!(arg, GrammarArg::Input(_))) {
        errors.push("no input file stands before the first action".to_owned());
    }
    if actions.is_empty() {
        errors.push(format!(
            "missing action; each output starts with an action, for example --{}",
            table.tool.example_action()
        ));
    }
    let ends = actions.iter().skip(1).copied().chain([args.len()]);
    let groups: Vec<&[GrammarArg]> =
        actions.iter().zip(ends).map(|(&start, end)| &args[start..end]).collect();
    for group in &groups {
        errors.extend(group_errors(table, group));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    // A depfile before the first action lists the files for all outputs together, so it is not copied to each job.
    let is_of_each = |arg: &&GrammarArg| !matches!(arg, GrammarArg::Text(Text::Depfile, _));
    let common: Vec<GrammarArg> = common.iter().filter(is_of_each).cloned().collect();
    let request = |group: &&[GrammarArg]| Request::new(table, [&common, *group].concat());
    Ok(groups.iter().map(request).collect())
}

/// Reports options that are not allowed before the first action.
fn common_errors(table: &OptionTable, common: &[GrammarArg]) -> Vec<String> {
    let belongs = |arg: &&GrammarArg| match arg {
        GrammarArg::Text(Text::Output, _) | GrammarArg::Backend(..) => false,
        GrammarArg::Flag(Flag::TimePhases, _) => false,
        GrammarArg::Text(..)
        | GrammarArg::Flag(..)
        | GrammarArg::Action(_)
        | GrammarArg::Input(_) => true,
    };
    let error = |arg: &GrammarArg| match arg {
        GrammarArg::Flag(..) => "--time-phases is for single runs".to_owned(),
        GrammarArg::Text(..)
        | GrammarArg::Action(_)
        | GrammarArg::Backend(..)
        | GrammarArg::Input(_) => {
            format!("{} belongs behind the action that it is for", arg.name(table))
        }
    };
    common.iter().filter(|arg| !belongs(arg)).map(error).collect()
}

/// Reports errors in the options for one output. The first option is its action.
fn group_errors(table: &OptionTable, group: &[GrammarArg]) -> Vec<String> {
    let action = group[0].name(table);
    let mut errors = Vec::new();
    let (mut outputs, mut depfiles) = (0, 0);
    for arg in &group[1..] {
        match arg {
            GrammarArg::Text(Text::Output, _) => outputs += 1,
            GrammarArg::Text(Text::Depfile, _) => depfiles += 1,
            GrammarArg::Text(Text::Ignored, _)
            | GrammarArg::Flag(Flag::WriteIfChanged | Flag::Ignored, _)
            | GrammarArg::Backend(..) => {}
            GrammarArg::Flag(Flag::TimePhases, _) => {
                errors.push("--time-phases is for single runs".to_owned());
            }
            GrammarArg::Text(..)
            | GrammarArg::Flag(..)
            | GrammarArg::Input(_)
            | GrammarArg::Action(_) => {
                let name = arg.name(table);
                errors.push(format!("{name} is for all jobs and belongs before the first action"));
            }
        }
    }
    match outputs {
        0 => errors.push(format!("{action} lacks an output; add -o FILE after it")),
        1 => {}
        _ => errors.push(format!("{action} has several outputs; each needs an action of its own")),
    }
    if depfiles > 1 {
        errors.push(format!("{action} has several depfiles"));
    }
    errors
}
