//! The loop of the server: messages of the client, and evaluations that are done.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use gen_lsp_types as lsp;
use gen_lsp_types::{LspNotificationMethod, LspRequestMethod, Uri};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use tablewright::inspect::lint::Finding;
use tablewright::{LoadMonitor, Session};

use crate::analysis::{Analysis, AnalysisJob};
use crate::capabilities;
use crate::dispatch;
use crate::documents::{Document, Documents};
use crate::evaluations::{Evaluations, Running};
use crate::line_index::Encoding;
use crate::project_rules::ProjectRules;
use crate::requests::diagnostics::{self, PublishedDiagnostics};
use crate::roots::{RootId, Roots, compile_commands, jobs_file};
use crate::settings::Settings;
use crate::state::State;
use crate::uri;

/// Why the server ended.
#[derive(Debug)]
pub enum ServerError {
    /// The client broke the protocol, or is gone.
    Protocol(String),
    /// The client sent `exit` before `shutdown`.
    ExitWithoutShutdown,
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Protocol(why) => write!(f, "the client broke the protocol: {why}"),
            ServerError::ExitWithoutShutdown => f.write_str("the client left without `shutdown`"),
        }
    }
}

impl std::error::Error for ServerError {}

/// Serves a client over standard input and output, until it sends `exit`. Descriptions are read with the limits of
/// `session`.
///
/// # Errors
/// Where the client breaks the protocol.
pub fn serve_stdio(rules: ProjectRules, session: Session) -> Result<(), ServerError> {
    let (connection, threads) = Connection::stdio();
    let result = serve(connection, rules, session);
    // The thread that writes ends with the connection; what it reports is that the client is gone.
    _ = threads.join();
    result
}

/// Serves a client over a connection, until it sends `exit`. Descriptions are read with the limits of `session`.
///
/// # Errors
/// Where the client breaks the protocol.
pub fn serve(
    connection: Connection,
    rules: ProjectRules,
    session: Session,
) -> Result<(), ServerError> {
    let protocol = |error: &dyn fmt::Display| ServerError::Protocol(error.to_string());
    let (id, params) = connection.initialize_start().map_err(|error| protocol(&error))?;
    let params: lsp::InitializeParams =
        serde_json::from_value(params).map_err(|error| protocol(&error))?;
    let encoding = capabilities::encoding(&params.capabilities);
    let result = lsp::InitializeResult {
        capabilities: capabilities::server(encoding, &params.capabilities),
        server_info: Some(lsp::ServerInfo {
            name: "tablewright".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    let result = serde_json::to_value(result).map_err(|error| protocol(&error))?;
    connection.initialize_finish(id, result).map_err(|error| protocol(&error))?;
    Server::new(connection, params, encoding, (rules, session)).run()
}

/// What the loop waits for.
enum Event {
    Client(Message),
    /// The client is gone.
    Disconnected,
    /// An evaluation is done, or was stopped.
    Evaluated(Option<Box<Analysis>>),
    /// Lints ran over the evaluation.
    Linted(Arc<Analysis>, Vec<Finding>),
}

/// What of the protocol the client can.
struct Client {
    has_progress: bool,
    watches_files: bool,
}

/// The server with its connection.
struct Server {
    connection: Connection,
    client: Client,
    state: State,
    rules: ProjectRules,
    published: PublishedDiagnostics,
    /// Requests that wait for the evaluation of their root.
    waiting: Vec<Request>,
    events: (Sender<Event>, Receiver<Event>),
    next_id: i32,
}

impl Server {
    fn new(
        connection: Connection,
        params: lsp::InitializeParams,
        encoding: Encoding,
        (rules, session): (ProjectRules, Session),
    ) -> Server {
        let (settings, problem) = Settings::of(params.initialization_options.clone());
        let window = params.capabilities.window.as_ref();
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let client = Client {
            has_progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
            watches_files: watched.and_then(|it| it.dynamic_registration).unwrap_or(false),
        };
        let mut server = Server {
            connection,
            client,
            state: State {
                settings,
                encoding,
                documents: Documents::default(),
                roots: Roots::new(session),
                evaluations: Evaluations::default(),
                record_documents: rules.documents.clone(),
                renames_files: capabilities::renames_files(&params.capabilities),
                layout: rules.layout,
            },
            rules,
            published: PublishedDiagnostics::default(),
            waiting: Vec::new(),
            events: mpsc::channel(),
            next_id: 0,
        };
        if let Some(problem) = problem {
            server.show_message(lsp::MessageType::Warning, problem);
        }
        server.read_databases(&workspace_folders(&params));
        server
    }

    /// Reads the databases of roots that there are.
    fn read_databases(&mut self, folders: &[PathBuf]) {
        let mut paths = Vec::new();
        for folder in folders {
            let places = [folder.clone(), folder.join("build")];
            paths.extend(places.map(|dir| dir.join(compile_commands::FILE_NAME)));
            paths.extend(self.state.settings.databases.iter().map(|path| folder.join(path)));
        }
        paths.extend(
            self.state.settings.databases.iter().filter(|path| path.is_absolute()).cloned(),
        );
        let mut seen = BTreeSet::new();
        for path in paths.into_iter().map(|path| uri::real(&path)) {
            if seen.insert(path.clone()) && path.is_file() {
                self.read_database(&path);
            }
        }
    }

    fn read_database(&mut self, path: &Path) {
        let bytes = tablewright::read_file(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        let roots = match is_json {
            true => jobs_file::read(path, &text),
            false => Ok(compile_commands::read(path, &text)),
        };
        match roots {
            Ok(roots) => roots.into_iter().for_each(|root| _ = self.state.roots.add(root)),
            Err(error) => {
                let message = format!("{}: {error}", path.display());
                self.show_message(lsp::MessageType::Warning, message);
            }
        }
    }

    fn run(mut self) -> Result<(), ServerError> {
        self.forward_messages();
        self.watch_files();
        let mut queue: VecDeque<Event> = VecDeque::new();
        let mut is_shut_down = false;
        loop {
            self.start_due();
            self.answer_waiting();
            if queue.is_empty() {
                queue.extend(self.next_event());
            }
            // A request that is cancelled while it is queued is not answered otherwise.
            while let Ok(event) = self.events.1.try_recv() {
                queue.push_back(event);
            }
            self.answer_cancelled(&mut queue);
            match queue.pop_front() {
                None => {}
                Some(Event::Disconnected) => {
                    return Err(ServerError::Protocol("the connection ended".to_owned()));
                }
                Some(Event::Client(Message::Notification(notification)))
                    if notification.method == LspNotificationMethod::Exit.as_str() =>
                {
                    let result = is_shut_down.then_some(());
                    return result.ok_or(ServerError::ExitWithoutShutdown);
                }
                Some(Event::Client(Message::Notification(notification))) => {
                    self.notification(notification);
                }
                Some(Event::Client(Message::Request(request))) if is_shut_down => {
                    let message = "the server is shut down".to_owned();
                    self.refuse(request.id, ErrorCode::InvalidRequest, message);
                }
                Some(Event::Client(Message::Request(request)))
                    if request.method == LspRequestMethod::Shutdown.as_str() =>
                {
                    is_shut_down = true;
                    self.state.evaluations.keep(|_| false);
                    self.respond(Response::new_ok(request.id, serde_json::Value::Null));
                }
                Some(Event::Client(Message::Request(request))) => self.request(request),
                // The server needs no answers.
                Some(Event::Client(Message::Response(_))) => {}
                Some(Event::Evaluated(analysis)) => self.evaluated(analysis),
                Some(Event::Linted(analysis, findings)) => self.linted(&analysis, findings),
            }
        }
    }

    fn next_event(&self) -> Option<Event> {
        match self.state.evaluations.wait() {
            None => Some(self.events.1.recv().unwrap_or(Event::Disconnected)),
            Some(wait) => match self.events.1.recv_timeout(wait) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Disconnected),
            },
        }
    }

    /// Lets the messages of the client come to the same channel as evaluations.
    fn forward_messages(&self) {
        let receiver = self.connection.receiver.clone();
        let events = self.events.0.clone();
        std::thread::spawn(move || {
            for message in receiver {
                if events.send(Event::Client(message)).is_err() {
                    return;
                }
            }
            _ = events.send(Event::Disconnected);
        });
    }

    /// Asks the client to say when files change on disk.
    fn watch_files(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let registration = serde_json::json!({ "registrations": [{
            "id": "files",
            "method": LspNotificationMethod::WorkspaceDidChangeWatchedFiles.as_str(),
            "registerOptions": { "watchers": [{ "globPattern": "**/*.td" }] },
        }] });
        self.ask(LspRequestMethod::ClientRegisterCapability, registration);
    }

    /// Answers the queued and waiting requests that the client cancelled.
    fn answer_cancelled(&mut self, queue: &mut VecDeque<Event>) {
        let cancelled: Vec<RequestId> = queue.iter().filter_map(cancelled_id).collect();
        if cancelled.is_empty() {
            return;
        }
        let mut found = Vec::new();
        let mut keep = |request: &Request| {
            let is_cancelled = cancelled.contains(&request.id);
            if is_cancelled {
                found.push(request.id.clone());
            }
            !is_cancelled
        };
        queue.retain(|event| match event {
            Event::Client(Message::Request(request)) => keep(request),
            Event::Client(Message::Response(_) | Message::Notification(_))
            | Event::Disconnected
            | Event::Evaluated(_)
            | Event::Linted(..) => cancelled_id(event).is_none(),
        });
        self.waiting.retain(keep);
        for id in found {
            self.refuse(id, ErrorCode::RequestCanceled, "cancelled".to_owned());
        }
    }

    fn request(&mut self, request: Request) {
        if dispatch::has_to_wait(&mut self.state, &request) {
            self.waiting.push(request);
            return;
        }
        let is_command = request.method == LspRequestMethod::WorkspaceExecuteCommand.as_str();
        let response = dispatch::answer(&mut self.state, request);
        self.respond(response);
        if is_command {
            self.release_unused_roots();
        }
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the protocol has more notifications than a server reads, and gets new ones"
    )]
    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match LspNotificationMethod::from(method.as_str()) {
            LspNotificationMethod::TextDocumentDidOpen => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.did_open(params);
                }
            }
            LspNotificationMethod::TextDocumentDidChange => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.did_change(params);
                }
            }
            LspNotificationMethod::TextDocumentDidClose => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.did_close(params);
                }
            }
            LspNotificationMethod::WorkspaceDidChangeWatchedFiles => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.did_change_files(params);
                }
            }
            // Others are none of the server's business: `$/setTrace`, `initialized`, `didSave` …
            _ => {}
        }
    }

    fn did_open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let lsp::TextDocumentItem { uri, version, text, .. } = params.text_document;
        let Some(path) = uri::to_path(&uri) else { return };
        self.state.documents.open(path.clone(), Document { uri, version, text: text.into() });
        let root = self.state.roots.active(&path);
        self.state.evaluations.request(root, Duration::ZERO);
        self.request_roots_of(&path, Duration::ZERO);
    }

    fn did_change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let document = params.text_document;
        let Some(path) = uri::to_path(&document.text_document_identifier.uri) else { return };
        let changes = params.content_changes;
        if self.state.documents.change(&path, document.version, changes, self.state.encoding) {
            self.request_roots_of(&path, self.state.settings.debounce());
        }
    }

    fn did_close(&mut self, params: lsp::DidCloseTextDocumentParams) {
        let Some(path) = uri::to_path(&params.text_document.uri) else { return };
        if self.state.documents.close(&path).is_none() {
            return;
        }
        self.release_unused_roots();
        // What was not saved is gone.
        self.request_roots_of(&path, self.state.settings.debounce());
    }

    fn did_change_files(&mut self, params: lsp::DidChangeWatchedFilesParams) {
        if params.changes.iter().any(|change| change.kind != lsp::FileChangeType::Changed) {
            self.state.roots.forget_files();
        }
        for change in params.changes {
            let Some(path) = uri::to_path(&change.uri) else { continue };
            if self.state.documents.get(&path).is_none() {
                self.request_roots_of(&path, self.state.settings.debounce());
            }
        }
    }

    /// Lets the roots in use that read a file be evaluated.
    fn request_roots_of(&mut self, path: &Path, delay: Duration) {
        let used: Vec<RootId> = self.state.evaluations.states.keys().copied().collect();
        for root in used {
            if self.state.roots.reads(root, path) {
                self.state.evaluations.request(root, delay);
            }
        }
    }

    /// Frees what belongs to roots of texts that are closed, or that have another root now.
    fn release_unused_roots(&mut self) {
        let used = self.state.used_roots();
        self.state.evaluations.keep(|root| used.contains(&root));
        for uri in self.published.keep(|root| used.contains(&root)) {
            self.publish(&uri);
        }
    }

    /// Starts the evaluation of a root that is due.
    fn start_due(&mut self) {
        let Some(id) = self.state.evaluations.take_due() else { return };
        let root = self.state.roots.get(id).clone();
        let texts: BTreeMap<PathBuf, Arc<str>> = self
            .state
            .documents
            .iter()
            .map(|(path, document)| (path.to_owned(), Arc::clone(&document.text)))
            .collect();
        let kept = self.state.evaluations.states.get(&id).map(|state| Arc::clone(&state.kept));
        let monitor = LoadMonitor::new();
        self.report_progress(|| {
            let title = format!("Evaluating {}", root.label());
            serde_json::json!({ "kind": "begin", "title": title })
        });
        let job = AnalysisJob {
            id,
            main: root.main,
            session: self.state.roots.session(id),
            texts,
            aliases: BTreeMap::new(),
            monitor: monitor.clone(),
            kept: kept.unwrap_or_default(),
        };
        self.state.evaluations.running = Some(Running { root: id, monitor });
        let events = self.events.0.clone();
        std::thread::spawn(move || {
            _ = events.send(Event::Evaluated(job.run().map(Box::new)));
        });
    }

    fn evaluated(&mut self, analysis: Option<Box<Analysis>>) {
        let running = self.state.evaluations.running.take();
        let is_current = running.is_some_and(|running| !running.monitor.is_stopped());
        let Some(analysis) = analysis.filter(|_| is_current) else {
            self.report_progress(|| serde_json::json!({ "kind": "end", "message": "stopped" }));
            return;
        };
        let analysis: Arc<Analysis> = Arc::new(*analysis);
        self.report_progress(|| {
            let (records, elapsed) = (analysis.store.record_count(), analysis.elapsed.as_millis());
            let message = format!("{records} records in {elapsed} ms");
            serde_json::json!({ "kind": "end", "message": message })
        });
        self.state.roots.set_files(analysis.root, analysis.files.keys().cloned().collect());
        let Some(state) = self.state.evaluations.states.get_mut(&analysis.root) else { return };
        state.latest = Some(Arc::clone(&analysis));
        state.findings = None;
        if analysis.has_records {
            state.with_records = Some(Arc::clone(&analysis));
        }
        self.start_lints(&analysis);
        self.publish_root(&analysis);
    }

    /// Lints run after diagnostics were published, on a thread of their own.
    fn start_lints(&mut self, analysis: &Arc<Analysis>) {
        if !self.state.settings.lints || analysis.has_errors() {
            return;
        }
        let (events, rules) = (self.events.0.clone(), self.rules.clone());
        let macros = self.state.roots.get(analysis.root).macros.clone();
        let analysis = Arc::clone(analysis);
        std::thread::spawn(move || {
            let findings = analysis.lint(&rules, &macros);
            _ = events.send(Event::Linted(analysis, findings));
        });
    }

    fn linted(&mut self, analysis: &Arc<Analysis>, findings: Vec<Finding>) {
        let Some(state) = self.state.evaluations.states.get_mut(&analysis.root) else { return };
        if state.latest.as_ref().is_some_and(|latest| Arc::ptr_eq(latest, analysis)) {
            state.findings = Some(Arc::new(findings));
            self.publish_root(analysis);
        }
    }

    /// Publishes the diagnostics of a root, and takes back those of before.
    fn publish_root(&mut self, analysis: &Arc<Analysis>) {
        let state = self.state.evaluations.states.get(&analysis.root);
        let findings = state.and_then(|state| state.findings.clone());
        let root = self.state.roots.get(analysis.root);
        let found = diagnostics::of_root(
            root,
            analysis,
            findings.as_deref().map_or(&[], Vec::as_slice),
            (&self.state.documents, self.state.encoding),
            self.state.settings.book_url.as_deref(),
        );
        for uri in self.published.set(analysis.root, found) {
            self.publish(&uri);
        }
    }

    fn publish(&self, uri: &Uri) {
        let path = uri::to_path(uri);
        let version = path.and_then(|path| Some(self.state.documents.get(&path)?.version));
        let diagnostics = self.published.of(uri);
        let params = lsp::PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics };
        self.notify(LspNotificationMethod::TextDocumentPublishDiagnostics, params);
    }

    fn answer_waiting(&mut self) {
        for request in std::mem::take(&mut self.waiting) {
            self.request(request);
        }
    }

    fn report_progress(&mut self, value: impl FnOnce() -> serde_json::Value) {
        if !self.client.has_progress {
            return;
        }
        let value = value();
        let token = "tablewright/evaluate";
        if value["kind"] == "begin" {
            let create = serde_json::json!({ "token": token });
            self.ask(LspRequestMethod::WindowWorkDoneProgressCreate, create);
        }
        let params = serde_json::json!({ "token": token, "value": value });
        self.notify(LspNotificationMethod::Progress, params);
    }

    fn show_message(&self, kind: lsp::MessageType, message: String) {
        let params = lsp::ShowMessageParams { kind, message };
        self.notify(LspNotificationMethod::WindowShowMessage, params);
    }

    fn ask(&mut self, method: LspRequestMethod<'_>, params: serde_json::Value) {
        self.next_id += 1;
        let id = RequestId::from(format!("tablewright-{}", self.next_id));
        self.send(Message::Request(Request::new(id, method.to_string(), params)));
    }

    fn notify(&self, method: LspNotificationMethod<'_>, params: impl serde::Serialize) {
        self.send(Message::Notification(Notification::new(method.as_str().to_owned(), params)));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: String) {
        self.respond(Response::new_err(id, code as i32, message));
    }

    fn respond(&self, response: Response) {
        self.send(Message::Response(response));
    }

    fn send(&self, message: Message) {
        // Where the client is gone, the loop ends with its next event.
        _ = self.connection.sender.send(message);
    }
}

/// The request that a message cancels.
fn cancelled_id(event: &Event) -> Option<RequestId> {
    let Event::Client(Message::Notification(notification)) = event else { return None };
    if notification.method != LspNotificationMethod::CancelRequest.as_str() {
        return None;
    }
    serde_json::from_value(notification.params.get("id")?.clone()).ok()
}

/// The folders of the editor. Older clients have one, the root.
#[allow(deprecated, reason = "older clients send the root alone")]
fn workspace_folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders_initialize_params.workspace_folders.clone();
    let folders: Vec<Uri> = match folders {
        Some(lsp::WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.into_iter().map(|folder| folder.uri).collect()
        }
        Some(lsp::WorkspaceFolders::Null) | None => params.root_uri.clone().into_iter().collect(),
    };
    folders.iter().filter_map(uri::to_path).collect()
}
