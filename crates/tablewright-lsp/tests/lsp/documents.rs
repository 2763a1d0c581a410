//! Texts that are no files, type definitions, and the actions and edits that concern files.

use std::fs;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::client::{Client, IS_SLOW_DOCUMENT_DUE, folder, uri};

const TEXT: &str = "class Documented<int n> {\n  int f = n;\n}\nmulticlass M { def _a : Documented<1>; def _b : Documented<2>; }\n\
                    def X : Documented<3>;\ndefm D : M;\n";

/// The text of a document.
fn content(client: &mut Client, uri: &Value) -> String {
    let found = client.request("workspace/textDocumentContent", json!({ "uri": uri }));
    found["text"].as_str().expect("a text").to_owned()
}

/// The titles and URIs of the documents about a position.
fn offered(client: &mut Client, uri: &str, snippet: &str) -> Vec<(String, Value)> {
    let found = client.ask_at("tablewright/documents", uri, snippet);
    let found = found.as_array().expect("a list").clone();
    let title = |document: &Value| document["title"].as_str().expect("a title").to_owned();
    found.iter().map(|document| (title(document), document["uri"].clone())).collect()
}

#[test]
fn the_expansion_of_a_defm_is_a_document() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = offered(&mut client, &uri, "defm |D");
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["Expansion of the defm (2 records)", "Summary of D_a", "Summary of D_b"]);
    let text = content(&mut client, &found[0].1);
    assert!(text.contains("def D_a {") && text.contains("def D_b {"), "{text}");
    assert!(text.contains("int f = 2;"), "{text}");
    client.stop();
}

#[test]
fn documents_are_refreshed_after_an_edit() {
    let settings = json!({ "lints": false, "debounceMilliseconds": 1, "refreshDocuments": true });
    let (mut client, uri) = Client::with_text_and_settings(TEXT, settings);
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    let document = offered(&mut client, &uri, "def |X")[0].1.clone();
    assert!(content(&mut client, &document).contains("int f = 3;"));
    client.edit(&uri, 2, "def X : Documented<3>;", "def Y;\n\n\ndef X : Documented<4>;");
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    let refresh = client.requests.last().expect("the document changed");
    assert_eq!(refresh.method, "workspace/textDocumentContent/refresh");
    assert_eq!(refresh.params["uri"], document);
    // The record is at another position now.
    let text = content(&mut client, &document);
    assert!(text.contains("def X {") && text.contains("int f = 4;"), "{text}");
    client.stop();
}

#[test]
fn a_document_that_takes_long_keeps_nobody_waiting() {
    let (mut client, uri) = Client::with_text("class A;\ndef SlowDocument : A;\n");
    let document = offered(&mut client, &uri, "def |SlowDocument")[1].1.clone();
    let read = |client: &mut Client| {
        client.send("workspace/textDocumentContent", json!({ "uri": document }))
    };
    let (cancelled, read) = (read(&mut client), read(&mut client));
    client.notify("$/cancelRequest", json!({ "id": 3 }));
    assert!(client.answer_of(&cancelled).is_err_and(|error| error.message == "cancelled"));
    assert_ne!(client.ask_at("textDocument/hover", &uri, ": |A"), Value::Null);
    IS_SLOW_DOCUMENT_DUE.store(true, Ordering::Relaxed);
    let answer = client.answer_of(&read).expect("there is a text");
    assert_eq!(answer["text"], "SlowDocument at last");
    client.stop();
}

#[test]
fn what_the_program_says_of_a_record_is_a_document() {
    let (mut client, uri) = Client::with_text(TEXT);
    let found = offered(&mut client, &uri, "def |X");
    assert_eq!(found[0].0, "Evaluated record");
    assert_eq!(found[1].0, "Summary of X");
    assert_eq!(content(&mut client, &found[1].1), "X has f = 3");
    assert_eq!(offered(&mut client, &uri, "class |Documented"), []);
    let refused =
        client.response("workspace/textDocumentContent", json!({ "uri": "tablewright:/a" }));
    let refused = refused.expect_err("there is no such document");
    assert_eq!(refused.message, "unknown document 'tablewright:/a'");
    let lenses = client.ask("textDocument/codeLens", &uri);
    let lenses = lenses.as_array().expect("a list");
    let of_x = lenses.iter().find(|lens| lens["command"]["title"] == "summary");
    let of_x = of_x.expect("the record has a lens");
    assert_eq!(of_x["command"]["command"], "tablewright.openDocument");
    let document = of_x["command"]["arguments"][0].clone();
    assert_eq!(content(&mut client, &document), "X has f = 3");
    client.stop();
}

#[test]
fn documents_are_offered_as_actions() {
    let (mut client, uri) = Client::with_text(TEXT);
    let ask = |only: Value| {
        let range = client.range(&uri, "defm D");
        let context = json!({ "diagnostics": [], "only": only });
        json!({ "textDocument": { "uri": uri }, "range": range, "context": context })
    };
    let (refactor, quickfix) = (ask(json!(["refactor"])), ask(json!(["quickfix"])));
    let found = client.request("textDocument/codeAction", refactor);
    assert_eq!(found[0]["title"], "Show: Expansion of the defm (2 records)");
    assert_eq!(found[0]["kind"], "refactor");
    let document = found[0]["command"]["arguments"][0].clone();
    assert!(content(&mut client, &document).starts_with("def D_a {"));
    assert_eq!(client.request("textDocument/codeAction", quickfix), json!([]));
    client.stop();
}

#[test]
fn documents_of_clients_with_such_texts_are_announced() {
    let capabilities = json!({ "workspace": { "textDocumentContent": {} } });
    let client = Client::start(&folder(), capabilities, json!({ "lints": false }));
    let workspace = &client.initialized["capabilities"]["workspace"];
    assert_eq!(workspace["textDocumentContent"]["schemes"], json!(["tablewright"]));
    client.stop();
}

#[test]
fn the_type_of_a_name_is_its_class() {
    let text = "class A;\nclass B;\nclass C<list<A> p> {\n  list<A> f = p;\n  int i = 1;\n}\ndef x : A, B;\ndefvar v = x;\n\
                def y : C<[v]>;\n";
    let (mut client, uri) = Client::with_text(text);
    let mut check = |snippet: &str, expected: &[&str]| {
        let found = client.ask_at("textDocument/typeDefinition", &uri, snippet);
        let found = found.as_array().cloned().unwrap_or_default();
        let texts: Vec<&str> =
            found.iter().map(|location| client.text_at(&uri, &location["range"])).collect();
        assert_eq!(texts, expected, "{snippet}");
    };
    check("def |x", &["A", "B"]);
    check("list<A> |f", &["A"]);
    check("list<A> |p", &["A"]);
    check("defvar |v", &["A", "B"]);
    check("int |i", &[]);
    check("class |A;", &[]);
    client.stop();
}

/// The titles of the actions at a snippet, and the text of the file after the last of them.
fn acted(text: &str, snippet: &str) -> (Vec<String>, String) {
    let (mut client, uri) = Client::with_text(text);
    client.diagnostics(&uri);
    let params = json!({
        "textDocument": { "uri": uri },
        "range": client.range(&uri, snippet),
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let found = client.request("textDocument/codeAction", params);
    let found = found.as_array().expect("a list");
    let titles = found.iter().map(|it| it["title"].as_str().expect("a title").to_owned());
    let last = found.last().expect("there is an action");
    let edit = &last["edit"]["changes"][&uri][0];
    let mut text = text.to_owned();
    text.replace_range(
        client.bytes(&uri, &edit["range"]),
        edit["newText"].as_str().expect("a text"),
    );
    let titles = titles.collect();
    client.stop();
    (titles, text)
}

#[test]
fn a_missing_field_is_created() {
    let text = "class A {\n  int x = 1;\n}\nclass B : A;\ndef d : B { let Foo = \"s\"; }\n";
    let (titles, new) = acted(text, "Foo");
    assert_eq!(titles, ["Declare 'Foo' here", "Create the field 'Foo' in the class 'B'"]);
    assert_eq!(new, text.replace("class B : A;", "class B : A {\n  string Foo;\n}"));
    let text = text.replace(" : B {", " : A {").replace("\"s\"", "{0, 1}");
    let (_, new) = acted(&text, "Foo");
    assert_eq!(new, text.replace("int x = 1;", "int x = 1;\n  bits<2> Foo;"));
    for (value, ty) in [
        ("!strconcat(\"a\", Name)", "string"),
        ("!if(1, Values, [])", "list<int>"),
        ("[d]", "list<A>"),
        ("!lt(Width, 2)", "bit"),
        ("Width", "int"),
        ("Name", "string"),
    ] {
        let text = format!(
            "class A {{\n  int x = 1;\n}}\ndef d : A;\ndefvar Values = [1];\ndefvar Width = 1;\n\
             class B<string Name> : A {{ let Foo = {value}; }}\n"
        );
        let (_, new) = acted(&text, "Foo");
        let added = format!("int x = 1;\n  {ty} Foo;");
        assert_eq!(new, text.replace("int x = 1;", &added), "{value}");
    }
    for (field, value, ty) in
        [("isMove", 1, "bit"), ("isMove", 2, "bits<3>"), ("Size", 7, "bits<3>"), ("Size", 8, "int")]
    {
        let text = format!(
            "class A {{\n  bit isAdd = 0;\n  bits<3> Enc = 0;\n}}\nclass B : A {{ let Enc = 2; let {field} = {value}; }}\n"
        );
        let (_, new) = acted(&text, field);
        let added = format!("bits<3> Enc = 0;\n  {ty} {field};");
        assert_eq!(new, text.replace("bits<3> Enc = 0;", &added), "{field} = {value}");
    }
    let text = "class A { int x = 1; }\ndef d : A;\ndef e { list<int> y = d.Bar; }\n";
    let (titles, new) = acted(text, "Bar");
    assert_eq!(titles, ["Create the field 'Bar' in the class 'A'"]);
    assert_eq!(new, text.replace("int x = 1;", "int x = 1; list<int> Bar;"));
}

/// A client with files in a folder, which is an include directory; the first one is open and the main file.
fn client_of(files: &[(&str, &str)], capabilities: Value) -> (Client, Vec<String>) {
    let folder = folder();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be created");
        fs::write(path, text).expect("it can be written");
    }
    let main = folder.join(files[0].0);
    let entry = format!(
        "--- !FileInfo:\n  filepath: \"{}\"\n  includes: \"{}\"\n",
        main.display(),
        folder.display()
    );
    fs::write(folder.join("tablegen_compile_commands.yml"), entry).expect("it can be written");
    let settings = json!({ "lints": false, "debounceMilliseconds": 1 });
    let mut client = Client::start(&folder, capabilities, settings);
    client.open(&main);
    let uris = files.iter().map(|(name, _)| uri(&folder.join(name))).collect();
    (client, uris)
}

#[test]
fn a_missing_class_is_included() {
    let files = [
        ("main.td", "include \"a.td\"\n\ndef d : Far<A>;\ndefm e : FarMulti;\n"),
        ("a.td", "class A;\n"),
        ("sub/far.td", "// Far\nlet x = 1 in {\nclass Far<int i> { int x = i; }\n}\n"),
        ("sub/multi.td", "multiclass FarMulti { def _x; }\n"),
        ("sub/not.td", "class FarAway; // Far\n"),
    ];
    let (mut client, uris) = client_of(&files, json!({}));
    client.diagnostics(&uris[0]);
    let mut check = |snippet: &str, path: &str| {
        let params = json!({
            "textDocument": { "uri": uris[0] },
            "range": client.range(&uris[0], snippet),
            "context": { "diagnostics": [] },
        });
        let found = client.request("textDocument/codeAction", params);
        let found = found.as_array().expect("a list");
        let name = snippet;
        let title = format!("Include '{path}', which defines '{name}'");
        let action = found.iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{title} in {found:?}"));
        let edit = &action["edit"]["changes"][&uris[0]][0];
        assert_eq!(edit["newText"], format!("include \"{path}\"\n"));
        assert_eq!(edit["range"]["start"], json!({ "line": 1, "character": 0 }));
        let includes = found.iter().filter_map(|action| action["title"].as_str());
        assert_eq!(includes.filter(|title| title.starts_with("Include")).count(), 1);
    };
    check("Far", "sub/far.td");
    check("FarMulti", "sub/multi.td");
    client.stop();
}

#[test]
fn an_included_file_is_renamed_with_its_includes() {
    let files = [
        ("main.td", "include \"sub/a.td\"\ninclude \"b.td\"\n"),
        ("b.td", "include \"sub/a.td\"\n"),
        ("sub/a.td", "#ifndef A\n#define A\nclass A;\n#endif\n"),
    ];
    let operations = json!({ "documentChanges": true, "resourceOperations": ["rename"] });
    let capabilities = json!({ "workspace": { "workspaceEdit": operations } });
    let (mut client, uris) = client_of(&files, capabilities);
    let prepared = client.ask_at("textDocument/prepareRename", &uris[0], "\"sub/|a.td\"");
    assert_eq!(client.text_at(&uris[0], &prepared), "sub/a.td");
    let at = client.at(&uris[0], "\"sub/|a.td\"");
    let rename = |client: &mut Client, new: &str| {
        let document = json!({ "uri": uris[0] });
        let params = json!({ "textDocument": document, "position": at, "newName": new });
        client.response("textDocument/rename", params)
    };
    let found = rename(&mut client, "other/c.td").expect("it can be renamed");
    let changes = found["documentChanges"].as_array().expect("a list");
    let edited: Vec<&Value> = changes.iter().map(|it| &it["textDocument"]["uri"]).collect();
    assert_eq!(edited, [&json!(uris[1]), &json!(uris[0]), &Value::Null]);
    assert_eq!(changes[0]["edits"][0]["newText"], "other/c.td");
    let new = uris[2].replace("sub/a.td", "other/c.td");
    assert_eq!(changes[2], json!({ "kind": "rename", "oldUri": uris[2], "newUri": new }));
    let refused = rename(&mut client, "../c.td").expect_err("that is no path");
    assert_eq!(refused.message, "'../c.td' is not a path below an include directory");
    let refused = rename(&mut client, "b.td").expect_err("it is there");
    assert!(refused.message.ends_with("b.td exists"), "{}", refused.message);
    client.stop();
}

#[test]
fn includes_follow_files_and_folders_that_are_renamed() {
    let files = [
        ("main.td", "include \"sub/a.td\"\n"),
        ("sub/a.td", "include \"sub/b.td\"\n"),
        ("sub/b.td", "class B;\n"),
    ];
    let (mut client, uris) = client_of(&files, json!({}));
    let folder = uris[1].strip_suffix("/a.td").expect("it is in the folder").to_owned();
    let new = folder.replace("/sub", "/new");
    let params = json!({ "files": [{ "oldUri": folder, "newUri": new }] });
    // The answer is that of an evaluation.
    client.ask_at("textDocument/hover", &uris[0], "|include");
    let found = client.request("workspace/willRenameFiles", params);
    assert_eq!(found["changes"][&uris[0]][0]["newText"], "new/a.td");
    assert_eq!(found["changes"][&uris[1]][0]["newText"], "new/b.td");
    let other =
        json!({ "files": [{ "oldUri": format!("{folder}/x.td"), "newUri": "file:///y.td" }] });
    assert_eq!(client.request("workspace/willRenameFiles", other), Value::Null);
    client.stop();
}
