//! `tablewright dialect`.

use expect_test::expect;
use serde_json::Value;
use tablewright_test_support::gbnf::Gbnf;
use tablewright_test_support::json_schema::Schema;

use crate::{Dir, Ran, program};

const SUPPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/support");

/// Runs the command over the example dialect, whose operations are in an included file.
fn dialect(args: &[&str]) -> Ran {
    let dir = Dir::with("include \"mlir-toy-ops.inc\"\n");
    let mut command = dir.command(program());
    command.args(["dialect", "a.td", "-I", SUPPORT]).args(args);
    let mut ran = Ran::from_output(command.output().unwrap());
    // The description lies in another directory on each machine.
    ran.out = ran.out.replace(&format!("{SUPPORT}/"), "");
    ran
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&dialect(&[&["--format", "json"], args].concat()).ok()).unwrap()
}

#[test]
fn text_lists_what_a_dialect_defines() {
    expect![[r#"
        dialect toy: things to play with
          ::toy::Toy, defined at mlir-op.inc:67:5

        operations (2), with %operand #attribute $property ^successor {region}; ? may be missing, ... any number
          NAME      SIGNATURE                                        SUMMARY
          toy.add   (%lhs, %rhs, #label?) -> %sum                    adds
          toy.play  (%toys..., #name, $times) {body} ^next -> %toy?
    "#]].assert_eq(&dialect(&[]).ok());
}

#[test]
fn text_says_everything_about_an_operation() {
    expect![[r#"
        toy.play
          (%toys..., #name, $times) {body} ^next -> %toy?
          ::toy::PlayOp, definition Toy_PlayOp
          defined at mlir-toy-ops.inc:13:5
          made of Op
          written as C++ says
          operands
            %toys...: variadic of anything (Any)
          attributes
            #name: text (Text), ::toy::TextAttr
          properties
            $times: count (Count), int
          results
            %toy?: anything (Any)
          regions
            body: one block (OneBlock)
          successors
            next: one block (OneBlock)
          traits
            Sized
          builders
            (int n, bool fast = true)
          in C++: canonicalizer
    "#]]
    .assert_eq(&dialect(&["--op", "play"]).ok());
}

#[test]
fn markdown_is_a_page_or_the_section_of_an_operation() {
    let page = dialect(&["--format", "markdown"]).ok();
    assert!(page.starts_with("\n# 'toy' Dialect\n"), "{page}");
    let section = dialect(&["--format", "markdown", "--op", "toy.add"]).ok();
    assert!(section.starts_with("\n### `toy.add` (::toy::AddOp)\n"), "{section}");
    assert!(page.contains(&section) && !section.contains("toy.play"), "{section}");
}

#[test]
fn json_is_as_the_schema_says() {
    let schema = Schema::from_text(&dialect_schema());
    let whole = json(&[]);
    assert_eq!(schema.mismatch(&whole), None);
    let operations = &whole["dialects"][0]["operations"];
    assert_eq!(
        (&operations[0]["name"], &operations[1]["name"]),
        (&"toy.add".into(), &"toy.play".into())
    );
    let play = &operations[1];
    assert_eq!(play["operands"][0]["kind"], "variadic");
    assert_eq!(play["results"][0]["kind"], "optional");
    assert_eq!(play["syntax"]["kind"], "custom");
    let one = json(&["--op", "toy.add"]);
    assert_eq!(one["dialects"][0]["operations"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["dialects"][0]["operations"][0], operations[0]);
}

#[test]
fn the_schema_finds_what_is_wrong() {
    let schema = Schema::from_text(&dialect_schema());
    let mut whole = json(&[]);
    whole["dialects"][0]["operations"][0]["summary"] = 1.into();
    let problem = schema.mismatch(&whole);
    assert_eq!(problem.as_deref(), Some(".dialects[0].operations[0].summary: no \"string\""));
}

/// What `--schema` prints.
fn dialect_schema() -> String {
    Dir::new().run("dialect --schema").ok()
}

#[test]
fn an_unknown_name_is_an_error_with_the_name_that_was_meant() {
    let error = dialect(&["--dialect", "tois"]).failed();
    assert!(error.contains("unknown dialect 'tois'"), "{error}");
    let error = dialect(&["--op", "toy.ad"]).failed();
    assert!(error.contains("unknown operation 'toy.ad'"), "{error}");
    assert!(error.contains("did you mean 'toy.add'?"), "{error}");
    let error = Dir::with("def a;").run("dialect a.td").failed();
    assert!(error.contains("defines no dialect, no enum and no interface of MLIR"), "{error}");
}

#[test]
fn enums_of_no_dialect_are_described() {
    let dir = Dir::with(
        "include \"mlir.inc\"\n\
         def Color : EnumInfo<\"Color\", \"a color\", [EnumCase<\"Red\", 1, \"red\">, EnumCase<\"Blue\", 2>]>;\n",
    );
    expect![[r#"
        enums of no dialect (1)
          NAME   CASES       SUMMARY
          Color  red | Blue  a color
    "#]]
    .assert_eq(&dir.run(&format!("dialect a.td -I {SUPPORT}")).ok());
    let json = dir.run(&format!("dialect a.td -I {SUPPORT} --format json")).ok();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(Schema::from_text(&dialect_schema()).mismatch(&json), None);
    assert_eq!(json["enums"][0]["cases"][1]["value"], 2);
}

#[test]
fn an_operation_is_explained_by_its_name() {
    let dir = Dir::with("include \"mlir-toy-ops.inc\"\n");
    let explain = |what: &str| dir.run(&format!("explain a.td {what} -I {SUPPORT}")).ok();
    assert_eq!(explain("toy.add.hasFolder"), explain("Toy_AddOp.hasFolder"));
    assert_eq!(explain("toy.play"), explain("Toy_PlayOp"));
}

#[test]
fn diff_says_what_changed_of_operations() {
    let dir = Dir::new();
    let include = "include \"mlir-op.inc\"\n";
    let old =
        "def AddOp : Op<Toy, \"add\"> { let arguments = (ins Int:$a); let results = (outs Int:$r);
        let assemblyFormat = \"$a attr-dict\"; }\ndef OldOp : Op<Toy, \"old\">;\n";
    let new = "class Binary<string n> : Op<Toy, n, [Structural]> {
        let arguments = (ins Int:$a, Variadic<Int>:$b); let results = (outs Int:$r); }
        def AddOp : Binary<\"add\"> { let assemblyFormat = \"$a `,` $b attr-dict\"; }\n";
    dir.write("old.td", format!("{include}{old}"));
    dir.write("new.td", format!("{include}{new}"));
    let text = dir.run(&format!("diff old.td new.td -I {SUPPORT}")).ok();
    let (dialects, _) = text.split_once("\nrecords: ").expect("records changed, too");
    expect![[r#"
        operations: 1 removed, 1 changed
          - toy.old
          ~ format: $a attr-dict -> $a `,` $b attr-dict
              toy.add
          ~ operands: +b: variadic Int
              toy.add
          ~ traits: +Structural
              toy.add
    "#]]
    .assert_eq(dialects);
    let json = dir.run(&format!("diff old.td new.td -I {SUPPORT} -f json")).ok();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["dialects"][0]["list"], "operations");
    assert_eq!(json["dialects"][0]["removed"][0], "toy.old");
}

#[test]
fn a_format_that_cannot_be_read_is_a_lint() {
    let dir = Dir::with(
        "include \"mlir-op.inc\"\ndef AddOp : Op<Toy, \"add\"> { let assemblyFormat = \"$a attr-dict\"; }\n",
    );
    let found = dir.run(&format!("lint a.td -I {SUPPORT} -f json"));
    let json: Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!(json["findings"][0]["lint"], "unreadable-format", "{json}");
}

/// Runs the command over a dialect of complex numbers.
fn cmath(args: &[&str]) -> Ran {
    let dir = Dir::with("include \"mlir-cmath.inc\"\n");
    let mut command = dir.command(program());
    command.args(["dialect", "a.td", "-I", SUPPORT, "--dialect", "cmath"]).args(args);
    Ran::from_output(command.output().unwrap())
}

#[test]
fn a_grammar_has_rules_for_all_dialects_and_notes_for_cpp() {
    let ran = cmath(&["--format", "grammar"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let grammar = Gbnf::new(&ran.out).expect("it is a grammar");
    assert!(grammar.accepts("%z = \"cmath.mul\"(%x) {a = !cmath.complex<f32, 3>} : (i1) -> i1"));
    assert!(!grammar.accepts("%z = cmath.mul %x, %y : !cmath.complex<f32, 3>"));
    let note =
        "note: C++ reads the attribute or type: any text with balanced brackets: cmath.norm\n";
    assert!(ran.err.ends_with(note), "{}", ran.err);
}

#[test]
fn irdl_has_what_it_cannot_say_as_notes() {
    let ran = cmath(&["--format", "irdl", "--op", "norm"]);
    assert!(
        ran.err.contains("note: an attribute that may be missing is left out: cmath.norm"),
        "{}",
        ran.err
    );
    assert!(ran.out.starts_with("irdl.dialect @cmath {\n  irdl.type @complex {\n"), "{}", ran.out);
    assert!(ran.out.contains("  irdl.operation @norm {\n"), "{}", ran.out);
    assert!(!ran.out.contains("@mul"), "{}", ran.out);
}

#[test]
fn wrappers_in_rust_are_a_module() {
    let text = cmath(&["--format", "rust"]).out;
    assert!(text.contains("\npub mod cmath {\n"), "{text}");
    assert!(text.contains("    pub fn mul<'c, 'a>(\n"), "{text}");
}

#[test]
fn stubs_of_python_are_those_of_one_dialect() {
    let text = cmath(&["--format", "python"]).ok();
    assert!(text.contains("\nclass MulOp(_ods_ir.OpView):\n"), "{text}");
    let error = cmath(&["--format", "python", "--dialect", "*"]).failed();
    assert!(error.contains("stubs of Python are a file for each dialect"), "{error}");
}
