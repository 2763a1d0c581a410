//! Tests of the parser: the tree of each production, the messages of errors, and the limits.

mod dump;
mod errors;
mod limits;
mod productions;

use crate::diagnostic::Diagnostics;
use crate::include::{FileProvider, IncludedFile};
use crate::render::render;
use crate::source::SourceMap;
use crate::symbol::Interner;

/// Include files by name.
pub(crate) struct Files<'f>(pub(crate) &'f [(&'f str, &'f str)]);

impl FileProvider for Files<'_> {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let &(name, text) = self.0.iter().find(|(name, _)| *name == path)?;
        Some(IncludedFile { name: format!("dir/{name}"), text: text.to_owned() })
    }
}

/// The result of parsing a text.
pub(crate) struct Outcome {
    /// The tree, a statement to a line.
    pub(crate) tree: String,
    /// The first lines of diagnostics and notes: position and message.
    pub(crate) messages: String,
    /// Printed diagnostics.
    pub(crate) rendered: String,
    pub(crate) dependencies: Vec<String>,
}

pub(crate) fn run(text: &str, files: &[(&str, &str)], macros: &[&str]) -> Outcome {
    let (mut sources, mut symbols) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let main = sources.add("t.td".into(), text.into(), None).expect("small");
    let macros: Vec<String> = macros.iter().map(|&m| m.to_owned()).collect();
    let parsed = crate::parse(
        &mut sources,
        &mut symbols,
        main,
        &mut Files(files),
        &macros,
        &mut diagnostics,
    );
    let tree = dump::statements(&sources, &symbols, &parsed.tree);
    let rendered: String = diagnostics.iter().map(|d| render(&sources, d, false)).collect();
    let is_headline =
        |line: &&str| ["error: ", "warning: ", "note: "].iter().any(|word| line.contains(word));
    let messages = rendered
        .lines()
        .filter(is_headline)
        .map(|line| line.strip_prefix("t.td:").unwrap_or(line))
        .fold(String::new(), |all, line| all + line + "\n");
    Outcome { tree, messages, rendered, dependencies: parsed.dependencies }
}
