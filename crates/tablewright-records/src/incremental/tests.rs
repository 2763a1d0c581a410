//! Tests that an edited input has the same result as when it is loaded for the first time.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::sync::{OnceLock, mpsc};

use tablewright_syntax::source::Span;
use tablewright_syntax::{IncludedFile, TreeCache};

use super::*;
use crate::load;
use crate::monitor::LoadMonitor;
use crate::options::CompileMode;
use crate::test_support::shown_diagnostic;
use crate::trace::{Binding, Cause, ExpansionKind, Template, Trace};

/// All kinds of statements, each of them in a line.
const MAIN: &str = r##"class Later;
include "base.td"
class Reg<string n, int e = 0> : Base<e> { string Name = n; bits<4> Enc = e; }
class Later { int Late = 5; }
class Uses : Later { let Late = 6; int Next = !add(Late, 1); }
deftype Pair = list<int>;
defvar Width = 4;
def Zero : Reg<"zero"> { let Enc{3-2} = 0b11; }
foreach i = 1...5 in def R#i : Reg<"r"#i, i>;
defset list<Reg> Special = { def SP : Reg<"sp", 6>; def FP : Reg<"fp", 7>; }
multiclass Two<int n> { def A : Reg<NAME#"a", n>; defm B : One<!add(n, 1)>; }
defm X : Two<8>;
defm Y : Two<9>, One<3>;
let Kind = "let", Size = 3 in { def Inside : Base<1>; defvar local = 2; def Also : Base<local>; let Size = 4 in def Deep : Base<2>; def Last : Base<3>; }
def User { Reg R = Reg<"anonymous", 11>; Reg S = Reg<"anonymous", 11>; list<Reg> All = [R, SP, Reg<"other">]; }
def Cast { Reg R = !cast<Reg>("R"#Width); int N = !foldl(0, Special, a, r, !add(a, !size(r.Name))); }
if !lt(Width, 5) then { def Small : Uses; } else { def Large : Uses; }
assert !eq(Width, 4), "the width is " # Width;
dump "the width is " # Width;
class Unused<int never> { int N = 1; }
class Pairs<list<int> of> { Pair P = of; list<int> Doubled = !foreach(x, of, !add(x, x)); }
def P : Pairs<[1, 2, Width]>;
include "end.td"
def : Reg<"nameless">;
"##;

const BASE: &str = "class Base<int s> { int Size = s; string Kind = \"base\"; bit Has = !gt(s, 2); }\n\
                    multiclass One<int n> { def C : Base<n>; def : Base<n>; }\n";

const END: &str = "def End : Base<1> { Base B = Base<4>; }\n";

struct Files(BTreeMap<&'static str, String>);

impl FileProvider for Files {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let text = self.0.get(path)?.clone();
        Some(IncludedFile { name: path.to_owned(), text })
    }
}

fn files(base: &str, end: &str) -> Files {
    Files([("base.td", base.to_owned()), ("end.td", end.to_owned())].into())
}

/// Prints loaded records as text: positions as lines and columns, values and symbols as their text.
struct Description<'a> {
    store: &'a RecordStore,
    out: String,
}

impl Description<'_> {
    fn at(&self, span: Span) -> String {
        let (lo, hi) =
            (self.store.sources().line_column(span.lo), self.store.sources().line_column(span.hi));
        let file = &self.store.sources().file(lo.file).name;
        format!("{file}:{}:{}-{}:{}", lo.line, lo.column, hi.line, hi.column)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.out, "{line}").expect("a string takes it");
    }

    fn bindings(&self, bindings: &[Binding]) -> String {
        let bindings = bindings.iter().map(|&Binding { name, value }| {
            format!("{}={}", self.store.str(name), self.store.value_text(value))
        });
        bindings.collect::<Vec<_>>().join(", ")
    }

    fn records(&mut self) {
        let store = self.store;
        for class in store.classes() {
            self.line(&format!("class {} {}", class.name(), self.at(class.pos().into())));
            for pos in class.forward_positions() {
                self.line(&format!("  declared {}", self.at(pos.into())));
            }
        }
        for record in store.records() {
            let positions = record.positions().iter().map(|&pos| self.at(pos.into()));
            let positions = positions.collect::<Vec<_>>().join(" ");
            self.line(&format!("{} {positions} {}", record.name(), record.sequence()));
            for field in record.fields() {
                let mut text = String::new();
                store.write_field(&mut text, &field);
                self.line(&format!("  {text} {}", self.at(field.pos.into())));
            }
        }
        for class in store.classes() {
            let derived: Vec<&str> = store.derived(class.id()).iter().map(|r| r.name()).collect();
            self.line(&format!("{}: {}", class.name(), derived.join(" ")));
        }
        for (name, value) in store.globals() {
            self.line(&format!("{} = {}", store.str(name), store.value_text(value)));
        }
    }

    fn trace(&mut self, trace: &Trace) {
        let store = self.store;
        for (_, definition) in trace.names().definitions() {
            let owner = definition.owner.map_or("", |owner| store.str(owner));
            let (kind, name) = (definition.kind, store.str(definition.name));
            self.line(&format!("{kind:?} {owner} {name} {}", self.at(definition.span)));
        }
        for used in trace.names().uses() {
            let definition = self.at(trace.names().definition(used.definition).span);
            self.line(&format!("{:?} {} of {definition}", used.kind, self.at(used.span)));
        }
        for (_, site) in trace.let_sites() {
            let line = format!("{:?} {} {:?}", site.mode, self.at(site.span), trace.bits(site));
            self.line(&line);
        }
        for (_, inheritance) in trace.inheritances() {
            let site = trace.site(inheritance.site);
            let name = match site.template {
                Template::Class(class) => store.class(class).name(),
                Template::Multiclass(name) => store.str(name),
            };
            let bindings = self.bindings(trace.inheritance_bindings(inheritance));
            self.line(&format!("{:?} {name} {} {bindings}", site.role, self.at(site.span)));
        }
        for (_, expansion) in trace.expansions() {
            let at = match expansion.kind {
                ExpansionKind::Defm(site) | ExpansionKind::Multiclass(site) => {
                    trace.site(site).span
                }
                ExpansionKind::Iteration(pos) | ExpansionKind::Clause(pos) => pos.into(),
            };
            let bindings = self.bindings(trace.expansion_bindings(expansion));
            self.line(&format!("expansion {} {bindings}", self.at(at)));
        }
        for record in store.records() {
            let Some(origin) = trace.record(record.id()) else { continue };
            for &last in trace.last_steps(origin).iter().flatten() {
                let steps = trace.history(last).into_iter().map(|step| {
                    let step = trace.step(step);
                    let cause = match step.cause {
                        Cause::Declared(_) => "declared".to_owned(),
                        Cause::Let(site) => self.at(trace.let_site(site).span),
                        Cause::Overridden(_) => "overridden".to_owned(),
                        Cause::Arguments(_) => "arguments".to_owned(),
                        Cause::Expansion(_) => "expansion".to_owned(),
                        Cause::Finished => "finished".to_owned(),
                    };
                    format!("{cause} {}", store.value_text(step.value))
                });
                let steps = steps.collect::<Vec<_>>().join("; ");
                self.line(&format!("{}: {steps}", record.name()));
            }
        }
    }
}

fn described(store: &RecordStore, diagnostics: &Diagnostics) -> String {
    let mut description = Description { store, out: String::new() };
    for diagnostic in diagnostics {
        description.out += &shown_diagnostic(store, diagnostic);
    }
    description.records();
    if let Some(trace) = store.trace() {
        description.trace(trace);
    }
    description.out
}

/// Loads an edited input with the kept state, and for the first time. Returns the number of evaluated statements.
#[track_caller]
fn check(kept: &mut IncrementalLoad, main: &str, files: Files, options: &LoadOptions) -> usize {
    checked(kept, main, files, options).evaluated_statements
}

/// Loads an edited input with the kept state, and compares the result with loading it for the first time.
#[track_caller]
fn checked(
    kept: &mut IncrementalLoad,
    main: &str,
    mut files: Files,
    options: &LoadOptions,
) -> Reloaded {
    let alone = LoadOptions { trees: None, ..options.clone() };
    let first = load("main.td".into(), main.into(), &mut files, &alone);
    // What is passed on early can be shown, whatever was edited.
    let monitor = LoadMonitor::with_observer(|early| {
        for diagnostic in &early.diagnostics {
            assert!(!shown_diagnostic(&early.store, diagnostic).is_empty());
        }
    });
    let observed = LoadOptions { monitor: Some(monitor), ..options.clone() };
    let again = kept.load("main.td".into(), main.into(), &mut files, &observed);
    let errors = |diagnostics: &Diagnostics| diagnostics.error_count();
    let reloaded = &again.loaded;
    if reloaded.store.record_count() == 0 && errors(&reloaded.diagnostics) > 0 {
        // It has errors of syntax, in which nothing is evaluated.
        assert!(errors(&first.diagnostics) > 0, "{main}");
    } else {
        let (first_text, text) = (
            described(&first.store, &first.diagnostics),
            described(&reloaded.store, &reloaded.diagnostics),
        );
        let lines = first_text.lines().zip(text.lines());
        let differs = lines.filter(|(first, again)| first != again).take(3).collect::<Vec<_>>();
        assert!(first_text == text, "{main}\n{differs:#?}");
        assert_eq!(
            (&first.dependencies, first.is_complete),
            (&reloaded.dependencies, reloaded.is_complete)
        );
    }
    again
}

fn options(compile: CompileMode) -> LoadOptions {
    LoadOptions { compile, trace: true, ..LoadOptions::default() }
}

#[test]
fn an_edit_of_any_line_gives_what_a_new_load_gives() {
    check_edits_of_lines(CompileMode::Auto, None);
    check_edits_of_lines(CompileMode::Always, None);
    check_edits_of_lines(CompileMode::Never, None);
}

#[test]
fn an_edit_beside_files_with_trees_gives_what_a_new_load_gives() {
    check_edits_of_lines(CompileMode::Auto, Some(TreeCache::keeping_all()));
}

fn check_edits_of_lines(compile: CompileMode, trees: Option<TreeCache>) {
    let mut kept = IncrementalLoad::default();
    let options = LoadOptions { trees, ..options(compile) };
    check(&mut kept, MAIN, files(BASE, END), &options);
    let lines: Vec<&str> = MAIN.lines().collect();
    let edited = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines[index] = line;
        lines.join("\n") + "\n"
    };
    // Backwards first, so that marks are used again after others were given up.
    let backwards = (0..lines.len()).rev().filter(|_| compile == CompileMode::Auto);
    for index in backwards.chain(0..lines.len()) {
        let line = lines[index];
        let texts = [
            String::new(),
            format!("{line}\n{line}"),
            format!("// a comment\n{line}"),
            format!("def New#{index} {{ int N = {index}; }} {line}"),
            line.replacen(|c: char| c.is_ascii_digit(), "2", 1),
            line.replacen("Reg<", "Base<", 1),
            line.replacen('{', "{ int Added = 1;", 1),
            line.replacen(';', "", 1),
        ];
        for text in texts {
            check(&mut kept, &edited(index, &text), files(BASE, END), &options);
        }
    }
    check(&mut kept, MAIN, files(BASE, END), &options);
}

#[test]
fn an_edit_of_an_included_file_gives_what_a_new_load_gives() {
    for trees in [None, Some(TreeCache::new())] {
        check_edits_of_files(trees);
    }
}

fn check_edits_of_files(trees: Option<TreeCache>) {
    let mut kept = IncrementalLoad::default();
    let options = LoadOptions { trees, ..options(CompileMode::Auto) };
    check(&mut kept, MAIN, files(BASE, END), &options);
    let long = format!("{BASE}// {}\ndef After : Base<7>;\n", "x".repeat(20_000));
    let broken = BASE.replace("int Size", "intt Size");
    for (base, end) in [
        (BASE, "def End : Base<2>;\n"),
        (BASE, END),
        (&long, END),
        (&long, ""),
        (&*broken, END),
        (BASE, "include \"base.td\"\n"),
        (BASE, "def End : Base<3>;\n#ifdef M\n#endif\n"),
        (BASE, "if 1 then def End : Base<3>;\n"),
        (BASE, "if 1 then def End : Base<3>;\nelse def Other;\n"),
        (BASE, "#define M\n#ifdef M\ndef WithMacro;\n#endif\n"),
        (BASE, END),
    ] {
        check(&mut kept, MAIN, files(base, end), &options);
    }
}

#[test]
fn what_comes_before_an_edit_is_not_evaluated_again() {
    let text = |last: i32| {
        let records: String = (0..300).map(|n| format!("def r{n} {{ int N = {n}; }}\n")).collect();
        format!(
            "let A = 1 in {{\n{}}}\ndef last {{ int N = {last}; }}\n",
            records.replace("{", "{ int A = 0; ")
        )
    };
    let (mut kept, options) = (IncrementalLoad::default(), options(CompileMode::Auto));
    let load = |kept: &mut IncrementalLoad, text: &str| check(kept, text, files("", ""), &options);
    assert_eq!(load(&mut kept, &text(1)), 303);
    assert!(load(&mut kept, &text(2)) <= 9);
    assert!(load(&mut kept, &(text(2) + "\n// the end\n")) <= 9);
    // In the middle of a `let`.
    let count = load(&mut kept, &text(2).replace("N = 150;", "N = 1500;"));
    assert!((150..165).contains(&count), "{count}");
    assert_eq!(load(&mut kept, &format!(" {}", text(2))), 303);
}

#[test]
fn a_store_that_is_still_read_stays_as_it_is() {
    let mut kept = IncrementalLoad::default();
    let options = options(CompileMode::Auto);
    let mut load = |text: &str| kept.load("a.td".into(), text.into(), &mut files("", ""), &options);
    let first = load("def a { int N = 1; }\n");
    let second = load("def a { int N = 2; }\n");
    let number = |reloaded: &Reloaded| reloaded.loaded.store.get("a").map(|a| a.int("N"));
    assert_eq!((number(&first), number(&second)), (Some(Ok(1)), Some(Ok(2))));
}

#[test]
fn versions_take_turns_while_their_records_are_read() {
    let (mut kept, options) = (IncrementalLoad::default(), options(CompileMode::Auto));
    let text_of = |loaded: &Loaded| described(&loaded.store, &loaded.diagnostics);
    for readers in [1, 3, 0, 2, 1] {
        let mut read = VecDeque::new();
        for line in MAIN.lines() {
            let changed = line.replacen(|c: char| c.is_ascii_digit(), "3", 1);
            for edited in [&*changed, "", "def Wrong", line] {
                let main = MAIN.replacen(line, edited, 1);
                let loaded = checked(&mut kept, &main, files(BASE, END), &options).loaded;
                let text = text_of(&loaded);
                read.push_back((loaded, text));
                if read.len() > readers {
                    let ended = read.pop_front();
                    assert!(ended.is_some_and(|(loaded, text)| text_of(&loaded) == text));
                }
            }
        }
    }
}

#[test]
fn an_edit_does_not_copy_records_that_are_read_but_once() {
    let (mut kept, options) = (IncrementalLoad::default(), options(CompileMode::Auto));
    let mut stores: Vec<Arc<RecordStore>> = Vec::new();
    for number in 0..6 {
        let main = format!("{MAIN}def last {{ int N = {number}; }}\n");
        let store = checked(&mut kept, &main, files(BASE, END), &options).loaded.store;
        // As in a server: who reads the last records lets go of those before.
        stores.push(store);
        if stores.len() > 1 {
            stores.remove(0);
        }
        let versions = [&kept.versions.earlier, &kept.versions.latest];
        assert_eq!(versions.into_iter().flatten().count(), 2.min(number + 1));
        let is_read = |version: &Option<Version>| {
            version.as_ref().map(|version| version.evaluation.is_read())
        };
        assert_eq!(versions.map(is_read), [(number > 0).then_some(false), Some(true)]);
    }
}

#[test]
fn a_release_that_an_edit_changes_holds_from_the_start() {
    let mark = "class IntrinsicProperty<bit is_default = false> { bit IsDefault = is_default; }\n\
                class AttrIndex<int idx> { int Index = idx; }\n";
    let early = "class Early<int n> { int And = !and(n, 1); }\ndef early : Early<0>;\n";
    let rest = "def NoSync { int N = 1; }\n";
    let mut kept = IncrementalLoad::default();
    let options = options(CompileMode::Auto);
    for text in [
        format!("{early}{mark}{rest}"),
        format!("{early}{rest}"),
        format!("{early}{mark}{rest}"),
        format!("{early}{mark}{rest}def b;\n"),
        format!("{rest}{mark}"),
    ] {
        let mut none = files("", "");
        let plain = load("main.td".into(), text.clone(), &mut none, &options);
        let again = kept.load("main.td".into(), text.clone(), &mut none, &options).loaded;
        assert_eq!(again.store.release(), plain.store.release(), "{text}");
        assert_eq!(
            described(&again.store, &again.diagnostics),
            described(&plain.store, &plain.diagnostics)
        );
    }
}

#[test]
fn loading_that_was_stopped_goes_on() {
    let (mut kept, monitor) = (IncrementalLoad::default(), LoadMonitor::new());
    let text = "def a;\ndef b;\n";
    monitor.stop();
    let stopped = LoadOptions { monitor: Some(monitor), ..options(CompileMode::Auto) };
    let loaded = kept.load("main.td".into(), text.into(), &mut files("", ""), &stopped).loaded;
    assert_eq!((loaded.diagnostics.error_count(), loaded.is_complete), (1, false));
    assert_eq!(check(&mut kept, text, files("", ""), &options(CompileMode::Auto)), 2);
}

/// Loads an input, and returns what was reported early, at the end, and how many statements were evaluated. With
/// `stops`, loading is stopped when something is reported early.
fn observed(
    kept: &mut IncrementalLoad,
    text: &str,
    stops: bool,
) -> (Option<String>, String, usize) {
    let shown = |store: &RecordStore, diagnostics: &Diagnostics| {
        diagnostics.iter().map(|it| shown_diagnostic(store, it)).collect::<String>()
    };
    let (sender, early) = mpsc::channel();
    let itself = Arc::new(OnceLock::<LoadMonitor>::new());
    let of_observer = Arc::clone(&itself);
    let monitor = LoadMonitor::with_observer(move |early| {
        sender.send(shown(&early.store, &early.diagnostics)).expect("the test waits for it");
        if let Some(monitor) = of_observer.get().filter(|_| stops) {
            monitor.stop();
        }
    });
    _ = itself.set(monitor.clone());
    let options = LoadOptions { monitor: Some(monitor), ..options(CompileMode::Auto) };
    let Reloaded { loaded, evaluated_statements } =
        kept.load("a.td".into(), text.into(), &mut files("", ""), &options);
    let early: Vec<String> = early.try_iter().collect();
    assert!(early.len() < 2, "{early:?}");
    let at_end = shown(&loaded.store, &loaded.diagnostics);
    (early.into_iter().next(), at_end, evaluated_statements)
}

#[test]
fn what_an_edited_statement_causes_is_reported_before_what_comes_after_it_is_evaluated() {
    let records: String = (0..100).map(|n| format!("def r{n} {{ int N = {n}; }}\n")).collect();
    let text = |edited: &str| {
        let (before, after) = records.split_at(records.len() / 2);
        let start = before.rfind("def").unwrap_or_default();
        let (before, rest) = before.split_at(start);
        format!(
            "def first : Nothing;\n{before}{edited}\n{rest}{after}assert !lt(Width, 5), \"wide\";\n\
             def last : Nothing;\n"
        )
    };
    let mut kept = IncrementalLoad::default();
    let (early, before, statements) = observed(&mut kept, &text("defvar Width = 4;"), false);
    assert_eq!((early, statements), (None, 104));
    // A line more, an error of its own, and one less later.
    let edited = text("defvar Width = 4;\ndef x : Missing;");
    let (early, at_end, _) = observed(&mut kept, &edited, false);
    assert_eq!(early.as_deref(), Some(&*at_end));
    assert_eq!((before.matches("Nothing").count(), at_end.matches("Nothing").count()), (2, 2));
    // What changes later is not there yet.
    let (early, at_end, _) = observed(&mut kept, &text("defvar Width = 5;"), false);
    assert_eq!(early.as_deref(), Some(&*before));
    assert!(at_end.contains("wide") && !at_end.contains("Missing"), "{at_end}");
}

#[test]
fn a_newer_edit_stops_the_evaluation_of_what_comes_after_an_edit() {
    let text = |edited: &str| {
        let records: String = (0..100).map(|n| format!("def r{n} {{ int N = {n}; }}\n")).collect();
        format!("{edited}\n{records}def last : Nothing;\n")
    };
    let mut kept = IncrementalLoad::default();
    let (_, before, _) = observed(&mut kept, &text("def a;"), false);
    let (early, at_end, statements) = observed(&mut kept, &text("def b : Missing;"), true);
    let early = early.expect("there are statements after it");
    assert!(early.contains("Missing") && early.contains("Nothing"), "{early}");
    assert!(at_end.contains("loading was stopped") && statements < 4, "{at_end} {statements}");
    // What was reported at the end is still there for the next edit.
    let (early, at_end, statements) = observed(&mut kept, &text("def c;"), false);
    assert_eq!((early.as_deref(), &at_end), (Some(&*before), &before));
    assert_eq!(statements, 102);
}

#[test]
fn an_edit_without_statements_after_it_is_reported_at_the_end() {
    let mut kept = IncrementalLoad::default();
    for text in ["def a;\ndef b;\n", "def a;\ndef b : Nothing;\n", ""] {
        assert_eq!(observed(&mut kept, text, false).0, None);
    }
}

#[test]
fn syntax_errors_leave_the_evaluation_as_it_was() {
    let mut kept = IncrementalLoad::default();
    let options = options(CompileMode::Auto);
    let before: String = (0..50).map(|n| format!("def r{n} {{ int N = {n}; }}\n")).collect();
    let mut load = |text: &str| {
        let Reloaded { loaded, evaluated_statements } =
            kept.load("a.td".into(), text.into(), &mut files("", ""), &options);
        let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.message.clone()).collect();
        (messages, evaluated_statements, loaded.store.record_count())
    };
    let whole = format!("def bad : Nothing;\n{before}def last;\n");
    let unknown = "Couldn't find class 'Nothing'".to_owned();
    assert_eq!(load(&whole), (vec![unknown.clone()], 52, 52));
    let (messages, evaluated, records) = load(&whole.replace("last;", "last"));
    assert_eq!((&messages[0], messages.len(), evaluated, records), (&unknown, 2, 0, 0));
    let (messages, evaluated, records) = load(&whole);
    assert!(messages == [unknown] && evaluated < 9 && records == 52, "{evaluated} {records}");
}
