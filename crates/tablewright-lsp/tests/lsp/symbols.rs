//! Symbols of a document and of the workspace.

use serde_json::{Value, json};

use crate::client::{Client, toy};

#[test]
fn the_symbols_of_a_document_are_its_statements() {
    let text = "class A<int i> : B {\n  int f = i;\n}\nlet f = 1 in {\n  def a : A<2>;\n}\ndef : A<1>;\n\
                multiclass M { def _x; }\nthis is wrong\n";
    let (mut client, uri) = Client::with_text(text);
    let found = client.ask("textDocument/documentSymbol", &uri);
    let shown: Vec<String> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|symbol| {
            let children = symbol["children"].as_array().map_or(0, Vec::len);
            let (name, detail) = (&symbol["name"], symbol["detail"].as_str().unwrap_or("-"));
            format!("{} {} {detail} {children}", name.as_str().unwrap_or(""), symbol["kind"])
        })
        .collect();
    assert_eq!(shown, ["A 5 B 1", "a 19 A 0", "(A) 19 - 0", "M 11 - 1"]);
    assert_eq!(client.text_at(&uri, &found[0]["selectionRange"]), "A");
    assert!(client.text_at(&uri, &found[0]["range"]).ends_with('}'));
    client.stop();
}

#[test]
fn the_symbols_of_the_workspace_are_searched() {
    let mut client = Client::toy();
    let uri = client.open(&toy("ToyInstrInfo.td"));
    client.diagnostics(&uri);
    let found = client.request("workspace/symbol", json!({ "query": "ToyInstrInfo" }));
    let names: Vec<&Value> =
        found.as_array().expect("a list").iter().map(|symbol| &symbol["name"]).collect();
    assert!(names.contains(&&json!("ToyInstrInfo")), "{names:?}");
    assert_eq!(found[0]["name"], "ToyInstrInfo");
    client.stop();
}
