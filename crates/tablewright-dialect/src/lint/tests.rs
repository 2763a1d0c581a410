//! Findings in small dialects, and cases without findings.

use expect_test::{Expect, expect};
use tablewright_inspect::lint::{Level, Lint, LintLevels, LintScope, LintSettings, check};
use tablewright_records::Release;
use tablewright_test_support::Description;

use super::LINTS;

/// The findings of a lint in operations of the example dialect, one a line.
#[track_caller]
fn check_findings(lint: &str, text: &str, expected: Expect) {
    const FILES: [(&str, &str); 3] = [
        ("mlir-traits.inc", include_str!("../../../../tests/data/support/mlir-traits.inc")),
        ("mlir-op.inc", include_str!("../../../../tests/data/support/mlir-op.inc")),
        ("mlir.inc", include_str!("../../../../tests/data/support/mlir.inc")),
    ];
    let text = format!("include \"mlir-op.inc\"\ninclude \"mlir-traits.inc\"\n{text}");
    let mut description = Description::new(text).for_release(Release::new(23)).traced();
    for (path, file) in FILES {
        description = description.with_file(path, path, file);
    }
    let store = description.store();
    let lints: Vec<&'static Lint> = LINTS.to_vec();
    let mut levels = LintLevels::new();
    levels.set(&lints, "all", Level::Allow).expect("it stands for all");
    levels.set(&lints, lint, Level::Warn).expect("the lint is listed");
    let settings =
        LintSettings { lints: &lints, scope: LintScope::OwnTree, macros: &[], other_files: None };
    let run = check(&store, &levels, settings);
    assert!(run.not_checked.is_empty(), "{:?}", run.not_checked);
    let lines = run.findings.iter().map(|finding| finding.diagnostic.message.clone() + "\n");
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn lints_are_in_the_order_of_their_codes() {
    assert!(LINTS.is_sorted_by(|a, b| a.code < b.code));
}

#[test]
fn formats_with_errors_are_found() {
    let op = |format: &str| {
        format!(
            "def X : Op<Toy, \"x\"> {{ let arguments = (ins Int:$a); let assemblyFormat = \"{format}\"; }}"
        )
    };
    check_findings("unreadable-format", &op("$a attr-dict `:` type($a)"), expect![[""]]);
    check_findings(
        "unreadable-format",
        &op("$b attr-dict"),
        expect![[r#"
        the format of 'toy.x': expected variable to refer to an argument, region, result, or successor
    "#]],
    );
    check_findings("unreadable-format", "def X : Op<Toy, \"x\">;", expect![[""]]);
}

#[test]
fn operands_that_only_builders_could_set_are_used_by_one() {
    let op = |builder: &str, more: &str| {
        format!(
            "def X : Op<Toy, \"x\"> {{ let arguments = (ins Int:$a, Variadic<Int>:$more);
               let builders = [OpBuilder<(ins \"int\":$n), \"{builder}\">]; {more} }}"
        )
    };
    let only = "let skipDefaultBuilders = 1;";
    let lint = "unused-operand";
    check_findings(
        lint,
        &op("$_state.addTypes(n);", only),
        expect![[r#"
        no format and no builder of 'toy.x' uses 'a'
    "#]],
    );
    // Another builder takes all operands.
    check_findings(lint, &op("$_state.addTypes(n);", ""), expect![[""]]);
    // It passes operands on, or may do so.
    check_findings(lint, &op("build($_builder, $_state, n);", only), expect![[""]]);
    check_findings(lint, &op("setUp($_state, a);", only), expect![[""]]);
    // Its body is elsewhere.
    check_findings(lint, &op("", only), expect![[""]]);
    // Functions that are defined elsewhere read it.
    let custom = format!("{only} let hasCustomAssemblyFormat = 1;");
    check_findings(lint, &op("$_state.addTypes(n);", &custom), expect![[""]]);
}

#[test]
fn operations_without_a_summary_are_found() {
    let ops = "def X : Op<Toy, \"x\">;\ndef Y : Op<Toy, \"y\"> { let summary = \"does nothing\"; }";
    check_findings(
        "missing-summary",
        ops,
        expect![[r#"
        the operation 'toy.x' lacks a summary
    "#]],
    );
}

#[test]
fn traits_that_exclude_each_other_are_found() {
    let op = |traits: &str, arguments: &str| {
        format!("def X : Op<Toy, \"x\", [{traits}]> {{ let arguments = (ins {arguments}); }}")
    };
    let lint = "contradicting-traits";
    let sizes = "AttrSizedOperandSegments, SameVariadicOperandSize";
    check_findings(
        lint,
        &op(sizes, "Variadic<Int>:$a, Variadic<Int>:$b"),
        expect![[r#"
        'toy.x' has the traits 'AttrSizedOperandSegments' and 'SameVariadicOperandSize': an attribute has the lengths of operands, or all have the same one
    "#]],
    );
    check_findings(lint, &op("AttrSizedOperandSegments", "Int:$a"), expect![[""]]);
    let two = "SingleBlockImplicitTerminator<\"A\">, SingleBlockImplicitTerminator<\"B\">";
    check_findings(
        lint,
        &op(two, ""),
        expect![[r#"
        'toy.x' has blocks that end with 'A' and with 'B'
    "#]],
    );
    let none = "SingleBlockImplicitTerminator<\"A\">, NoTerminator";
    check_findings(
        lint,
        &op(none, ""),
        expect![[r#"
        'toy.x' has blocks that end with 'A' and with no terminator
    "#]],
    );
}

#[test]
fn traits_fit_the_operands_and_their_effects() {
    let op = |traits: &str, arguments: &str| {
        format!("def X : Op<Toy, \"x\", [{traits}]> {{ let arguments = (ins {arguments}); }}")
    };
    let lint = "contradicting-traits";
    check_findings(
        lint,
        &op("Commutative", "Int:$a"),
        expect![[r#"
        'toy.x' has the trait 'IsCommutative' and 1 of the 2 operands it needs
    "#]],
    );
    check_findings(lint, &op("Commutative", "Int:$a, Int:$b"), expect![[""]]);
    check_findings(lint, &op("Commutative", "Variadic<Int>:$a"), expect![[""]]);
    let written = "OpVariable<Int, \"\", [MemWrite]>:$a";
    check_findings(
        lint,
        &op("NoMemoryEffect", written),
        expect![[r#"
        'toy.x' lacks effects by the trait 'NoMemoryEffect', but has the effect '::mlir::MemoryEffects::Write'
    "#]],
    );
    check_findings(
        lint,
        &op("NoMemoryEffect, MemoryEffects<[MemWrite]>", ""),
        expect![[r#"
        'toy.x' lacks effects by the trait 'NoMemoryEffect', but has the effect '::mlir::MemoryEffects::Write'
    "#]],
    );
    check_findings(lint, &op("NoMemoryEffect", "Int:$a"), expect![[""]]);
}

/// A class `Op` that is none of MLIR's.
#[test]
fn operations_of_others_are_none() {
    let store = Description::new("class Op<int n> { int number = n; }\ndef NOP : Op<0>;\n")
        .traced()
        .store();
    let levels = LintLevels::new();
    let settings =
        LintSettings { lints: LINTS, scope: LintScope::OwnTree, macros: &[], other_files: None };
    let run = check(&store, &levels, settings);
    assert!(run.findings.is_empty() && run.not_checked.is_empty(), "{:?}", run.not_checked);
}
