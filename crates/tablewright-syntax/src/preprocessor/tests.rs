//! Tests of the preprocessor: the text that the parser receives.

use expect_test::{Expect, expect};

use crate::parser::tests::run;

fn check_with(text: &str, files: &[(&str, &str)], macros: &[&str], expected: Expect) {
    let outcome = run(text, files, macros);
    let names = outcome.dependencies.join(" ");
    let rest = if names.is_empty() { names } else { format!("files: {names}\n") };
    expected.assert_eq(&format!("{}{}{rest}", outcome.messages, outcome.tree));
}

fn check(text: &str, expected: Expect) {
    check_with(text, &[], &[], expected);
}

#[test]
fn conditions() {
    let text = "#ifdef A\ndef a;\n#else\ndef b;\n#endif\n#ifndef A\ndef c;\n#endif\n";
    check(
        text,
        expect![[r#"
        (def b : {})
        (def c : {})
    "#]],
    );
    check_with(
        text,
        &[],
        &["A"],
        expect![[r#"
        (def a : {})
    "#]],
    );
    check(
        "#define A // x\n#ifdef A /* y */\ndef a;\n#endif",
        expect![[r#"
        (def a : {})
    "#]],
    );
    check(
        "#define A\n#define A\n",
        expect![[r#"
        2:9: warning: Duplicate definition of macro: A
    "#]],
    );
    // What is skipped need not be made of tokens, and defines nothing.
    check(
        "#ifdef A\n\"'[{ @\n#define B\n#ifdef B\n#else\n#endif\n#endif\n#ifdef B\nx\n#endif\n",
        expect![],
    );
}

#[test]
fn directives_start_lines() {
    check(
        "/* c */ #define A\n#ifdef A\ndef a;\n#endif\n",
        expect![[r#"
        (def a : {})
    "#]],
    );
    check(
        "def a#define;\ndef b\n#else;\n",
        expect![[r#"
        3:2: error: Unknown or reserved token when parsing a value
        (def (# a define) : {})
    "#]],
    );
    check(
        "def a; #ifdef A\n",
        expect![[r#"
        1:8: error: Unexpected token at top level
        (def a : {})
    "#]],
    );
    check(
        "#ifdef A\n/* #endif\n*/ #endif\ndef b;",
        expect![[r#"
        (def b : {})
    "#]],
    );
    check(
        "#ifdef A\nx #endif\n// #endif\n#endif\ndef b;",
        expect![[r#"
        (def b : {})
    "#]],
    );
}

#[test]
fn malformed_directives() {
    check(
        "#endif\n",
        expect![[r#"
        1:2: error: #endif without #ifdef
    "#]],
    );
    check(
        "  #else\n",
        expect![[r#"
        1:4: error: #else without #ifdef or #ifndef
    "#]],
    );
    check(
        "#ifdef A\n",
        expect![[r#"
        2:1: error: Reached EOF without matching #endif
        1:8: error: The latest preprocessor control is here
    "#]],
    );
    check(
        "#ifdef A\n#else\n",
        expect![[r#"
        3:1: error: Reached EOF without matching #endif
        2:2: error: The latest preprocessor control is here
    "#]],
    );
    check(
        "#ifdef A\n#else\n#else\n#endif\n",
        expect![[r#"
        3:2: error: double #else
        2:2: error: Previous #else is here
    "#]],
    );
    check(
        "#ifdef 5\n#endif\n",
        expect![[r#"
        1:8: error: Expected macro name after #ifdef
    "#]],
    );
    check(
        "#ifdef A B\n#endif\n",
        expect![[r#"
        1:10: error: Only comments are supported after #ifdef NAME
    "#]],
    );
    check(
        "#define\n#define 5\n#define A B\n",
        expect![[r#"
        1:8: error: Expected macro name after #define
        2:9: error: Expected macro name after #define
        3:11: error: Only comments are supported after #define NAME
    "#]],
    );
    check(
        "#ifdef A\n#else x\n#endif y\n",
        expect![[r#"
        2:7: error: Only comments are supported after #else
        3:8: error: Only comments are supported after #endif
    "#]],
    );
    check(
        "#ifdef A /* c",
        expect![[r#"
        1:10: error: Unterminated comment!
        1:14: error: Reached EOF without matching #endif
        1:8: error: The latest preprocessor control is here
    "#]],
    );
    check(
        "#ifdef A\n /* c",
        expect![[r#"
        2:2: error: Unterminated comment!
        2:6: error: Reached EOF without matching #endif
        1:8: error: The latest preprocessor control is here
    "#]],
    );
}

#[test]
fn includes() {
    let files = [("a", "def a;\ninclude \"b\"\n"), ("b", "def b;\n")];
    check_with(
        "include \"a\" def c; include \"b\"",
        &files,
        &[],
        expect![[r#"
        (def a : {})
        (def b : {})
        (def c : {})
        (def b : {})
        files: dir/a dir/b
    "#]],
    );
    // The text of a file stands where the directive stood, also inside of a statement.
    check_with(
        "class A {\n  include \"f\"\n  int c;\n}",
        &[("f", "int b;")],
        &[],
        expect![[r#"
        (class A : {(int b) (int c)})
        files: dir/f
    "#]],
    );
    check_with(
        "include \"m\"\n#ifdef M\ndef a;\n#endif",
        &[("m", "#define M\n")],
        &[],
        expect![[r#"
        (def a : {})
        files: dir/m
    "#]],
    );
    check(
        "include \"no\"\ndef a;\n",
        expect![[r#"
        1:9: error: Could not find include file 'no'
        (def a : {})
    "#]],
    );
    check(
        "include x\ndef a;\ninclude",
        expect![[r#"
        1:9: error: Expected filename after include
        3:8: error: Expected filename after include
        (def a : {})
    "#]],
    );
    check(
        "include \"x\n def a;",
        expect![[r#"
        1:10: error: End of line in string literal
        (def a : {})
    "#]],
    );
}

#[test]
fn conditions_end_in_their_file() {
    check_with(
        "include \"o\"\ndef a;\n",
        &[("o", "#ifndef A\n")],
        &[],
        expect![[r#"
        dir/o:2:1: error: Reached EOF without matching #endif
        dir/o:1:9: error: The latest preprocessor control is here
        (def a : {})
        files: dir/o
    "#]],
    );
    check_with(
        "#ifndef A\ninclude \"c\"\n#endif\n",
        &[("c", "#endif\n")],
        &[],
        expect![[r#"
        dir/c:1:2: error: #endif without #ifdef
        files: dir/c
    "#]],
    );
}

#[test]
fn endless_inclusion_ends() {
    check_with(
        "include \"s\"",
        &[("s", "include \"s\" include \"s\"")],
        &[],
        expect![[r#"
            dir/s:1:9: error: The file 'dir/s' includes itself
            note: it would be read without end; #ifndef and #define protect a file from that
            files: dir/s
        "#]],
    );
    check_with(
        "include \"a\"",
        &[("a", "include \"b\""), ("b", "\ninclude \"a\"")],
        &[],
        expect![[r#"
            dir/b:2:9: error: The file 'dir/a' includes itself
            dir/a:1:9: note: 'dir/a' includes 'dir/b'
            dir/b:2:9: note: 'dir/b' includes 'dir/a'
            note: it would be read without end; #ifndef and #define protect a file from that
            files: dir/a dir/b
        "#]],
    );
}

#[test]
fn errors_in_included_files_show_the_way() {
    let files = [("a", "\n include \"b\""), ("b", "\tdef x\ty;")];
    let outcome = run("include \"a\"", &files, &[]);
    expect![[r#"
        Included from t.td:1:
        Included from dir/a:2:
        dir/b:1:8: error: Expected '{' to start body or ';' for declaration only
                def x   y;
                        ^
    "#]]
    .assert_eq(&outcome.rendered);
}
