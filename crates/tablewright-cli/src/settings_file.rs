//! The file `.tablewright.toml`, with the settings of a project.

mod layout;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

use serde::Deserialize;
use tablewright::syntax::diagnostic::{Code, Diagnostic};
use tablewright::{path_text, text_path};

use crate::limits::read_file;
use crate::terminal::reason;

use layout::FmtSettings;

const FILE_NAME: &str = ".tablewright.toml";

/// The contents of the file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct SettingsFile {
    /// Levels by the names of lints and groups.
    #[serde(default)]
    pub(crate) lint: BTreeMap<String, String>,
    /// The layout of files.
    #[serde(default)]
    pub(crate) fmt: FmtSettings,
    /// The path of the file.
    #[serde(skip)]
    path: PathBuf,
}

impl SettingsFile {
    /// The file beside an input, or nearest above it; that of the current directory for standard input.
    ///
    /// # Errors
    /// Where the file cannot be read or understood.
    pub(crate) fn of(input: Option<&str>) -> Result<Option<SettingsFile>, Diagnostic> {
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

    /// An error in a setting.
    pub(crate) fn error(&self, mut error: Diagnostic) -> Diagnostic {
        error.message = message(&self.path, &error.message);
        error
    }
}

fn message(path: &Path, why: &str) -> String {
    format!("{}: {why}", path_text(path))
}

/// The file that is beside the input or nearest above it.
fn find(input: Option<&str>) -> Option<PathBuf> {
    let input = input.filter(|&input| input != "-").map_or_else(|| FILE_NAME.into(), text_path);
    let input = absolute(input).ok()?;
    let beside = |dir: &Path| dir.join(FILE_NAME);
    input.ancestors().skip(1).map(beside).find(|path| path.is_file())
}
