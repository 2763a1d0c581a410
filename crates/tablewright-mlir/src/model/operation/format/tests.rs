use tablewright_records::{RecordStore, Release};
use tablewright_test_support::Description;

use super::{AssemblyFormat, parse};
use crate::model::Operation;
use crate::model::operation::OperationSyntax;

/// An operation with an operand, a result and every other kind of member, and a format.
fn store(format: &str) -> RecordStore {
    let text = format!(
        "include \"mlir-op.inc\"
def Untyped : Attr<CPred<\"true\">, \"any\", \"::mlir::Attribute\", \"::mlir::Attribute\">;
def X : Op<Toy, \"x\"> {{
  let arguments = (ins Any:$one, Variadic<Any>:$many, Text:$text, OptionalAttr<Text>:$maybe,
                       Untyped:$any, OptionalAttr<Untyped>:$perhaps, Count:$count);
  let results = (outs Any:$result, Optional<Any>:$other);
  let regions = (region OneBlock:$body);
  let successors = (successor OneBlock:$next);
  let assemblyFormat = [{{{format}}}];
}}"
    );
    const OPERATIONS: &str = include_str!("../../../../../../tests/data/support/mlir-op.inc");
    const BASE: &str = include_str!("../../../../../../tests/data/support/mlir.inc");
    Description::new(text)
        .for_release(Release::new(23))
        .with_file("mlir-op.inc", "mlir-op.inc", OPERATIONS)
        .with_file("mlir.inc", "mlir.inc", BASE)
        .store()
}

/// Checks the format errors and their offsets. A note follows a line break.
fn check(cases: &[(&str, usize, &str)]) {
    for &(format, offset, expected) in cases {
        let store = store(format);
        let operations = Operation::all(&store, |_| true).expect("the operation can be read");
        let OperationSyntax::Format(text) = operations[0].syntax else {
            panic!("the operation has a format")
        };
        let error = parse::parse(&operations[0], text).map(|_| ()).expect_err(format);
        let note = error.note.map_or(String::new(), |note| format!("\n{note}"));
        assert_eq!(
            (error.offset, error.message + &note),
            (offset, expected.to_owned()),
            "{format}"
        );
    }
}

#[test]
fn a_format_has_one_dictionary() {
    check(&[
        ("", 0, "'attr-dict' directive not found in custom assembly format"),
        ("attr-dict attr-dict-with-keyword", 10, "'attr-dict' directive has already been seen"),
        ("type(attr-dict)", 5, "'attr-dict' directive can only be used as a top-level directive"),
        ("prop-dict prop-dict", 10, "'prop-dict' directive has already been seen"),
    ]);
}

#[test]
fn variables_are_read_once_and_before_references() {
    check(&[
        ("$one $one", 5, "operand 'one' is already bound"),
        ("operands $one", 9, "operand 'one' is already bound"),
        ("$one operands", 5, "'operands' directive creates overlap in format"),
        ("regions $body", 8, "region 'body' is already bound"),
        ("custom<A>(ref($text))", 14, "attribute 'text' must be bound before it is referenced"),
        (
            "custom<A>(ref(regions))",
            14,
            "'ref' of 'regions' is not bound by a prior 'regions' directive",
        ),
        ("ref($one)", 0, "'ref' is only valid within a `custom` directive"),
        ("$two", 0, "expected variable to refer to an argument, region, result, or successor"),
        ("$result", 0, "result variables can can only be used as a child to a 'type' directive"),
    ]);
}

#[test]
fn types_are_read_once_and_before_references() {
    check(&[
        ("type($one) type($one)", 11, "'type' of 'one' is already bound"),
        ("type($one) functional-type(operands, results)", 11, "'operands' 'type' is already bound"),
        ("type(results) type($result)", 14, "'type' of 'result' is already bound"),
        (
            "custom<A>(ref(type($one)))",
            14,
            "'ref' of 'type($one)' is not bound by a prior 'type' directive",
        ),
        ("type($text)", 5, "attributes cannot be used as children to a `type` directive"),
        ("type($body)", 5, "regions can only be used at the top level or in a ref directive"),
        ("type(type($one))", 5, "'type' cannot be used as a child of another `type`"),
        ("type($one", 9, "expected ')' after argument list"),
        ("functional-type(operands", 24, "expected ',' after inputs argument"),
    ]);
}

#[test]
fn custom_directives_take_variables_and_types() {
    check(&[
        ("custom(", 6, "expected '<' before custom directive name"),
        ("custom<>", 7, "expected custom directive name identifier"),
        ("custom<type>", 7, "expected custom directive name identifier"),
        ("custom<A(", 8, "expected '>' after custom directive name"),
        ("custom<A>)", 9, "expected '(' before custom directive parameters"),
        ("custom<A>($one $many)", 15, "expected ')' after custom directive parameters"),
        ("custom<A>()", 10, "expected literal, variable, directive, or optional group"),
        (
            "custom<A>(operands)",
            0,
            "only variables and types may be used as parameters to a custom directive",
        ),
        (
            "custom<A>(type(operands))",
            0,
            "type directives within a custom directive may only refer to variables",
        ),
        ("\"a\"", 0, "strings may only be used as 'custom' directive arguments"),
        ("qualified($one)", 0, "'qualified' directive expects an attribute or a `type` directive"),
    ]);
}

#[test]
fn literals_are_keywords_or_punctuation() {
    let element = "expected literal, variable, directive, or optional group";
    check(&[
        (
            "`a:`",
            0,
            "expected valid literal but got 'a:': keywords should contain only alphanum, '_', '$', or '.' \
             characters",
        ),
        (
            "`1`",
            0,
            "expected valid literal but got '1': single character literal must be a letter or one of \
             '_:,=<>()[]{}?+-*'",
        ),
        ("`a", 2, element),
        ("\"a", 2, element),
        ("$ a", 0, element),
        ("  %", 2, element),
        ("type(`a`)", 5, "literals may only be used in the top-level section of the format"),
    ]);
}

#[test]
fn an_optional_group_has_an_anchor_that_can_be_missing() {
    check(&[
        ("($maybe)?", 0, "optional group has no anchor element"),
        (
            "($maybe^ $perhaps^)?",
            17,
            "only one element can be marked as the anchor of an optional group",
        ),
        ("($maybe^)", 9, "expected '?' after optional group"),
        ("($maybe^):", 10, "expected '(' to start else branch of optional group"),
        (
            "($text^)?",
            0,
            "only optional or default-valued attributes can be used to anchor an optional group",
        ),
        ("($one^)?", 0, "only variable length operands can be used within an optional group"),
        (
            "(`a` type($result)^)?",
            0,
            "only variable length results can be used within an optional group",
        ),
        ("(`a`^ $maybe)?", 0, "only variables and types can be used to anchor an optional group"),
        (
            "($maybe^ operands)?",
            0,
            "only literals, types, and variables can be used within an optional group",
        ),
        (
            "(type($many) $many^)?",
            0,
            "first parsable element of an optional group must be a literal, variable, or custom directive",
        ),
        ("type(($maybe^)?)", 5, "optional groups can only be used as top-level elements"),
    ]);
}

#[test]
fn clauses_begin_with_literals() {
    check(&[
        ("oilist `a`", 7, "expected '(' before oilist argument list"),
        ("oilist()", 7, "expected literal, but got ')'"),
        ("oilist($one)", 7, "expected literal, but got '$one'"),
        ("oilist(`a` $text)", 0, "only optional attributes can be used in an oilist parsing group"),
        (
            "oilist(`a` $one)",
            0,
            "only variable length operands can be used within an oilist parsing group",
        ),
        (
            "attr-dict oilist(`a`) `a`",
            0,
            "format ambiguity because a is used both in oilist element and the adjacent literal.",
        ),
        (
            "attr-dict oilist(`a`) oilist(`b` | `a`)",
            0,
            "format ambiguity because a is used in two adjacent oilist elements.",
        ),
    ]);
}

#[test]
fn an_attribute_that_may_have_a_type_is_not_before_a_colon() {
    let colon = "format ambiguity caused by `:` literal found after attribute `any` which does not have a \
                 buildable type";
    check(&[
        ("$any `:` attr-dict", 0, colon),
        ("$any ` ` attr-dict ($maybe^)? $many `:`", 0, colon),
        ("$any (`:` $many^)? attr-dict", 0, colon),
        ("$any (`a` $maybe^) : (`:`)? attr-dict", 0, colon),
    ]);
    let valid =
        ["$any `(` `:` attr-dict", "$any (`a` $maybe^ `:`)? attr-dict", "$text `:` attr-dict"];
    for format in valid {
        let store = store(format);
        let operations = Operation::all(&store, |_| true).expect("the operation can be read");
        assert!(AssemblyFormat::parse(&operations[0], format).is_ok(), "{format}");
    }
}

#[test]
fn optional_attributes_and_regions_need_a_mark() {
    check(&[
        (
            " $maybe attr-dict",
            1,
            "optional attribute 'maybe' cannot be used outside of an optional group\n\
             to conditionally print the attribute, use '($maybe^)?'",
        ),
        (
            "attr-dict ($maybe^)? $body",
            0,
            "format ambiguity caused by `attr-dict` directive followed by region `body`\n\
             try using `attr-dict-with-keyword` instead",
        ),
    ]);
}
