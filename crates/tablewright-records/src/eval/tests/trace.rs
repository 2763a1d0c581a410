//! Fields, parents, expansions and names in the trace.

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_syntax::source::{Pos, Span};

use crate::options::{CompileMode, LoadOptions};
use crate::store::RecordStore;
use crate::test_support::load_text;
use crate::trace::{Binding, Cause, ExpansionKind, InheritanceId, SiteId, StepId, Template, Trace};

fn traced(text: &str, compile: CompileMode) -> RecordStore {
    let options = LoadOptions { compile, trace: true, ..LoadOptions::default() };
    let loaded = load_text(text, &options);
    let errors: Vec<_> = loaded.diagnostics.iter().map(|d| d.message.clone()).collect();
    assert!(!loaded.diagnostics.has_errors(), "{errors:?}");
    loaded.into_store()
}

/// A store with its trace, as text.
struct Printer<'a> {
    store: &'a RecordStore,
    trace: &'a Trace,
    text: String,
}

impl Printer<'_> {
    fn at(&self, pos: Pos) -> String {
        let at = self.store.sources().line_column(pos);
        format!("{}:{}", at.line, at.column)
    }

    fn source(&self, span: Span) -> &str {
        let sources = self.store.sources();
        let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
        sources.text(span.lo, (hi - lo) as u32)
    }

    fn bindings(&self, bindings: &[Binding]) -> String {
        let bindings = bindings.iter().map(|&Binding { name, value }| {
            format!("{}={}", self.store.str(name), self.store.value_text(value))
        });
        bindings.collect::<Vec<_>>().join(", ")
    }

    fn site(&self, site: SiteId) -> String {
        let site = self.trace.site(site);
        let name = match site.template {
            Template::Class(class) => self.store.class(class).name(),
            Template::Multiclass(name) => self.store.str(name),
        };
        format!("{name} at {}", self.at(site.span.lo))
    }

    fn inheritance(&mut self, id: InheritanceId, indent: usize) {
        let trace = self.trace;
        let inheritance = trace.inheritance(id);
        let site = self.site(inheritance.site);
        let bindings = self.bindings(trace.inheritance_bindings(inheritance));
        writeln!(self.text, "{:indent$}{site} [{bindings}]", "").expect("a string takes all");
        for &parent in trace.inheritance_parents(inheritance) {
            self.inheritance(parent, indent + 2);
        }
    }

    fn step(&mut self, id: StepId) {
        let step = self.trace.step(id);
        let cause = match step.cause {
            Cause::Declared(definition) => {
                let definition = self.trace.names().definition(definition);
                let owner = definition.owner.map_or("", |owner| self.store.str(owner));
                format!("declared in {owner} at {}", self.at(definition.span.lo))
            }
            Cause::Let(site) => {
                let site = self.trace.let_site(site);
                let bits = self.trace.bits(site);
                let value = self.source(site.value_span);
                let at = self.at(site.span.lo);
                format!("let {:?} {:?} {bits:?} {value} at {at}", site.mode, site.position)
            }
            Cause::Overridden(id) => {
                let parent = self.trace.inheritance(self.trace.overridden(id).parent);
                format!("overridden by {}", self.site(parent.site))
            }
            Cause::Arguments(id) => {
                let inheritance = self.trace.inheritance(id);
                let bindings = self.bindings(self.trace.inheritance_bindings(inheritance));
                format!("arguments of {} [{bindings}]", self.site(inheritance.site))
            }
            Cause::Expansion(id) => format!("expansion: {}", self.expansion(id)),
            Cause::Finished => "finished".to_owned(),
        };
        let value = self.store.value_text(step.value);
        writeln!(self.text, "    {cause} -> {value}").expect("a string takes all");
    }

    fn expansion(&self, id: crate::trace::ExpansionId) -> String {
        let expansion = self.trace.expansion(id);
        let what = match expansion.kind {
            ExpansionKind::Defm(site) => format!("defm {}", self.site(site)),
            ExpansionKind::Multiclass(site) => format!("multiclass {}", self.site(site)),
            ExpansionKind::Iteration(pos) => format!("foreach at {}", self.at(pos)),
            ExpansionKind::Clause(pos) => format!("if at {}", self.at(pos)),
        };
        format!("{what} [{}]", self.bindings(self.trace.expansion_bindings(expansion)))
    }
}

/// The records of a text with their histories.
fn printed(text: &str, compile: CompileMode) -> String {
    let store = traced(text, compile);
    let trace = store.trace().expect("it was asked for");
    let mut printer = Printer { store: &store, trace, text: String::new() };
    for record in store.records() {
        let origin = trace.record(record.id()).expect("all records are traced");
        writeln!(printer.text, "{}", record.name()).expect("a string takes all");
        for expansion in trace.expansions_around(origin.expansion) {
            let expansion = printer.expansion(expansion);
            writeln!(printer.text, "  by {expansion}").expect("a string takes all");
        }
        for &parent in trace.parents(origin) {
            printer.inheritance(parent, 2);
        }
        for (field, &last) in record.fields().zip(trace.last_steps(origin)) {
            writeln!(printer.text, "  {}", store.str(field.name)).expect("a string takes all");
            let last = last.expect("all fields are traced");
            assert_eq!(trace.step(last).value, field.value, "the last step gives the value");
            for step in trace.history(last) {
                printer.step(step);
            }
        }
    }
    printer.text
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let resolved = printed(text, CompileMode::Never);
    assert_eq!(printed(text, CompileMode::Always), resolved, "bytecode gives the same trace");
    assert_eq!(printed(text, CompileMode::Auto), resolved);
    expected.assert_eq(&resolved);
}

/// Lists each use of a name in a text, with the name's definition.
#[track_caller]
fn check_names(text: &str, expected: Expect) {
    let store = traced(text, CompileMode::Auto);
    let trace = store.trace().expect("it was asked for");
    let printer = Printer { store: &store, trace, text: String::new() };
    let mut lines = String::new();
    for used in trace.names().uses() {
        let definition = trace.names().definition(used.definition);
        let (at, source) = (printer.at(used.span.lo), printer.source(used.span));
        let defined = printer.at(definition.span.lo);
        let owner = definition.owner.map_or("", |owner| store.str(owner));
        writeln!(lines, "{at} {source}: {:?} {:?} {owner} {defined}", used.kind, definition.kind)
            .expect("a string takes all");
    }
    expected.assert_eq(&lines);
}

#[test]
fn a_field_has_a_step_for_its_declaration_and_each_change() {
    check(
        "class A<int p> { int x = p; int y = !add(x, 1); }\n\
         class B<int q> : A<!mul(q, 2)> { int z = 0; }\n\
         def r : B<3> { let z = y; }\n",
        expect![[r#"
            r
              B at 3:9 [B:q=3]
                A at 2:18 [A:p=6]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:18 [A:p=!mul(B:q, 2)] -> !mul(B:q, 2)
                arguments of B at 3:9 [B:q=3] -> 6
              y
                declared in A at 1:33 -> !add(x, 1)
                finished -> 7
              z
                declared in B at 2:38 -> 0
                let Replace Body [] y at 3:20 -> y
                finished -> 7
        "#]],
    );
}

#[test]
fn lets_around_and_in_bodies_name_their_bits() {
    check(
        "class A { bits<4> i = 0; }\n\
         let i{1-0} = 3 in { let i{2} = 1 in def r : A { let i{3} = 1; } }\n",
        expect![[r#"
            r
              A at 2:45 []
              i
                declared in A at 1:19 -> { 0, 0, 0, 0 }
                let Replace Around [0, 1] 3 at 2:5 -> { 0, 0, 1, 1 }
                let Replace Around [2] 1 at 2:25 -> { 0, 1, 1, 1 }
                let Replace Body [3] 1 at 2:53 -> { 1, 1, 1, 1 }
        "#]],
    );
}

#[test]
fn nested_multiclasses_and_loops_are_expansions() {
    check(
        "class A<int p> { int x = p; }\n\
         multiclass M<int m> { foreach i = [m, 7] in def _#i : A<i>; }\n\
         multiclass N<int n> : M<n> { defm I : M<!add(n, 1)>; let x = n in def S : A<0>; }\n\
         defm D : N<4>;\n",
        expect![[r#"
            DI_5
              by foreach at 2:23 [i=5]
              by defm M at 3:39 [M::NAME="DI", M::m=5]
              by defm N at 4:10 [N::NAME="D", N::n=4]
              A at 2:55 [A:p=5]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:55 [A:p=i] -> i
                expansion: foreach at 2:23 [i=M::m] -> M::m
                expansion: defm M at 3:39 [M::NAME=!strconcat(N::NAME, "I"), M::m=!add(N::n, 1)] -> !add(N::n, 1)
                expansion: defm N at 4:10 [N::NAME="D", N::n=4] -> 5
            DI_7
              by foreach at 2:23 [i=7]
              by defm M at 3:39 [M::NAME="DI", M::m=5]
              by defm N at 4:10 [N::NAME="D", N::n=4]
              A at 2:55 [A:p=7]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:55 [A:p=i] -> i
                expansion: foreach at 2:23 [i=7] -> 7
            DS
              by defm N at 4:10 [N::NAME="D", N::n=4]
              A at 3:75 [A:p=0]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 3:75 [A:p=0] -> 0
                let Replace Around [] n at 3:58 -> N::n
                expansion: defm N at 4:10 [N::NAME="D", N::n=4] -> 4
            D_4
              by foreach at 2:23 [i=4]
              by multiclass M at 3:23 [M::NAME="D", M::m=4]
              by defm N at 4:10 [N::NAME="D", N::n=4]
              A at 2:55 [A:p=4]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:55 [A:p=i] -> i
                expansion: foreach at 2:23 [i=M::m] -> M::m
                expansion: multiclass M at 3:23 [M::NAME=N::NAME, M::m=N::n] -> N::n
                expansion: defm N at 4:10 [N::NAME="D", N::n=4] -> 4
            D_7
              by foreach at 2:23 [i=7]
              by multiclass M at 3:23 [M::NAME="D", M::m=4]
              by defm N at 4:10 [N::NAME="D", N::n=4]
              A at 2:55 [A:p=7]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:55 [A:p=i] -> i
                expansion: foreach at 2:23 [i=7] -> 7
        "#]],
    );
}

#[test]
fn a_later_parent_overrides_what_an_earlier_one_set() {
    check(
        "class A { int x = 1; }\nclass B { int x = 2; }\ndef r : A, B;\n",
        expect![[r#"
            r
              A at 3:9 []
              B at 3:12 []
              x
                declared in A at 1:15 -> 1
                overridden by B at 3:12 -> 2
        "#]],
    );
}

#[test]
fn anonymous_records_have_one_step_for_all_that_arguments_change() {
    check(
        "class A<int p> { int x = p; int y = !add(p, x); }\n\
         class B<int q> { A a = A<!add(q, 1)>; }\n\
         def r : B<3>;\n",
        expect![[r#"
            anonymous_0
              A at 2:24 [A:p=4]
              x
                declared in A at 1:22 -> A:p
                arguments of A at 2:24 [A:p=4] -> 4
              y
                declared in A at 1:33 -> !add(A:p, x)
                arguments of A at 2:24 [A:p=4] -> 8
            r
              B at 3:9 [B:q=3]
              a
                declared in B at 2:20 -> A<0: !add(B:q, 1)>
                arguments of B at 3:9 [B:q=3] -> anonymous_0
        "#]],
    );
}

#[test]
fn uses_refer_to_definitions() {
    check_names(
        "class A<int p> { int x = p; }\n\
         defvar v = 2;\n\
         def a : A<v>;\n\
         multiclass M<int m> {\n\
         \x20 foreach i = [1, m] in\n\
         \x20   let x = !foldl(0, [i], acc, e, !add(acc, e, a.x)) in def _ : A<p = i>;\n\
         }\n\
         deftype T = list<A>;\n\
         class B<A q> { int y = q.x; T l = [A<1>]; defvar w = y; int z = w; }\n",
        expect![[r#"
            1:26 p: Read Parameter A 1:13
            3:9 A: Inherit Class  1:7
            3:11 v: Read Variable  2:8
            5:19 m: Read Parameter M 4:18
            6:9 x: Override Field A 1:22
            6:24 i: Read Variable  5:11
            6:41 acc: Read Variable  6:28
            6:46 e: Read Variable  6:33
            6:49 a: Read Record  3:5
            6:51 x: Read Field A 1:22
            6:66 A: Inherit Class  1:7
            6:68 p: Argument Parameter A 1:13
            6:72 i: Read Variable  5:11
            8:18 A: Type Class  1:7
            9:9 A: Type Class  1:7
            9:24 q: Read Parameter B 9:11
            9:26 x: Read Field A 1:22
            9:29 T: Type TypeAlias  8:9
            9:36 A: Instantiate Class  1:7
            9:54 y: Read Field B 9:20
            9:65 w: Read Variable  9:50
        "#]],
    );
}

#[test]
fn arguments_that_may_have_effects_are_filled_in_too() {
    check(
        "class P<int w>;\n\
         class A<bits<4> b, P p> { bits<4> x = b; }\n\
         class B<bits<4> c> : A<!add(c, 1), P<!div(8, c)>>;\n\
         multiclass M<int m> { def _ : B<!div(m, 2)>; }\n\
         defm D : M<8>;\n",
        expect![[r#"
            D_
              by defm M at 5:10 [M::NAME="D", M::m=8]
              B at 4:31 [B:c={ 0, 1, 0, 0 }]
                A at 3:22 [A:b={ 0, 1, 0, 1 }, A:p=P<0: 2>]
              x
                declared in A at 2:35 -> { A:b{3}, A:b{2}, A:b{1}, A:b{0} }
                arguments of A at 3:22 [A:b=!cast<bits<4>>(!add(B:c, 1)), A:p=P<0: !div(8, B:c)>] -> { !cast<bits<4>>(!add(B:c, 1)){3}, !cast<bits<4>>(!add(B:c, 1)){2}, !cast<bits<4>>(!add(B:c, 1)){1}, !cast<bits<4>>(!add(B:c, 1)){0} }
                arguments of B at 4:31 [B:c=!cast<bits<4>>(!div(M::m, 2))] -> { !cast<bits<4>>(!add(!cast<bits<4>>(!div(M::m, 2)), 1)){3}, !cast<bits<4>>(!add(!cast<bits<4>>(!div(M::m, 2)), 1)){2}, !cast<bits<4>>(!add(!cast<bits<4>>(!div(M::m, 2)), 1)){1}, !cast<bits<4>>(!add(!cast<bits<4>>(!div(M::m, 2)), 1)){0} }
                expansion: defm M at 5:10 [M::NAME="D", M::m=8] -> { 0, 1, 0, 1 }
        "#]],
    );
}
