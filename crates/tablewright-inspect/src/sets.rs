//! Field setters: the declarations and `let`s that set a field.

use rustc_hash::FxHashMap;
use serde::Serialize;
use tablewright_records::trace::{Cause, DefinitionId, LetId, LetPosition, StepId, Trace};
use tablewright_records::{Record, RecordStore, ValueId};
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::LetMode;

use crate::SourceLocation;

/// The setters of a field in several records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldSetters {
    /// Records with the field.
    pub records: usize,
    /// The setters, most records first.
    pub setters: Vec<FieldSetter>,
}

/// A declaration or `let` that sets a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldSetter {
    /// The statement's kind.
    pub kind: SetterKind,
    /// The field name's position in the statement.
    pub location: SourceLocation,
    /// The class or record with the statement; `None` outside a body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The bits that a `let` sets, highest first; empty for the whole field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bits: Vec<u32>,
    /// The value; for a `let`, its source text.
    pub value: String,
    /// Records whose value, or some bits, come from here.
    pub records: usize,
    /// Records in which a later statement overrides it.
    pub overridden: usize,
}

/// The kind of a [`FieldSetter`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetterKind {
    /// A field declaration in a class or record.
    Declaration,
    /// A `let` in a class or record body.
    LetInBody,
    /// A `let … in` around statements.
    LetAround,
}

/// A statement that sets a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Setter {
    Declaration(DefinitionId),
    Let(LetId),
}

/// The records that a setter affects.
struct Reach {
    setter: Setter,
    /// The value after the setter, in the first record.
    value: ValueId,
    records: usize,
    overridden: usize,
}

impl FieldSetters {
    /// Finds the statements that set the field `name` in `records`, as far as they have it. `None`
    /// if the description was loaded without a [`Trace`].
    pub fn new(store: &RecordStore, records: &[Record<'_>], name: &str) -> Option<FieldSetters> {
        let trace = store.trace()?;
        let mut count = 0;
        // Numbered in the order of discovery, so that the order does not depend on the hash table.
        let mut numbers: FxHashMap<Setter, usize> = FxHashMap::default();
        let mut reaches: Vec<Reach> = Vec::new();
        let field = store.symbols().get(name);
        for record in records {
            let Some(slot) = field.and_then(|field| record.slot_of(field)) else { continue };
            count += 1;
            let origin = trace.record(record.id());
            let last = origin.and_then(|origin| trace.last_steps(origin).get(slot).copied());
            for FoundSetter { setter, value, is_final } in setters(trace, last.flatten()) {
                let number = *numbers.entry(setter).or_insert_with(|| {
                    reaches.push(Reach { setter, value, records: 0, overridden: 0 });
                    reaches.len() - 1
                });
                let reach = &mut reaches[number];
                *(if is_final { &mut reach.records } else { &mut reach.overridden }) += 1;
            }
        }
        let mut setters: Vec<FieldSetter> =
            reaches.iter().map(|reach| describe(store, trace, reach)).collect();
        setters.sort_by(|a, b| {
            let key = |setter: &FieldSetter| (std::cmp::Reverse(setter.records), setter.overridden);
            key(a).cmp(&key(b)).then_with(|| a.location.cmp(&b.location))
        });
        Some(FieldSetters { records: count, setters })
    }
}

/// A setter in a single record.
struct FoundSetter {
    setter: Setter,
    /// The value after the setter.
    value: ValueId,
    /// Whether the record's final value, or some bits, come from here.
    is_final: bool,
}

/// Returns the distinct setters of a field, last first.
fn setters(trace: &Trace, last: Option<StepId>) -> Vec<FoundSetter> {
    let mut setters: Vec<FoundSetter> = Vec::new();
    let mut add = |setter: Setter, value: ValueId, is_final: bool| {
        if !setters.iter().any(|other| other.setter == setter) {
            setters.push(FoundSetter { setter, value, is_final });
        }
    };
    // Overridden histories follow the overriding history.
    let mut stack: Vec<(Option<StepId>, bool)> = vec![(last, true)];
    while let Some((step, mut is_final)) = stack.pop() {
        let mut next = step;
        while let Some(id) = next {
            let step = trace.step(id);
            next = step.previous;
            match step.cause {
                Cause::Declared(definition) => {
                    add(Setter::Declaration(definition), step.value, is_final);
                    is_final = false;
                }
                Cause::Let(site) => {
                    add(Setter::Let(site), step.value, is_final);
                    is_final &= keeps_the_rest(trace, site);
                }
                Cause::Overridden(id) => {
                    stack.push((step.previous, false));
                    next = Some(trace.overridden(id).from);
                }
                Cause::Arguments(_) | Cause::Expansion(_) | Cause::Finished => {}
            }
        }
    }
    setters
}

/// Whether a `let` keeps part of the old value: it sets only bits, or appends or prepends.
fn keeps_the_rest(trace: &Trace, site: LetId) -> bool {
    let site = trace.let_site(site);
    !trace.bits(site).is_empty() || site.mode != LetMode::Replace
}

fn describe(store: &RecordStore, trace: &Trace, reach: &Reach) -> FieldSetter {
    let text = |symbol: Symbol| store.str(symbol).to_owned();
    let location = |pos: Pos| SourceLocation::new(store.sources(), pos);
    let Reach { setter, value, records, overridden } = *reach;
    match setter {
        Setter::Declaration(id) => {
            let definition = trace.names().definition(id);
            FieldSetter {
                kind: SetterKind::Declaration,
                location: location(definition.span.lo),
                class: definition.owner.map(text),
                bits: Vec::new(),
                value: store.value_text(value),
                records,
                overridden,
            }
        }
        Setter::Let(id) => {
            let site = trace.let_site(id);
            FieldSetter {
                kind: match site.position {
                    LetPosition::Body => SetterKind::LetInBody,
                    LetPosition::Around => SetterKind::LetAround,
                },
                location: location(site.span.lo),
                class: site.owner.map(text),
                bits: trace.bits(site).iter().rev().copied().collect(),
                value: source_text(store, site.value_span),
                records,
                overridden,
            }
        }
    }
}

/// Returns the source text of a span on a single line.
fn source_text(store: &RecordStore, span: Span) -> String {
    let sources = store.sources();
    let start = sources.offset_in_file(span.lo);
    let file = sources.file(sources.file_of(span.lo));
    let end = sources.offset_in_file(span.hi).clamp(start, file.text.len());
    let text = file.text.get(start..end).unwrap_or("");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use tablewright_records::{LoadOptions, load};
    use tablewright_test_support::Description;

    fn check(text: &str, field: &str, expected: Expect) {
        let options = LoadOptions { trace: true, ..LoadOptions::default() };
        let files = &mut Description::new("");
        let store = load("a.td".to_owned(), text.to_owned(), files, &options).store;
        let records: Vec<Record<'_>> = store.records().collect();
        let field_setters = FieldSetters::new(&store, &records, field).expect("it has a trace");
        let lines = field_setters.setters.iter().map(|setter| {
            let FieldSetter { kind, location, class, bits, value, records, overridden } = setter;
            let class = class.as_deref().unwrap_or("-");
            format!("{location} {kind:?} {class} {bits:?} {value}: {records}, {overridden}\n")
        });
        expected.assert_eq(&format!("{}\n{}", field_setters.records, lines.collect::<String>()));
    }

    #[test]
    fn declarations_and_lets_are_counted_by_records() {
        check(
            "class A { int n = 0; }
class B : A { let n = 1; }
def a : A;
def b : B;
let n = !add(1,
  1) in {
  def c : A;
  def d : B { let n = 3; }
}
def other;
",
            "n",
            expect![[r#"
                4
                a.td:8:19 LetInBody d [] 3: 1, 0
                a.td:2:19 LetInBody B [] 1: 1, 1
                a.td:5:5 LetAround - [] !add(1, 1): 1, 1
                a.td:1:15 Declaration A [] 0: 1, 3
            "#]],
        );
    }

    #[test]
    fn a_let_of_bits_leaves_the_others() {
        check(
            "class A { bits<4> f = 0; }
class B : A { let f{1-0} = 3; }
def b : B { let f{3} = 1; }
def c : B { let f = 5; }
",
            "f",
            expect![[r#"
                2
                a.td:3:17 LetInBody b [3] 1: 1, 0
                a.td:4:17 LetInBody c [] 5: 1, 0
                a.td:1:19 Declaration A [] { 0, 0, 0, 0 }: 1, 1
                a.td:2:19 LetInBody B [1, 0] 3: 1, 1
            "#]],
        );
    }

    #[test]
    fn a_parent_overrides_those_before_it() {
        check(
            "class A { int n = 0; }
class B { int n = 1; }
def x : A, B;
",
            "n",
            expect![[r#"
                1
                a.td:2:15 Declaration B [] 1: 1, 0
                a.td:1:15 Declaration A [] 0: 0, 1
            "#]],
        );
    }
}
