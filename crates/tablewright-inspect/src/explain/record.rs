//! The ancestry of a record.

use serde::Serialize;
use tablewright_records::trace::{Cause, ExpansionId, ExpansionKind, InheritanceId, Step, StepId};
use tablewright_records::{RecordId, RecordStore};

use super::field::{Histories, StepKind};
use super::{ParameterValue, SourceRange, Traced, short_name};
use crate::value::QueryValue;

/// The ancestry of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordExplanation {
    /// The record's name.
    pub record: String,
    /// Whether the record is anonymous.
    pub is_anonymous: bool,
    /// The definition's position; for an anonymous record, the position of the expression that
    /// created it.
    pub at: SourceRange,
    /// The enclosing `defm`s, loops and `if` clauses, outermost first.
    pub expansions: Vec<ExpansionExplanation>,
    /// The direct parent classes in order, each with its own parents.
    pub parents: Vec<ParentExplanation>,
    /// The fields in order.
    pub fields: Vec<FieldSummary>,
}

/// The origin of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordOrigin {
    /// The definition's position; for an anonymous record, the position of the expression that
    /// created it.
    pub at: SourceRange,
    /// The enclosing `defm`s, loops and `if` clauses, outermost first.
    pub expansions: Vec<ExpansionExplanation>,
    /// The direct parent classes in order, each with its own parents.
    pub parents: Vec<ParentExplanation>,
}

/// A class with argument values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassArguments {
    /// The class.
    pub class: String,
    /// All parameters, including defaulted ones.
    pub arguments: Vec<ClassArgument>,
}

/// The value of a class parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClassArgument {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: QueryValue,
}

/// A `defm`, loop or `if` clause that encloses a record's definition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExpansionExplanation {
    /// The kind and the names.
    #[serde(flatten)]
    pub name: ExpansionName,
    /// Values of the parameters or of the loop variable.
    pub parameters: Vec<ParameterValue>,
    /// The position.
    pub at: SourceRange,
}

/// The kind of an expansion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExpansionName {
    /// A `defm`.
    Defm {
        /// The name of the `defm`, a prefix of the record names.
        name: String,
        /// The multiclass.
        multiclass: String,
    },
    /// A parent multiclass.
    Multiclass {
        /// The multiclass.
        multiclass: String,
    },
    /// An iteration of a `foreach`.
    Foreach,
    /// A clause of an `if`.
    If,
}

/// A parent class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParentExplanation {
    /// The class.
    pub class: String,
    /// Parameter values.
    pub parameters: Vec<ParameterValue>,
    /// Its name's position.
    pub at: SourceRange,
    /// The class's parents.
    pub parents: Vec<ParentExplanation>,
}

/// A field of a record, and the statement that set it last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldSummary {
    /// The name.
    pub name: String,
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The final value.
    pub value: String,
    /// The statement that set it last, in words: the declaration, a `let` or a parent.
    pub set_by: String,
    /// This statement's kind.
    pub kind: StepKind,
    /// Whether the value is the declaration's default and does not depend on an argument.
    pub is_default: bool,
    /// This statement's position.
    pub at: SourceRange,
}

/// Explains a record. `None` without a trace.
pub fn explain_record(store: &RecordStore, record: RecordId) -> Option<RecordExplanation> {
    let traced = Traced::new(store)?;
    let record = store.record(record);
    let RecordOrigin { at, expansions, parents } = explain_origin(store, record.id())?;
    let origin = traced.trace.record(record.id())?;
    let histories = Histories { traced, record, bits: &[] };
    let fields = record.fields().zip(traced.trace.last_steps(origin));
    let fields = fields.filter_map(|(field, &last)| {
        let set = setting_step(traced, last?)?;
        let (kind, set_by, at) = histories.cause(set.cause);
        Some(FieldSummary {
            name: store.str(field.name).to_owned(),
            ty: store.type_text(field.ty),
            value: traced.value(field.value),
            set_by,
            kind,
            is_default: kind == StepKind::Declared && set.value == field.value,
            at,
        })
    });
    Some(RecordExplanation {
        record: record.name().to_owned(),
        is_anonymous: record.is_anonymous(),
        at,
        expansions,
        parents,
        fields: fields.collect(),
    })
}

/// Explains a record's origin. `None` without a trace.
pub fn explain_origin(store: &RecordStore, record: RecordId) -> Option<RecordOrigin> {
    let traced = Traced::new(store)?;
    let origin = traced.trace.record(record)?;
    let mut expansions: Vec<ExpansionExplanation> = traced
        .trace
        .expansions_around(origin.expansion)
        .map(|id| explain_expansion(traced, id))
        .collect();
    expansions.reverse();
    let parents = traced.trace.parents(origin).iter().map(|&id| explain_parent(traced, id));
    Some(RecordOrigin {
        at: match traced.instance(record) {
            Some(inheritance) => traced.range(traced.trace.site(inheritance.site).span),
            None => traced.range(store.record(record).pos()),
        },
        expansions,
        parents: parents.collect(),
    })
}

/// Returns a record's first parent class with its argument values. `None` without a parent class or
/// without a trace.
pub fn class_arguments(store: &RecordStore, record: RecordId) -> Option<ClassArguments> {
    let traced = Traced::new(store)?;
    let first = *traced.trace.parents(traced.trace.record(record)?).first()?;
    let inheritance = traced.trace.inheritance(first);
    let bindings = traced.trace.inheritance_bindings(inheritance).iter();
    let arguments = bindings.map(|binding| ClassArgument {
        name: short_name(store.str(binding.name)).to_owned(),
        value: QueryValue::new(store, binding.value),
    });
    Some(ClassArguments {
        class: traced.template_name(inheritance.site).to_owned(),
        arguments: arguments.collect(),
    })
}

/// Returns the last step of a history that has its own statement, such as a `let`. Substitutions
/// are skipped.
fn setting_step(traced: Traced<'_>, last: StepId) -> Option<&Step> {
    let mut id = Some(last);
    while let Some(step) = id.map(|id| traced.trace.step(id)) {
        match step.cause {
            Cause::Declared(_) | Cause::Let(_) => return Some(step),
            Cause::Overridden(overridden) => id = Some(traced.trace.overridden(overridden).from),
            Cause::Arguments(_) | Cause::Expansion(_) | Cause::Finished => id = step.previous,
        }
    }
    None
}

pub(super) fn explain_expansion(traced: Traced<'_>, id: ExpansionId) -> ExpansionExplanation {
    let expansion = traced.trace.expansion(id);
    let mut parameters = traced.parameters(traced.trace.expansion_bindings(expansion));
    let site_span = |site| traced.trace.site(site).span;
    // The first binding of a multiclass is its implicit parameter `NAME`.
    let mut name =
        || if parameters.is_empty() { String::new() } else { parameters.remove(0).value };
    let (name, span) = match expansion.kind {
        ExpansionKind::Defm(site) => {
            let name = name().trim_matches('"').to_owned();
            let multiclass = traced.template_name(site).to_owned();
            (ExpansionName::Defm { name, multiclass }, site_span(site))
        }
        ExpansionKind::Multiclass(site) => {
            name();
            let multiclass = traced.template_name(site).to_owned();
            (ExpansionName::Multiclass { multiclass }, site_span(site))
        }
        ExpansionKind::Iteration(pos) => (ExpansionName::Foreach, pos.into()),
        ExpansionKind::Clause(pos) => (ExpansionName::If, pos.into()),
    };
    ExpansionExplanation { name, parameters, at: traced.range(span) }
}

fn explain_parent(traced: Traced<'_>, id: InheritanceId) -> ParentExplanation {
    let inheritance = traced.trace.inheritance(id);
    let parents = traced.trace.inheritance_parents(inheritance);
    ParentExplanation {
        class: traced.template_name(inheritance.site).to_owned(),
        parameters: traced.parameters(traced.trace.inheritance_bindings(inheritance)),
        at: traced.range(traced.trace.site(inheritance.site).span),
        parents: parents.iter().map(|&parent| explain_parent(traced, parent)).collect(),
    }
}
