//! Completion, signature help, renaming, code actions, folding and selection.

use serde_json::{Value, json};

use crate::client::{Client, toy};

const TEXT: &str = "class Reg<int number, string name = \"r\"> {\n  int Number = number;\n}\nclass Op<Reg dst, int op>;\n\
                    def R0 : Reg<0>;\ndef Other;\nmulticlass Pair<Reg first, int step = 1> {\n  def _a;\n}\n\
                    def X : Op<R0, 1> {\n}\n";

/// The labels that are offered at the cursor of a snippet, in their order. The snippet is in the text.
fn labels(client: &mut Client, uri: &str, snippet: &str) -> Vec<String> {
    let found = client.ask_at("textDocument/completion", uri, snippet);
    let items = found["items"].as_array().expect("a list").clone();
    items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
}

/// What is offered at the cursor of a line that is typed at the end of the text.
fn typed(line: &str) -> Vec<String> {
    let (mut client, uri) = Client::with_text(TEXT);
    client.diagnostics(&uri);
    let new = format!("X : Op<R0, 1> {{\n}}\n{}", line.replacen('|', "", 1));
    client.edit(&uri, 2, "X : Op<R0, 1> {\n}\n", &new);
    let found = labels(&mut client, &uri, line);
    client.stop();
    found
}

#[track_caller]
fn check_offered(line: &str, offered: &[&str], not_offered: &[&str]) {
    let found = typed(line);
    for label in offered {
        assert!(found.iter().any(|other| other == label), "{line}: {label} in {found:?}");
    }
    for label in not_offered {
        assert!(!found.iter().any(|other| other == label), "{line}: no {label} in {found:?}");
    }
}

#[test]
fn completion_offers_classes_after_a_colon() {
    check_offered("def Y : R|", &["Reg", "Op"], &["R0", "!add", "Pair"]);
    check_offered("defm Y : P|", &["Pair"], &["R0"]);
}

#[test]
fn a_file_that_is_opened_with_errors_has_names_and_values() {
    let (mut client, uri) = Client::with_text(&[TEXT, "def Y : R"].concat());
    let errors = client.diagnostics(&uri);
    let message = "Expected '{' to start body or ';' for declaration only";
    assert!(errors.iter().any(|error| error["message"] == message), "{errors:?}");
    let offered = labels(&mut client, &uri, "def Y : R|");
    assert!(offered.contains(&"Reg".to_owned()), "{offered:?}");
    let hover = client.ask_at("textDocument/hover", &uri, "def |R0");
    assert!(hover["contents"]["value"].to_string().contains("Number = 0"), "{hover}");
    client.stop();
}

#[test]
fn completion_offers_fields_after_let_and_dot() {
    check_offered("def Y : Reg<1> { let N| }", &["Number"], &["Reg"]);
    check_offered("defvar y = R0.N|", &["Number"], &["Reg"]);
    check_offered("let N|", &["Number"], &["Reg"]);
}

#[test]
fn completion_offers_operators_with_signatures() {
    check_offered("defvar y = !fo|", &["!foldl", "!foreach"], &["Reg"]);
    let (mut client, uri) = Client::with_text("defvar x = !size([1]);\n");
    let found = client.ask_at("textDocument/completion", &uri, "!si|ze");
    let items = found["items"].as_array().expect("a list");
    let size = items.iter().find(|item| item["label"] == "!size").expect("it is offered");
    assert_eq!(size["detail"], "!size(a)");
    client.stop();
}

#[test]
fn completion_offers_arguments_by_name_and_records_of_the_right_class() {
    check_offered("def Y : Op<R|", &["dst =", "op =", "R0"], &["Other"]);
    check_offered("def Y : Op<R0, o|", &["op ="], &["dst ="]);
    check_offered("def Y { int n = | }", &["R0", "Other", "true", "!add"], &["dst ="]);
}

#[test]
fn completion_offers_statements_items_and_paths() {
    check_offered("|", &["class", "defm", "multiclass"], &["Reg"]);
    check_offered("def Y : Reg<2> {\n  | }", &["let", "int", "Reg"], &["multiclass"]);
    check_offered("// |", &[], &["class"]);
    let mut client = Client::toy();
    let uri = client.open(&toy("Toy.td"));
    let found = labels(&mut client, &uri, "include \"Toy|Features.td\"");
    assert!(found.contains(&"ToyFeatures.td".to_owned()), "{found:?}");
    assert!(found.contains(&"llvm/".to_owned()), "{found:?}");
    client.stop();
}

#[test]
fn signatures_of_classes_multiclasses_and_operators_are_shown() {
    let text = format!("{TEXT}defm P : Pair<R0, 2>;\ndefvar y = !substr(\"abc\", 1);\n");
    let (mut client, uri) = Client::with_text(&text);
    let mut check = |snippet: &str, label: &str, active: u64| {
        let found = client.ask_at("textDocument/signatureHelp", &uri, snippet);
        assert_eq!(found["signatures"][0]["label"], label);
        assert_eq!(found["activeParameter"], active);
    };
    check("Op<R0, |1>", "Op<Reg dst, int op>", 1);
    check("Reg<|0>", "Reg<int number, string name = \"r\">", 0);
    check("Pair<R0, |2>", "Pair<Reg first, int step = 1>", 1);
    check("!substr(\"abc\", |1)", "!substr(string, start, length)", 1);
    assert_eq!(client.ask_at("textDocument/signatureHelp", &uri, "def Oth|er"), Value::Null);
    client.stop();
}

/// The edits of a workspace edit, as the lines and columns of their starts with their texts.
fn edits(found: &Value, uri: &str) -> Vec<(u64, u64, String)> {
    let list = found["changes"][uri].as_array().expect("the file has edits");
    let mut list: Vec<(u64, u64, String)> = list
        .iter()
        .map(|edit| {
            let start = &edit["range"]["start"];
            let number = |key: &str| start[key].as_u64().expect("a number");
            let text = edit["newText"].as_str().expect("a text").to_owned();
            (number("line"), number("character"), text)
        })
        .collect();
    list.sort();
    list
}

#[test]
fn a_name_is_renamed_with_its_uses() {
    let (mut client, uri) = Client::with_text(TEXT);
    let prepared = client.ask_at("textDocument/prepareRename", &uri, "class R|eg");
    assert_eq!(client.text_at(&uri, &prepared), "Reg");
    let mut rename = |snippet: &str, new: &str| {
        let position = client.at(&uri, snippet);
        let params =
            json!({ "textDocument": { "uri": uri }, "position": position, "newName": new });
        client.response("textDocument/rename", params)
    };
    let new = "Register".to_owned();
    let found = rename("class R|eg", "Register").expect("it can be renamed");
    let places = [(0, 6), (3, 9), (4, 9), (6, 16)];
    assert_eq!(edits(&found, &uri), places.map(|(line, column)| (line, column, new.clone())));
    let found = rename("int num|ber", "n").expect("it can be renamed");
    assert_eq!(edits(&found, &uri), [(0, 14, "n".to_owned()), (1, 15, "n".to_owned())]);
    let refused = rename("class R|eg", "a b").expect_err("that is no name");
    assert_eq!(refused.message, "'a b' is not a valid name");
    client.stop();
}

#[test]
fn what_is_of_another_tree_is_not_renamed() {
    let mut client = Client::toy();
    let uri = client.open(&toy("Toy.td"));
    let position = client.at(&uri, "def Toy : Tar|get");
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": "T" });
    let refused = client.response("textDocument/rename", params);
    // The records that Toy borrows lie below its folder; a processor of LLVM's would not.
    assert!(refused.is_ok(), "{refused:?}");
    client.stop();
}

#[test]
fn suggestions_and_fixes_are_code_actions() {
    let text = "class Base;\ndef a : Bse;\n";
    let (mut client, uri) = Client::with_text(text);
    let diagnostics = client.diagnostics(&uri);
    let actions = |client: &mut Client, uri: &str, snippet: &str| {
        let params = json!({
            "textDocument": { "uri": uri },
            "range": client.range(uri, snippet),
            "context": { "diagnostics": diagnostics },
        });
        client.request("textDocument/codeAction", params)
    };
    let found = actions(&mut client, &uri, "Bse");
    assert_eq!(found[0]["title"], "Write 'Base'");
    assert_eq!(found[0]["kind"], "quickfix");
    assert_eq!(edits(&found[0]["edit"], &uri), [(1, 8, "Base".to_owned())]);
    assert_eq!(found[0]["diagnostics"][0]["code"], "TW2001");
    assert_eq!(actions(&mut client, &uri, "class Base"), json!([]));
    client.stop();
    let text = "class A {\n  defvar unused = 1;\n  int f = 2;\n}\ndef a : A;\n";
    let (mut client, uri) = Client::with_text_and_settings(text, json!({}));
    client.diagnostics(&uri);
    assert_eq!(client.diagnostics(&uri).len(), 1);
    let found = actions(&mut client, &uri, "unused");
    assert!(found[0]["edit"]["changes"][&uri].is_array(), "{found}");
    assert!(found[0]["title"].as_str().is_some_and(|title| !title.is_empty()));
    client.stop();
}

#[test]
fn a_byte_order_mark_is_named_and_removed() {
    let (mut client, uri) = Client::with_text("\u{feff}class Base;\n");
    let found = client.diagnostics(&uri);
    check_byte_order_mark(&mut client, &uri, &found);
    client.stop();
    // The records are those of the text before the edit, the error is the new one.
    let (mut client, uri) = Client::with_text("class Base;\n");
    client.diagnostics(&uri);
    client.edit(&uri, 2, "class Base", "\u{feff}class Base");
    let found = client.diagnostics_of_version(&uri, 2);
    check_byte_order_mark(&mut client, &uri, &found);
    client.stop();
}

/// Checks the error about a mark at the start of a file, and its fix.
fn check_byte_order_mark(client: &mut Client, uri: &str, found: &[Value]) {
    let message = found[0]["message"].as_str().expect("a text");
    assert_eq!(message, "unexpected byte order mark\nremove the byte order mark");
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } });
    let params = json!({
        "textDocument": { "uri": uri },
        "range": range,
        "context": { "diagnostics": found },
    });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "remove the byte order mark");
    assert_eq!(actions[0]["edit"]["changes"][uri], json!([{ "range": range, "newText": "" }]));
}

#[test]
fn bodies_comments_and_includes_are_folded() {
    let text = "// a\n// b\ninclude \"x.td\"\ninclude \"y.td\"\nclass A {\n  int a = 1;\n}\ndef b : A<[\n  1,\n  2\n]>;\n";
    let (mut client, uri) = Client::with_text(text);
    let found = client.ask("textDocument/foldingRange", &uri);
    let shown: Vec<String> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|range| {
            let kind = range["kind"].as_str().unwrap_or("-");
            format!("{}-{} {kind}", range["startLine"], range["endLine"])
        })
        .collect();
    assert_eq!(shown, ["0-1 comment", "2-3 imports", "4-5 -", "7-9 -"]);
    client.stop();
}

#[test]
fn a_selection_grows_from_the_token_to_the_text() {
    let text = "class A;\ndef b : A { int x = !add(1, 23); }\n";
    let (mut client, uri) = Client::with_text(text);
    let position = client.at(&uri, "2|3");
    let params = json!({ "textDocument": { "uri": uri }, "positions": [position] });
    let found = client.request("textDocument/selectionRange", params);
    let mut shown = Vec::new();
    let mut range = &found[0];
    while range.is_object() {
        shown.push(client.text_at(&uri, &range["range"]).to_owned());
        range = &range["parent"];
    }
    let body = "{ int x = !add(1, 23); }";
    let expected = [
        "23",
        "1, 23",
        "(1, 23)",
        "!add(1, 23)",
        "int x = !add(1, 23);",
        " int x = !add(1, 23); ",
        body,
        "def b : A { int x = !add(1, 23); }",
        text,
    ];
    assert_eq!(shown, expected);
    client.stop();
}
