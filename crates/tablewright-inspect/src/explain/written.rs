//! Source positions of field values and of their parts.

use tablewright_records::RecordStore;
use tablewright_records::trace::{ArgumentSite, Cause, ExpansionKind, StepId};
use tablewright_syntax::diagnostic::Subject as ValueSubject;
use tablewright_syntax::source::Span;
use tablewright_syntax::tree::LetMode;
use tablewright_syntax::written_value::{element, initializer, names, occurrences};

use super::{Traced, short_name};

/// The source text that a backend message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenValue {
    /// The position.
    pub span: Span,
    /// The position of the subject's name within the text; `None` if the span is the surrounding
    /// value.
    pub name: Option<Span>,
}

/// Finds the source text of a value: in the `let` or declaration that set the field, or in the
/// argument that replaced a parameter there. `None` without a trace, or if the value is not in the
/// source.
pub fn find_written(store: &RecordStore, subject: &ValueSubject) -> Option<WrittenValue> {
    let traced = Traced::new(store)?;
    let mut first = None;
    for field in &subject.fields {
        let candidate = WrittenSearch { traced, subject }.in_field(field);
        if let Some(written_value) = candidate
            && (written_value.name.is_some() || subject.text.is_none())
        {
            return Some(written_value);
        }
        first = first.or(candidate);
    }
    first
}

#[derive(Clone, Copy)]
struct WrittenSearch<'s> {
    traced: Traced<'s>,
    subject: &'s ValueSubject,
}

/// A value in the source, narrowed to the subject's path as far as possible.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NarrowedSource {
    span: Span,
    /// Path steps that lead to the span. The remaining steps continue in an argument if the span is
    /// a parameter name.
    steps: usize,
}

impl WrittenSearch<'_> {
    fn in_field(self, field: &str) -> Option<WrittenValue> {
        let Traced { store, trace } = self.traced;
        let record = store.record(store.find_record(&self.subject.record)?);
        let slot = record.fields().position(|found| store.str(found.name) == field)?;
        let last = trace.last_steps(trace.record(record.id())?).get(slot).copied().flatten()?;
        let mut values = Vec::new();
        self.follow(last, &mut values);
        let last = values.last()?.span;
        let around = WrittenValue { span: last, name: None };
        let Some(text) = &self.subject.text else { return Some(around) };
        // Operands are written `$a` or, in strings, `${a}`.
        let name = text.trim_start_matches('$');
        let spellings = [text.clone(), format!("${name}"), format!("${{{name}")];
        for value in values.iter().rev() {
            for spelling in &spellings {
                let spans = occurrences(store.sources(), value.span, spelling);
                // An operand is the same at each mention. Another name must occur only once.
                let is_one = spans.len() == 1 || spelling.starts_with('$');
                if let Some(&span) = spans.first().filter(|_| is_one) {
                    let prefix = (spelling.len() - name.len()) as u32;
                    let name = Span::new(span.lo.offset(prefix), span.hi);
                    return Some(WrittenValue { span, name: Some(name) });
                }
            }
        }
        Some(around)
    }

    /// Collects the source values for the field, up to a step of its history. An argument follows
    /// the value that mentions the parameter.
    fn follow(self, last: StepId, values: &mut Vec<NarrowedSource>) {
        let Traced { store, trace } = self.traced;
        for id in trace.history(last) {
            match trace.step(id).cause {
                Cause::Declared(definition) => {
                    let name = trace.names().definition(definition).span;
                    values.clear();
                    let value = initializer(store.sources(), name);
                    values.extend(value.map(|span| self.narrowed(span, 0)));
                }
                Cause::Let(site) => {
                    let site = trace.let_site(site);
                    let is_whole = site.mode == LetMode::Replace && trace.bits(site).is_empty();
                    if is_whole {
                        values.clear();
                    }
                    // Indices in a part of a list differ from indices in the whole list.
                    let steps = if is_whole { 0 } else { self.subject.path.len() };
                    values.push(self.narrowed(site.value_span, steps));
                }
                Cause::Overridden(id) => {
                    values.clear();
                    self.follow(trace.overridden(id).from, values);
                }
                Cause::Arguments(id) => {
                    let site = trace.site(trace.inheritance(id).site);
                    self.replace(trace.arguments(site), values);
                }
                Cause::Expansion(id) => match trace.expansion(id).kind {
                    ExpansionKind::Defm(site) | ExpansionKind::Multiclass(site) => {
                        self.replace(trace.arguments(trace.site(site)), values);
                    }
                    ExpansionKind::Iteration(_) | ExpansionKind::Clause(_) => {}
                },
                Cause::Finished => {}
            }
        }
    }

    /// Adds the arguments for parameters that the values mention. A value that consists only of a
    /// parameter name is removed.
    fn replace(self, arguments: &[ArgumentSite], values: &mut Vec<NarrowedSource>) {
        let store = self.traced.store;
        let mut added = Vec::new();
        let mut replaced = Vec::new();
        for argument in arguments {
            let parameter = short_name(store.str(argument.parameter));
            for &value in values.iter() {
                let mentioned = names(store.sources(), value.span);
                let mut mentioned = mentioned.iter().filter(|&&(name, _)| name == parameter);
                let Some(&(_, span)) = mentioned.next() else { continue };
                if span == value.span {
                    added.push(self.narrowed(argument.span, value.steps));
                    replaced.push(value);
                } else {
                    added.push(self.narrowed(argument.span, self.subject.path.len()));
                }
            }
        }
        values.retain(|value| !replaced.contains(value));
        values.extend(added);
    }

    /// Narrows a value by the path steps from `steps` on, as long as the source contains the parts.
    fn narrowed(self, mut span: Span, mut steps: usize) -> NarrowedSource {
        while let Some(&index) = self.subject.path.get(steps) {
            let Some(part) = element(self.traced.store.sources(), span, index) else { break };
            span = part;
            steps += 1;
        }
        NarrowedSource { span, steps }
    }
}

#[cfg(test)]
mod tests {
    use tablewright_records::{LoadOptions, load};
    use tablewright_test_support::Description;

    use super::*;

    #[track_caller]
    fn check(text: &str, path: &[usize], part: Option<&str>, want: &str) {
        let subject = ValueSubject {
            path: path.to_vec(),
            text: part.map(str::to_owned),
            ..ValueSubject::new("X", "f")
        };
        let options = LoadOptions { trace: true, ..LoadOptions::default() };
        let files = &mut Description::new("");
        let store = load("t.td".to_owned(), text.to_owned(), files, &options).store;
        let excerpt = find_written(&store, &subject).map(|found| {
            let sources = store.sources();
            let at = sources.line_column(found.span.lo);
            let bytes =
                sources.offset_in_file(found.span.lo)..sources.offset_in_file(found.span.hi);
            format!("{}: {}", at.line, &sources.file(at.file).text[bytes])
        });
        assert_eq!(excerpt.as_deref(), Some(want), "{text}");
    }

    #[test]
    fn the_let_or_declaration_is_found() {
        check("def X { int f = !add(1, 2); }", &[], None, "1: !add(1, 2)");
        check(
            "class A { string f = \"a\"; }\ndef X : A { let f = \"$b c\"; }",
            &[],
            None,
            "2: \"$b c\"",
        );
        check(
            "class A { string f = \"a\"; }\nlet f = \"$b c\" in def X : A;",
            &[],
            Some("$b"),
            "2: $b",
        );
        check(
            "class A { list<int> f = [1]; }\ndef X : A { let f = [1, 23]; }",
            &[1],
            None,
            "2: 23",
        );
    }

    #[test]
    fn the_argument_of_a_parameter_is_found() {
        let classes = "class A<string s, list<int> l> { string f = s # \" x\"; list<int> g = l; }\n\
                       class B<string t, list<int> l> : A<t, l>;\n";
        check(&format!("{classes}def X : B<\"$a\", []>;"), &[], Some("$a"), "3: $a");
        check(&format!("{classes}def X : B<\"$a\", []>;"), &[], Some("x"), "1: x");
        check(
            "class A<list<int> l> { list<int> f = l; }\nclass B<int i> : A<[1, i]>;\ndef X : B<7>;",
            &[1],
            None,
            "3: 7",
        );
        check(
            "class A<int i> { int f = i; }\nmulticlass M<int j> { def NAME : A<j>; }\ndefm X : M<5>;",
            &[],
            None,
            "3: 5",
        );
    }
}
