//! liboffload backends: the API headers, entry points and documents that `offload-tblgen` prints.
//!
//! In: a [`Job`](tablewright_backend::Job) with finished records. Out: text, to the job's writer. Each action has a
//! module named after it, without `gen-`; `model` reads API objects, and `support` has code shared by several actions.
//! The programs read files and the command line.
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

/// Returns the `offload-tblgen` backends, except the general backends, in `--help` order.
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
