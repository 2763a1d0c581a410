//! Semantic tokens, links, inlay hints, hierarchies, implementations and lenses.

use serde_json::{Value, json};

use crate::client::{Client, toy, uri};

const TEXT: &str = "class A<int n> {\n  int f = n;\n}\nclass B<int n> : A<n>;\ndef x : B<!add(1, 2)> {\n  let f = 7;\n}\n\
                    defvar Sum = !add(x.f, 1);\nmulticlass M { def _y; }\ndefm z : M;\n";

#[test]
fn semantic_tokens_say_what_names_are() {
    let (mut client, uri) = Client::with_text(TEXT);
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    let types: Vec<String> = serde_json::from_value(legend["tokenTypes"].clone()).expect("texts");
    let found = client.ask("textDocument/semanticTokens/full", &uri);
    let data: Vec<u32> = serde_json::from_value(found["data"].clone()).expect("numbers");
    let lines: Vec<&str> = client.text(&uri).lines().collect();
    let (mut line, mut start) = (0, 0);
    let mut shown = Vec::new();
    for token in data.chunks_exact(5) {
        start = if token[0] == 0 { start + token[1] } else { token[1] };
        line += token[0];
        let text = &lines[line as usize][start as usize..(start + token[2]) as usize];
        shown.push(format!("{text} {} {}", types[token[3] as usize], token[4]));
    }
    let expected = [
        "A class 1",
        "n parameter 1",
        "f property 1",
        "n parameter 0",
        "B class 1",
        "n parameter 1",
        "A class 0",
        "n parameter 0",
        "x enumMember 1",
        "B class 0",
        "f property 2",
        "Sum variable 1",
        "x enumMember 0",
        "f property 0",
        "M interface 1",
        "_y enumMember 1",
        "M interface 0",
    ];
    let found: Vec<&str> =
        shown.iter().map(String::as_str).filter(|it| !it.starts_with("z ")).collect();
    assert_eq!(found, expected);
    let range = client.range(&uri, "class B");
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let found = client.request("textDocument/semanticTokens/range", params);
    assert_eq!(found["data"].as_array().map(Vec::len), Some(20));
    client.stop();
}

#[test]
fn includes_are_links() {
    let mut client = Client::toy();
    let main = client.open(&toy("Toy.td"));
    let found = client.ask("textDocument/documentLink", &main);
    let links = found.as_array().expect("a list");
    let shown: Vec<&str> =
        links.iter().map(|link| client.text_at(&main, &link["range"])).take(2).collect();
    assert_eq!(shown, ["\"llvm/Target/Target.td\"", "\"ToyFeatures.td\""]);
    assert_eq!(links[0]["target"], uri(&toy("prelude/llvm/Target/Target.td")));
    assert_eq!(links.len(), 8);
    client.stop();
}

#[test]
fn inlay_hints_name_parameters_and_values() {
    let (mut client, uri) = Client::with_text(TEXT);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let found = client.request("textDocument/inlayHint", params);
    let shown: Vec<String> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|hint| {
            let at = &hint["position"];
            let label = hint["label"].as_str().unwrap_or_default();
            format!("{}:{} {label} {}", at["line"], at["character"], hint["kind"])
        })
        .collect();
    assert_eq!(shown, ["4:10 n: 2", "7:10 : int = 8 1"]);
    client.stop();
}

#[test]
fn inlay_hints_have_types_and_widths() {
    let text = "class A { bits<4> Enc = 0; int N = 1; }\ndef a : A { let Enc = 3; let N = 2; }\n\
                def b : A { let Enc{1-0} = 3; }\ndefvar List = [a, b];\ndefvar Bits = {0, 1};\ndefvar B = b;\n";
    let (mut client, uri) = Client::with_text(text);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let found = client.request("textDocument/inlayHint", params);
    let hints = found.as_array().expect("a list").iter();
    let shown: Vec<String> = hints
        .map(|hint| {
            format!("{} {}", hint["position"]["line"], hint["label"].as_str().unwrap_or(""))
        })
        .collect();
    let expected = ["1 : bits<4>", "3 : list<A>", "4 : bits<2> = { 0, 1 }", "5 : A"];
    assert_eq!(shown, expected);
    client.stop();
}

#[test]
fn the_type_hierarchy_has_classes_and_records() {
    let (mut client, uri) = Client::with_text(TEXT);
    let names = |found: &Value| -> Vec<String> {
        let items = found.as_array().expect("a list").iter();
        items.filter_map(|item| item["name"].as_str().map(str::to_owned)).collect()
    };
    let prepared = client.ask_at("textDocument/prepareTypeHierarchy", &uri, "class |B");
    assert_eq!(names(&prepared), ["B"]);
    assert_eq!(prepared[0]["detail"], "A");
    let item = json!({ "item": prepared[0] });
    assert_eq!(names(&client.request("typeHierarchy/supertypes", item.clone())), ["A"]);
    assert_eq!(names(&client.request("typeHierarchy/subtypes", item)), ["x"]);
    let prepared = client.ask_at("textDocument/prepareTypeHierarchy", &uri, "class |A");
    let found = client.request("typeHierarchy/subtypes", json!({ "item": prepared[0] }));
    assert_eq!(names(&found), ["B"]);
    client.stop();
}

#[test]
fn implementations_inherit_instantiate_or_set() {
    let (mut client, uri) = Client::with_text(TEXT);
    let mut lines = |snippet: &str| -> Vec<u64> {
        let found = client.ask_at("textDocument/implementation", &uri, snippet);
        let list = found.as_array().expect("a list").clone();
        list.iter().filter_map(|found| found["range"]["start"]["line"].as_u64()).collect()
    };
    assert_eq!(lines("class |A"), [3]);
    assert_eq!(lines("int f|"), [5]);
    assert_eq!(lines("multiclass |M"), [9]);
    client.stop();
}

#[test]
fn lenses_count_uses_records_and_lets() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = client.ask("textDocument/codeLens", &uri);
    let titles: Vec<&str> = found
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["1 use, 1 record", "set by 1 let", "1 use, 1 record", "1 use"]);
    client.stop();
}

#[test]
fn the_evaluated_records_of_a_def_or_defm_are_shown() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = client.ask_at("tablewright/evaluatedRecords", &uri, "let f| = 7");
    assert_eq!(found[0]["name"], "x");
    let text = found[0]["text"].as_str().expect("a text");
    assert!(text.starts_with("def x {") && text.contains("int f = 7;"), "{text}");
    let found = client.ask_at("tablewright/evaluatedRecords", &uri, "defm |z");
    assert_eq!(found[0]["name"], "z_y");
    assert_eq!(client.ask_at("tablewright/evaluatedRecords", &uri, "class |A"), json!([]));
    client.stop();
}

#[test]
fn the_call_hierarchy_has_what_inherits_and_instantiates() {
    let (mut client, uri) = Client::with_text(TEXT);
    let prepared = client.ask_at("textDocument/prepareCallHierarchy", &uri, "class |B");
    assert_eq!(prepared[0]["name"], "B");
    let item = json!({ "item": prepared[0] });
    let found = client.request("callHierarchy/incomingCalls", item.clone());
    assert_eq!(found[0]["from"]["name"], "x");
    assert_eq!(client.text_at(&uri, &found[0]["fromRanges"][0]), "B");
    let found = client.request("callHierarchy/outgoingCalls", item);
    assert_eq!(found[0]["to"]["name"], "A");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    let prepared = client.ask_at("textDocument/prepareCallHierarchy", &uri, "multiclass |M");
    let found = client.request("callHierarchy/incomingCalls", json!({ "item": prepared[0] }));
    assert_eq!(found[0]["from"]["name"], "z");
    client.stop();
}
