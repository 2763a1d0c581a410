//! `tablewright diff` and `tablewright export`.

use std::process::Command;

use expect_test::{Expect, expect};

use crate::{Dir, Ran, program};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// Two folders with the example target, in the second of which `from` is `to` in one of its files.
fn changed_toy(file: &str, from: &str, to: &str) -> Dir {
    let dir = Dir::new();
    for side in ["old", "new"] {
        copy(TOY.as_ref(), "", &dir, side);
    }
    let text = dir.read(&format!("new/{file}"));
    assert!(text.contains(from), "{file} has no '{from}'");
    dir.write(&format!("new/{file}"), text.replace(from, to));
    dir
}

fn copy(from: &std::path::Path, below: &str, dir: &Dir, side: &str) {
    for entry in std::fs::read_dir(from.join(below)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let name = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            copy(from, &name, dir, side);
        } else if name.ends_with(".td") {
            dir.write(&format!("{side}/{name}"), std::fs::read(entry.path()).unwrap());
        }
    }
}

fn diff(dir: &Dir, args: &[&str]) -> Ran {
    let mut command = dir.command(program());
    command.arg("diff").args(args);
    Ran::from_output(command.output().unwrap())
}

const OLD: &str = "// Before.
class Op<int n> { int Size = n; bit load = 0; string Text = \"\"; }
let load = 0 in {
def A : Op<2>;
def B : Op<2>;
}
def C : Op<4>;
def D { list<Op> Ops = [Op<1>, Op<3>]; }
";

const NEW: &str = "class Op<int n> {
  int Size = n; bit load = 0; string Text = \"\"; }
// The others come first.
def D { list<Op> Ops = [Op<1>, Op<5>]; }
class Fast;
let load = 1 in {
def A : Op<2>;
def B : Op<2>, Fast;
}
def E : Op<4>;
";

fn two_files() -> Dir {
    let dir = Dir::with(OLD);
    dir.write("b.td", NEW);
    dir
}

#[test]
fn records_that_changed_alike_stand_together() {
    expect![[r#"
        records: 1 added, 1 removed, 4 changed
          + Op
              E  (at b.td:10)
          - Op
              C  (at a.td:7)
          ~ load: 0 -> 1
              A, B  (set at b.td:6)
          ~ Ops[1].Size: 3 -> 5
              D  (set at b.td:2)
          ~ inherits Fast
              B
    "#]]
    .assert_eq(&diff(&two_files(), &["a.td", "b.td"]).ok());
}

/// The reports have no numbers of anonymous records, neither as names nor in values.
#[test]
fn numbers_of_anonymous_records_are_not_shown() {
    let classes = "class Op<int n, string t> { int Size = n; string Text = t; }\n\
                   multiclass M<int n> { def _X : Op<n, NAME>; def _Y : Op<1, \"y\">; }\n";
    let dir = Dir::with(&format!(
        "{classes}defm : M<2>; def U {{ Op o = Op<3, \"u\">; }}\ndef : Op<7, \"\">;"
    ));
    dir.write(
        "b.td",
        format!(
            "{classes}def : Op<8, \"new\">; defm : M<2>; def U {{ list<Op> l = [Op<3, \"u\">]; }}\ndef : Op<9, \"\">;"
        ),
    );
    let report = diff(&dir, &["a.td", "b.td"]).ok() + &diff(&dir, &["a.td", "b.td", "--full"]).ok();
    assert!(!report.contains("anonymous_"), "{report}");
    expect![[r#"
        records: 1 added, 2 changed
          + 1 anonymous record of Op  (at b.td:3)
          ~ Size: 7 -> 9
              anonymous at b.td:4  (set at b.td:1)
          ~ field o is gone
              U  (was set at a.td:3)
          ~ new field l = [anonymous Op]
              U  (set at b.td:3)
        records: 1 added, 2 changed
          + anonymous Op
              at b.td:3
          ~ Size: 7 -> 9
              anonymous at b.td:4  (set at b.td:1)
          ~ field o is gone
              U  (was set at a.td:3)
          ~ new field l = [anonymous Op]
              U  (set at b.td:3)
    "#]]
    .assert_eq(&report);
}

#[test]
fn a_long_value_shows_where_it_changes() {
    let words = "This sentence is the same in both descriptions. ".repeat(4);
    let text = |part: &str| format!("def A {{ code C = [{{{words}{part}{words}}}]; }}");
    let dir = Dir::with(&text("return X;"));
    dir.write("b.td", text("return X + 1;"));
    expect![[r#"
        records: 1 changed
          ~ C: ... descriptions. return X;This sentence is the ... -> ... descriptions. return X + 1;This sentence is the ...
              A  (set at b.td:1)
    "#]].assert_eq(&diff(&dir, &["a.td", "b.td"]).ok());
}

/// Changes to encodings are listed first, whichever way their fields are set.
#[test]
fn encodings_are_always_listed() {
    let first_change = |main: &str, file: &str, from: &str, to: &str| {
        let dir = changed_toy(file, from, to);
        let report = diff(&dir, &["old", "new", main, "-I", "prelude"]).ok();
        let change = report.lines().find(|line| line.starts_with("  ~ "));
        change.unwrap_or_default().to_owned()
    };
    let format = |from: &str, to: &str| first_change("Toy.td", "ToyInstrFormats.td", from, to);
    let inst = "let Inst{31-26} = opcode;";
    expect!["  ~ encoding: 0b000000 rd{2-0} rs{2-0} rt{2-0} 0b00000000000000000 -> 0b000000 rd{2-0} rs{2-0} rt{2-0} 0b10000000000000000"].assert_eq(&format(inst, &format!("{inst} let Inst{{16}} = 1;")));
    let short = "field bits<16> Inst = 0;";
    expect!["  ~ TSFlags: 4 = 0b0 -> 0b1"]
        .assert_eq(&format(short, &format!("{short} let TSFlags{{4-3}} = 2;")));
    expect!["  ~ soft fail: (empty) -> 0000000000001000"].assert_eq(&format(
        short,
        &format!("{short} field bits<16> SoftFail = 0; let SoftFail{{3}} = 1;"),
    ));
    expect!["  ~ size: 2 -> 3"].assert_eq(&format("let Size = 2;", "let Size = 3;"));
    // An encoding of a hardware mode is a record of its own.
    expect!["  ~ encoding: ... 0b00000000000000000000 acc{1-0} 0b1 -> ... 0b000000000000000000 acc{1-0} 0b001"].assert_eq(&first_change(
        "ToyDSP.td",
        "ToyDSP.td",
        "let Inst{2-1} = acc;",
        "let Inst{4-3} = acc;",
    ));
}

#[test]
fn a_review_gets_markdown() {
    expect![[r#"
        ### records: 1 added, 1 removed, 4 changed

        - + `Op`: `E` (at b.td:10)
        - - `Op`: `C` (at a.td:7)
        - ~ `load: 0 -> 1`: `A`, `B` (set at b.td:6)
        - ~ `Ops[1].Size: 3 -> 5`: `D` (set at b.td:2)
        - ~ `inherits Fast`: `B`
    "#]]
    .assert_eq(&diff(&two_files(), &["a.td", "b.td", "--format", "markdown"]).ok());
}

#[test]
fn a_program_gets_json() {
    let dir = Dir::with("def A { int X = 1; }");
    dir.write("b.td", "def A { int X = 2; }");
    expect![[r#"
        {
          "version": 2,
          "records": {
            "added": [],
            "removed": [],
            "changed": [
              {
                "name": "A",
                "is_anonymous": false,
                "location": {
                  "file": "b.td",
                  "line": 1,
                  "column": 5
                },
                "classes_added": [],
                "classes_removed": [],
                "fields": [
                  {
                    "name": "X",
                    "old": {
                      "value": "1",
                      "location": {
                        "file": "a.td",
                        "line": 1,
                        "column": 13
                      }
                    },
                    "new": {
                      "value": "2",
                      "location": {
                        "file": "b.td",
                        "line": 1,
                        "column": 13
                      }
                    }
                  }
                ]
              }
            ]
          },
          "target": [],
          "is_reordered": false
        }
    "#]]
    .assert_eq(&diff(&dir, &["a.td", "b.td", "--format", "json"]).ok());
}

#[test]
fn a_check_fails_only_where_more_than_layout_changed() {
    let dir = Dir::with("def A { int X = 1; }");
    dir.write("b.td", "// X is one.\ndef A {\n  int X = 1;\n}\n");
    expect![[r#"
        nothing changed but comments and layout, if those
    "#]]
    .assert_eq(&diff(&dir, &["--expect-none", "a.td", "b.td"]).ok());
    dir.write("b.td", "def A { int X = 2; }");
    expect![[r#"
        records: 1 changed
          ~ X: 1 -> 2
              A  (set at b.td:1)
        tablewright: error: the descriptions differ in more than comments and layout
    "#]]
    .assert_eq(&{
        let ran = diff(&dir, &["--expect-none", "a.td", "b.td"]);
        assert_eq!(ran.code, Some(1));
        ran.out + &ran.err
    });
}

#[test]
fn another_order_fails_a_check_where_an_output_changes() {
    let enums =
        "class E { string S; }\ndef a : E { let S = \"x\"; }\ndef b : E { let S = \"y\"; }\n";
    let other =
        "class E { string S; }\ndef b : E { let S = \"y\"; }\ndef a : E { let S = \"x\"; }\n";
    let dir = Dir::with(enums);
    dir.write("b.td", other);
    // No action reads these records.
    let ran = diff(&dir, &["--expect-none", "a.td", "b.td"]);
    let want = "nothing changed but the order of definitions, comments and layout\n";
    assert_eq!((ran.code, &*ran.out), (Some(0), want), "{}", ran.err);
    // Instructions are printed in the order of their definitions.
    let dir = changed_toy("ToyInstrInfo.td", "def BEQ : Branch<24, \"beq\", ToyBrEq>;\n", "");
    let text = dir.read("new/ToyInstrInfo.td");
    dir.write("new/ToyInstrInfo.td", text + "def BEQ : Branch<24, \"beq\", ToyBrEq>;\n");
    let ran = diff(&dir, &["--expect-none", "old", "new", "Toy.td", "-I", "prelude"]);
    assert!(
        ran.err.ends_with("the order of definitions changed, and outputs with it\n"),
        "{}",
        ran.err
    );
    assert!(ran.out.starts_with("outputs: "), "{}", ran.out);
}

#[test]
fn a_change_is_told_in_the_words_of_a_target() {
    let check = |file: &str, from: &str, to: &str, expected: Expect| {
        let dir = changed_toy(file, from, to);
        let args = ["old", "new", "Toy.td", "-I", "prelude"];
        expected.assert_eq(&diff(&dir, &args).ok());
    };
    check(
        "ToyInstrInfo.td",
        "LDW",
        "LOAD",
        expect![[r#"
            instructions: 1 renamed
              = LDW -> LOAD

            records: 1 added, 1 removed
              + Load
                  LOAD  (at new/ToyInstrInfo.td:38)
              - Load
                  LDW  (at old/ToyInstrInfo.td:38)
        "#]],
    );
    check(
        "ToyInstrInfo.td",
        "let isMoveImm = true",
        "let isMoveImm = false",
        expect![[r#"
        instructions: 1 changed
          ~ flags: -isMoveImm
              LDI

        records: 1 changed
          ~ isMoveImm: 1 -> 0
              LDI  (set at new/ToyInstrInfo.td:21)
    "#]],
    );
    check(
        "ToyRegisterInfo.td",
        "let Namespace = \"Toy\"",
        "let Namespace = \"Toi\"",
        expect![[r#"
            registers: 12 changed
              ~ namespace: Toy -> Toi
                  FLAGS, P0, P1, P2, R0, R1, R2, R3, and 4 more

            records: 15 changed
              ~ Namespace: "Toy" -> "Toi"
                  R0, R1, R2, R3, R4, R5, R6, R7  (set at new/ToyRegisterInfo.td:17)
              ~ Namespace: "Toy" -> "Toi"
                  sub_lo, sub_hi, ABIName  (set at new/ToyRegisterInfo.td:3)
              ~ Namespace: "Toy" -> "Toi"
                  P0, P1, P2  (set at new/ToyRegisterInfo.td:38)
              ~ Namespace: "Toy" -> "Toi"
                  FLAGS  (set at new/ToyRegisterInfo.td:29)
        "#]],
    );
}

#[test]
fn outputs_that_change_are_shown_with_what_their_actions_read() {
    let dir = changed_toy("ToyInstrInfo.td", "let isMoveImm = true", "let isMoveImm = false");
    let args = ["old", "new", "Toy.td", "-I", "prelude", "--outputs"];
    let text = diff(&dir, &args).ok();
    let outputs = text.find("\noutputs: ").map_or("", |at| &text[at + 1..]);
    expect![[r#"
        outputs: 2 changed, 24 unchanged
          ~ reads isMoveImm of 1 record
              gen-instr-docs, gen-instr-info
    "#]]
    .assert_eq(outputs);
}

#[test]
fn a_record_says_which_defm_made_it() {
    let multiclass = "multiclass M { def R { int X = 1; } }\n";
    let dir = Dir::with(multiclass);
    dir.write("b.td", format!("{multiclass}defm a :\n  M;"));
    expect![[r#"
        records: 1 added
          + aR  (at b.td:1, by the defm at b.td:3)
    "#]]
    .assert_eq(&diff(&dir, &["a.td", "b.td"]).ok());
}

#[test]
fn a_folder_includes_its_own_files() {
    let dir = Dir::with("");
    dir.write("parts.td", "def InCurrentDirectory;\n");
    for (folder, value) in [("old", 1), ("new", 2)] {
        dir.write(&format!("{folder}/main.td"), "include \"parts.td\"\n");
        dir.write(&format!("{folder}/parts.td"), format!("def A {{ int X = {value}; }}\n"));
    }
    expect![[r#"
        records: 1 changed
          ~ X: 1 -> 2
              A  (set at new/parts.td:1)
    "#]]
    .assert_eq(&diff(&dir, &["old", "new", "main.td"]).ok());
}

#[test]
fn revisions_are_read_without_a_checkout() {
    let dir = Dir::new();
    let git = |line: &str| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@t"]).args(line.split(' '));
        let status = command.current_dir(&dir.0).output().expect("git is installed").status;
        assert!(status.success(), "git {line}");
    };
    git("init -q");
    dir.write("inc/b.td", "class B { int X = 1; }");
    dir.write("main.td", "include \"b.td\"\ndef a : B;");
    git("add .");
    git("commit -qm one");
    dir.write("inc/b.td", "class B { int X = 2; }");
    git("commit -qam two");
    // The working tree has nothing to say.
    dir.write("inc/b.td", "no description");
    expect![[r#"
        records: 1 changed
          ~ X: 1 -> 2
              a  (set at HEAD:inc/b.td:1)
    "#]]
    .assert_eq(&diff(&dir, &["HEAD~1", "HEAD", "main.td", "-I", "inc"]).ok());
    expect![[r#"
        tablewright: error: 'HEAD~7' is neither a folder nor a revision: Not a valid object name HEAD~7
    "#]]
    .assert_eq(&diff(&dir, &["HEAD~7", "HEAD", "main.td", "-I", "inc"]).failed());
    expect![[r#"
        tablewright: error: 'HEAD~1' is not a folder, and not a revision that contains 'other.td'
    "#]]
    .assert_eq(&diff(&dir, &["HEAD~1", "HEAD", "other.td", "-I", "inc"]).failed());
}

fn export(kind: &str) -> serde_json::Value {
    let dir = Dir::new();
    let mut command = dir.command(program());
    command.args(["export", kind, "Toy.td", "-I", "prelude"]).current_dir(TOY);
    let text = Ran::from_output(command.output().unwrap()).ok();
    serde_json::from_str(&text).expect("it is JSON")
}

#[track_caller]
fn check_export(kind: &str, index: usize, expected: Expect) {
    let export = export(kind);
    assert_eq!((&export["version"], &export["kind"]), (&1.into(), &kind.into()));
    let element = &export["list"][index];
    expected.assert_eq(&(serde_json::to_string_pretty(element).unwrap() + "\n"));
}

#[test]
fn instructions_have_operands_flags_and_encodings() {
    let all = export("instructions");
    let index = all["list"].as_array().unwrap().iter().position(|it| it["name"] == "LDW").unwrap();
    check_export(
        "instructions",
        index,
        expect![[r#"
            {
              "assembly": "ldw\t$rd, $addr",
              "encodings": [
                {
                  "bits": [
                    "0b010000",
                    "rd{2-0}",
                    "addr{18-16}",
                    "0b0000",
                    "addr{15-0}"
                  ],
                  "width": 32
                }
              ],
              "flags": [
                "mayLoad"
              ],
              "implicit_defs": [],
              "implicit_uses": [],
              "inputs": [
                {
                  "class": "mem",
                  "name": "addr",
                  "parts": 2
                }
              ],
              "is_generic": false,
              "is_variadic": false,
              "location": {
                "column": 5,
                "file": "ToyInstrInfo.td",
                "line": 38
              },
              "name": "LDW",
              "namespace": "Toy",
              "number": 309,
              "outputs": [
                {
                  "class": "GPR",
                  "name": "rd",
                  "parts": 1
                }
              ],
              "predicates": [],
              "size": 4
            }
        "#]],
    );
}

#[test]
fn registers_and_their_classes_are_listed() {
    check_export(
        "registers",
        0,
        expect![[r#"
            {
              "aliases": [],
              "assembly_name": "flags",
              "dwarf_numbers": [
                -1
              ],
              "encoding": 8,
              "is_artificial": false,
              "is_constant": false,
              "location": {
                "column": 5,
                "file": "ToyRegisterInfo.td",
                "line": 28
              },
              "name": "FLAGS",
              "namespace": "Toy",
              "number": 1,
              "other_names": [],
              "sub_registers": []
            }
        "#]],
    );
    check_export(
        "register-classes",
        0,
        expect![[r#"
            {
              "allocation_priority": 0,
              "bits": 16,
              "copy_cost": 1,
              "is_allocatable": true,
              "location": {
                "column": 5,
                "file": "ToyRegisterInfo.td",
                "line": 49
              },
              "name": "GPR",
              "namespace": "Toy",
              "number": 0,
              "registers": [
                "R0",
                "R1",
                "R2",
                "R3",
                "R4",
                "R5",
                "R6",
                "R7"
              ],
              "spill_alignment": 16,
              "spill_bits": 16,
              "types": [
                "i16"
              ]
            }
        "#]],
    );
}

#[test]
fn patterns_features_and_processors_are_listed() {
    for kind in ["patterns", "features", "processors", "operands"] {
        check_export(
            kind,
            0,
            match kind {
                "patterns" => expect![[r#"
                    {
                      "complexity": 13,
                      "location": {
                        "column": 5,
                        "file": "ToyInstrInfo.td",
                        "line": 38
                      },
                      "predicates": [],
                      "record": "LDW",
                      "result": "(LDW:{ *:[i16] } address:{ *:[i16] }:$addr)",
                      "source": "(ld:{ *:[i16] } address:{ *:[i16] }:$addr)<<P:Predicate_unindexedload>><<P:Predicate_load>>"
                    }
                "#]],
                "features" => expect![[r#"
                    {
                      "description": "Multiplication of two words",
                      "field": "HasMul",
                      "implies": [],
                      "implies_all": [],
                      "location": {
                        "column": 5,
                        "file": "ToyFeatures.td",
                        "line": 3
                      },
                      "name": "mul",
                      "record": "FeatureMul",
                      "value": "true"
                    }
                "#]],
                "processors" => expect![[r#"
                    {
                      "all_features": [],
                      "features": [],
                      "location": {
                        "column": 1,
                        "file": "Toy.td",
                        "line": 33
                      },
                      "model": "NoSchedModel",
                      "name": "toy1",
                      "tune_features": []
                    }
                "#]],
                _ => expect![[r#"
                    {
                      "encoder_method": "getBranchEncoding",
                      "location": {
                        "column": 5,
                        "file": "ToyInstrFormats.td",
                        "line": 33
                      },
                      "name": "brtarget",
                      "operand_type": "OPERAND_PCREL",
                      "print_method": "printBranchTarget",
                      "type": "OtherVT"
                    }
                "#]],
            },
        );
    }
}

#[test]
fn what_describes_no_target_is_an_error() {
    let dir = Dir::with("def A;");
    let mut command = dir.command(program());
    command.args(["export", "registers", "a.td"]);
    expect![[r#"
        error: The class 'Target' is not defined
    "#]]
    .assert_eq(&Ran::from_output(command.output().unwrap()).failed());
}
