//! Requests about the current records in a file's root.

use gen_lsp_types::{LspErrorCodes, TextDocumentIdentifier};
use lsp_server::{Request, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tablewright_records::RecordStore;

use crate::response::parameters;
use crate::state::ServerState;
use crate::uri;

/// The parameters of a request about a file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    text_document: TextDocumentIdentifier,
}

impl AsRef<TextDocumentIdentifier> for DocumentParams {
    fn as_ref(&self) -> &TextDocumentIdentifier {
        &self.text_document
    }
}

/// Answers a request about the current records of a file's root. An older evaluation without errors
/// is not used.
pub(crate) fn on_current<P: DeserializeOwned + AsRef<TextDocumentIdentifier>, T: Serialize>(
    state: &mut ServerState,
    request: Request,
    answer: impl FnOnce(&RecordStore, &P) -> Result<T, String>,
) -> Response {
    let (id, params): (_, P) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let root = uri::to_path(&params.as_ref().uri).map(|path| state.roots.active(&path));
    let latest = root.and_then(|root| state.evaluations.states.get(&root)?.latest.clone());
    let answered = match latest {
        None => Err("the file is not evaluated".to_owned()),
        Some(analysis) if analysis.has_errors() => Err("the description has errors".to_owned()),
        Some(analysis) => answer(&analysis.store, &params),
    };
    match answered {
        Ok(result) => Response::new_ok(id, result),
        Err(why) => Response::new_err(id, i32::from(LspErrorCodes::RequestFailed), why),
    }
}
