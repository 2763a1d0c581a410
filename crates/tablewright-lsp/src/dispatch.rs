//! Dispatch of requests to the functions that answer them.

use std::path::PathBuf;

use gen_lsp_types as lsp;
use gen_lsp_types::{LspRequestMethod, Uri};
use lsp_server::{Request, RequestId, Response};
use tablewright::path_text;
use tablewright::syntax::format::LayoutOptions;

use crate::context::{FileContext, TextContext};
use crate::requests::virtual_documents::DocumentId;
use crate::requests::{
    call_hierarchy, code_actions, code_lenses, commands, completion, custom, definition,
    document_links, document_symbols, folding, formatting, highlight, hover, inlay_hints,
    references, rename, rename_files, selection_ranges, semantic_tokens, signature_help,
    type_definition, type_hierarchy, workspace_symbols,
};
use crate::response::parameters;
use crate::state::ServerState;
use crate::uri;

/// Returns the file that a request is about.
fn subject(request: &Request) -> Option<PathBuf> {
    let params = &request.params;
    let uri = |value: &serde_json::Value| Some(Uri(value.get("uri")?.as_str()?.to_owned()));
    match params.get("textDocument").or_else(|| params.get("item")) {
        Some(document) => uri::to_path(&uri(document)?),
        // A virtual document belongs to a file.
        None => uri::to_path(DocumentId::from_uri(&uri(params)?)?.file()),
    }
}

/// Whether a request must wait for its root's evaluation.
pub(crate) fn has_to_wait(state: &mut ServerState, request: &Request) -> bool {
    if custom::waits_for_edits(&request.method) && state.evaluations.is_busy() {
        return true;
    }
    match LspRequestMethod::from(request.method.as_str()) {
        LspRequestMethod::TextDocumentDocumentSymbol
        | LspRequestMethod::TextDocumentFoldingRange
        | LspRequestMethod::TextDocumentFormatting
        | LspRequestMethod::TextDocumentRangeFormatting
        | LspRequestMethod::TextDocumentRangesFormatting
        | LspRequestMethod::TextDocumentOnTypeFormatting
        | LspRequestMethod::TextDocumentSelectionRange => return false,
        LspRequestMethod::WorkspaceSymbol => {
            let mut roots = state.evaluations.states.keys();
            return roots.any(|&root| state.evaluations.is_awaited(root));
        }
        // An unevaluated edit may contain new uses.
        LspRequestMethod::TextDocumentRename | LspRequestMethod::WorkspaceWillRenameFiles
            if state.evaluations.is_busy() =>
        {
            return true;
        }
        _ => {}
    }
    let Some(path) = subject(request) else { return false };
    let root = state.roots.active(&path);
    state.evaluations.is_awaited(root)
}

/// Answers a request.
pub(crate) fn answer(state: &mut ServerState, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentHover => on_file::<lsp::HoverRequest>(state, request, hover::hover),
        Method::TextDocumentDefinition => {
            on_file::<lsp::DefinitionRequest>(state, request, definition::definition)
        }
        Method::TextDocumentTypeDefinition => {
            on_file::<lsp::TypeDefinitionRequest>(state, request, type_definition::type_definition)
        }
        Method::TextDocumentReferences => {
            on_file::<lsp::ReferencesRequest>(state, request, references::references)
        }
        Method::TextDocumentDocumentHighlight => {
            on_file::<lsp::DocumentHighlightRequest>(state, request, highlight::highlight)
        }
        Method::TextDocumentDocumentSymbol => on_text::<lsp::DocumentSymbolRequest>(
            state,
            request,
            document_symbols::document_symbols,
        ),
        Method::WorkspaceSymbol => {
            on_server::<lsp::WorkspaceSymbolRequest>(state, request, workspace_symbols::symbols)
        }
        Method::WorkspaceWillRenameFiles => {
            on_server::<lsp::WillRenameFilesRequest>(state, request, rename_files::will_rename)
        }
        Method::WorkspaceExecuteCommand => {
            on_server::<lsp::ExecuteCommandRequest>(state, request, commands::execute)
        }
        _ => answer_about_text(state, request),
    }
}

/// Answers requests for editing or displaying a text.
fn answer_about_text(state: &mut ServerState, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentFoldingRange => {
            on_text::<lsp::FoldingRangeRequest>(state, request, folding::folding_ranges)
        }
        Method::TextDocumentSelectionRange => on_text::<lsp::SelectionRangeRequest>(
            state,
            request,
            selection_ranges::selection_ranges,
        ),
        Method::TextDocumentCompletion => {
            on_file::<lsp::CompletionRequest>(state, request, completion::completion)
        }
        Method::TextDocumentSignatureHelp => {
            on_file::<lsp::SignatureHelpRequest>(state, request, signature_help::signature_help)
        }
        Method::TextDocumentSemanticTokensFull => {
            on_file::<lsp::SemanticTokensRequest>(state, request, semantic_tokens::full)
        }
        Method::TextDocumentSemanticTokensRange => {
            on_file::<lsp::SemanticTokensRangeRequest>(state, request, semantic_tokens::range)
        }
        Method::TextDocumentDocumentLink => {
            on_file::<lsp::DocumentLinkRequest>(state, request, document_links::document_links)
        }
        Method::TextDocumentInlayHint => {
            on_file::<lsp::InlayHintRequest>(state, request, inlay_hints::inlay_hints)
        }
        Method::TextDocumentPrepareRename => {
            on_file::<lsp::PrepareRenameRequest>(state, request, rename::prepare)
        }
        Method::TextDocumentRename => on_server::<lsp::RenameRequest>(state, request, renamed),
        Method::TextDocumentCodeAction => {
            on_file::<lsp::CodeActionRequest>(state, request, code_actions::code_actions)
        }
        Method::TextDocumentCodeLens => {
            on_file::<lsp::CodeLensRequest>(state, request, code_lenses::code_lenses)
        }
        _ => answer_about_hierarchy(state, request),
    }
}

/// Answers hierarchy requests and requests beyond the protocol.
fn answer_about_hierarchy(state: &mut ServerState, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentImplementation => {
            on_file::<lsp::ImplementationRequest>(state, request, type_hierarchy::implementation)
        }
        Method::TextDocumentPrepareTypeHierarchy => {
            on_file::<lsp::TypeHierarchyPrepareRequest>(state, request, type_hierarchy::prepare)
        }
        Method::TextDocumentPrepareCallHierarchy => {
            on_file::<lsp::CallHierarchyPrepareRequest>(state, request, call_hierarchy::prepare)
        }
        Method::CallHierarchyIncomingCalls => on_file::<lsp::CallHierarchyIncomingCallsRequest>(
            state,
            request,
            call_hierarchy::incoming,
        ),
        Method::CallHierarchyOutgoingCalls => on_file::<lsp::CallHierarchyOutgoingCallsRequest>(
            state,
            request,
            call_hierarchy::outgoing,
        ),
        Method::TypeHierarchySupertypes => on_file::<lsp::TypeHierarchySupertypesRequest>(
            state,
            request,
            type_hierarchy::supertypes,
        ),
        Method::TypeHierarchySubtypes => {
            on_file::<lsp::TypeHierarchySubtypesRequest>(state, request, type_hierarchy::subtypes)
        }
        _ => answer_about_layout(state, request),
    }
}

/// Answers formatting requests.
fn answer_about_layout(state: &mut ServerState, request: Request) -> Response {
    use LspRequestMethod as Method;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentFormatting => {
            on_layout::<lsp::DocumentFormattingRequest>(state, request, formatting::document)
        }
        Method::TextDocumentRangeFormatting => {
            on_layout::<lsp::DocumentRangeFormattingRequest>(state, request, formatting::range)
        }
        Method::TextDocumentRangesFormatting => {
            on_layout::<lsp::DocumentRangesFormattingRequest>(state, request, formatting::ranges)
        }
        Method::TextDocumentOnTypeFormatting => {
            on_layout::<lsp::DocumentOnTypeFormattingRequest>(state, request, formatting::on_type)
        }
        _ => custom::answer(state, request),
    }
}

/// Returns the edit for a renaming. The client shows the error message.
fn renamed(
    state: &mut ServerState,
    params: lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, String> {
    if let Some(edit) = rename_files::rename_included(state, &params) {
        return edit.map(Some);
    }
    let uri = &params.text_document_position_params.text_document.uri;
    let path = uri::to_path(uri).ok_or("the document is not a file")?;
    let rename_edit = state.with_file(&path, |context| rename::rename(context, &params));
    rename_edit.ok_or("the file is not evaluated")?.map(Some)
}

fn on_server<R: lsp::Request>(
    state: &mut ServerState,
    request: Request,
    answer: impl FnOnce(&mut ServerState, R::Params) -> Result<R::Result, String>,
) -> Response {
    match parameters(request) {
        Ok((id, params)) => match answer(state, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(why) => failed(id, why),
        },
        Err(response) => response,
    }
}

/// Returns an error response.
pub(crate) fn failed(id: RequestId, why: String) -> Response {
    Response::new_err(id, i32::from(lsp::LspErrorCodes::RequestFailed), why)
}

/// Answers a request on an evaluated file. Without an evaluation the result is `null`.
pub(crate) fn on_file<R: lsp::Request>(
    state: &mut ServerState,
    request: Request,
    answer: impl FnOnce(&FileContext<'_>, R::Params) -> R::Result,
) -> Response {
    let path = subject(&request);
    let (id, params) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    match path.and_then(|path| state.with_file(&path, |context| answer(context, params))) {
        Some(result) => Response::new_ok(id, result),
        None => Response::new_ok(id, serde_json::Value::Null),
    }
}

/// Answers a request on an open text.
fn on_text<R: lsp::Request>(
    state: &mut ServerState,
    request: Request,
    answer: impl FnOnce(&TextContext<'_>, R::Params) -> R::Result,
) -> Response {
    let path = subject(&request);
    let (id, params) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let Some(document) = path.and_then(|path| state.documents.get(&path)) else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let context = TextContext { text: &document.text, encoding: state.encoding };
    Response::new_ok(id, answer(&context, params))
}

/// Answers a formatting request on an open text.
fn on_layout<R: lsp::Request>(
    state: &mut ServerState,
    request: Request,
    answer: impl FnOnce(&TextContext<'_>, &LayoutOptions, R::Params) -> Result<R::Result, String>,
) -> Response {
    let path = subject(&request);
    let (id, params) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let open = path.and_then(|path| Some((state.documents.get(&path)?, path)));
    let Some((document, path)) = open else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let context = TextContext { text: &document.text, encoding: state.encoding };
    let options = (state.layout)(&path_text(&path));
    match options.and_then(|options| answer(&context, &options, params)) {
        Ok(result) => Response::new_ok(id, result),
        Err(why) => failed(id, why),
    }
}
