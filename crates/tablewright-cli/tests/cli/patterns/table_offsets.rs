//! The bytes of the table of the selector, `--at`, against the table that is printed.

use std::collections::HashMap;

use expect_test::{expect, expect_file};

use super::{CLASSES, COMMON, check};
use crate::Dir;

#[test]
fn indices_of_the_table_have_a_path() {
    check(
        "--at 9",
        expect![[r#"
        index 9 of 140: within the step at 7, OPC_CheckOpcode, TARGET_VAL(ISD::SUB),

        path
               0  OPC_SwitchOpcode, 6 cases
                case ISD::AND (1 of 6), up to 42
               4  OPC_Scope, 2 children
                branch 1 of 2, up to 23
               6  OPC_MoveChild0,
        >      7  OPC_CheckOpcode, TARGET_VAL(ISD::SUB),

        If it fails, selection continues at 23: branch 2 of 2 of the step at 4.

        1 pattern can still match

          anonymous_16
            (and (sub GPR:$a, 1), GPR:$b) -> (SUBrr GPR:$a, GPR:$b)
            defined a.td:16:1
    "#]],
    );
    check(
        "--at 6 --format json",
        expect![[r#"
            {
              "report": "patterns",
              "version": 1,
              "target": "T",
              "at": [
                {
                  "offset": 6,
                  "what": "OPC_MoveChild0,",
                  "path": [
                    {
                      "offset": 0,
                      "step": "OPC_SwitchOpcode, 6 cases",
                      "branch": null
                    },
                    {
                      "offset": 4,
                      "step": "OPC_Scope, 2 children",
                      "branch": "case ISD::AND (1 of 6)"
                    },
                    {
                      "offset": 6,
                      "step": "OPC_MoveChild0,",
                      "branch": "branch 1 of 2"
                    }
                  ],
                  "next": 23,
                  "patterns": [
                    {
                      "name": "anonymous_16",
                      "locations": [
                        {
                          "file": "a.td",
                          "line": 16,
                          "column": 1
                        }
                      ],
                      "number": 1,
                      "form": null,
                      "text": "(and (sub GPR:$a, 1), GPR:$b) -> (SUBrr GPR:$a, GPR:$b)"
                    }
                  ]
                }
              ]
            }
        "#]],
    );
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
        let Some(input) = reference_table(target) else { continue };
        let dir = Dir::new();
        let table = dir.tblgen(&format!("--gen-dag-isel {input}")).ok();
        compare_with_table(&dir, &table, &input);
    }
}

/// The arguments that name a target of LLVM, if its descriptions are there.
fn reference_table(target: &str) -> Option<String> {
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
        ("X86", "ADD32ri LEA64r MOV32rm SHL8rCL VADDPSZrr", expect_file!["X86.txt"]),
        ("RISCV", "BEQ FADD_S FENCE LW SLLIW", expect_file!["RISCV.txt"]),
        (
            "AMDGPU",
            "DS_READ_B32 S_ADD_I32 S_LSHL_B32 V_ADD_F32_e64 V_FMA_F32_e64",
            expect_file!["AMDGPU.txt"],
        ),
    ];
    for (target, instructions, expected) in targets {
        let Some(input) = reference_table(target) else { continue };
        let options: Vec<String> =
            instructions.split(' ').map(|name| format!("--instr {name}")).collect();
        let options = options.join(" ");
        let text = Dir::new().run(&format!("patterns --full {options} {input}")).ok();
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
    if let Some((offset, _)) = lines.iter().find(|(_, text)| text.starts_with("/*Scope*/")) {
        let shown = dir.run(&format!("patterns --at {offset} {input}")).out;
        assert!(shown.contains("the beginning of branch"), "{offset}: {shown}");
    }
}
