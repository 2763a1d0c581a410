//! The layout of a text, of ranges, and of what is typed.

use serde_json::{Value, json};

use crate::client::Client;

const TEXT: &str =
    "class A {\n int x=1;   \n  int y = 2;\n  int z;\n}\n\ndef  a : A {\n    let x = 3 ;\n}\n";

/// The text of a file after the edits of an answer, which do not overlap.
fn edited(client: &Client, uri: &str, edits: &Value) -> String {
    let mut edits: Vec<&Value> = edits.as_array().expect("a list of edits").iter().collect();
    let start = |edit: &Value| {
        let at = &edit["range"]["start"];
        (at["line"].as_u64(), at["character"].as_u64())
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(start(edit)));
    let mut text = client.text(uri).to_owned();
    for edit in edits {
        let range = client.bytes(uri, &edit["range"]);
        text.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    text
}

fn ask(client: &mut Client, method: &str, uri: &str, mut params: Value) -> Value {
    params["textDocument"] = json!({ "uri": uri });
    params["options"] = json!({ "tabSize": 8, "insertSpaces": false });
    client.request(&format!("textDocument/{method}"), params)
}

#[test]
fn a_text_gets_its_layout() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = ask(&mut client, "formatting", &uri, json!({}));
    let expected =
        "class A {\n  int x = 1;\n  int y = 2;\n  int z;\n}\n\ndef a : A {\n  let x = 3;\n}\n";
    assert_eq!(edited(&client, &uri, &found), expected);
    client.stop();
}

#[test]
fn lines_of_ranges_get_their_layout() {
    let (mut client, uri) = Client::with_text(TEXT);
    let range = |line: u32, end: u32| json!({ "start": { "line": line, "character": 3 }, "end": { "line": end, "character": 0 } });
    let found = ask(&mut client, "rangeFormatting", &uri, json!({ "range": range(1, 2) }));
    let expected = TEXT.replace(" int x=1;   ", "  int x = 1;");
    assert_eq!(edited(&client, &uri, &found), expected);
    let ranges = json!({ "ranges": [range(1, 2), range(6, 7)] });
    let found = ask(&mut client, "rangesFormatting", &uri, ranges);
    assert_eq!(edited(&client, &uri, &found), expected.replace("def  a", "def a"));
    client.stop();
}

#[test]
fn what_is_typed_gets_its_layout() {
    let (mut client, uri) = Client::with_text(TEXT);
    let mut typed = |snippet: &str, ch: &str| {
        let params = json!({ "position": client.at(&uri, snippet), "ch": ch });
        let found = ask(&mut client, "onTypeFormatting", &uri, params);
        if found.is_null() { "nothing".to_owned() } else { edited(&client, &uri, &found) }
    };
    let line = TEXT.replace(" int x=1;   ", "  int x = 1;");
    assert_eq!(typed("int x=1;|", ";"), line);
    assert_eq!(typed("int x=1;   \n|", "\n"), line);
    let whole = TEXT.replace("def  a", "def a").replace("    let x = 3 ;", "  let x = 3;");
    assert_eq!(typed("let x = 3 ;\n}|", "}"), whole);
    assert_eq!(typed("int y| = 2", ";"), "nothing");
    client.stop();
}

#[test]
fn a_text_with_syntax_errors_stays_as_it_is() {
    let (mut client, uri) = Client::with_text("class A {\n int x=1;\n");
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    let refused = client.response("textDocument/formatting", params).expect_err("it has an error");
    assert_eq!(refused.message, "the text has a syntax error: expected '}' in line 3");
    let params = json!({ "position": client.at(&uri, "int x=1;|"), "ch": ";" });
    assert_eq!(ask(&mut client, "onTypeFormatting", &uri, params), Value::Null);
    client.stop();
}
