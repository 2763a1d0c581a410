//! Typed indices, and the vectors they index.
//!
//! A model that refers to its parts by number gives each kind of part an index type of its own, so
//! that a register cannot be looked up among register classes. What owns the parts is an
//! [`IndexVec`]; what is known beside that of each part is another `IndexVec` with the same index.
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
