//! Explanations of records and fields as text.

use std::fmt::Write;

use tablewright_inspect::SourceLocation;
use tablewright_inspect::explain::{
    ExpansionName, FieldExplanation, FieldSummary, ParameterValue, ParentExplanation,
    RecordExplanation, StepExplanation, StepKind, bits_text,
};
use tablewright_records::RecordStore;
use tablewright_syntax::source::Span;

use crate::messages::excerpt;

/// Default limit: characters in a single value.
const SHOWN_VALUE: usize = 100;
/// Default limit: characters in each of several values.
const SHOWN_FIELD: usize = 48;
/// Maximum width of a line with values, in columns.
const WIDTH: usize = 100;
/// Default limit: names in a list.
const SHOWN_NAMES: usize = 20;

pub(super) struct Printer<'s> {
    pub(super) store: &'s RecordStore,
    /// Whether values and lists are printed in full.
    pub(super) is_full: bool,
    pub(super) has_color: bool,
}

impl Printer<'_> {
    /// Formats a source excerpt.
    pub(super) fn excerpt(&self, title: &str, span: Span, label: &str) -> String {
        excerpt(self.store.sources(), title, span, label, self.has_color)
    }

    /// Formats a field history: a source excerpt for each step.
    pub(super) fn field(&self, explanation: &FieldExplanation) -> String {
        let mut name = format!("{}.{}", explanation.record, explanation.field);
        if !explanation.bits.is_empty() {
            _ = write!(name, "{{{}}}", bits_text(explanation.bits.iter().copied()));
        }
        let ty = if explanation.bits.is_empty() {
            format!("{} ", explanation.ty)
        } else {
            String::new()
        };
        let mut text = format!("{ty}{name} = {}\n\n", self.value(&explanation.value));
        let label = if explanation.bits.is_empty() { &*explanation.field } else { "these bits" };
        self.steps(&mut text, &explanation.steps, label, "");
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
                // A source excerpt with the record name would not explain this step.
                StepKind::Finished => _ = writeln!(text, "{title}\n  {became}\n"),
                StepKind::Declared
                | StepKind::Let
                | StepKind::Overridden
                | StepKind::Arguments
                | StepKind::Multiclass
                | StepKind::Loop => {
                    text.push_str(&self.excerpt(&title, step.at.span, &became));
                    text.push('\n');
                }
            }
        }
    }

    /// Formats the origin of a record.
    pub(super) fn record(&self, explanation: &RecordExplanation) -> String {
        let kind = if explanation.is_anonymous { "anonymous record" } else { "record" };
        let title = format!("{kind} '{}'", explanation.record);
        let mut text = self.excerpt(&title, explanation.at.span, "defined here");
        if !explanation.expansions.is_empty() {
            text.push_str("\nCreated by\n");
            for (depth, expansion) in explanation.expansions.iter().enumerate() {
                let name = expansion_text(&expansion.name);
                let (parameters, at) = (&expansion.parameters, &expansion.at.location);
                self.instance(&mut text, &name, parameters, [": ", ""], at, 2 * depth + 2);
            }
        }
        if !explanation.parents.is_empty() {
            text.push_str("\nInherits from\n");
            for parent in &explanation.parents {
                self.parent(&mut text, parent, 2);
            }
        }
        if !explanation.fields.is_empty() {
            text.push_str("\nFields, and what set them last\n");
            self.fields(&mut text, &explanation.fields);
        }
        text
    }

    fn parent(&self, text: &mut String, parent: &ParentExplanation, indent: usize) {
        let (class, at) = (&parent.class, &parent.at.location);
        self.instance(text, class, &parent.parameters, ["<", ">"], at, indent);
        for parent in &parent.parents {
            self.parent(text, parent, indent + 2);
        }
    }

    /// Lists the fields with assigned values, and counts the fields with their default values.
    fn fields(&self, text: &mut String, fields: &[FieldSummary]) {
        let (defaults, set): (Vec<&FieldSummary>, Vec<&FieldSummary>) =
            fields.iter().partition(|field| field.is_default && !self.is_full);
        for FieldSummary { name, ty, value, set_by, at, .. } in set {
            let value = self.shortened(value, SHOWN_FIELD);
            _ = writeln!(text, "  {ty} {name} = {value}\n      {set_by}  {}", at.location);
        }
        if !defaults.is_empty() {
            let count = defaults.len();
            let noun =
                if count == 1 { "field has its default" } else { "fields have their defaults" };
            _ = writeln!(text, "  {count} {noun}; --full shows them");
        }
    }

    fn value(&self, value: &str) -> String {
        self.shortened(value, SHOWN_VALUE)
    }

    /// Formats a value on one line, cut to `limit` characters unless the full text is requested.
    pub(super) fn shortened(&self, value: &str, limit: usize) -> String {
        let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.is_full || line.chars().count() <= limit {
            return line;
        }
        let start: String = line.chars().take(limit).collect();
        format!("{start}…")
    }

    /// Formats names on one line, only the first names unless the full text is requested.
    pub(super) fn names<N: AsRef<str>>(&self, names: &[N]) -> String {
        let limit = if self.is_full { names.len() } else { names.len().min(SHOWN_NAMES) };
        let list: Vec<&str> = names[..limit].iter().map(AsRef::as_ref).collect();
        let omitted = names.len() - limit;
        let ending = if omitted == 0 { String::new() } else { format!(" and {omitted} more") };
        format!("{}{ending}", list.join(", "))
    }

    /// Writes a name with its parameter values: between `brackets` if they fit on the line, otherwise on separate
    /// lines.
    fn instance(
        &self,
        text: &mut String,
        name: &str,
        parameters: &[ParameterValue],
        brackets: [&str; 2],
        at: &SourceLocation,
        indent: usize,
    ) {
        let values: Vec<String> = parameters.iter().map(|value| self.parameter(value)).collect();
        if values.is_empty() {
            _ = writeln!(text, "{:indent$}{name}  {at}", "");
            return;
        }
        let [open, close] = brackets;
        let line = format!("{:indent$}{name}{open}{}{close}  {at}", "", values.join(", "));
        if line.chars().count() <= WIDTH {
            _ = writeln!(text, "{line}");
        } else {
            _ = writeln!(text, "{:indent$}{name}  {at}", "");
            wrapped(text, values, indent + 4);
        }
    }

    /// Formats parameter values after a colon, or nothing without values.
    fn parameters(&self, parameters: &[ParameterValue]) -> String {
        // The implicit parameter is the record name, already known.
        let explicit = parameters.iter().filter(|parameter| parameter.name != "NAME");
        let values: Vec<String> = explicit.map(|parameter| self.parameter(parameter)).collect();
        if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) }
    }

    fn parameter(&self, ParameterValue { name, value }: &ParameterValue) -> String {
        format!("{name} = {}", self.shortened(value, SHOWN_FIELD))
    }
}

fn expansion_text(name: &ExpansionName) -> String {
    match name {
        ExpansionName::Defm { name, multiclass } => {
            format!("defm '{name}' of the multiclass '{multiclass}'")
        }
        ExpansionName::Multiclass { multiclass } => format!("inherited multiclass '{multiclass}'"),
        ExpansionName::Foreach => "foreach".to_owned(),
        ExpansionName::If => "if".to_owned(),
    }
}

/// Writes comma-separated parts on indented lines of at most [`WIDTH`] columns.
fn wrapped(text: &mut String, parts: Vec<String>, indent: usize) {
    let mut line = String::new();
    for part in parts {
        if line.is_empty() {
            line = part;
        } else if indent + line.chars().count() + part.chars().count() + 2 < WIDTH {
            line = format!("{line}, {part}");
        } else {
            _ = writeln!(text, "{:indent$}{line},", "");
            line = part;
        }
    }
    if !line.is_empty() {
        _ = writeln!(text, "{:indent$}{line}", "");
    }
}
