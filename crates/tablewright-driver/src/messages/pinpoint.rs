//! Points a message of a backend at the value that it is about.
//!
//! A backend knows the record and its field. Where the value is written is in the trace of evaluation: in a
//! class, a `let`, or an argument. The input is read once more with a trace, only after an error and only
//! for formats that show the value.

use tablewright_inspect::explain::{WrittenValue, find_written};
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{LoadError, Session};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::source::SourceMap;
use tablewright_text::byte_escape;

/// The description of a run, read again with a trace when a message first asks for it.
#[derive(Default)]
pub(crate) struct TracedInput {
    loaded: Option<Option<Loaded>>,
}

impl TracedInput {
    /// Lets the span of `diagnostic` be that of the value it is about. The compatible position stays.
    pub(crate) fn pinpoint(
        &mut self,
        session: &Session,
        store: &RecordStore,
        diagnostic: &Diagnostic,
    ) -> Option<Diagnostic> {
        let subject = diagnostic.subject.as_deref()?;
        let loaded = self.loaded.get_or_insert_with(|| read_again(session, store));
        let WrittenValue { span, name } = find_written(&loaded.as_ref()?.store, subject)?;
        let mut diagnostic = diagnostic.clone();
        if let Some(record) = diagnostic.span {
            diagnostic.printed_at.get_or_insert(record.lo);
            if !diagnostic.labels.iter().any(|label| label.span == record) {
                diagnostic.label(record, "in this record");
            }
        }
        diagnostic.span = Some(span);
        if let (Some(meant), Some(at)) = (&subject.replacement, name) {
            let note = format!("did you mean '{meant}'?");
            diagnostic.notes.retain(|found| found.message != note);
            diagnostic.suggest(at, meant, note);
        }
        Some(diagnostic)
    }
}

/// Reads the input of `store` once more. `None` where that is not the same any more.
fn read_again(session: &Session, store: &RecordStore) -> Option<Loaded> {
    let main = store.sources().files().first()?;
    // It may have come from standard input.
    let bytes = byte_escape::unescape(&main.text).into_owned();
    let session = session.clone().release(store.release()).trace(true);
    let loaded = match session.load_bytes(&main.name, bytes) {
        Ok(loaded) => loaded,
        Err(LoadError::Rejected(loaded)) => *loaded,
        Err(LoadError::Read { .. }) => return None,
    };
    are_same(store.sources(), loaded.store.sources()).then_some(loaded)
}

fn are_same(one: &SourceMap, other: &SourceMap) -> bool {
    let texts = |sources: &SourceMap| {
        let files = sources.files().iter();
        files.map(|file| (file.name.clone(), file.text.len())).collect::<Vec<_>>()
    };
    texts(one) == texts(other)
        && one.files().iter().zip(other.files()).all(|(one, other)| one.text == other.text)
}
