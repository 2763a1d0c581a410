//! Input text from which a field's value comes.
//!
//! In: a record with its trace, a field name, and a word such as `$rd`. Out: the word's span in the `let`, argument or
//! declaration that set the field. Findings then point at the wrong operand, not at the whole record.

use tablewright_records::trace::{
    ArgumentSite, Cause, ExpansionKind, LetId, SiteId, Step, StepId, Trace,
};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::tree::LetMode;

/// The traced history of a record field.
#[derive(Clone, Copy)]
pub(super) struct FieldSource<'s> {
    store: &'s RecordStore,
    trace: &'s Trace,
    last: StepId,
}

impl<'s> FieldSource<'s> {
    /// Returns a field's history; `None` if the record lacks the field, or the store lacks a trace.
    pub(super) fn for_field(record: Record<'s>, field: &str) -> Option<FieldSource<'s>> {
        let store = record.store();
        let trace = store.trace()?;
        let slot = record.slot_of(store.symbols().get(field)?)?;
        let last = trace.last_steps(trace.record(record.id())?).get(slot).copied().flatten()?;
        Some(FieldSource { store, trace, last })
    }

    /// Returns the steps, the last step first. After a step that overrides an inherited field, the steps of the
    /// overridden field follow.
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

    /// Returns the `let`s that set the field or some of its bits, the last `let` first.
    pub(super) fn lets(self) -> impl Iterator<Item = (LetId, &'s Step)> {
        self.steps().filter_map(|step| {
            if let Cause::Let(id) = step.cause { Some((id, step)) } else { None }
        })
    }

    /// Returns the span of the field's name in its declaration.
    pub(super) fn declaration(self) -> Option<Span> {
        self.steps().find_map(|step| {
            if let Cause::Declared(id) = step.cause {
                Some(self.trace.names().definition(id).span)
            } else {
                None
            }
        })
    }

    /// Whether the field's declaration has a value, which may be `?`.
    pub(super) fn is_declared_with_value(self) -> bool {
        let Some(name) = self.declaration() else { return false };
        self.text(self.rest_of_statement(name.hi)).trim_start().starts_with('=')
    }

    /// Returns the span of the last written value, in a `let`, argument or declaration.
    pub(super) fn value_span(self) -> Option<Span> {
        self.texts().next()
    }

    /// Returns the span of a word in the text of the value, in the last text that contains it.
    pub(super) fn word(self, word: &str) -> Option<Span> {
        self.texts().find_map(|span| self.find(span, word))
    }

    /// Returns the spans of texts from which the value may come, the last text first.
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

    /// Whether the step replaces the whole value.
    fn replaces_all(self, step: &Step) -> bool {
        let Cause::Let(id) = step.cause else { return false };
        let site = self.trace.let_site(id);
        site.mode == LetMode::Replace && self.trace.bits(site).is_empty()
    }

    /// Returns the spans of arguments for the parameters mentioned in the value before a step.
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

    /// Returns the span from a position to the next semicolon.
    fn rest_of_statement(self, from: Pos) -> Span {
        let sources = self.store.sources();
        let file = sources.file(sources.file_of(from));
        let rest = file.text.get(sources.offset_in_file(from)..).unwrap_or_default();
        let len = rest.bytes().position(|byte| byte == b';').unwrap_or(0);
        Span::new(from, from.offset(len as u32))
    }

    /// Returns the input text in a span.
    fn text(self, span: Span) -> &'s str {
        let sources = self.store.sources();
        let file = sources.file(sources.file_of(span.lo));
        let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
        file.text.get(lo..hi).unwrap_or_default()
    }

    /// Returns the first occurrence of a word in a part of the input.
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
