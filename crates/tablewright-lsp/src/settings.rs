//! Client settings from `initializationOptions`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use tablewright_records::Release;

use crate::roots::{Root, RootOrigin};
use crate::uri::real;

/// The settings. Unknown keys are ignored, since editors also send settings for other servers.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct LspSettings {
    /// Additional databases: `tablegen_compile_commands.yml`, or jobs files in JSON.
    pub(crate) databases: Vec<PathBuf>,
    /// Additional main files.
    roots: Vec<RootSettings>,
    /// Delay between an edit and the evaluation.
    pub(crate) debounce_milliseconds: u64,
    /// The address of the book, for links from codes to their sections.
    pub(crate) book_url: Option<String>,
    /// Whether lints run.
    pub(crate) lints: bool,
    pub(crate) inlay_hints: HintSettings,
    pub(crate) code_lenses: bool,
    /// Whether virtual documents are refreshed even if the client lacks the capability.
    pub(crate) refresh_documents: bool,
}

/// Inlay hint settings.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct HintSettings {
    /// Whether parameter names are shown before template arguments.
    pub(crate) parameters: bool,
    /// Whether types and values of variables, and widths of bit fields, are shown.
    pub(crate) values: bool,
}

/// A main file with its include directories, macros and release. Paths are absolute.
#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
struct RootSettings {
    main: PathBuf,
    #[serde(default)]
    include_dirs: Vec<PathBuf>,
    #[serde(default)]
    macros: Vec<String>,
    /// The LLVM release; `None` to detect it.
    #[serde(default, deserialize_with = "release")]
    release: Option<Release>,
}

fn release<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Release>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    let release = text.map(|text| {
        let refused = || serde::de::Error::custom(format!("unknown LLVM release '{text}'"));
        text.parse::<Release>().map_err(|_| refused())
    });
    release.transpose()
}

impl Default for LspSettings {
    fn default() -> LspSettings {
        LspSettings {
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

impl LspSettings {
    /// Parses the client's settings. If this fails, returns the defaults with an error message.
    pub(crate) fn for_options(options: Option<serde_json::Value>) -> (LspSettings, Option<String>) {
        match options.filter(|options| !options.is_null()).map(serde_json::from_value) {
            None => (LspSettings::default(), None),
            Some(Ok(settings)) => (settings, None),
            Some(Err(error)) => {
                (LspSettings::default(), Some(format!("initializationOptions: {error}")))
            }
        }
    }

    /// Returns the main files in the settings.
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
