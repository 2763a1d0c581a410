//! What a client sets when it starts the server: `initializationOptions`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

/// The settings. Unknown keys are ignored, since editors send what other servers read.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Databases besides those that are found: `tablegen_compile_commands.yml`, or jobs files in JSON.
    pub(crate) databases: Vec<PathBuf>,
    /// How long to wait after an edit before the root is evaluated again.
    pub(crate) debounce_milliseconds: u64,
    /// Where the book is, for links from codes to their sections.
    pub(crate) book_url: Option<String>,
    /// Whether lints run.
    pub(crate) lints: bool,
    pub(crate) inlay_hints: HintSettings,
    pub(crate) code_lenses: bool,
}

/// Which inlay hints are shown.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct HintSettings {
    /// The names of template parameters before their arguments.
    pub(crate) parameters: bool,
    /// The values of variables.
    pub(crate) values: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            databases: Vec::new(),
            debounce_milliseconds: 150,
            book_url: None,
            lints: true,
            inlay_hints: HintSettings::default(),
            code_lenses: true,
        }
    }
}

impl Default for HintSettings {
    fn default() -> HintSettings {
        HintSettings { parameters: true, values: true }
    }
}

impl Settings {
    /// The settings of a client, or the defaults with a reason why what it sent cannot be read.
    pub(crate) fn of(options: Option<serde_json::Value>) -> (Settings, Option<String>) {
        match options.filter(|options| !options.is_null()).map(serde_json::from_value) {
            None => (Settings::default(), None),
            Some(Ok(settings)) => (settings, None),
            Some(Err(error)) => {
                (Settings::default(), Some(format!("initializationOptions: {error}")))
            }
        }
    }

    pub(crate) fn debounce(&self) -> Duration {
        Duration::from_millis(self.debounce_milliseconds)
    }
}
