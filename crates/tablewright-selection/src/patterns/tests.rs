//! Rules about patterns, each with a description of a few lines.

mod flags;
mod inference;
mod reading;
mod trace;
mod variants;

use std::fmt::Write;

use expect_test::Expect;
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_test_support::{analysis, reports_of, td};

use super::{Patterns, PatternsToMatch};

/// Registers for integers, for floating-point numbers and for vectors; two instructions that targets have at
/// least; and a fragment.
const TOY: &str = r##"
foreach i = 0-3 in def R#i : Register<"r"#i>;
foreach i = 0-1 in def F#i : Register<"f"#i>;
foreach i = 0-1 in def V#i : Register<"v"#i>;
def SP : Register<"sp">;
def GPR : RegisterClass<"T", [i32], 32, (add R0, R1, R2, R3)>;
def Byte : RegisterClass<"T", [i8], 8, (add R0, R1)> { let Size = 8; }
def FPR : RegisterClass<"T", [f32], 32, (add F0, F1)>;
def VPR : RegisterClass<"T", [v2i16, v4i8], 32, (add V0, V1)>;
def Y1 : Instruction; def Y2 : Instruction;
def simm8 : ImmLeaf<i32, "return isInt<8>(Imm);">;
"##;

/// Returns the records of [`TOY`] and `text`.
fn store_of(text: &str) -> RecordStore {
    tablewright_test_support::store_of(&td::patterns(&[TOY, text].concat()))
}

/// Prints the patterns in selection order: matched tree, created tree.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let reports = reports_of::<Patterns>(&store);
    if !reports.is_empty() {
        return expected.assert_eq(&reports);
    }
    let patterns: &PatternsToMatch = analysis(&store);
    let text = |tree| {
        let text = patterns.text(&store, tree, &[], &mut Diagnostics::new());
        // Types are the same in all modes mostly, and easier to read without saying so.
        text.expect("there are types and instructions").replace("{ *:[", "").replace("] }", "")
    };
    let mut shown = String::new();
    for pattern in &patterns.list {
        let (source, result) = (text(pattern.source), text(pattern.result));
        writeln!(shown, "{source}\n  -> {result}").expect("a string takes any text");
    }
    expected.assert_eq(&shown);
}
