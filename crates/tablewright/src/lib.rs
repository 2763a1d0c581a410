//! TableGen as a library: from `.td` files to records that can be asked, without LLVM.
//!
//! ```
//! use tablewright::Session;
//!
//! let session = Session::new().file("base.td", "class Register<int n> { int Number = n; }");
//! let loaded = session.load_text(
//!     "main.td",
//!     "include \"base.td\"\n\
//!      foreach i = 0-3 in def R#i : Register<i>;",
//! )?;
//! let mut found = Vec::new();
//! for register in loaded.store.derived_from_name("Register")? {
//!     found.push(format!("{register} = {}", register.int("Number")?));
//! }
//! assert_eq!(found, ["R0 = 0", "R1 = 1", "R2 = 2", "R3 = 3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The book of the project has a chapter on the library, whose examples are tests of this crate.
//!
//! # Reading descriptions
//!
//! - [`Session`]: where included files are searched for, and which macros are defined. It loads a main file, from disk
//!   or from memory, and returns [`Loaded`], or a [`LoadError`] that prints as a compiler's messages.
//! - [`RecordStore`]: all classes and records of a description, immutable, shared freely between threads.
//!
//! # Records and values
//!
//! - [`Record`], [`Class`]: by name ([`RecordStore::get`]), by class ([`RecordStore::derived_from_name`]). Fields by
//!   type ([`Record::int`], [`Record::string`], …) return a [`FieldError`] that says where the record is.
//! - [`ValueRef`]: a value of any type, with the store that it belongs to; [`ListRef`], [`DagRef`], [`BitsRef`] and
//!   [`BitSource`] are its parts. [`ValueId`] and [`Value`] are the same without the store, for models that are kept.
//! - [`record_views!`]: a class of a description, declared once as a Rust type with an accessor for each field.
//! - [`Location`]: a position as `file:line:column`. [`trace`]: what set each field.
//! - [`set_theory`]: sets of records, as dags describe them.
//!
//! # Models
//!
//! An [`Analysis`] is computed once for a store and kept with it ([`RecordStore::analyze`]).
//!
//! - `target` (feature `target`): registers, instructions, encodings, patterns, schedules and more; with the feature
//!   `backends` also `matcher_table`, `rule_table` and `combiner_rules`, what the tables of instruction selectors say.
//! - `mlir` (feature `mlir`): dialects, enums, passes, interfaces; dialects as IRDL, Rust and stubs of Python.
//! - `clang` (feature `backends`): Clang's attributes and vector intrinsics.
//! - `inspect` (feature `inspect`): questions that people ask a description.
//!
//! # Backends
//!
//! - `backend` (feature `backend`): what a backend is; `text`: writers for C++ and other text.
//! - `cli` (feature `cli`): `fn main() -> ExitCode { tablewright::cli::main(&[&BACKEND]) }` is a whole program.
//! - `backends` (feature `backends`): all backends of `llvm-tblgen`, `clang-tblgen` and `mlir-tblgen`; with the feature
//!   `llvm-backends`, those of `llvm-tblgen` alone.
//!
//! # Messages
//!
//! - [`syntax::diagnostic`]: errors as data. [`FieldError`], [`AnalysisError`], [`InputErrors`] and [`LoadError`] are
//!   errors of Rust that print position and source line, so that `?` in `main` says what a compiler would say.
//! - `messages` (feature `messages`): diagnostics as compatible text, as rich text, and as JSON.
//!
//! # Layers below
//!
//! [`syntax`] is what precedes any meaning, [`index`] has the typed indices that models use, and [`advanced`] is what the
//! program `tablewright` needs and few others.
#![warn(missing_docs)]

#[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
mod action_runs;
#[cfg(feature = "llvm-backends")]
pub mod backends;

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
    #[cfg(feature = "target")]
    #[doc = include_str!("../../../docs/src/library/models.md")]
    struct Models;
    #[cfg(all(feature = "backends", feature = "target"))]
    #[doc = include_str!("../../../docs/src/library/patterns.md")]
    struct Patterns;
    #[cfg(feature = "cli")]
    #[doc = include_str!("../../../docs/src/library/backends.md")]
    struct Backends;
    #[doc = include_str!("../../../docs/src/library/tblgen-rs.md")]
    struct TblgenRs;
    #[doc = include_str!("../../../docs/src/library/melior.md")]
    struct Melior;
}

pub use tablewright_records::*;
pub use tablewright_session::{
    FileAccess, Flattened, Includes, LoadError, Session, main_file_hint, path_text, read_file,
    text_path, tree_include_dirs,
};
pub use tablewright_text::byte_escape;

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

/// The command line of a program with backends of one's own.
#[cfg(feature = "cli")]
pub mod cli {
    pub use tablewright_driver::own_program::{main, main_with};
}

/// Diagnostics as text: as the reference programs print them, with the source around them, and as JSON.
#[cfg(feature = "messages")]
pub mod messages {
    pub use tablewright_messages::*;
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
    pub use tablewright_mlir::{
        LINTS, Omission, description, dialect_page, irdl, operation_section, python_stubs,
        rust_wrappers,
    };
}

/// Writers for generated text.
#[cfg(feature = "backend")]
pub mod text {
    pub use tablewright_text::*;
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

/// What the program `tablewright` needs, and few others. It changes more often than the rest.
pub mod advanced {
    pub use tablewright_session::read_limited;

    /// Actions that are run for what they read and whether they write something else.
    #[cfg(all(feature = "backends", feature = "inspect", feature = "target"))]
    pub mod action_runs {
        pub use crate::action_runs::*;
    }

    /// C++ for what descriptions of targets name: enumerators with their namespaces, and conditions.
    #[cfg(all(feature = "backends", feature = "target"))]
    pub mod target_text {
        pub use tablewright_llvm::{Qualified, Scoped, condition_text};
    }

    /// How large the tables are that the backends of a target print.
    #[cfg(all(feature = "backends", feature = "target"))]
    pub mod table_sizes {
        pub use tablewright_llvm::table_sizes::*;
    }
}
