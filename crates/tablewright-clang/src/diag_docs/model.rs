//! What documentation says of each group of diagnostics.

use std::collections::BTreeSet;

use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use super::text_table;
use crate::diagnostics::text::Substitutions;
use crate::diagnostics::{Catalogue, Diag, PEDANTIC};
use crate::documentation;
use crate::source_order::SourceOrder;

/// Text of a diagnostic that says nothing by itself.
const NOTHING_FIXED: &str = "%0";

pub(crate) struct Page<'s> {
    pub(crate) intro: &'s str,
    pub(crate) sections: Vec<Section<'s>>,
}

/// What is said of a group.
pub(crate) struct Section<'s> {
    pub(crate) name: &'s str,
    /// Whether its flag is `-R…`, not `-W…`.
    pub(crate) is_remark: bool,
    pub(crate) by_default: ByDefault,
    /// How `subgroups` are introduced.
    pub(crate) relation: Relation,
    /// By name.
    pub(crate) subgroups: Vec<&'s str>,
    pub(crate) diagnostics: Vec<Body>,
    pub(crate) documentation: &'s str,
}

/// What holds of the diagnostics of a group where no flag is given.
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

/// The text of a diagnostic.
pub(crate) enum Body {
    NotFixed,
    Lines(Vec<String>),
}

pub(crate) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Page<'s>, Diagnostic> {
    let documentation = documentation::global(store, "The Documentation top-level definition")?;
    let intro = documentation.string("Intro")?;
    let substitutions = Substitutions::collect(store)?;
    let mut catalogue = Catalogue::collect(store, diagnostics)?;
    add_implied(&mut catalogue, store);
    let mut order: Vec<usize> = (0..catalogue.definitions.len()).collect();
    order.sort_by_key(|&definition| catalogue.definitions[definition].group);
    let mut sections = Vec::with_capacity(order.len());
    for definition in order {
        sections.push(section(&catalogue, definition, &substitutions)?);
    }
    Ok(Page { intro, sections })
}

/// Adds what `-Wpedantic` implies to its group, if there is one, in source order.
fn add_implied(catalogue: &mut Catalogue<'_>, store: &RecordStore) {
    let Some(pedantic) = catalogue.find_group(PEDANTIC) else { return };
    let order = SourceOrder::of(store);
    let mut implied = catalogue.pedantic();
    implied.diagnostics.sort_by_key(|&diag| order.key(catalogue.diagnostics[diag].record));
    let groups = implied.definitions.iter().map(|&at| catalogue.definitions[at].group);
    let groups: Vec<usize> = groups.collect();
    catalogue.groups[pedantic].diagnostics.extend(implied.diagnostics);
    catalogue.groups[pedantic].subgroups.extend(groups);
}

fn section<'s>(
    catalogue: &Catalogue<'s>,
    definition: usize,
    substitutions: &Substitutions<'s>,
) -> Result<Section<'s>, FieldError> {
    let record = catalogue.definitions[definition].record;
    let group_index = catalogue.definitions[definition].group;
    let group = &catalogue.groups[group_index];
    let controlled = controlled(catalogue, group_index);
    let is_remark = controlled.iter().any(|diag| diag.is_remark());
    if is_remark && !controlled.iter().all(|diag| diag.is_remark()) {
        let message = "Diagnostic group contains both remark and non-remark diagnostics";
        return Err(FieldError::new(record, message));
    }
    let relation = match (&group.diagnostics[..], &group.subgroups[..]) {
        ([], [_]) => Relation::Synonym,
        ([], _) => Relation::Controls,
        _ => Relation::AlsoControls,
    };
    // A synonym has nothing to say that the group it stands for does not.
    let by_default = match relation {
        Relation::Synonym => ByDefault::Off,
        _ => default_of(&controlled),
    };
    let mut subgroups = group.subgroups.clone();
    subgroups.sort_unstable();
    let mut bodies = Vec::with_capacity(group.diagnostics.len());
    for &diag in &group.diagnostics {
        bodies.push(body(&catalogue.diagnostics[diag], is_remark, substitutions)?);
    }
    Ok(Section {
        name: group.name,
        is_remark,
        by_default,
        relation,
        subgroups: subgroups.into_iter().map(|group| catalogue.groups[group].name).collect(),
        diagnostics: bodies,
        documentation: record.string("Documentation")?,
    })
}

/// The diagnostics in the group, in its subgroups, in theirs and so on.
fn controlled<'c, 's>(catalogue: &'c Catalogue<'s>, group: usize) -> Vec<&'c Diag<'s>> {
    let mut diagnostics = Vec::new();
    let mut seen = vec![false; catalogue.groups.len()];
    let mut open = vec![group];
    while let Some(next) = open.pop() {
        if !std::mem::replace(&mut seen[next], true) {
            let group = &catalogue.groups[next];
            diagnostics.extend(group.diagnostics.iter().map(|&i| &catalogue.diagnostics[i]));
            open.extend(&group.subgroups);
        }
    }
    diagnostics
}

fn default_of(diagnostics: &[&Diag<'_>]) -> ByDefault {
    let severities: BTreeSet<&str> = diagnostics.iter().map(|diag| diag.severity).collect();
    let ignored = severities.contains("Ignored");
    match severities.len() {
        0 => ByDefault::Off,
        1 if ignored => ByDefault::Off,
        _ if ignored => ByDefault::SomeOn,
        _ if severities.contains("Warning") || severities.contains("Remark") => ByDefault::On,
        _ => ByDefault::Errors,
    }
}

fn body<'s>(
    diag: &Diag<'s>,
    in_remarks: bool,
    substitutions: &Substitutions<'s>,
) -> Result<Body, FieldError> {
    let summary = diag.record.string("Summary")?;
    if summary == NOTHING_FIXED {
        return Ok(Body::NotFixed);
    }
    // What is off by default shows as what it is once it is on.
    let role = match diag.severity {
        "Ignored" | "ignored" if in_remarks => "remark".to_owned(),
        "Ignored" | "ignored" => "warning".to_owned(),
        severity => {
            let first = severity.chars().next().map(|c| c.to_ascii_lowercase());
            first.into_iter().chain(severity.chars().skip(1)).collect()
        }
    };
    let text = substitutions.text_of(diag.record)?;
    let text = (!summary.is_empty()).then_some(&text);
    Ok(Body::Lines(text_table::lines(&role, text)))
}
