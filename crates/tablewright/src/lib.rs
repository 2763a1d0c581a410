//! TableGen as a library: from `.td` files to records that can be asked.
//!
//! A [`Session`] says where includes are found and which macros are defined, and loads a main
//! file, from disk or from memory. What comes of it is a [`RecordStore`]: immutable, and shared
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
//! The layers below are crates of their own: [`syntax`] is what precedes any meaning, and
//! [`backends`] turn records into text.
#![warn(missing_docs)]

mod files;
mod session;

/// The examples of the book are tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/src/library/sessions.md")]
    struct Sessions;
    #[doc = include_str!("../../../docs/src/library/records.md")]
    struct Records;
    #[doc = include_str!("../../../docs/src/library/set-theory.md")]
    struct SetTheory;
    #[doc = include_str!("../../../docs/src/library/backends.md")]
    struct Backends;
}

pub use session::{LoadError, Session};
pub use tablewright_records::*;

/// Source positions, diagnostics and the syntax tree.
pub mod syntax {
    pub use tablewright_syntax::*;
}

/// Backends by name, as the command line offers them.
pub mod backends {
    use std::sync::LazyLock;

    pub use tablewright_backend::*;

    /// The backends of `llvm-tblgen`, in the order in which its `--help` lists them.
    pub fn llvm_backends() -> &'static [&'static Backend] {
        tablewright_llvm::backends()
    }

    /// The backends of `clang-tblgen`, in the order in which its `--help` lists them.
    pub fn clang_backends() -> &'static [&'static Backend] {
        static BACKENDS: LazyLock<Vec<&Backend>> = LazyLock::new(|| {
            [tablewright_llvm::general_backends_of_clang(), tablewright_clang::backends()].concat()
        });
        &BACKENDS
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn names_are_unique_and_the_default_exists() {
            for backends in [llvm_backends(), clang_backends()] {
                let mut names: Vec<&str> = backends.iter().map(|b| b.name).collect();
                assert!(names.contains(&DEFAULT_BACKEND));
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), backends.len());
            }
        }
    }
}
