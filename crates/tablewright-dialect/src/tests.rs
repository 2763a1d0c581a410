//! Descriptions of small dialects, as JSON.

use expect_test::{Expect, expect};
use serde_json::Value;
use tablewright_records::{RecordStore, Release};
use tablewright_test_support::Description;

use super::describe;
use tablewright_mlir::model::DialectSelection;

/// An operation of the example dialect with these fields, after more definitions.
fn store(definitions: &str, fields: &str) -> RecordStore {
    const OPERATIONS: &str = include_str!("../../../tests/data/support/mlir-op.inc");
    const BASE: &str = include_str!("../../../tests/data/support/mlir.inc");
    let text =
        format!("include \"mlir-op.inc\"\n{definitions}\ndef X : Op<Toy, \"x\"> {{ {fields} }}");
    Description::new(text)
        .for_release(Release::new(23))
        .traced()
        .with_file("mlir-op.inc", "mlir-op.inc", OPERATIONS)
        .with_file("mlir.inc", "mlir.inc", BASE)
        .store()
}

/// Compares a part of the description, by its JSON pointer.
fn check(definitions: &str, fields: &str, pointer: &str, expected: Expect) {
    let store = store(definitions, fields);
    let description = describe(&store, DialectSelection::OF_MAIN_FILE).expect("it can be read");
    let json = serde_json::to_value(&description).expect("it is data");
    let part = json.pointer(pointer).unwrap_or(&Value::Null);
    expected.assert_eq(&(serde_json::to_string_pretty(part).expect("it is data") + "\n"));
}

const OPERATION: &str = "/dialects/0/operations/0";

/// Classes that combine constraints for types, as MLIR's do.
const COMBINED: &str = "
def PredCombinerOr : PredCombinerKind;
class AnyTypeOf<list<Type> l> : Type<CombinedPred<PredCombinerOr, !foreach(t, l, t.predicate)>, \"one of some\">;
def Small : Type<CPred<\"isSmall($_self)\">, \"small\">;
def IntOrSmall : AnyTypeOf<[Int, Small]>;
";

#[test]
fn conditions_name_the_constraints_that_they_are_made_of() {
    let pointer = format!("{OPERATION}/operands/0/constraint/condition");
    let arguments = "let arguments = (ins AnyTypeOf<[Int, Small]>:$a);";
    check(
        COMBINED,
        arguments,
        &pointer,
        expect![[r#"
        {
          "kind": "any_of",
          "of": [
            {
              "constraint": "Int",
              "kind": "base"
            },
            {
              "constraint": "Small",
              "kind": "base"
            }
          ]
        }
    "#]],
    );
    // A constraint that has a name is its own condition, not a reference to itself.
    let arguments = "let arguments = (ins Small:$a);";
    check(
        COMBINED,
        arguments,
        &pointer,
        expect![[r#"
        {
          "expression": "(isSmall($_self))",
          "kind": "cpp"
        }
    "#]],
    );
}

#[test]
fn the_constraints_that_conditions_name_are_listed() {
    let arguments = "let arguments = (ins AnyTypeOf<[IntOrSmall, Int]>:$a);";
    check(
        COMBINED,
        arguments,
        "/constraints",
        expect![[r#"
        [
          {
            "condition": {
              "expression": "(isInt($_self))",
              "kind": "cpp"
            },
            "cpp": "(isInt($_self))",
            "definition": "Int",
            "is_type": true,
            "summary": "integer"
          },
          {
            "condition": {
              "kind": "any_of",
              "of": [
                {
                  "constraint": "Int",
                  "kind": "base"
                },
                {
                  "constraint": "Small",
                  "kind": "base"
                }
              ]
            },
            "cpp": "((isInt($_self))) || ((isSmall($_self)))",
            "definition": "IntOrSmall",
            "is_type": true,
            "summary": "one of some"
          },
          {
            "condition": {
              "expression": "(isSmall($_self))",
              "kind": "cpp"
            },
            "cpp": "(isSmall($_self))",
            "definition": "Small",
            "is_type": true,
            "summary": "small"
          }
        ]
    "#]],
    );
}

#[test]
fn values_have_a_kind() {
    let fields =
        "let arguments = (ins Int:$a, Variadic<Int>:$b); let results = (outs Optional<Int>:$c);";
    let store = store("", fields);
    let description = describe(&store, DialectSelection::OF_MAIN_FILE).expect("it can be read");
    let signature = &description.dialects[0].parts.operations[0].signature;
    let kinds: Vec<_> =
        signature.operands.iter().chain(&signature.results).map(|it| (it.name, it.kind)).collect();
    use super::OperandOrResultKind::{Optional, Single, Variadic};
    assert_eq!(kinds, [("a", Single), ("b", Variadic), ("c", Optional)]);
}

#[test]
fn a_format_is_a_tree() {
    let fields = "let arguments = (ins Int:$a, OptionalAttr<Text>:$t);
        let assemblyFormat = \"$a (`as` $t^)? attr-dict `:` type($a)\";";
    check(
        "",
        fields,
        &format!("{OPERATION}/syntax"),
        expect![[r#"
        {
          "elements": [
            {
              "kind": "variable",
              "name": "a",
              "of": "operand"
            },
            {
              "anchor": 1,
              "is_inverted": false,
              "kind": "optional",
              "otherwise": [],
              "then": [
                {
                  "kind": "literal",
                  "text": "as"
                },
                {
                  "kind": "variable",
                  "name": "t",
                  "of": "attribute"
                }
              ]
            },
            {
              "has_keyword": false,
              "kind": "attr_dict"
            },
            {
              "kind": "literal",
              "text": ":"
            },
            {
              "kind": "type",
              "of": {
                "kind": "variable",
                "name": "a",
                "of": "operand"
              }
            }
          ],
          "errors": [],
          "format": "$a (`as` $t^)? attr-dict `:` type($a)",
          "kind": "format"
        }
    "#]],
    );
}

#[test]
fn a_format_with_an_error_has_no_tree() {
    let fields = "let assemblyFormat = \"$a attr-dict\";";
    check(
        "",
        fields,
        &format!("{OPERATION}/syntax"),
        expect![[r#"
        {
          "errors": [
            "expected variable to refer to an argument, region, result, or successor"
          ],
          "format": "$a attr-dict",
          "kind": "format"
        }
    "#]],
    );
}

#[test]
fn traits_have_the_arguments_of_their_classes() {
    let fields = "let traits = [Structural, PredTrait<\"small\", CPred<\"ok()\">>];";
    check(
        "",
        fields,
        &format!("{OPERATION}/traits"),
        expect![[r#"
        [
          {
            "arguments": [
              {
                "name": "name",
                "value": "Structural"
              }
            ],
            "class": "NativeTrait",
            "cpp_class": "::toy::Structural",
            "definition": "Structural",
            "is_structural": false,
            "kind": "native",
            "name": "Structural"
          },
          {
            "arguments": [
              {
                "name": "text",
                "value": "small"
              },
              {
                "name": "p",
                "value": "anonymous_12"
              }
            ],
            "class": "PredTrait",
            "condition": {
              "expression": "(ok())",
              "kind": "cpp"
            },
            "cpp": "(ok())",
            "kind": "predicate",
            "summary": "small"
          }
        ]
    "#]],
    );
}

#[test]
fn origins_have_the_expansions_and_the_classes() {
    let definitions = "
class Named<string n> : Op<Toy, n>;
multiclass Both<string n> { def _Small : Named<n # \"s\">; }
defm Play : Both<\"play\">;";
    let pointer = "/dialects/0/operations/0/origin";
    check(
        definitions,
        "",
        pointer,
        expect![[r#"
        {
          "classes": [
            {
              "at": {
                "column": 42,
                "file": "test.td",
                "line": 4
              },
              "class": "Named",
              "parameters": [
                {
                  "name": "n",
                  "value": "\"plays\""
                }
              ],
              "parents": [
                {
                  "at": {
                    "column": 25,
                    "file": "test.td",
                    "line": 3
                  },
                  "class": "Op",
                  "parameters": [
                    {
                      "name": "dialect",
                      "value": "Toy"
                    },
                    {
                      "name": "mnemonic",
                      "value": "\"plays\""
                    },
                    {
                      "name": "all",
                      "value": "[]"
                    }
                  ],
                  "parents": []
                }
              ]
            }
          ],
          "expansions": [
            {
              "at": {
                "column": 13,
                "file": "test.td",
                "line": 5
              },
              "kind": "defm",
              "multiclass": "Both",
              "name": "Play",
              "parameters": [
                {
                  "name": "n",
                  "value": "\"play\""
                }
              ]
            }
          ],
          "location": {
            "column": 33,
            "file": "test.td",
            "line": 4
          }
        }
    "#]],
    );
}

#[test]
fn enums_belong_to_the_dialect_of_their_namespace() {
    let definitions =
        "def Color : EnumInfo<\"Color\", \"a color\", [EnumCase<\"Red\", 1, \"red\">]>;";
    check(
        definitions,
        "",
        "/dialects/0/enums/0/cases",
        expect![[r#"
        [
          {
            "kind": "value",
            "name": "Red",
            "text": "red",
            "value": 1
          }
        ]
    "#]],
    );
    check(
        definitions,
        "",
        "/dialects/0/enums/0/class",
        expect![[r#"
        "::toy::Color"
    "#]],
    );
}
