//! Explanations: the origin of a field's value, the ancestry of a record, and the meaning of a
//! source position.
//!
//! All explanations read the evaluation trace ([`tablewright_records::trace`]). The description
//! must be loaded with a trace.

mod field;
mod names;
mod position;
mod record;
mod subject;
mod written;

use serde::Serialize;
use tablewright_records::trace::{Binding, Inheritance, SiteId, SiteRole, Template, Trace};
use tablewright_records::{RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::source::Span;

use crate::SourceLocation;
use crate::value::shown_text;

pub use field::{FieldExplanation, StepExplanation, StepKind, bits_text, explain_field};
pub use names::{ExplainedName, ExplainedUse};
pub use position::{
    ArgumentExplanation, ArgumentValue, LetExplanation, PositionExplanation, explain_position,
};
pub use record::{
    ClassArgument, ClassArguments, ExpansionExplanation, ExpansionName, FieldSummary,
    ParentExplanation, RecordExplanation, RecordOrigin, class_arguments, explain_origin,
    explain_record,
};
pub use subject::{ExplainSubject, SubjectError, find_subject};
pub use written::{WrittenValue, find_written};

/// A source range that an explanation refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceRange {
    /// The start.
    #[serde(flatten)]
    pub location: SourceLocation,
    /// The whole range.
    #[serde(skip)]
    pub span: Span,
}

/// The value of a template parameter or loop variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterValue {
    /// The parameter's or variable's name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A store with its trace.
#[derive(Clone, Copy)]
struct Traced<'s> {
    store: &'s RecordStore,
    trace: &'s Trace,
}

impl<'s> Traced<'s> {
    fn new(store: &'s RecordStore) -> Option<Traced<'s>> {
        Some(Traced { store, trace: store.trace()? })
    }

    fn range(self, span: impl Into<Span>) -> SourceRange {
        let span = span.into();
        SourceRange { location: SourceLocation::new(self.store.sources(), span.lo), span }
    }

    /// Formats a value. An anonymous record in a list is shown as the expression that created it.
    fn value(self, value: ValueId) -> String {
        let Value::List(list) = self.store.value(value) else {
            return shown_text(self.store, value);
        };
        let element = |&element: &ValueId| {
            let Value::Def(record) = self.store.value(element) else { return None };
            self.expression(record)
        };
        let expressions: Vec<Option<String>> = list.elements.iter().map(element).collect();
        if expressions.iter().all(Option::is_none) {
            return shown_text(self.store, value);
        }
        let texts = expressions.into_iter().zip(list.elements).map(|(expression, &element)| {
            expression.unwrap_or_else(|| shown_text(self.store, element))
        });
        format!("[{}]", texts.collect::<Vec<_>>().join(", "))
    }

    /// Returns a class or multiclass name.
    fn template_name(self, site: SiteId) -> &'s str {
        match self.trace.site(site).template {
            Template::Class(class) => self.store.class(class).name(),
            Template::Multiclass(name) => self.store.str(name),
        }
    }

    fn parameters(self, bindings: &[Binding]) -> Vec<ParameterValue> {
        let parameters = bindings.iter().map(|&Binding { name, value }| ParameterValue {
            name: short_name(self.store.str(name)).to_owned(),
            value: self.value_with_expression(value),
        });
        parameters.collect()
    }

    /// Formats a value. An anonymous record is followed by the expression that created it.
    fn value_with_expression(self, value: ValueId) -> String {
        let text = self.value(value);
        let Value::Def(record) = self.store.value(value) else { return text };
        match self.expression(record) {
            Some(expression) => format!("{text}, that is {expression}"),
            None => text,
        }
    }

    /// Returns the inheritance `CLASS<args>` of an anonymous record that is a value.
    fn instance(self, record: RecordId) -> Option<&'s Inheritance> {
        let &[parent] = self.trace.parents(self.trace.record(record)?) else { return None };
        let inheritance = self.trace.inheritance(parent);
        let is_instance = self.trace.site(inheritance.site).role == SiteRole::Instance;
        is_instance.then_some(inheritance)
    }

    /// Returns the expression that created an anonymous record, with argument values.
    fn expression(self, record: RecordId) -> Option<String> {
        let inheritance = self.instance(record)?;
        let site = self.trace.site(inheritance.site);
        let argument_count = self.trace.arguments(site).len();
        let values = self.trace.inheritance_bindings(inheritance).iter().take(argument_count);
        let values: Vec<String> = values.map(|binding| self.value(binding.value)).collect();
        Some(format!("{}<{}>", self.template_name(inheritance.site), values.join(", ")))
    }

    /// Returns a span's source text.
    fn source(self, span: Span) -> &'s str {
        let sources = self.store.sources();
        let file = sources.file(sources.file_of(span.lo));
        let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
        file.text.get(lo..hi).unwrap_or_default()
    }
}

/// Removes the class or multiclass qualifier from a parameter name.
fn short_name(qualified: &str) -> &str {
    qualified.rsplit(':').next().unwrap_or(qualified)
}
