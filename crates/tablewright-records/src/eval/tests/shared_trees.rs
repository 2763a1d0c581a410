//! Inputs that share the trees of the files they include are read as if they did not.

use tablewright_syntax::{FileProvider, IncludedFile, TreeCache};

use crate::load::load;
use crate::loaded::Loaded;
use crate::options::LoadOptions;
use crate::test_support::shown_diagnostic;

struct Files<'f>(&'f [(&'f str, &'f str)]);

impl FileProvider for Files<'_> {
    fn include(&mut self, path: &str) -> Option<IncludedFile> {
        let &(name, text) = self.0.iter().find(|(name, _)| *name == path)?;
        Some(IncludedFile { name: format!("dir/{name}"), text: text.to_owned() })
    }
}

/// All that reading gives, as text.
fn described(loaded: &Loaded) -> String {
    let Loaded { store, diagnostics, dependencies, is_complete } = loaded;
    let mut out = format!("{dependencies:?} {is_complete}\n");
    for diagnostic in diagnostics {
        let at = diagnostic.pos().map(|pos| store.sources().line_column(pos));
        out += &format!("{at:?} {}", shown_diagnostic(store, diagnostic));
    }
    for file in store.sources().files() {
        out += &format!("{} {:?}\n", file.name, file.included_from);
    }
    for record in store.records() {
        out += &format!("{} {:?}", record.name(), record.positions());
        for field in record.fields() {
            out.push(' ');
            store.write_field(&mut out, &field);
        }
        out.push('\n');
    }
    for macro_use in store.trace().iter().flat_map(|trace| trace.names().uses()) {
        out += &format!("{:?} {:?}\n", macro_use.span, macro_use.kind);
    }
    out
}

/// Reads each text with the files four times with one cache, and compares with reading it without. `valid` is how many
/// of the texts have no error.
#[track_caller]
fn check(valid: usize, texts: &[&str], files: &[(&str, &str)]) {
    let is_valid = |text: &&&str| {
        let main = (**text).to_owned();
        load("main.td".into(), main, &mut Files(files), &LoadOptions::default()).is_complete
    };
    assert_eq!(texts.iter().filter(is_valid).count(), valid);
    let trees = TreeCache::new();
    for round in 0..4 {
        for text in texts {
            for trace in [false, true] {
                let read = |trees: Option<TreeCache>| {
                    let options = LoadOptions { trees, trace, ..LoadOptions::default() };
                    let loaded =
                        load("main.td".into(), (*text).into(), &mut Files(files), &options);
                    described(&loaded)
                };
                assert_eq!(read(Some(trees.clone())), read(None), "round {round} of {text}");
            }
        }
    }
}

const BASE: &str = "class Base<int n, string s = \"a string that is long enough to stay in the file that it is in\"> {\n\
                    int N = n; string S = s; bits<2> M = 2; bits<4> B = {1, 0, M{1-0}}; }\n";

#[test]
fn files_are_included_by_several_inputs() {
    let guarded = format!("#ifndef BASE\n#define BASE\n{BASE}#endif\n");
    let files = [
        ("base.td", guarded.as_str()),
        ("a.td", "include \"base.td\"\ndef a : Base<1>;\n#ifdef X\ndef x : Base<9>;\n#endif\n"),
        (
            "b.td",
            "// B\ninclude \"base.td\"\ninclude \"a.td\"\nforeach i = 0...200 in def b#i : Base<i>;\n",
        ),
        ("empty.td", "// Nothing.\n"),
    ];
    check(
        4,
        &[
            "include \"b.td\"\ndef main : Base<3>;\n",
            "def first; class Base2; include \"a.td\" def main : Base<4> { int M = Base<5>.N; }",
            "#define X\ninclude \"empty.td\"\ninclude \"b.td\"\ninclude \"empty.td\"\n",
            "include \"base.td\"\nlet N = 7 in {\ninclude \"a.td\"\n}\ndef z : Base<1>;\ninclude \"empty.td\"",
        ],
        &files,
    );
}

#[test]
fn trees_are_used_after_an_error_of_syntax() {
    let files = [
        ("base.td", BASE),
        ("a.td", "include \"base.td\"\n#ifdef X\nclass A<int n>;\n#endif\ndef a : Base<1>;\n"),
        ("wrong.td", "def x : Base<1>;\ndef y : Base<> { int = 1; }\ndef z : Base<1>;\n"),
        ("bad token.td", "def x : Base<1>;\n?\n"),
    ];
    check(
        2,
        &[
            "include \"a.td\"\ndef b : Base<1>;",
            "#define X\ninclude \"a.td\"\ndef b : Base<1>;",
            "def b : No;\ndef 7 8;\ninclude \"a.td\"\ndef c : Base<3>",
            "def 7 8;\ninclude \"a.td\"\ndef c { int N = 1 }\ndef d : Base<4>;",
            "def b : No;\n#endif\ninclude \"a.td\"\ndef c : Base<3>;\ndef d { int N = 1 }",
            "include \"base.td\"\ninclude \"wrong.td\"\ninclude \"a.td\" ;\ninclude \"wrong.td\"",
            "include \"base.td\"\ninclude \"bad token.td\"\ninclude \"a.td\"\nlet N = 2 in\ninclude \"a.td\"",
        ],
        &files,
    );
}

#[test]
fn statements_may_go_on_in_another_file() {
    let files = [
        ("base.td", BASE),
        ("args.inc", "1, \"x\""),
        ("fields.inc", "int F = 1;\nint G = 2;"),
        ("opens.td", "let N = 5 in {\ndef in_let : Base<1>;"),
        ("closes.td", "def also : Base<2>; }\ndef after : Base<3>;"),
        ("half.td", "def whole : Base<1>;\ndef half : "),
        ("else.td", "else def no : Base<2>;"),
        (
            "more.td",
            "include \"base.td\"\ndef m : Base<\ninclude \"args.inc\"\n>;\ndef n : Base<2>;",
        ),
    ];
    check(
        6,
        &[
            "include \"base.td\"\ndef x : Base<include \"args.inc\">;\ndef y { include \"fields.inc\" }",
            "include \"base.td\"\ninclude \"opens.td\"\ninclude \"closes.td\"\ndef z : Base<4>;",
            "include \"base.td\"\ninclude \"half.td\" Base<6>;\ndef z : Base<4>;",
            "include \"more.td\"\ninclude \"half.td\" Base<6>;\ndef q : Base<4>;",
            "include \"base.td\"\nif 1 then def yes : Base<1>; include \"else.td\"\ndef q : Base<4>;",
            "include \"base.td\"\ndefvar v = {1, 0} include \"end.td\"\ndef q : Base<4>;",
        ],
        &[&files[..], &[("end.td", ";")]].concat(),
    );
}

/// `else` may follow the `if` at the end of a file, and `;` after a body there is an error.
#[test]
fn what_follows_a_file_may_belong_to_its_last_statement() {
    let files = [
        ("base.td", BASE),
        ("if.td", "include \"base.td\"\nif 0 then { def yes : Base<1>; }\n"),
        ("loop.td", "foreach i = [0, 1] in if i then def yes#i;"),
        ("body.td", "include \"base.td\"\nclass Body { int N = 1; }\n"),
        ("outer.td", "include \"body.td\"\n#define AFTER\ninclude \"empty.td\"\n"),
        ("both.td", "multiclass Two { def A; }\ninclude \"empty.td\"\n"),
        ("semicolon.td", "// Not right.\n; def late;"),
        ("empty.td", "// Nothing.\n"),
        ("defs.td", "def d0;\nclass D;"),
    ];
    check(
        4,
        &[
            "include \"if.td\"\nelse def no : Base<2>;\ndef last;",
            "include \"if.td\"\ndef last;",
            "include \"loop.td\"\nelse def no#i;\ndef last;",
            "include \"body.td\"\n; def last;",
            "include \"outer.td\"\ninclude \"semicolon.td\"\ndef last : Nothing;",
            "include \"both.td\"\n;\ndef last;",
            "class A { int N = Nothing; } include \"semicolon.td\"",
            "class A { int N = 1; }\ninclude \"empty.td\"\ninclude \"semicolon.td\"",
            "class A { int N = 1; }\ninclude \"defs.td\"\ninclude \"semicolon.td\"",
            "include \"outer.td\"\ninclude \"defs.td\"\ndef last;",
        ],
        &files,
    );
}

/// Nothing of a file is read whose guard is defined, and its conditions are uses of macros only where it was.
#[test]
fn guarded_files_are_left_out() {
    let guarded =
        format!("#ifndef BASE\n#define BASE\n#ifdef OTHER\n#endif\n{BASE}#endif // BASE\n");
    let files = [
        ("base.td", guarded.as_str()),
        ("a.td", "#ifndef A\n#define A\ninclude \"base.td\"\ndef a : Base<1>;\n#endif\n"),
        ("b.td", "include \"base.td\"\ninclude \"a.td\"\ndef b : Base<2>;\ninclude \"a.td\"\n"),
        ("class.td", BASE),
    ];
    check(
        5,
        &[
            "include \"b.td\"\ninclude \"a.td\"\ndef main : Base<3>;\n",
            "include \"base.td\"\ninclude \"b.td\"\ndef main : Base<3>;\n",
            "#define BASE\ninclude \"class.td\"\ninclude \"a.td\"\ninclude \"base.td\"\n",
            "#define BASE\ninclude \"class.td\"\ninclude \"base.td\"\ninclude \"b.td\"\n",
            "#define A\ninclude \"a.td\"\ninclude \"b.td\"\n",
        ],
        &files,
    );
}

#[test]
fn errors_and_warnings_stay() {
    let files = [
        ("base.td", BASE),
        ("wrong.td", "include \"base.td\"\ndef a : Base<1>\ndef b : Base<1>;"),
        ("unknown.td", "include \"base.td\"\ndef c : Nothing;\ndef d : Base<\"x\">;"),
        ("twice.td", "#define M\n#define M\ndef e;"),
        ("missing.td", "include \"none.td\"\ndef f;"),
        ("cycle.td", "include \"cycle.td\""),
        ("open.td", "#ifdef M\ndef g;"),
    ];
    check(
        1,
        &[
            "include \"wrong.td\"\ninclude \"base.td\"",
            "include \"unknown.td\"\ndef main : Base<1>;",
            "include \"twice.td\"\nclass C<int unused>;",
            "include \"missing.td\"",
            "include \"cycle.td\"",
            "include \"open.td\"\ninclude \"base.td\"\ninclude \"base.td\"",
            "let N = 1 in {\ninclude \"base.td\"\ndef x : Base<1>;",
        ],
        &files,
    );
}

#[test]
fn a_file_that_changed_is_read_again() {
    let options = LoadOptions { trees: Some(TreeCache::new()), ..LoadOptions::default() };
    for n in [1, 1, 1, 2, 2, 3] {
        let (outer, inner) =
            ("include \"inner.td\"\ndef d : C;", format!("class C {{ int N = {n}; }}"));
        let files = [("outer.td", outer), ("inner.td", inner.as_str())];
        let text = "include \"outer.td\"";
        let loaded = load("main.td".into(), text.into(), &mut Files(&files), &options);
        assert_eq!(loaded.store.get("d").map(|d| d.int("N")), Some(Ok(n)));
    }
}
