//! Sessions: settings with which descriptions from files or from memory are loaded into records. With
//! the feature `messages`, also renderers of diagnostics, in `messages`.
//!
//! Only this crate and the programs above it read files. A [`Session`] defines the include
//! directories and the macros.
#![warn(missing_docs)]

mod file_watch;
mod files;
mod main_file;
#[cfg(feature = "messages")]
pub mod messages;
mod paths;
mod reading;
mod session;
mod tree_includes;
mod tree_release;
mod unread_files;
mod version_file;

pub use file_watch::FileWatch;
pub use files::FileAccess;
pub use main_file::main_file_hint;
pub use paths::{path_text, text_path};
pub use reading::{read_file, read_limited};
pub use session::{Flattened, Includes, LoadError, Session};
pub use tree_includes::tree_include_dirs;
pub use tree_release::VersionFiles;
pub use unread_files::UnreadFiles;
pub use version_file::VersionFile;
