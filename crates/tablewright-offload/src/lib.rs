//! The backends of liboffload: the headers, entry points and documents of its API that `offload-tblgen` prints.
//!
//! In comes a [`Job`](tablewright_backend::Job) with finished records; out goes text, to the writer
//! that the job holds. Each action has a module of its name, without `gen-`; `model` reads the objects of the API, and
//! `support` has what several actions print. Reading files and the command line are left to the programs.
#![warn(missing_docs)]

mod api;
mod doc;
mod entry_points;
mod errcodes;
mod exports;
mod func_names;
mod impl_func_decls;
mod info;
mod model;
mod print_header;
mod record_views;
mod support;

use tablewright_backend::Backend;

pub use record_views::schemas as record_schemas;

/// The backends of `offload-tblgen` besides the general ones, in the order in which its `--help` lists them.
pub fn backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &api::BACKEND,
        &doc::BACKEND,
        &func_names::BACKEND,
        &impl_func_decls::BACKEND,
        &entry_points::BACKEND,
        &print_header::BACKEND,
        &exports::BACKEND,
        &errcodes::BACKEND,
        &info::BACKEND,
    ];
    BACKENDS
}
