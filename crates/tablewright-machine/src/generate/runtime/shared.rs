//! Names that a target's functions use.

#[allow(unused_imports)]
pub(crate) use crate::print::{Context, Text};

/// The tables with a namespace and a width in bits.
#[allow(dead_code)]
pub(crate) struct TableChoice {
    pub(crate) namespace: &'static str,
    pub(crate) width: u32,
}
