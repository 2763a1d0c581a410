//! Tests of evaluation, each of one rule of the language. Whole files are compared with the reference by
//! the golden tests; these show which rule broke.

mod anonymous_records;
mod bytecode;
mod conditions;
mod errors;
mod lets;
mod multiclasses;
mod resolving;
mod shared_trees;
mod trace;
mod unfinished_work;

use expect_test::Expect;

use crate::options::CompileMode;
use crate::test_support::printed;

/// Compares a text's diagnostics and records, with and without compiled values.
fn check(text: &str, expected: Expect) {
    let resolved = printed(text, CompileMode::Never);
    assert_eq!(
        printed(text, CompileMode::Always),
        resolved,
        "compiled values are as resolved ones"
    );
    assert_eq!(printed(text, CompileMode::Auto), resolved, "nor does it matter when they are");
    expected.assert_eq(&resolved);
}
