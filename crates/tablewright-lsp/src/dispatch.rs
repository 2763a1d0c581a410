//! Answers to requests of each kind: parameters are parsed, and the data is looked up that the kind reads.

use std::path::PathBuf;

use gen_lsp_types as lsp;
use gen_lsp_types::Uri;
use lsp_server::{Request, RequestId, Response};
use tablewright_session::path_text;
use tablewright_syntax::format::LayoutOptions;

use crate::context::{FileContext, TextContext};
use crate::requests::virtual_documents::DocumentId;
use crate::response::parameters;
use crate::state::ServerState;
use crate::uri;

/// Returns the file that a request is about.
pub(crate) fn subject(request: &Request) -> Option<PathBuf> {
    let params = &request.params;
    let uri = |value: &serde_json::Value| Some(Uri(value.get("uri")?.as_str()?.to_owned()));
    match params.get("textDocument").or_else(|| params.get("item")) {
        Some(document) => uri::to_path(&uri(document)?),
        // A virtual document belongs to a file.
        None => uri::to_path(DocumentId::from_uri(&uri(params)?)?.file()),
    }
}

/// Answers a request with the state of the server.
pub(crate) fn on_server<R: lsp::Request>(
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
pub(crate) fn on_text<R: lsp::Request>(
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
pub(crate) fn on_layout<R: lsp::Request>(
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
