//! A client that drives the server over a connection in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, ResponseError};
use serde_json::{Value, json};
use tablewright_lsp::{ProjectRules, RecordDocument, ServerError, ServerOptions, serve};

/// How long a test waits for a message.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether the document ends that takes long.
pub(crate) static IS_SLOW_DOCUMENT_DUE: AtomicBool = AtomicBool::new(false);

/// The example target.
pub(crate) fn toy(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toy-target");
    fs::canonicalize(root.join(file)).expect("the example target is there")
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A folder of its own for a test.
pub(crate) fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("lsp-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).expect("a folder can be created");
    fs::canonicalize(path).expect("it was created")
}

/// What the server decides, with documents about the records of one class.
fn rules() -> ProjectRules {
    let summary = RecordDocument {
        kind: "summary",
        title: "Summary",
        applies: |record| record.inherits("Documented"),
        text: |store, name| {
            let value = store.get(name).and_then(|record| record.int("f").ok());
            Ok(format!("{name} has f = {}", value.ok_or("it has no f")?))
        },
    };
    // A document whose text takes until a test lets it end.
    let slow = RecordDocument {
        kind: "slow",
        title: "Slow",
        applies: |record| record.name() == "SlowDocument",
        text: |_, name| {
            while !IS_SLOW_DOCUMENT_DUE.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(format!("{name} at last"))
        },
    };
    ProjectRules { documents: vec![summary, slow], ..ProjectRules::default() }
}

/// The answer to a request.
pub(crate) type Answer = Result<Value, ResponseError>;

pub(crate) struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), ServerError>>>,
    next_id: i32,
    /// What the server said of itself.
    pub(crate) initialized: Value,
    /// The open texts by their URIs.
    texts: BTreeMap<String, String>,
    pub(crate) notifications: Vec<Notification>,
    pub(crate) requests: Vec<Request>,
}

impl Client {
    /// A client with these capabilities and settings.
    pub(crate) fn start(folder: &Path, capabilities: Value, settings: Value) -> Client {
        let (connection, of_server) = Connection::memory();
        let options = ServerOptions { rules: rules(), ..ServerOptions::default() };
        let server = std::thread::spawn(move || serve(of_server, options));
        let mut client = Client {
            connection,
            server: Some(server),
            next_id: 0,
            initialized: Value::Null,
            texts: BTreeMap::new(),
            notifications: Vec::new(),
            requests: Vec::new(),
        };
        let params = json!({
            "processId": null,
            "rootUri": uri(folder),
            "capabilities": capabilities,
            "initializationOptions": settings,
        });
        client.initialized = client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// A client for the example target, with its main files in a database.
    pub(crate) fn toy() -> Client {
        let folder = folder();
        let dirs = format!("{};{}", toy(".").display(), toy("prelude").display());
        let entry = format!(
            "--- !FileInfo:\n  filepath: \"{}\"\n  includes: \"{dirs}\"\n",
            toy("Toy.td").display()
        );
        fs::write(folder.join("tablegen_compile_commands.yml"), entry).expect("it can be written");
        Client::start(&folder, json!({}), json!({ "lints": false, "debounceMilliseconds": 1 }))
    }

    /// A client for a main file of a test's own, which is open.
    pub(crate) fn with_text(text: &str) -> (Client, String) {
        Client::with_text_and_settings(text, json!({ "lints": false, "debounceMilliseconds": 1 }))
    }

    pub(crate) fn with_text_and_settings(text: &str, settings: Value) -> (Client, String) {
        let folder = folder();
        let path = folder.join("main.td");
        fs::write(&path, text).expect("it can be written");
        let entry =
            format!("--- !FileInfo:\n  filepath: \"{}\"\n  includes: \"\"\n", path.display());
        fs::write(folder.join("tablegen_compile_commands.yml"), entry).expect("it can be written");
        let mut client = Client::start(&folder, json!({}), settings);
        client.open_text(&path, text);
        (client, uri(&path))
    }

    /// Opens a file as it is on disk.
    pub(crate) fn open(&mut self, path: &Path) -> String {
        let text = fs::read_to_string(path).expect("it can be read");
        self.open_text(path, &text);
        uri(path)
    }

    pub(crate) fn open_text(&mut self, path: &Path, text: &str) {
        self.open_uri(&uri(path), text);
    }

    pub(crate) fn open_uri(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "tablegen", "version": 1, "text": text });
        self.texts.insert(uri.to_owned(), text.to_owned());
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces a part of an open text.
    pub(crate) fn edit(&mut self, uri: &str, version: i32, old: &str, new: &str) {
        let range = self.range(uri, old);
        let text = self.texts[uri].replacen(old, new, 1);
        self.texts.insert(uri.to_owned(), text);
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "range": range, "text": new }],
        });
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn text(&self, uri: &str) -> &str {
        &self.texts[uri]
    }

    /// The position of the first `|` of a snippet of the text, which is not in the text.
    pub(crate) fn at(&self, uri: &str, snippet: &str) -> Value {
        let (before, after) = snippet.split_once('|').expect("the snippet has a cursor");
        let text = &self.texts[uri];
        let found = text.find(&format!("{before}{after}")).expect("the snippet is in the text");
        position(text, found + before.len())
    }

    /// The position of a byte in an open text.
    pub(crate) fn position(&self, uri: &str, offset: usize) -> Value {
        position(&self.texts[uri], offset)
    }

    /// The range of the first occurrence.
    pub(crate) fn range(&self, uri: &str, snippet: &str) -> Value {
        let text = &self.texts[uri];
        let start = text.find(snippet).expect("the snippet is in the text");
        json!({ "start": position(text, start), "end": position(text, start + snippet.len()) })
    }

    /// The bytes of a range that the server sent.
    pub(crate) fn bytes(&self, uri: &str, range: &Value) -> std::ops::Range<usize> {
        let text = &self.texts[uri];
        offset(text, &range["start"])..offset(text, &range["end"])
    }

    /// The text at a range that the server sent.
    pub(crate) fn text_at(&self, uri: &str, range: &Value) -> &str {
        &self.texts[uri][self.bytes(uri, range)]
    }

    /// The result of a request about a position.
    pub(crate) fn ask_at(&mut self, method: &str, uri: &str, snippet: &str) -> Value {
        let position = self.at(uri, snippet);
        self.request(method, json!({ "textDocument": { "uri": uri }, "position": position }))
    }

    /// The result of a request about a file.
    pub(crate) fn ask(&mut self, method: &str, uri: &str) -> Value {
        self.request(method, json!({ "textDocument": { "uri": uri } }))
    }

    /// The result of a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        match self.response(method, params) {
            Ok(result) => result,
            Err(error) => panic!("{method}: {error:?}"),
        }
    }

    pub(crate) fn response(&mut self, method: &str, params: Value) -> Answer {
        let id = self.send(method, params);
        self.wait(|client, message| match message {
            Message::Response(response) if response.id == id => Some(response.response_result),
            Message::Request(_) | Message::Response(_) | Message::Notification(_) => {
                client.keep(message)
            }
        })
    }

    /// Sends a request and does not wait for its answer.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(Message::Request(request)).expect("the server runs");
        id
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        self.connection.sender.send(Message::Notification(notification)).expect("the server runs");
    }

    /// The next answer to one of several requests.
    pub(crate) fn answer_of(&mut self, id: &RequestId) -> Answer {
        self.wait(|client, message| match message {
            Message::Response(response) if response.id == *id => Some(response.response_result),
            Message::Request(_) | Message::Response(_) | Message::Notification(_) => {
                client.keep(message)
            }
        })
    }

    /// The next diagnostics of a file.
    pub(crate) fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        diagnostics_in(&self.published(uri))
    }

    /// The diagnostics of a version of a file. Those of versions before it are left out.
    pub(crate) fn diagnostics_of_version(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let params = self.published(uri);
            if params["version"] == version {
                return diagnostics_in(&params);
            }
        }
    }

    /// The parameters of the next `textDocument/publishDiagnostics` about a file.
    fn published(&mut self, uri: &str) -> Value {
        let of_file = |notification: &Notification| {
            notification.method == "textDocument/publishDiagnostics"
                && notification.params["uri"] == uri
        };
        if let Some(index) = self.notifications.iter().position(of_file) {
            return self.notifications.remove(index).params;
        }
        self.wait(|client, message| match message {
            Message::Notification(notification) if of_file(&notification) => {
                Some(notification.params)
            }
            Message::Request(_) | Message::Response(_) | Message::Notification(_) => {
                client.keep(message)
            }
        })
    }

    fn keep<T>(&mut self, message: Message) -> Option<T> {
        match message {
            Message::Notification(notification) => self.notifications.push(notification),
            Message::Request(request) => self.requests.push(request),
            Message::Response(_) => {}
        }
        None
    }

    fn wait<T>(&mut self, mut take: impl FnMut(&mut Client, Message) -> Option<T>) -> T {
        loop {
            let message =
                self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers");
            if let Some(found) = take(self, message) {
                return found;
            }
        }
    }

    /// Ends the server as the protocol says.
    pub(crate) fn stop(mut self) {
        self.request("shutdown", Value::Null);
        self.stop_after_shutdown();
    }

    pub(crate) fn stop_after_shutdown(mut self) {
        self.notify("exit", Value::Null);
        let server = self.server.take().expect("it runs until now");
        let result = server.join().expect("the server does not panic");
        assert!(result.is_ok(), "{result:?}");
    }
}

/// A position in UTF-16, the default of the protocol.
fn position(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": text[start..offset].encode_utf16().count() })
}

fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().expect("a position has numbers") as usize;
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let mut units = 0;
    for (at, c) in text[start..].char_indices() {
        if units >= number("character") {
            return start + at;
        }
        units += c.len_utf16();
    }
    text.len()
}

fn diagnostics_in(params: &Value) -> Vec<Value> {
    params["diagnostics"].as_array().cloned().unwrap_or_default()
}
