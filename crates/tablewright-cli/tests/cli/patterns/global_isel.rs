//! The rules of GlobalISel, `--global-isel`.

use expect_test::expect;

use super::COMMON;
use crate::{Dir, Ran};

/// What a description is that GlobalISel can import some patterns of.
const GLOBAL_ISEL: &str = r#"include "classes.td"
def unmapped : ComplexPattern<i32, 1, "selectUnmapped">;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), [(set GPR:$d, (sub GPR:$a, simm8:$b))]>;
def P1 : Pat<(add GPR:$a, GPR:$b), (SUB GPR:$a, GPR:$b)>;
def P2 : Pat<(and GPR:$a, unmapped:$b), (SUB GPR:$a, unmapped:$b)>;
def P3 : Pat<(add GPR:$a, 9), (SUBI GPR:$a, 9)>;
"#;

fn global_isel(options: &str) -> Ran {
    let classes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/global-isel");
    let command = format!("patterns -I {classes} -I {COMMON} --global-isel {options} a.td");
    Dir::with(GLOBAL_ISEL).run(&command)
}

#[test]
fn patterns_that_global_isel_skips_are_counted_and_listed() {
    expect![[r#"
        T: 2 rules in a table of 75 bytes, 4 patterns skipped
               2  Pattern operator lacks an equivalent Instruction
               2  SelectionDAG ComplexPattern
        --skipped shows each, --pattern NAME what becomes of one
    "#]]
    .assert_eq(&global_isel("").out);
    expect![[r#"
        P2  a.td:6:5
          SelectionDAG ComplexPattern (unmapped) not mapped to GlobalISel
        P2  a.td:6:5, a variant
          SelectionDAG ComplexPattern (unmapped) not mapped to GlobalISel
        P3  a.td:7:5
          Pattern operator lacks an equivalent Instruction (ISD::ADD)
        P1  a.td:5:5
          Pattern operator lacks an equivalent Instruction (ISD::ADD)
    "#]]
    .assert_eq(&global_isel("--skipped").out);
}

#[test]
fn a_rule_of_global_isel_is_found_by_pattern_and_by_index() {
    let expected = expect![[r#"
        SUB  a.td:3:5
          (sub GPR:$a, GPR:$b) -> (SUB GPR:$a, GPR:$b)
          rule 0 for G_SUB, index 57 to 73 of 75, score 3
          by itself
            GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(40), // Rule ID 0 //
            GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_SUB),
            GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(T::GPRRegClassID),
            GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(T::GPRRegClassID),
            GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(T::GPRRegClassID),
            GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(T::SUB),
            GIR_RootConstrainSelectedInstOperands,
            GIR_Done,
          1 rule for G_SUB tried before it
                 26  rule 1, score 7: SUBI  a.td:4:5
    "#]];
    expected.assert_eq(&global_isel("--pattern SUB").out);
    expected.assert_eq(&global_isel("--at 60").out);
    expect![[r#"
        NAME,DEFINED AT,NUMBER,FORM,PATTERN,SKIPPED,RULE,OPCODE,START,END,SCORE
        SUB,a.td:3:5,5,,"(sub GPR:$a, GPR:$b) -> (SUB GPR:$a, GPR:$b)",,0,G_SUB,57,73,3
        P3,a.td:7:5,3,,"(add GPR:$a, 9) -> (SUBI GPR:$a, 9)",Pattern operator lacks an equivalent Instruction (ISD::ADD),,,,,
    "#]].assert_eq(&global_isel("--pattern SUB --pattern P3 --format csv").out);
    expect![[r#"
        {"kind":"Pattern operator lacks an equivalent Instruction","count":2}
        {"kind":"SelectionDAG ComplexPattern","count":2}
    "#]]
    .assert_eq(&global_isel("--format jsonl").out);
    let failed = global_isel("--at 3");
    assert_eq!(failed.code, Some(1));
    assert_eq!(
        failed.err.trim_end(),
        "error: at 3 there are checks that several rules share, or a switch; the next rule, 1, begins at 26"
    );
}
