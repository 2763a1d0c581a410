//! Changes between two versions of a description, for actions whose reads were recorded.
//!
//! For example an edit changes an instruction's latency. An action that did not read this field prints the same as
//! before, and need not run again.
//!
//! In: the records of a description after each edit, as a [`StoreFingerprint`], since the records themselves are gone
//! after the next edit. Out: [`StoreChanges`], which are intersected with the [`Reads`](crate::reads::Reads) of an
//! action. Everything in doubt counts as a change. Unlike a comparison for people, numbers of anonymous records count,
//! since actions print them.

mod comparison;
mod fingerprint;
mod hashing;
mod record_keys;
mod value_hashes;

#[cfg(test)]
mod tests;

pub use comparison::StoreChanges;
pub use fingerprint::StoreFingerprint;
