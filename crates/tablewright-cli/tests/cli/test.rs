//! `tablewright test`.

use expect_test::{Expect, expect};

use crate::Dir;

const TEXT: &str = "class Load<bits<4> op> {\n\
    \x20 bits<8> Inst;\n\
    \x20 let Inst{3-0} = op; // EXPECT class Load: Inst{7-4} is unset\n\
    \x20 bit mayLoad = 1;\n\
    }\n\
    // EXPECT LDA: Inst{3-0} = 0b0011 and mayLoad\n\
    def LDA : Load<3>;\n\
    def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1\n";

fn check(text: &str, options: &str, code: i32, err: Expect, out: Expect) {
    let ran = Dir::with(text).run(&format!("test a.td {options}"));
    assert_eq!(ran.code, Some(code), "{}", ran.err);
    err.assert_eq(&ran.err);
    out.assert_eq(&ran.out);
}

#[test]
fn records_are_checked() {
    check(
        TEXT,
        "",
        1,
        expect![[r#"
            a.td:8:50: error: 'mayLoad = 1' does not hold for LDB
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                                             ^
            a.td:8:25: note: LDB: mayLoad is 0; set in the body of the record 'LDB'
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                    ^
        "#]],
        expect![[r#"
        a.td: 2 as expected, 1 not
    "#]],
    );
    let text = TEXT.replace("let mayLoad = 0;", "");
    check(
        &text,
        "",
        0,
        expect![[""]],
        expect![[r#"
        a.td: 3 as expected
    "#]],
    );
}

#[test]
fn reports_have_forms() {
    check(
        TEXT,
        "--format json",
        1,
        expect![[r#"
            a.td:8:50: error: 'mayLoad = 1' does not hold for LDB
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                                             ^
            a.td:8:25: note: LDB: mayLoad is 0; set in the body of the record 'LDB'
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                    ^
        "#]],
        expect![[r#"
        {
          "report": "test",
          "version": 1,
          "met": 2,
          "failed": 1,
          "files": [
            {
              "file": "a.td",
              "met": 2,
              "failed": 1,
              "errors": 0
            }
          ],
          "expectations": [
            {
              "file": "a.td",
              "line": 3,
              "column": 33,
              "expectation": "class Load: Inst{7-4} is unset",
              "is_met": true,
              "found": []
            },
            {
              "file": "a.td",
              "line": 6,
              "column": 11,
              "expectation": "LDA: Inst{3-0} = 0b0011 and mayLoad",
              "is_met": true,
              "found": []
            },
            {
              "file": "a.td",
              "line": 8,
              "column": 50,
              "expectation": "LD*: mayLoad = 1",
              "is_met": false,
              "found": [
                "LDB: mayLoad is 0"
              ]
            }
          ]
        }
    "#]],
    );
    check(
        TEXT,
        "--format csv",
        1,
        expect![[r#"
            a.td:8:50: error: 'mayLoad = 1' does not hold for LDB
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                                             ^
            a.td:8:25: note: LDB: mayLoad is 0; set in the body of the record 'LDB'
            def LDB : Load<4> { let mayLoad = 0; } // EXPECT LD*: mayLoad = 1
                                    ^
        "#]],
        expect![[r#"
        LOCATION,EXPECTATION,MET,FOUND
        a.td:3:33,class Load: Inst{7-4} is unset,yes,
        a.td:6:11,LDA: Inst{3-0} = 0b0011 and mayLoad,yes,
        a.td:8:50,LD*: mayLoad = 1,no,LDB: mayLoad is 0
    "#]],
    );
}

#[test]
fn errors_are_expected() {
    let text = "def a : B; // EXPECT-ERROR find class 'B'\n\
                // EXPECT-ERROR@+2 class 'C'\n\n\
                def b : C;\n";
    check(
        text,
        "",
        0,
        expect![[""]],
        expect![[r#"
        a.td: 2 as expected
    "#]],
    );
    let text = "def a : B; // EXPECT-ERROR other\ndef b; // EXPECT b: n = 1\n";
    check(
        text,
        "",
        1,
        expect![[r#"
        a.td:1:9: error: Couldn't find class 'B'
        def a : B; // EXPECT-ERROR other
                ^
        a.td:1:28: error: expected an error 'other' on line 1, found none
        def a : B; // EXPECT-ERROR other
                                   ^
        a.td:2:18: error: the description has errors, so that it has no records
        def b; // EXPECT b: n = 1
                         ^
    "#]],
        expect![[r#"
        a.td: 0 as expected, 2 not, 1 unexpected errors
    "#]],
    );
}

#[test]
fn malformed_expectations_have_errors() {
    let text = "def abc { int count = 1; }\n\
                // EXPECT abd: count = 1\n\
                // EXPECT abc: cuont = 1\n\
                // EXPECT abc: count =\n\
                // EXPECT abc: count = \"x\"\n\
                // EXPECT abc\n\
                // EXPECT decode 12 = abc\n";
    check(
        text,
        "",
        1,
        expect![[r#"
            a.td:2:11: error: unknown record 'abd'
            // EXPECT abd: count = 1
                      ^
            note: did you mean 'abc'?
            a.td:3:16: error: none of the records has a field 'cuont'
            // EXPECT abc: cuont = 1
                           ^
            note: did you mean 'count'?
            a.td:4:23: error: expected a value, but this is the end
            // EXPECT abc: count =
                                  ^
            a.td:5:16: error: the values of 'count' are numbers, never compared with strings
            // EXPECT abc: count = "x"
                           ^
            a.td:6:11: error: expected 'RECORD: CONDITION', 'decode WORD = …', 'encode INSTRUCTION … = WORD' or 'asm "LINE" = WORD'
            // EXPECT abc
                      ^
            a.td:7:11: error: '12' cannot be decoded: The class 'Target' is not defined
            // EXPECT decode 12 = abc
                      ^
        "#]],
        expect![[r#"
            a.td: 0 as expected, 6 not
        "#]],
    );
}

#[test]
fn a_file_without_expectations_tests_nothing() {
    check(
        "def a;\n",
        "",
        1,
        expect![[""]],
        expect![[r#"
        a.td: no expectations
    "#]],
    );
    let dir = Dir::with("def a { int n = 1; } // EXPECT a: n = 1\n");
    dir.write("b.td", "include \"a.td\"\ndef b { int n = 2; } // EXPECT b: n = 2\n");
    assert_eq!(dir.run("test a.td b.td").ok(), "a.td: 1 as expected\nb.td: 2 as expected\n");
    assert_eq!(dir.run("test a.td none.td").code, Some(1));
}

#[test]
fn words_are_decoded() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");
    let check = |text: &str, code: i32, err: Expect| {
        let dir = Dir::with(&format!("include \"Toy.td\"\n{text}"));
        let ran = dir.run(&format!("test a.td -I {root} -I {root}/prelude"));
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        err.assert_eq(&ran.err);
    };
    check("// EXPECT decode 00000000 = ADD\n// EXPECT decode ffffffff = none\n", 0, expect![[""]]);
    check(
        "// EXPECT decode 00000000 = FOO\n// EXPECT decode xyz = none\n",
        1,
        expect![[r#"
            a.td:2:11: error: '00000000' is ADD, expected FOO
            // EXPECT decode 00000000 = FOO
                      ^
            a.td:3:11: error: 'xyz' cannot be decoded: expected a word of this target in hexadecimal digits, found 'xyz'
            // EXPECT decode xyz = none
                      ^
        "#]],
    );
    check(
        "// EXPECT encode ADDI rd=1, rs=2, imm=-1 = 0x20a0ffff\n// EXPECT encode ADD rd=1, rs=2, rt=3 = 0xA60000\n",
        0,
        expect![[""]],
    );
    check(
        "// EXPECT encode ADD rd=1, rs=2, rt=3 = 0\n// EXPECT encode ADD rd=9, rs=2, rt=3 = 0\n\
         // EXPECT encode AND rd=1 = 0\n// EXPECT encode ADDS = 0\n",
        1,
        expect![[r#"
            a.td:2:11: error: 'ADD' is encoded as 0x00a60000, not 0
            // EXPECT encode ADD rd=1, rs=2, rt=3 = 0
                      ^
            a.td:3:11: error: 9 does not fit into the 3 bits of 'rd'
            // EXPECT encode ADD rd=9, rs=2, rt=3 = 0
                      ^
            a.td:4:11: error: the field 'rt' of 'AND' lacks a value
            // EXPECT encode AND rd=1 = 0
                      ^
            a.td:5:11: error: unknown instruction 'ADDS'
            // EXPECT encode ADDS = 0
                      ^
        "#]],
    );
}

#[test]
fn lines_of_assembly_are_checked() {
    const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let check = |text: &str, code: i32, err: Expect| {
        let dir = Dir::with(&format!("include \"ToyAsm.td\"\n{text}"));
        let includes = ["asm-syntax", "toy-target", "toy-target/prelude"];
        let includes: String = includes.iter().map(|dir| format!("-I {EXAMPLES}/{dir} ")).collect();
        let ran = dir.run(&format!("test {includes} a.td"));
        assert_eq!(ran.code, Some(code), "{}", ran.err);
        err.assert_eq(&ran.err);
    };
    check(
        "// EXPECT asm \"addi r1, r2, -5\" = 0x20a0fffb\n\
         // EXPECT asm toy2 \"addi r1, r2, 0xffff\" = none\n",
        0,
        expect![[""]],
    );
    check(
        "// EXPECT asm \"addi r1, r2, -5\" = 0\n// EXPECT asm \"addi r1, r2, -5\" = none\n\
         // EXPECT asm \"addi r1\" = 0\n// EXPECT asm toy3 \"nop\" = 0\n\
         // EXPECT asm \"li r1, x\" = 0\n// EXPECT asm \"bad\" = 0\n",
        1,
        expect![[r#"
            a.td:2:11: error: 'addi r1, r2, -5' is encoded as 0x20a0fffb, not 0
            // EXPECT asm "addi r1, r2, -5" = 0
                      ^
            a.td:3:11: error: 'addi r1, r2, -5' is encoded as 0x20a0fffb, expected none
            // EXPECT asm "addi r1, r2, -5" = none
                      ^
            a.td:4:11: error: 'addi r1' cannot be assembled: operand 1: expected ','
            // EXPECT asm "addi r1" = 0
                      ^
            a.td:5:11: error: 'nop' cannot be assembled: unknown processor 'toy3'
            // EXPECT asm toy3 "nop" = 0
                      ^
            a.td:6:11: error: 'li r1, x' cannot be assembled: unknown instruction 'li', did you mean 'ldi'?
            // EXPECT asm "li r1, x" = 0
                      ^
            a.td:7:11: error: 'bad' cannot be assembled: unknown instruction 'bad'
            // EXPECT asm "bad" = 0
                      ^
        "#]],
    );
}

#[test]
fn the_page_of_the_book_is_true() {
    crate::book::check("test.md");
}
