//! More precise positions for backend messages: the position where the value was written.
//!
//! A backend knows the record and the field. The evaluation trace knows where the value was written: in a class, a
//! `let`, or an argument. The input is read again with a trace, but only after an error, and only for formats that
//! show the value.

use tablewright_inspect::explain::{WrittenValue, find_written};
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{LoadError, Session};
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::source::SourceMap;
use tablewright_text::byte_escape;

/// The description, read again with a trace at the first message that needs it.
#[derive(Default)]
pub(crate) struct TracedInput {
    loaded: Option<Option<Loaded>>,
}

impl TracedInput {
    /// Changes the span in `diagnostic` to the value's span. The compatible position is unchanged.
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

/// Reads the input for `store` again. Returns `None` if the input has changed.
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
