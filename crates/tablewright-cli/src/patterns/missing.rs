//! Operations, load extensions and condition codes without a pattern.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_records::TextSink;
use tablewright_selection::patterns::{MissingKind, MissingPattern, missing_patterns};

use super::rows::{PatternLineRow, PatternRowList, data_form, optional};
use super::target::PatternsTarget;
use crate::counted::counted;
use crate::description_command::CommandSubject;
use crate::report::ReportForm;

/// A missing pattern.
#[derive(Serialize)]
struct MissingRow {
    /// `operation`, `load-extension` or `condition-code`.
    kind: &'static str,
    name: &'static str,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<&'static str>,
    /// The C++ line that makes the pattern unnecessary.
    declaration: String,
}

impl MissingRow {
    fn new(missing: MissingPattern) -> MissingRow {
        let declaration = missing.declaration();
        let MissingPattern { kind, name, ty, memory } = missing;
        MissingRow { kind: kind_name(kind), name, ty, memory, declaration }
    }
}

impl PatternLineRow for MissingRow {
    const LIST: &'static str = "missing";
    const COLUMNS: &'static [&'static str] = &["KIND", "NAME", "TYPE", "MEMORY", "DECLARATION"];

    fn cells(&self) -> Vec<String> {
        let MissingRow { kind, name, ty, memory, declaration } = self;
        let memory = optional(*memory);
        vec![(*kind).to_owned(), (*name).to_owned(), ty.clone(), memory, declaration.clone()]
    }
}

/// Lists the missing patterns. In text, each is the C++ line that declares it.
pub(super) fn missing(
    subject: &mut CommandSubject<'_, '_>,
    target: &PatternsTarget<'_>,
    form: Option<ReportForm>,
) -> Result<String, Failure> {
    let list = missing_patterns(subject.store, subject.diagnostics)?;
    if let Some(form) = data_form(form) {
        return Ok(PatternRowList::print(target, list.into_iter().map(MissingRow::new), form));
    }
    let count = |kind| list.iter().filter(|missing| missing.kind == kind).count();
    let mut text = format!(
        "{}: no pattern for {}, {} and {}\n",
        target.name,
        counted(count(MissingKind::Operation), "operation"),
        counted(count(MissingKind::LoadExtension), "load extension"),
        counted(count(MissingKind::ConditionCode), "condition code"),
    );
    let mut last = None;
    for missing in &list {
        if last != Some(&missing.ty) {
            writeln!(text, "\n// {}", missing.ty);
            last = Some(&missing.ty);
        }
        writeln!(text, "{}", missing.declaration());
    }
    Ok(text)
}

fn kind_name(kind: MissingKind) -> &'static str {
    match kind {
        MissingKind::Operation => "operation",
        MissingKind::LoadExtension => "load-extension",
        MissingKind::ConditionCode => "condition-code",
    }
}
