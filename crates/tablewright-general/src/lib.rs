//! General backends, independent of a particular compiler: records as text and JSON, enums, sets,
//! tags, searchable tables, automata, and command-line options.
//!
//! In: a [`Job`](tablewright_backend::Job) with finished records. Out: text, written to the job's
//! writer. Each action has a module with its name, without `gen-`; `support` has the code that
//! several actions use. The programs read files and parse the command line.

mod automata;
mod ctags;
mod dump_json;
mod null_backend;
mod opt_docs;
mod opt_parser_defs;
mod opt_rst;
pub mod option_list;
mod print_detailed_records;
mod print_enums;
mod print_records;
mod print_sets;
mod record_views;
mod searchable_tables;
mod support;

pub use record_views::schemas as record_schemas;
use tablewright_backend::Backend;

/// Returns the general backends for `llvm-tblgen`.
pub fn backends() -> Vec<&'static Backend> {
    [record_backends(), option_backends()].concat()
}

/// Returns the general backends that accept any records.
pub fn record_backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[
        &ctags::BACKEND,
        &automata::BACKEND,
        &searchable_tables::BACKEND,
        &print_records::BACKEND,
        &print_detailed_records::BACKEND,
        &null_backend::BACKEND,
        &dump_json::BACKEND,
        &print_enums::BACKEND,
        &print_sets::BACKEND,
    ];
    BACKENDS
}

/// Returns the general backends for command-line options.
fn option_backends() -> &'static [&'static Backend] {
    static BACKENDS: &[&Backend] = &[&opt_parser_defs::BACKEND, &opt_rst::BACKEND];
    BACKENDS
}

/// Returns the general backends for `clang-tblgen`. They precede its own backends, in the order of
/// its `--help`.
pub fn backends_of_clang() -> &'static [&'static Backend] {
    &RECORDS_AND_JSON
}

/// Returns the general backends for `lldb-tblgen`.
pub fn backends_of_lldb() -> &'static [&'static Backend] {
    &RECORDS_AND_JSON
}

/// Returns the general backends for `offload-tblgen`.
pub fn backends_of_offload() -> &'static [&'static Backend] {
    &RECORDS_AND_JSON
}

/// Records as text and as JSON.
static RECORDS_AND_JSON: [&Backend; 2] = [&print_records::BACKEND, &dump_json::BACKEND];

/// Returns the general backends for `mlir-tblgen`.
pub fn backends_of_mlir() -> &'static [&'static Backend] {
    static BACKENDS: [&Backend; 1] = [&print_records::BACKEND];
    &BACKENDS
}

/// Returns the general backend that only `clang-tblgen` has. Its `--help` lists it among the other
/// documentation pages.
pub fn option_docs_of_clang() -> &'static Backend {
    &opt_docs::BACKEND
}

#[cfg(test)]
pub(crate) mod tests {
    use tablewright_backend::{Backend, Options};
    use tablewright_records::RecordStore;
    use tablewright_test_support::Description;

    /// Loads `input` as the file `dir/test.td`, which can include `"included.td"`.
    pub(crate) fn store_of(input: &str) -> RecordStore {
        let description = Description::new(input).named("dir/test.td").with_file(
            "included.td",
            "inc/included.td",
            "
class Included;
",
        );
        description.store()
    }

    /// Returns the output of `backend` for `input`, the file `dir/test.td`, or its error. The input
    /// can include `"included.td"`.
    pub(crate) fn output_of(backend: &Backend, options: &Options, input: &str) -> String {
        tablewright_test_support::output_of(backend, options, &store_of(input))
    }
}
