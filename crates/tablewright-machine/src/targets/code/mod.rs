//! Target functions that generated crates also contain.
#![expect(
    clippy::single_char_add_str,
    reason = "texts of generated crates have no function for a character"
)]

pub(super) mod avr;
pub(super) mod bpf;
pub(super) mod lanai;
pub(super) mod msp430;
pub(super) mod sparc;
pub(super) mod systemz;
