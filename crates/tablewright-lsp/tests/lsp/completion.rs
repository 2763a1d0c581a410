//! The order and the limits of completion.

use serde_json::Value;

use crate::client::Client;

const BASE: &str = "\
class Predicate<string c>; class Node; class Reg; class Inst<list<Predicate> p, int n>;
class Pat<dag from, dag to>;
def HasA : Predicate<\"a\">; def HasB : Predicate<\"b\">;
def add : Node; def sub : Node; def R : Reg; def Other;
class WithField { list<Predicate> Predicates = []; int Cost = 1; }
multiclass M<Predicate p, int unused> { def _a : Inst<[p], 1>; }
defm D : M<HasA, 1>;
def : Pat<(add R:$a, R:$b), (sub R:$b, R:$a)>;
";

/// Returns the labels and the list for a line that is typed at the end of the text.
fn typed(text: &str, line: &str) -> (Vec<String>, Value) {
    let (mut client, uri) = Client::with_text(&format!("{text}// end\n"));
    client.diagnostics(&uri);
    client.edit(&uri, 2, "// end\n", &line.replacen('|', "", 1));
    let found = client.ask_at("textDocument/completion", &uri, line);
    client.stop();
    let mut items = found["items"].as_array().expect("a list").clone();
    items.sort_by_key(|item| item["sortText"].as_str().map(str::to_owned));
    let labels = items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned));
    (labels.collect(), found)
}

/// Checks that the best items are these.
#[track_caller]
fn check_first(line: &str, expected: &[&str]) {
    let (labels, _) = typed(BASE, line);
    let first: Vec<&str> = labels.iter().take(expected.len()).map(String::as_str).collect();
    assert_eq!(first, expected, "{line}");
}

#[test]
fn values_of_the_expected_type_are_first() {
    check_first("def x : Inst<[|", &["HasA", "HasB"]);
    check_first("def x : Inst<[HasA, |", &["HasA", "HasB"]);
    check_first("let Predicates = [|", &["HasA", "HasB"]);
    check_first("def x : WithField { let Predicates = [|", &["HasA", "HasB"]);
    check_first("def x { Predicate p = |", &["HasA", "HasB"]);
    check_first("defm x : M<|", &["HasA", "HasB"]);
    check_first("defm x : M<p = |", &["HasA", "HasB"]);
    check_first(
        "multiclass N<Predicate mine, Predicate yours> { def _ : Inst<[|",
        &["HasA", "HasB", "mine", "yours"],
    );
    check_first("def : Pat<(|", &["add", "sub"]);
    check_first("def : Pat<(add |", &["R"]);
}

#[test]
fn names_of_the_source_are_offered_in_the_result() {
    let (labels, _) = typed(BASE, "def : Pat<(add R:$x, R:$yy), (sub R:$|");
    assert_eq!(labels, ["x", "yy"]);
}

#[test]
fn types_and_directives_are_offered_at_their_places() {
    let (labels, _) = typed(BASE, "class New<|");
    assert!(labels.contains(&"bits".to_owned()) && labels.contains(&"Reg".to_owned()));
    assert!(!labels.contains(&"HasA".to_owned()), "{labels:?}");
    let (labels, _) = typed(BASE, "#if|");
    assert!(labels.starts_with(&["define", "else", "endif", "ifdef", "ifndef"].map(str::to_owned)));
}

#[test]
fn a_list_is_limited_and_says_so() {
    let text = format!("{BASE}foreach i = 0-999 in def V#i : Node;\n");
    let (labels, found) = typed(&text, "defvar x = |");
    assert_eq!((labels.len(), &found["isIncomplete"]), (200, &Value::Bool(true)));
    let (labels, _) = typed(&text, "defvar x = V999|");
    assert!(labels.contains(&"V999".to_owned()));
}

/// The time for a list of multiclasses must grow with their number only: `MULTICLASSES` took a
/// second when each of them was searched by name.
#[test]
fn multiclasses_are_offered_in_linear_time() {
    const MULTICLASSES: usize = 2000;
    let one = |i: usize| format!("multiclass M{i}<int a, string b> {{\n  def _x;\n}}\n");
    let text: String = (0..MULTICLASSES).map(one).collect();
    let (mut client, uri) = Client::with_text(&format!("{text}defm Z : M0<1, \"x\">;\n"));
    client.diagnostics(&uri);
    let start = std::time::Instant::now();
    let found = client.ask_at("textDocument/completion", &uri, "defm Z : |M0");
    let elapsed = start.elapsed();
    assert_eq!(found["items"][0]["detail"], "<int a, string b>");
    assert!(elapsed.as_millis() < 1000, "{elapsed:?}");
    client.stop();
}
