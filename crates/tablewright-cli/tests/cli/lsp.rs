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

    /// The result of a request.
    fn request(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id && message["method"].is_null() {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn exit_code(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

fn initialize() -> Value {
    initialize_in(Value::Null)
}

fn initialize_in(root: Value) -> Value {
    let params = json!({ "processId": null, "rootUri": root, "capabilities": {} });
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
fn input_that_is_not_a_message_is_answered_and_the_server_lives() {
    let dir = Dir::new();
    let mut server = Server::start(&dir, &["lsp"]);
    for input in [
        "Content-Length: 1\r\n\r\n{",
        "Content-Length: 4\r\n\r\nnull",
        "Content-Length: 2\r\n\r\n[]",
        "Content-Length: x\r\n\r\n",
    ] {
        server.input.write_all(input.as_bytes()).unwrap();
        let answer = server.receive();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32700), &Value::Null),
            "{input}"
        );
    }
    server.send(initialize());
    assert_eq!(server.receive()["result"]["serverInfo"]["name"], "tablewright");
    server.request(2, "shutdown", Value::Null);
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
    let answer = server.request(2, "textDocument/formatting", params);
    let edit = &answer[0];
    let at = &edit["range"]["start"];
    assert_eq!((&edit["newText"], &at["line"]), (&json!("  "), &json!(1)), "{answer}");
    server.request(3, "shutdown", Value::Null);
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.exit_code(), Some(0));
}

#[test]
fn the_encoding_and_the_patterns_of_an_instruction_are_documents() {
    let toy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");
    let file = std::fs::canonicalize(format!("{toy}/ToyInstrInfo.td")).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.starts_with("def SUB ")).unwrap();
    let dir = Dir::new();
    let entry = format!(
        "--- !FileInfo:\n  filepath: \"{toy}/Toy.td\"\n  includes: \"{toy};{toy}/prelude\"\n"
    );
    dir.write("tablegen_compile_commands.yml", entry);
    let mut server = Server::start(&dir, &["lsp"]);
    server.send(initialize_in(json!(format!("file://{}", dir.path("").display()))));
    server.receive();
    server.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let uri = format!("file://{}", file.display());
    let item = json!({ "uri": uri, "languageId": "tablegen", "version": 1, "text": text });
    let open = json!({ "textDocument": item });
    server.send(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open }));
    let position = json!({ "line": line, "character": 5 });
    let params = json!({ "textDocument": { "uri": uri }, "position": position });
    let found = server.request(2, "tablewright/documents", params);
    let titles: Vec<&Value> = found.as_array().unwrap().iter().map(|it| &it["title"]).collect();
    assert_eq!(titles, ["Evaluated record", "Encoding of SUB", "Patterns of SUB"]);
    for (id, at, expected) in [(3, 1, "SUB  "), (4, 2, "pattern SUB\n")] {
        let params = json!({ "uri": found[at]["uri"] });
        let found = server.request(id, "workspace/textDocumentContent", params);
        let text = found["text"].as_str().unwrap();
        assert!(text.starts_with(expected), "{text}");
    }
    server.request(5, "shutdown", Value::Null);
    server.send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(server.exit_code(), Some(0));
}
