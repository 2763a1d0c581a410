//! `tablewright deps`.

use expect_test::{Expect, expect};

use crate::Dir;

fn dir() -> Dir {
    let text = "include \"b.td\"\n#ifdef MORE\ninclude \"sub/c.td\"\n#endif\nthis is not parsed\n";
    let dir = Dir::with(text);
    dir.write("b.td", "include \"sub/c.td\"\ninclude \"sub/c.td\"\n");
    dir.write("sub/c.td", "class C;\n");
    dir
}

fn check(options: &str, expected: Expect) {
    expected.assert_eq(&dir().run(&format!("deps a.td {options}")).ok());
}

#[test]
fn files_are_a_tree_or_a_list() {
    check(
        "",
        expect![[r#"
        a.td
          b.td
            sub/c.td
            sub/c.td *
    "#]],
    );
    check(
        "-D MORE",
        expect![[r#"
        a.td
          b.td
            sub/c.td
            sub/c.td *
          sub/c.td *
    "#]],
    );
    check(
        "--list -D MORE",
        expect![[r#"
        b.td
        sub/c.td
    "#]],
    );
}

#[test]
fn forms_for_programs_say_where_a_file_is_included() {
    check(
        "--list --format json",
        expect![[r#"
        {
          "report": "deps",
          "version": 1,
          "files": [
            {
              "file": "b.td",
              "depth": 1,
              "included_at": {
                "file": "a.td",
                "line": 1,
                "column": 9
              },
              "path": "b.td",
              "bytes": 38,
              "is_repeated": false
            },
            {
              "file": "sub/c.td",
              "depth": 2,
              "included_at": {
                "file": "b.td",
                "line": 1,
                "column": 9
              },
              "path": "sub/c.td",
              "bytes": 9,
              "is_repeated": false
            }
          ]
        }
    "#]],
    );
    check(
        "--format csv",
        expect![[r#"
        FILE,DEPTH,INCLUDED AT,BYTES
        a.td,0,,72
        b.td,1,a.td:1:9,38
        sub/c.td,2,b.td:1:9,9
        sub/c.td,2,b.td:2:9,9
    "#]],
    );
}

#[test]
fn an_output_file_gets_the_text() {
    let dir = dir();
    dir.run("deps a.td --list -o out").ok();
    assert_eq!(dir.read("out"), "b.td\nsub/c.td\n");
}

#[test]
fn a_missing_file_is_an_error_at_its_include() {
    let dir = dir();
    dir.write("b.td", "// comment\ninclude \"sub/d.td\"\n");
    expect![[r#"
        Included from a.td:1:
        b.td:2:9: error: Could not find include file 'sub/d.td'
        include "sub/d.td"
                ^
        note: only this path was tried; -I adds a directory to search
        note: did you mean 'sub/c.td'?
    "#]]
    .assert_eq(&dir.run("deps a.td").failed());
    expect![[r#"
        tablewright: Could not open input file 'none.td': No such file or directory
    "#]]
    .assert_eq(&dir.run("deps none.td").failed());
}
