//! Explanations for source positions.

use serde::Serialize;
use tablewright_records::trace::{
    Binding, Cause, ExpansionId, ExpansionKind, InheritanceId, LetId, SiteId, Step, StepId,
};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::source::{Pos, Span};

use super::field::let_text;
use super::names::{ExplainedName, definition_at, explain_include, explain_name};
use super::{SourceRange, Traced, short_name};

/// The explanation for a source position.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct PositionExplanation {
    /// The name at the position, with its definition.
    pub name: Option<ExplainedName>,
    /// The `let` at the position.
    #[serde(rename = "let")]
    pub binding: Option<LetExplanation>,
    /// The template argument at the position.
    pub argument: Option<ArgumentExplanation>,
}

/// The effect of a `let`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LetExplanation {
    /// The field.
    pub field: String,
    /// A description for people.
    pub what: String,
    /// The `let`'s position.
    pub at: SourceRange,
    /// Records whose value comes from the `let`, by name.
    pub records: Vec<String>,
    /// Records in which a later statement overrides the `let`, by name.
    pub overridden: Vec<String>,
}

/// A template argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArgumentExplanation {
    /// The parameter.
    pub parameter: String,
    /// The class or multiclass with the parameter.
    pub of: String,
    /// The argument's position.
    pub at: SourceRange,
    /// Its values, most frequent first.
    pub values: Vec<ArgumentValue>,
}

/// A value of an argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArgumentValue {
    /// The value.
    pub value: String,
    /// Records for which the argument has this value, by name.
    pub records: Vec<String>,
}

/// Explains a source position. All members are `None` if the position has no meaning. Returns `None` without a trace.
pub fn explain_position(store: &RecordStore, pos: Pos) -> Option<PositionExplanation> {
    let traced = Traced::new(store)?;
    let covers = |span: Span| span.lo <= pos && pos < span.hi;
    let binding = traced.trace.let_sites().filter(|(_, site)| covers(site.span)).last();
    Some(PositionExplanation {
        name: definition_at(traced, pos)
            .map(|id| explain_name(traced, id))
            .or_else(|| explain_include(traced, pos)),
        binding: binding.map(|(id, _)| explain_let(traced, id)),
        argument: argument_at(traced, pos).map(|argument| argument.explain(traced)),
    })
}

/// The effect of a `let` on a field's history.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetEffect {
    No,
    Set,
    Overridden,
}

fn explain_let(traced: Traced<'_>, id: LetId) -> LetExplanation {
    let site = traced.trace.let_site(id);
    // A `let` in a loop or multiclass is evaluated several times. It counts as the same `let`.
    let is_same = |other: LetId| traced.trace.let_site(other).span == site.span;
    let mut reached: Vec<LetEffect> = Vec::new();
    for (_, step) in traced.trace.steps() {
        let reach = reach_of(traced, step, &reached, (id, &is_same));
        reached.push(reach);
    }
    let has = |record: &Record<'_>, wanted: LetEffect| {
        let Some(origin) = traced.trace.record(record.id()) else { return false };
        let mut last = traced.trace.last_steps(origin).iter().flatten();
        last.any(|step| reached[step.index()] == wanted)
    };
    let names = |wanted: LetEffect| {
        let records = traced.store.records().filter(|record| has(record, wanted));
        records.map(|record| record.name().to_owned()).collect()
    };
    LetExplanation {
        field: traced.store.str(site.name).to_owned(),
        what: let_text(traced, site),
        at: traced.range(site.span),
        records: names(LetEffect::Set),
        overridden: names(LetEffect::Overridden),
    }
}

/// Returns the effect of a `let` after a step. `before` contains the effect after each earlier
/// step.
fn reach_of(
    traced: Traced<'_>,
    step: &Step,
    before: &[LetEffect],
    (wanted, is_same): (LetId, &dyn Fn(LetId) -> bool),
) -> LetEffect {
    let of = |step: StepId| before[step.index()];
    let previous = step.previous.map_or(LetEffect::No, of);
    let replaced = if previous == LetEffect::No { LetEffect::No } else { LetEffect::Overridden };
    match step.cause {
        Cause::Let(id) if id == wanted || is_same(id) => LetEffect::Set,
        Cause::Let(id) => {
            let (site, wanted) = (traced.trace.let_site(id), traced.trace.let_site(wanted));
            let (set, own) = (traced.trace.bits(site), traced.trace.bits(wanted));
            let keeps = site.mode != tablewright_syntax::tree::LetMode::Replace
                || !set.is_empty() && !own.iter().all(|bit| set.contains(bit))
                || !set.is_empty() && own.is_empty();
            if keeps { previous } else { replaced }
        }
        Cause::Overridden(id) => match of(traced.trace.overridden(id).from) {
            LetEffect::No => replaced,
            reached @ (LetEffect::Set | LetEffect::Overridden) => reached,
        },
        Cause::Declared(_) => replaced,
        Cause::Arguments(_) | Cause::Expansion(_) | Cause::Finished => previous,
    }
}

/// A template argument in the source.
struct PositionArgument {
    site: SiteId,
    index: usize,
}

/// Finds the innermost argument at a position.
fn argument_at(traced: Traced<'_>, pos: Pos) -> Option<PositionArgument> {
    let sites = traced.trace.sites().flat_map(|(site, entry)| {
        let arguments = traced.trace.arguments(entry).iter().enumerate();
        arguments.map(move |(index, argument)| (PositionArgument { site, index }, argument.span))
    });
    let covering = sites.filter(|(_, span)| span.lo <= pos && pos < span.hi);
    covering.max_by_key(|(_, span)| span.lo).map(|(argument, _)| argument)
}

impl PositionArgument {
    fn explain(&self, traced: Traced<'_>) -> ArgumentExplanation {
        let written = traced.trace.arguments(traced.trace.site(self.site))[self.index];
        let find = |bindings: &[Binding]| {
            let parameter_binding =
                bindings.iter().find(|binding| binding.name == written.parameter);
            parameter_binding.map(|binding| binding.value)
        };
        let inherited = self.inheritances(traced);
        let mut values: Vec<ArgumentValue> = Vec::new();
        for record in traced.store.records() {
            let Some(origin) = traced.trace.record(record.id()) else { continue };
            let parents = traced.trace.parents(origin).iter();
            let parent = parents.filter_map(|&id| inherited[id.index()]).next();
            let of_parent = parent.and_then(|id| {
                find(traced.trace.inheritance_bindings(traced.trace.inheritance(id)))
            });
            let mut expansions = traced.trace.expansions_around(origin.expansion);
            let of_expansion = expansions.find_map(|id| find(self.expansion_bindings(traced, id)?));
            let Some(value) = of_parent.or(of_expansion) else { continue };
            let (value, name) = (traced.value(value), record.name().to_owned());
            match values.iter_mut().find(|of| of.value == value) {
                Some(of) => of.records.push(name),
                None => values.push(ArgumentValue { value, records: vec![name] }),
            }
        }
        values.sort_by_key(|value| std::cmp::Reverse(value.records.len()));
        let parameter = short_name(traced.store.str(written.parameter)).to_owned();
        let of = traced.template_name(self.site).to_owned();
        ArgumentExplanation { parameter, of, at: traced.range(written.span), values }
    }

    /// Returns the expansion's bindings if its arguments are at this position.
    fn expansion_bindings<'t>(&self, traced: Traced<'t>, id: ExpansionId) -> Option<&'t [Binding]> {
        let expansion = traced.trace.expansion(id);
        if let ExpansionKind::Defm(site) | ExpansionKind::Multiclass(site) = expansion.kind
            && self.is_at(traced, site)
        {
            Some(traced.trace.expansion_bindings(expansion))
        } else {
            None
        }
    }

    /// Whether a site is the argument's site. The site may have been evaluated several times.
    fn is_at(&self, traced: Traced<'_>, site: SiteId) -> bool {
        site == self.site || traced.trace.site(site).span == traced.trace.site(self.site).span
    }

    /// For each inheritance, finds the inheritance with the argument: itself or an ancestor.
    fn inheritances(&self, traced: Traced<'_>) -> Vec<Option<InheritanceId>> {
        let mut origins: Vec<Option<InheritanceId>> = Vec::new();
        for (id, inheritance) in traced.trace.inheritances() {
            let own = self.is_at(traced, inheritance.site).then_some(id);
            let mut parents = traced.trace.inheritance_parents(inheritance).iter();
            // A class's own inheritances are recorded before the class is inherited.
            origins.push(own.or_else(|| parents.find_map(|parent| origins[parent.index()])));
        }
        origins
    }
}
