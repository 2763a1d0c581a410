//! Requests beyond the protocol.

use gen_lsp_types::TextDocumentPositionParams;
use lsp_server::{Request, Response};
use serde::Serialize;
use serde_json::json;

use super::records_at::enclosing_records;
use super::{inspections, names, references, run_backend, virtual_documents};
use crate::items::ItemKind;
use crate::response::{parameters, unknown};
use crate::state::State;
use crate::uri;

/// The uses of a name with what each is for. Its parameters are those of `textDocument/references`.
const REFERENCES: &str = "tablewright/references";

/// How large the evaluated root of a file is, and how long its evaluation took.
const STATUS: &str = "tablewright/status";

/// The records that the `def` or `defm` at a position makes, with their evaluated fields.
const EVALUATED_RECORDS: &str = "tablewright/evaluatedRecords";

/// The texts that are no files about the `def` or `defm` at a position.
const DOCUMENTS: &str = "tablewright/documents";
/// The actions there are. Its parameter is `textDocument`.
const BACKENDS: &str = "tablewright/backends";

/// What an action writes. Its parameters are `textDocument`, `program` and `action`.
const RUN_BACKEND: &str = "tablewright/runBackend";

/// What set a field, what a record was made of, or what stands at a position. Its parameters are `textDocument`, and
/// `subject` or `position`.
const EXPLAIN: &str = "tablewright/explain";

/// The register file of a target. Its parameter is `textDocument`.
const REGISTERS: &str = "tablewright/registers";

/// The encodings of a target as rows of boxes. Its parameter is `textDocument`.
const ENCODINGS: &str = "tablewright/encodings";

/// Whether a request is about what the root becomes, and so waits for the evaluation of the last edit.
pub(crate) fn waits_for_edits(method: &str) -> bool {
    matches!(method, BACKENDS | RUN_BACKEND | EXPLAIN | REGISTERS | ENCODINGS)
}

/// The most records of an answer.
const MAX_RECORDS: usize = 200;

pub(crate) fn answer(state: &mut State, request: Request) -> Response {
    match request.method.as_str() {
        REFERENCES => references_with_kinds(state, request),
        STATUS => status(state, request),
        DOCUMENTS => documents(state, request),
        EVALUATED_RECORDS => evaluated_records(state, request),
        BACKENDS => run_backend::backends(state, request),
        RUN_BACKEND => run_backend::run_backend(state, request),
        EXPLAIN => inspections::explain(state, request),
        REGISTERS => inspections::registers(state, request),
        ENCODINGS => inspections::encodings(state, request),
        _ => unknown(request),
    }
}

/// A use with its kind.
#[derive(Serialize)]
struct KindedReference {
    #[serde(flatten)]
    location: gen_lsp_types::Location,
    /// `definition`, or what the use is for.
    kind: &'static str,
}

fn references_with_kinds(state: &mut State, request: Request) -> Response {
    let (id, params): (_, TextDocumentPositionParams) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let found = path.and_then(|path| {
        state.with_file(&path, |context| {
            let name = context.snapshot.name_at(context.path, params.position)?;
            let found = references::all(&context.snapshot, name.definition).into_iter();
            let kinded = found.map(|(location, kind)| KindedReference {
                location,
                kind: kind.map_or("definition", names::use_name),
            });
            Some(kinded.collect::<Vec<_>>())
        })
    });
    Response::new_ok(id, found.flatten())
}

/// A record as `--print-records` shows it.
#[derive(Serialize)]
struct EvaluatedRecord {
    name: String,
    text: String,
}

fn evaluated_records(state: &mut State, request: Request) -> Response {
    let (id, params): (_, TextDocumentPositionParams) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let found = path.and_then(|path| {
        state.with_file(&path, |context| {
            let kinds = [ItemKind::Def, ItemKind::Defm];
            let records = enclosing_records(context, params.position, &kinds).into_iter();
            let shown = records.take(MAX_RECORDS).map(|record| {
                let mut text = "def ".to_owned();
                record.store().write_record(&mut text, record);
                EvaluatedRecord { name: record.name().to_owned(), text }
            });
            shown.collect::<Vec<_>>()
        })
    });
    Response::new_ok(id, found)
}

fn documents(state: &mut State, request: Request) -> Response {
    let (id, params): (_, TextDocumentPositionParams) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let found = path.and_then(|path| {
        state.with_file(&path, |context| virtual_documents::offered(context, params))
    });
    Response::new_ok(id, found)
}

fn status(state: &mut State, request: Request) -> Response {
    let (id, params): (_, gen_lsp_types::TextDocumentIdentifier) = match parameters(request) {
        Ok(found) => found,
        Err(response) => return response,
    };
    let Some(path) = uri::to_path(&params.uri) else {
        return Response::new_ok(id, serde_json::Value::Null);
    };
    let root = state.roots.active(&path);
    let main = state.roots.get(root).label();
    let found = state.with_file(&path, |context| {
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
    Response::new_ok(id, found)
}
