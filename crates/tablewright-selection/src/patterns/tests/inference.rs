//! Narrowing of types.

use expect_test::expect;

use super::check;

#[test]
fn operands_have_types_from_their_profile() {
    check(
        "def EXT : I<(outs GPR:$d), (ins Byte:$a), [(set GPR:$d, (sext Byte:$a))]>;
         def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
         def EL : I<(outs Byte:$d), (ins VPR:$a), [(set Byte:$d, (extractelt VPR:$a, 0))]>;
         def IR : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sext_inreg GPR:$a, i16))]>;",
        expect![[r#"
            (extractelt:i8 VPR:v4i8:$a, 0:iPTR)
              -> (EL:i8 VPR:v4i8:$a)
            (sext:i32 Byte:i8:$a)
              -> (EXT:i32 Byte:i8:$a)
            (ld:i32 GPR:i32:$a)
              -> (LD:i32 GPR:i32:$a)
            (sext_inreg:i32 GPR:i32:$a, i16:OtherVT)
              -> (IR:i32 GPR:i32:$a)
        "#]],
    );
}

#[test]
fn a_cast_to_the_same_type_is_left_out() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>;
         def I2 : I<(outs FPR:$d), (ins GPR:$a), []>;
         def : Pat<(i32 (sub (bitconvert GPR:$a), 1)), (I1 GPR:$a)>;
         def : Pat<(f32 (bitconvert GPR:$a)), (I2 GPR:$a)>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, 1:i32)
              -> (I1:i32 GPR:i32:$a)
            (bitconvert:f32 GPR:i32:$a)
              -> (I2:f32 GPR:i32:$a)
        "#]],
    );
}

#[test]
fn a_result_may_choose_any_type_that_instructions_agree_on() {
    check(
        "def MOVV : I<(outs VPR:$d), (ins GPR:$a), []>;
         def MOVG : I<(outs GPR:$d), (ins VPR:$a), []>;
         def : Pat<(i32 (sub GPR:$a, 1)), (MOVG (MOVV GPR:$a))>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, 1:i32)
              -> (MOVG:i32 (MOVV:v2i16 GPR:i32:$a))
        "#]],
    );
}

#[test]
fn contradictions_and_open_types_are_errors() {
    let cases = [
        "def I1 : I<(outs GPR:$d), (ins FPR:$a), [(set GPR:$d, (sub FPR:$a, 1))]>;",
        "def I1 : I<(outs VPR:$d), (ins VPR:$a), [(set VPR:$d, (sub VPR:$a, VPR:$a))]>;",
        "def I1 : I<(outs Byte:$d), (ins Byte:$a), [(set Byte:$d, (sub Byte:$a, 1000))]>;",
        "def size : SDNode<\"ISD::SIZE\", SDTypeProfile<1, 1, [SDTCisInt<0>]>>;
         def I1 : I<(outs GPR:$d), (ins VPR:$a), []>; def : Pat<(i32 (size VPR:$a)), (I1 VPR:$a)>;",
    ];
    let reports = cases.map(|text| {
        tablewright_test_support::reports_of::<super::Patterns>(&super::store_of(text))
    });
    expect![[r#"
        error: Type set is empty for each HW mode in 'I1'
        error: In I1: Could not infer all types in pattern!
        error: In I1: Integer value '1000' is out of range for type 'MVT::i8'!
        error: In anonymous_16: Could not infer all types in pattern!
    "#]]
    .assert_eq(&reports.concat());
}
