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

pub mod backends;
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
