//! Conversion of dags to trees: operators, leaves, fragments, errors.

use expect_test::expect;

use super::check;

#[test]
fn an_instruction_with_a_pattern_is_one() {
    check(
        "def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;",
        expect![[r#"
            (add:i32 GPR:i32:$a, GPR:i32:$b)
              -> (ADD:i32 GPR:i32:$a, GPR:i32:$b)
        "#]],
    );
}

#[test]
fn fragments_are_replaced_with_their_predicates() {
    check(
        "def sub8 : PatFrag<(ops node:$a), (sub node:$a, simm8:$b), \"return f(N);\">;
         def twice : PatFrag<(ops node:$a), (add node:$a, node:$a)>;
         def I1 : I<(outs GPR:$d), (ins GPR:$a), []>;
         def : Pat<(i32 (twice GPR:$a)), (I1 GPR:$a)>;",
        expect![[r#"
            (add:i32 GPR:i32:$a, GPR:i32:$a)
              -> (I1:i32 GPR:i32:$a)
        "#]],
    );
}

#[test]
fn a_fragment_with_alternatives_makes_several_patterns() {
    check(
        "def any : PatFrags<(ops node:$a, node:$b), [(sub node:$a, node:$b), (and node:$b, node:$a)]>;
         def I1 : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (any GPR:$a, GPR:$b))]>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, GPR:i32:$b)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b)
            (and:i32 GPR:i32:$b, GPR:i32:$a)
              -> (I1:i32 GPR:i32:$a, GPR:i32:$b)
        "#]],
    );
}

#[test]
fn a_transformation_is_a_node_of_the_result() {
    check(
        "def neg : SDNodeXForm<imm, \"return -N;\">;
         def nimm : PatLeaf<(imm), \"return N < 0;\", neg>;
         def word : Operand<i32>;
         def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
         def : Pat<(add GPR:$a, nimm:$b), (SUBI GPR:$a, nimm:$b)>;",
        expect![[r#"
            (add:i32 GPR:i32:$a, (imm:i32)<<P:Predicate_nimm>><<X:neg>>:$b)
              -> (SUBI:i32 GPR:i32:$a, (neg:i32 (imm:i32)<<P:Predicate_nimm>>:$b))
        "#]],
    );
}

#[test]
fn operands_with_defaults_need_not_be_given() {
    check(
        "def pred : OperandWithDefaultOps<i32, (ops (i32 14))>;
         def I1 : I<(outs GPR:$d), (ins GPR:$a, pred:$p), []>;
         def : Pat<(sub GPR:$a, 1), (I1 GPR:$a)>;
         def : Pat<(sub GPR:$a, 2), (I1 GPR:$a, 3)>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, 1:i32)
              -> (I1:i32 GPR:i32:$a)
            (sub:i32 GPR:i32:$a, 2:i32)
              -> (I1:i32 GPR:i32:$a, 3:i32)
        "#]],
    );
}

#[test]
fn null_frag_is_no_pattern() {
    check(
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (null_frag GPR:$a))]>;",
        expect![""],
    );
}

#[test]
fn errors_name_the_record() {
    let cases = [
        "def I1 : I<(outs GPR:$d), (ins), [(set GPR:$d, (foo))]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a))]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (Y1 GPR:$a))]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(sub GPR:$a, 1)]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$b, 1))]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR, 1))]>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set (sub GPR:$a, 1), GPR:$a)]>;",
        "def I1 : I<(outs), (ins GPR:$a), []>; def : Pat<(sub GPR:$a, GPR:$b), (I1 GPR:$c)>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>; def : Pat<(sub GPR:$a, GPR:$b), (I1 GPR:$a)>;",
        "def I1 : I<(outs GPR:$d), (ins GPR:$a), []>; def : Pat<(sub GPR:$a, 1), (I1)>;",
        "def I1 : I<(outs GPR:$d), (ins), []>; def : Pat<(sub 1, 1), (I1 2)>;",
        "def I1 : Instruction; def f : PatFrag<(ops node:$a), (sub node:$b, 1)>;",
        "def I1 : Instruction; def f : PatFrag<(ops node:$a), (sub node:$a, 1)> { let Fragments = [(f node:$a)]; }",
    ];
    let cases = cases.map(|text| text.replace("(foo)", "(outs)"));
    let reports = cases.map(|text| {
        tablewright_test_support::reports_of::<super::Patterns>(&super::store_of(&text))
    });
    expect![[r#"
        error: In I1: Unrecognized node 'outs'!
        error: In I1: sub node requires exactly 2 operands!
        error: In I1: Cannot use 'Y1' in an input pattern!
        error: In I1: Top-level forms in instruction pattern should have void types, has types {}
        error: In I1: Operand $a does not appear in the instruction pattern
        error: In I1: Input GPR must be named!
        error: In I1: set destination should be a register!
        error: In anonymous_15: Node 'c' in output pattern but not input pattern
        error: In anonymous_15: Pattern has dead named input: $b
        error: In anonymous_15: Instruction 'I1' expects more than the provided 0 operands!
        error: In anonymous_15: Instruction 'I1' was provided 1 operands but expected only 0!
        error: In f: 'a' does not occur in pattern or was multiply specified!
        error: In f: the pattern is nested more than 512 levels deep
    "#]]
    .assert_eq(&reports.concat());
}

#[test]
fn alternatives_are_limited() {
    let twice = "def f0 : PatFrags<(ops node:$a), [(sub node:$a, 1), (sub node:$a, 2)]>;";
    let mut text = twice.to_owned();
    for n in 1..15 {
        let inner = n - 1;
        text += &format!(
            "def f{n} : PatFrags<(ops node:$a), [(f{inner} node:$a), (f{inner} node:$a)]>;"
        );
    }
    text += "def I1 : Instruction;";
    expect![[r#"
        error: In f14: the pattern has more than 16384 alternatives
    "#]]
    .assert_eq(&tablewright_test_support::reports_of::<super::Patterns>(&super::store_of(&text)));
}

#[test]
fn a_fragment_without_a_use_may_have_no_types() {
    check(
        "def f : PatFrag<(ops node:$a), (sub (f32 node:$a), (i32 node:$a))>;
         def I1 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, 1))]>;",
        expect![[r#"
            (sub:i32 GPR:i32:$a, 1:i32)
              -> (I1:i32 GPR:i32:$a)
        "#]],
    );
}
