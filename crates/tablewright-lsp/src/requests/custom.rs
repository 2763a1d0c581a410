//! Requests beyond the protocol.

use gen_lsp_types::TextDocumentPositionParams;
use lsp_server::{Request, Response};
use serde::Serialize;
use serde_json::json;

use super::records_at::enclosing_records;
use super::virtual_documents;
use crate::items::ItemKind;
use crate::response::parameters;
use crate::state::ServerState;
use crate::uri;

/// Record limit for a response.
const MAX_RECORDS: usize = 200;

/// A record as in `--print-records`.
#[derive(Serialize)]
struct EvaluatedRecord {
    name: String,
    text: String,
}

/// Returns the records that the `def` or `defm` at a position defines, with evaluated fields.
pub(crate) fn evaluated_records(state: &mut ServerState, request: Request) -> Response {
    let (id, params): (_, TextDocumentPositionParams) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let evaluated = path.and_then(|path| {
        state.with_file(&path, |context| {
            let kinds = [ItemKind::Def, ItemKind::Defm];
            let records = enclosing_records(context, params.position, &kinds).into_iter();
            let listed_records = records.take(MAX_RECORDS).map(|record| {
                let mut text = "def ".to_owned();
                record.store().write_record(&mut text, record);
                EvaluatedRecord { name: record.name().to_owned(), text }
            });
            listed_records.collect::<Vec<_>>()
        })
    });
    Response::new_ok(id, evaluated)
}

/// Returns the virtual documents about the `def` or `defm` at a position.
pub(crate) fn documents(state: &mut ServerState, request: Request) -> Response {
    let (id, params): (_, TextDocumentPositionParams) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let offers = path.and_then(|path| {
        state.with_file(&path, |context| virtual_documents::offered(context, params))
    });
    Response::new_ok(id, offers)
}

/// Returns size and evaluation time for a file's root.
pub(crate) fn status(state: &mut ServerState, request: Request) -> Response {
    let (id, params): (_, gen_lsp_types::TextDocumentIdentifier) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let Some(path) = uri::to_path(&params.uri) else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let root = state.roots.active(&path);
    let main = state.roots.get(root).label();
    let summary = state.with_file(&path, |context| {
        let analysis = context.snapshot.analysis;
        json!({
            "main": main,
            "release": analysis.store.release().to_string(),
            "files": analysis.files.len(),
            "classes": analysis.store.class_count(),
            "records": analysis.store.record_count(),
            "milliseconds": analysis.elapsed.as_secs_f64() * 1000.0,
        })
    });
    Response::new_ok(id, summary)
}
