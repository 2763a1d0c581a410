//! The command line of `batch`: what holds for all jobs, then a group of options for each output.

use std::thread;

use crate::batch::jobs_file;
use crate::grammar::{self, Fault, Given, Typed, Worded, dashed};
use crate::mode::Tool;
use crate::option_table::{General, OptionTable};
use crate::request::Request;
use crate::response_file;

/// What a command line asks for.
pub(crate) enum Asked {
    Help,
    Version,
    Jobs { jobs: Vec<Request>, settings: Settings },
}

/// What holds for a batch as a whole.
pub(crate) struct Settings {
    /// How many threads work, one at least.
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
}

/// Reads the arguments of a batch; what is wrong with them is worded in whole lines.
pub(crate) fn read(called_as: &str, args: Vec<String>) -> Result<Asked, Vec<String>> {
    let args = response_file::expand(args).map_err(|why| vec![format!("{why}\n")])?;
    let say = |what: String| format!("{called_as}: {what}\n");
    // The tool decides which options there are. It is named before the first action, up to which
    // all tools have the same ones.
    let first = grammar::parse(&OptionTable::of_batch(Tool::Llvm), args.clone());
    let tool = tool(&first.given).map_err(|what| vec![say(what)])?;
    let table = OptionTable::of_batch(tool);
    let Typed { given, faults, shown } = match tool {
        Tool::Llvm => first,
        Tool::Clang => grammar::parse(&table, args),
    };
    match shown {
        Some(General::Help { .. }) => return Ok(Asked::Help),
        Some(_) => return Ok(Asked::Version),
        None => {}
    }
    if !faults.is_empty() {
        let table = &table;
        let worded = |fault| Worded { fault, table, program: called_as, called_as }.to_string();
        return Err(faults.iter().map(worded).collect());
    }
    let settings = settings(&given).map_err(|fault| vec![say(fault)])?;
    let jobs = match jobs_file(&given) {
        Some(path) => from_file(&table, path, &given, called_as),
        None => groups(&table, &given).map_err(|faults| faults.into_iter().map(say).collect()),
    };
    Ok(Asked::Jobs { jobs: jobs?, settings })
}

/// The tool that `--tool` names.
fn tool(given: &[Given]) -> Result<Tool, String> {
    let named = given.iter().rev().find_map(|given| match given {
        Given::Text(General::Tool, name) => Some(name.as_str()),
        _ => None,
    });
    match named {
        None | Some("llvm") => Ok(Tool::Llvm),
        Some("clang") => Ok(Tool::Clang),
        Some(other) => Err(format!("for the --tool option: '{other}' is neither llvm nor clang")),
    }
}

fn jobs_file(given: &[Given]) -> Option<&str> {
    given.iter().rev().find_map(|given| match given {
        Given::Text(General::JobsFile, path) => Some(path.as_str()),
        _ => None,
    })
}

fn settings(given: &[Given]) -> Result<Settings, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut settings = Settings { threads, quiet: false };
    for given in given {
        match given {
            Given::Text(General::Jobs, text) => {
                settings.threads = text.parse().ok().filter(|&n| n > 0).ok_or_else(|| {
                    format!("for the --jobs option: '{text}' is not a number of threads")
                })?;
            }
            Given::Truth(General::Quiet, truth) => settings.quiet = *truth,
            _ => {}
        }
    }
    Ok(settings)
}

/// The jobs of a file, with what the command line says of all.
fn from_file(
    table: &OptionTable,
    path: &str,
    given: &[Given],
    called_as: &str,
) -> Result<Vec<Request>, Vec<String>> {
    let fits = |given: &Given| match given {
        Given::Text(general, _) => {
            matches!(general, General::Jobs | General::JobsFile | General::Ignored)
        }
        Given::Truth(general, _) => matches!(
            general,
            General::Color | General::Quiet | General::WriteIfChanged | General::Ignored
        ),
        _ => false,
    };
    let faults: Vec<String> = given
        .iter()
        .filter(|given| !fits(given))
        .map(|given| {
            let name = name(table, given);
            format!(
                "{called_as}: {name} does not go with --jobs-file, whose jobs say it themselves\n"
            )
        })
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut jobs = jobs_file::read(path, called_as)?;
    for given in given {
        for job in &mut jobs {
            match *given {
                Given::Truth(General::Color, truth) => job.color = Some(truth),
                Given::Truth(General::WriteIfChanged, truth) => job.write_if_changed |= truth,
                _ => {}
            }
        }
    }
    Ok(jobs)
}

/// The jobs that follow one another on the command line, each from its action to the next.
fn groups(table: &OptionTable, given: &[Given]) -> Result<Vec<Request>, Vec<String>> {
    let actions: Vec<usize> =
        (0..given.len()).filter(|&i| matches!(given[i], Given::Action(_))).collect();
    let (common, _) = given.split_at(actions.first().copied().unwrap_or(given.len()));
    let mut faults = common_faults(table, common);
    if !common.iter().any(|given| matches!(given, Given::Input(_))) {
        faults.push("no input file stands before the first action".to_owned());
    }
    if actions.is_empty() {
        faults.push("there is no action; each output begins with one, such as --dump-json".into());
    }
    let ends = actions.iter().skip(1).copied().chain([given.len()]);
    let groups: Vec<&[Given]> =
        actions.iter().zip(ends).map(|(&start, end)| &given[start..end]).collect();
    for group in &groups {
        faults.extend(group_faults(table, group));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let request = |group: &&[Given]| Request::new(table, [common, group].concat());
    Ok(groups.iter().map(request).collect())
}

/// What does not belong before the first action.
fn common_faults(table: &OptionTable, common: &[Given]) -> Vec<String> {
    let belongs = |given: &&Given| match given {
        Given::Text(General::Output | General::Depfile, _) | Given::Backend(..) => false,
        Given::Truth(General::TimePhases, _) => false,
        Given::Text(..) | Given::Truth(..) | Given::Action(_) | Given::Input(_) => true,
    };
    let fault = |given: &Given| match given {
        Given::Truth(..) => "--time-phases is for single runs".to_owned(),
        _ => format!("{} belongs behind the action that it is for", name(table, given)),
    };
    common.iter().filter(|given| !belongs(given)).map(fault).collect()
}

/// What is wrong with the options of one output, the first of which is its action.
fn group_faults(table: &OptionTable, group: &[Given]) -> Vec<String> {
    let action = name(table, &group[0]);
    let mut faults = Vec::new();
    let (mut outputs, mut depfiles) = (0, 0);
    for given in &group[1..] {
        match given {
            Given::Text(General::Output, _) => outputs += 1,
            Given::Text(General::Depfile, _) => depfiles += 1,
            Given::Text(General::Ignored, _)
            | Given::Truth(General::WriteIfChanged | General::Ignored, _)
            | Given::Backend(..) => {}
            Given::Truth(General::TimePhases, _) => {
                faults.push("--time-phases is for single runs".to_owned());
            }
            Given::Text(..) | Given::Truth(..) | Given::Input(_) | Given::Action(_) => {
                let name = name(table, given);
                faults.push(format!("{name} is for all jobs and belongs before the first action"));
            }
        }
    }
    match outputs {
        0 => faults.push(format!("{action} has no output; -o FILE belongs behind it")),
        1 => {}
        _ => faults.push(format!("{action} has several outputs; each needs an action of its own")),
    }
    if depfiles > 1 {
        faults.push(format!("{action} has several depfiles"));
    }
    faults
}

/// How messages call what was given.
pub(crate) fn name(table: &OptionTable, given: &Given) -> String {
    match given {
        Given::Text(general, _) | Given::Truth(general, _) => {
            let option = table.general().find(|option| option.general == *general);
            option.map_or_else(String::new, |option| dashed(option.name))
        }
        Given::Action(backend) => dashed(backend.name),
        Given::Backend(option, _) => dashed(option.name),
        Given::Input(path) => format!("the input '{path}'"),
    }
}

/// What is wrong with arguments, for a message that begins with `place`.
pub(crate) fn worded(table: &OptionTable, place: &str, called_as: &str, fault: &Fault) -> String {
    match fault {
        Fault::ActionWithValue { value } => {
            format!("{place}: an action takes no value, but '{value}' is given\n")
        }
        fault => Worded { fault, table, program: place, called_as }.to_string(),
    }
}
