//! Typed indices, and vectors with such indices.
//!
//! A model refers to its parts by number. Each kind of part has its own index type, so that a
//! register index cannot be used for a register class. An [`IndexVec`] owns the parts. Additional
//! facts about each part are kept in other `IndexVec`s with the same index type.
//!
//! ```
//! use tablewright_index::{IndexVec, define_index};
//!
//! define_index! {
//!     /// A register.
//!     pub struct RegisterId;
//! }
//!
//! let mut names: IndexVec<RegisterId, &str> = IndexVec::new();
//! let r0 = names.push("R0");
//! let r1 = names.push("R1");
//!
//! // A fact about each register, in a vector of the same index.
//! let mut is_reserved = IndexVec::from_elem(false, &names);
//! is_reserved[r1] = true;
//! assert_eq!((names[r0], is_reserved[r0]), ("R0", false));
//! ```
#![warn(missing_docs)]

mod index;
mod index_vec;

pub use index::Idx;
pub use index_vec::IndexVec;
