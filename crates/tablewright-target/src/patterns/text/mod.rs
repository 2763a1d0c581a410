//! Trees of patterns as text: the form that generated files and messages have, and one for people.

pub(crate) mod tree_description;
pub(crate) mod tree_text;
