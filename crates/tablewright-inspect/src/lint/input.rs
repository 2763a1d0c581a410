//! What lints read.

use std::cell::OnceCell;

use tablewright_index::IndexVec;
use tablewright_records::trace::{DefinitionId, Trace, UseKind};
use tablewright_records::{Analysis, AnalysisError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics, Severity};
use tablewright_syntax::source::{Pos, SourceFile, SourceMap};
use tablewright_syntax::symbol::Interner;
use tablewright_syntax::tree::{Name, TreePart};
use tablewright_syntax::{FileProvider, IncludedFile, parse};

use super::allow_comments::AllowComments;
use super::findings::Findings;
use super::scope::{CheckedFiles, LintScope};
use super::syntax_index::SyntaxIndex;

/// What a check of a description was asked for.
#[derive(Clone, Copy, Debug)]
pub struct LintSettings<'a> {
    /// The lints there are.
    pub lints: &'a [&'static super::Lint],
    /// Which files are checked.
    pub scope: LintScope,
    /// The macros of the preprocessor that the description was read with.
    pub macros: &'a [String],
}

/// A description, as lints read it.
pub struct LintInput<'a> {
    /// The records.
    pub store: &'a RecordStore,
    /// The trace of their evaluation.
    pub trace: &'a Trace,
    pub(super) settings: LintSettings<'a>,
    pub(super) checked: CheckedFiles,
    tree: OnceCell<SyntaxTree>,
    syntax_index: OnceCell<SyntaxIndex>,
    uses: OnceCell<UseCounts>,
    allow_comments: OnceCell<AllowComments>,
}

/// The syntax tree of a description. Its positions are those of the records.
pub struct SyntaxTree {
    /// The statements.
    pub tree: TreePart,
    names: Interner,
}

impl SyntaxTree {
    /// The text of a name of the tree.
    pub fn str(&self, name: Name) -> &str {
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
        }
    }

    /// The files that were read.
    pub fn sources(&self) -> &'a SourceMap {
        self.store.sources()
    }

    /// Whether findings at `pos` are reported: its file is checked.
    pub fn checks(&self, pos: Pos) -> bool {
        self.checked.contains_pos(self.sources(), pos)
    }

    /// The syntax tree of all files.
    pub fn tree(&self) -> &SyntaxTree {
        self.tree.get_or_init(|| self.parsed())
    }

    /// What the lints of the language look for in the tree.
    pub(super) fn syntax_index(&self) -> &SyntaxIndex {
        self.syntax_index.get_or_init(|| SyntaxIndex::new(&self.tree().tree))
    }

    /// Whether a name stands in a statement that is perhaps not evaluated, so that a use may be missing in the trace.
    pub(super) fn is_used_conditionally(&self, name: &str) -> bool {
        let symbol = self.tree().names.get(name);
        symbol.is_some_and(|symbol| self.syntax_index().conditional_names.contains(&symbol))
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

    /// An analysis of the records. Where it fails, the lint in force does not check the description, and says so.
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

    /// How often a definition is used in one of some ways.
    pub fn count_uses(&self, definition: DefinitionId, kinds: &[UseKind]) -> u32 {
        let counts = self.uses.get_or_init(|| UseCounts::new(self.trace));
        let counts = counts.0.get(definition);
        counts.map_or(0, |counts| kinds.iter().map(|&kind| counts[kind as usize]).sum())
    }

    /// The comments that allow lints.
    pub(super) fn allow_comments(&self) -> &AllowComments {
        self.allow_comments.get_or_init(|| AllowComments::new(self.sources(), &self.checked))
    }

    /// Whether the description makes no records of its own, since others are meant to include it.
    /// What it does not use, they may.
    pub fn is_library(&self) -> bool {
        let is_own = |record: Record<'_>| record.positions().iter().any(|&pos| self.checks(pos));
        !self.store.records().any(is_own)
    }
}

/// The uses of each definition by their kinds.
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

/// The files that were read before, in the same order.
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
