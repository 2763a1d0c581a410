//! Lint levels from the file `.tablewright.toml` and from the command line.

use std::collections::BTreeMap;

use clap::ArgMatches;
use tablewright_inspect::lint::{Level, Lint, LintGroup, LintLevels, UnknownLint};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::settings_file::SettingsFile;

/// Returns the levels for an input. Levels on the command line override levels in the file. For a move to another
/// release, only the lints about releases are on.
pub(super) fn levels(
    lints: &[&Lint],
    input: Option<&str>,
    args: &ArgMatches,
    moves_to_release: bool,
) -> Result<LintLevels, Diagnostic> {
    let mut levels = LintLevels::new();
    if let Some(file) = SettingsFile::for_input(input)? {
        set_from_file(&mut levels, lints, &file.lint).map_err(|error| file.error(error))?;
    }
    if moves_to_release {
        let others = LintGroup::ALL.into_iter().filter(|&group| group != LintGroup::Release);
        let names = others.map(|group| (group.name(), Level::Allow));
        for (name, level) in names.chain([(LintGroup::Release.name(), Level::Warn)]) {
            levels.set(lints, name, level).map_err(|error| unknown(Code::UnknownName, &error))?;
        }
    }
    for (name, level) in from_command_line(args) {
        levels.set(lints, &name, level).map_err(|error| unknown(Code::UnknownName, &error))?;
    }
    Ok(levels)
}

/// Returns the levels in an input's settings file. A file with mistakes sets no levels.
pub(crate) fn levels_of_file(lints: &[&Lint], input: &str) -> LintLevels {
    let mut levels = LintLevels::new();
    if let Ok(Some(file)) = SettingsFile::for_input(Some(input))
        && set_from_file(&mut levels, lints, &file.lint).is_err()
    {
        return LintLevels::new();
    }
    levels
}

fn set_from_file(
    levels: &mut LintLevels,
    lints: &[&Lint],
    settings: &BTreeMap<String, String>,
) -> Result<(), Diagnostic> {
    // A lint's own level overrides its group's level.
    let mut entries: Vec<(&String, &String)> = settings.iter().collect();
    entries.sort_by_key(|(name, _)| match name.as_str() {
        "all" | "warnings" => 0,
        name if lints.iter().any(|lint| lint.group.name() == name) => 1,
        _ => 2,
    });
    for (name, level) in entries {
        let level: Level = level.parse().map_err(|_| {
            let why =
                format!("'{level}' is not a level for '{name}'; expected allow, warn or deny");
            Diagnostic::error_anywhere(Code::SettingsFile, why)
        })?;
        levels.set(lints, name, level).map_err(|error| unknown(Code::SettingsFile, &error))?;
    }
    Ok(())
}

/// Returns the levels in the options, in command line order.
fn from_command_line(args: &ArgMatches) -> Vec<(String, Level)> {
    let mut options: Vec<(usize, String, Level)> = Vec::new();
    for level in [Level::Allow, Level::Warn, Level::Deny] {
        let indices = args.indices_of(level.name()).into_iter().flatten();
        let names = args.get_many::<String>(level.name()).into_iter().flatten();
        options.extend(indices.zip(names).map(|(index, name)| (index, name.clone(), level)));
    }
    options.sort_by_key(|&(index, _, _)| index);
    options.into_iter().map(|(_, name, level)| (name, level)).collect()
}

fn unknown(code: Code, error: &UnknownLint) -> Diagnostic {
    let message = format!("unknown lint '{}'", error.name);
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
