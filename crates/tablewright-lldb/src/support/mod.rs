//! Parts that several actions use.

mod field_text;
mod groups;

pub(crate) use field_text::field_text;
pub(crate) use groups::{LldbGroup, groups};
