//! `textDocument/publishDiagnostics`.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, folder, toy, uri};

#[test]
fn errors_have_codes_links_and_related_positions() {
    let settings = json!({ "lints": false, "bookUrl": "https://book.test/" });
    let text = "def a;\ndef b : Bse;\nclass Base;\ndef a;\n";
    let (mut client, uri) = Client::with_text_and_settings(text, settings);
    let found = client.diagnostics(&uri);
    let codes: Vec<&str> = found.iter().filter_map(|found| found["code"].as_str()).collect();
    assert_eq!(codes, ["TW2001", "TW2008"], "{found:?}");
    assert_eq!(client.text_at(&uri, &found[0]["range"]), "Bse");
    assert_eq!(found[0]["severity"], 1);
    let href = "https://book.test/errors/evaluation.html#tw2001-unknown-class";
    assert_eq!(found[0]["codeDescription"]["href"], href);
    let related = &found[1]["relatedInformation"][0]["location"];
    assert_eq!(client.text_at(&uri, &related["range"]), "a");
    assert_eq!(related["range"]["start"]["line"], 0);
    client.stop();
}

#[test]
fn an_edit_is_evaluated_again() {
    let (mut client, uri) = Client::with_text("class A;\ndef b : B;\n");
    assert_eq!(client.diagnostics(&uri).len(), 1);
    client.edit(&uri, 2, "B;", "A;");
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    client.edit(&uri, 3, "def b", "def");
    client.edit(&uri, 4, "def :", "def 1");
    // A slow client may get those of the text between the two edits, too.
    let found = client.diagnostics_of_version(&uri, 4);
    assert!(found[0]["code"].as_str().is_some_and(|code| code.starts_with("TW1")), "{found:?}");
    client.stop();
}

#[test]
fn an_open_text_counts_for_the_files_that_include_it() {
    let mut client = Client::toy();
    let main = client.open(&toy("Toy.td"));
    assert_eq!(client.diagnostics(&main), Vec::<Value>::new());
    let uri = client.open(&toy("ToyFeatures.td"));
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    client.notifications.clear();
    client.edit(&uri, 2, "FeatureMul", "FeatureMull");
    let found = client.diagnostics(&main);
    assert_eq!(client.text_at(&main, &found[0]["range"]), "FeatureMul", "{found:?}");
    client.stop();
}

#[test]
fn lints_are_reported_with_their_names() {
    let text = "class Used;\nclass Unused;\ndef a : Used;\n";
    let (mut client, uri) = Client::with_text_and_settings(text, json!({}));
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    let found = client.diagnostics(&uri);
    assert_eq!(client.text_at(&uri, &found[0]["range"]), "Unused");
    assert_eq!(found[0]["severity"], 2);
    assert_eq!(found[0]["tags"], json!([1]));
    assert!(found[0]["message"].as_str().is_some_and(|it| it.ends_with("[unused-class]")));
    client.stop();
}

#[test]
fn a_file_without_a_root_has_one_message() {
    let folder = folder();
    let path = folder.join("part.td");
    fs::write(&path, "").expect("it can be written");
    let mut client = Client::start(&folder, json!({}), json!({ "lints": false }));
    client.open_text(&path, "def a : Instruction;\nlet X = Y in def b : Other<Z>;\n");
    let found = client.diagnostics(&uri(&path));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["severity"], 3);
    let message = found[0]["message"].as_str().expect("it has a message");
    assert!(message.starts_with("This file is a part of no main file"), "{message}");
    client.stop();
}

#[test]
fn closing_a_file_takes_back_its_diagnostics() {
    let (mut client, uri) = Client::with_text("def b : B;\n");
    assert_eq!(client.diagnostics(&uri).len(), 1);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    client.stop();
}

/// The code and the marked text of each diagnostic.
fn marked(client: &Client, uri: &str, diagnostics: &[Value]) -> Vec<(String, String)> {
    let marked = |it: &Value| {
        let code = it["code"].as_str().unwrap_or_default().to_owned();
        (code, client.text_at(uri, &it["range"]).to_owned())
    };
    diagnostics.iter().map(marked).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(code, text)| (code.to_owned(), text.to_owned())).collect()
}

#[test]
fn edited_statements_are_reported_before_the_rest_is_evaluated() {
    let records: String = (0..50).map(|n| format!("def r{n};\n")).collect();
    let text =
        format!("defvar N = 1;\n{records}def bad : Gone;\nassert !eq(N, 1), \"N is not 1\";\n");
    let (mut client, uri) = Client::with_text(&text);
    assert_eq!(client.diagnostics(&uri).len(), 1);
    client.edit(&uri, 2, "N = 1;", "N = 2;\n\ndef own : Missing;");
    let early = client.diagnostics(&uri);
    let own_and_before = pairs(&[("TW2001", "Missing"), ("TW2001", "Gone")]);
    assert_eq!(marked(&client, &uri, &early), own_and_before);
    let found = client.diagnostics(&uri);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[2]["message"].as_str().is_some_and(|it| it.contains("N is not 1")), "{found:?}");
    client.stop();
}

#[test]
fn diagnostics_that_stay_as_they_are_are_sent_once() {
    let records: String = (0..50).map(|n| format!("def r{n};\n")).collect();
    let (mut client, uri) = Client::with_text(&format!("{records}def bad : Gone;\n"));
    assert_eq!(client.diagnostics(&uri).len(), 1);
    client.edit(&uri, 2, "def r0;", "def r0 : Missing;");
    assert_eq!(client.diagnostics(&uri).len(), 2);
    // The next ones are those of the next edit.
    client.edit(&uri, 3, "def r1;", "def r1 : Missing;");
    assert_eq!(client.diagnostics(&uri).len(), 3);
    client.stop();
}

#[test]
fn a_newer_edit_ends_an_evaluation_that_takes_long() {
    let records: String = (0..50).map(|n| format!("def r{n};\n")).collect();
    let text = format!(
        "defvar N = 1;\n{records}foreach i = 0...N in foreach j = 0...N in def x#i#_#j;\n\
         def bad : Gone;\n"
    );
    let (mut client, uri) = Client::with_text(&text);
    assert_eq!(client.diagnostics(&uri).len(), 1);
    let start = std::time::Instant::now();
    client.edit(&uri, 2, "N = 1;", "N = 99999;\ndef own : Missing;");
    let own_and_before = pairs(&[("TW2001", "Missing"), ("TW2001", "Gone")]);
    // What was edited is evaluated; the loops after it would take minutes.
    let found = client.diagnostics(&uri);
    assert_eq!(marked(&client, &uri, &found), own_and_before);
    client.edit(&uri, 3, "99999", "2");
    let found = client.diagnostics(&uri);
    assert_eq!(marked(&client, &uri, &found), own_and_before);
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
    client.stop();
}
