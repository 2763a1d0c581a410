//! The input of lints.

use std::cell::OnceCell;
use std::fmt;

use rustc_hash::FxHashSet;
use tablewright_index::IndexVec;
use tablewright_records::trace::{DefinitionId, Trace, UseKind};
use tablewright_records::{Analysis, AnalysisError, Record, RecordStore, Release};
use tablewright_session::UnreadFiles;
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::{Pos, SourceFile, SourceMap};
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::tree::{NameSyntax, TreePart};
use tablewright_syntax::{FileProvider, IncludedFile, parse};

use super::allow_comments::AllowComments;
use super::findings::Findings;
use super::scope::{CheckedFiles, LintScope};
use super::syntax_index::SyntaxIndex;

/// Settings for a lint run.
#[derive(Clone, Copy, Debug)]
pub struct LintSettings<'a> {
    /// All available lints.
    pub lints: &'a [&'static super::Lint],
    /// The files to check.
    pub scope: LintScope,
    /// The preprocessor macros with which the description was loaded.
    pub macros: &'a [String],
    /// Files of the same directories that the description did not read. `None` if there are none.
    pub other_files: Option<&'a dyn OtherFiles>,
    /// The new release for lints in the group `release`.
    pub release: Release,
}

/// Files that may belong to other descriptions with the same classes, for example another main file in the directory.
pub trait OtherFiles: fmt::Debug {
    /// Reads the files. It is called at most once, and only if a lint needs the files.
    fn texts(&self) -> Vec<String>;
}

impl OtherFiles for UnreadFiles<'_> {
    fn texts(&self) -> Vec<String> {
        UnreadFiles::texts(self)
    }
}

/// A description for lints.
pub struct LintInput<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// The evaluation trace.
    pub trace: &'a Trace,
    pub(super) settings: LintSettings<'a>,
    pub(super) checked: CheckedFiles,
    tree: OnceCell<SyntaxTree>,
    syntax_index: OnceCell<SyntaxIndex>,
    uses: OnceCell<UseCounts>,
    allow_comments: OnceCell<AllowComments>,
    other_words: OnceCell<FxHashSet<Box<str>>>,
}

/// The syntax tree of a description. Its positions are the same as in the records.
pub struct SyntaxTree {
    /// The statements.
    pub tree: TreePart,
    names: Interner,
}

impl SyntaxTree {
    /// Returns a name's text.
    pub fn str(&self, name: NameSyntax) -> &str {
        self.names.resolve(name.symbol())
    }
}

impl<'a> LintInput<'a> {
    pub(super) fn new(
        store: &'a RecordStore,
        trace: &'a Trace,
        settings: LintSettings<'a>,
    ) -> LintInput<'a> {
        LintInput {
            store,
            trace,
            settings,
            checked: CheckedFiles::new(store.sources(), settings.scope),
            tree: OnceCell::new(),
            syntax_index: OnceCell::new(),
            uses: OnceCell::new(),
            allow_comments: OnceCell::new(),
            other_words: OnceCell::new(),
        }
    }

    /// Returns the description's files.
    pub fn sources(&self) -> &'a SourceMap {
        self.store.sources()
    }

    /// Returns the new release for lints in the group `release`.
    pub fn release(&self) -> Release {
        self.settings.release
    }

    /// Whether the file at `pos` is checked.
    pub fn checks(&self, pos: Pos) -> bool {
        self.checked.contains_pos(self.sources(), pos)
    }

    /// Returns the syntax tree of all files.
    pub fn tree(&self) -> &SyntaxTree {
        self.tree.get_or_init(|| self.parsed())
    }

    /// Returns the syntax index for the language lints.
    pub(super) fn syntax_index(&self) -> &SyntaxIndex {
        self.syntax_index.get_or_init(|| SyntaxIndex::new(&self.tree().tree))
    }

    /// Whether a name occurs in a conditional statement. Such a statement may not have been
    /// evaluated, so that the trace may lack a use.
    pub(super) fn is_used_conditionally(&self, name: &str) -> bool {
        let symbol = self.tree().names.get(name);
        symbol.is_some_and(|symbol| self.syntax_index().conditional_names.contains(&symbol))
    }

    /// Whether a name occurs in a file that the description did not read, outside comments.
    pub(super) fn is_used_elsewhere(&self, name: &str) -> bool {
        let Some(files) = self.settings.other_files else { return false };
        let words = self.other_words.get_or_init(|| {
            let mut words = FxHashSet::default();
            files.texts().iter().for_each(|text| add_words(text, &mut words));
            words
        });
        words.contains(name)
    }

    fn parsed(&self) -> SyntaxTree {
        let mut files = ReadFiles { files: self.sources().files(), next: 1 };
        let (mut sources, mut names) = (SourceMap::new(), Interner::new());
        let mut diagnostics = Diagnostics::new();
        let Some(main) = self.sources().files().first() else {
            return SyntaxTree { tree: TreePart::default(), names };
        };
        let Ok(main) = sources.add(main.name.clone(), String::clone(&main.text), None) else {
            return SyntaxTree { tree: TreePart::default(), names };
        };
        let macros = self.settings.macros;
        let parsed = parse(&mut sources, &mut names, main, &mut files, macros, &mut diagnostics);
        SyntaxTree { tree: parsed.tree, names }
    }

    /// Returns an analysis of the records. If it fails, records that the current lint could not
    /// check the description.
    pub fn analysis<A: Analysis>(&self, findings: &mut Findings) -> Option<&'a A> {
        let mut diagnostics = Diagnostics::new();
        let error = match self.store.analysis(&mut diagnostics) {
            Ok(analysis) => return Some(analysis),
            Err(AnalysisError::Diagnostic(error)) => Some(*error),
            Err(AnalysisError::Reported) => None,
        };
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        let error = error.or_else(|| diagnostics.iter().find(is_error).cloned());
        if let Some(error) = error {
            findings.not_checked(error);
        }
        None
    }

    /// Counts the uses of a definition with one of these kinds.
    pub fn count_uses(&self, definition: DefinitionId, kinds: &[UseKind]) -> u32 {
        let counts = self.uses.get_or_init(|| UseCounts::new(self.trace));
        let counts = counts.0.get(definition);
        counts.map_or(0, |counts| kinds.iter().map(|&kind| counts[kind as usize]).sum())
    }

    /// Returns the comments that allow lints.
    pub(super) fn allow_comments(&self) -> &AllowComments {
        self.allow_comments.get_or_init(|| AllowComments::new(self.sources(), &self.checked))
    }

    /// Whether the checked files define no records. Other descriptions may include such a library
    /// and use definitions that the library itself does not use.
    pub fn is_library(&self) -> bool {
        let is_own = |record: Record<'_>| record.positions().iter().any(|&pos| self.checks(pos));
        !self.store.records().any(is_own)
    }
}

/// Statements that define a name.
const DEFINING: [&str; 3] = ["class", "multiclass", "defvar"];

/// Adds the words of a description to `words`, without line comments and without the names that the file defines itself.
fn add_words(text: &str, words: &mut FxHashSet<Box<str>>) {
    let (mut used, mut defined) = (FxHashSet::default(), FxHashSet::default());
    for line in text.lines() {
        let code = line.find("//").map_or(line, |comment| &line[..comment]);
        let mut last = "";
        for word in code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            if DEFINING.contains(&last) {
                defined.insert(word);
            }
            used.insert(word);
            last = word;
        }
    }
    words.extend(used.difference(&defined).map(|&word| word.into()));
}

/// Use counts for each definition by kind.
struct UseCounts(IndexVec<DefinitionId, [u32; UseKind::COUNT]>);

impl UseCounts {
    fn new(trace: &Trace) -> UseCounts {
        let names = trace.names();
        let mut counts: IndexVec<DefinitionId, [u32; UseKind::COUNT]> = IndexVec::new();
        for (definition, _) in names.definitions() {
            *counts.grown_to(definition, [0; UseKind::COUNT]) = [0; UseKind::COUNT];
        }
        for used in names.uses() {
            counts[used.definition][used.kind as usize] += 1;
        }
        UseCounts(counts)
    }
}

/// The files of the description, provided again in the same order.
struct ReadFiles<'s> {
    files: &'s [std::sync::Arc<SourceFile>],
    next: usize,
}

impl FileProvider for ReadFiles<'_> {
    fn include(&mut self, _: &str) -> Option<IncludedFile> {
        let file = self.files.get(self.next)?;
        self.next += 1;
        Some(IncludedFile { name: file.name.clone(), text: String::clone(&file.text) })
    }

    fn left_out(&mut self, _: &str) {
        self.next += 1;
    }
}
