//! References and renaming in several main files.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Client, folder};

/// Writes files to a new folder.
fn written(files: &[(&str, &str)]) -> PathBuf {
    let folder = folder();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be created");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

fn client(folder: &Path) -> Client {
    Client::start(folder, json!({}), json!({ "lints": false, "debounceMilliseconds": 1 }))
}

/// The lines of places by file name, from `FILE:LINE` to `FILE:LINE`.
fn places(found: &Value) -> Vec<String> {
    let list = found.as_array().expect("a list").iter();
    let mut places: Vec<String> = list
        .map(|place| {
            let uri = place["uri"].as_str().expect("a text");
            let file = uri.rsplit('/').next().expect("a file");
            format!("{file}:{}", place["range"]["start"]["line"])
        })
        .collect();
    places.sort();
    places
}

fn rename(client: &mut Client, uri: &str, snippet: &str, new: &str) -> Result<Vec<String>, String> {
    let position = client.at(uri, snippet);
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": new });
    let found = client.response("textDocument/rename", params).map_err(|error| error.message)?;
    let changes = found["changes"].as_object().expect("there are changes");
    let edits = changes.iter().flat_map(|(uri, edits)| {
        let with_uri = |edit: &Value| json!({ "uri": uri, "range": edit["range"] });
        edits.as_array().expect("a list").iter().map(with_uri).collect::<Vec<_>>()
    });
    Ok(places(&Value::Array(edits.collect())))
}

const BASE: &str = "class Base<int x> { int X = x; }\n";

#[test]
fn uses_in_all_main_files_are_found_and_renamed() {
    let folder = written(&[
        ("base.td", BASE),
        ("a.td", "include \"base.td\"\ndef A : Base<1>;\n"),
        ("b.td", "include \"base.td\"\ndef B : Base<2>;\n"),
        ("sub/c.td", "include \"part.td\"\ndef C : Base<2>;\n"),
        ("sub/part.td", "#ifndef PART\n#define PART\nclass Other;\n#endif\n"),
    ]);
    let mut client = client(&folder);
    let uri = client.open(&folder.join("base.td"));
    client.diagnostics(&uri);
    let expected = ["a.td:1", "b.td:1", "base.td:0"];
    assert_eq!(
        rename(&mut client, &uri, "class B|ase", "Root").as_deref(),
        Ok(&expected.map(str::to_owned)[..])
    );
    let position = client.at(&uri, "class B|ase");
    let at = json!({ "textDocument": { "uri": uri }, "position": position, "context": { "includeDeclaration": true } });
    assert_eq!(places(&client.request("textDocument/references", at)), expected);
    client.stop();
}

#[test]
fn a_name_with_another_definition_in_another_main_file_is_renamed_there_too() {
    let folder = written(&[
        ("use.td", "def x : Choice;\n"),
        ("a.td", "class Choice { int f = 1; }\ninclude \"use.td\"\n"),
        ("b.td", "class Choice { int f = 2; }\ninclude \"use.td\"\n"),
    ]);
    let mut client = client(&folder);
    let uri = client.open(&folder.join("a.td"));
    client.diagnostics(&uri);
    let found = rename(&mut client, &uri, "class Ch|oice", "Option");
    assert_eq!(found, Ok(["a.td:0", "b.td:0", "use.td:0"].map(str::to_owned).to_vec()));
    client.stop();
}

#[test]
fn declarations_that_are_one_field_are_renamed_together() {
    let text = "class Inst { bit isBranch = 0; }\nclass Desc { bit isBranch = 1; }\nclass Far { bit isBranch = 1; }\n\
                def a : Inst, Desc;\ndef b : Far;\n";
    let (mut client, uri) = Client::with_text(text);
    let found = rename(&mut client, &uri, "class Inst { bit isB|ranch", "isJump");
    assert_eq!(found, Ok(["main.td:0", "main.td:1"].map(str::to_owned).to_vec()));
    client.stop();
}

#[test]
fn names_that_exist_and_keywords_are_refused() {
    let text = "class Base<int x> { int X = x; int Y = 0; }\ndef R0 : Base<1>;\ndef R1 : Base<2>;\n\
                class Derived : Base<3> { int Z = X; }\ndefvar v = 1;\n";
    let (mut client, uri) = Client::with_text(text);
    let mut refused = |snippet: &str, new: &str| {
        rename(&mut client, &uri, snippet, new).expect_err("it is refused")
    };
    assert_eq!(refused("def R|0", "def"), "'def' is not a valid name");
    assert!(refused("def R|0", "R1").starts_with("'R1' exists: a record, defined in "));
    assert!(refused("def R|0", "v").starts_with("'v' exists: a variable, defined in "));
    assert!(refused("class Ba|se", "Derived").starts_with("'Derived' exists: a class"));
    assert!(refused("int X| = x", "Y").starts_with("'Y' exists: a field"));
    assert!(refused("int X| = x", "Z").starts_with("'Z' exists: a field"));
    assert!(refused("int x|>", "X").starts_with("'X' exists: a field"));
    assert!(rename(&mut client, &uri, "int X| = x", "R1").is_ok());
    client.stop();
}

#[test]
fn a_renaming_that_would_change_records_is_refused() {
    let text = "class A { int f = 1; }\ndef R0 : A;\ndef R1 : A;\ndef T { int g = !cast<A>(\"R0\").f; }\n\
                def S { int first = !if(!eq(!cast<string>(R1), \"R1\"), 1, 2); }\n";
    let (mut client, uri) = Client::with_text(text);
    let refused = rename(&mut client, &uri, "def R|0", "Q").expect_err("it is refused");
    assert!(refused.starts_with("the renaming would be an error in "), "{refused}");
    let refused = rename(&mut client, &uri, "def R|1", "Q").expect_err("it is refused");
    assert!(refused.starts_with("the renaming would change 'S' in "), "{refused}");
    client.stop();
}

#[test]
fn a_main_file_that_cannot_be_read_is_a_reason_to_refuse() {
    let folder = written(&[
        ("base.td", BASE),
        ("a.td", "include \"base.td\"\ndef A : Base<1>;\n"),
        ("b.td", "include \"base.td\"\ninclude \"generated.td\"\ndef B : Missing<Base<1>>;\n"),
    ]);
    let mut client = client(&folder);
    let uri = client.open(&folder.join("a.td"));
    client.diagnostics(&uri);
    let refused = rename(&mut client, &uri, "A : B|ase", "Root").expect_err("it is refused");
    assert!(refused.starts_with("'Base' is in "), "{refused}");
    assert!(refused.contains("b.td, which cannot be read: "), "{refused}");
    client.stop();
}

/// A build of `tests/deep/b.td` has an include directory that no rule knows.
#[test]
fn an_include_is_found_in_another_folder() {
    let folder = written(&[
        ("base.td", BASE),
        ("a.td", "include \"base.td\"\ndef A : Base<1>;\n"),
        ("tests/common/shared.td", "include \"base.td\"\n"),
        ("tests/deep/b.td", "include \"shared.td\"\ndef B : Base<2>;\n"),
    ]);
    let mut client = client(&folder);
    let uri = client.open(&folder.join("a.td"));
    client.diagnostics(&uri);
    let edits = rename(&mut client, &uri, "A : B|ase", "Root");
    assert_eq!(edits, Ok(["a.td:1", "b.td:1", "base.td:0"].map(str::to_owned).to_vec()));
    client.stop();
}

#[test]
fn a_search_reports_progress_with_the_token_of_the_client() {
    let folder = written(&[
        ("base.td", BASE),
        ("a.td", "include \"base.td\"\ndef A : Base<1>;\n"),
        ("b.td", "include \"base.td\"\ndef B : Base<2>;\n"),
    ]);
    let mut client = client(&folder);
    let uri = client.open(&folder.join("base.td"));
    client.diagnostics(&uri);
    let position = client.at(&uri, "class B|ase");
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": "C", "workDoneToken": "t" });
    client.request("textDocument/rename", params);
    let progress = client.notifications.iter().filter(|sent| sent.params["token"] == "t");
    let kinds: Vec<&str> =
        progress.filter_map(|sent| sent.params["value"]["kind"].as_str()).collect();
    assert_eq!((kinds.first(), kinds.last()), (Some(&"begin"), Some(&"end")));
    assert!(kinds.contains(&"report"), "{kinds:?}");
    client.stop();
}
