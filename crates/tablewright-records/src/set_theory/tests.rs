use expect_test::{Expect, expect};

use super::SetTheory;
use crate::ids::RecordId;
use crate::store::RecordStore;
use crate::test_support::{shown, store_of};

const OPERATORS: &str = "class Set<dag d> { dag Elements = d; }
def add; def sub; def and; def shl; def trunc; def rotl; def rotr;
def decimate; def interleave; def sequence; def odd;
def r0; def r1; def r2; def r3; def r4; def r5; def r03;
";

/// Returns the elements of the record `S`, or the error.
fn elements_of(store: &RecordStore) -> String {
    let mut sets: SetTheory<'_, RecordId> = SetTheory::new(store);
    let class = store.find_class("Set").expect("the class is defined");
    sets.add_field_expander(class, "Elements");
    sets.add_operator("odd", |sets, expr, set| {
        for arg in expr.dag.args {
            let all = sets.evaluated(arg.value, expr.at)?;
            all.as_slice().iter().skip(1).step_by(2).for_each(|&e| set.insert(e));
        }
        Ok(())
    });
    let s = store.record(store.find_record("S").expect("the set is defined"));
    match sets.expand(s) {
        Ok(elements) => {
            let elements = elements.expect("the class has an expander");
            let names: Vec<&str> = elements.iter().map(|&e| store.record(e).name()).collect();
            names.join(" ")
        }
        Err(error) => shown(store, error),
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&elements_of(&store_of(&format!("{OPERATORS}{text}"))));
}

fn check_expr(expr: &str, expected: Expect) {
    check(&format!("def A : Set<(add r0, r1, r2, r3, r4, r5)>;\ndef S : Set<{expr}>;\n"), expected);
}

#[test]
fn operators() {
    check_expr("(add)", expect![""]);
    check_expr("(add r1, r0, r1, A)", expect!["r1 r0 r2 r3 r4 r5"]);
    check_expr("(add r1, [r1, r0], (add r0, [r2]))", expect!["r1 r0 r2"]);
    check_expr("(add:$x r1:$y)", expect!["r1"]);
    check_expr("(sub A, r1, (add r3, r5))", expect!["r0 r2 r4"]);
    check_expr("(and A, (add r5, r03, r1))", expect!["r1 r5"]);
    check_expr("(shl A, 4)", expect!["r4 r5"]);
    check_expr("(shl A, 4294967296)", expect![""]);
    check_expr("(trunc A, 2)", expect!["r0 r1"]);
    check_expr("(trunc A, 9)", expect!["r0 r1 r2 r3 r4 r5"]);
    check_expr("(rotl A, 2)", expect!["r2 r3 r4 r5 r0 r1"]);
    check_expr("(rotl A, -7)", expect!["r5 r0 r1 r2 r3 r4"]);
    check_expr("(rotr A, 2)", expect!["r4 r5 r0 r1 r2 r3"]);
    check_expr("(rotr A, -6)", expect!["r0 r1 r2 r3 r4 r5"]);
    check_expr("(rotr (add), 1)", expect![""]);
    check_expr("(rotl A, -9223372036854775808)", expect!["r4 r5 r0 r1 r2 r3"]);
    check_expr("(decimate A, 4)", expect!["r0 r4"]);
    check_expr("(interleave (trunc A, 3), r5, (add r1, r4))", expect!["r0 r5 r1 r4 r2"]);
    check_expr("(odd A)", expect!["r1 r3 r5"]);
}

#[test]
fn sequences() {
    check_expr(r#"(sequence "r%u", 1, 3)"#, expect!["r1 r2 r3"]);
    check_expr(r#"(sequence "r%u", 3, 1)"#, expect!["r3 r2 r1"]);
    check_expr(r#"(sequence "r%u", 0, 5, 2)"#, expect!["r0 r2 r4"]);
    check_expr(r#"(sequence "r%u", 5, 0, 2)"#, expect!["r5 r3 r1"]);
    check_expr(r#"(sequence "r%02d", 3, 3)"#, expect!["r03"]);
    check_expr(r#"(sequence "r%u", 1, 3, -1)"#, expect![""]);
    check_expr(r#"(sequence "r%u", 3, 3, -1)"#, expect!["r3"]);
    check_expr(r#"(sequence "A", 0, 0)"#, expect!["r0 r1 r2 r3 r4 r5"]);
}

#[test]
fn faults_are_reported_at_the_set() {
    let cases = [
        ("(sub r0)", "Set difference needs at least two arguments: (sub r0)"),
        ("(sub)", "Set difference needs at least two arguments: (sub)"),
        ("(and r0)", "Set intersection requires two arguments: (and r0)"),
        ("(shl r0)", "Operator requires (Op Set, Int) arguments: (shl r0)"),
        ("(shl r0, \"1\")", "Second argument must be an integer: (shl r0, \"1\")"),
        ("(shl r0, -1)", "Positive shift required: (shl r0, -1)"),
        ("(trunc r0, -1)", "Positive length required: (trunc r0, -1)"),
        ("(decimate r0, 0)", "Positive stride required: (decimate r0, 0)"),
        (
            "(r1 r0)",
            "Unknown set operator: (r1 r0)\nthe operators are add, and, decimate, interleave, odd, rotl, \
             rotr, sequence, shl, sub, trunc",
        ),
        ("(? r0)", "Bad set expression: (? r0)"),
        ("(add 1)", "Invalid set element: 1"),
        ("(add \"x\")", "Invalid set element: \"x\""),
        ("?", "Invalid set element: ?"),
        ("(sequence)", "Bad args to (sequence \"Format\", From, To): (sequence)"),
        ("(sequence 1, 2, 3)", "Format must be a string: (sequence 1, 2, 3)"),
        ("(sequence \"r\", r0, 3)", "From must be an integer: (sequence \"r\", r0, 3)"),
        ("(sequence \"r\", -1, 3)", "From out of range"),
        ("(sequence \"r\", 1, r0)", "To must be an integer: (sequence \"r\", 1, r0)"),
        ("(sequence \"r\", 1, 1073741824)", "To out of range"),
        ("(sequence \"r\", 1)", "Bad args to (sequence \"Format\", From, To): (sequence \"r\", 1)"),
        ("(sequence \"r\", 1, 2, r0)", "Stride must be an integer: (sequence \"r\", 1, 2, r0)"),
        (
            "(sequence \"r\", 1, 2, 3, 4)",
            "Bad args to (sequence \"Format\", From, To): (sequence \"r\", 1, 2, 3, 4)",
        ),
        ("(sequence \"r%u\", 1, 2, 0)", "Stride must not be zero: (sequence \"r%u\", 1, 2, 0)"),
        (
            "(sequence \"r%s\", 1, 2)",
            "Format must have one conversion of an unsigned integer: (sequence \"r%s\", 1, 2)",
        ),
        ("(sequence \"q%u\", 1, 2)", "No def named 'q1': (sequence \"q%u\", 1, 2)"),
    ];
    for (expr, message) in cases {
        let store = store_of(&format!("{OPERATORS}def S : Set<{expr}>;\n"));
        assert_eq!(elements_of(&store), format!("5:5: {message}\n"), "{expr}");
    }
}

#[test]
fn faults_are_those_of_the_innermost_set() {
    check(
        "multiclass M { def T : Set<(sub r0)>; }\ndefm m : M;\ndef S : Set<(add mT)>;\n",
        expect![[r#"
            5:20: Set difference needs at least two arguments: (sub r0)
            6:10: instantiated from multiclass
        "#]],
    );
    check(
        "class Other { dag Elements = (add r0); }\ndef O : Other;\ndef S : Set<(add O)>;\n",
        expect!["O"],
    );
}

#[test]
fn a_set_that_contains_itself_adds_nothing_to_itself() {
    check("def S : Set<(add r0, !cast<Set>(\"S\"), r1)>;\n", expect!["r0 r1"]);
}

#[test]
fn deep_sets_are_an_error() {
    let mut chain = "def S0 : Set<(add r0)>;\n".to_owned();
    for i in 1..2000 {
        chain.push_str(&format!("def S{i} : Set<(add S{})>;\n", i - 1));
    }
    chain.push_str("def S : Set<(add S1999)>;\n");
    let store = store_of(&format!("{OPERATORS}{chain}"));
    assert!(elements_of(&store).ends_with("Sets are nested more than 500 levels deep\n"));
}
