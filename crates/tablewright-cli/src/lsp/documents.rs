//! Documents about records, shown in editors: the output of `tablewright encoding` and `tablewright patterns`.

use tablewright_backend::Failure;
use tablewright_lsp::RecordDocument;
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::description_command::{CommandSubject, DescriptionCommand};
use crate::{encoding, patterns};

/// Returns all kinds of documents.
pub(super) fn all() -> Vec<RecordDocument> {
    vec![
        RecordDocument {
            kind: "encoding",
            title: "Encoding",
            applies: has_encoding,
            text: |store, name| text(store, &encoding::for_instruction(name)),
        },
        RecordDocument {
            kind: "patterns",
            title: "Patterns",
            applies: has_patterns,
            text: |store, name| {
                let is_instruction = store.get(name).is_some_and(is_instruction);
                text(store, &patterns::for_record(name, is_instruction))
            },
        },
    ]
}

fn text(store: &RecordStore, command: &dyn DescriptionCommand) -> Result<String, String> {
    let mut diagnostics = Diagnostics::new();
    command.text(&mut CommandSubject::new(store, &mut diagnostics)).map_err(|failure| match failure
    {
        Failure::Diagnostic(diagnostic) => diagnostic.words().to_owned(),
        Failure::Reported | Failure::Io(_) => failure.to_string(),
    })
}

fn is_instruction(record: Record<'_>) -> bool {
    record.inherits("Instruction")
}

/// Whether a record is an instruction with an encoding.
fn has_encoding(record: Record<'_>) -> bool {
    is_instruction(record) && record.bit("isPseudo").is_ok_and(|is_pseudo| !is_pseudo)
}

/// Whether a record is a pattern, or an instruction with patterns.
fn has_patterns(record: Record<'_>) -> bool {
    let has_own = || record.list("Pattern").is_ok_and(|patterns| !patterns.is_empty());
    record.inherits("Pattern") || is_instruction(record) && has_own()
}
