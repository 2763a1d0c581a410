//! `tablewright lsp`: the server over standard input and output. Its requests are tested in `tablewright-lsp`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::{Dir, program};

/// A server that runs.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(dir: &Dir, args: &[&str]) -> Server {
        let mut command = dir.command(program());
        let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Server { child, input, output }
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn exit_code(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

fn initialize() -> Value {
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

#[test]
fn a_session_over_standard_input_and_output() {
    let dir = Dir::new();
    let mut server = Server::start(&dir, &["lsp", "--stdio"]);
    server.send(initialize());
    let result = server.receive();
    assert_eq!(result["result"]["serverInfo"]["name"], "tablewright");
    server.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let uri = format!("file://{}", dir.path("a.td").display());
    let item = json!({ "uri": uri, "languageId": "tablegen", "version": 7, "text": "def a\n" });
    let open = json!({ "textDocument": item });
    server.send(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open }));
    let published = server.receive();
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["version"], 7);
    assert_eq!(published["params"]["diagnostics"][0]["code"], "TW1006");
    server.send(json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(server.receive()["id"], 2);
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.exit_code(), Some(0));
}

#[test]
fn a_client_that_leaves_without_shutdown_is_an_error() {
    let dir = Dir::new();
    let mut server = Server::start(&dir, &["lsp"]);
    server.send(initialize());
    server.receive();
    server.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.exit_code(), Some(1));
}

#[test]
fn the_layout_is_that_of_the_settings_file() {
    let dir = Dir::new();
    dir.write(".tablewright.toml", "[fmt]\nindent = 4\n");
    let mut server = Server::start(&dir, &["lsp"]);
    server.send(initialize());
    server.receive();
    server.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let uri = format!("file://{}", dir.path("a.td").display());
    let text = "class A {\n  int x;\n}\n";
    let item = json!({ "uri": uri, "languageId": "tablegen", "version": 1, "text": text });
    let open = json!({ "textDocument": item });
    server.send(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open }));
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    let ask =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/formatting", "params": params });
    server.send(ask);
    let answer = loop {
        let message = server.receive();
        if message["id"] == 2 {
            break message;
        }
    };
    let edit = &answer["result"][0];
    assert_eq!(edit["newText"], "    ", "{answer}");
    assert_eq!(edit["range"]["start"], json!({ "line": 1, "character": 0 }));
    server.send(json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }));
    while server.receive()["id"] != 3 {}
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.exit_code(), Some(0));
}
