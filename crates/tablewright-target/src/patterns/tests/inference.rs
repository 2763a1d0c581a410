//! How types are narrowed.

use expect_test::expect;

use super::check;

#[test]
fn operands_have_types_from_their_profile() {
    check(
        "def EXT : I<(outs GPR:$d), (ins Byte:$a), [(set GPR:$d, (sext Byte:$a))]>;
         def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
         def EL : I<(outs Byte:$d), (ins VPR:$a), [(set Byte:$d, (extractelt VPR:$a, 0))]>;
         def IR : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sext_inreg GPR:$a, i16))]>;",
        expect![[r#""#]],
    );
}

#[test]
fn a_cast_to_the_same_type_is_left_out() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>;
         def I2 : I<(outs FPR:$d), (ins GPR:$a), []>;
         def : Pat<(i32 (sub (bitconvert GPR:$a), 1)), (I1 GPR:$a)>;
         def : Pat<(f32 (bitconvert GPR:$a)), (I2 GPR:$a)>;",
        expect![[r#""#]],
    );
}

#[test]
fn a_result_may_choose_any_type_that_instructions_agree_on() {
    check(
        "def V1 : I<(outs VPR:$d), (ins GPR:$a), []>;
         def V2 : I<(outs GPR:$d), (ins VPR:$a), []>;
         def : Pat<(i32 (sub GPR:$a, 1)), (V2 (V1 GPR:$a))>;",
        expect![[r#""#]],
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
    expect![[r#""#]].assert_eq(&reports.concat());
}
