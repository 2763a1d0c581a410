//! Completion of `include` paths.

use std::path::Path;

use gen_lsp_types::{CompletionItem, CompletionItemKind};

use super::item;
use crate::context::FileContext;

/// Returns the files and folders below the include directories that complete the typed path.
pub(super) fn paths(context: &FileContext<'_>, typed: &str) -> Vec<CompletionItem> {
    let folder = typed.rfind('/').map_or("", |slash| &typed[..=slash]);
    let mut suggestions: Vec<(String, CompletionItemKind)> = Vec::new();
    for dir in context.include_dirs {
        suggestions.extend(entries(&dir.join(folder), context.path));
    }
    suggestions.sort_by(|a, b| a.0.cmp(&b.0));
    suggestions.dedup_by(|a, b| a.0 == b.0);
    suggestions.into_iter().map(|(name, kind)| item(name, kind)).collect()
}

fn entries(dir: &Path, own: &Path) -> Vec<(String, CompletionItemKind)> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path != own);
    paths.filter_map(|path| entry(&path)).collect()
}

fn entry(path: &Path) -> Option<(String, CompletionItemKind)> {
    let name = path.file_name()?.to_str()?.to_owned();
    if name.starts_with('.') {
        return None;
    }
    if path.is_dir() {
        return Some((format!("{name}/"), CompletionItemKind::Folder));
    }
    let is_description = path.extension().is_some_and(|ending| ending == "td");
    is_description.then_some((name, CompletionItemKind::File))
}
