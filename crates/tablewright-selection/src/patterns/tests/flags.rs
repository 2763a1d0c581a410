//! Flags of instructions that follow from patterns, and patterns that contradict them.

use expect_test::{Expect, expect};
use tablewright_target::instructions::Instructions;
use tablewright_target::instructions::flags::InstructionFlag;
use tablewright_test_support::{analysis, reports_of};

use super::store_of;
use crate::patterns::InstructionFlags;

/// Prints the flags of the instruction `X`.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let reports = reports_of::<InstructionFlags>(&store);
    if !reports.is_empty() {
        return expected.assert_eq(&reports);
    }
    let flags: &InstructionFlags = analysis(&store);
    let instructions: &Instructions = analysis(&store);
    let id = store.find_record("X").and_then(|x| instructions.id(x)).expect("X is an instruction");
    let mut shown: Vec<&str> = Vec::new();
    for (flag, name) in [
        (InstructionFlag::MayLoad, "load"),
        (InstructionFlag::MayStore, "store"),
        (InstructionFlag::HasSideEffects, "effects"),
        (InstructionFlag::IsBitcast, "bitcast"),
    ] {
        shown.extend(flags.for_instruction(id).has(flag).then_some(name));
    }
    shown.extend((flags.has_chain(id) == Some(true)).then_some("chain"));
    expected.assert_eq(&shown.join(" "));
}

#[test]
fn flags_follow_from_nodes() {
    let of = |pattern: &str, operands: &str| format!("def X : I<(outs{operands}, [{pattern}]>;");
    check(&of("(set GPR:$d, (ld GPR:$a))", " GPR:$d), (ins GPR:$a)"), expect!["load chain"]);
    check(&of("(st GPR:$d, GPR:$a)", "), (ins GPR:$d, GPR:$a)"), expect!["store chain"]);
    check(&of("(trap)", "), (ins)"), expect!["effects chain"]);
    check(&of("(set FPR:$d, (bitconvert GPR:$a))", " FPR:$d), (ins GPR:$a)"), expect!["bitcast"]);
    check(&of("(set GPR:$d, (sub GPR:$a, 1))", " GPR:$d), (ins GPR:$a)"), expect![""]);
}

#[test]
fn an_instruction_without_a_pattern_may_have_any_effect() {
    check("def X : I<(outs), (ins), []>;", expect!["effects"]);
    check(
        "def X : I<(outs GPR:$d), (ins GPR:$a), []>; def : Pat<(i32 (ld GPR:$a)), (X GPR:$a)>;",
        expect!["load"],
    );
}

#[test]
fn a_pattern_may_not_do_what_its_instruction_does_not() {
    check(
        "let mayLoad = false in
         def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;",
        expect![[r#"
            error: Pattern doesn't match mayLoad = 0
            error: pattern conflicts
        "#]],
    );
    check(
        "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, 1))]>;
         def : Pat<(i32 (sub (ld GPR:$a), 1)), (X GPR:$a)>;",
        expect![[r#"
            error: pattern may load, but mayLoad isn't set on the instruction
            error: defined here
            error: Errors in DAG patterns
        "#]],
    );
}
