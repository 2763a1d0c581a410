//! Pattern trees as text: the form in generated files and messages, and a form for people.

pub(crate) mod tree_description;
pub(crate) mod tree_text;
