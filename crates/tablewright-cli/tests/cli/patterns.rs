//! `tablewright patterns`.

use std::collections::HashMap;

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
    of(TARGET, options)
}

fn of(text: &str, options: &str) -> Ran {
    Dir::with(text).run(&format!("patterns -I {CLASSES} -I {COMMON} {options} a.td"))
}

/// Compares the text without the directory that the classes are in.
fn check(options: &str, expected: Expect) {
    expected.assert_eq(&patterns(options).ok().replace(CLASSES, ""));
}

#[test]
fn all_patterns_are_listed() {
    check("", expect![[r#""#]]);
}

#[test]
fn an_instruction_has_its_own_pattern_and_others() {
    check("--instr SUBri", expect![[r#""#]]);
}

#[test]
fn each_step_of_inference_names_its_rule() {
    check("--pattern EXT --steps", expect![[r#""#]]);
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
    assert_eq!(names("--node negative --node either"), "EXT anonymous_19");
    assert_eq!(names("--node ld --instr EXT"), "EXT LD");
}

#[test]
fn what_is_not_there_is_an_error_with_a_suggestion() {
    let failed = |options: &str| patterns(options).failed();
    expect![[r#""#]].assert_eq(
        &[
            failed("--instr SUBrx"),
            failed("--node ISD::ANT"),
            failed("--node trap"),
            failed("--pattern EXD"),
            failed("--pattern GPR"),
            failed("--pattern b.td:3"),
            failed("--instr Y1"),
            failed("--at 100000"),
            failed("--at 1"),
        ]
        .concat(),
    );
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let failed = |options: &str| patterns(options).failed();
    expect![[r#""#]].assert_eq(
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
    let ran = of(text, "--skipped");
    expect![[r#""#]].assert_eq(&ran.out);
    assert_eq!(ran.code, Some(0));
    expect![[r#""#]].assert_eq(&of(text, "--skipped --format json --instr A").out);
}

#[test]
fn indices_of_the_table_have_a_path() {
    check("--at 9", expect![[r#""#]]);
    check("--at 6 --format json", expect![[r#""#]]);
}

/// By the offset of a step that completes a pattern, the instruction that comments say it makes.
fn instructions_made(table: &str) -> HashMap<u32, String> {
    let mut made = HashMap::new();
    let mut last = None;
    for line in table.lines() {
        if let Some((offset, _)) = line.strip_prefix("/*").and_then(|line| line.split_once("*/")) {
            last = offset.trim().parse().ok();
        }
        if let (Some((_, result)), Some(offset)) = (line.split_once("// Dst: ("), last) {
            let name = result.split([':', ' ', ')']).next().unwrap_or_default();
            made.insert(offset, name.to_owned());
        }
    }
    made
}

/// Every offset that the printed table has, and what stands there.
#[test]
fn indices_are_those_of_the_printed_table() {
    for file in ["instructions.td", "fragments.td", "complex-patterns.td", "modes.td"] {
        for coverage in ["", "--instrument-coverage"] {
            let dir = Dir::new();
            let input = format!("-I {CLASSES} -I {COMMON} {CLASSES}/ok/{file}");
            let table = dir.tblgen(&format!("--gen-dag-isel {coverage} {input}")).out;
            compare_with_table(&dir, &table, &format!("{coverage} {input}"));
        }
    }
}

/// The same for targets of LLVM, where these are.
#[test]
fn indices_are_those_of_whole_targets() {
    for target in ["Lanai", "Sparc", "X86"] {
        let Some(input) = of_llvm(target) else { continue };
        let dir = Dir::new();
        let table = dir.tblgen(&format!("--gen-dag-isel {input}")).ok();
        compare_with_table(&dir, &table, &input);
    }
}

/// The arguments that name a target of LLVM, if its descriptions are there.
fn of_llvm(target: &str) -> Option<String> {
    let home = std::env::var("HOME").unwrap_or_default();
    let corpus = std::env::var("TABLEWRIGHT_CORPUS")
        .unwrap_or_else(|_| format!("{home}/.cache/tablewright/llvm-19.1.7"));
    let lib = format!("{corpus}/llvm/lib/Target/{target}");
    let is_there = std::path::Path::new(&lib).is_dir();
    is_there.then(|| format!("-I {lib} -I {corpus}/llvm/include {lib}/{target}.td"))
}

#[test]
fn instructions_of_whole_targets_have_patterns() {
    let targets = [
        ("X86", "ADD32ri LEA64r MOV32rm SHL8rCL VADDPSZrr", expect_file!["patterns/X86.txt"]),
        ("RISCV", "ADDI BEQ FADD_S LW SLLIW", expect_file!["patterns/RISCV.txt"]),
        (
            "AMDGPU",
            "BUFFER_LOAD_DWORD_OFFEN DS_READ_B32 S_ADD_I32 V_ADD_F32_e64 V_FMA_F32_e64",
            expect_file!["patterns/AMDGPU.txt"],
        ),
    ];
    for (target, instructions, expected) in targets {
        let Some(input) = of_llvm(target) else { continue };
        let mut text = String::new();
        for instruction in instructions.split(' ') {
            let ran = Dir::new().run(&format!("patterns --instr {instruction} {input}"));
            text += &ran.ok();
        }
        // The directory of the descriptions differs by machine.
        let root = input.rsplit(' ').next().and_then(|path| path.split("llvm/lib").next());
        expected.assert_eq(&text.replace(root.unwrap_or_default(), ""));
    }
}

fn compare_with_table(dir: &Dir, table: &str, input: &str) {
    let mut lines: Vec<(u32, &str)> = Vec::new();
    for line in table.lines() {
        let line = line.strip_prefix("/*").and_then(|line| line.split_once("*/"));
        if let Some((offset, text)) = line
            && let Ok(offset) = offset.trim().parse()
        {
            lines.push((offset, text.trim()));
        }
    }
    let is_step = |text: &str| text.starts_with("OPC_") && !text.starts_with("OPC_Coverage");
    let steps = lines.iter().copied().filter(|(_, text)| is_step(text));
    let steps: Vec<(u32, &str)> = steps.collect();
    assert!(steps.len() > 5, "{table}");
    // Of large tables some, since arguments are limited.
    let steps: Vec<(u32, &str)> = steps.iter().copied().step_by(1 + steps.len() / 4000).collect();
    let made = instructions_made(table);
    let asked: Vec<String> = steps.iter().map(|(offset, _)| format!("--at {offset}")).collect();
    let shown = dir.run(&format!("patterns --format json {} {input}", asked.join(" "))).out;
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    for (at, (offset, text)) in shown["at"].as_array().unwrap().iter().zip(&steps) {
        let kind = |text: &str| text.split([',', ' ']).next().unwrap_or("").to_owned();
        assert_eq!(at["offset"], *offset);
        assert_eq!(kind(at["what"].as_str().unwrap()), kind(text), "at {offset}");
        if let Some(instruction) = made.get(offset) {
            let patterns = at["patterns"].as_array().unwrap();
            let text = patterns[0]["text"].as_str().unwrap();
            let (_, result) = text.split_once(" -> (").unwrap();
            assert_eq!(
                (patterns.len(), result.split([' ', ')']).next()),
                (1, Some(&**instruction))
            );
        }
    }
    // What begins a branch is no step.
    for (offset, text) in lines.iter().filter(|(_, text)| text.starts_with("/*Scope*/")) {
        let shown = dir.run(&format!("patterns --at {offset} {input}")).out;
        assert!(shown.contains("the beginning of branch"), "{offset} {text}: {shown}");
        break;
    }
}

#[test]
fn statistics_add_up() {
    check("--stats", expect![[r#""#]]);
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
    check("--pattern LD --steps --format json", expect![[r#""#]]);
}

#[test]
fn graphs_are_for_graphviz() {
    check("--pattern LD --format dot", expect![[r#""#]]);
    check("--at 9 --format dot", expect![[r#""#]]);
}

/// The patterns that are never selected, each with those that are.
fn shadowed(text: &str) -> String {
    let text = format!("include \"classes.td\"\n{text}");
    let json = of(&text, "--shadowed --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut lines = Vec::new();
    for each in json["shadowed"].as_array().unwrap() {
        let by = each["by"].as_array().unwrap().iter();
        let by: Vec<&str> = by.map(|by| by["name"].as_str().unwrap()).collect();
        lines.push(format!("{} by {}", each["name"].as_str().unwrap(), by.join(" ")));
    }
    lines.join(", ")
}

/// Instructions that patterns of tests make.
const MADE: &str = r#"def A : I<(outs GPR:$d), (ins GPR:$a), []>;
def B : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def L : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def V : I<(outs VPR:$d), (ins VPR:$a, VPR:$b), []>;
def addr : ComplexPattern<i32, 1, "selectAddr">;
def other : ComplexPattern<i32, 1, "selectOther">;
def Feature : Predicate<"hasFeature()">;
def Optional : Predicate<"hasOptional()">;
"#;

#[test]
fn a_pattern_is_shadowed_by_one_that_matches_whenever_it_does() {
    let shadowed = |text: &str| shadowed(&[MADE, text].concat());
    assert_eq!(
        shadowed(
            "def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;"
        ),
        "P2 by P1"
    );
    assert_eq!(
        shadowed(
            "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             def P2 : Pat<(i32 (sub GPR:$a, 1)), (A GPR:$a)>;
             def P3 : Pat<(i32 (sub (ld GPR:$a), GPR:$b)), (L GPR:$b, GPR:$a)>;
             def P4 : Pat<(sub GPR:$a, GPR:$a), (A GPR:$a)>;"
        ),
        "P3 by P1, P2 by P1, P4 by P1"
    );
    assert_eq!(
        shadowed(
            "def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             let Predicates = [Feature] in
             def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;"
        ),
        "P2 by P1"
    );
}

#[test]
fn nothing_is_called_shadowed_that_could_be_selected() {
    let not_shadowed = [
        // Other conditions.
        "let Predicates = [Feature] in def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        "let Predicates = [Feature, Optional] in
         def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
         let Predicates = [Feature] in def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        // Another type.
        "def P1 : Pat<(v2i16 (and VPR:$a, VPR:$b)), (V VPR:$a, VPR:$b)>;
         def P2 : Pat<(v4i8 (and VPR:$a, VPR:$b)), (V VPR:$a, VPR:$b)>;",
        // A function may refuse.
        "let AddedComplexity = 100 in def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;",
        "let AddedComplexity = 100 in def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(sub other:$a, GPR:$b), (B other:$a, GPR:$b)>;",
        "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, simm8:$b), (A GPR:$a)>;
         def P2 : Pat<(sub GPR:$a, (i32 imm:$b)), (A GPR:$a)>;",
        // The same value twice.
        "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, GPR:$a), (A GPR:$a)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        // Chains that cannot be joined: the later pattern folds one load less.
        "let AddedComplexity = 100 in
         def P1 : Pat<(i32 (sub (ld GPR:$a), GPR:$b)), (L GPR:$b, GPR:$a)>;
         def P2 : Pat<(i32 (sub GPR:$a, GPR:$b)), (B GPR:$b, GPR:$a)>;",
    ];
    for text in not_shadowed {
        assert_eq!(shadowed(&[MADE, text].concat()), "", "{text}");
    }
    let functions = "let AddedComplexity = 100 in
         def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(i32 (sub addr:$a, 1)), (A addr:$a)>;";
    assert_eq!(shadowed(&[MADE, functions].concat()), "P2 by P1");
}

#[test]
fn modes_shadow_only_patterns_of_the_same_mode() {
    let modes = std::fs::read_to_string(format!("{CLASSES}/ok/modes.td")).unwrap();
    let modes = modes.replace("include \"classes.td\"\n", "");
    let shadowed = |text: &str| shadowed(&[&*modes, text].concat());
    // The default mode holds where the other does not.
    assert_eq!(
        shadowed(
            "def P1 : Pat<(i32 (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;
             def P2 : Pat<(i64 (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;"
        ),
        ""
    );
    assert_eq!(
        shadowed(
            "def P1 : Pat<(XLen (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;
             def P2 : Pat<(i64 (sub XReg:$a, 5)), (SUBW XReg:$a)>;"
        ),
        "P2 by P1"
    );
}
