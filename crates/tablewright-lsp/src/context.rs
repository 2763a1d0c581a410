//! What requests about one file read.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use tablewright::inspect::lint::Finding;

use crate::definition_index::DefinitionIndex;
use crate::line_index::Encoding;
use crate::project_rules::RecordDocument;
use crate::settings::Settings;
use crate::snapshot::Snapshot;

/// What a request about a file reads.
pub(crate) struct FileContext<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    pub(crate) path: &'a Path,
    pub(crate) findings: &'a [Finding],
    pub(crate) settings: &'a Settings,
    pub(crate) documents: &'a [RecordDocument],
    /// What files define that are not evaluated.
    pub(crate) definitions: &'a RefCell<DefinitionIndex>,
    /// Where the root searches for included files.
    pub(crate) include_dirs: &'a [PathBuf],
}

/// What a request about an open text alone reads.
pub(crate) struct TextContext<'a> {
    pub(crate) text: &'a str,
    pub(crate) encoding: Encoding,
}
