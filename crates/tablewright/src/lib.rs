//! TableGen as a library: from `.td` files to records that can be asked.
//!
//! A [`Session`] says where includes are found and which macros are defined, and loads a main
//! file, from disk or from memory. The result is a [`RecordStore`]: immutable, and shared
//! freely between threads.
//!
//! ```
//! use tablewright::{Session, Value};
//!
//! let session = Session::new().file("base.td", "class Register<int n> { int Number = n; }");
//! let loaded = session.load_text(
//!     "main.td",
//!     "include \"base.td\"\n\
//!      foreach i = 0-3 in def R#i : Register<i>;",
//! )?;
//! let store = &loaded.store;
//! let mut found = Vec::new();
//! for record in store.records().filter(|record| record.inherits("Register")) {
//!     let number = record.field("Number").expect("every Register has one");
//!     if let Value::Int(number) = store.value(number.value) {
//!         found.push(format!("{} = {number}", record.name()));
//!     }
//! }
//! assert_eq!(found, ["R0 = 0", "R1 = 1", "R2 = 2", "R3 = 3"]);
//! # Ok::<(), tablewright::LoadError>(())
//! ```
//!
//! # Features
//!
//! By default the crate reads descriptions and nothing else. Features add what is built on that:
//!
//! - `backend`: writing a backend of one's own, with `tablewright::backend` and `tablewright::text`;
//! - `backends`: all backends of `llvm-tblgen`, `clang-tblgen` and `mlir-tblgen`, in `tablewright::backends`, and what
//!   they know of Clang's attributes and vector intrinsics, in `tablewright::clang`;
//! - `target`: what LLVM's backends know of a target, in `tablewright::target`; with `backends`, also the tables
//!   of `--gen-dag-isel` and `--gen-global-isel` as data, in `tablewright::matcher_table` and
//!   `tablewright::rule_table`, and rules of GlobalISel's combiners, in `tablewright::combiner_rules`;
//! - `mlir`: what MLIR's descriptions say of dialects, enums, passes and so on, in `tablewright::mlir`;
//! - `inspect`: questions that people ask a description, in `tablewright::inspect`.
//!
//! The layers below are crates of their own: [`syntax`] is what precedes any meaning, [`index`] has
//! the typed indices that the analyses of a target use.
#![warn(missing_docs)]

#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
pub mod action_runs;
#[cfg(feature = "backends")]
pub mod backends;
mod files;
mod main_file;
mod paths;
mod session;
mod tree_includes;

/// The examples of the book are tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/src/library/sessions.md")]
    struct Sessions;
    #[doc = include_str!("../../../docs/src/untrusted-input.md")]
    struct UntrustedInput;
    #[doc = include_str!("../../../docs/src/library/records.md")]
    struct Records;
    #[doc = include_str!("../../../docs/src/library/set-theory.md")]
    struct SetTheory;
    #[cfg(all(feature = "backends", feature = "target"))]
    #[doc = include_str!("../../../docs/src/library/patterns.md")]
    struct Patterns;
    #[cfg(feature = "backend")]
    #[doc = include_str!("../../../docs/src/library/backends.md")]
    struct Backends;
}

pub use files::{FileAccess, read_file, read_limited};
pub use main_file::main_file_hint;
pub use paths::{path_text, text_path};
pub use session::{Flattened, Includes, LoadError, Session};
pub use tablewright_records::*;
pub use tablewright_text::byte_escape;
pub use tree_includes::tree_include_dirs;

/// Source positions, diagnostics and the syntax tree.
pub mod syntax {
    pub use tablewright_syntax::*;
}

/// Typed indices, and the vectors they index.
pub mod index {
    pub use tablewright_index::*;
}

/// What a backend is: its options, and the job it is given.
#[cfg(feature = "backend")]
pub mod backend {
    pub use tablewright_backend::*;
}

/// What Clang's attributes accept and which vector intrinsics it has, as its backends read it.
#[cfg(feature = "backends")]
pub mod clang {
    pub use tablewright_clang::{
        ArgumentSummary, AttributeSummary, IntrinsicFamily, IntrinsicGuards, IntrinsicParameter,
        IntrinsicSummary,
    };
}

/// What MLIR's descriptions say of dialects, enums, passes and so on.
#[cfg(feature = "mlir")]
pub mod mlir {
    pub use tablewright_mlir::model::*;
}

/// Writers for generated text.
#[cfg(feature = "backend")]
pub mod text {
    pub use tablewright_text::*;
}

/// C++ for what descriptions of targets name: enumerators with their namespaces, and conditions.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod target_text {
    pub use tablewright_llvm::{Qualified, Scoped, condition_text};
}

/// The table of `--gen-dag-isel` as data: where each step stands, what it leads to, what patterns cost.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod matcher_table {
    pub use tablewright_llvm::matcher_table::*;
}

/// The table of `--gen-global-isel` as data.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod rule_table {
    pub use tablewright_llvm::rule_table::*;
}

/// How large the tables are that the backends of a target print.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod table_sizes {
    pub use tablewright_llvm::table_sizes::*;
}

/// The rules of a combiner of GlobalISel, as they are described and as `--gen-global-isel-combiner` lays them
/// out; and which of them overlap.
#[cfg(all(feature = "backends", feature = "target"))]
pub mod combiner_rules {
    pub use tablewright_llvm::table_rules::*;
}

/// What LLVM's backends know of a target: registers, instructions, schedules and more, each an
/// [`Analysis`] of the records.
#[cfg(feature = "target")]
pub mod target {
    pub use tablewright_target::*;
}

/// Questions that people ask a description, and the answers as data.
#[cfg(feature = "inspect")]
pub mod inspect {
    pub use tablewright_inspect::*;
}
