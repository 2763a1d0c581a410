//! Backends over the small target of the examples with a record too much: an answer, or an error with a position.

use crate::Dir;
use crate::hostile::{MANY, bounded, lines};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// Runs actions over the target with `more` after it. Each has to end by itself, with an output or with an error that
/// contains `expected`.
#[track_caller]
fn check(more: &str, actions: &[&str], expected: Option<&str>) {
    let dir = Dir::with(&format!("include \"Toy.td\"\n{more}\n"));
    let prelude = format!("{TOY}/prelude");
    for action in actions {
        let action = format!("--gen-{action}");
        let quiet = "--no-warn-on-unused-template-args";
        let args = ["llvm-tblgen", "-I", TOY, "-I", &prelude, quiet, &action, "a.td", "-o", "out"];
        let ran = bounded(&dir, &args);
        let message = format!("{action} ends with {:?}: {:.2000}", ran.code, ran.err);
        match expected {
            None => assert_eq!(ran.code, Some(0), "{message}"),
            Some(expected) => {
                assert_eq!(ran.code, Some(1), "{message}");
                assert!(ran.err.contains(expected), "{message}");
            }
        }
    }
}

/// An instruction without operands.
fn instruction(body: &str) -> String {
    format!(
        "def HUGE : Instruction {{ let Namespace = \"Toy\"; let OutOperandList = (outs); \
         let InOperandList = (ins); let AsmString = \"huge\"; let Size = 4; {body} }}"
    )
}

#[test]
fn encodings_of_a_megabit() {
    let text = instruction("field bits<1048576> Inst = 0; let Size = 131072;");
    for action in ["emitter", "disassembler", "instr-info"] {
        let dir = Dir::with(&format!("include \"Toy.td\"\n{text}\n"));
        let action = format!("--gen-{action}");
        let prelude = format!("{TOY}/prelude");
        let args = ["llvm-tblgen", "-I", TOY, "-I", &prelude, &action, "a.td", "-o", "out"];
        let ran = bounded(&dir, &args);
        assert!(matches!(ran.code, Some(0 | 1)), "{action}: {:?}", ran.code);
        assert!(!ran.err.contains("panicked"), "{action}: {:.2000}", ran.err);
    }
}

#[test]
fn sequences_of_a_tebi_registers() {
    let text =
        "def Huge : RegisterClass<\"Toy\", [i32], 32, (add (sequence \"R%u\", 0, 1099511627776))>;";
    check(text, &["register-info", "instr-info", "dag-isel"], Some("a.td:2:5: error: "));
}

#[test]
fn sets_that_nest() {
    let sets = lines(MANY, |i| format!("defvar s{i} = (add s{});\n", i - 1));
    let text =
        format!("defvar s0 = (add);\n{sets}def Huge : RegisterClass<\"Toy\", [i32], 32, s{MANY}>;");
    check(&text, &["register-info", "asm-matcher"], Some("error: "));
}

#[test]
fn registers_within_themselves() {
    let text = "def sub_x : SubRegIndex<8>;\ndef XX : Register<\"xx\"> { let Namespace = \"Toy\"; \
                let SubRegs = [XX]; let SubRegIndices = [sub_x]; }";
    check(text, &["register-info"], Some("error: "));
}

#[test]
fn fragments_of_themselves() {
    let text =
        "def pf : PatFrag<(ops node:$a), (pf node:$a)>;\ndef : Pat<(pf i32:$a), (pf i32:$a)>;";
    check(text, &["dag-isel", "global-isel"], Some("error: "));
}

#[test]
fn patterns_that_nest_and_double() {
    for step in ["(add p{}, i32:$c)", "(add p{}, p{})"] {
        let count = if step.contains("$c") { MANY } else { 20 };
        let steps = lines(count, |i| {
            format!("defvar p{i} = {};\n", step.replace("{}", &(i - 1).to_string()))
        });
        let text =
            format!("defvar p0 = (add i32:$a, i32:$b);\n{steps}def : Pat<p{count}, (ADD $a, $b)>;");
        check(&text, &["dag-isel", "global-isel"], Some("error: "));
    }
}

#[test]
fn nodes_of_two_billion_results() {
    let text = "def Huge : SDTypeProfile<2000000000, 2000000000, []>;\n\
                def huge : SDNode<\"ToyISD::HUGE\", Huge>;\ndef : Pat<(huge), (huge)>;";
    check(text, &["dag-isel", "global-isel"], Some("error: "));
}

#[test]
fn assembly_strings_that_nest() {
    let text =
        instruction(&format!("let AsmString = \"{}b{}\";", "{a|".repeat(MANY), "}".repeat(MANY)));
    let dir = Dir::with(&format!("include \"Toy.td\"\n{text}\n"));
    let prelude = format!("{TOY}/prelude");
    for action in ["--gen-asm-writer", "--gen-asm-matcher"] {
        let ran =
            bounded(&dir, &["llvm-tblgen", "-I", TOY, "-I", &prelude, action, "a.td", "-o", "out"]);
        assert!(matches!(ran.code, Some(0 | 1)), "{action}: {:?}", ran.code);
        assert!(!ran.err.contains("panicked"), "{action}: {:.2000}", ran.err);
    }
}

#[test]
fn features_that_imply_themselves() {
    let text = "def FX : SubtargetFeature<\"fx\", \"X\", \"true\", \"d\", [FX]>;";
    let dir = Dir::with(&format!("include \"Toy.td\"\n{text}\n"));
    let prelude = format!("{TOY}/prelude");
    let ran = bounded(
        &dir,
        &["llvm-tblgen", "-I", TOY, "-I", &prelude, "--gen-subtarget", "a.td", "-o", "out"],
    );
    assert!(matches!(ran.code, Some(0 | 1)), "{:?}", ran.code);
    assert!(!ran.err.contains("panicked"), "{:.2000}", ran.err);
}
