//! `textDocument/documentHighlight`: reads and writes of a name in its file.

use gen_lsp_types as lsp;
use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind};
use tablewright_records::trace::UseKind;

use crate::context::FileContext;
use crate::occurrences;

pub(crate) fn highlight(
    context: &FileContext<'_>,
    params: lsp::DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params.position;
    let snapshot = &context.snapshot;
    let name = snapshot.name_at(context.path, at)?;
    let spans = occurrences::spans(snapshot, name.definition).into_iter();
    let here = spans.filter(|(span, _)| snapshot.analysis.path_of(span.lo) == context.path);
    let mut highlights: Vec<DocumentHighlight> = Vec::new();
    for (span, kind) in here {
        let Some(range) = snapshot.range(span) else { continue };
        let kind = Some(highlight_kind(kind));
        if !highlights.iter().any(|other| other.range == range) {
            highlights.push(DocumentHighlight { range, kind });
        }
    }
    Some(highlights)
}

fn highlight_kind(kind: Option<UseKind>) -> DocumentHighlightKind {
    match kind {
        None | Some(UseKind::Override | UseKind::Argument) => DocumentHighlightKind::Write,
        Some(UseKind::Read | UseKind::Inherit | UseKind::Instantiate | UseKind::Type) => {
            DocumentHighlightKind::Read
        }
        Some(UseKind::Macro) => DocumentHighlightKind::Text,
    }
}
