//! The lints about branches, calls, flags and patterns.

use super::super::{
    branch_not_terminator, call_without_link, commutable_non_commutative, flags_not_defined,
    flags_not_used, terminator_without_barrier,
};
use super::findings;

/// Checks that `more` in the body of the instruction removes the finding.
#[track_caller]
fn check_fixed_by(lint: &crate::lint::Lint, text: &str, fixes: &[(&str, &str)]) {
    for (wrong, right) in fixes {
        let fixed = text.replace(wrong, right);
        assert_ne!(text, fixed, "{wrong}");
        assert_eq!(findings(lint, &fixed), [""; 0], "{right}");
    }
}

#[test]
fn a_pseudo_of_the_assembler_needs_no_terminator() {
    let text =
        "def TAIL : Inst<(outs), (ins GPR:$rs), \"tail\\t$rs\"> {\n  let isBranch = true;\n}\n";
    assert_eq!(findings(&branch_not_terminator::LINT, text).len(), 1);
    check_fixed_by(
        &branch_not_terminator::LINT,
        text,
        &[
            ("let isBranch", "let isPseudo = true; let isBranch"),
            ("let isBranch", "let isAsmParserOnly = true; let isBranch"),
        ],
    );
    // A pattern creates the pseudo.
    let made = text.replace(
        "let isBranch",
        "let isPseudo = true; let Pattern = [(brind GPR:$rs)]; let isBranch",
    );
    assert_eq!(findings(&branch_not_terminator::LINT, &made).len(), 1);
}

#[test]
fn a_return_without_a_barrier_is_found() {
    let text = "def RET : Inst<(outs), (ins), \"ret\"> {\nlet isReturn = true;\n\
                let isTerminator = true;\n}\n";
    assert_eq!(
        findings(&terminator_without_barrier::LINT, text),
        ["test.td:4:5: warning: 'RET' is an unconditional return without 'isBarrier'"]
    );
    check_fixed_by(
        &terminator_without_barrier::LINT,
        text,
        &[
            ("let isReturn", "let isBarrier = true; let isReturn"),
            ("let isReturn", "let isPredicable = true; let isReturn"),
            // The register or number can be a condition.
            ("let isReturn", "let Uses = [R3]; let isReturn"),
            ("(ins)", "(ins number:$condition)"),
        ],
    );
}

#[test]
fn a_jump_without_a_barrier_is_found() {
    let text = "def target : Operand<OtherVT>;\n\
                def JUMP : Inst<(outs), (ins target:$to), \"jump\\t$to\"> {\n\
                let isBranch = true;\nlet isTerminator = true;\nlet Pattern = [(br bb:$to)];\n}\n";
    assert_eq!(
        findings(&terminator_without_barrier::LINT, text),
        ["test.td:5:5: warning: 'JUMP' is an unconditional branch without 'isBarrier'"]
    );
    check_fixed_by(
        &terminator_without_barrier::LINT,
        text,
        &[("let isBranch", "let isBarrier = true; let isBranch"), ("(br bb:$to)", "")],
    );
}

#[test]
fn flags_that_nothing_defines_are_found() {
    let text = "def compare : SDNode<\"T::CMP\", SDTypeProfile<0, 2, []>, [SDNPOutGlue]>;\n\
                def CMP : Inst<(outs), (ins GPR:$a, GPR:$b), \"cmp\\t$a, $b\"> {\n\
                let Pattern = [(compare GPR:$a, GPR:$b)];\n}\n";
    assert_eq!(
        findings(&flags_not_defined::LINT, text),
        [
            "test.td:3:5: warning: 'CMP' replaces a node with glue, 'compare', and its 'Defs' are empty"
        ]
    );
    check_fixed_by(
        &flags_not_defined::LINT,
        text,
        &[
            ("let Pattern", "let Defs = [R3]; let Pattern"),
            ("[SDNPOutGlue]", "[SDNPHasChain, SDNPOutGlue]"),
            ("[SDNPOutGlue]", "[]"),
            ("let Pattern", "let isPseudo = true; let Pattern"),
        ],
    );
}

#[test]
fn flags_that_nothing_uses_are_found() {
    let text = "def FLAGS : Register<\"flags\"> { let Namespace = \"T\"; }\n\
                def compare : SDNode<\"T::CMP\", SDTypeProfile<0, 2, []>, [SDNPOutGlue]>;\n\
                def CMP : Inst<(outs), (ins GPR:$a, GPR:$b), \"cmp\\t$a, $b\"> {\n\
                let Defs = [FLAGS]; let Pattern = [(compare GPR:$a, GPR:$b)];\n}\n\
                def get : SDNode<\"T::GET\", SDTypeProfile<1, 0, [SDTCisVT<0, i32>]>, [SDNPInGlue]>;\n\
                def GET : Inst<(outs GPR:$d), (ins), \"get\\t$d\"> {\n\
                let Pattern = [(set GPR:$d, (i32 (get)))];\n}\n";
    assert_eq!(
        findings(&flags_not_used::LINT, text),
        ["test.td:8:5: warning: 'GET' replaces a node with glue, 'get', and its 'Uses' are empty"]
    );
    check_fixed_by(
        &flags_not_used::LINT,
        text,
        &[("let Pattern", "let Uses = [R3]; let Pattern"), ("[SDNPInGlue]", "[SDNPOptInGlue]")],
    );
}

#[test]
fn a_call_that_keeps_the_link_register_is_found() {
    let call = |name: &str, more: &str| {
        format!("def {name} : Inst<(outs), (ins), \"call\"> {{ let isCall = true; {more} }}\n")
    };
    let defined = call("A", "let Defs = [R3];") + &call("B", "let Defs = [R3];");
    let found = findings(&call_without_link::LINT, &(defined.clone() + &call("C", "")));
    assert_eq!(found, ["test.td:4:43: warning: the call 'C' defines no register"]);
    // A tail call does not return, and calls may leave the address on the stack.
    let tail = call("C", "let isTerminator = true;");
    assert_eq!(findings(&call_without_link::LINT, &(defined + &tail)), [""; 0]);
    let stack = call("A", "") + &call("B", "");
    assert_eq!(findings(&call_without_link::LINT, &stack), [""; 0]);
}

#[test]
fn a_subtraction_that_commutes_is_found() {
    let text = "def SUB : Regs<7, \"sub\"> {\nlet isCommutable = true;\n\
                let Pattern = [(set GPR:$rd, (sub GPR:$rs, GPR:$rt))];\n}\n";
    assert_eq!(
        findings(&commutable_non_commutative::LINT, text),
        ["test.td:3:5: warning: 'SUB' is commutable, and its node 'sub' is not commutative"]
    );
    check_fixed_by(
        &commutable_non_commutative::LINT,
        text,
        &[("(sub ", "(add "), ("let isCommutable = true;", "")],
    );
}
