//! `tablewright attributes`.

use crate::Dir;

/// The classes that attributes are described with.
const CLASSES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/support/attr-classes.inc");

const ATTRIBUTES: &str = r#"
def Var : DeclNode<?, "variables">;
def Field : DeclNode<?, "fields">;
def Docs : Documentation { let Category = DocumentationCategory<"Variables">; }
def Mode : InheritableAttr {
  let Spellings = [Clang<"mode">, Declspec<"mode">];
  let Args = [EnumArgument<"Kind", "Kind", 1, ["fast", "slow"], ["Fast", "Slow"]>,
              IntArgument<"Level", 1>, VariadicExprArgument<"Rest">, BoolArgument<"Own", 0, 1>];
  let Subjects = SubjectList<[Var]>;
  let Documentation = [Docs];
}
def Old : IgnoredAttr { let Spellings = [GNU<"old">]; }
"#;

fn attributes(options: &str) -> crate::Ran {
    let text = format!("include \"{CLASSES}\"\n{ATTRIBUTES}");
    Dir::with(&text).run(&format!("attributes {options} a.td"))
}

#[test]
fn an_attribute_is_a_block() {
    assert_eq!(
        attributes("--all").ok(),
        "\
Mode
  written as  __attribute__((mode))  [[clang::mode]]  __declspec(mode)
  arguments   Kind: fast|slow, [Level: integer], Rest: expression...
  subjects    Var
  documented  Variables

Old
  written as  __attribute__((old))
  documented  InternalOnly
  properties  not kept
"
    );
}

#[test]
fn attributes_are_selected_by_name_spelling_and_subject() {
    for options in ["--attribute M?de", "--spelling *mode*", "--subject Var --attribute *"] {
        assert!(attributes(options).ok().starts_with("Mode\n"), "{options}");
    }
    assert!(attributes("--spelling *old*").ok().starts_with("Old\n"));
    let ran = attributes("--subject Field");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(0)));
    assert!(ran.err.contains("no attribute is selected"), "{}", ran.err);
}

#[test]
fn json_has_all_facts() {
    let text = attributes("--format json --attribute Mode").ok();
    let report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&report["report"], &report["version"]), (&"attributes".into(), &2.into()));
    let list = &report["attributes"];
    assert_eq!(list[0]["arguments"][0]["values"], serde_json::json!(["fast", "slow"]));
    assert_eq!(list[0]["arguments"][2]["variadic"], true);
    assert_eq!(list[0]["subjects"], serde_json::json!(["Var"]));
}

#[test]
fn the_summary_comes_first() {
    assert_eq!(
        attributes("").ok(),
        "\
2 attributes; --all shows them

      1  kept in the syntax tree
      1  with arguments
      1  with a list of subjects
      0  that #pragma clang attribute can apply
      1  written as [[…]]
      2  written as __attribute__((…))

  count  documented in
      1  InternalOnly
      1  Variables
"
    );
    let csv = attributes("--format csv").ok();
    assert_eq!(csv.lines().nth(2), Some("Old,__attribute__((old)),,,InternalOnly,not kept"));
    assert_eq!(attributes("--format jsonl").ok().lines().count(), 2);
}
