//! `tablewright patterns`.

mod global_isel;
mod missing;
mod shadowed;
mod table_offsets;

use expect_test::{Expect, expect, expect_file};

use crate::{Dir, Ran};

/// Where the classes are that patterns are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/dag-isel");
const COMMON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablewright-test-support/td");

const TARGET: &str = r#"include "classes.td"
def HasSub : Predicate<"hasSub()">;
def neg : SDNodeXForm<imm, "return -N;">;
def negative : PatLeaf<(imm), "return N < 0;", neg>;
def either : PatFrags<(ops node:$a), [(sext node:$a), (bitconvert node:$a)]>;
multiclass Arith<SDPatternOperator op> {
  def rr : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (op GPR:$a, GPR:$b))]>;
  let Predicates = [HasSub] in
  def ri : I<(outs GPR:$d), (ins GPR:$a, word:$b), [(set GPR:$d, (op GPR:$a, simm8:$b))]>;
}
defm SUB : Arith<sub>;
defm NOT : Arith<null_frag>;
def EXT : I<(outs GPR:$d), (ins Byte:$a), [(set GPR:$d, (either Byte:$a))]>;
def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;
def : Pat<(add GPR:$a, negative:$b), (SUBri GPR:$a, negative:$b)>;
def : Pat<(i32 (and (sub GPR:$a, 1), GPR:$b)), (SUBrr GPR:$a, GPR:$b)>;
"#;

fn patterns(options: &str) -> Ran {
    patterns_in(TARGET, options)
}

fn patterns_in(text: &str, options: &str) -> Ran {
    Dir::with(text).run(&format!("patterns -I {CLASSES} -I {COMMON} {options} a.td"))
}

/// Compares the text without the directory that the classes are in.
fn check(options: &str, expected: Expect) {
    expected.assert_eq(&patterns(options).ok().replace(CLASSES, ""));
}

#[test]
fn all_patterns_are_listed() {
    check(
        "",
        expect![[r#"
        T: 8 records with patterns, 7 patterns, 8 to match with variants, table of 140 bytes
        SUBrr  a.td:7:7  (sub GPR:$a, GPR:$b) -> (SUBrr GPR:$a, GPR:$b)
        SUBri  a.td:9:7  (sub GPR:$a, (imm):$b[simm8]) -> (SUBri GPR:$a, (imm):$b)
        NOTrr  a.td:7:7  left out
        NOTri  a.td:9:7  left out
        EXT  a.td:13:5  (sext Byte:$a) -> (EXT Byte:$a)
        LD  a.td:14:5  (ld GPR:$a) -> (LD GPR:$a)
        anonymous_15  a.td:15:1  (add GPR:$a, (imm):$b[negative]{neg}) -> (SUBri GPR:$a, (neg (imm):$b[negative]))
        anonymous_16  a.td:16:1  (and (sub GPR:$a, 1), GPR:$b) -> (SUBrr GPR:$a, GPR:$b)
    "#]],
    );
}

#[test]
fn an_instruction_has_its_own_pattern_and_others() {
    check(
        "--instr SUBri",
        expect![[r#"
        pattern SUBri
          defined    a.td:9:7
          by defm    a.td:11:12
          written    (set GPR:$d, (sub GPR:$a, simm8:$b))
          expanded
            (sub GPR:$a, (imm):$b[simm8])
            -> (SUBri GPR:$a, (imm):$b)
          with types
            sub: i32
              GPR:$a: i32
              imm:$b[simm8]: i32
            ->
            SUBri: i32
              GPR:$a: i32
              imm:$b: i32
          condition  HasSub: hasSub()
          predicate  simm8: int64_t Imm = cast<ConstantSDNode>(Node)->getSExtValue(); return isInt<8>(Imm);
          tried as number 3 of 8
            (sub GPR:$a, (imm):$b[simm8]) -> (SUBri GPR:$a, (imm):$b)
            complexity  7 = 3 sub + 3 imm + 1 predicate of imm
            result      cost 1, 0 bytes of instructions
            table       17 bytes of its own, 9 shared; completed at 58

        pattern anonymous_15
          defined    a.td:15:1
          written    (add GPR:$a, negative:$b)
                  -> (SUBri GPR:$a, negative:$b)
          expanded
            (add GPR:$a, (imm):$b[negative]{neg})
            -> (SUBri GPR:$a, (imm):$b[negative]{neg})
          with types
            add: i32
              GPR:$a: i32
              imm:$b[negative]{neg}: i32
            ->
            SUBri: i32
              GPR:$a: i32
              neg: i32
                imm:$b[negative]: i32
          predicate  negative: auto *N = cast<ConstantSDNode>(Node); (void)N; return N < 0;
          tried as number 4 of 8
            (add GPR:$a, (imm):$b[negative]{neg}) -> (SUBri GPR:$a, (neg (imm):$b[negative]))
            complexity  7 = 3 add + 3 imm + 1 predicate of imm
            result      cost 1, 0 bytes of instructions
            table       23 bytes of its own, 2 shared; completed at 91
    "#]],
    );
}

#[test]
fn each_step_of_inference_names_its_rule() {
    check(
        "--pattern EXT --steps",
        expect![[r#"
            pattern EXT
              defined    a.td:13:5
              written    (set GPR:$d, (either Byte:$a))
              expanded
                (sext Byte:$a)
                (bitconvert Byte:$a)
                -> (EXT Byte:$a)
              inference
                  1. GPR:$d
                     ? -> i32: GPR has this type
                  2. Byte:$a
                     ? -> i8: Byte has this type
                  3. (sext Byte:$a)
                     i32 v2i16 -> i32: SDTCisOpSmallerThanOp<1, 0> of sext
                  4. (bitconvert Byte:$a)
                     ? -> i32: the matched root and the result have the same type
              with types
                sext: i32
                  Byte:$a: i8
                bitconvert: i32
                  Byte:$a: i8
                ->
                EXT: i32
                  Byte:$a: i8
              tried as number 6 of 8
                (sext Byte:$a) -> (EXT Byte:$a)
                complexity  3 = 3 sext
                result      cost 1, 0 bytes of instructions
                table       11 bytes of its own, 2 shared; completed at 103
              tried as number 7 of 8
                (bitconvert Byte:$a) -> (EXT Byte:$a)
                complexity  3 = 3 bitconvert
                result      cost 1, 0 bytes of instructions
                table       13 bytes of its own, 2 shared; completed at 116
        "#]],
    );
}

#[test]
fn patterns_are_found_by_the_line_of_a_defm() {
    let names = |options: &str| {
        let text = patterns(options).ok();
        let names = text.lines().filter_map(|line| line.strip_prefix("pattern "));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("--pattern a.td:11"), "SUBrr SUBri");
    assert_eq!(names("--pattern 9"), "SUBri NOTri");
    assert_eq!(names("--node ISD::LOAD"), "LD");
    assert_eq!(names("--node negative --node either"), "EXT anonymous_15");
    assert_eq!(names("--node ld --instr EXT"), "EXT LD");
}

#[test]
fn what_is_not_there_is_an_error_with_a_suggestion() {
    let failed = |options: &str| patterns(options).failed();
    expect![[r#"
        error: unknown instruction 'SUBrx'
        error: unknown node or fragment 'ISD::ANT'
        note: did you mean 'ISD::AND'?
        error: no pattern has 'trap'
        error: unknown pattern 'EXD'
        note: did you mean 'EXT'?
        error: 'GPR' does not have a pattern
        error: no pattern at b.td:3
        error: no pattern makes 'Y1'
        error: index 100000 is outside the table of 140 bytes
    "#]]
    .assert_eq(
        &[
            failed("--instr SUBrx"),
            failed("--node ISD::ANT"),
            failed("--node trap"),
            failed("--pattern EXD"),
            failed("--pattern GPR"),
            failed("--pattern b.td:3"),
            failed("--instr Y1"),
            failed("--at 100000"),
        ]
        .concat(),
    );
}

#[test]
fn a_log_of_the_selector_is_explained() {
    let log = "ISEL: Starting selection on root node: t5: i32 = sub t4, t2\n\
               \x20 Initial Opcode index to 4\n\
               \x20 OpcodeSwitch from 0 to 60\n\
               \x20 TypeSwitch[i32] from 3 to 5\n\
               \x20 Skipped scope entry (due to false predicate) at index 62, continuing at 80\n\
               \x20 Match failed at index 61\n\
               \x20 Continuing at 79\n\
               \x20 Continuing at 139\n\
               \x20 Match failed at index 4000\n\
               \x20 Morphed node: t5: i32 = SUBrr t4, t2\n\
               ISEL: Match complete!\n";
    let dir = Dir::with(TARGET);
    dir.write("isel.log", log);
    let run = |options: &str| {
        let line = format!("patterns -I {CLASSES} -I {COMMON} a.td --explain-log {options}");
        dir.run(&line)
    };
    expect![[r#"
        ISEL: Starting selection on root node: t5: i32 = sub t4, t2
          Initial Opcode index to 4
              | 4: OPC_Scope, 2 children  -> anonymous_16 a.td:16:1
          OpcodeSwitch from 0 to 60
              | 0: OPC_SwitchOpcode, 6 cases  -> anonymous_16 a.td:16:1, SUBri a.td:9:7, SUBrr a.td:7:7 and 3 more
              | 60: within the step at 58, OPC_MorphNodeTo1None, TARGET_VAL(T::SUBri), MVT::i32, 2, 0, 2,  -> SUBri a.td:9:7
          TypeSwitch[i32] from 3 to 5
              | 3: the beginning of case ISD::AND (1 of 6) of the step at 0  -> anonymous_16 a.td:16:1
              | 5: the beginning of branch 1 of 2 of the step at 4  -> anonymous_16 a.td:16:1
          Skipped scope entry (due to false predicate) at index 62, continuing at 80
              | 62: within the step at 58, OPC_MorphNodeTo1None, TARGET_VAL(T::SUBri), MVT::i32, 2, 0, 2,  -> SUBri a.td:9:7
              | 80: OPC_MoveChild1,  -> anonymous_15 a.td:15:1
          Match failed at index 61
              | 61: within the step at 58, OPC_MorphNodeTo1None, TARGET_VAL(T::SUBri), MVT::i32, 2, 0, 2,  -> SUBri a.td:9:7
          Continuing at 79
              | 79: OPC_RecordChild1, // #1 = $b  -> anonymous_15 a.td:15:1
          Continuing at 139
              | 139: at 139 the table ends
          Match failed at index 4000
              | 4000: index 4000 is outside the table of 140 bytes
          Morphed node: t5: i32 = SUBrr t4, t2
        ISEL: Match complete!

        5 of 11 indices are within a step or past the end: the log is of another table, perhaps of one with --instrument-coverage, or of another release.
    "#]].assert_eq(&run("isel.log").ok());
    let json: serde_json::Value =
        serde_json::from_str(&run("isel.log --format json").ok()).unwrap();
    let first = &json["log"][1];
    assert_eq!(first["line"], "  Initial Opcode index to 4");
    assert_eq!(first["notes"][0]["index"], 4);
    expect![[r#"
        tablewright: cannot read none.log: No such file or directory
    "#]]
    .assert_eq(&run("none.log").failed());
    expect![[r#"
        error: --format dot does not go with --skipped, --missing, --explain-log, --select and --stats
    "#]]
    .assert_eq(&run("isel.log --format dot").failed());
    expect![[r#"
        error: --global-isel does not go with --stats, --shadowed, --missing, --explain-log, --steps, --instrument-coverage and --format dot
    "#]].assert_eq(&run("isel.log --global-isel").failed());
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let failed = |options: &str| patterns(options).failed();
    expect![[r#"
        error: --instr, --node and --pattern do not go with --at, --explain-log, --missing, --select and --stats, which are about the whole target
        error: --format dot does not go with --skipped, --missing, --explain-log, --select and --stats
        error: --format dot needs --instr, --node or --pattern
        error: --steps needs --instr, --node or --pattern
    "#]].assert_eq(
        &[
            failed("--stats --instr SUBrr"),
            failed("--stats --format dot"),
            failed("--format dot"),
            failed("--skipped --steps"),
        ]
        .concat(),
    );
    assert!(failed("--stats --skipped").contains("cannot be used with"));
    assert!(failed("--at x").contains("invalid value 'x'"));
}

#[test]
fn patterns_that_are_left_out_have_a_reason() {
    let text = r#"include "classes.td"
def both : PatFrags<(ops node:$a), [(add 1, node:$a), (sub 1, node:$a)]>;
def A : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (null_frag GPR:$a))]>;
def B : I<(outs GPR:$d), (ins GPR:$a), []>;
def P1 : Pat<(i32 (add 1, GPR:$a)), (B GPR:$a)>;
def P2 : Pat<(i32 (both GPR:$a)), (B GPR:$a)>;
def P3 : Pattern<(i32 (sub 2, GPR:$a)), []>;
"#;
    let ran = patterns_in(text, "--skipped");
    expect![[r#"
        T: 4 patterns left out
        A  a.td:3:5
          it contains null_frag
        P1  a.td:5:5
          it can never match: constants stand on the right of commutative nodes
        P2  a.td:6:5, alternative 1 of 2
          it can never match: constants stand on the right of commutative nodes
        P3  a.td:7:5
          its list of results is empty
    "#]]
    .assert_eq(&ran.out);
    assert_eq!(ran.code, Some(0));
    expect![[r#"
        {
          "report": "patterns",
          "version": 1,
          "target": "T",
          "skipped": [
            {
              "name": "A",
              "locations": [
                {
                  "file": "a.td",
                  "line": 3,
                  "column": 5
                }
              ],
              "reason": "null-frag"
            }
          ]
        }
    "#]]
    .assert_eq(&patterns_in(text, "--skipped --format json --instr A").out);
}

#[test]
fn statistics_add_up() {
    check(
        "--stats",
        expect![[r#"
        T: 140 bytes, 8 patterns to match

        by opcode of the root

           bytes      %        ends
              41  29.29           2  ISD::AND
              33  23.57           2  ISD::SUB
              23  16.43           1  ISD::ADD
              16  11.43           1  ISD::LOAD
              13   9.29           1  ISD::BITCAST
              11   7.86           1  ISD::SIGN_EXTEND
               3   2.14           0  (none)

        by condition, what serves single patterns alone

           bytes      %        ends      checks check bytes
             108  77.14           7           0           0  (none)
              17  12.14           1           1           1  (hasSub())

        by predicate, what its checks take

           bytes      %      checks
               1   0.71           1  simm8
               1   0.71           1  negative

        by kind of step

           bytes      %       count
              54  38.57           8  MorphNodeTo
              22  15.71          10  branch
              12   8.57           4  CheckOpcode
              11   7.86          11  RecordChild
               8   5.71           8  CheckType
               4   2.86           2  CheckChildInteger
               4   2.86           4  MoveChild
               4   2.86           4  MoveParent
               4   2.86           2  Scope
               3   2.14           2  CheckChildType
               3   2.14           1  EmitNodeXForm
               2   1.43           2  CheckPredicate
               2   1.43           2  EmitConvertToTarget
               2   1.43           1  SwitchOpcode
               1   0.71           1  CheckPatternPredicate
               1   0.71           1  EmitMergeInputChains
               1   0.71           1  RecordMemRef
               1   0.71           1  RecordNode
               1   0.71           1  end

        largest patterns, what serves them alone

           bytes      %      shared
              23  16.43           2  anonymous_15  a.td:15:1  (add GPR:$a, (imm):$b[negative]{neg}) -> (SUBri GPR:$a, (neg (imm):$b[negative]))
              18  12.86           7  anonymous_16  a.td:16:1  (and (sub GPR:$a, 1), GPR:$b) -> (SUBrr GPR:$a, GPR:$b)
              18  12.86           7  anonymous_16  a.td:16:1  (and GPR:$b, (sub GPR:$a, 1)) -> (SUBrr GPR:$a, GPR:$b)
              17  12.14           9  SUBri  a.td:9:7  (sub GPR:$a, (imm):$b[simm8]) -> (SUBri GPR:$a, (imm):$b)
              16  11.43           2  LD  a.td:14:5  (ld GPR:$a) -> (LD GPR:$a)
              13   9.29           2  EXT  a.td:13:5  (bitconvert Byte:$a) -> (EXT Byte:$a)
              11   7.86           2  EXT  a.td:13:5  (sext Byte:$a) -> (EXT Byte:$a)
               9   6.43           9  SUBrr  a.td:7:7  (sub GPR:$a, GPR:$b) -> (SUBrr GPR:$a, GPR:$b)
    "#]],
    );
    let json = patterns("--stats --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for list in ["opcodes", "steps"] {
        let lines = json["stats"][list].as_array().unwrap();
        let sum: u64 = lines.iter().map(|line| line["bytes"].as_u64().unwrap()).sum();
        assert_eq!(Some(sum), json["stats"]["bytes"].as_u64(), "{list}");
    }
}

#[test]
fn programs_read_json() {
    let json = patterns("--pattern LD --steps --format json").ok();
    expect_file!["patterns/LD.json"].assert_eq(&json);
}

#[test]
fn json_lines_have_the_elements_of_the_list() {
    for (options, list, key) in [
        ("", "/patterns", "name"),
        ("--pattern LD", "/patterns", "written"),
        ("--skipped", "/skipped", "reason"),
        ("--shadowed", "/shadowed", "by"),
        ("--missing", "/missing", "declaration"),
        ("--at 6 --at 9", "/at", "path"),
    ] {
        let lines = patterns(&format!("{options} --format jsonl")).ok();
        let lines: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let json = patterns(&format!("{options} --format json")).ok();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json.pointer(list).unwrap().as_array(), Some(&lines), "{options}");
        assert!(lines.iter().all(|line| line.get(key).is_some()), "{options}");
        assert_eq!((&json["report"], &json["version"]), (&"patterns".into(), &1.into()));
    }
    let stats = patterns("--stats --format jsonl").ok();
    expect![[r#"
        {"list":"opcodes","what":"ISD::AND","bytes":41,"ends":2}
        {"list":"opcodes","what":"ISD::SUB","bytes":33,"ends":2}"#]]
    .assert_eq(&stats.lines().take(2).collect::<Vec<_>>().join("\n"));
}

#[test]
fn tables_are_printed_as_csv() {
    check(
        "--pattern LD --format csv",
        expect![[r#"
        NAME,DEFINED AT,TRIED,PATTERN
        LD,a.td:14:5,1,(ld GPR:$a) -> (LD GPR:$a)
    "#]],
    );
    check(
        "--at 6 --at 9 --format csv",
        expect![[r#"
        INDEX,STEP,NEXT,PATTERNS
        6,"OPC_MoveChild0,",23,1
        9,"within the step at 7, OPC_CheckOpcode, TARGET_VAL(ISD::SUB),",23,1
    "#]],
    );
    check(
        "--skipped --format csv",
        expect![[r#"
        NAME,DEFINED AT,ALTERNATIVE,MODE,REASON,NODE
        NOTrr,a.td:7:7,,,null-frag,
        NOTri,a.td:9:7,,,null-frag,
    "#]],
    );
    check(
        "--shadowed --format csv",
        expect![[r#"
        NAME,DEFINED AT,NUMBER,FORM,PATTERN,BY,REASON,EXTRA CHECKS
    "#]],
    );
    let stats = patterns("--stats --format csv").ok();
    expect![[r#"
        LIST,WHAT,BYTES,ENDS,CHECKS,CHECK BYTES,COUNT,SHARED
        opcodes,ISD::AND,41,2,,,,
        opcodes,ISD::SUB,33,2,,,,"#]]
    .assert_eq(&stats.lines().take(3).collect::<Vec<_>>().join("\n"));
}

#[test]
fn graphs_are_for_graphviz() {
    check(
        "--pattern LD --format dot",
        expect![[r#"
        digraph patterns {
          subgraph cluster_8 {
            label = "pattern 8";
          "8.match" [label = "ld\ni32", shape = box];
          "8.match.0" [label = "GPR:$a\ni32", shape = plaintext];
          "8.match" -> "8.match.0";
          "8.make" [label = "LD\ni32", shape = box];
          "8.make.0" [label = "GPR:$a\ni32", shape = plaintext];
          "8.make" -> "8.make.0";
          }
        }
    "#]],
    );
    check(
        "--at 9 --format dot",
        expect![[r#"
        digraph table {
          "at 0" [label = "0: OPC_SwitchOpcode, 6 cases", shape = box];
          "at 4" [label = "4: OPC_Scope, 2 children", shape = box];
          "at 0" -> "at 4" [label = "case ISD::AND (1 of 6)"];
          "at 6" [label = "6: OPC_MoveChild0,", shape = box];
          "at 4" -> "at 6" [label = "branch 1 of 2"];
          "at 7" [label = "7: OPC_CheckOpcode, TARGET_VAL(ISD::SUB),", shape = box];
          "at 6" -> "at 7";
          "pattern 1" [label = "(and (sub GPR:$a, 1), GPR:$b) -> (SUBrr GPR:$a, GPR:$b)", shape = note];
          "at 7" -> "pattern 1";
        }
    "#]],
    );
}
