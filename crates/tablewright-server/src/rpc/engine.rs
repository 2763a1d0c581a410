//! State that the requests of all conversations share.

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use super::ProgramMethods;
use crate::descriptions::Descriptions;
use crate::slots::Slots;

/// Methods, and resources for them.
pub(crate) struct Engine<'e> {
    pub(crate) methods: &'e dyn ProgramMethods,
    pub(crate) descriptions: &'e Descriptions,
    pub(crate) slots: &'e Slots,
    /// Current directory.
    pub(crate) dir: PathBuf,
    /// Whether relative paths are refused.
    pub(crate) needs_absolute_paths: bool,
    /// Runs a task in the current directory.
    pub(crate) in_dir: &'e (dyn Fn(&mut dyn FnMut()) + Sync),
    /// Number of answered requests.
    pub(crate) answered: &'e AtomicU64,
}
