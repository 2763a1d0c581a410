//! Applies the fixes in findings to files.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use tablewright_inspect::lint::{Finding, Fix};
use tablewright_session::text_path;
use tablewright_syntax::source::{SourceFile, SourceMap};
use tablewright_text::byte_escape::{escape, unescape};

use crate::limits::read_file;
use crate::output_file::{OutputFile, finish_all};
use crate::terminal::reason;

/// Maximum number of rounds. A fix can lead to a new finding, for example about a class that only an unused class
/// used.
pub(super) const MAX_ROUNDS: usize = 10;

/// The result of applying fixes.
#[derive(Default)]
pub(super) struct Fixed {
    /// Number of fixed findings in each file.
    files: BTreeMap<String, usize>,
    /// Number of fixes skipped because they overlap another fix.
    overlapping: usize,
}

impl Fixed {
    pub(super) fn has_changes(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns the messages for the user.
    pub(super) fn messages(&self) -> Vec<String> {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let files = self.files.iter();
        let mut messages: Vec<String> = files
            .map(|(file, &count)| format!("note: fixed {count} finding{} in {file}", plural(count)))
            .collect();
        if self.overlapping > 0 && self.files.is_empty() {
            let count = self.overlapping;
            messages
                .push(format!("note: {count} fix{} overlap", if count == 1 { "" } else { "es" }));
        }
        messages
    }
}

/// A change to a file, by byte range.
#[derive(PartialEq, Eq, Clone)]
struct FixedFile<'f> {
    bytes: Range<usize>,
    replacement: &'f str,
}

impl FixedFile<'_> {
    /// Whether both change the same text, or insert at the same position. Two insertions of whole lines do not overlap.
    fn overlaps(&self, other: &FixedFile<'_>) -> bool {
        let (a, b) = (&self.bytes, &other.bytes);
        a.start < b.end && b.start < a.end
            || a.start == b.start && !(self.inserts_lines() && other.inserts_lines())
    }

    fn inserts_lines(&self) -> bool {
        self.bytes.is_empty() && self.replacement.ends_with('\n')
    }
}

/// Pending changes to a file.
struct ChangedFile<'f> {
    source: &'f SourceFile,
    edits: Vec<FixedFile<'f>>,
    findings: usize,
}

/// Applies the fixes in findings and writes the changed files. Skips a fix that overlaps an earlier fix.
pub(super) fn apply(sources: &SourceMap, findings: &[Finding]) -> Result<Fixed, String> {
    let mut files: BTreeMap<&str, ChangedFile<'_>> = BTreeMap::new();
    let mut fixed = Fixed::default();
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()) {
        if !add(sources, &mut files, fix) {
            fixed.overlapping += 1;
        }
    }
    let mut written = Vec::new();
    for (name, file) in files {
        let text = changed_text(name, file.source, file.edits)?;
        let failed = |error| format!("error writing {name}: {}", reason(&error));
        let mut output = OutputFile::create(&text_path(name)).map_err(failed)?;
        output.write_all(&unescape(&text)).map_err(failed)?;
        written.push(output);
        fixed.files.insert(name.to_owned(), file.findings);
    }
    finish_all(written, false).map_err(|error| format!("error writing: {}", reason(&error)))?;
    Ok(fixed)
}

/// Adds all changes in a fix, or none. Returns whether they were added.
fn add<'f>(
    sources: &'f SourceMap,
    files: &mut BTreeMap<&'f str, ChangedFile<'f>>,
    fix: &'f Fix,
) -> bool {
    let mut edits: Vec<(&'f SourceFile, FixedFile<'f>)> = Vec::new();
    for edit in &fix.edits {
        let source = sources.file(sources.file_of(edit.span.lo));
        let offset = |pos| sources.offset_in_file(pos);
        let bytes = offset(edit.span.lo)..offset(edit.span.hi);
        edits.push((source, FixedFile { bytes, replacement: &edit.replacement }));
    }
    let overlaps = |(source, edit): &(&SourceFile, FixedFile<'_>)| {
        let file = files.get(&*source.name);
        file.is_some_and(|file| file.edits.iter().any(|other| other.overlaps(edit)))
    };
    if edits.is_empty() || edits.iter().any(overlaps) {
        return false;
    }
    let first = edits[0].0;
    for (source, edit) in edits {
        let new = ChangedFile { source, edits: Vec::new(), findings: 0 };
        files.entry(&source.name).or_insert(new).edits.push(edit);
    }
    if let Some(file) = files.get_mut(&*first.name) {
        file.findings += 1;
    }
    true
}

/// Returns the text of a file with its changes applied.
fn changed_text(
    name: &str,
    source: &SourceFile,
    mut edits: Vec<FixedFile<'_>>,
) -> Result<String, String> {
    let on_disk = read_file(&text_path(name))
        .map_err(|error| format!("error reading {name}: {}", reason(&error)))?;
    if escape(on_disk) != *source.text {
        return Err(format!("{name} was changed while it was checked"));
    }
    edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
    let (mut text, mut at) = (String::with_capacity(source.text.len()), 0);
    for edit in edits {
        text.push_str(&source.text[at..edit.bytes.start]);
        text.push_str(edit.replacement);
        at = edit.bytes.end;
    }
    text.push_str(&source.text[at..]);
    Ok(text)
}
