//! Field histories.

use serde::Serialize;
use tablewright_records::trace::{
    Binding, Cause, ExpansionKind, LetPosition, LetSite, SiteRole, Step, StepId,
};
use tablewright_records::{Record, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::tree::LetMode;

use super::{ParameterValue, SourceRange, Traced};
use crate::value::bits_shown;

/// The origin of a field's value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldExplanation {
    /// The record's name.
    pub record: String,
    /// The field's name.
    pub field: String,
    /// The field's type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The explained bits, as in `Inst{6-0}`, in the order of the request; empty for the whole
    /// field.
    pub bits: Vec<u32>,
    /// The final value.
    pub value: String,
    /// The statements that set and changed it, in order.
    pub steps: Vec<StepExplanation>,
}

/// A step in the history of a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepExplanation {
    /// The step's kind.
    pub kind: StepKind,
    /// A description for people.
    pub what: String,
    /// The statement's position.
    pub at: SourceRange,
    /// The value before the step; `None` for the declaration.
    pub before: Option<String>,
    /// The value after the step.
    pub value: String,
    /// Values of substituted parameters or of the loop variable.
    pub parameters: Vec<ParameterValue>,
    /// The field's history in the class that overrides it.
    pub overriding: Vec<StepExplanation>,
}

/// The kind of a [`StepExplanation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The field's declaration.
    Declared,
    /// A `let` that sets the field.
    Let,
    /// A later parent class with another value.
    Overridden,
    /// Substitution of class arguments.
    Arguments,
    /// Substitution of multiclass arguments.
    Multiclass,
    /// Substitution of a loop variable.
    Loop,
    /// Completion of the record: references to other fields are resolved.
    Finished,
}

/// Explains a field of a record, or some of its bits. `None` without a trace, or if the record does
/// not have the field.
pub fn explain_field(
    store: &RecordStore,
    record: RecordId,
    field: &str,
    bits: &[u32],
) -> Option<FieldExplanation> {
    let traced = Traced::new(store)?;
    let record = store.record(record);
    let (slot, record_field) =
        record.fields().enumerate().find(|(_, f)| store.str(f.name) == field)?;
    let origin = traced.trace.record(record.id())?;
    let last = traced.trace.last_steps(origin).get(slot).copied().flatten();
    let histories = Histories { traced, record, bits };
    Some(FieldExplanation {
        record: record.name().to_owned(),
        field: field.to_owned(),
        ty: store.type_text(record_field.ty),
        bits: bits.to_vec(),
        value: histories.value(record_field.value),
        steps: last.map_or_else(Vec::new, |last| histories.steps(last)),
    })
}

/// A selection from a record's field histories.
pub(super) struct Histories<'s, 'b> {
    pub(super) traced: Traced<'s>,
    pub(super) record: Record<'s>,
    /// The explained bits; empty for the whole field.
    pub(super) bits: &'b [u32],
}

impl Histories<'_, '_> {
    /// Returns the history up to `last` without steps for other bits.
    fn steps(&self, last: StepId) -> Vec<StepExplanation> {
        let trace = self.traced.trace;
        let mut before = None;
        let mut steps = Vec::new();
        for id in trace.history(last) {
            let step = trace.step(id);
            let value = self.value(step.value);
            if self.bits.is_empty() || before.as_ref() != Some(&value) || self.names_bits(step) {
                steps.push(self.step(step, before.take(), value.clone()));
            }
            before = Some(value);
        }
        steps
    }

    /// Whether a step is a `let` for one of the explained bits.
    fn names_bits(&self, step: &Step) -> bool {
        let Cause::Let(site) = step.cause else { return false };
        let site = self.traced.trace.let_site(site);
        let set = self.traced.trace.bits(site);
        set.is_empty() || set.iter().any(|bit| self.bits.contains(bit))
    }

    fn value(&self, value: ValueId) -> String {
        let store = self.traced.store;
        let (false, Value::Bits(row)) = (self.bits.is_empty(), store.value(value)) else {
            return self.traced.value(value);
        };
        let row: Vec<ValueId> = row.iter().collect();
        let bit = |&bit: &u32| row.get(bit as usize).copied().unwrap_or(ValueId::UNSET);
        let bits: Vec<ValueId> = self.bits.iter().map(bit).collect();
        if let [bit] = bits[..] {
            return store.value_text(bit);
        }
        bits_shown(store, &bits)
    }

    fn step(&self, step: &Step, before: Option<String>, value: String) -> StepExplanation {
        let (kind, what, at) = self.cause(step.cause);
        let Traced { trace, .. } = self.traced;
        let old = step.previous.map(|previous| trace.step(previous).value);
        let (parameters, overriding) = match step.cause {
            Cause::Arguments(id) => {
                let bindings = trace.inheritance_bindings(trace.inheritance(id));
                (self.parameters(bindings, old), Vec::new())
            }
            Cause::Expansion(id) => {
                let bindings = trace.expansion_bindings(trace.expansion(id));
                (self.parameters(bindings, old), Vec::new())
            }
            Cause::Overridden(id) => (Vec::new(), self.steps(trace.overridden(id).from)),
            Cause::Declared(_) | Cause::Let(_) | Cause::Finished => (Vec::new(), Vec::new()),
        };
        StepExplanation { kind, what, at, before, value, parameters, overriding }
    }

    /// Returns the values of the parameters that the old value mentions.
    fn parameters(&self, bindings: &[Binding], old: Option<ValueId>) -> Vec<ParameterValue> {
        let store = self.traced.store;
        let text = old.map_or_else(String::new, |old| store.value_text(old));
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let mentioned: Vec<Binding> = bindings
            .iter()
            .copied()
            .filter(|binding| {
                let name = store.str(binding.name);
                text.split(|c| !is_part(c)).any(|word| word == name)
            })
            .collect();
        self.traced.parameters(&mentioned)
    }

    /// Returns the kind of a cause, its description for people, and its position.
    pub(super) fn cause(&self, cause: Cause) -> (StepKind, String, SourceRange) {
        let Traced { store, trace } = self.traced;
        match cause {
            Cause::Declared(id) => {
                let definition = trace.names().definition(id);
                let owner = definition.owner.map_or("", |owner| store.str(owner));
                let what = format!("declared in {}", owner_text(store, owner));
                (StepKind::Declared, what, self.traced.range(definition.span))
            }
            Cause::Let(id) => {
                let site = trace.let_site(id);
                let range = self.traced.range(site.span);
                (StepKind::Let, let_text(self.traced, site), range)
            }
            Cause::Overridden(id) => {
                let site = trace.inheritance(trace.overridden(id).parent).site;
                let name = self.traced.template_name(site);
                let what = format!("overridden by a later parent, the class '{name}'");
                (StepKind::Overridden, what, self.traced.range(trace.site(site).span))
            }
            Cause::Arguments(id) => {
                let site = trace.inheritance(id).site;
                let name = self.traced.template_name(site);
                let what = match trace.site(site).role {
                    SiteRole::Parent | SiteRole::Defm => format!("arguments of the class '{name}'"),
                    SiteRole::Instance => format!("the value '{name}<…>' is made a record"),
                };
                (StepKind::Arguments, what, self.traced.range(trace.site(site).span))
            }
            Cause::Expansion(id) => {
                let (kind, what, at) = match trace.expansion(id).kind {
                    ExpansionKind::Defm(site) => {
                        let name = self.traced.template_name(site);
                        let span = trace.site(site).span;
                        (StepKind::Multiclass, format!("`defm` of the multiclass '{name}'"), span)
                    }
                    ExpansionKind::Multiclass(site) => {
                        let name = self.traced.template_name(site);
                        let what = format!("inherited from the multiclass '{name}'");
                        (StepKind::Multiclass, what, trace.site(site).span)
                    }
                    ExpansionKind::Iteration(pos) => {
                        (StepKind::Loop, "round of a `foreach`".to_owned(), pos.into())
                    }
                    ExpansionKind::Clause(pos) => {
                        (StepKind::Loop, "clause of an `if`".to_owned(), pos.into())
                    }
                };
                (kind, what, self.traced.range(at))
            }
            Cause::Finished => {
                let what = "the record is finished: the fields it mentions have values".to_owned();
                (StepKind::Finished, what, self.traced.range(self.record.pos()))
            }
        }
    }
}

/// Describes the class or record that contains a statement.
fn owner_text(store: &RecordStore, owner: &str) -> String {
    match (store.find_class(owner), store.find_record(owner)) {
        (Some(_), _) => format!("the class '{owner}'"),
        (None, Some(_)) => format!("the record '{owner}'"),
        // The name of a record in a loop or multiclass is unknown before its evaluation.
        (None, None) => "the `def`".to_owned(),
    }
}

/// Describes a `let` for people.
pub(super) fn let_text(traced: Traced<'_>, site: &LetSite) -> String {
    let bits = traced.trace.bits(site);
    let verb = match site.mode {
        LetMode::Replace => "set",
        LetMode::Append => "appended to",
        LetMode::Prepend => "prepended to",
    };
    let by = match (site.position, site.owner) {
        (LetPosition::Around, _) => "by a `let` around".to_owned(),
        (LetPosition::Body, None) => "by a `let` in the body".to_owned(),
        (LetPosition::Body, Some(owner)) => {
            format!("in the body of {}", owner_text(traced.store, traced.store.str(owner)))
        }
    };
    if bits.is_empty() {
        return format!("{verb} {by}");
    }
    let noun = if bits.len() == 1 { "bit" } else { "bits" };
    format!("{noun} {} {verb} {by}", bits_text(bits.iter().rev().copied()))
}

/// Formats bits as in a description: `6-0, 9`.
pub fn bits_text(bits: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for bit in bits {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_sub(1) == Some(bit) => *last = bit,
            _ => ranges.push((bit, bit)),
        }
    }
    let texts = ranges.into_iter().map(|(first, last)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    });
    texts.collect::<Vec<_>>().join(", ")
}
