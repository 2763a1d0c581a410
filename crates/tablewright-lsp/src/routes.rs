//! The requests that the server answers, a row for each: the moment to answer, the function that answers, and the
//! capability that tells clients about the request.

use gen_lsp_types as lsp;
use gen_lsp_types::Request as _;
use lsp_server::{Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tablewright_syntax::format::LayoutOptions;

use crate::context::{FileContext, TextContext};
use crate::dispatch;
use crate::requests::{
    call_hierarchy, code_actions, code_lenses, command_results, commands, completion, custom,
    definition, document_links, document_symbols, folding, formatting, highlight, hover,
    inlay_hints, machine_code, references, rename, rename_files, run_backend, selection_ranges,
    semantic_tokens, signature_help, type_definition, type_hierarchy, workspace_symbols,
};
use crate::response::parameters;
use crate::search::SearchStart;
use crate::state::ServerState;

/// The moment to answer a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// At once.
    Never,
    /// After the evaluation of the file's root.
    UntilEvaluated,
    /// After the evaluation of every root.
    UntilAllEvaluated,
    /// After the evaluation of the last edit, which may contain new uses or records.
    UntilEditsEvaluated,
}

type Answer = dyn Fn(&mut ServerState, Request) -> Response + Send;

/// The way to answer a request.
pub(crate) enum RouteAnswer {
    Now(Box<Answer>),
    /// The text of a virtual document, perhaps from a task.
    Document,
    /// A search in all main files, as a task.
    Search(Box<SearchAnswer>),
}

type SearchAnswer = dyn Fn(&mut ServerState, Request) -> Result<(RequestId, Result<SearchStart, String>), Response>
    + Send;

/// A request that the server answers.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    wait: Wait,
    pub(crate) answer: RouteAnswer,
    /// The member of `ServerCapabilities` and its value.
    capability: Option<(&'static str, Value)>,
}

impl Route {
    fn new(
        method: &'static str,
        wait: Wait,
        answer: impl Fn(&mut ServerState, Request) -> Response + Send + 'static,
    ) -> Route {
        Route { method, wait, answer: RouteAnswer::Now(Box::new(answer)), capability: None }
    }

    /// Adds the capability that tells clients about the request.
    fn provided_as(mut self, member: &'static str, value: Value) -> Route {
        self.capability = Some((member, value));
        self
    }

    /// Adds a capability without options.
    fn provided(self, member: &'static str) -> Route {
        self.provided_as(member, Value::Bool(true))
    }

    /// Whether the request must wait.
    pub(crate) fn has_to_wait(&self, state: &mut ServerState, request: &Request) -> bool {
        let is_own_root_awaited = |state: &mut ServerState| {
            dispatch::subject(request).is_some_and(|path| {
                let root = state.roots.active(&path);
                state.evaluations.is_awaited(root)
            })
        };
        match self.wait {
            Wait::Never => false,
            Wait::UntilEvaluated => is_own_root_awaited(state),
            Wait::UntilAllEvaluated => {
                let mut roots = state.evaluations.states.keys();
                roots.any(|&root| state.evaluations.is_awaited(root))
            }
            Wait::UntilEditsEvaluated => state.evaluations.is_busy() || is_own_root_awaited(state),
        }
    }
}

/// A row for a request on an evaluated file.
fn file<R: lsp::Request>(answer: fn(&FileContext<'_>, R::Params) -> R::Result) -> Route {
    Route::new(R::METHOD.as_str(), Wait::UntilEvaluated, move |state, request| {
        dispatch::on_file::<R>(state, request, answer)
    })
}

/// A row for a request on an open text, evaluated or not.
fn text<R: lsp::Request>(answer: fn(&TextContext<'_>, R::Params) -> R::Result) -> Route {
    Route::new(R::METHOD.as_str(), Wait::Never, move |state, request| {
        dispatch::on_text::<R>(state, request, answer)
    })
}

type LayoutAnswer<R> = fn(
    &TextContext<'_>,
    &LayoutOptions,
    <R as lsp::Request>::Params,
) -> Result<<R as lsp::Request>::Result, String>;

/// A row for a request that changes the layout of an open text.
fn layout<R: lsp::Request>(answer: LayoutAnswer<R>) -> Route {
    Route::new(R::METHOD.as_str(), Wait::Never, move |state, request| {
        dispatch::on_layout::<R>(state, request, answer)
    })
}

/// A row for a search in all main files.
fn search<P: DeserializeOwned + 'static>(
    method: &'static str,
    wait: Wait,
    start: fn(&mut ServerState, P) -> Result<SearchStart, String>,
) -> Route {
    let answer = RouteAnswer::Search(Box::new(move |state, request| {
        let (id, params) = parameters(request)?;
        Ok((id, start(state, params)))
    }));
    Route { method, wait, answer, capability: None }
}

/// A row for a request about several files or the server.
fn server<R: lsp::Request>(
    wait: Wait,
    answer: fn(&mut ServerState, R::Params) -> Result<R::Result, String>,
) -> Route {
    Route::new(R::METHOD.as_str(), wait, move |state, request| {
        dispatch::on_server::<R>(state, request, answer)
    })
}

/// Returns all rows.
pub(crate) fn all() -> Vec<Route> {
    [
        navigation(),
        editing(),
        text_structure(),
        hierarchies(),
        files_and_commands(),
        beyond_the_protocol(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Requests that show or find names.
fn navigation() -> Vec<Route> {
    vec![
        file::<lsp::HoverRequest>(hover::hover).provided("hoverProvider"),
        file::<lsp::DefinitionRequest>(definition::definition).provided("definitionProvider"),
        file::<lsp::TypeDefinitionRequest>(type_definition::type_definition)
            .provided("typeDefinitionProvider"),
        file::<lsp::ImplementationRequest>(type_hierarchy::implementation)
            .provided("implementationProvider"),
        search(
            lsp::ReferencesRequest::METHOD.as_str(),
            Wait::UntilEvaluated,
            references::references,
        )
        .provided("referencesProvider"),
        file::<lsp::DocumentHighlightRequest>(highlight::highlight)
            .provided("documentHighlightProvider"),
        file::<lsp::DocumentLinkRequest>(document_links::document_links)
            .provided_as("documentLinkProvider", json!({})),
        file::<lsp::InlayHintRequest>(inlay_hints::inlay_hints).provided("inlayHintProvider"),
        file::<lsp::CodeLensRequest>(code_lenses::code_lenses)
            .provided_as("codeLensProvider", json!({})),
        file::<lsp::SemanticTokensRequest>(semantic_tokens::full).provided_as(
            "semanticTokensProvider",
            json!({ "legend": semantic_tokens::legend(), "range": true, "full": true }),
        ),
        file::<lsp::SemanticTokensRangeRequest>(semantic_tokens::range),
    ]
}

/// Requests while a text is written.
fn editing() -> Vec<Route> {
    let triggers = ["!", ".", "\"", "/", "<", ":", "#", "$"];
    vec![
        file::<lsp::CompletionRequest>(completion::completion)
            .provided_as("completionProvider", json!({ "triggerCharacters": triggers })),
        file::<lsp::SignatureHelpRequest>(signature_help::signature_help)
            .provided_as("signatureHelpProvider", json!({ "triggerCharacters": ["<", "(", ","] })),
        file::<lsp::CodeActionRequest>(code_actions::code_actions).provided_as(
            "codeActionProvider",
            json!({ "codeActionKinds": ["quickfix", "refactor"] }),
        ),
        file::<lsp::PrepareRenameRequest>(rename::prepare)
            .provided_as("renameProvider", json!({ "prepareProvider": true })),
        search(lsp::RenameRequest::METHOD.as_str(), Wait::UntilEditsEvaluated, rename::rename),
        layout::<lsp::DocumentFormattingRequest>(formatting::document)
            .provided("documentFormattingProvider"),
        layout::<lsp::DocumentRangeFormattingRequest>(formatting::range)
            .provided_as("documentRangeFormattingProvider", json!({ "rangesSupport": true })),
        layout::<lsp::DocumentRangesFormattingRequest>(formatting::ranges),
        layout::<lsp::DocumentOnTypeFormattingRequest>(formatting::on_type).provided_as(
            "documentOnTypeFormattingProvider",
            json!({ "firstTriggerCharacter": ";", "moreTriggerCharacter": ["}", "\n"] }),
        ),
    ]
}

/// Requests about the structure of a text.
fn text_structure() -> Vec<Route> {
    vec![
        text::<lsp::DocumentSymbolRequest>(document_symbols::document_symbols)
            .provided("documentSymbolProvider"),
        text::<lsp::FoldingRangeRequest>(folding::folding_ranges).provided("foldingRangeProvider"),
        text::<lsp::SelectionRangeRequest>(selection_ranges::selection_ranges)
            .provided("selectionRangeProvider"),
    ]
}

/// Requests about classes, records and what defines them.
fn hierarchies() -> Vec<Route> {
    vec![
        file::<lsp::TypeHierarchyPrepareRequest>(type_hierarchy::prepare)
            .provided("typeHierarchyProvider"),
        file::<lsp::TypeHierarchySupertypesRequest>(type_hierarchy::supertypes),
        file::<lsp::TypeHierarchySubtypesRequest>(type_hierarchy::subtypes),
        file::<lsp::CallHierarchyPrepareRequest>(call_hierarchy::prepare)
            .provided("callHierarchyProvider"),
        file::<lsp::CallHierarchyIncomingCallsRequest>(call_hierarchy::incoming),
        file::<lsp::CallHierarchyOutgoingCallsRequest>(call_hierarchy::outgoing),
    ]
}

/// Requests about the workspace, and commands.
fn files_and_commands() -> Vec<Route> {
    vec![
        server::<lsp::WorkspaceSymbolRequest>(Wait::UntilAllEvaluated, workspace_symbols::symbols)
            .provided("workspaceSymbolProvider"),
        server::<lsp::WillRenameFilesRequest>(Wait::UntilEditsEvaluated, rename_files::will_rename),
        server::<lsp::ExecuteCommandRequest>(Wait::Never, commands::execute)
            .provided_as("executeCommandProvider", json!({ "commands": commands::NAMES })),
        Route {
            method: lsp::LspRequestMethod::WorkspaceTextDocumentContent.as_str(),
            wait: Wait::UntilEvaluated,
            answer: RouteAnswer::Document,
            capability: None,
        },
    ]
}

/// Requests beyond the protocol.
fn beyond_the_protocol() -> Vec<Route> {
    let evaluated = Wait::UntilEvaluated;
    let after_edits = Wait::UntilEditsEvaluated;
    vec![
        search("tablewright/references", evaluated, references::references_with_kinds),
        Route::new("tablewright/status", Wait::Never, custom::status),
        Route::new("tablewright/documents", evaluated, custom::documents),
        Route::new("tablewright/evaluatedRecords", evaluated, custom::evaluated_records),
        Route::new("tablewright/backends", after_edits, run_backend::backends),
        Route::new("tablewright/runBackend", after_edits, run_backend::run_backend),
        Route::new("tablewright/explain", after_edits, command_results::explain),
        Route::new("tablewright/registers", after_edits, command_results::registers),
        Route::new("tablewright/encodings", after_edits, command_results::encodings),
        Route::new("tablewright/assemble", after_edits, machine_code::assemble),
        Route::new("tablewright/disassemble", after_edits, machine_code::disassemble),
    ]
}

/// Adds the capabilities of the rows to the server's capabilities.
pub(crate) fn add_capabilities(routes: &[Route], capabilities: &mut Value) {
    for (member, value) in routes.iter().filter_map(|route| route.capability.as_ref()) {
        capabilities[*member] = value.clone();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_method_has_one_row() {
        let routes = all();
        let methods: BTreeSet<&str> = routes.iter().map(|route| route.method).collect();
        assert_eq!(methods.len(), routes.len());
    }

    #[test]
    fn the_page_of_the_server_lists_every_row() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/lsp.md");
        let page = std::fs::read_to_string(path).expect("the page exists");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        for route in all() {
            let (_, last) = route.method.rsplit_once('/').expect("a method has an area");
            let names = [format!("`{}`", route.method), format!("`{last}`")];
            // The table joins requests of one kind: `textDocument/prepareRename`, `rename`.
            let is_listed = rows.iter().any(|row| names.iter().any(|name| row.contains(name)));
            assert!(is_listed, "{} is not in docs/src/lsp.md", route.method);
        }
    }
}
