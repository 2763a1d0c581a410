//! Tests of evaluation, each of one rule of the language. Whole files are compared with the reference by
//! the golden tests; these show which rule broke.

mod anonymous_records;
mod bytecode;
mod checkpoints;
mod conditions;
mod errors;
mod lets;
mod multiclasses;
mod resolving;

use expect_test::Expect;

use crate::test_support::printed;

/// Compares the diagnostics and records of a text.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&printed(text));
}
