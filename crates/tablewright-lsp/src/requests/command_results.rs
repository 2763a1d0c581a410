//! `tablewright/explain`, `tablewright/registers` and `tablewright/encodings`: the results of the
//! corresponding commands as data.

use gen_lsp_types::{Position, TextDocumentIdentifier};
use lsp_server::{Request, Response};
use serde::{Deserialize, Serialize};
use tablewright_inspect::RegisterFile;
use tablewright_inspect::encoding::{DecoderSetup, EncodingDiagram, TargetEncodings};
use tablewright_inspect::explain::{
    FieldExplanation, PositionExplanation, RecordExplanation, SubjectError, explain_field,
    explain_position, explain_record, find_subject,
};
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::current_root::{DocumentParams, on_current};
use crate::response::parameters;
use crate::state::ServerState;
use crate::uri;

/// The subject to explain: a text position, or a subject such as `ADD.Inst{3-0}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplainParams {
    text_document: TextDocumentIdentifier,
    #[serde(default)]
    subject: Option<String>,
    #[serde(default)]
    position: Option<Position>,
}

impl AsRef<TextDocumentIdentifier> for ExplainParams {
    fn as_ref(&self) -> &TextDocumentIdentifier {
        &self.text_document
    }
}

/// An explanation under the name of its kind.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Explanation {
    Position(Box<PositionExplanation>),
    Record(RecordExplanation),
    Field(FieldExplanation),
}

pub(crate) fn explain(state: &mut ServerState, request: Request) -> Response {
    let has_subject = request.params.get("subject").is_some_and(serde_json::Value::is_string);
    if has_subject {
        return on_current(state, request, |store, params: &ExplainParams| {
            explain_subject(store, params.subject.as_deref().unwrap_or_default())
        });
    }
    let (id, params): (_, ExplainParams) = match parameters(request) {
        Ok(parts) => parts,
        Err(response) => return response,
    };
    let path = uri::to_path(&params.text_document.uri);
    let explanation = path.zip(params.position).and_then(|(path, at)| {
        state.with_file(&path, |context| {
            let snapshot = &context.snapshot;
            let positions = snapshot.positions(context.path, at).into_iter();
            let mut explanations =
                positions.filter_map(|pos| explain_position(snapshot.store(), pos));
            explanations.next().map(Box::new).map(Explanation::Position)
        })
    });
    Response::new_ok(id, explanation.flatten())
}

fn explain_subject(store: &RecordStore, subject: &str) -> Result<Explanation, String> {
    let target = find_subject(store, subject).map_err(|error| match error {
        SubjectError::Record(name) => format!("unknown record '{name}'"),
        SubjectError::Field { record, field } => {
            format!("'{}' lacks a field '{field}'", store.record(record).name())
        }
        SubjectError::Bits(bits) => format!("the bits '{{{bits}}}' are outside the field"),
    })?;
    let explanation = match &target.field {
        None => explain_record(store, target.record).map(Explanation::Record),
        Some(field) => {
            explain_field(store, target.record, field, &target.bits).map(Explanation::Field)
        }
    };
    explanation.ok_or_else(|| "the description was loaded without a trace".to_owned())
}

pub(crate) fn registers(state: &mut ServerState, request: Request) -> Response {
    on_current(state, request, |store, _: &DocumentParams| {
        analyzed(|diagnostics| RegisterFile::new(store, diagnostics))
    })
}

/// Returns encoding diagrams for all instructions. Empty on X86, where the decoder tables have
/// another form.
pub(crate) fn encodings(state: &mut ServerState, request: Request) -> Response {
    on_current(state, request, |store, _: &DocumentParams| {
        analyzed(|diagnostics| {
            let target = TargetEncodings::new(store, &DecoderSetup::default(), diagnostics)?;
            let encodings = target.find(&[])?.into_iter();
            encodings.map(|id| EncodingDiagram::new(&target, id)).collect::<Result<Vec<_>, _>>()
        })
    })
}

/// Returns an analysis result, or its first error.
pub(super) fn analyzed<T>(
    analyze: impl FnOnce(&mut Diagnostics) -> Result<T, AnalysisError>,
) -> Result<T, String> {
    let mut diagnostics = Diagnostics::new();
    analyze(&mut diagnostics).map_err(|error| error.to_string())
}
