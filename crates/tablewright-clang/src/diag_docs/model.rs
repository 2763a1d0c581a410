//! The documentation for each diagnostic group.
//!
//! In: the diagnostics catalogue and the record that introduces the page. Out: sections in page
//! order. `text_table` and `text_lists` lay out diagnostic texts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use tablewright_backend::{Failure, GlobalDocumentationRecord, Job, docs_markup};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView, SourceOrder, natural_order};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::DocsMarkup;

use super::{text_lists, text_table};
use crate::record_views::diagnostic::{DiagGroupRecord, DiagnosticRecord};
use crate::support::diagnostics::pedantic::Pedantic;
use crate::support::diagnostics::text::DiagTextSubstitutions;
use crate::support::diagnostics::{
    Catalogue, Diag, DiagnosticId, GroupDefinitionId, GroupId, GroupRule, Groups,
};

/// A diagnostic text that consists of an argument only.
const NOTHING_FIXED: &str = "%0";

pub(crate) struct DiagDocsPage<'s> {
    pub(crate) markup: DocsMarkup,
    pub(crate) intro: &'s str,
    pub(crate) sections: Vec<DiagDocsSection<'s>>,
}

/// The section for a group.
pub(crate) struct DiagDocsSection<'s> {
    pub(crate) name: &'s str,
    /// Whether its flag is `-R…`, not `-W…`.
    pub(crate) is_remark: bool,
    pub(crate) by_default: ByDefault,
    /// The relation between the group and `subgroups`.
    pub(crate) relation: Relation,
    /// By name.
    pub(crate) subgroups: Vec<&'s str>,
    pub(crate) diagnostics: Vec<DiagDocsBody>,
    /// `None` if missing.
    pub(crate) documentation: Option<Cow<'s, str>>,
}

/// The default treatment of a group's diagnostics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByDefault {
    Off,
    SomeOn,
    On,
    Errors,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Synonym,
    Controls,
    AlsoControls,
}

/// A diagnostic's text.
pub(crate) enum DiagDocsBody {
    NotFixed,
    Lines(Vec<String>),
}

/// Input for the sections.
struct DiagDocsSource<'s> {
    store: &'s RecordStore,
    catalogue: &'s Catalogue,
    /// The catalogue's groups, with the diagnostics that `-Wpedantic` implies.
    groups: Groups,
    substitutions: &'s DiagTextSubstitutions,
    markup: DocsMarkup,
}

pub(crate) fn collect<'s>(job: &mut Job<'s>) -> Result<DiagDocsPage<'s>, Failure> {
    let store = job.store;
    let documentation =
        GlobalDocumentationRecord::expect(store, "The Documentation top-level definition")?;
    let intro = documentation.intro()?;
    let substitutions: &DiagTextSubstitutions = job.analysis()?;
    let catalogue: &Catalogue = job.analysis()?;
    let pedantic: &Pedantic = job.analysis()?;
    let markup = docs_markup(store);
    let record = |id: DiagnosticId| store.record(catalogue.diagnostics[id].record);
    let mut implied = pedantic.diagnostics.clone();
    match markup {
        DocsMarkup::ReStructuredText => {
            let source_order = SourceOrder::new(store);
            implied.sort_by_key(|&id| source_order.key(record(id)));
        }
        DocsMarkup::Markdown => {
            implied.sort_by(|&a, &b| natural_order(record(a).name(), record(b).name()))
        }
    }
    let groups = catalogue.groups_with(&implied, &pedantic.groups);
    let source = DiagDocsSource { store, catalogue, groups, substitutions, markup };
    let mut order: Vec<GroupDefinitionId> = catalogue.definitions.indices().collect();
    order.sort_by_key(|&definition| catalogue.definitions[definition].group);
    let sections = order.into_iter().map(|definition| source.section(definition));
    Ok(DiagDocsPage { markup, intro, sections: sections.collect::<Result<_, _>>()? })
}

impl<'s> DiagDocsSource<'s> {
    fn section(&self, definition: GroupDefinitionId) -> Result<DiagDocsSection<'s>, FieldError> {
        let definition = &self.catalogue.definitions[definition];
        let record = DiagGroupRecord::new(self.store.record(definition.record));
        let group = &self.groups[definition.group];
        let controlled = self.controlled(definition.group);
        let is_remark = controlled.iter().any(|diag| diag.group_rule == GroupRule::Remark);
        let is_other = |diag: &&&Diag| diag.group_rule != GroupRule::Remark;
        if let (true, Some(other)) = (is_remark, controlled.iter().find(is_other)) {
            let message = "Diagnostic group contains both remark and non-remark diagnostics";
            return Err(FieldError::new(Code::DiagnosticGroups, record, message)
                .label_record(self.store.record(other.record), "this diagnostic is not a remark"));
        }
        let relation = match (&group.diagnostics[..], &group.subgroups[..]) {
            ([], [_]) => Relation::Synonym,
            ([], _) => Relation::Controls,
            _ => Relation::AlsoControls,
        };
        // The section for the synonymous group describes the default.
        let by_default = match relation {
            Relation::Synonym => ByDefault::Off,
            Relation::Controls | Relation::AlsoControls => self.default_of(&controlled),
        };
        let mut subgroups = group.subgroups.clone();
        subgroups.sort_unstable();
        let name = |group: GroupId| self.store.str(self.groups[group].name);
        let diagnostics = group.diagnostics.iter();
        let bodies =
            diagnostics.map(|&diag| self.body(&self.catalogue.diagnostics[diag], is_remark));
        Ok(DiagDocsSection {
            name: self.store.str(group.name),
            is_remark,
            by_default,
            relation,
            subgroups: subgroups.into_iter().map(name).collect(),
            diagnostics: bodies.collect::<Result<_, _>>()?,
            documentation: self.documentation(record.documentation()?),
        })
    }

    /// Returns a group's documentation in the page's markup. Indentation has a meaning in Markdown.
    fn documentation(&self, text: &'s str) -> Option<Cow<'s, str>> {
        if text.is_empty() {
            return None;
        }
        Some(match self.markup {
            DocsMarkup::ReStructuredText => Cow::Borrowed(text),
            DocsMarkup::Markdown => Cow::Owned(without_common_indent(text.trim_matches('\n'))),
        })
    }

    /// Returns the diagnostics in the group and, recursively, in its subgroups.
    fn controlled(&self, group: GroupId) -> Vec<&'s Diag> {
        let mut diagnostics = Vec::new();
        let mut seen = IndexVec::from_elem(false, &self.groups);
        let mut open = vec![group];
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                let group = &self.groups[next];
                let members = group.diagnostics.iter();
                diagnostics.extend(members.map(|&id| &self.catalogue.diagnostics[id]));
                open.extend(&group.subgroups);
            }
        }
        diagnostics
    }

    fn default_of(&self, diagnostics: &[&Diag]) -> ByDefault {
        let severities = diagnostics.iter().map(|diag| self.store.str(diag.severity));
        let severities: BTreeSet<&str> = severities.collect();
        let ignored = severities.contains("Ignored");
        match severities.len() {
            0 => ByDefault::Off,
            1 if ignored => ByDefault::Off,
            _ if ignored => ByDefault::SomeOn,
            _ if severities.contains("Warning") || severities.contains("Remark") => ByDefault::On,
            _ => ByDefault::Errors,
        }
    }

    fn body(&self, diag: &Diag, in_remarks: bool) -> Result<DiagDocsBody, FieldError> {
        let record = DiagnosticRecord::new(self.store.record(diag.record));
        let summary = record.summary()?;
        if summary == NOTHING_FIXED {
            return Ok(DiagDocsBody::NotFixed);
        }
        // A diagnostic that is off by default is shown as if it were on.
        let role = match self.store.str(diag.severity) {
            "Ignored" | "ignored" if in_remarks => "remark".to_owned(),
            "Ignored" | "ignored" => "warning".to_owned(),
            severity => {
                let first = severity.chars().next().map(|c| c.to_ascii_lowercase());
                first.into_iter().chain(severity.chars().skip(1)).collect()
            }
        };
        let text = self.substitutions.text_of(record)?;
        let text = (!summary.is_empty()).then_some(&text);
        Ok(DiagDocsBody::Lines(match self.markup {
            DocsMarkup::ReStructuredText => text_table::lines(&role, text),
            DocsMarkup::Markdown => text_lists::lines(&role, text),
        }))
    }
}

/// Returns the lines without the indentation that all lines with text share.
fn without_common_indent(text: &str) -> String {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let indent = |line: &str| line.len() - line.trim_start_matches(is_blank).len();
    let lines_with_text = text.split('\n').filter(|line| indent(line) < line.len());
    let common = lines_with_text.map(indent).min().unwrap_or(usize::MAX);
    let mut result = String::with_capacity(text.len());
    for line in text.split('\n') {
        result.push_str(line.get(common..).unwrap_or_default());
        result.push('\n');
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lose_the_common_indentation() {
        assert_eq!(without_common_indent("  a\n\t  b\n \n   \n"), "a\n b\n\n \n\n");
        assert_eq!(without_common_indent("a\n  "), "a\n  \n");
        assert_eq!(without_common_indent("   "), "\n");
    }
}
