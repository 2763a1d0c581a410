//! Traces of pattern reading: stages, steps, and reasons for skipped parts. Also searches for patterns.

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_records::RecordId;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::instructions::Instructions;
use tablewright_test_support::analysis;

use super::store_of;
use crate::patterns::{
    PatternTracer, Patterns, PatternsToMatch, pattern_records, skipped_patterns,
};

/// Prints how the pattern of the record `X` was read.
fn check(text: &str, expected: Expect) {
    let store = store_of(text);
    let record = store.find_record("X").expect("there is an X");
    let mut tracer = PatternTracer::new(&store, &mut Diagnostics::new()).expect("it is valid");
    let trace = tracer.trace(record).expect("it is valid").expect("X has a pattern");
    let mut shown = String::new();
    for stage in trace.stages.iter().flat_map(|stages| [&stages.expanded, &stages.inferred]) {
        for source in &stage.sources {
            writeln!(shown, "{source}").expect("a string takes any text");
        }
        let types = &stage.result.types;
        let types: Vec<String> = types.iter().map(ToString::to_string).collect();
        writeln!(shown, "-> {}: {}", stage.result, types.join(" ")).expect("as above");
    }
    for step in trace.stages.iter().flat_map(|stages| &stages.steps) {
        let (node, before, after) = (&step.node, &step.before, &step.after);
        writeln!(shown, "{node}: {before} -> {after}: {}", step.rule).expect("as above");
    }
    expected.assert_eq(&shown);
}

#[test]
fn steps_say_which_rule_set_which_type() {
    check(
        "def X : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (sub GPR:$a, simm8))]>;",
        expect![[r#"
            (sub GPR:$a, (imm)[simm8])
            -> (X GPR:$a): i32
            (sub GPR:$a, (imm)[simm8])
            -> (X GPR:$a): i32
            GPR:$d: ? -> i32: GPR has this type
            GPR:$a: ? -> i32: GPR has this type
            (sub GPR:$a, (imm)[simm8]): ? -> i32: SDTCisSameAs<0, 1> of sub
        "#]],
    );
    check(
        "def I1 : I<(outs GPR:$d), (ins VPR:$a), []>;
         def MOVV : I<(outs VPR:$d), (ins GPR:$a), []>;
         def X : Pat<(i32 (sub GPR:$a, 1)), (I1 (MOVV GPR:$a))>;",
        expect![[r#"
            (sub GPR:$a, 1)
            -> (I1 (MOVV GPR:$a)): ?
            (sub GPR:$a, 1)
            -> (I1 (MOVV GPR:$a)): i32
            (sub GPR:$a, 1): ? -> i32: the type is written in the pattern
            GPR:$a: ? -> i32: GPR has this type
            1: ? -> i8 i32 v2i16 v4i8: a number is an integer
            1: i8 i32 v2i16 v4i8 -> i32: SDTCisSameAs<0, 2> of sub
            (I1 (MOVV GPR:$a)): ? -> i32: output GPR:$d of I1
            (MOVV GPR:$a): ? -> v2i16 v4i8: operand VPR:$a of I1
            GPR:$a: ? -> i32: operand GPR:$a of MOVV
            (MOVV GPR:$a): v2i16 v4i8 -> v2i16: instructions agree on several types, and the first type is used
        "#]],
    );
}

#[test]
fn traced_types_are_those_of_the_patterns() {
    let text = "def any : PatFrags<(ops node:$a, node:$b), [(sub node:$a, node:$b), (and node:$b, node:$a)]>;
         def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
         def A : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (any GPR:$a, (ld GPR:$b)))]>;
         def : Pat<(i32 (sub (bitconvert GPR:$a), 1)), (LD GPR:$a)>;";
    let store = store_of(text);
    let mut tracer = PatternTracer::new(&store, &mut Diagnostics::new()).expect("it is valid");
    let patterns: &Patterns = analysis(&store);
    let to_match: &PatternsToMatch = analysis(&store);
    let describer = to_match.describer(&store, &mut Diagnostics::new()).expect("it is valid");
    let mut of_patterns: Vec<(RecordId, String)> = Vec::new();
    for pattern in patterns.list() {
        let (source, result) = (describer.tree(pattern.source), describer.tree(pattern.result));
        of_patterns.push((pattern.record, format!("{source:?}{result:?}")));
    }
    let mut traced: Vec<(RecordId, String)> = Vec::new();
    for record in pattern_records(&store, analysis(&store)) {
        let trace = tracer.trace(record.id()).expect("it is valid").expect("it has a pattern");
        let stage = trace.stages.expect("it is read").inferred;
        for source in &stage.sources {
            traced.push((record.id(), format!("{source:?}{:?}", stage.result)));
        }
    }
    assert_eq!(traced, of_patterns);
}

#[test]
fn patterns_are_found_by_what_they_make_and_match() {
    let text = "def both : PatFrag<(ops node:$a), (sub (ld node:$a), 1)>;
         def A : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (both GPR:$a))]>;
         def B : I<(outs GPR:$d), (ins GPR:$a), []>;
         def P1 : Pat<(i32 (sub GPR:$a, 2)), (B (A GPR:$a))>;
         def P2 : Pat<(i32 (and GPR:$a, 2)), (B GPR:$a)>;";
    let store = store_of(text);
    let patterns: &Patterns = analysis(&store);
    let instructions: &Instructions = analysis(&store);
    let record = |name| store.find_record(name).expect("it is described");
    let names = |records: Vec<RecordId>| {
        let names: Vec<&str> = records.iter().map(|&id| store.record(id).name()).collect();
        names.join(" ")
    };
    let making = |name| {
        names(patterns.making(&store, instructions.id(record(name)).expect("an instruction")))
    };
    let matching = |name| names(patterns.matching(&store, instructions, record(name)));
    assert_eq!([making("A"), making("B"), making("Y1")], ["A P1", "P1 P2", ""]);
    assert_eq!([matching("sub"), matching("both"), matching("ld")], ["A P1", "A", "A"]);
}

#[test]
fn what_is_left_out_has_a_reason() {
    let text = "def both : PatFrags<(ops node:$a), [(add 1, node:$a), (sub 1, node:$a)]>;
         def A : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (null_frag GPR:$a))]>;
         def P1 : Pat<(i32 (both GPR:$a)), (A GPR:$a)>;
         def P2 : Pattern<(i32 (sub GPR:$a, 2)), []>;";
    let store = store_of(text);
    let skipped = skipped_patterns(&store, &mut Diagnostics::new()).expect("it is valid");
    let mut shown = String::new();
    for pattern in &skipped {
        let name = store.record(pattern.record).name();
        writeln!(shown, "{name} {:?} {:?}", pattern.part, pattern.reason).expect("as above");
    }
    expect![[r#"
        A Whole NullFragment
        P1 Alternative(0, 2) ConstantOnLeft
        P2 Whole NoResult
    "#]]
    .assert_eq(&shown);
}

#[test]
fn complexity_has_parts() {
    let store = store_of(
        "def addr : ComplexPattern<i32, 1, \"f\">;
         def A : I<(outs GPR:$d), (ins GPR:$a), []>;
         let AddedComplexity = 7 in
         def : Pat<(i32 (sub (ld addr:$a), 1)), (A addr:$a)>;",
    );
    let patterns: &Patterns = analysis(&store);
    let to_match: &PatternsToMatch = analysis(&store);
    let describer = to_match.describer(&store, &mut Diagnostics::new()).expect("it is valid");
    let pattern = &to_match.list[0];
    let mut shown = String::new();
    for part in to_match.complexity_parts(pattern, patterns) {
        let node = describer.node(part.node).label();
        writeln!(shown, "{} {:?} {node}", part.points, part.kind).expect("as above");
    }
    writeln!(shown, "{}", to_match.complexity(pattern, patterns)).expect("as above");
    expect![[r#"
        3 Node sub
        3 Node ld
        3 Node addr:$a
        3 ComplexPattern addr:$a
        5 Number 1
        7 Added sub
        24
    "#]]
    .assert_eq(&shown);
}
