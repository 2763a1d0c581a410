//! Searches that run as tasks: their progress and their end.

use std::collections::BTreeMap;

use gen_lsp_types::{LspNotificationMethod, LspRequestMethod};
use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::{Value, json};
use tablewright_records::LoadMonitor;

use super::LanguageServer;
use crate::dispatch;
use crate::search::{Purpose, SearchStart};
use crate::tasks::{ServerTask, TaskResult};

/// The searches that run, by request.
pub(crate) type Searches = BTreeMap<RequestId, RunningSearch>;

/// A search that runs.
pub(crate) struct RunningSearch {
    /// The token for progress; `None` if the client has no progress.
    token: Option<Value>,
    monitor: LoadMonitor,
    /// The revision of the open texts, if the result is valid only for them.
    revision: Option<u64>,
}

impl LanguageServer {
    /// Starts a search. `token` is the client's token for progress.
    pub(crate) fn start_search(
        &mut self,
        id: RequestId,
        start: Result<SearchStart, String>,
        token: Option<Value>,
    ) {
        let mut search = match start {
            Ok(SearchStart::Answer(answer)) => return self.respond(Response::new_ok(id, answer)),
            Ok(SearchStart::Search(search)) => search,
            Err(why) => return self.respond(dispatch::failed(id, why)),
        };
        let own_token = || {
            let token = json!(format!("tablewright/search/{id}"));
            self.client.has_progress.then_some(token)
        };
        let is_own = token.is_none();
        let token = token.or_else(own_token);
        if let Some(token) = token.as_ref().filter(|_| is_own) {
            let create = json!({ "token": token });
            self.send_request(LspRequestMethod::WindowWorkDoneProgressCreate, create);
        }
        let is_renaming = matches!(search.purpose, Purpose::Rename(_));
        let revision = is_renaming.then(|| self.state.documents.revision());
        let running = RunningSearch { token, monitor: search.monitor.clone(), revision };
        self.searches.insert(id.clone(), running);
        let title = if is_renaming { "Renaming" } else { "Searching" };
        self.report_search(&id, &json!({ "kind": "begin", "title": title, "cancellable": true }));
        if let Some(results) = self.early_results.clone() {
            let id = id.clone();
            search.progress = Some(Box::new(move |number, count| {
                results(TaskResult::SearchProgress(id.clone(), number, count));
            }));
        }
        self.in_tasks.push(id.clone());
        self.tasks.push(ServerTask::Search { request: id, search });
    }

    /// Sends the search's progress, if the client has progress.
    pub(crate) fn report_search(&mut self, id: &RequestId, value: &Value) {
        if let Some(token) = self.searches.get(id).and_then(|search| search.token.clone()) {
            let params = json!({ "token": token, "value": value });
            self.notify(LspNotificationMethod::Progress, params);
        }
    }

    /// Stops the search for a cancelled request.
    pub(crate) fn stop_search(&mut self, id: &RequestId) {
        self.report_search(id, &json!({ "kind": "end" }));
        if let Some(search) = self.searches.remove(id) {
            search.monitor.stop();
        }
    }

    /// Answers a finished search's request.
    pub(crate) fn searched(&mut self, id: RequestId, result: Result<Value, String>) {
        let revision = self.searches.get(&id).and_then(|search| search.revision);
        self.stop_search(&id);
        if !self.take_in_task(&id) {
            return;
        }
        if revision.is_some_and(|revision| revision != self.state.documents.revision()) {
            let why = "a text was edited during the renaming".to_owned();
            return self.refuse(id, ErrorCode::ContentModified, why);
        }
        match result {
            Ok(result) => self.respond(Response::new_ok(id, result)),
            Err(why) => self.respond(dispatch::failed(id, why)),
        }
    }
}
