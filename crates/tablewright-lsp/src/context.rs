//! Contexts: the data that a request on a file reads.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use tablewright_inspect::lint::Finding;

use crate::definition_index::DefinitionIndex;
use crate::line_index::PositionEncoding;
use crate::project_rules::RecordDocument;
use crate::settings::LspSettings;
use crate::snapshot::Snapshot;

/// The data for a request on an evaluated file.
pub(crate) struct FileContext<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    /// The last evaluation if a syntax error prevented its records, so that `snapshot` is another one.
    pub(crate) failed: Option<Snapshot<'a>>,
    pub(crate) path: &'a Path,
    pub(crate) findings: &'a [Finding],
    pub(crate) settings: &'a LspSettings,
    pub(crate) documents: &'a [RecordDocument],
    /// An index of unevaluated files.
    pub(crate) definitions: &'a RefCell<DefinitionIndex>,
    /// The root's include directories.
    pub(crate) include_dirs: &'a [PathBuf],
}

/// The data for a request on an open text only.
pub(crate) struct TextContext<'a> {
    pub(crate) text: &'a str,
    pub(crate) encoding: PositionEncoding,
}
