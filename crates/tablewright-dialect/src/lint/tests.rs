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
    let settings = LintSettings {
        lints: &lints,
        scope: LintScope::OwnTree,
        macros: &[],
        other_files: None,
        release: Release::NEWEST_KNOWN,
    };
    let run = check(&store, &levels, settings);
    assert!(run.not_checked.is_empty(), "{:?}", run.not_checked);
    let lines = run.findings.iter().map(|finding| finding.diagnostic.message.clone() + "\n");
    expected.assert_eq(&lines.collect::<String>());
}

/// Operations with an attribute in the dialect `Toy`, whose definition is in another file, and in a dialect of the text.
#[test]
fn a_format_that_strict_properties_refuse_is_found_once_for_its_dialect() {
    let op = |name: &str, dialect: &str, format: &str| {
        format!(
            "def {name} : Op<{dialect}, \"{name}\"> {{ let arguments = (ins Text:$width); \
             let assemblyFormat = \"{format}\"; }}\n"
        )
    };
    let dialect = "def Own : Dialect { let name = \"own\"; }\n";
    let text =
        |format: &str| dialect.to_owned() + &op("a", "Own", format) + &op("b", "Own", format);
    check_findings("strict-properties", &text("$width attr-dict"), expect![[""]]);
    check_findings("strict-properties", &text("prop-dict attr-dict"), expect![[""]]);
    check_findings(
        "strict-properties",
        &text("attr-dict"),
        expect![[r#"
            the formats of dialect 'own' are strict since release 24, and the format of 'own.a' does not write the attribute 'width'
        "#]],
    );
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

#[test]
fn an_operation_name_that_is_there_twice_is_found() {
    let ops = |name: &str| format!("def X : Op<Toy, \"x\">;\ndef Y : Op<Toy, \"{name}\">;");
    let lint = "duplicate-operation";
    check_findings(
        lint,
        &ops("x"),
        expect![[r#"
        the operation 'toy.x' is defined twice
    "#]],
    );
    check_findings(lint, &ops("y"), expect![[""]]);
}

#[test]
fn an_enumerator_that_is_there_twice_is_found() {
    let cases = |one: &str, other: &str| {
        format!(
            "def A : EnumCase<{one}>;\ndef B : EnumCase<{other}>;\n\
             def E : EnumInfo<\"E\", \"\", [A, B]>;"
        )
    };
    let lint = "duplicate-enumerator";
    check_findings(
        lint,
        &cases("\"a\", 1", "\"a\", 2"),
        expect![[r#"
        the enum 'E' has the case 'a' twice
    "#]],
    );
    check_findings(
        lint,
        &cases("\"a\", 1, \"one\"", "\"b\", 2, \"one\""),
        expect![[r#"
        the enum 'E' writes two cases as 'one'
    "#]],
    );
    check_findings(
        lint,
        &cases("\"a\", 1", "\"b\", 1"),
        expect![[r#"
        the enum 'E' has the number 1 twice
    "#]],
    );
    check_findings(lint, &cases("\"a\", 1", "\"b\", 2"), expect![[""]]);
    let bits = cases("\"a\", 1", "\"b\", 1").replace("[A, B]>;", "[A, B]>, BitEnumBase<[A, B]>;");
    check_findings(lint, &bits, expect![[""]]);
}

#[test]
fn a_mnemonic_with_the_name_of_the_dialect_is_found() {
    let op = |name: &str| format!("def X : Op<Toy, \"{name}\">;");
    let lint = "repeated-dialect-name";
    check_findings(
        lint,
        &op("toy.x"),
        expect![[r#"
        the operation 'toy.toy.x' has the name of its dialect twice
    "#]],
    );
    check_findings(lint, &op("toyx"), expect![[""]]);
}

#[test]
fn a_default_that_the_enum_lacks_is_found() {
    let op = |default: &str| {
        format!(
            "def Car : EnumCase<\"Car\", 1>;\n\
             def Kind : EnumAttrInfo<\"Kind\", \"\", [Car]>, Attr<CPred<\"\">, \"\", \"KindAttr\", \"Kind\">;\n\
             def X : Op<Toy, \"x\"> {{ let arguments = (ins DefaultValuedAttr<Kind, \"{default}\">:$kind); }}"
        )
    };
    let lint = "default-not-an-enumerator";
    check_findings(
        lint,
        &op("::toy::Kind::Cat"),
        expect![[r#"
        the default '::toy::Kind::Cat' of 'kind' in 'toy.x' is not a case of the enum 'Kind'
    "#]],
    );
    for fine in ["::toy::Kind::Car", "Kind::Car", "defaultKind()", "::toy::Other::Cat"] {
        check_findings(lint, &op(fine), expect![[""]]);
    }
}

#[test]
fn a_type_that_is_always_the_same_is_found() {
    let op = |argument: &str| {
        format!(
            "def X : Op<Toy, \"x\"> {{ let arguments = (ins {argument}:$a);
               let assemblyFormat = \"$a attr-dict `:` type($a)\"; }}"
        )
    };
    let lint = "type-of-buildable";
    check_findings(
        lint,
        &op("Int"),
        expect![[r#"
        the format of 'toy.x' has 'type($a)', and $a has only one type
    "#]],
    );
    check_findings(lint, &op("Any"), expect![[""]]);
    check_findings(lint, &op("Variadic<Int>"), expect![[""]]);
}

#[test]
fn a_terminator_with_a_result_is_found() {
    let op = |traits: &str| {
        format!("def X : Op<Toy, \"x\", [{traits}]> {{ let results = (outs Int:$a); }}")
    };
    let lint = "terminator-with-results";
    check_findings(
        lint,
        &op("Terminator"),
        expect![[r#"
        the terminator 'toy.x' has the result 'a'
    "#]],
    );
    check_findings(lint, &op(""), expect![[""]]);
    let invoke = "def Block : Constraint<CPred<\"true\">>;\n".to_owned()
        + &op("Terminator")
            .replace("let results", "let successors = (successor Block:$next); let results");
    check_findings(lint, &invoke, expect![[""]]);
}

#[test]
fn an_optional_group_that_must_be_there_is_found() {
    let attr = |format: &str, ty: &str| {
        format!(
            "def Pen : AttrDef<Toy, \"Pen\"> {{ let mnemonic = \"pen\";
               let parameters = (ins OptionalParameter<\"{ty}\">:$n); let assemblyFormat = \"{format}\"; }}"
        )
    };
    let lint = "format-not-read-back";
    check_findings(
        lint,
        &attr("`<` ($n^)? `>`", "::mlir::StringAttr"),
        expect![[r#"
        the optional group in the format of 'Pen' begins with '$n', which cannot be absent
    "#]],
    );
    check_findings(lint, &attr("`<` (`n` $n^)? `>`", "::mlir::StringAttr"), expect![[""]]);
    check_findings(lint, &attr("`<` ($n^)? `>`", "std::optional<int>"), expect![[""]]);
}

#[test]
fn a_format_without_the_builder_of_its_parser_is_found() {
    let attr = |more: &str| {
        format!(
            "def Pen : AttrDef<Toy, \"Pen\"> {{ let mnemonic = \"pen\"; let parameters = (ins \"unsigned\":$width);
               {more} let assemblyFormat = \"`<` $width `>`\"; }}"
        )
    };
    let lint = "format-without-builder";
    let skipped = "let skipDefaultBuilders = 1;";
    check_findings(
        lint,
        &attr(skipped),
        expect![[r#"
        the format of 'Pen' needs a builder with its parameters
    "#]],
    );
    check_findings(lint, &attr(""), expect![[""]]);
    let builder = "let builders = [AttrOrTypeBuilder<(ins \"unsigned\":$width)>];";
    check_findings(lint, &attr(&format!("{skipped} {builder}")), expect![[""]]);
    let longer = builder.replace(")>]", ", CArg<\"bool\", \"false\">:$b)>]");
    check_findings(lint, &attr(&format!("{skipped} {longer}")), expect![[""]]);
}

/// A class `Op` that is none of MLIR's.
#[test]
fn operations_of_others_are_none() {
    let store = Description::new("class Op<int n> { int number = n; }\ndef NOP : Op<0>;\n")
        .traced()
        .store();
    let levels = LintLevels::new();
    let settings = LintSettings {
        lints: LINTS,
        scope: LintScope::OwnTree,
        macros: &[],
        other_files: None,
        release: Release::NEWEST_KNOWN,
    };
    let run = check(&store, &levels, settings);
    assert!(run.findings.is_empty() && run.not_checked.is_empty(), "{:?}", run.not_checked);
}
