//! The backends of LLDB: the tables of command options and of settings that `lldb-tblgen` prints.
//!
//! In comes a [`Job`](tablewright_backend::Job) with finished records; out goes text, to the writer
//! that the job holds. Each action has a module of its name, without `gen-`; what several of them use
//! is in `support`. Reading files and the command line are left to the programs.
#![warn(missing_docs)]

mod lldb_option_defs;
mod lldb_property_defs;
mod lldb_property_enum_defs;
mod record_views;
mod support;

use tablewright_backend::Backend;

pub use record_views::schemas as record_schemas;

/// The backends of `lldb-tblgen` besides the general ones, in the order in which its `--help` lists them.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &lldb_option_defs::BACKEND,
        &lldb_property_defs::BACKEND,
        &lldb_property_enum_defs::BACKEND,
    ];
    BACKENDS
}
