//! Fix for a missing class or multiclass: an `include` of a file that defines it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tablewright_session::path_text;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind};

use super::FileEdit;
use crate::context::FileContext;
use crate::scan::tree;

/// Limit for searched files.
const MAX_FILES: usize = 3000;

/// Limit for actions.
const MAX_OFFERED: usize = 5;

/// Returns `include`s of files that define the missing name in a diagnostic, each with a title.
pub(super) fn actions(
    context: &FileContext<'_>,
    diagnostic: &Diagnostic,
) -> Vec<(String, FileEdit)> {
    find(context, diagnostic).unwrap_or_default()
}

fn find(context: &FileContext<'_>, diagnostic: &Diagnostic) -> Option<Vec<(String, FileEdit)>> {
    let snapshot = &context.snapshot;
    let is_multiclass = diagnostic.code? == Code::UnknownMulticlass;
    let kind = if is_multiclass { NodeKind::Multiclass } else { NodeKind::Class };
    let name = Some(snapshot.text(diagnostic.span?)).filter(|name| !name.is_empty())?;
    let view = snapshot.view(context.path)?;
    let at = insertion(&tree(&view.text));
    let mut offers = Vec::new();
    for (path, file) in description_files(context.include_dirs) {
        if file == context.path || snapshot.analysis.files.contains_key(&file) {
            continue;
        }
        let is_candidate = context.definitions.borrow_mut().may_define(&file, name);
        if is_candidate && defines(&file, kind, name) {
            let text = format!("include \"{path}\"\n");
            let range = view.client_range(at..at, snapshot);
            offers.push((
                format!("Include '{path}', which defines '{name}'"),
                FileEdit::new(view.uri.clone(), range, &text),
            ));
        }
        if offers.len() == MAX_OFFERED {
            break;
        }
    }
    Some(offers)
}

/// Returns the files in and below include directories, with their include paths, in order.
fn description_files(dirs: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for dir in dirs {
        let mut folders = vec![dir.clone()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            // The system lists files in any order.
            paths.sort();
            for path in paths {
                if found.len() == MAX_FILES {
                    return found;
                }
                // A link to a directory could form a cycle.
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "td")
                    && let Ok(below) = path.strip_prefix(dir)
                {
                    let parts = below.components().map(|part| path_text(part.as_os_str()));
                    let spelling = parts.collect::<Vec<_>>().join("/");
                    let file = crate::uri::real(&path);
                    if seen.insert(file.clone()) {
                        found.push((spelling, file));
                    }
                }
            }
        }
    }
    found
}

/// Whether a file defines a class or multiclass with this name.
fn defines(file: &Path, kind: NodeKind, name: &str) -> bool {
    let bytes = tablewright_session::read_file(file).unwrap_or_default();
    has_definition(tree(&String::from_utf8_lossy(&bytes)).root(), kind, name)
}

fn has_definition(node: Node<'_>, kind: NodeKind, name: &str) -> bool {
    node.children().any(|child| {
        let child_kind = child.kind();
        if child_kind == kind {
            return child.child(NodeKind::Name).is_some_and(|found| found.text() == name);
        }
        let is_block = matches!(
            child_kind,
            NodeKind::Conditional | NodeKind::Branch | NodeKind::Let | NodeKind::Block
        );
        is_block && has_definition(child, kind, name)
    })
}

/// Returns the offset for a new `include`: after the last at the top, or before the first
/// statement.
fn insertion(tree: &LosslessTree) -> usize {
    let line_after = |offset: usize| {
        tree.text()[offset..].find('\n').map_or(tree.text().len(), |end| offset + end + 1)
    };
    let mut statements = tree.root().children();
    let last = statements.rfind(|node| node.kind() == NodeKind::Include);
    match last {
        Some(include) => line_after(include.range().end),
        None => {
            let first = tree.root().children().next().map_or(0, |node| node.range().start);
            tree.text()[..first].rfind('\n').map_or(0, |end| end + 1)
        }
    }
}
