//! Names for the functions in `targets/code`, whose source generated crates also contain.
//!
//! A generated crate has a module with the same names, so that the functions compile in both places.

pub(crate) use crate::syntax::TableChoice;
pub(crate) use crate::text::AsmTextContext as Context;

/// The text that a function extends.
pub(crate) type Text = String;
