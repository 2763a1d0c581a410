//! `textDocument/publishDiagnostics`: diagnostics from evaluation and lints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Uri,
};
use tablewright_inspect::lint::Finding;
use tablewright_syntax::code::Layer;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Severity};

use crate::analysis::DocumentAnalysis;
use crate::documents::Documents;
use crate::line_index::PositionEncoding;
use crate::roots::{Root, RootId, RootOrigin};
use crate::snapshot::Snapshot;
use crate::uri;

/// Diagnostics limit per file.
const MAX_IN_FILE: usize = 1000;

/// The progress of the evaluation whose diagnostics are published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiagnosticsStage {
    /// The edited statements are evaluated, but not the statements after them.
    EarlyResults,
    Final,
}

/// Published diagnostics by file and root.
#[derive(Default)]
pub(crate) struct PublishedDiagnostics {
    by_uri: BTreeMap<String, BTreeMap<RootId, Vec<lsp::Diagnostic>>>,
    /// Diagnostics from an unfinished evaluation, with the version of the text.
    early: BTreeMap<String, (Option<i32>, Vec<lsp::Diagnostic>)>,
}

impl PublishedDiagnostics {
    /// Replaces a root's diagnostics. Returns the files to publish: files that have or had
    /// diagnostics, and open files. For early results, returns only files whose diagnostics
    /// changed.
    pub(crate) fn set(
        &mut self,
        root: RootId,
        found: BTreeMap<String, Vec<lsp::Diagnostic>>,
        stage: DiagnosticsStage,
    ) -> Vec<Uri> {
        let mut changed = BTreeSet::new();
        for (uri, by_root) in &mut self.by_uri {
            if !found.contains_key(uri) && by_root.remove(&root).is_some() {
                changed.insert(uri.clone());
            }
        }
        for (uri, diagnostics) in found {
            let by_root = self.by_uri.entry(uri.clone()).or_default();
            let before = by_root.get(&root).map_or(&[][..], Vec::as_slice);
            if stage == DiagnosticsStage::Final || before != diagnostics {
                changed.insert(uri);
            }
            by_root.insert(root, diagnostics);
        }
        changed.into_iter().map(Uri).collect()
    }

    /// Removes unused roots' diagnostics. Returns the files whose diagnostics changed.
    pub(crate) fn keep(&mut self, is_used: impl Fn(RootId) -> bool) -> Vec<Uri> {
        let mut changed = Vec::new();
        for (uri, by_root) in &mut self.by_uri {
            let before = by_root.len();
            by_root.retain(|&root, _| is_used(root));
            if by_root.len() != before {
                changed.push(Uri(uri.clone()));
            }
        }
        changed
    }

    /// Whether the client already has these diagnostics from early results.
    pub(crate) fn is_repeated(
        &mut self,
        uri: &Uri,
        version: Option<i32>,
        diagnostics: &[lsp::Diagnostic],
        stage: DiagnosticsStage,
    ) -> bool {
        match stage {
            DiagnosticsStage::EarlyResults => {
                self.early.insert(uri.0.clone(), (version, diagnostics.to_vec()));
                false
            }
            DiagnosticsStage::Final => self
                .early
                .remove(&uri.0)
                .is_some_and(|(of, sent)| of == version && sent == diagnostics),
        }
    }

    /// Returns a file's diagnostics, without duplicates from several roots.
    pub(crate) fn for_uri(&self, uri: &Uri) -> Vec<lsp::Diagnostic> {
        let mut diagnostics: Vec<lsp::Diagnostic> = Vec::new();
        for diagnostic in self.by_uri.get(&uri.0).into_iter().flat_map(BTreeMap::values).flatten() {
            if !diagnostics.contains(diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        diagnostics
    }
}

/// Lint findings and the evaluation that they belong to.
pub(crate) struct LintedEvaluation {
    pub(crate) analysis: Arc<DocumentAnalysis>,
    pub(crate) findings: Arc<Vec<Finding>>,
}

/// Returns a root's diagnostics by URI. Each open file has an entry, even if it is empty.
pub(crate) fn for_root(
    root: &Root,
    analysis: &DocumentAnalysis,
    linted: Option<&LintedEvaluation>,
    documents: &Documents,
    encoding: PositionEncoding,
    book: Option<&str>,
) -> BTreeMap<String, Vec<lsp::Diagnostic>> {
    let snapshot = Snapshot::new(analysis, documents, encoding);
    let mut by_uri: BTreeMap<String, Vec<lsp::Diagnostic>> = BTreeMap::new();
    for path in analysis.files.keys() {
        if let Some(document) = documents.get(path) {
            by_uri.entry(document.uri.0.clone()).or_default();
        }
    }
    let mut diagnostics: Vec<&Diagnostic> = analysis.diagnostics.iter().collect();
    let is_fragment = root.origin == RootOrigin::Alone
        && diagnostics.iter().any(|diagnostic| is_unresolved(diagnostic.code));
    if is_fragment {
        // Only syntax errors are reported for a file without a main file, since its names cannot be
        // resolved.
        diagnostics
            .retain(|diagnostic| is_of_syntax(diagnostic.code) && !is_unresolved(diagnostic.code));
        let uri =
            documents.get(&root.main).map_or_else(|| uri::for_path(&root.main), |d| d.uri.clone());
        by_uri.entry(uri.0).or_default().push(no_root());
    }
    let reported =
        diagnostics.into_iter().filter_map(|diagnostic| converted(&snapshot, diagnostic));
    let linted = linted.into_iter().flat_map(|linted| {
        let snapshot = Snapshot::new(&linted.analysis, documents, encoding);
        let findings = linted.findings.iter();
        findings.filter_map(|finding| for_finding(&snapshot, finding)).collect::<Vec<_>>()
    });
    for (uri, mut diagnostic) in reported.chain(linted) {
        if let (Some(book), Some(lsp::Code::String(code))) = (book, &diagnostic.code) {
            diagnostic.code_description =
                code.parse::<Code>().ok().map(|code| description(book, code));
        }
        let list = by_uri.entry(uri.0).or_default();
        if list.len() < MAX_IN_FILE && !list.contains(&diagnostic) {
            list.push(diagnostic);
        }
    }
    by_uri
}

/// Whether a code reports a missing name that another file may define.
fn is_unresolved(code: Option<Code>) -> bool {
    matches!(
        code,
        Some(
            Code::IncludeNotFound
                | Code::UnknownClass
                | Code::UnknownMulticlass
                | Code::UnknownVariable
                | Code::UnknownField
                | Code::UnknownArgument
                | Code::UnknownRecord
                | Code::ExpectedType
        )
    )
}

fn is_of_syntax(code: Option<Code>) -> bool {
    code.is_some_and(|code| code.layer() == Layer::Syntax)
}

/// Returns the message for a file without a main file.
fn no_root() -> lsp::Diagnostic {
    let message = "This file is a part of no main file that is known, so names of other files are not resolved. \
                   Open it in the folder of its main file, or name that in tablegen_compile_commands.yml or a jobs file.";
    lsp::Diagnostic {
        severity: Some(DiagnosticSeverity::Information),
        source: Some("tablewright".to_owned()),
        message: lsp::Message::String(message.to_owned()),
        ..empty(lsp::Range::default())
    }
}

fn empty(range: lsp::Range) -> lsp::Diagnostic {
    lsp::Diagnostic {
        range,
        severity: None,
        code: None,
        code_description: None,
        source: Some("tablewright".to_owned()),
        message: lsp::Message::String(String::new()),
        tags: None,
        related_information: None,
        data: None,
    }
}

/// Converts a diagnostic, and returns its file's URI. Without a position it is at the start of the
/// main file. `None` if the client has edited the place.
fn converted(snapshot: &Snapshot<'_>, diagnostic: &Diagnostic) -> Option<(Uri, lsp::Diagnostic)> {
    let location = match diagnostic.span {
        Some(span) => snapshot.location(span)?,
        None => {
            let view = snapshot.view(snapshot.analysis.paths.first()?)?;
            Location { uri: view.uri.clone(), range: lsp::Range::default() }
        }
    };
    let mut message = diagnostic.words().to_owned();
    let mut related: Vec<DiagnosticRelatedInformation> = Vec::new();
    for label in &diagnostic.labels {
        if let Some(location) = snapshot.location(label.span) {
            related.push(DiagnosticRelatedInformation { location, message: label.message.clone() });
        }
    }
    for note in &diagnostic.notes {
        match note.pos.and_then(|pos| snapshot.location(pos.into())) {
            Some(location) => {
                related
                    .push(DiagnosticRelatedInformation { location, message: note.message.clone() });
            }
            None => message.push_str(&format!("\n{}", note.message)),
        }
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        message.push_str(&format!("\n{}", suggestion.message));
    }
    let diagnostic = lsp::Diagnostic {
        severity: Some(severity(diagnostic.severity)?),
        code: diagnostic.code.map(|code| lsp::Code::String(code.to_string())),
        message: lsp::Message::String(message),
        related_information: (!related.is_empty()).then_some(related),
        ..empty(location.range)
    };
    Some((location.uri, diagnostic))
}

/// Converts a severity; `None` for text in another form.
fn severity(severity: Severity) -> Option<DiagnosticSeverity> {
    match severity {
        Severity::Error | Severity::ToleratedError => Some(DiagnosticSeverity::Error),
        Severity::Warning | Severity::UnlabeledWarning => Some(DiagnosticSeverity::Warning),
        Severity::Note | Severity::Verbatim => Some(DiagnosticSeverity::Information),
        Severity::CompatibleNote => None,
    }
}

/// Returns the link to a code's section in the book at `book`.
fn description(book: &str, code: Code) -> lsp::CodeDescription {
    let page = match code.layer() {
        Layer::CommandLine => "command-line",
        Layer::Syntax => "syntax",
        Layer::Evaluation => "evaluation",
        Layer::Backends => "backends",
        Layer::Lints => "lints",
    };
    // mdBook's anchor for the heading.
    let heading = format!("{code} {}", code.title()).to_lowercase().replace(' ', "-");
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let anchor: String = heading.chars().filter(is_kept).collect();
    let book = book.trim_end_matches('/');
    lsp::CodeDescription { href: Uri(format!("{book}/errors/{page}.html#{anchor}")) }
}

/// Converts a lint finding to a diagnostic.
pub(crate) fn for_finding(
    snapshot: &Snapshot<'_>,
    finding: &Finding,
) -> Option<(Uri, lsp::Diagnostic)> {
    let (uri, mut lint_diagnostic) = converted(snapshot, &finding.diagnostic)?;
    if let lsp::Message::String(message) = &mut lint_diagnostic.message {
        message.push_str(&format!(" [{}]", finding.lint.name));
    }
    let is_unused =
        finding.lint.name.starts_with("unused-") || finding.lint.name == "redundant-let";
    lint_diagnostic.tags = is_unused.then(|| vec![DiagnosticTag::Unnecessary]);
    Some((uri, lint_diagnostic))
}
