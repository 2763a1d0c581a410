//! What a client sets when it starts the server: `initializationOptions`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use tablewright::Release;

use crate::roots::{Root, RootOrigin};
use crate::uri::real;

/// The settings. Unknown keys are ignored, since editors send what other servers read.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Databases besides those that are found: `tablegen_compile_commands.yml`, or jobs files in JSON.
    pub(crate) databases: Vec<PathBuf>,
    /// Main files besides those of databases.
    roots: Vec<RootSettings>,
    /// How long to wait after an edit before the root is evaluated again.
    pub(crate) debounce_milliseconds: u64,
    /// Where the book is, for links from codes to their sections.
    pub(crate) book_url: Option<String>,
    /// Whether lints run.
    pub(crate) lints: bool,
    pub(crate) inlay_hints: HintSettings,
    pub(crate) code_lenses: bool,
    /// Whether documents that are no files are refreshed, though the client has no such capability.
    pub(crate) refresh_documents: bool,
}

/// Which inlay hints are shown.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct HintSettings {
    /// The names of template parameters before their arguments.
    pub(crate) parameters: bool,
    /// The types and values of variables, and the widths of fields of bits.
    pub(crate) values: bool,
}

/// A main file with what it is read with. Paths are absolute.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
struct RootSettings {
    main: PathBuf,
    #[serde(default)]
    include_dirs: Vec<PathBuf>,
    #[serde(default)]
    macros: Vec<String>,
    /// The release of LLVM; it is detected where none is named.
    #[serde(default, deserialize_with = "release")]
    release: Option<Release>,
}

fn release<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Release>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    let release = text.map(|text| {
        let refused = || serde::de::Error::custom(format!("'{text}' is no release of LLVM"));
        text.parse::<Release>().map_err(|_| refused())
    });
    release.transpose()
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            databases: Vec::new(),
            roots: Vec::new(),
            debounce_milliseconds: 150,
            book_url: None,
            lints: true,
            inlay_hints: HintSettings::default(),
            code_lenses: true,
            refresh_documents: false,
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

    /// The main files that the client names.
    pub(crate) fn roots(&self) -> Vec<Root> {
        let roots = self.roots.iter().map(|root| Root {
            main: real(&root.main),
            include_dirs: root.include_dirs.iter().map(|dir| real(dir)).collect(),
            macros: root.macros.clone(),
            release: root.release,
            origin: RootOrigin::Settings,
        });
        roots.collect()
    }

    pub(crate) fn debounce(&self) -> Duration {
        Duration::from_millis(self.debounce_milliseconds)
    }
}
