//! Renaming of included files: `workspace/willRenameFiles`, and `textDocument/rename` on the path
//! of an `include`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::{DocumentChange, Edit, TextEdit, Uri, WorkspaceEdit};
use tablewright_session::{path_text, text_path};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::Span;

use super::definition::included_file;
use crate::context::FileContext;
use crate::snapshot::Snapshot;
use crate::state::ServerState;
use crate::uri;

/// Edits by URI.
type EditsByFile = BTreeMap<String, Vec<TextEdit>>;

/// A file or folder with its new path.
struct RenamedFile {
    old: PathBuf,
    new: PathBuf,
}

/// Returns edits to `include`s before files or folders are renamed.
pub(crate) fn will_rename(
    state: &mut ServerState,
    params: lsp::RenameFilesParams,
) -> Result<Option<WorkspaceEdit>, String> {
    let renamed = params.files.into_iter().filter_map(|file| {
        Some(RenamedFile { old: uri::to_path(&file.old_uri)?, new: uri::to_path(&file.new_uri)? })
    });
    let edits = edits(state, &renamed.collect::<Vec<_>>());
    if edits.is_empty() {
        return Ok(None);
    }
    let changes = edits.into_iter().map(|(uri, edits)| (Uri(uri), edits)).collect();
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// Returns edits to the `include`s that lead to renamed files, in all roots in use.
fn edits(state: &ServerState, renamed: &[RenamedFile]) -> EditsByFile {
    let mut by_file = EditsByFile::new();
    for (&root, evaluated) in &state.evaluations.states {
        let Some(analysis) = evaluated.analysis().map(Arc::clone) else { continue };
        let snapshot = Snapshot::new(&analysis, &state.documents, state.encoding);
        let dirs = &state.roots.get(root).include_dirs;
        for (index, file) in snapshot.store().sources().files().iter().enumerate() {
            let Some(from) = file.included_from else { continue };
            let old = &analysis.paths[index];
            let new = renamed
                .iter()
                .find_map(|renamed| Some(join(&renamed.new, old.strip_prefix(&renamed.old).ok()?)));
            let Some(new) = new else { continue };
            let Some((range, uri, path)) = written_path(&snapshot, from.into()) else { continue };
            let Some(path) = respelled(&path, old, &new, dirs) else { continue };
            let edit = TextEdit { range, new_text: path };
            let edits = by_file.entry(uri.0).or_default();
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
    }
    by_file
}

/// Joins paths. An empty `below` would otherwise add a slash.
fn join(path: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { path.to_owned() } else { path.join(below) }
}

/// Returns an `include` path without quotes: its range in the client's text, the file, and the
/// path.
fn written_path(snapshot: &Snapshot<'_>, span: Span) -> Option<(lsp::Range, Uri, String)> {
    let sources = snapshot.store().sources();
    let span = shown_span(sources, span);
    let text = snapshot.text(span);
    let path = text.strip_prefix('"')?.strip_suffix('"')?.to_owned();
    let lo = span.lo.offset(1);
    let span = Span { lo, hi: lo.offset(u32::try_from(path.len()).ok()?) };
    let location = snapshot.exact_location(span)?;
    Some((location.range, location.uri, path))
}

/// Returns the new path for an `include`: relative to the directory in which the old path was
/// found, or else to the first directory above the new file.
fn respelled(written: &str, old: &Path, new: &Path, dirs: &[PathBuf]) -> Option<String> {
    let found_in = directory_of(&text_path(written), old);
    let mut bases = found_in.into_iter().chain(dirs.iter().map(PathBuf::as_path));
    let below = bases.find_map(|base| new.strip_prefix(base).ok())?;
    let parts = below.components().map(|part| path_text(part.as_os_str()));
    Some(parts.collect::<Vec<_>>().join("/"))
}

/// Returns the directory from which the relative path `written` leads to `file`.
fn directory_of<'a>(written: &Path, file: &'a Path) -> Option<&'a Path> {
    let mut dir = file;
    for part in written.components().rev() {
        match part {
            Component::Normal(name) if dir.file_name() == Some(name) => dir = dir.parent()?,
            Component::CurDir => {}
            Component::Normal(_)
            | Component::ParentDir
            | Component::RootDir
            | Component::Prefix(_) => return None,
        }
    }
    Some(dir)
}

/// Returns the path of the `include` at a position, without quotes.
pub(crate) fn path_at(context: &FileContext<'_>, at: lsp::Position) -> Option<lsp::Range> {
    let (span, _) = included_file(&context.snapshot, context.path, at)?;
    Some(written_path(&context.snapshot, span)?.0)
}

/// Returns the edit that renames the file of the `include` at a position. `None` if there is no
/// `include`.
pub(crate) fn rename_included(
    state: &mut ServerState,
    params: &lsp::RenameParams,
) -> Option<Result<WorkspaceEdit, String>> {
    let position = &params.text_document_position_params;
    let path = uri::to_path(&position.text_document.uri)?;
    let included = state.with_file(&path, |context| {
        let (span, file) = included_file(&context.snapshot, context.path, position.position)?;
        let (_, _, written) = written_path(&context.snapshot, span)?;
        let own = context.snapshot.analysis.paths.first()?.parent()?.to_owned();
        Some((file.uri, written, own))
    });
    let (file, written, own) = included??;
    Some(renamed_file(state, &file, &written, &own, &params.new_name))
}

fn renamed_file(
    state: &ServerState,
    file: &Uri,
    written: &str,
    own: &Path,
    new_name: &str,
) -> Result<WorkspaceEdit, String> {
    if !state.renames_files {
        return Err("this editor renames no files at the request of a server".to_owned());
    }
    let old = uri::to_path(file).ok_or("the document is not a file")?;
    if !old.starts_with(own) {
        return Err(format!("{} is of another tree", old.display()));
    }
    let dir = directory_of(&text_path(written), &old);
    let dir = dir.ok_or_else(|| format!("'{written}' leads to {}", old.display()))?;
    let is_path = |path: &Path| {
        let mut parts = path.components();
        parts.clone().next().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    let new_path = text_path(new_name);
    if !is_path(&new_path) || new_name.contains('"') {
        return Err(format!("'{new_name}' is not a path below an include directory"));
    }
    let new = dir.join(new_path);
    if new.exists() {
        return Err(format!("{} exists", new.display()));
    }
    let renamed = RenamedFile { old, new };
    let new_uri = uri::for_path(&renamed.new);
    let edits = edits(state, std::slice::from_ref(&renamed));
    let mut changes: Vec<DocumentChange> = edits.into_iter().map(edit_of_file).collect();
    let rename =
        lsp::RenameFile { old_uri: file.clone(), new_uri, options: None, annotation_id: None };
    changes.push(DocumentChange::RenameFile(rename));
    Ok(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() })
}

fn edit_of_file((uri, edits): (String, Vec<TextEdit>)) -> DocumentChange {
    let text_document = lsp::OptionalVersionedTextDocumentIdentifier {
        version: None,
        text_document_identifier: lsp::TextDocumentIdentifier { uri: Uri(uri) },
    };
    let edits = edits.into_iter().map(Edit::TextEdit).collect();
    DocumentChange::TextDocumentEdit(lsp::TextDocumentEdit { text_document, edits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_relative_to_the_directory_in_which_they_were_found() {
        let dirs = [PathBuf::from("/x/include")];
        let check = |written: &str, old: &str, new: &str| {
            respelled(written, Path::new(old), Path::new(new), &dirs)
        };
        assert_eq!(check("a.td", "/x/T/a.td", "/x/T/s/b.td").as_deref(), Some("s/b.td"));
        assert_eq!(check("s/a.td", "/x/T/s/a.td", "/x/T/b.td").as_deref(), Some("b.td"));
        assert_eq!(check("a.td", "/x/T/a.td", "/x/include/l/a.td").as_deref(), Some("l/a.td"));
        assert_eq!(check("a.td", "/x/T/a.td", "/y/a.td"), None);
    }
}
