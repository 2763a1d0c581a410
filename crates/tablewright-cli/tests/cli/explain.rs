//! `tablewright explain`.

use expect_test::{Expect, expect};

use crate::{Dir, Ran, program};

/// The page of the book, whose first block is the description that it explains.
const PAGE: &str = include_str!("../../../../docs/src/explain.md");

/// Multiclasses within multiclasses, `let`s within `let`s, loops, three classes with arguments, bits that
/// are set one by one, anonymous records, `!cast`, `defvar`, and a field that two classes override.
const TEXT: &str = r##"class Operand<int w> { int Width = w; }
class Encoding<bits<8> op> { bits<16> Inst = 0; let Inst{7-0} = op; }
class Instr<bits<8> op, string asm, Operand imm = Operand<8>> : Encoding<op> {
  string Asm = asm;
  bit mayLoad = 0;
  int Size = !div(imm.Width, 4);
  bits<4> rd = ?;
  let Inst{11-8} = rd;
}
class Load<bits<8> op, string asm> : Instr<!add(op, 128), asm # " load", Operand<16>> {
  let mayLoad = 1;
}
class Slow { bit mayLoad = 0; int Latency = 4; }
class Slower : Slow { let Latency = 9; }
multiclass Variants<bits<8> op, string asm> {
  def rr : Instr<op, asm>;
  foreach n = [1, 2] in
    def rm#n : Load<!add(op, n), asm # n>, Slower;
}
multiclass Wide<bits<8> op, string asm> : Variants<op, asm> {
  defvar wide = "w" # asm;
  let Size = 9 in defm W : Variants<!add(op, 64), wide>;
}
let mayLoad = 1, Inst<15> = 1 in {
  let Inst<14-12> = 5 in
  defm ADD : Wide<3, "add">;
}
class Alias<string name> { Instr Of = !cast<Instr>(name # "rr"); string Asm = Of.Asm; }
def : Alias<"ADD">;
"##;

fn run(text: &str, args: &[&str]) -> Ran {
    let dir = Dir::with(text);
    let mut command = dir.command(program());
    Ran::from_output(command.args(["explain", "a.td"]).args(args).output().unwrap())
}

fn check(args: &[&str], expected: Expect) {
    expected.assert_eq(&run(TEXT, args).ok());
}

fn check_fails(args: &[&str], expected: Expect) {
    expected.assert_eq(&run(TEXT, args).failed());
}

#[test]
fn a_record_has_its_expansions_parents_and_fields() {
    check(
        &["ADDWrm2"],
        expect![[r#"
            record 'ADDWrm2'
              --> a.td:18:9
               |
            18 |     def rm#n : Load<!add(op, n), asm # n>, Slower;
               |         ^^ defined here

            Created by
              defm 'ADD' of the multiclass 'Wide': op = 0b00000011, asm = "add"  a.td:26:14
                defm 'ADDW' of the multiclass 'Variants': op = 0b01000011, asm = "wadd"  a.td:22:28
                  foreach: n = 2  a.td:17:3

            Inherits from
              Load<op = 0b01000101, asm = "wadd2">  a.td:18:16
                Instr<op = 0b11000101, asm = "wadd2 load", imm = anonymous_1, that is Operand<16>>  a.td:10:38
                  Encoding<op = 0b11000101>  a.td:3:65
              Slower  a.td:18:44
                Slow  a.td:14:16

            Fields, and what set them last
              bits<16> Inst = { 0b1101, rd{3-0}, 0b11000101 }
                  bits 14-12 set by a `let` around  a.td:25:7
              string Asm = "wadd2 load"
                  declared in the class 'Instr'  a.td:4:10
              bit mayLoad = 1
                  set by a `let` around  a.td:24:5
              int Size = 9
                  set by a `let` around  a.td:22:7
              int Latency = 9
                  set in the body of the class 'Slower'  a.td:14:27
              1 field has its default; --full shows them
        "#]],
    );
}

#[test]
fn a_field_has_all_steps_in_order() {
    check(
        &["ADDWrm2.Size"],
        expect![[r#"
            int ADDWrm2.Size = 9

            1. declared in the class 'Instr'
             --> a.td:6:7
              |
            6 |   int Size = !div(imm.Width, 4);
              |       ^^^^ Size = !div(Instr:imm.Width, 4)

            2. arguments of the class 'Instr': imm = anonymous_1, that is Operand<16>
              --> a.td:10:38
               |
            10 | class Load<bits<8> op, string asm> : Instr<!add(op, 128), asm # " load", Operand<16>> {
               |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Size = 4, was !div(Instr:imm.Width, 4)

            3. set by a `let` around
              --> a.td:22:7
               |
            22 |   let Size = 9 in defm W : Variants<!add(op, 64), wide>;
               |       ^^^^ Size = 9, was 4

        "#]],
    );
    check(
        &["ADDWrr.Asm"],
        expect![[r#"
        string ADDWrr.Asm = "wadd"

        1. declared in the class 'Instr'
         --> a.td:4:10
          |
        4 |   string Asm = asm;
          |          ^^^ Asm = Instr:asm

        2. arguments of the class 'Instr': asm = Variants::asm
          --> a.td:16:12
           |
        16 |   def rr : Instr<op, asm>;
           |            ^^^^^^^^^^^^^^ Asm = Variants::asm, was Instr:asm

        3. `defm` of the multiclass 'Variants': asm = !strconcat("w", Wide::asm)
          --> a.td:22:28
           |
        22 |   let Size = 9 in defm W : Variants<!add(op, 64), wide>;
           |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Asm = !strconcat("w", Wide::asm), was Variants::asm

        4. `defm` of the multiclass 'Wide': asm = "add"
          --> a.td:26:14
           |
        26 |   defm ADD : Wide<3, "add">;
           |              ^^^^^^^^^^^^^^ Asm = "wadd", was !strconcat("w", Wide::asm)

    "#]],
    );
}

#[test]
fn a_class_that_overrides_a_field_has_its_history() {
    check(
        &["ADDrm1.mayLoad"],
        expect![[r#"
        bit ADDrm1.mayLoad = 1

        1. declared in the class 'Instr'
         --> a.td:5:7
          |
        5 |   bit mayLoad = 0;
          |       ^^^^^^^ mayLoad = 0

        2. set in the body of the class 'Load'
          --> a.td:11:7
           |
        11 |   let mayLoad = 1;
           |       ^^^^^^^ mayLoad = 1, was 0

        3.1. declared in the class 'Slow'
          --> a.td:13:18
           |
        13 | class Slow { bit mayLoad = 0; int Latency = 4; }
           |                  ^^^^^^^ mayLoad = 0

        3. overridden by a later parent, the class 'Slower'
          --> a.td:18:44
           |
        18 |     def rm#n : Load<!add(op, n), asm # n>, Slower;
           |                                            ^^^^^^ mayLoad = 0, was 1

        4. set by a `let` around
          --> a.td:24:5
           |
        24 | let mayLoad = 1, Inst<15> = 1 in {
           |     ^^^^^^^ mayLoad = 1, was 0

    "#]],
    );
}

#[test]
fn bits_have_the_steps_that_concern_them() {
    check(
        &["ADDWrm2.Inst{15-12}"],
        expect![[r#"
            ADDWrm2.Inst{15-12} = 0b1101

            1. declared in the class 'Encoding'
             --> a.td:2:39
              |
            2 | class Encoding<bits<8> op> { bits<16> Inst = 0; let Inst{7-0} = op; }
              |                                       ^^^^ these bits = 0b0000

            2. bit 15 set by a `let` around
              --> a.td:24:18
               |
            24 | let mayLoad = 1, Inst<15> = 1 in {
               |                  ^^^^ these bits = 0b1000, was 0b0000

            3. bits 14-12 set by a `let` around
              --> a.td:25:7
               |
            25 |   let Inst<14-12> = 5 in
               |       ^^^^ these bits = 0b1101, was 0b1000

        "#]],
    );
    check(
        &["ADDWrm2.Inst{8}"],
        expect![[r#"
        ADDWrm2.Inst{8} = rd{0}

        1. declared in the class 'Encoding'
         --> a.td:2:39
          |
        2 | class Encoding<bits<8> op> { bits<16> Inst = 0; let Inst{7-0} = op; }
          |                                       ^^^^ these bits = 0

        2. bits 11-8 set in the body of the class 'Instr'
         --> a.td:8:7
          |
        8 |   let Inst{11-8} = rd;
          |       ^^^^ these bits = rd{0}, was 0

    "#]],
    );
}

#[test]
fn an_anonymous_record_is_found_by_its_name_and_its_expression() {
    check(
        &["Operand<16>"],
        expect![[r#"
            anonymous record 'anonymous_1'
              --> a.td:10:74
               |
            10 | class Load<bits<8> op, string asm> : Instr<!add(op, 128), asm # " load", Operand<16>> {
               |                                                                          ^^^^^^^ defined here

            Inherits from
              Operand<w = 16>  a.td:10:74

            Fields, and what set them last
              int Width = 16
                  declared in the class 'Operand'  a.td:1:28
        "#]],
    );
    check(
        &["anonymous_2.Asm"],
        expect![[r#"
        string anonymous_2.Asm = "add"

        1. declared in the class 'Alias'
          --> a.td:28:73
           |
        28 | class Alias<string name> { Instr Of = !cast<Instr>(name # "rr"); string Asm = Of.Asm; }
           |                                                                         ^^^ Asm = Of.Asm

        2. the record is finished: the fields it mentions have values
          Asm = "add", was Of.Asm

    "#]],
    );
}

#[test]
fn a_let_has_the_records_that_it_reached() {
    check(
        &["--at", "a.td:22:7"],
        expect![[r#"
        field 'Size' is set by a `let` around
          --> a.td:22:7
           |
        22 |   let Size = 9 in defm W : Variants<!add(op, 64), wide>;
           |       ^^^^

        3 records that have what it set
          ADDWrm1, ADDWrm2, ADDWrr

        field 'Size' of 'Instr'
         --> a.td:6:7
          |
        6 |   int Size = !div(imm.Width, 4);
          |       ^^^^ defined here

        1 use
          set at a.td:22:7
    "#]],
    );
    check(
        &["--at", "a.td:11:8"],
        expect![[r#"
        field 'mayLoad' is set in the body of the class 'Load'
          --> a.td:11:7
           |
        11 |   let mayLoad = 1;
           |       ^^^^^^^

        4 records in which something else set the field later
          ADDWrm1, ADDWrm2, ADDrm1, ADDrm2

        field 'mayLoad' of 'Instr'
         --> a.td:5:7
          |
        5 |   bit mayLoad = 0;
          |       ^^^^^^^ defined here

        2 uses
          set at a.td:11:7
          set at a.td:24:5
    "#]],
    );
}

#[test]
fn an_argument_has_its_values() {
    check(
        &["--at", "a.td:22:39"],
        expect![[r#"
            argument for the parameter 'op' of 'Variants'
              --> a.td:22:37
               |
            22 |   let Size = 9 in defm W : Variants<!add(op, 64), wide>;
               |                                     ^^^^^^^^^^^^

            1 value
              0b01000011 in 3 records: ADDWrm1, ADDWrm2, ADDWrr
        "#]],
    );
    check(
        &["--at", "a.td:10:70"],
        expect![[r#"
        argument for the parameter 'asm' of 'Instr'
          --> a.td:10:59
           |
        10 | class Load<bits<8> op, string asm> : Instr<!add(op, 128), asm # " load", Operand<16>> {
           |                                                           ^^^^^^^^^^^^^

        4 values
          "wadd1 load" in 1 record: ADDWrm1
          "wadd2 load" in 1 record: ADDWrm2
          "add1 load" in 1 record: ADDrm1
          "add2 load" in 1 record: ADDrm2
    "#]],
    );
}

#[test]
fn a_name_has_its_definition_and_uses() {
    check(
        &["--at", "a.td:21:10"],
        expect![[r#"
        variable 'wide'
          --> a.td:21:10
           |
        21 |   defvar wide = "w" # asm;
           |          ^^^^ defined here

        1 use
          read at a.td:22:51
    "#]],
    );
    check(
        &["--at", "a.td:10:38"],
        expect![[r#"
        class 'Instr'
         --> a.td:3:7
          |
        3 | class Instr<bits<8> op, string asm, Operand imm = Operand<8>> : Encoding<op> {
          |       ^^^^^ defined here

        4 uses
          inherited from at a.td:10:38
          inherited from at a.td:16:12
          named as a type at a.td:28:28
          named as a type at a.td:28:45
    "#]],
    );
}

#[test]
fn names_in_multiclasses_that_nobody_instantiates_are_found() {
    let text = "class A<int p> { int x = p; }\nmulticlass M<int m> { def _ : A<m>; }\n";
    expect![[r#"
        argument for the parameter 'p' of 'A'
         --> a.td:2:33
          |
        2 | multiclass M<int m> { def _ : A<m>; }
          |                                 ^

        0 values

        template parameter 'm' of 'M'
         --> a.td:2:18
          |
        2 | multiclass M<int m> { def _ : A<m>; }
          |                  ^ defined here

        1 use
          read at a.td:2:33
    "#]]
    .assert_eq(&run(text, &["--at", "a.td:2:33"]).ok());
}

#[test]
fn an_include_is_a_name_too() {
    let dir = Dir::with("include \"b.td\"\ndef a : B;\n");
    dir.write("b.td", "class B;\n");
    expect![[r#"
        file 'b.td'
         --> b.td:1:1
          |
        1 | class B;
          | ^^^^^ it begins here

        1 use
          included at a.td:1:9
    "#]]
    .assert_eq(&dir.run("explain a.td --at a.td:1:10").ok());
}

#[test]
fn a_later_release_appends_with_let() {
    let text = "class A { list<int> l = [1]; }\ndef a : A { let append l = [2]; }\n";
    expect![[r#"
        list<int> a.l = [1, 2]

        1. declared in the class 'A'
         --> a.td:1:21
          |
        1 | class A { list<int> l = [1]; }
          |                     ^ l = [1]

        2. appended to in the body of the record 'a'
         --> a.td:2:24
          |
        2 | def a : A { let append l = [2]; }
          |                        ^ l = [1, 2], was [1]

    "#]]
    .assert_eq(&run(text, &["a.l", "--release", "23"]).ok());
}

#[test]
fn json_has_the_same() {
    check(
        &["ADDrr.Size", "--format", "json"],
        expect![[r#"
            {
              "record": "ADDrr",
              "field": "Size",
              "type": "int",
              "bits": [],
              "value": "2",
              "steps": [
                {
                  "kind": "declared",
                  "what": "declared in the class 'Instr'",
                  "at": {
                    "file": "a.td",
                    "line": 6,
                    "column": 7
                  },
                  "before": null,
                  "value": "!div(Instr:imm.Width, 4)",
                  "parameters": [],
                  "overriding": []
                },
                {
                  "kind": "arguments",
                  "what": "arguments of the class 'Instr'",
                  "at": {
                    "file": "a.td",
                    "line": 16,
                    "column": 12
                  },
                  "before": "!div(Instr:imm.Width, 4)",
                  "value": "2",
                  "parameters": [
                    {
                      "name": "imm",
                      "value": "anonymous_0, that is Operand<8>"
                    }
                  ],
                  "overriding": []
                }
              ]
            }
        "#]],
    );
}

#[test]
fn what_is_not_there_has_a_suggestion() {
    check_fails(
        &["ADDWrm2.Sze"],
        expect![[r#"
        error: unknown field in 'ADDWrm2': 'Sze'
        note: did you mean 'Size'?
    "#]],
    );
    check_fails(
        &["ADDr"],
        expect![[r#"
        error: unknown record 'ADDr'
        note: did you mean 'ADDrr'?
    "#]],
    );
    check_fails(
        &["ADDrr.Inst{16}"],
        expect![[r#"
        error: the bits '{16}' are outside the field
    "#]],
    );
    check_fails(
        &["--at", "b.td:1:1"],
        expect![[r#"
        error: unknown file 'b.td'
        note: did you mean 'a.td'?
    "#]],
    );
    check_fails(
        &["--at", "a.td:1"],
        expect![[r#"
        error: 'a.td:1' is not of the form FILE:LINE:COLUMN
    "#]],
    );
    check_fails(
        &["--at", "a.td:17:3"],
        expect![[r#"
            error: found neither a name, a `let` nor a template argument at a.td:17:3
        "#]],
    );
}

#[test]
fn the_page_of_the_book_is_true() {
    let block = |text: &str, kind: &str| {
        let (_, rest) = text.split_once(&format!("```{kind}\n"))?;
        rest.split_once("```\n").map(|(block, rest)| (block.to_owned(), rest.to_owned()))
    };
    let (description, mut rest) = block(PAGE, "tablegen").expect("the description comes first");
    let dir = Dir::new();
    dir.write("alu.td", &description);
    let mut count = 0;
    while let Some((line, after)) = block(&rest, "sh") {
        let (answer, after) = block(&after, "text").expect("an answer follows the question");
        let words = line.trim_end().strip_prefix("tablewright ").expect("a command");
        let words = words.split_whitespace().map(|word| word.trim_matches('\''));
        let ran = Ran::from_output(dir.command(program()).args(words).output().unwrap());
        assert_eq!(ran.ok(), answer, "{line}");
        (rest, count) = (after, count + 1);
    }
    assert!(count >= 4, "the page has examples");
}

#[test]
fn a_record_of_a_multiclass_declares_a_field() {
    let text = "multiclass M { def _a { int x = 1; let x = 2; } }\ndefm D : M;\n";
    expect![[r#"
        int D_a.x = 2

        1. declared in the `def`
         --> a.td:1:29
          |
        1 | multiclass M { def _a { int x = 1; let x = 2; } }
          |                             ^ x = 1

        2. set in the body of the `def`
         --> a.td:1:40
          |
        1 | multiclass M { def _a { int x = 1; let x = 2; } }
          |                                        ^ x = 2, was 1

    "#]]
    .assert_eq(&run(text, &["D_a.x"]).ok());
}

#[test]
fn macros_have_definitions_and_uses() {
    let text = "#define FAST\n#ifdef FAST\nclass A;\n#endif\n#ifndef FAST\n#endif\ndef a : A;\n";
    expect![[r#"
        macro 'FAST'
         --> a.td:1:9
          |
        1 | #define FAST
          |         ^^^^ defined here

        2 uses
          tested at a.td:2:8
          tested at a.td:5:9
    "#]]
    .assert_eq(&run(text, &["--at", "a.td:5:10"]).ok());
}

#[test]
fn the_text_is_coloured_on_request() {
    let dir = Dir::with("def a { int n = 1; }\n");
    assert!(dir.run("explain a.td a.n --color=always").ok().contains("\u{1b}["));
    assert!(!dir.run("explain a.td a.n").ok().contains('\u{1b}'));
    // A file has no colours of its own accord.
    assert_eq!(dir.run("explain a.td a.n -o a.txt").ok(), "");
    assert!(!dir.read("a.txt").contains('\u{1b}'));
}

#[test]
fn what_is_asked_for_in_another_order_is_named() {
    let dir = Dir::with("def a { bits<4> n = 1; }\n");
    let err = dir.run("explain a a.td").failed();
    assert!(err.ends_with("error: the file comes first: explain a.td a\n"), "{err}");
    let err = dir.run("explain a.td a{3}").failed();
    assert_eq!(err, "error: bits are those of a field: a.FIELD{…}\n");
}
