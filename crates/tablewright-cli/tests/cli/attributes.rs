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
        attributes("").ok(),
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
    let list: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(list[0]["arguments"][0]["values"], serde_json::json!(["fast", "slow"]));
    assert_eq!(list[0]["arguments"][2]["variadic"], true);
    assert_eq!(list[0]["subjects"], serde_json::json!(["Var"]));
}
