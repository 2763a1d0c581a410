//! Explanations of source positions as text.

use std::fmt::Write;

use tablewright_backend::Failure;
use tablewright_inspect::explain::{
    ArgumentExplanation, ExplainedName, LetExplanation, PositionExplanation, explain_position,
};
use tablewright_records::RecordStore;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::{Pos, SourceFile};

use super::text::Printer;
use super::untraced;
use crate::counted::counted;
use crate::suggestion::unknown_name;

/// Default limit: uses and values.
const SHOWN: usize = 30;

/// Explains the source position `FILE:LINE:COLUMN`.
pub(super) fn find(store: &RecordStore, at: &str) -> Result<PositionExplanation, Failure> {
    for pos in positions(store, at)? {
        let explanation = explain_position(store, pos).ok_or_else(untraced)?;
        // If a file is included twice, its include guard may leave one inclusion empty.
        if explanation != PositionExplanation::default() {
            return Ok(explanation);
        }
    }
    let message = format!("found neither a name, a `let` nor a template argument at {at}");
    Err(Diagnostic::error_anywhere(Code::UnknownName, message).into())
}

/// Returns the requested position in each inclusion of the file.
fn positions(store: &RecordStore, at: &str) -> Result<Vec<Pos>, Diagnostic> {
    let mut parts = at.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|text| text.parse::<usize>().ok());
    let (column, line) = (number(), number());
    let (Some(column @ 1..), Some(line @ 1..), Some(name)) = (column, line, parts.next()) else {
        let message = format!("'{at}' is not of the form FILE:LINE:COLUMN");
        return Err(Diagnostic::error_anywhere(Code::Usage, message));
    };
    let is_meant = |file: &&SourceFile| {
        let start = file.name.strip_suffix(name);
        start.is_some_and(|start| start.is_empty() || start.ends_with('/'))
    };
    let files = store.sources().files().iter().map(|file| &**file);
    let files: Vec<&SourceFile> = files.filter(is_meant).collect();
    if files.is_empty() {
        let names = store.sources().files().iter().map(|file| file.name.as_str());
        return Err(unknown_name("file", name, names));
    }
    let pos = |file: &SourceFile| {
        let mut lines = file.text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(line - 1).map(str::len).sum();
        lines.next().filter(|text| column <= text.len()).map(|_| file.pos(before + column - 1))
    };
    let places: Vec<Pos> = files.iter().filter_map(|file| pos(file)).collect();
    if places.is_empty() {
        let message = format!("line {line} of '{name}' ends before column {column}");
        return Err(Diagnostic::error_anywhere(Code::Usage, message));
    }
    Ok(places)
}

/// Formats the explanation of a position.
pub(super) fn text(printer: &Printer<'_>, found: &PositionExplanation) -> String {
    let parts = [
        found.binding.as_ref().map(|binding| printer.binding(binding)),
        found.argument.as_ref().map(|argument| printer.argument(argument)),
        found.name.as_ref().map(|name| printer.explained_name(name)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

impl Printer<'_> {
    fn shown(&self, count: usize) -> usize {
        if self.is_full { count } else { count.min(SHOWN) }
    }

    fn explained_name(&self, explained: &ExplainedName) -> String {
        let owner =
            explained.owner.as_ref().map_or(String::new(), |owner| format!(" of '{owner}'"));
        let title = format!("{} '{}'{owner}", explained.kind, explained.name);
        let label = if explained.kind == "file" { "it begins here" } else { "defined here" };
        let mut text = self.excerpt(&title, explained.at.span, label);
        _ = writeln!(text, "\n{}", counted(explained.uses.len(), "use"));
        let limit = self.shown(explained.uses.len());
        for used in &explained.uses[..limit] {
            _ = writeln!(text, "  {} at {}", used.kind, used.at.location);
        }
        more(&mut text, explained.uses.len() - limit);
        text
    }

    fn binding(&self, explanation: &LetExplanation) -> String {
        let title = format!("field '{}' is {}", explanation.field, explanation.what);
        let mut text = self.excerpt(&title, explanation.at.span, "");
        let lists = [
            ("that have what it set", &explanation.records),
            ("in which something else set the field later", &explanation.overridden),
        ];
        for (what, names) in lists {
            if names.is_empty() {
                continue;
            }
            _ = writeln!(text, "\n{} {what}", counted(names.len(), "record"));
            _ = writeln!(text, "  {}", self.names(names));
        }
        if explanation.records.is_empty() && explanation.overridden.is_empty() {
            text.push_str("\nNo record was reached.\n");
        }
        text
    }

    fn argument(&self, explanation: &ArgumentExplanation) -> String {
        let title = format!(
            "argument for the parameter '{}' of '{}'",
            explanation.parameter, explanation.of
        );
        let mut text = self.excerpt(&title, explanation.at.span, "");
        _ = writeln!(text, "\n{}", counted(explanation.values.len(), "value"));
        let limit = self.shown(explanation.values.len());
        for value in &explanation.values[..limit] {
            let names = self.names(&value.records);
            let count = counted(value.records.len(), "record");
            _ = writeln!(text, "  {} in {count}: {names}", self.shortened(&value.value, 100));
        }
        more(&mut text, explanation.values.len() - limit);
        text
    }
}

fn more(text: &mut String, omitted_count: usize) {
    if omitted_count > 0 {
        _ = writeln!(text, "  and {omitted_count} more; --full shows all");
    }
}
