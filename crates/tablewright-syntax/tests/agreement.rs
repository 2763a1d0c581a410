//! The two trees of a text have their errors at the same tokens.
#![allow(clippy::disallowed_methods, reason = "a test may use files")]

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::lossless::{LosslessTree, TokenKind};
use tablewright_syntax::source::SourceMap;
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::{FileProvider, IncludedFile, LexError, parse};

/// Finds an empty file for each path.
struct EmptyFiles;

impl FileProvider for EmptyFiles {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        Some(IncludedFile { name: path.to_owned(), text: String::new() })
    }
}

/// Offsets of the tokens at which the parser for evaluation reports an error. `None`: errors are
/// not comparable, because the input was not read to its end.
fn evaluated_errors(tree: &LosslessTree) -> Option<BTreeSet<usize>> {
    let (mut sources, mut symbols) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let main = sources.add("t.td".to_owned(), tree.text().to_owned(), None).ok()?;
    parse(&mut sources, &mut symbols, main, &mut EmptyFiles, &[], &mut diagnostics);
    if diagnostics.error_count() >= 20 {
        return None;
    }
    // The second message about a bracket points to the opening bracket.
    let errors = diagnostics.iter().filter(|error| !error.message.starts_with("to match this"));
    let positions = errors.filter(|error| error.code != Some(Code::DuplicateMacro)).map(|error| {
        let pos = error.printed_at.or(error.span.map(|span| span.lo)).expect("it has a position");
        tree.token_at(sources.offset_in_file(pos)).range().start
    });
    Some(positions.collect())
}

/// Returns the errors in one tree only: the offset, and whether the parser for evaluation reports
/// it.
fn differences(text: &str) -> Vec<(usize, bool)> {
    let Ok(tree) = LosslessTree::new(text) else { return Vec::new() };
    // A lossless tree has all branches, and counts a NUL byte as a blank.
    let is_other = |kind| matches!(kind, TokenKind::Directive(_) | TokenKind::Error(LexError::Nul));
    if tree.tokens().any(|token| is_other(token.kind())) || text.contains('\0') {
        return Vec::new();
    }
    let Some(evaluated) = evaluated_errors(&tree) else { return Vec::new() };
    let lossless: BTreeSet<usize> =
        tree.errors().iter().map(|error| tree.token(error.token).range().start).collect();
    evaluated
        .symmetric_difference(&lossless)
        .map(|&offset| (offset, evaluated.contains(&offset)))
        .collect()
}

fn fixtures(dir: &Path, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            fixtures(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "td") {
            files.push(path);
        }
    }
}

fn texts_below(dir: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(dir);
    let mut files = Vec::new();
    fixtures(&root, &mut files);
    let read = |path: PathBuf| Some((path.display().to_string(), fs::read_to_string(path).ok()?));
    files.into_iter().filter_map(read).collect()
}

fn line(text: &str, offset: usize) -> (usize, &str) {
    let number = text[..offset].matches('\n').count() + 1;
    (number, text.lines().nth(number - 1).unwrap_or_default())
}

#[test]
fn fixtures_have_the_same_errors() {
    let mut report = String::new();
    for (name, text) in texts_below("") {
        for (offset, evaluated) in differences(&text) {
            report += &format!("{name}: {:?} evaluated: {evaluated}\n", line(&text, offset));
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// Checks each text that `edit` makes from a fixture at one of its tokens.
fn check_edited(edit: impl Fn(&mut String, Range<usize>)) {
    let mut report = String::new();
    for area in ["statements/ok", "values/ok", "operators/ok"] {
        for (name, text) in texts_below(area) {
            let tree = LosslessTree::new(text.clone()).expect("it is small");
            for token in tree.tokens() {
                let mut edited = text.clone();
                edit(&mut edited, token.range());
                for (offset, evaluated) in differences(&edited) {
                    let (place, at) = (line(&text, token.range().start), line(&edited, offset));
                    let token = token.text();
                    report += &format!(
                        "{name}: edited {token} in {place:?}\n  {at:?} evaluated: {evaluated}\n"
                    );
                }
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn texts_without_a_token_have_the_same_errors() {
    check_edited(|text, token| text.replace_range(token, ""));
}

#[test]
fn texts_that_end_early_have_the_same_errors() {
    check_edited(|text, token| text.truncate(token.start));
}

#[test]
fn texts_with_another_token_have_the_same_errors() {
    for other in
        [" } ", " { ", " ) ", "; ", " def x ", "\nclass C ", " 1 ", " = ", ":", " foreach "]
    {
        check_edited(|text, token| text.insert_str(token.start, other));
    }
}
