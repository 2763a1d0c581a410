//! Diagnostics of parser and evaluation together.

use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics, Severity};

use crate::store::RecordStore;

/// Adds notes with the later definition of names that are used too early. Evaluation reports such names and continues
/// with the next statements.
pub(crate) fn note_later_definitions(store: &RecordStore, diagnostics: &mut Diagnostics) {
    for diagnostic in diagnostics.iter_mut() {
        let Some(span) = diagnostic.span.filter(|span| span.lo < span.hi) else { continue };
        let sources = store.sources();
        let file = sources.file(sources.file_of(span.lo));
        let bytes = sources.offset_in_file(span.lo)..sources.offset_in_file(span.hi);
        let Some(name) = file.text.get(bytes) else { continue };
        let (kind, defined) = match diagnostic.code {
            Some(Code::UnknownClass) => {
                ("class", store.find_class(name).map(|class| store.class(class).pos()))
            }
            Some(Code::UnknownVariable) => {
                ("record", store.find_record(name).map(|record| store.record(record).pos()))
            }
            _ => continue,
        };
        if let Some(pos) = defined.filter(|&pos| pos > span.lo) {
            let at = sources.line_column(pos);
            let at = format!("{}:{}", sources.file(at.file).name, at.line);
            let note = format!("the {kind} '{name}' is defined later, at {at}");
            diagnostic.suggestion = None;
            diagnostic.note(None, note);
            diagnostic.label(pos, "defined here, later");
        }
    }
}

/// Merges the diagnostics for an input. Evaluation errors before the first syntax error come first, as in the
/// reference, which evaluates while it reads.
pub(crate) fn merged(of_syntax: &Diagnostics, of_evaluation: Diagnostics) -> Diagnostics {
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let first_error = of_syntax.iter().position(is_error).unwrap_or(of_syntax.iter().len());
    let mut merged = Diagnostics::new();
    for diagnostic in of_syntax.iter().take(first_error) {
        merged.push(diagnostic.clone());
    }
    merged.append(of_evaluation);
    for diagnostic in of_syntax.iter().skip(first_error) {
        merged.push(diagnostic.clone());
    }
    merged
}
