//! Checks for a renaming: the new name, the places, and the records after it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablewright_records::Class;
use tablewright_records::trace::{Definition, DefinitionId, DefinitionKind, UseKind};
use tablewright_session::path_text;
use tablewright_syntax::TokenKind;
use tablewright_syntax::diagnostic::Severity;
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Span;

use super::record_digest::{NamePair, RecordDigest, difference, digest};
use crate::analysis::DocumentAnalysis;
use crate::documents::{Document, Documents};
use crate::names::{kind_name, owner};
use crate::roots::Root;
use crate::scan::tree;
use crate::snapshot::Snapshot;
use crate::uri;

/// In a multiclass, the name for the record that a `defm` defines.
const DEFM_NAME: &str = "NAME";

/// Whether a text can be a new name.
pub(crate) fn is_name(text: &str) -> bool {
    let tree = tree(text);
    let mut tokens = tree.tokens();
    let is_identifier = tokens.next().is_some_and(|token| {
        token.kind() == TokenKind::Ident && token.text() == text && text != DEFM_NAME
    });
    is_identifier && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Checks that the new name does not exist in the scopes of definitions.
pub(super) fn check_names(
    snapshot: &Snapshot<'_>,
    ids: &BTreeSet<DefinitionId>,
    new: &str,
) -> Result<(), String> {
    let Some(names) = snapshot.names() else { return Ok(()) };
    let renamed: Vec<&Definition> = ids.iter().map(|&id| names.definition(id)).collect();
    let Some(symbol) = snapshot.store().symbols().get(new) else { return Ok(()) };
    let same_name = names.definitions().map(|(_, definition)| definition);
    for other in same_name.filter(|other| other.name == symbol) {
        if renamed.iter().any(|renamed| is_conflict(snapshot, renamed, other)) {
            let path = snapshot.analysis.path_of(other.span.lo).display();
            let line = snapshot.store().sources().line_column(other.span.lo).line;
            let kind = kind_name(other.kind);
            return Err(format!("'{new}' exists: a {kind}, defined in {path}:{line}"));
        }
    }
    Ok(())
}

/// Whether a definition cannot get another's name.
fn is_conflict(snapshot: &Snapshot<'_>, renamed: &Definition, other: &Definition) -> bool {
    let is_type = |kind| matches!(kind, DefinitionKind::Class | DefinitionKind::TypeAlias);
    let is_value = |kind| matches!(kind, DefinitionKind::Record | DefinitionKind::Variable);
    let is_member = |kind| matches!(kind, DefinitionKind::Field | DefinitionKind::Parameter);
    match renamed.kind {
        DefinitionKind::Class | DefinitionKind::TypeAlias => is_type(other.kind),
        DefinitionKind::Record | DefinitionKind::Variable => {
            is_value(other.kind) && (renamed.owner.is_none() || renamed.owner == other.owner)
        }
        DefinitionKind::Multiclass | DefinitionKind::Macro => renamed.kind == other.kind,
        DefinitionKind::Field | DefinitionKind::Parameter => {
            is_member(other.kind) && is_related(snapshot, renamed, other)
        }
    }
}

/// Whether a definition's owner is another's owner, or inherits from it.
fn is_related(snapshot: &Snapshot<'_>, a: &Definition, b: &Definition) -> bool {
    if a.owner == b.owner {
        return true;
    }
    let class =
        |definition| owner(snapshot, definition).and_then(|name| snapshot.store().get_class(name));
    let (Some(a), Some(b)) = (class(a), class(b)) else { return false };
    let inherits = |a: Class<'_>, b: Class<'_>| a.superclasses().contains(&b.id());
    inherits(a, b) || inherits(b, a)
}

/// Checks that all places are spelt as the name, in files of these folders.
pub(super) fn check_spans(
    snapshot: &Snapshot<'_>,
    spans: &[(Span, Option<UseKind>)],
    name: &str,
    folders: &[PathBuf],
) -> Result<(), String> {
    for &(span, _) in spans {
        let path = snapshot.analysis.path_of(span.lo);
        if !folders.iter().any(|folder| path.starts_with(folder)) {
            let path = path.display();
            return Err(format!("'{name}' is used in {path}, which is of another tree"));
        }
        let shown = snapshot.text(shown_span(snapshot.store().sources(), span));
        if shown != name {
            let path = path.display();
            return Err(format!(
                "the name '{name}' is computed, or is spelt in another way, in {path}"
            ));
        }
        if snapshot.location(span).is_none() {
            return Err("an edit there is not evaluated yet".to_owned());
        }
    }
    Ok(())
}

/// Replaces the name at offsets in a file.
pub(super) fn edit(
    documents: &mut Documents,
    path: &Path,
    offsets: &BTreeSet<usize>,
    name: &str,
    new: &str,
) {
    let mut text = documents.text(path).into_owned();
    for &offset in offsets.iter().rev() {
        if text.get(offset..offset + name.len()) == Some(name) {
            text.replace_range(offset..offset + name.len(), new);
        }
    }
    let uri = uri::for_path(path);
    documents.open(path.to_owned(), Document { uri, version: 0, text: Arc::from(text) });
}

/// Checks that a root has the same records after the renaming.
pub(super) fn compare(
    after: &DocumentAnalysis,
    before: &RecordDigest,
    names: &NamePair<'_>,
    root: &Root,
) -> Result<(), String> {
    let main = path_text(&root.main);
    let mut errors = after.diagnostics.iter();
    if let Some(error) = errors.find(|error| error.severity == Severity::Error) {
        return Err(format!("the renaming would be an error in {main}: {}", error.words()));
    }
    match difference(&after.store, names, before, &digest(&after.store, names)) {
        None => Ok(()),
        Some(name) => Err(format!("the renaming would change '{name}' in {main}")),
    }
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn keywords_and_expressions_are_not_names() {
        for name in ["A", "a_1", "4x"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "def", "bits", "true", "NAME", "a b", "a.b", "12", "$a", "!add", "a#b"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
