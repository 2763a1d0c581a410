//! The time from an edit to its diagnostics, through the loop of the server.

use std::time::{Duration, Instant};

use crate::client::{Client, toy};

/// What an edit of the example target may take, in a debug build on a busy machine.
const LIMIT: Duration = Duration::from_secs(2);

/// How long after each of these edits the first diagnostics come that have that many errors.
fn latencies(client: &mut Client, uri: &str, edits: &[(&str, &str, usize)]) -> Vec<Duration> {
    let mut times = Vec::new();
    for (version, &(old, new, errors)) in edits.iter().enumerate() {
        let start = Instant::now();
        client.edit(uri, version as i32 + 2, old, new);
        while client.diagnostics(uri).len() != errors {
            assert!(start.elapsed() < LIMIT, "{old} to {new}");
        }
        times.push(start.elapsed());
    }
    times
}

#[test]
fn diagnostics_follow_an_edit_at_once() {
    let mut client = Client::toy();
    let uri = client.open(&toy("ToyInstrInfo.td"));
    assert_eq!(client.diagnostics(&uri).len(), 0);
    let record = "def ADD";
    let edits: Vec<(&str, &str, usize)> = [
        // An error of evaluation, one of syntax, and none.
        (record, "def Edited : Missing;\ndef ADD", 1),
        ("def Edited : Missing;", "def Edited : Missing", 1),
        ("def Edited : Missing\n", "", 0),
    ]
    .repeat(10);
    let mut times = latencies(&mut client, &uri, &edits);
    times.sort_unstable();
    let most = times[times.len() * 95 / 100];
    assert!(most < LIMIT, "{most:?}");
    client.stop();
}

/// Requests in a text with thousands of records. Each is answered from the evaluation.
#[test]
fn requests_in_a_large_text_are_answered_soon() {
    let mut text = "class Reg<int n, string s> { int N = n; string S = s; }\n".to_owned();
    for i in 0..600 {
        text.push_str(&format!("multiclass M{i}<int a, string b> {{\n  def _x : Reg<a, b>;\n}}\n"));
        text.push_str(&format!("defm D{i} : M{i}<{i}, \"s\">;\n"));
    }
    text.push_str("foreach i = 0-9999 in def R#i : Reg<i, \"r\">;\ndef Last : Reg<1, \"t\">;\n");
    let (mut client, uri) = Client::with_text(&text);
    client.diagnostics(&uri);
    for (method, snippet) in [
        ("textDocument/completion", "defm D0 : |M0"),
        ("textDocument/completion", "def Last : Reg<|1"),
        ("textDocument/hover", "class R|eg"),
        ("textDocument/definition", "def Last : R|eg"),
        ("textDocument/references", "class R|eg"),
        ("textDocument/signatureHelp", "defm D599 : M599<|599"),
        ("textDocument/prepareRename", "def L|ast"),
    ] {
        let position = client.at(&uri, snippet);
        let context = serde_json::json!({ "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false });
        let params = serde_json::json!({
            "textDocument": { "uri": uri },
            "position": position,
            "context": context,
        });
        let start = Instant::now();
        client.request(method, params);
        assert!(start.elapsed() < LIMIT, "{method} at {snippet}: {:?}", start.elapsed());
    }
    client.stop();
}
