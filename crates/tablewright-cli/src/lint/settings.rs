//! The levels of lints: of the file `.tablewright.toml`, and of the command line.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf, absolute};

use clap::ArgMatches;
use serde::Deserialize;
use tablewright::inspect::lint::{Level, Lint, LintLevels, UnknownLint};
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::{path_text, text_path};

use crate::limits::read_file;
use crate::terminal::reason;

const FILE_NAME: &str = ".tablewright.toml";

/// The contents of the file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    /// Levels by the names of lints and groups.
    #[serde(default)]
    lint: BTreeMap<String, String>,
}

/// The levels for an input, those of the command line over those of the file.
pub(super) fn levels(
    lints: &[&Lint],
    input: Option<&str>,
    args: &ArgMatches,
) -> Result<LintLevels, Diagnostic> {
    let mut levels = LintLevels::new();
    if let Some(path) = find(input) {
        let text = read_file(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        set_from_file(&mut levels, lints, text).map_err(|mut error| {
            error.message = format!("{}: {}", path_text(&path), error.message);
            error
        })?;
    }
    for (name, level) in of_command_line(args) {
        levels.set(lints, &name, level).map_err(|error| unknown(Code::UnknownName, &error))?;
    }
    Ok(levels)
}

/// The levels that the settings file of an input sets. A file with mistakes sets none.
pub(crate) fn levels_of_file(lints: &[&Lint], input: &str) -> LintLevels {
    let mut levels = LintLevels::new();
    if let Some(path) = find(Some(input)) {
        let text = read_file(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if set_from_file(&mut levels, lints, text).is_err() {
            return LintLevels::new();
        }
    }
    levels
}

/// The file that is beside the input or nearest above it.
fn find(input: Option<&str>) -> Option<PathBuf> {
    let input = input.filter(|&input| input != "-").map_or_else(|| FILE_NAME.into(), text_path);
    let input = absolute(input).ok()?;
    let beside = |dir: &Path| dir.join(FILE_NAME);
    input.ancestors().skip(1).map(beside).find(|path| path.is_file())
}

fn set_from_file(
    levels: &mut LintLevels,
    lints: &[&Lint],
    text: io::Result<String>,
) -> Result<(), Diagnostic> {
    let text =
        text.map_err(|error| Diagnostic::error_anywhere(Code::FileAccess, reason(&error)))?;
    let invalid = |why: String| Diagnostic::error_anywhere(Code::SettingsFile, why);
    let settings: Settings =
        toml::from_str(&text).map_err(|error| invalid(error.to_string().trim_end().to_owned()))?;
    // What is said of a lint holds over what is said of its group.
    let mut entries: Vec<(String, String)> = settings.lint.into_iter().collect();
    entries.sort_by_key(|(name, _)| match name.as_str() {
        "all" | "warnings" => 0,
        name if lints.iter().any(|lint| lint.group.name() == name) => 1,
        _ => 2,
    });
    for (name, level) in entries {
        let level: Level = level.parse().map_err(|_| {
            invalid(format!("'{level}' is no level of '{name}': allow, warn, deny"))
        })?;
        levels.set(lints, &name, level).map_err(|error| unknown(Code::SettingsFile, &error))?;
    }
    Ok(())
}

/// The levels of the options, in their order.
fn of_command_line(args: &ArgMatches) -> Vec<(String, Level)> {
    let mut found: Vec<(usize, String, Level)> = Vec::new();
    for level in [Level::Allow, Level::Warn, Level::Deny] {
        let indices = args.indices_of(level.name()).into_iter().flatten();
        let names = args.get_many::<String>(level.name()).into_iter().flatten();
        found.extend(indices.zip(names).map(|(index, name)| (index, name.clone(), level)));
    }
    found.sort_by_key(|&(index, _, _)| index);
    found.into_iter().map(|(_, name, level)| (name, level)).collect()
}

fn unknown(code: Code, error: &UnknownLint) -> Diagnostic {
    let message = format!("there is no lint '{}'", error.name);
    let mut diagnostic = Diagnostic::error_anywhere(code, message);
    diagnostic.note(
        None,
        match error.similar {
            Some(similar) => format!("did you mean '{similar}'?"),
            None => "`tablewright lint --list` prints all".to_owned(),
        },
    );
    diagnostic
}
