//! From requests to the functions that answer them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::{LspRequestMethod, Uri};
use lsp_server::{ErrorCode, Request, Response};
use tablewright::inspect::lint::Finding;

use crate::requests::{
    call_hierarchy, code_actions, code_lenses, commands, completion, custom, definition,
    document_links, document_symbols, folding, highlight, hover, inlay_hints, references, rename,
    selection_ranges, semantic_tokens, signature_help, type_hierarchy, workspace_symbols,
};
use crate::server::Server;
use crate::settings::Settings;
use crate::snapshot::Snapshot;
use crate::uri;

/// What a request about a file reads.
pub(crate) struct FileContext<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    pub(crate) path: &'a Path,
    pub(crate) findings: &'a [Finding],
    pub(crate) settings: &'a Settings,
    /// Where the root searches for included files.
    pub(crate) include_dirs: &'a [PathBuf],
}

/// What a request about an open text alone reads.
pub(crate) struct TextContext<'a> {
    pub(crate) text: &'a str,
    pub(crate) encoding: crate::line_index::Encoding,
}

/// The file that a request is about.
fn subject(request: &Request) -> Option<PathBuf> {
    let uri = request.params.get("textDocument").or_else(|| request.params.get("item"))?;
    uri::to_path(&Uri(uri.get("uri")?.as_str()?.to_owned()))
}

/// Whether a request has to wait until its root is evaluated.
pub(crate) fn has_to_wait(server: &mut Server, request: &Request) -> bool {
    match LspRequestMethod::from(request.method.as_str()) {
        LspRequestMethod::TextDocumentDocumentSymbol
        | LspRequestMethod::TextDocumentFoldingRange
        | LspRequestMethod::TextDocumentSelectionRange => return false,
        LspRequestMethod::WorkspaceSymbol => {
            let mut roots = server.evaluations.states.keys();
            return roots.any(|&root| server.evaluations.is_awaited(root));
        }
        // An edit that was not evaluated yet may have new uses.
        LspRequestMethod::TextDocumentRename if server.evaluations.is_busy() => return true,
        _ => {}
    }
    let Some(path) = subject(request) else { return false };
    let root = server.roots.active(&path);
    server.evaluations.is_awaited(root)
}

/// Answers a request.
pub(crate) fn answer(server: &mut Server, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentHover => on_file::<lsp::HoverRequest>(server, request, hover::hover),
        Method::TextDocumentDefinition => {
            on_file::<lsp::DefinitionRequest>(server, request, definition::definition)
        }
        Method::TextDocumentReferences => {
            on_file::<lsp::ReferencesRequest>(server, request, references::references)
        }
        Method::TextDocumentDocumentHighlight => {
            on_file::<lsp::DocumentHighlightRequest>(server, request, highlight::highlight)
        }
        Method::TextDocumentDocumentSymbol => on_text::<lsp::DocumentSymbolRequest>(
            server,
            request,
            document_symbols::document_symbols,
        ),
        Method::WorkspaceSymbol => {
            on_server::<lsp::WorkspaceSymbolRequest>(server, request, workspace_symbols::symbols)
        }
        Method::WorkspaceExecuteCommand => {
            on_server::<lsp::ExecuteCommandRequest>(server, request, commands::execute)
        }
        _ => answer_about_text(server, request),
    }
}

/// Answers requests with which a text is edited or shown.
fn answer_about_text(server: &mut Server, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentFoldingRange => {
            on_text::<lsp::FoldingRangeRequest>(server, request, folding::folding_ranges)
        }
        Method::TextDocumentSelectionRange => on_text::<lsp::SelectionRangeRequest>(
            server,
            request,
            selection_ranges::selection_ranges,
        ),
        Method::TextDocumentCompletion => {
            on_file::<lsp::CompletionRequest>(server, request, completion::completion)
        }
        Method::TextDocumentSignatureHelp => {
            on_file::<lsp::SignatureHelpRequest>(server, request, signature_help::signature_help)
        }
        Method::TextDocumentSemanticTokensFull => {
            on_file::<lsp::SemanticTokensRequest>(server, request, semantic_tokens::full)
        }
        Method::TextDocumentSemanticTokensRange => {
            on_file::<lsp::SemanticTokensRangeRequest>(server, request, semantic_tokens::range)
        }
        Method::TextDocumentDocumentLink => {
            on_file::<lsp::DocumentLinkRequest>(server, request, document_links::document_links)
        }
        Method::TextDocumentInlayHint => {
            on_file::<lsp::InlayHintRequest>(server, request, inlay_hints::inlay_hints)
        }
        Method::TextDocumentPrepareRename => {
            on_file::<lsp::PrepareRenameRequest>(server, request, rename::prepare)
        }
        Method::TextDocumentRename => on_server::<lsp::RenameRequest>(server, request, renamed),
        Method::TextDocumentCodeAction => {
            on_file::<lsp::CodeActionRequest>(server, request, code_actions::code_actions)
        }
        Method::TextDocumentCodeLens => {
            on_file::<lsp::CodeLensRequest>(server, request, code_lenses::code_lenses)
        }
        _ => answer_about_hierarchy(server, request),
    }
}

/// Answers requests about what inherits from what, and those beyond the protocol.
fn answer_about_hierarchy(server: &mut Server, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentImplementation => {
            on_file::<lsp::ImplementationRequest>(server, request, type_hierarchy::implementation)
        }
        Method::TextDocumentPrepareTypeHierarchy => {
            on_file::<lsp::TypeHierarchyPrepareRequest>(server, request, type_hierarchy::prepare)
        }
        Method::TextDocumentPrepareCallHierarchy => {
            on_file::<lsp::CallHierarchyPrepareRequest>(server, request, call_hierarchy::prepare)
        }
        Method::CallHierarchyIncomingCalls => on_file::<lsp::CallHierarchyIncomingCallsRequest>(
            server,
            request,
            call_hierarchy::incoming,
        ),
        Method::CallHierarchyOutgoingCalls => on_file::<lsp::CallHierarchyOutgoingCallsRequest>(
            server,
            request,
            call_hierarchy::outgoing,
        ),
        Method::TypeHierarchySupertypes => on_file::<lsp::TypeHierarchySupertypesRequest>(
            server,
            request,
            type_hierarchy::supertypes,
        ),
        Method::TypeHierarchySubtypes => {
            on_file::<lsp::TypeHierarchySubtypesRequest>(server, request, type_hierarchy::subtypes)
        }
        _ => custom::answer(server, request),
    }
}

/// The edit of a renaming; why there is none is an error that the client shows.
fn renamed(
    server: &mut Server,
    params: lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, String> {
    let uri = &params.text_document_position_params.text_document.uri;
    let path = uri::to_path(uri).ok_or("the text is no file")?;
    let found = with_file(server, &path, |context| rename::rename(context, &params));
    found.ok_or("the file is not evaluated")?.map(Some)
}

/// The answer that the server has no such request.
pub(crate) fn unknown(request: Request) -> Response {
    let message = format!("the server has no request '{}'", request.method);
    Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
}

/// The parameters of a request, or the answer that they are wrong.
pub(crate) fn parameters<P: serde::de::DeserializeOwned>(
    request: Request,
) -> Result<(lsp_server::RequestId, P), Response> {
    match serde_json::from_value(request.params) {
        Ok(params) => Ok((request.id, params)),
        Err(error) => {
            let code = ErrorCode::InvalidParams as i32;
            Err(Response::new_err(request.id, code, format!("{}: {error}", request.method)))
        }
    }
}

fn on_server<R: lsp::Request>(
    server: &mut Server,
    request: Request,
    answer: impl FnOnce(&mut Server, R::Params) -> Result<R::Result, String>,
) -> Response {
    match parameters(request) {
        Ok((id, params)) => match answer(server, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(why) => {
                let code = lsp::LspErrorCodes::RequestFailed;
                Response::new_err(id, i32::from(code), why)
            }
        },
        Err(response) => response,
    }
}

/// Answers a request about an evaluated file. Without an evaluation, the answer is `null`.
pub(crate) fn on_file<R: lsp::Request>(
    server: &mut Server,
    request: Request,
    answer: impl FnOnce(&FileContext<'_>, R::Params) -> R::Result,
) -> Response {
    let path = subject(&request);
    let (id, params) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    match path.and_then(|path| with_file(server, &path, |context| answer(context, params))) {
        Some(result) => Response::new_ok(id, result),
        None => Response::new_ok(id, serde_json::Value::Null),
    }
}

/// Runs something with the evaluation of a file, if there is one.
pub(crate) fn with_file<T>(
    server: &mut Server,
    path: &Path,
    run: impl FnOnce(&FileContext<'_>) -> T,
) -> Option<T> {
    let root = server.roots.active(path);
    let state = server.evaluations.states.get(&root)?;
    let analysis = Arc::clone(state.analysis()?);
    let findings = state.findings.clone();
    let context = FileContext {
        snapshot: Snapshot::new(&analysis, &server.documents, server.encoding),
        path,
        findings: findings.as_deref().map_or(&[], Vec::as_slice),
        settings: &server.settings,
        include_dirs: &server.roots.get(root).include_dirs,
    };
    Some(run(&context))
}

/// Answers a request about an open text.
fn on_text<R: lsp::Request>(
    server: &mut Server,
    request: Request,
    answer: impl FnOnce(&TextContext<'_>, R::Params) -> R::Result,
) -> Response {
    let path = subject(&request);
    let (id, params) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    let Some(document) = path.and_then(|path| server.documents.get(&path)) else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let context = TextContext { text: &document.text, encoding: server.encoding };
    Response::new_ok(id, answer(&context, params))
}
