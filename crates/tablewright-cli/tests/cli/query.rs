//! `tablewright query`.

use expect_test::{Expect, expect};

use crate::{Dir, Ran, program};

/// The example target.
const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

/// Asks about the example target.
fn toy(args: &[&str]) -> Ran {
    let dir = Dir::new();
    let mut command = dir.command(program());
    command.args(["query", "Toy.td", "-I", "prelude"]).current_dir(TOY).args(args);
    Ran::from_output(command.output().unwrap())
}

fn check(args: &[&str], expected: Expect) {
    expected.assert_eq(&toy(args).ok());
}

fn check_fails(args: &[&str], expected: Expect) {
    expected.assert_eq(&toy(args).failed());
}

#[test]
fn records_are_a_table() {
    check(
        &[
            "--class",
            "Instruction",
            "--where",
            "mayLoad and OutOperandList.rd = GPR",
            "--show",
            "Size,OutOperandList.rd.Size",
            "--show",
            "Inst{15-12}",
        ],
        expect![[r#"
            NAME  Size  OutOperandList.rd.Size  Inst{15-12}
            LDW      4                       0  0b????
        "#]],
    );
    check(
        &["--class", "Register", "--name", "R?"],
        expect![[r#"
        NAME  CLASSES  DEFINED AT
        R0    Word     ToyRegisterInfo.td:25
        R1    Word     ToyRegisterInfo.td:25
        R2    Word     ToyRegisterInfo.td:25
        R3    Word     ToyRegisterInfo.td:25
        R4    Word     ToyRegisterInfo.td:25
        R5    Word     ToyRegisterInfo.td:25
        R6    Word     ToyRegisterInfo.td:25
        R7    Word     ToyRegisterInfo.td:25
    "#]],
    );
}

#[test]
fn names_counts_and_groups() {
    check(
        &["--class", "Register", "--names"],
        expect![[r#"
        FLAGS
        P0
        P1
        P2
        R0
        R1
        R2
        R3
        R4
        R5
        R6
        R7
    "#]],
    );
    check(
        &["--class", "Register", "--count"],
        expect![[r#"
        12
    "#]],
    );
    check(
        &["--class", "Register", "--count", "--format", "json"],
        expect![[r#"
        {
          "report": "query-count",
          "version": 1,
          "count": 12
        }
    "#]],
    );
    check(
        &["--class", "Instruction", "--group-by", "Size"],
        expect![[r#"
        VALUE  COUNT
            0    295
            2      1
            4     22
    "#]],
    );
    check(
        &["--class", "RegisterClass", "--group-by", "Size", "--names"],
        expect![[r#"
        VALUE  COUNT  NAMES
            0      4  CCR, GPR, GPRNoSP, PAIR
    "#]],
    );
}

#[test]
fn forms_for_programs_have_the_values_as_data() {
    let args = ["--name", "FLAGS", "--show", "SubRegs,HWEncoding,NAME", "--format"];
    let with = |form: &'static str| args.into_iter().chain([form]).collect::<Vec<_>>();
    check(
        &with("json"),
        expect![[r#"
        {
          "report": "query",
          "version": 1,
          "fields": [
            "SubRegs",
            "HWEncoding",
            "NAME"
          ],
          "records": [
            {
              "name": "FLAGS",
              "classes": [
                "Register"
              ],
              "location": {
                "file": "ToyRegisterInfo.td",
                "line": 28,
                "column": 5
              },
              "fields": {
                "SubRegs": [],
                "HWEncoding": "0b0000000000001000",
                "NAME": "FLAGS"
              }
            }
          ]
        }
    "#]],
    );
    check(
        &with("jsonl"),
        expect![[r#"
        {"name":"FLAGS","classes":["Register"],"location":{"file":"ToyRegisterInfo.td","line":28,"column":5},"fields":{"SubRegs":[],"HWEncoding":"0b0000000000001000","NAME":"FLAGS"}}
    "#]],
    );
    check(
        &with("csv"),
        expect![[r#"
        NAME,SubRegs,HWEncoding,NAME
        FLAGS,[],0b0000000000001000,FLAGS
    "#]],
    );
}

#[test]
fn uses_of_a_record_and_classes_below_a_class() {
    check(
        &["--uses", "FLAGS"],
        expect![[r#"
        4 records refer to it, through Defs (3), MemberList (1)

        NAME  THROUGH
        BEQ   Defs[0]
        BLT   Defs[0]
        BNE   Defs[0]
        CCR   MemberList[0]
    "#]],
    );
    check(
        &["--uses", "FLAGS", "--class", "Instruction", "--count"],
        expect![[r#"
        3
    "#]],
    );
    check(
        &["--derives", "Operand"],
        expect![[r#"
        CLASS                    RECORDS  DIRECT  DEFINED AT
        Operand                        4       2  prelude/llvm/Target/Target.td:226
          OperandWithDefaultOps        0       0  prelude/llvm/Target/Target.td:238
          SImm                         2       2  ToyInstrFormats.td:12
    "#]],
    );
}

#[test]
fn declarations_and_lets_set_a_field() {
    check(
        &["--class", "Instruction", "--name", "ADD*", "--sets", "mayLoad"],
        expect![[r#"
            RECORDS  OVERRIDDEN  SET BY                      VALUE  AT
                  2           0  let in ToyInst              false  ToyInstrFormats.td:50
                  0           2  declaration in Instruction  ?      prelude/llvm/Target/Target.td:316
        "#]],
    );
    check_fails(
        &["--class", "Instruction", "--sets", "mayLaod"],
        expect![[r#"
        --sets:1:1: error: none of the records has a field 'mayLaod'
        mayLaod
        ^
        note: did you mean 'mayLoad'?
    "#]],
    );
}

#[test]
fn actions_read_a_field() {
    check(
        &["--reads", "AsmString"],
        expect![[r#"
            ACTION                     RECORDS   OF
            gen-asm-writer                 321  321
            gen-asm-matcher                 25  321
            gen-instr-docs                  23  321
            gen-compress-inst-emitter        2  321
        "#]],
    );
    check(
        &["--name", "ADD*", "--reads", "Instruction.UseNamedOperandTable", "--format", "json"],
        expect![[r#"
            {
              "report": "query-reads",
              "version": 1,
              "records": 2,
              "actions": [
                {
                  "action": "gen-instr-info",
                  "records": 2
                }
              ]
            }
        "#]],
    );
    let of_nobody = Dir::with("class A { int X = 1; } def a : A; def b : A;");
    expect![[r#"
        no action reads this field, which 2 records have
    "#]]
    .assert_eq(&of_nobody.run("query a.td --reads A.X").ok());
    check_fails(
        &["--reads", "Instruction.mayLaod"],
        expect![[r#"
        --reads:1:1: error: none of the records has a field 'mayLaod'
        mayLaod
        ^
        note: did you mean 'mayLoad'?
    "#]],
    );
}

#[test]
fn errors_point_into_the_argument() {
    check_fails(
        &["--where", "mayLoad = and Size = 2"],
        expect![[r#"
        --where:1:11: error: expected a value, but 'and' is a keyword
        mayLoad = and Size = 2
                  ^
    "#]],
    );
    check_fails(
        &["--class", "Instruction", "--where", "mayLaod = 1"],
        expect![[r#"
        --where:1:1: error: none of the records has a field 'mayLaod'
        mayLaod = 1
        ^
        note: did you mean 'mayLoad'?
    "#]],
    );
    check_fails(
        &["--class", "Instuction"],
        expect![[r#"
        --class:1:1: error: unknown class 'Instuction'
        Instuction
        ^
        note: did you mean 'Instruction'?
    "#]],
    );
    check_fails(
        &["--class", "Instruction", "--where", "Pattern = add"],
        expect![[r#"
        --where:1:1: error: the values of 'Pattern' are lists, never compared with records
        Pattern = add
        ^
        note: 'contains' looks for a value in a list or dag; [*] after a path goes through the elements
    "#]],
    );
    check_fails(
        &["--uses", "FLAG", "--diagnostic-format", "rich"],
        expect![[r#"
        error[TW0008]: unknown record 'FLAG'
         --> --uses:1:1
          |
        1 | FLAG
          | ^^^^
          |
        help: did you mean 'FLAGS'?
          |
        1 | FLAGS
          |     +

    "#]],
    );
    check_fails(
        &["--derives", "Register", "--class", "Register"],
        expect![[r#"
        error: the argument '--derives <CLASS>' cannot be used with:
          --class <PATTERN>
          --name <PATTERN>
          --where <CONDITION>
          --uses <RECORD>

        Usage: tablewright query --include <DIR> --derives <CLASS> <FILE>

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn a_description_with_errors_is_not_asked() {
    let ran = Dir::with("def a : B;").run("query a.td --names");
    assert!(ran.failed().starts_with("a.td:1:9: error: "));
}
