use expect_test::expect;
use tablewright_records::Release;
use tablewright_test_support::Description;
use tablewright_test_support::gbnf::Gbnf;

use super::{GrammarText, print};
use crate::model::{DialectContents, DialectSelection};

const CMATH: &str = include_str!("../../../../tests/data/support/mlir-cmath.inc");
const OPERATIONS: &str = include_str!("../../../../tests/data/support/mlir-op.inc");
const BASE: &str = include_str!("../../../../tests/data/support/mlir.inc");

const DEFINITIONS: &str = "
    let useDefaultTypePrinterParser = 1, useDefaultAttributePrinterParser = 1 in
    def Game : Dialect { let name = \"game\"; }
    def UnitAttr : Attr<CPred<\"true\">, \"unit\", \"::mlir::UnitAttr\", \"bool\">;
";

/// Prints the grammar of the dialects `cmath` and `toy` with these definitions.
fn grammar(text: &str) -> GrammarText {
    let store = Description::new(format!("include \"mlir-cmath.inc\"\n{DEFINITIONS}{text}"))
        .with_file("mlir-cmath.inc", "mlir-cmath.inc", CMATH)
        .with_file("mlir-op.inc", "mlir-op.inc", OPERATIONS)
        .with_file("mlir.inc", "mlir.inc", BASE)
        .for_release(Release::new(23))
        .store();
    let selection = DialectSelection { dialect: Some(&|_| true), operation: &|_| true };
    let dialects = DialectContents::select(&store, selection).expect("dialects can be read");
    print(&store, &dialects).expect("it can be printed")
}

/// Checks texts against the grammar of an operation `toy.x` with these fields.
fn check(fields: &str, accepted: &[&str], refused: &[&str]) {
    let text = grammar(&format!("def X : Op<Toy, \"x\"> {{ {fields} }}")).text;
    let grammar = Gbnf::new(&text).expect("it is a grammar");
    for text in accepted {
        assert_eq!(grammar.matched_prefix(text), Ok(()), "{text}");
    }
    for text in refused {
        assert!(!grammar.accepts(text), "{text}");
    }
}

#[test]
fn an_operation_has_a_rule_with_its_format() {
    let fields = "let arguments = (ins CMath_Complex:$lhs, Variadic<Any>:$rest, OptionalAttr<UnitAttr>:$fast);
        let assemblyFormat = \"$lhs `to` (`fast` $fast^)? $rest attr-dict `:` type($lhs) `,` type($rest)\";";
    let text = grammar(&format!("def X : Op<Toy, \"x\"> {{ {fields} }}")).text;
    let rule = text.lines().find(|line| line.starts_with("op-toy-x ::=")).expect("it has a rule");
    expect![[r#"op-toy-x ::= "toy.x" ws operand sp "to" (sp "fast")? (ws operand (ws "," ws operand)*)? (ws dictionary)? ws ":" (ws inner-type-cmath-complex | ws type-cmath-complex | ws type-alias) ws "," (ws type-word | ws type-mark) (ws "," (ws type-word | ws type-mark))*"#]]
        .assert_eq(rule);
}

#[test]
fn operands_types_and_keywords_follow_the_format() {
    check(
        "let arguments = (ins Any:$in, OptionalAttr<UnitAttr>:$fast); let results = (outs Any:$out);
         let assemblyFormat = \"$in (`fast` $fast^)? attr-dict `:` type($in) `to` type($out)\";",
        &[
            "%0 = toy.x %a : i32 to tensor<?x4xf32>",
            "toy.x %a#1 fast {name = 3 : i8, other} : vector<[4]xi1> to (i32) -> (index)\n",
            "// comment\n%a, %b:2 = toy.x %1:memref<*xf32> to !other.type<x: [y, {z}]> // end",
            "%0 = toy.x %a : i32 to i32 loc(\"a.mlir\":1:2)\n%1 = toy.x %0 : i32 to !alias",
        ],
        &[
            "%0 = toy.x %a : i32 toi32",
            "%0 = toy.x %a : i32",
            "%0 = toy.x : i32 to i32",
            "%0 toy.x %a : i32 to i32",
            "%0 = toy.x %a fast fast : i32 to i32",
            "%0 = toy.x %a : i32 to tensor<?x4xf32",
            "%0 = toy.y %a : i32 to i32",
        ],
    );
}

#[test]
fn types_of_a_class_are_written_with_and_without_their_name() {
    check(
        "let arguments = (ins CMath_Complex:$in); let assemblyFormat = \"$in attr-dict `:` type($in)\";",
        &["toy.x %a : <f32, 8>", "toy.x %a : !cmath.complex<f64, 0x10>", "toy.x %a : !alias"],
        &["toy.x %a : <f32>", "toy.x %a : i32", "toy.x %a : !cmath.complex", "toy.x %a : <i32, 8>"],
    );
}

#[test]
fn a_described_dialect_has_only_its_own_types() {
    check(
        "let arguments = (ins Any:$in); let assemblyFormat = \"$in attr-dict `:` type($in)\";",
        &["toy.x %a : !gam.a<b>", "toy.x %a : !gamex.a", "toy.x %a : !g.ame", "toy.x %a : !x.y"],
        &["toy.x %a : !game.a", "toy.x %a {b = #game.a} : i1", "toy.x %a : !game.a<3>"],
    );
}

#[test]
fn groups_have_an_alternative_and_lists_any_length() {
    check(
        "let arguments = (ins Variadic<Any>:$list, Optional<Any>:$one);
         let assemblyFormat = \"(`[` $list^ `:` type($list) `]`) : (`none`)? ($one^ `:` type($one))? attr-dict\";",
        &["toy.x none", "toy.x [%a, %b : i1, i2] %c : f32", "toy.x none %c : f32 {}"],
        &["toy.x [", "toy.x []", "toy.x [%a :]", "toy.x none %c", "toy.x [%a, : i1]"],
    );
}

#[test]
fn regions_contain_operations_and_blocks() {
    check(
        "let regions = (region VariadicRegion<Constraint<CPred<\"true\">, \"any\">>:$bodies);
         let successors = (successor VariadicSuccessor<OneBlock>:$next);
         let assemblyFormat = \"$bodies $next attr-dict\";",
        &[
            "toy.x {\n ^a(%b: i32):\n toy.x ^a, ^c\n ^c:\n}, {}",
            "toy.x {\n \"other.op\"(%a) <{p = 1}> ({ toy.x }) : (i32) -> ()\n toy.x\n}",
        ],
        &[
            "toy.x {",
            "toy.x { ^a: toy.x } {} {}",
            "toy.x { \"other.op\"(%a) : i32 }",
            "toy.x { other.op %a }",
        ],
    );
}

#[test]
fn cpp_reads_any_text_with_balanced_brackets() {
    let text = "def X : Op<Toy, \"x\"> { let hasCustomAssemblyFormat = 1; }
        def Y : Op<Toy, \"y\"> {
          let arguments = (ins Any:$a);
          let assemblyFormat = \"custom<Pair>($a, type($a)) attr-dict\";
        }";
    let GrammarText { text, omissions } = grammar(text);
    let grammar = Gbnf::new(&text).expect("it is a grammar");
    for text in
        ["toy.x", "%0 = toy.x %a to [%b] { toy.x } -> i32\ntoy.y %a : i32", "toy.x (\n)\n  : i32"]
    {
        assert_eq!(grammar.matched_prefix(text), Ok(()), "{text}");
    }
    for text in ["toy.x (", "toy.x ]", "toy.y %a\n%b = toy.z"] {
        assert!(!grammar.accepts(text), "{text}");
    }
    let omissions: Vec<String> = omissions.iter().map(ToString::to_string).collect();
    expect![[r#"
        C++ reads the operation: any text with balanced brackets: toy.x
        C++ reads custom<Pair>: any text with balanced brackets: toy.y
        C++ reads the attribute or type: any text with balanced brackets: cmath.norm"#]]
    .assert_eq(&omissions.join("\n"));
}

#[test]
fn operations_without_a_format_are_written_in_generic_form() {
    check(
        "let arguments = (ins Any:$a);",
        &["%0 = \"toy.x\"(%a) {b = #cmath.norm} : (i32) -> i32"],
        &["%0 = toy.x %a : i32"],
    );
}

#[test]
fn the_dialect_may_be_missing_if_an_operation_sets_it() {
    let extra = "let extraClassDeclaration = \"static StringRef getDefaultDialect();\";";
    check(&format!("{extra} let assemblyFormat = \"attr-dict\";"), &["x {}", "toy.x"], &["y"]);
    check("let assemblyFormat = \"attr-dict\";", &["toy.x"], &["x {}"]);
}

#[test]
fn definitions_with_the_same_name_share_a_rule() {
    let op = |name: &str, format: &str| {
        format!(
            "def {name} : Op<Toy, \"x\"> {{ let assemblyFormat = \"`{format}` attr-dict\"; }}\n"
        )
    };
    let text = grammar(&(op("X", "a") + &op("Y", "b"))).text;
    let grammar = Gbnf::new(&text).expect("it is a grammar");
    assert!(
        grammar.accepts("toy.x a") && grammar.accepts("toy.x b") && !grammar.accepts("toy.x c")
    );
}
