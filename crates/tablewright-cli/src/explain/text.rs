//! Explanations of records and fields as text.

use std::fmt::Write;

use tablewright::RecordStore;
use tablewright::inspect::explain::{
    ExpansionExplanation, ExpansionName, FieldExplanation, FieldSummary, ParameterValue,
    ParentExplanation, RecordExplanation, StepExplanation, StepKind, bits_text,
};

use crate::messages::excerpt;

/// How many characters of a value are shown, unless all are asked for.
const SHOWN_VALUE: usize = 100;
/// How many characters of a value are shown where several stand together.
const SHOWN_FIELD: usize = 48;
/// How many names of a list are shown.
const SHOWN_NAMES: usize = 20;

pub(super) struct Printer<'s> {
    pub(super) store: &'s RecordStore,
    /// Whether nothing is shortened.
    pub(super) is_full: bool,
}

impl Printer<'_> {
    /// The history of a field: a part of the source for each step.
    pub(super) fn field(&self, found: &FieldExplanation) -> String {
        let mut name = format!("{}.{}", found.record, found.field);
        if !found.bits.is_empty() {
            _ = write!(name, "{{{}}}", bits_text(found.bits.iter().copied()));
        }
        let ty = if found.bits.is_empty() { format!("{} ", found.ty) } else { String::new() };
        let mut text = format!("{ty}{name} = {}\n\n", self.value(&found.value));
        let label = if found.bits.is_empty() { &*found.field } else { "these bits" };
        self.steps(&mut text, &found.steps, label, "");
        text
    }

    fn steps(&self, text: &mut String, steps: &[StepExplanation], label: &str, prefix: &str) {
        for (index, step) in steps.iter().enumerate() {
            let number = format!("{prefix}{}", index + 1);
            if !step.overriding.is_empty() {
                self.steps(text, &step.overriding, label, &format!("{number}."));
            }
            let title = format!("{number}. {}{}", step.what, self.parameters(&step.parameters));
            let mut became = format!("{label} = {}", self.value(&step.value));
            if let Some(before) = step.before.as_ref().filter(|before| **before != step.value) {
                _ = write!(became, ", was {}", self.value(before));
            }
            match step.kind {
                // The name of the record says nothing about it.
                StepKind::Finished => _ = writeln!(text, "{title}\n  {became}\n"),
                StepKind::Declared
                | StepKind::Let
                | StepKind::Overridden
                | StepKind::Arguments
                | StepKind::Multiclass
                | StepKind::Loop => {
                    text.push_str(&excerpt(self.store.sources(), &title, step.at.span, &became));
                    text.push('\n');
                }
            }
        }
    }

    /// What a record was made of.
    pub(super) fn record(&self, found: &RecordExplanation) -> String {
        let kind = if found.is_anonymous { "anonymous record" } else { "record" };
        let title = format!("{kind} '{}'", found.record);
        let mut text = excerpt(self.store.sources(), &title, found.at.span, "defined here");
        if !found.expansions.is_empty() {
            text.push_str("\nCreated by\n");
            for (depth, expansion) in found.expansions.iter().enumerate() {
                let name = self.expansion(expansion);
                let indent = 2 * depth + 2;
                _ = writeln!(text, "{:indent$}{name}  {}", "", expansion.at.location);
            }
        }
        if !found.parents.is_empty() {
            text.push_str("\nInherits from\n");
            for parent in &found.parents {
                self.parent(&mut text, parent, 2);
            }
        }
        if !found.fields.is_empty() {
            text.push_str("\nFields, and what set them last\n");
            self.fields(&mut text, &found.fields);
        }
        text
    }

    fn parent(&self, text: &mut String, parent: &ParentExplanation, indent: usize) {
        let values = parent.parameters.iter().map(|parameter| self.parameter(parameter));
        let values: Vec<String> = values.collect();
        let values =
            if values.is_empty() { String::new() } else { format!("<{}>", values.join(", ")) };
        let (class, at) = (&parent.class, &parent.at.location);
        _ = writeln!(text, "{:indent$}{class}{values}  {at}", "");
        for parent in &parent.parents {
            self.parent(text, parent, indent + 2);
        }
    }

    fn fields(&self, text: &mut String, fields: &[FieldSummary]) {
        for FieldSummary { name, ty, value, set_by, at, .. } in fields {
            let value = self.shortened(value, SHOWN_FIELD);
            _ = writeln!(text, "  {ty} {name} = {value}\n      {set_by}  {}", at.location);
        }
    }

    fn value(&self, value: &str) -> String {
        self.shortened(value, SHOWN_VALUE)
    }

    /// A value on one line, of at most `limit` characters unless all are shown.
    pub(super) fn shortened(&self, value: &str, limit: usize) -> String {
        let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.is_full || line.chars().count() <= limit {
            return line;
        }
        let start: String = line.chars().take(limit).collect();
        format!("{start}…")
    }

    /// Names in one line, the first ones unless all are shown.
    pub(super) fn names<N: AsRef<str>>(&self, names: &[N]) -> String {
        let shown = if self.is_full { names.len() } else { names.len().min(SHOWN_NAMES) };
        let list: Vec<&str> = names[..shown].iter().map(AsRef::as_ref).collect();
        let rest = names.len() - shown;
        let rest = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        format!("{}{rest}", list.join(", "))
    }

    fn expansion(&self, expansion: &ExpansionExplanation) -> String {
        let values = self.parameters(&expansion.parameters);
        match &expansion.name {
            ExpansionName::Defm { name, multiclass } => {
                format!("defm '{name}' of the multiclass '{multiclass}'{values}")
            }
            ExpansionName::Multiclass { multiclass } => {
                format!("inherited multiclass '{multiclass}'{values}")
            }
            ExpansionName::Foreach => format!("foreach{values}"),
            ExpansionName::If => "if".to_owned(),
        }
    }

    /// Values of parameters after a colon; nothing where there are none.
    fn parameters(&self, parameters: &[ParameterValue]) -> String {
        // The implicit parameter is the name of the record, which is known.
        let shown = parameters.iter().filter(|parameter| parameter.name != "NAME");
        let values: Vec<String> = shown.map(|parameter| self.parameter(parameter)).collect();
        if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) }
    }

    fn parameter(&self, ParameterValue { name, value }: &ParameterValue) -> String {
        format!("{name} = {}", self.shortened(value, SHOWN_FIELD))
    }
}
