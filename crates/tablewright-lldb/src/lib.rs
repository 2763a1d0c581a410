//! LLDB backends: the command option and settings tables that `lldb-tblgen` prints.
//!
//! In: a [`Job`](tablewright_backend::Job) with finished records. Out: text, to the job's writer. Each action has a
//! module named after it, without `gen-`; shared parts are in `support`. The programs read files and the command line.
#![warn(missing_docs)]

mod lldb_option_defs;
mod lldb_property_defs;
mod lldb_property_enum_defs;
mod record_views;
mod support;

use tablewright_backend::Backend;

pub use record_views::schemas as record_schemas;

/// Returns the `lldb-tblgen` backends, except the general backends, in `--help` order.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &lldb_option_defs::BACKEND,
        &lldb_property_defs::BACKEND,
        &lldb_property_enum_defs::BACKEND,
    ];
    BACKENDS
}
