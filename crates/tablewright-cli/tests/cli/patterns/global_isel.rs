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

/// Patterns whose types depend on the hardware mode: each has a rule for each mode.
const BY_MODE: &str = r#"include "classes.td"
class ValueTypeByHwMode<list<HwMode> modes, list<ValueType> types>
    : HwModeSelect<modes, !size(types)>, ValueType<0, 0> {
  list<ValueType> Objects = types;
}
def Is64 : Predicate<"Subtarget->is64Bit()">;
def M64 : HwMode<"+64", [Is64]>;
def XLen : ValueTypeByHwMode<[DefaultMode, M64], [i32, i64]>;
def X0 : Register<"x0">;
def X1 : Register<"x1">;
def XPR : RegisterClass<"T", [XLen], 64, (add X0, X1)> { let Size = 64; }
def XPRBank : RegisterBank<"XPRB", [XPR]>;
class Both<SDPatternOperator op> : I<(outs XPR:$d), (ins XPR:$a, XPR:$b), [(set XPR:$d, (op XPR:$a, XPR:$b))]>;
def SUB : Both<sub>;
def AND : Both<and>;
def SUBAND : I<(outs XPR:$d), (ins XPR:$a, XPR:$b), [(set XPR:$d, (and (sub XPR:$a, XPR:$b), XPR:$a))]>;
let GISelShouldIgnore = 1 in
def IGNORED : Pat<(sub XPR:$a, XPR:$a), (SUB XPR:$a, XPR:$a)>;
def NEVER : Pat<(null_frag XPR:$a, XPR:$b), (SUB XPR:$a, XPR:$b)>;
"#;

#[test]
fn a_pattern_has_a_rule_for_each_hardware_mode_and_variant() {
    let classes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/global-isel");
    let dir = Dir::with(BY_MODE);
    let run = |release: &str, options: &str| {
        let common = format!("patterns --release {release} -I {classes} -I {COMMON} --global-isel");
        dir.run(&format!("{common} {options} a.td")).out
    };
    expect![[r#"
        NAME,DEFINED AT,NUMBER,FORM,PATTERN,SKIPPED,RULE,OPCODE,START,END,SCORE
        AND,a.td:15:5,7,in mode M64,"(and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)",,2,G_AND,398,416,3
        AND,a.td:15:5,8,in the default mode,"(and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)",,3,G_AND,250,268,3
        SUBAND,a.td:16:5,1,in mode M64,"(and (sub XPR:$a, XPR:$b), XPR:$a) -> (SUBAND XPR:$a, XPR:$b)",,4,G_AND,279,338,6
        SUBAND,a.td:16:5,2,in the default mode,"(and (sub XPR:$a, XPR:$b), XPR:$a) -> (SUBAND XPR:$a, XPR:$b)",,5,G_AND,131,190,6
        SUBAND,a.td:16:5,3,a variant in mode M64,"(and XPR:$a, (sub XPR:$a, XPR:$b)) -> (SUBAND XPR:$a, XPR:$b)",,6,G_AND,354,398,6
        SUBAND,a.td:16:5,4,a variant in the default mode,"(and XPR:$a, (sub XPR:$a, XPR:$b)) -> (SUBAND XPR:$a, XPR:$b)",,7,G_AND,206,250,6
    "#]].assert_eq(&run("23", "--instr AND --instr SUBAND --format csv"));
    expect![[r#"
        NAME,DEFINED AT,NUMBER,FORM,PATTERN,SKIPPED,RULE,OPCODE,START,END,SCORE
        AND,a.td:15:5,7,in mode M64,"(and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)",,2,G_AND,405,435,3
        AND,a.td:15:5,8,in the default mode,"(and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)",,3,G_AND,249,279,3
    "#]].assert_eq(&run("22", "--instr AND --format csv"));
    expect![[r#"
        AND  a.td:15:5, in mode M64
          (and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)
          rule 2 for G_AND, index 398 to 416 of 421, score 3
          by itself
            GIM_Try_CheckFeatures, /*On fail goto*//*Label 0*/ GIMT_Encode4(42), GIMT_Encode2(GIFBS_HwMode0), // Rule ID 2 //
            GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_AND),
            GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s64,
            GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s64,
            GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s64,
            GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(T::AND),
            GIR_RootConstrainSelectedInstOperands,
            GIR_Done,
          5 rules for G_AND tried before it
                131  rule 5, score 6: SUBAND  a.td:16:5, in the default mode
                206  rule 7, score 6: SUBAND  a.td:16:5, a variant in the default mode
                250  rule 3, score 3: AND  a.td:15:5, in the default mode
                279  rule 4, score 6: SUBAND  a.td:16:5, in mode M64
                354  rule 6, score 6: SUBAND  a.td:16:5, a variant in mode M64

        AND  a.td:15:5, in the default mode
          (and XPR:$a, XPR:$b) -> (AND XPR:$a, XPR:$b)
          rule 3 for G_AND, index 250 to 268 of 421, score 3
          by itself
            GIM_Try_CheckFeatures, /*On fail goto*//*Label 0*/ GIMT_Encode4(42), GIMT_Encode2(GIFBS_HwMode1), // Rule ID 3 //
            GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_AND),
            GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
            GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(T::XPRRegClassID),
            GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(T::AND),
            GIR_RootConstrainSelectedInstOperands,
            GIR_Done,
          2 rules for G_AND tried before it
                131  rule 5, score 6: SUBAND  a.td:16:5, in the default mode
                206  rule 7, score 6: SUBAND  a.td:16:5, a variant in the default mode
    "#]].assert_eq(&run("23", "--pattern AND"));
    expect![[r#"
        IGNORED  a.td:18:5, in mode M64
          (sub XPR:$a, XPR:$a) -> (SUB XPR:$a, XPR:$a)
          skipped: GISelShouldIgnore is set

        IGNORED  a.td:18:5, in the default mode
          (sub XPR:$a, XPR:$a) -> (SUB XPR:$a, XPR:$a)
          skipped: GISelShouldIgnore is set

        NEVER  a.td:19:5
          no pattern to match: --skipped without --global-isel shows the reason
    "#]]
    .assert_eq(&run("23", "--pattern IGNORED --pattern NEVER"));
}
