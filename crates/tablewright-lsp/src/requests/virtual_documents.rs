//! Virtual documents: the records of a `def` or `defm`, and texts about a record such as its
//! encoding. `workspace/textDocumentContent` returns the text for a document's URI.
//! `tablewright/documents` lists the documents for a position.
//!
//! A URI has the form `tablewright:/KIND/NAME.EXT?LINE:CHARACTER:FILE`. FILE is the URI of the file
//! with the position.

use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::{Position, TextDocumentPositionParams, Uri};
use serde::Serialize;
use tablewright_records::Record;

use super::records_at::{enclosing_records, records_at};
use crate::context::FileContext;
use crate::evaluations::RootState;
use crate::items::{ItemKind, around, items};
use crate::project_rules::RecordDocument;
use crate::scan::tree;
use crate::state::ServerState;
use crate::tasks::DocumentTask;
use crate::uri::{decode, encode, to_path};

/// The URI scheme.
pub(crate) const SCHEME: &str = "tablewright";

/// The client command that opens a virtual document. Its argument is the URI.
pub(crate) const OPEN: &str = "tablewright.openDocument";

/// The document kind for the records of a `def` or `defm`.
const EVALUATED: &str = "evaluated";

/// Record limit for a document.
const MAX_RECORDS: usize = 1000;

/// Limit for records whose documents are listed at a position.
const MAX_LISTED: usize = 8;

/// A document that is listed at a position.
#[derive(Serialize)]
pub(crate) struct Offered {
    /// The title for people.
    pub(crate) title: String,
    pub(crate) uri: Uri,
}

/// A parsed document URI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DocumentId {
    kind: String,
    /// The record, or the first record, by name.
    name: String,
    at: Position,
    file: Uri,
}

impl DocumentId {
    fn uri(&self) -> Uri {
        let extension = if self.kind == EVALUATED { "td" } else { "txt" };
        let (kind, name) = (encode(self.kind.as_bytes()), encode(self.name.as_bytes()));
        let query = format!("{}:{}:{}", self.at.line, self.at.character, self.file.0);
        let query = encode(query.as_bytes());
        Uri(format!("{SCHEME}:/{kind}/{name}.{extension}?{query}"))
    }

    /// Parses a URI; `None` if it does not belong to a virtual document.
    pub(crate) fn from_uri(uri: &Uri) -> Option<DocumentId> {
        let text = |part: &str| String::from_utf8(decode(part)).ok();
        let after_scheme = uri.0.strip_prefix(SCHEME)?.strip_prefix(':')?.trim_start_matches('/');
        let (path, query) = after_scheme.split_once('?')?;
        let path = text(path)?;
        let (kind, name) = path.split_once('/')?;
        let (name, _) = name.rsplit_once('.')?;
        let query = text(query)?;
        let (line, after_line) = query.split_once(':')?;
        let (character, file) = after_line.split_once(':')?;
        Some(DocumentId {
            kind: kind.to_owned(),
            name: name.to_owned(),
            at: Position { line: line.parse().ok()?, character: character.parse().ok()? },
            file: Uri(file.to_owned()),
        })
    }

    /// Returns the file that the document is about.
    pub(crate) fn file(&self) -> &Uri {
        &self.file
    }
}

/// Lists the documents for a position.
pub(crate) fn offered(
    context: &FileContext<'_>,
    params: TextDocumentPositionParams,
) -> Vec<Offered> {
    let at = params.position;
    let kinds = [ItemKind::Def, ItemKind::Defm];
    let records = enclosing_records(context, at, &kinds);
    let Some(first) = records.first() else { return Vec::new() };
    let id = DocumentId {
        kind: EVALUATED.to_owned(),
        name: first.name().to_owned(),
        at,
        file: params.text_document.uri,
    };
    let title = if is_in_defm(context, at) { "Expansion of the defm" } else { "Evaluated record" };
    let title = match records.len() {
        1 => title.to_owned(),
        count => format!("{title} ({count} records)"),
    };
    let mut documents = vec![Offered { title, uri: id.uri() }];
    for &record in records.iter().take(MAX_LISTED) {
        documents.extend(about_record(context, record, &id));
    }
    documents
}

/// Lists the documents about a record at a position.
fn about_record(context: &FileContext<'_>, record: Record<'_>, id: &DocumentId) -> Vec<Offered> {
    let (name, kinds) = (record.name(), context.documents.iter());
    let kinds = kinds.filter(|kind| (kind.applies)(record));
    let offered = kinds.map(|kind| {
        let id = DocumentId { kind: kind.kind.to_owned(), name: name.to_owned(), ..id.clone() };
        Offered { title: format!("{} of {name}", kind.title), uri: id.uri() }
    });
    offered.collect()
}

/// Returns titles and URIs of the documents about a record from a `def` at a position.
pub(crate) fn for_record<'d>(
    context: &FileContext<'d>,
    record: Record<'_>,
    (file, at): (&Uri, Position),
) -> Vec<(&'d RecordDocument, Uri)> {
    let kinds = context.documents.iter().filter(|kind| (kind.applies)(record));
    let with_uri = kinds.map(|kind| {
        let (kind_name, name) = (kind.kind.to_owned(), record.name().to_owned());
        let id = DocumentId { kind: kind_name, name, at, file: file.clone() };
        (kind, id.uri())
    });
    with_uri.collect()
}

fn is_in_defm(context: &FileContext<'_>, at: Position) -> bool {
    let snapshot = &context.snapshot;
    let (Some(view), Some(offset)) =
        (snapshot.view(context.path), snapshot.offset(context.path, at))
    else {
        return false;
    };
    let items = items(&tree(&view.text));
    let enclosing_items = around(&items, offset);
    let is_record = |kind| matches!(kind, ItemKind::Def | ItemKind::Defm);
    let innermost = enclosing_items.iter().rev().find(|item| is_record(item.kind));
    innermost.is_some_and(|item| item.kind == ItemKind::Defm)
}

/// A document's text, or a task that computes it.
pub(crate) enum Content {
    Text(String),
    Task(DocumentTask),
}

/// Returns a document's content. After the next evaluation of its root, the client is told to read
/// the document again.
pub(crate) fn content(
    state: &mut ServerState,
    params: lsp::TextDocumentContentParams,
) -> Result<Content, String> {
    let id = DocumentId::from_uri(&params.uri);
    let id = id.ok_or_else(|| format!("unknown document '{}'", params.uri.0))?;
    let path = to_path(&id.file).ok_or("the document is about no file")?;
    state.read_documents.add(params.uri.0, path.clone());
    let not_evaluated = "the file is not evaluated";
    if id.kind == EVALUATED {
        let text = state.with_file(&path, |context| evaluated(context, &id));
        return text.map(Content::Text).ok_or_else(|| not_evaluated.to_owned());
    }
    let kind = state.record_documents.iter().find(|kind| kind.kind == id.kind);
    let kind = kind.ok_or_else(|| format!("unknown kind of document '{}'", id.kind))?;
    let text = kind.text;
    let root = state.roots.active(&path);
    let evaluated = state.evaluations.states.get(&root).and_then(RootState::analysis);
    let analysis = Arc::clone(evaluated.ok_or(not_evaluated)?);
    Ok(Content::Task(DocumentTask { analysis, text, record: id.name }))
}

/// Prints the records of the document's `def` or `defm` as in `--print-records`. If the statement
/// has moved since, it is found again through the record's name.
fn evaluated(context: &FileContext<'_>, id: &DocumentId) -> String {
    let mut records = enclosing_records(context, id.at, &[ItemKind::Def, ItemKind::Defm]);
    if records.iter().all(|record| record.name() != id.name) {
        let moved = context.snapshot.store().get(&id.name);
        // The last position belongs to the outermost `defm`.
        let pos = moved.and_then(|record| record.positions().last().copied());
        records = pos.map_or_else(Vec::new, |pos| records_at(&context.snapshot, pos));
    }
    let mut text = String::new();
    for record in records.iter().take(MAX_RECORDS) {
        text.push_str("def ");
        record.store().write_record(&mut text, *record);
    }
    match records.len().checked_sub(MAX_RECORDS) {
        Some(more) if more > 0 => text.push_str(&format!("// and {more} more records\n")),
        _ if records.is_empty() => text.push_str("// The record does not exist any more.\n"),
        Some(_) | None => {}
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_names_a_document() {
        let id = DocumentId {
            kind: "encoding".to_owned(),
            name: "ADD a/b.c".to_owned(),
            at: Position { line: 3, character: 14 },
            file: Uri("file:///x%20y/a.td".to_owned()),
        };
        let uri = id.uri();
        assert_eq!(uri.0, "tablewright:/encoding/ADD%20a/b.c.txt?3%3A14%3Afile%3A///x%2520y/a.td");
        assert_eq!(DocumentId::from_uri(&uri), Some(id.clone()));
        // Editors differ in the characters that they escape.
        let other = "tablewright:///encoding/ADD a%2Fb.c.txt?3:14:file:///x%2520y/a.td";
        assert_eq!(DocumentId::from_uri(&Uri(other.to_owned())), Some(id));
        assert_eq!(DocumentId::from_uri(&Uri("file:///encoding/a.txt".to_owned())), None);
    }
}
