//! Search for a name in all main files of the workspace that include its file: for references and
//! renaming.
//!
//! [`include_graph`] finds the main files. [`name_search`] evaluates those that can use the name, one
//! after another. A renaming is tried in memory, and [`record_digest`] compares the records before
//! and after it.

mod include_graph;
mod name_search;
mod record_digest;
mod renaming;

use serde_json::Value;

pub(crate) use name_search::{NameSearch, Purpose};
pub(crate) use renaming::is_name;

/// A search's start.
pub(crate) enum SearchStart {
    /// The result, because nothing has to be searched.
    Answer(Value),
    Search(Box<NameSearch>),
}
