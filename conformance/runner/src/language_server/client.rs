//! A client of the language server, over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(900);

/// A server that runs, with its open texts' versions.
pub(super) struct LspClient {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next_id: u64,
    /// Diagnostics that were received while waiting for an answer.
    published: Vec<Value>,
}

impl LspClient {
    /// Starts a server for a folder.
    pub(super) fn start(program: &Path, folder: &Path) -> Result<LspClient, String> {
        LspClient::start_with(Command::new(program), folder)
    }

    /// Starts a server for a folder by a command, to which `lsp` is added.
    pub(super) fn start_with(mut command: Command, folder: &Path) -> Result<LspClient, String> {
        let program = command.get_program().to_string_lossy().into_owned();
        let problem = |e: std::io::Error| format!("{program}: {e}");
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(problem)?;
        let input = child.stdin.take().ok_or("the server has no input")?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let published = Vec::new();
        let mut client = LspClient { child, input, messages, next_id: 0, published };
        let settings = json!({ "lints": false, "debounceMilliseconds": 0 });
        let params = json!({
            "processId": null,
            "rootUri": uri(folder),
            "capabilities": { "general": { "positionEncodings": ["utf-8"] } },
            "initializationOptions": settings,
        });
        client.request("initialize", &params)?.map_err(|why| format!("initialize: {why}"))?;
        client.notify("initialized", &json!({}))?;
        Ok(client)
    }

    /// Opens a text, and waits until it is evaluated.
    pub(super) fn open(&mut self, path: &Path, text: &str) -> Result<(), String> {
        let uri = uri(path);
        let item = json!({ "uri": uri, "languageId": "tablegen", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }))?;
        self.diagnostics(path, 1)
    }

    pub(super) fn close(&mut self, path: &Path) -> Result<(), String> {
        let document = json!({ "uri": uri(path) });
        self.notify("textDocument/didClose", &json!({ "textDocument": document }))
    }

    /// Waits for the diagnostics about a text's version.
    pub(super) fn diagnostics(&mut self, path: &Path, version: u64) -> Result<(), String> {
        let uri = uri(path);
        let is_it = |params: &Value| params["uri"] == uri.as_str() && params["version"] == version;
        loop {
            let count = self.published.len();
            self.published.retain(|params| !is_it(params));
            if self.published.len() < count {
                return Ok(());
            }
            let message = self.receive()?;
            self.keep(message);
        }
    }

    /// Sends a request. Returns its result, or the message of its error.
    pub(super) fn request(
        &mut self,
        method: &str,
        params: &Value,
    ) -> Result<Result<Value, String>, String> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut message = self.receive()?;
            if message["id"] == id && message["method"].is_null() {
                return Ok(match message["error"]["message"].as_str() {
                    Some(why) => Err(why.to_owned()),
                    None => Ok(message["result"].take()),
                });
            }
            self.keep(message);
        }
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) -> Result<(), String> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let text = message.to_string();
        let written = write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len());
        written.and_then(|()| self.input.flush()).map_err(|e| format!("the server ended: {e}"))
    }

    fn receive(&self) -> Result<Value, String> {
        self.messages.recv_timeout(PATIENCE).map_err(|e| format!("the server does not answer: {e}"))
    }

    fn keep(&mut self, mut message: Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            self.published.push(message["params"].take());
        }
    }
}

impl LspClient {
    /// Ends the server as the protocol says, and waits for its end.
    pub(super) fn stop(mut self) -> Result<(), String> {
        self.request("shutdown", &Value::Null)?.map(drop)?;
        self.notify("exit", &Value::Null)?;
        self.child.wait().map(drop).map_err(|e| format!("the server: {e}"))
    }
}

impl Drop for LspClient {
    fn drop(&mut self) {
        // The server may have ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads a message; `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Returns the URI of a path without special characters.
pub(super) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Returns the position of a byte offset, in UTF-8.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": offset - start })
}

/// Returns the byte offset of a position.
pub(super) fn offset(text: &str, position: &Value) -> Option<usize> {
    let line = usize::try_from(position["line"].as_u64()?).ok()?;
    let column = usize::try_from(position["character"].as_u64()?).ok()?;
    Some(text.split_inclusive('\n').take(line).map(str::len).sum::<usize>() + column)
}

/// Returns the offsets and lengths of names outside comments.
pub(super) fn words(text: &str) -> Vec<(usize, usize)> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut words = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or(line);
        let mut at = 0;
        for word in code.as_bytes().chunk_by(|a, b| is_part(*a) == is_part(*b)) {
            if is_part(word[0]) && !word[0].is_ascii_digit() {
                words.push((line_start + at, word.len()));
            }
            at += word.len();
        }
        line_start += line.len();
    }
    words
}
