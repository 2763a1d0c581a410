//! The text of the input that a field's value comes from.
//!
//! In: a record with its trace, the name of a field, and a piece of text such as `$rd`. Out: the span of that text
//! in the `let`, argument or declaration that gave the field its value. So a finding points at the operand that is
//! wrong, and not at the record that has it.

use tablewright_records::trace::{
    ArgumentSite, Cause, ExpansionKind, LetId, SiteId, Step, StepId, Trace,
};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree::LetMode;

/// The traced history of a field of a record.
#[derive(Clone, Copy)]
pub(super) struct FieldSource<'s> {
    store: &'s RecordStore,
    trace: &'s Trace,
    last: StepId,
}

impl<'s> FieldSource<'s> {
    /// The history of a field; `None` if the record has no such field, or the store no trace.
    pub(super) fn for_field(record: Record<'s>, field: &str) -> Option<FieldSource<'s>> {
        let store = record.store();
        let trace = store.trace()?;
        let slot = record.slot_of(store.symbols().get(field)?)?;
        let last = trace.last_steps(trace.record(record.id())?).get(slot).copied().flatten()?;
        Some(FieldSource { store, trace, last })
    }

    /// The steps of the history, the last one first. The history in a parent that overrides the field
    /// takes the place of what it overrides.
    pub(super) fn steps(self) -> impl Iterator<Item = &'s Step> {
        let trace = self.trace;
        let next = move |id: StepId| {
            let step = trace.step(id);
            match step.cause {
                Cause::Overridden(id) => Some(trace.overridden(id).from),
                Cause::Declared(_)
                | Cause::Let(_)
                | Cause::Arguments(_)
                | Cause::Expansion(_)
                | Cause::Finished => step.previous,
            }
        };
        std::iter::successors(Some(self.last), move |&id| next(id)).map(move |id| trace.step(id))
    }

    /// The `let`s that set the field or bits of it, the last one first.
    pub(super) fn lets(self) -> impl Iterator<Item = (LetId, &'s Step)> {
        self.steps().filter_map(|step| match step.cause {
            Cause::Let(id) => Some((id, step)),
            Cause::Declared(_)
            | Cause::Overridden(_)
            | Cause::Arguments(_)
            | Cause::Expansion(_)
            | Cause::Finished => None,
        })
    }

    /// Where the declaration of the field names it.
    pub(super) fn declaration(self) -> Option<Span> {
        self.steps().find_map(|step| match step.cause {
            Cause::Declared(id) => Some(self.trace.names().definition(id).span),
            Cause::Let(_)
            | Cause::Overridden(_)
            | Cause::Arguments(_)
            | Cause::Expansion(_)
            | Cause::Finished => None,
        })
    }

    /// Whether the declaration of the field gives it a value, which may be `?`.
    pub(super) fn is_declared_with_value(self) -> bool {
        let Some(name) = self.declaration() else { return false };
        self.text(self.rest_of_statement(name.hi)).trim_start().starts_with('=')
    }

    /// The value that is written last: of a `let`, or an argument.
    pub(super) fn value_span(self) -> Option<Span> {
        self.texts().next()
    }

    /// The span of a word in what gave the field its value: the last occurrence that counts.
    pub(super) fn word(self, word: &str) -> Option<Span> {
        self.texts().find_map(|span| self.find(span, word))
    }

    /// The spans of the texts that may contain a word of the value, the last one first.
    fn texts(self) -> impl Iterator<Item = Span> {
        let mut is_over = false;
        self.steps()
            .take_while(move |step| {
                let is_before_last_value = is_over;
                is_over |= self.replaces_all(step);
                !is_before_last_value
            })
            .flat_map(move |step| match step.cause {
                Cause::Let(id) => vec![self.trace.let_site(id).value_span],
                Cause::Arguments(id) => self.arguments(self.trace.inheritance(id).site, step),
                Cause::Expansion(id) => match self.trace.expansion(id).kind {
                    ExpansionKind::Defm(site) | ExpansionKind::Multiclass(site) => {
                        self.arguments(site, step)
                    }
                    ExpansionKind::Iteration(_) | ExpansionKind::Clause(_) => Vec::new(),
                },
                Cause::Declared(id) => {
                    vec![self.rest_of_statement(self.trace.names().definition(id).span.hi)]
                }
                Cause::Overridden(_) | Cause::Finished => Vec::new(),
            })
    }

    /// Whether what was there before a step does not matter for the value after it.
    fn replaces_all(self, step: &Step) -> bool {
        let Cause::Let(id) = step.cause else { return false };
        let site = self.trace.let_site(id);
        site.mode == LetMode::Replace && self.trace.bits(site).is_empty()
    }

    /// The arguments of a site whose parameters the value before a step mentions.
    fn arguments(self, site: SiteId, step: &Step) -> Vec<Span> {
        let Some(previous) = step.previous else { return Vec::new() };
        let old = self.store.value_text(self.trace.step(previous).value);
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let is_mentioned = |argument: &&ArgumentSite| {
            let parameter = self.store.str(argument.parameter);
            old.split(|c| !is_part(c)).any(|name| name == parameter)
        };
        let arguments = self.trace.arguments(self.trace.site(site)).iter();
        arguments.filter(is_mentioned).map(|argument| argument.span).collect()
    }

    /// From a position to the next semicolon.
    fn rest_of_statement(self, from: Pos) -> Span {
        let sources = self.store.sources();
        let file = sources.file(sources.file_of(from));
        let rest = file.text.get(sources.offset_in_file(from)..).unwrap_or_default();
        let len = rest.bytes().position(|byte| byte == b';').unwrap_or(0);
        Span::new(from, from.offset(len as u32))
    }

    /// A part of the input.
    fn text(self, span: Span) -> &'s str {
        let sources = self.store.sources();
        let file = sources.file(sources.file_of(span.lo));
        let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
        file.text.get(lo..hi).unwrap_or_default()
    }

    /// The first occurrence of a word in a part of the input.
    fn find(self, span: Span, word: &str) -> Option<Span> {
        let text = self.text(span);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let found = text.match_indices(word).find(|&(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            !before.is_some_and(|c| is_part(c) || c == '$') && !after.is_some_and(is_part)
        });
        let (at, _) = found?;
        let lo = span.lo.offset(at as u32);
        Some(Span::new(lo, lo.offset(word.len() as u32)))
    }
}
