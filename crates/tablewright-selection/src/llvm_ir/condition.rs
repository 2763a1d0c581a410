//! Comparisons, and the conditions for exchanged operands and opposite results.

use crate::patterns::graph::GraphValue;

/// A comparison of two values in registers.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The record of a condition code: `SETLT`.
    pub(super) code: &'static str,
    pub(super) left: GraphValue,
    pub(super) right: GraphValue,
}

/// Conditions with the reversed operands, and the opposite.
const CODES: [(&str, &str, &str); 10] = [
    ("SETEQ", "SETEQ", "SETNE"),
    ("SETNE", "SETNE", "SETEQ"),
    ("SETLT", "SETGT", "SETGE"),
    ("SETLE", "SETGE", "SETGT"),
    ("SETGT", "SETLT", "SETLE"),
    ("SETGE", "SETLE", "SETLT"),
    ("SETULT", "SETUGT", "SETUGE"),
    ("SETULE", "SETUGE", "SETUGT"),
    ("SETUGT", "SETULT", "SETULE"),
    ("SETUGE", "SETULE", "SETULT"),
];

/// Returns the condition for exchanged operands.
pub(super) fn swapped(code: &str) -> &'static str {
    CODES.iter().find(|row| row.0 == code).map_or("SETEQ", |row| row.1)
}

/// Returns the opposite condition.
pub(super) fn inverted(code: &str) -> &'static str {
    CODES.iter().find(|row| row.0 == code).map_or("SETNE", |row| row.2)
}
