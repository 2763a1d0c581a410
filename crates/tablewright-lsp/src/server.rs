//! The server: handles client messages and finished evaluations.
//!
//! It starts no thread and never blocks, so that any transport can drive it:
//! [`connection`](crate::connection) with threads, [`LanguageServer::handle`] and
//! [`LanguageServer::run_due`] without.

mod searches;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gen_lsp_types as lsp;
use gen_lsp_types::{LspNotificationMethod, LspRequestMethod, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::json;
use tablewright_inspect::lint::Finding;
use tablewright_records::{EarlyDiagnostics, LoadMonitor};
use tablewright_syntax::diagnostic::Code;

use crate::analysis::{AnalysisJob, DocumentAnalysis, Evaluation};
use crate::capabilities::{self, ClientCapabilities, InitializeParams};
use crate::clock::Clock;
use crate::dispatch;
use crate::documents::{Document, Documents};
use crate::evaluations::{Evaluations, Running};
use crate::line_index::PositionEncoding;
use crate::options::ServerOptions;
use crate::project_rules::ProjectRules;
use crate::requests::diagnostics::{
    self, DiagnosticsStage, LintedEvaluation, PublishedDiagnostics,
};
use crate::requests::virtual_documents::{self, Content};
use crate::response::{parameters, unknown};
use crate::roots::{RootId, Roots, compile_commands, jobs_file};
use crate::routes::{self, Route, RouteAnswer};
use crate::settings::LspSettings;
use crate::state::{ReadDocuments, ServerState};
use crate::tasks::{EarlyResults, ServerTask, TaskResult};
use crate::uri;
use searches::Searches;

/// The reason for an abnormal end of the server.
#[derive(Debug)]
pub enum ServerError {
    /// The client violated the protocol or disconnected.
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

/// The phase in the server's life cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Before `initialize`.
    Uninitialized,
    Initialized,
    ShutDown,
    /// The client sent `exit`, with or without `shutdown`.
    Exited {
        is_shut_down: bool,
    },
}

/// A language server without transport.
///
/// Pass client messages to [`handle`](Self::handle), which returns the messages to send.
/// [`run_due`](Self::run_due) evaluates descriptions on the calling thread, a while after an edit;
/// [`next_due`](Self::next_due) returns the time until then. Both return responses to requests that
/// had to wait for an evaluation.
pub struct LanguageServer {
    pub(crate) client: ClientCapabilities,
    phase: Phase,
    pub(crate) state: ServerState,
    rules: ProjectRules,
    routes: Vec<Route>,
    published: PublishedDiagnostics,
    /// Requests that wait for the evaluation of their root.
    waiting: Vec<Request>,
    /// Requests that tasks will answer.
    pub(crate) in_tasks: Vec<RequestId>,
    pub(crate) searches: Searches,
    /// Tasks that have not been run yet.
    pub(crate) tasks: Vec<ServerTask>,
    /// Receives early task results, if tasks run on their own threads.
    pub(crate) early_results: Option<EarlyResults>,
    /// Messages that have not been sent yet.
    outgoing: Vec<Message>,
    next_id: i32,
}

impl LanguageServer {
    /// Creates a server for a client.
    pub fn new(options: ServerOptions, clock: Clock) -> LanguageServer {
        let ServerOptions { rules, programs, session } = options;
        LanguageServer {
            client: ClientCapabilities::default(),
            phase: Phase::Uninitialized,
            state: ServerState {
                settings: LspSettings::default(),
                folders: Vec::new(),
                encoding: PositionEncoding::Utf16,
                documents: Documents::default(),
                roots: Roots::new(session),
                evaluations: Evaluations::new(clock),
                programs,
                record_documents: rules.documents.clone(),
                read_documents: ReadDocuments::default(),
                definitions: RefCell::default(),
                renames_files: false,
                layout: rules.layout,
            },
            rules,
            routes: routes::all(),
            published: PublishedDiagnostics::default(),
            waiting: Vec::new(),
            in_tasks: Vec::new(),
            searches: Searches::default(),
            tasks: Vec::new(),
            early_results: None,
            outgoing: Vec::new(),
            next_id: 0,
        }
    }

    /// Handles a client message. Returns the messages to send, in order.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        self.receive(message);
        self.answer_waiting();
        self.take_messages()
    }

    /// Returns the time until a task is due; `None` if nothing is due before the next message.
    pub fn next_due(&self) -> Option<Duration> {
        if self.tasks.is_empty() { self.state.evaluations.wait() } else { Some(Duration::ZERO) }
    }

    /// Runs a single evaluation or lint run that is due, on this thread. Returns the messages to
    /// send, in order.
    pub fn run_due(&mut self) -> Vec<Message> {
        self.start_due();
        if !self.tasks.is_empty() {
            let finished = self.tasks.remove(0).run();
            self.finished(finished);
        }
        self.answer_waiting();
        self.take_messages()
    }

    /// Sets the receiver for early task results. It must pass them to [`Self::finished`].
    pub(crate) fn pass_early_results(&mut self, results: EarlyResults) {
        self.early_results = Some(results);
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// Removes and returns the messages to send, in order.
    pub(crate) fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.outgoing)
    }

    /// Removes and returns the tasks to run. Pass each result to [`Self::finished`].
    pub(crate) fn take_tasks(&mut self) -> Vec<ServerTask> {
        self.start_due();
        std::mem::take(&mut self.tasks)
    }

    /// Handles a client message.
    pub(crate) fn receive(&mut self, message: Message) {
        match message {
            Message::Notification(notification)
                if self.phase == Phase::Uninitialized
                    && notification.method != LspNotificationMethod::Exit.as_str() => {}
            Message::Notification(notification) => self.notification(notification),
            Message::Request(request) => match self.phase {
                Phase::Uninitialized if request.method == LspRequestMethod::Initialize.as_str() => {
                    self.initialize(request);
                }
                Phase::Uninitialized => {
                    let message = "the server is not initialized".to_owned();
                    self.refuse(request.id, ErrorCode::ServerNotInitialized, message);
                }
                Phase::Initialized if request.method == LspRequestMethod::Shutdown.as_str() => {
                    self.phase = Phase::ShutDown;
                    self.state.evaluations.keep(|_| false);
                    self.respond(Response::new_ok(request.id, serde_json::Value::Null));
                }
                Phase::Initialized => self.request(request),
                Phase::ShutDown | Phase::Exited { .. } => {
                    let message = "the server is shut down".to_owned();
                    self.refuse(request.id, ErrorCode::InvalidRequest, message);
                }
            },
            // The server ignores responses.
            Message::Response(_) => {}
        }
    }

    /// Handles a task's result.
    pub(crate) fn finished(&mut self, result: TaskResult) {
        match result {
            TaskResult::EditEvaluated(analysis) => self.edit_evaluated(&analysis),
            TaskResult::Evaluated(evaluation) => self.evaluated(evaluation),
            TaskResult::Linted(analysis, findings) => self.linted(&analysis, findings),
            TaskResult::Prepared => {}
            TaskResult::Document(request, text) => self.document_read(request, text),
            TaskResult::SearchProgress(request, number, count) => {
                let message = format!("{} of {count} main files", number + 1);
                self.report_search(&request, &json!({ "kind": "report", "message": message }));
            }
            TaskResult::Searched(request, result) => self.searched(request, result),
        }
    }

    fn initialize(&mut self, request: Request) {
        let params = match InitializeParams::from_params(request.params) {
            Ok(params) => params,
            Err(why) => {
                self.refuse(request.id, ErrorCode::InvalidParams, why);
                return;
            }
        };
        let client = params.client;
        let result = serde_json::json!({
            "capabilities": capabilities::server(&client, &self.routes),
            "serverInfo": { "name": "tablewright", "version": env!("CARGO_PKG_VERSION") },
        });
        self.respond(Response::new_ok(request.id, result));
        let (settings, problem) = LspSettings::for_options(params.initialization_options);
        self.phase = Phase::Initialized;
        self.state.encoding = client.encoding();
        self.state.renames_files = client.renames_files;
        self.state.folders.clone_from(&params.folders);
        self.state.settings = settings;
        self.client = client;
        if let Some(problem) = problem {
            self.show_message(lsp::MessageType::Warning, problem);
        }
        for root in self.state.settings.roots() {
            self.state.roots.add(root);
        }
        self.read_databases(&params.folders);
    }

    /// Reads the root databases in the folders.
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
        let bytes = tablewright_session::read_file(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        let roots = if is_json {
            jobs_file::read(path, &text)
        } else {
            Ok(compile_commands::read(path, &text))
        };
        match roots {
            Ok(roots) => roots.into_iter().for_each(|root| _ = self.state.roots.add(root)),
            Err(error) => {
                let message = format!("{}: {error}", path.display());
                self.show_message(lsp::MessageType::Warning, message);
            }
        }
    }

    /// Requests notifications about file changes on disk.
    fn watch_files(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let registration = serde_json::json!({ "registrations": [{
            "id": "files",
            "method": LspNotificationMethod::WorkspaceDidChangeWatchedFiles.as_str(),
            "registerOptions": { "watchers": [{ "globPattern": "**/*.td" }] },
        }] });
        self.send_request(LspRequestMethod::ClientRegisterCapability, registration);
    }

    /// Answers a waiting request that the client has cancelled.
    fn cancel(&mut self, id: &RequestId) {
        let before = self.waiting.len();
        self.waiting.retain(|request| request.id != *id);
        let is_in_task = self.take_in_task(id);
        self.stop_search(id);
        if is_in_task || self.waiting.len() != before {
            self.refuse_cancelled(id.clone());
        }
    }

    /// Sends the response to a cancelled request.
    pub(crate) fn refuse_cancelled(&mut self, id: RequestId) {
        self.refuse(id, ErrorCode::RequestCanceled, "cancelled".to_owned());
    }

    fn request(&mut self, request: Request) {
        let Some(route) = self.routes.iter().find(|route| route.method == request.method) else {
            return self.respond(unknown(request));
        };
        if route.has_to_wait(&mut self.state, &request) {
            self.waiting.push(request);
            return;
        }
        let is_command = request.method == LspRequestMethod::WorkspaceExecuteCommand.as_str();
        match &route.answer {
            RouteAnswer::Document => self.read_document(request),
            RouteAnswer::Search(start) => {
                let token = request.params.get("workDoneToken").cloned();
                match start(&mut self.state, request) {
                    Ok((id, start)) => self.start_search(id, start, token),
                    Err(response) => self.respond(response),
                }
            }
            RouteAnswer::Now(answer) => {
                let response = answer(&mut self.state, request);
                self.respond(response);
            }
        }
        if is_command {
            self.release_unused_roots();
        }
    }

    /// Answers a request for a virtual document, or starts a task that will answer it.
    fn read_document(&mut self, request: Request) {
        let (id, params) = match parameters(request) {
            Ok(parts) => parts,
            Err(response) => return self.respond(response),
        };
        match virtual_documents::content(&mut self.state, params) {
            Ok(Content::Text(text)) => self.respond_document(id, text),
            Ok(Content::Task(document)) => {
                self.in_tasks.push(id.clone());
                self.tasks.push(ServerTask::Document { request: id, document });
            }
            Err(why) => self.respond(dispatch::failed(id, why)),
        }
    }

    fn document_read(&mut self, request: RequestId, text: Result<String, String>) {
        if !self.take_in_task(&request) {
            return;
        }
        match text {
            Ok(text) => self.respond_document(request, text),
            Err(why) => self.respond(dispatch::failed(request, why)),
        }
    }

    fn respond_document(&mut self, id: RequestId, text: String) {
        self.respond(Response::new_ok(id, lsp::TextDocumentContentResult { text }));
    }

    /// Removes a request from the requests that tasks will answer. Returns whether it was among
    /// them.
    pub(crate) fn take_in_task(&mut self, id: &RequestId) -> bool {
        let task_index = self.in_tasks.iter().position(|request| request == id);
        task_index.map(|index| self.in_tasks.swap_remove(index)).is_some()
    }

    /// Tells the client to read the virtual documents about a root again.
    fn refresh_documents(&mut self, root: RootId) {
        if !self.client.has_text_content && !self.state.settings.refresh_documents {
            return;
        }
        let ServerState { roots, read_documents, .. } = &mut self.state;
        for uri in read_documents.about(|path| roots.active(path) == root) {
            let params = serde_json::json!({ "uri": uri });
            self.send_request(LspRequestMethod::WorkspaceTextDocumentContentRefresh, params);
        }
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the protocol has more notifications than a server reads, and gets new ones"
    )]
    fn notification(&mut self, notification: Notification) {
        if let Some(id) = cancelled_id(&notification) {
            self.cancel(&id);
            return;
        }
        let Notification { method, params } = notification;
        match LspNotificationMethod::from(method.as_str()) {
            LspNotificationMethod::Exit => {
                let is_shut_down = self.phase == Phase::ShutDown;
                self.phase = Phase::Exited { is_shut_down };
            }
            LspNotificationMethod::Initialized => self.watch_files(),
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
            // Other notifications are ignored: `$/setTrace`, `didSave` …
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
        // Unsaved changes are lost.
        self.request_roots_of(&path, self.state.settings.debounce());
    }

    fn did_change_files(&mut self, params: lsp::DidChangeWatchedFilesParams) {
        let paths = params.changes.iter().filter_map(|change| uri::to_path(&change.uri));
        let mut paths: Vec<PathBuf> = paths.collect();
        paths.retain(|path| self.state.documents.get(path).is_none());
        let delay = self.state.settings.debounce();
        // A root no longer reads a file that was deleted, so the roots that read it before count.
        paths.iter().for_each(|path| self.request_roots_of(path, delay));
        if params.changes.iter().any(|change| change.kind != lsp::FileChangeType::Changed) {
            self.state.roots.forget_files();
            paths.iter().for_each(|path| self.request_roots_of(path, delay));
            self.request_incomplete_roots(delay);
        }
    }

    /// Schedules the evaluation of the roots in use that read a file.
    fn request_roots_of(&mut self, path: &Path, delay: Duration) {
        let used: Vec<RootId> = self.state.evaluations.states.keys().copied().collect();
        for root in used {
            if self.state.roots.reads(root, path) {
                self.state.evaluations.request(root, delay);
            }
        }
    }

    /// Schedules the evaluation of the roots in use that lack an included file.
    fn request_incomplete_roots(&mut self, delay: Duration) {
        let states = self.state.evaluations.states.iter();
        let incomplete = states.filter(|(_, state)| {
            let diagnostics = state.latest.iter().flat_map(|latest| &latest.diagnostics);
            diagnostics.into_iter().any(|found| found.code == Some(Code::IncludeNotFound))
        });
        for root in incomplete.map(|(&root, _)| root).collect::<Vec<_>>() {
            self.state.evaluations.request(root, delay);
        }
    }

    /// Frees the state of unused roots, after texts were closed or have another root.
    fn release_unused_roots(&mut self) {
        let used = self.state.used_roots();
        self.state.evaluations.keep(|root| used.contains(&root));
        for uri in self.published.keep(|root| used.contains(&root)) {
            self.publish(&uri, DiagnosticsStage::Final);
        }
    }

    /// Starts the evaluation of a root that is due.
    fn start_due(&mut self) {
        let Some(id) = self.state.evaluations.take_due() else { return };
        let root = self.state.roots.get(id).clone();
        let state = self.state.evaluations.states.get(&id);
        let kept = state.map(|state| Arc::clone(&state.kept));
        let needs_records = state.is_none_or(|state| state.with_records.is_none());
        let monitor = self.monitor(id);
        self.report_progress(|| {
            let title = format!("Evaluating {}", root.label());
            serde_json::json!({ "kind": "begin", "title": title })
        });
        let job = AnalysisJob {
            id,
            main: root.main,
            session: self.state.roots.session(id),
            texts: self.state.documents.texts(),
            monitor: monitor.clone(),
            kept: kept.unwrap_or_default(),
            clock: self.state.evaluations.clock(),
            needs_records,
        };
        self.state.evaluations.running = Some(Running { root: id, monitor });
        self.tasks.push(ServerTask::Evaluate(Box::new(job)));
    }

    /// Creates a monitor for the evaluation of a root.
    fn monitor(&self, root: RootId) -> LoadMonitor {
        let Some(results) = self.early_results.clone() else { return LoadMonitor::new() };
        LoadMonitor::with_observer(move |early| {
            let EarlyDiagnostics { store, diagnostics } = early;
            let analysis = DocumentAnalysis::new(root, store, &diagnostics, Duration::ZERO);
            results(TaskResult::EditEvaluated(Box::new(analysis)));
        })
    }

    /// Publishes the diagnostics of an unfinished evaluation. Lint findings from the last
    /// evaluation are kept until it is finished.
    fn edit_evaluated(&mut self, early: &DocumentAnalysis) {
        let running = self.state.evaluations.running.as_ref();
        let is_current =
            |running: &Running| running.root == early.root && !running.monitor.is_stopped();
        if !running.is_some_and(is_current) {
            return;
        }
        let state = self.state.evaluations.states.get(&early.root);
        let linted = state.and_then(|state| {
            let (analysis, findings) = (state.latest.clone()?, state.findings.clone()?);
            Some(LintedEvaluation { analysis, findings })
        });
        self.publish_root(early, linted.as_ref(), DiagnosticsStage::EarlyResults);
    }

    fn evaluated(&mut self, evaluation: Option<Box<Evaluation>>) {
        let running = self.state.evaluations.running.take();
        let is_current = running.is_some_and(|running| !running.monitor.is_stopped());
        let Some(evaluation) = evaluation.filter(|_| is_current) else {
            self.report_progress(|| serde_json::json!({ "kind": "end", "message": "stopped" }));
            return;
        };
        let Evaluation { analysis, repaired } = *evaluation;
        let (analysis, repaired) = (Arc::new(analysis), repaired.map(Arc::new));
        self.report_progress(|| {
            let (records, elapsed) = (analysis.store.record_count(), analysis.elapsed.as_millis());
            let message = format!("{records} records in {elapsed} ms");
            serde_json::json!({ "kind": "end", "message": message })
        });
        let files = &repaired.as_ref().unwrap_or(&analysis).files;
        self.state.roots.set_files(analysis.root, files.keys().cloned().collect());
        let Some(state) = self.state.evaluations.states.get_mut(&analysis.root) else { return };
        state.latest = Some(Arc::clone(&analysis));
        state.findings = None;
        let with_records = repaired.or_else(|| analysis.has_records.then(|| Arc::clone(&analysis)));
        if let Some(with_records) = with_records {
            state.with_records = Some(Arc::clone(&with_records));
            self.tasks.push(ServerTask::Prepare(with_records));
        }
        self.start_lints(&analysis);
        self.refresh_documents(analysis.root);
        self.publish_root(&analysis, None, DiagnosticsStage::Final);
    }

    /// Starts a lint task. Lints run after the diagnostics were published.
    fn start_lints(&mut self, analysis: &Arc<DocumentAnalysis>) {
        if !self.state.settings.lints || analysis.has_errors() {
            return;
        }
        let macros = self.state.roots.get(analysis.root).macros.clone();
        let (analysis, rules) = (Arc::clone(analysis), self.rules.clone());
        self.tasks.push(ServerTask::Lint { analysis, rules, macros });
    }

    fn linted(&mut self, analysis: &Arc<DocumentAnalysis>, findings: Vec<Finding>) {
        let Some(state) = self.state.evaluations.states.get_mut(&analysis.root) else { return };
        if state.latest.as_ref().is_some_and(|latest| Arc::ptr_eq(latest, analysis)) {
            let findings = Arc::new(findings);
            state.findings = Some(Arc::clone(&findings));
            let linted = LintedEvaluation { analysis: Arc::clone(analysis), findings };
            self.publish_root(analysis, Some(&linted), DiagnosticsStage::Final);
        }
    }

    /// Publishes the diagnostics of a root, in place of its earlier diagnostics.
    fn publish_root(
        &mut self,
        analysis: &DocumentAnalysis,
        linted: Option<&LintedEvaluation>,
        stage: DiagnosticsStage,
    ) {
        let root = self.state.roots.get(analysis.root);
        let by_uri = diagnostics::for_root(
            root,
            analysis,
            linted,
            &self.state.documents,
            self.state.encoding,
            self.state.settings.book_url.as_deref(),
        );
        for uri in self.published.set(analysis.root, by_uri, stage) {
            self.publish(&uri, stage);
        }
    }

    fn publish(&mut self, uri: &Uri, stage: DiagnosticsStage) {
        let path = uri::to_path(uri);
        let version = path.and_then(|path| Some(self.state.documents.get(&path)?.version));
        let diagnostics = self.published.for_uri(uri);
        if self.published.is_repeated(uri, version, &diagnostics, stage) {
            return;
        }
        let params = lsp::PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics };
        self.notify(LspNotificationMethod::TextDocumentPublishDiagnostics, params);
    }

    /// Answers requests that waited for an evaluation.
    pub(crate) fn answer_waiting(&mut self) {
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
            self.send_request(LspRequestMethod::WindowWorkDoneProgressCreate, create);
        }
        let params = serde_json::json!({ "token": token, "value": value });
        self.notify(LspNotificationMethod::Progress, params);
    }

    fn show_message(&mut self, kind: lsp::MessageType, message: String) {
        let params = lsp::ShowMessageParams { kind, message };
        self.notify(LspNotificationMethod::WindowShowMessage, params);
    }

    pub(crate) fn send_request(&mut self, method: LspRequestMethod<'_>, params: serde_json::Value) {
        self.next_id += 1;
        let id = RequestId::from(format!("tablewright-{}", self.next_id));
        self.send(Message::Request(Request::new(id, method.to_string(), params)));
    }

    pub(crate) fn notify(
        &mut self,
        method: LspNotificationMethod<'_>,
        params: impl serde::Serialize,
    ) {
        self.send(Message::Notification(Notification::new(method.as_str().to_owned(), params)));
    }

    pub(crate) fn refuse(&mut self, id: RequestId, code: ErrorCode, message: String) {
        self.respond(Response::new_err(id, code as i32, message));
    }

    pub(crate) fn respond(&mut self, response: Response) {
        self.send(Message::Response(response));
    }

    fn send(&mut self, message: Message) {
        self.outgoing.push(message);
    }
}

/// Returns the request id that a notification cancels.
pub(crate) fn cancelled_id(notification: &Notification) -> Option<RequestId> {
    if notification.method != LspNotificationMethod::CancelRequest.as_str() {
        return None;
    }
    serde_json::from_value(notification.params.get("id")?.clone()).ok()
}
