//! Starting, ending, cancelling, progress, roots and encodings.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, folder, toy, uri};

#[test]
fn initialize_says_what_the_server_can() {
    let client = Client::toy();
    let result = &client.initialized;
    assert_eq!(result["serverInfo"]["name"], "tablewright");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["capabilities"]["hoverProvider"], true);
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    client.stop();
}

#[test]
fn positions_are_utf8_where_the_client_can() {
    let folder = folder();
    let path = folder.join("main.td");
    let capabilities = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let mut client = Client::start(&folder, capabilities, json!({ "lints": false }));
    assert_eq!(client.initialized["capabilities"]["positionEncoding"], "utf-8");
    client.open_text(&path, "class A; /* ü */ def b : A;");
    let params = json!({ "textDocument": { "uri": uri(&path) }, "position": { "line": 0, "character": 26 } });
    let found = client.request("textDocument/definition", params);
    assert_eq!(found["range"]["start"]["character"], 6);
    client.stop();
}

#[test]
fn after_shutdown_requests_are_refused() {
    let mut client = Client::toy();
    client.request("shutdown", Value::Null);
    let refused = client.response("textDocument/hover", json!({}));
    assert_eq!(refused.map_err(|error| error.code), Err(-32600));
    client.stop_after_shutdown();
}

#[test]
fn unknown_requests_and_wrong_parameters_are_refused() {
    let mut client = Client::toy();
    let unknown = client.response("textDocument/noSuchThing", json!({}));
    assert_eq!(unknown.map_err(|error| error.code), Err(-32601));
    let wrong = client.response("textDocument/hover", json!({ "textDocument": 1 }));
    assert_eq!(wrong.map_err(|error| error.code), Err(-32602));
    client.stop();
}

#[test]
fn a_request_that_waits_is_cancelled() {
    // Evaluation takes long enough for the request to wait.
    let text = "class A<int i> { int n = i; }\nforeach i = 0-60000 in def x#i : A<i>;\n";
    let (mut client, uri) = Client::with_text(text);
    let params =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 6 } });
    let id = client.send("textDocument/hover", params);
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    let answer = client.answer_of(&id);
    assert_eq!(answer.map_err(|error| error.code), Err(-32800));
    client.stop();
}

#[test]
fn evaluation_reports_progress_with_its_time() {
    let folder = folder();
    let path = folder.join("main.td");
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::start(&folder, capabilities, json!({ "lints": false }));
    client.open_text(&path, "def a;\ndef b;\n");
    client.diagnostics(&uri(&path));
    assert_eq!(client.requests[0].method, "window/workDoneProgress/create");
    let progress: Vec<&Value> = client
        .notifications
        .iter()
        .filter(|notification| notification.method == "$/progress")
        .map(|notification| &notification.params["value"])
        .collect();
    assert_eq!(progress[0]["kind"], "begin");
    let message = progress[1]["message"].as_str().expect("the end has a message");
    assert!(message.starts_with("2 records in ") && message.ends_with(" ms"), "{message}");
    client.stop();
}

#[test]
fn the_status_has_the_time_of_evaluation() {
    let mut client = Client::toy();
    let uri = client.open(&toy("ToyInstrInfo.td"));
    client.diagnostics(&uri);
    let status = client.request("tablewright/status", json!({ "uri": uri }));
    assert!(status["main"].as_str().is_some_and(|main| main.ends_with("/Toy.td")), "{status}");
    assert!(status["records"].as_u64().is_some_and(|count| count > 100), "{status}");
    assert!(status["milliseconds"].as_f64().is_some_and(|time| time > 0.0), "{status}");
    client.stop();
}

#[test]
fn the_roots_of_a_file_are_listed_and_chosen() {
    let folder = folder();
    let part = folder.join("part.td");
    fs::write(&part, "#ifdef M\ndef of_m;\n#endif\ndef part;\n").expect("it can be written");
    for main in ["a.td", "b.td"] {
        fs::write(folder.join(main), "include \"part.td\"\n").expect("it can be written");
    }
    let jobs = json!([
        { "input": "a.td", "args": [], "output": "x" },
        { "input": "b.td", "macros": ["M"], "args": [], "output": "y" },
    ]);
    fs::write(folder.join("jobs.json"), jobs.to_string()).expect("it can be written");
    let settings = json!({ "lints": false, "databases": ["jobs.json"] });
    let mut client = Client::start(&folder, json!({}), settings);
    let uri = client.open(&part);
    client.diagnostics(&uri);
    assert_eq!(client.ask_at("textDocument/definition", &uri, "of_|m"), Value::Null);
    let roots = json!({ "command": "tablewright.roots", "arguments": [uri] });
    let roots = client.request("workspace/executeCommand", roots);
    let mains: Vec<bool> =
        roots.as_array().expect("a list").iter().map(|root| root["isActive"] == true).collect();
    assert_eq!(mains, [true, false]);
    let choose = json!({ "command": "tablewright.chooseRoot", "arguments": [uri, 1] });
    let chosen = client.request("workspace/executeCommand", choose);
    assert!(chosen["main"].as_str().is_some_and(|main| main.ends_with("b.td -DM")), "{chosen}");
    client.diagnostics(&uri);
    let found = client.ask_at("textDocument/definition", &uri, "of_|m");
    assert_eq!(found["range"], client.range(&uri, "of_m"));
    client.stop();
}

#[test]
fn a_folder_is_a_root_by_itself() {
    let folder = folder();
    let target = folder.join("llvm/lib/Target/X");
    let include = folder.join("llvm/include/llvm/Target");
    fs::create_dir_all(&target).expect("it can be created");
    fs::create_dir_all(&include).expect("it can be created");
    fs::write(include.join("Target.td"), "class Instruction;\n").expect("it can be written");
    let main = "include \"llvm/Target/Target.td\"\ninclude \"XInstrInfo.td\"\n";
    fs::write(target.join("X.td"), main).expect("it can be written");
    let part = target.join("XInstrInfo.td");
    fs::write(&part, "def ADD : Instruction;\n").expect("it can be written");
    let mut client = Client::start(&folder, json!({}), json!({ "lints": false }));
    let uri = client.open(&part);
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    let found = client.ask_at("textDocument/definition", &uri, "Instr|uction");
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("Target.td")), "{found}");
    client.stop();
}

#[test]
fn a_file_that_changes_on_disk_is_read_again() {
    let folder = folder();
    let (main, part) = (folder.join("main.td"), folder.join("part.td"));
    fs::write(&part, "class A;\n").expect("it can be written");
    let capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let settings = json!({ "lints": false, "debounceMilliseconds": 1 });
    let mut client = Client::start(&folder, capabilities, settings);
    client.open_text(&main, "include \"part.td\"\ndef b : B;\n");
    assert_eq!(client.diagnostics(&uri(&main)).len(), 1);
    assert_eq!(client.requests[0].method, "client/registerCapability");
    fs::write(&part, "class B;\n").expect("it can be written");
    let changes = json!({ "changes": [{ "uri": uri(&part), "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.diagnostics(&uri(&main)), Vec::<Value>::new());
    client.stop();
}

#[test]
fn a_file_that_is_deleted_is_missed_at_once() {
    let folder = folder();
    let (main, part) = (folder.join("main.td"), folder.join("part.td"));
    fs::write(&part, "class A;\n").expect("it can be written");
    let settings = json!({ "lints": false, "debounceMilliseconds": 1 });
    let mut client = Client::start(&folder, json!({}), settings);
    client.open_text(&main, "include \"part.td\"\ndef b : A;\n");
    assert_eq!(client.diagnostics(&uri(&main)), Vec::<Value>::new());
    let change = |kind: u32| json!({ "changes": [{ "uri": uri(&part), "type": kind }] });
    fs::remove_file(&part).expect("it is there");
    client.notify("workspace/didChangeWatchedFiles", change(3));
    let found = client.diagnostics(&uri(&main));
    assert_eq!(found.len(), 1, "{found:?}");
    fs::write(&part, "class A;\n").expect("it can be written");
    client.notify("workspace/didChangeWatchedFiles", change(1));
    assert_eq!(client.diagnostics(&uri(&main)), Vec::<Value>::new());
    client.stop();
}

#[test]
fn a_text_that_is_not_saved_is_evaluated() {
    let mut client = Client::start(&folder(), json!({}), json!({ "lints": false }));
    let uri = "untitled:Untitled-1";
    client.open_uri(uri, "class A { int f = 1; }\ndef b : A;\ndef a\n");
    assert_eq!(client.diagnostics(uri)[0]["code"], "TW1006");
    client.edit(uri, 2, "def a\n", "");
    assert_eq!(client.diagnostics(uri), Vec::<Value>::new());
    let found = client.ask_at("textDocument/definition", uri, "def b : |A");
    assert_eq!((&found["uri"], &found["range"]), (&json!(uri), &client.range(uri, "A")));
    client.stop();
}
