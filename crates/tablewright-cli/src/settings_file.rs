//! The file `.tablewright.toml`, with project settings.

mod layout;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

use serde::Deserialize;
use tablewright_session::{path_text, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::limits::read_file;
use crate::terminal::reason;

use layout::FmtSettings;

const FILE_NAME: &str = ".tablewright.toml";

/// The contents of the file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct SettingsFile {
    /// Levels by lint name or group name.
    #[serde(default)]
    pub(crate) lint: BTreeMap<String, String>,
    /// Layout settings.
    #[serde(default)]
    pub(crate) fmt: FmtSettings,
    /// Path of the file.
    #[serde(skip)]
    path: PathBuf,
}

impl SettingsFile {
    /// Reads the file beside an input, or in the nearest directory above. For standard input, starts at the current
    /// directory.
    ///
    /// # Errors
    /// If the file cannot be read or parsed.
    pub(crate) fn for_input(input: Option<&str>) -> Result<Option<SettingsFile>, Diagnostic> {
        let Some(path) = find(input) else { return Ok(None) };
        let text = read_file(&path).map_err(|error| {
            Diagnostic::error_anywhere(Code::FileAccess, message(&path, &reason(&error)))
        })?;
        let settings = toml::from_str(&String::from_utf8_lossy(&text)).map_err(|error| {
            let why = error.to_string();
            Diagnostic::error_anywhere(Code::SettingsFile, message(&path, why.trim_end()))
        })?;
        Ok(Some(SettingsFile { path, ..settings }))
    }

    /// Adds the file name to an error in a setting.
    pub(crate) fn error(&self, mut error: Diagnostic) -> Diagnostic {
        error.message = message(&self.path, &error.message);
        error
    }
}

fn message(path: &Path, why: &str) -> String {
    format!("{}: {why}", path_text(path))
}

/// Finds the file beside the input, or in the nearest directory above.
fn find(input: Option<&str>) -> Option<PathBuf> {
    let input = input.filter(|&input| input != "-").map_or_else(|| FILE_NAME.into(), text_path);
    let input = absolute(input).ok()?;
    let beside = |dir: &Path| dir.join(FILE_NAME);
    input.ancestors().skip(1).map(beside).find(|path| path.is_file())
}
