//! `tablewright run`. The book's page has the examples.

use crate::{Dir, Ran};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Runs a command on the example target. The options are after the description.
fn run(dir: &Dir, command: &str, options: &str) -> Ran {
    let includes = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
    let includes: String = includes.iter().map(|dir| format!("-I {EXAMPLES}/{dir} ")).collect();
    dir.run(&format!("{command} {includes} {EXAMPLES}/semantics/ToyRun.td --mcpu toy2 {options}"))
}

/// Assembles a program to `a.o`.
fn assembled(text: &str) -> Dir {
    let dir = Dir::new();
    dir.write("a.s", text);
    run(&dir, "assemble", "a.s --filetype elf --object a.o").ok();
    dir
}

#[test]
fn outcomes_are_data() {
    let dir = assembled("main: addi r0, r0, 1\n jr r7\n");
    let json = run(&dir, "run", "a.o --args 0x10 --trace --format json").ok();
    for part in [
        "\"report\": \"run\"",
        "\"result\": 17",
        "\"instructions\": 2",
        "\"stop\": null",
        "\"register\": \"r0\"",
        "\"value\": \"0x11\"",
        "\"place\": \"main+0x4\"",
        "\"r0=0x11\"",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
    let lines = run(&dir, "run", "a.o --trace --format jsonl").ok();
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn a_long_trace_keeps_its_last_instructions() {
    let dir = assembled("main: ldi r1, 0\nloop: addi r1, r1, 1\n jmp loop\n");
    let options = "a.o --trace --max-instructions 1000";
    let lines = run(&dir, "run", &format!("{options} --max-trace 2 --format jsonl")).out;
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.contains("\"r1=0x1f4\""), "{lines}");
    // Text needs no memory, and is complete.
    let text = run(&dir, "run", &format!("{options} --max-trace 2")).out;
    assert_eq!(text.matches("addi r1, r1, 1").count(), 500);
    let ran = run(&dir, "run", &format!("{options} -o trace.txt"));
    assert_eq!((ran.out.as_str(), dir.read("trace.txt")), ("", text));
    assert!(ran.err.contains("the limit of 1000 instructions"), "{}", ran.err);
    let error = run(&dir, "run", &format!("{options} -o missing/trace.txt")).failed();
    assert!(error.contains("error writing missing/trace.txt: "), "{error}");
}

#[test]
fn a_jump_away_from_code_stops() {
    let dir = assembled("main: mv r3, r7\n call put\n jr r3\n");
    let error = run(&dir, "run", "a.o --trace").err;
    assert!(error.contains("main+0x8 (0x108): the next instruction is at 0x"), "{error}");
}

#[test]
fn a_stop_fails_after_its_output() {
    let dir = assembled("main: call put\nloop: jmp loop\n");
    let ran = run(&dir, "run", "a.o --args -5 --max-instructions 10");
    assert_eq!(ran.out, "-5\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("loop (0x104): the limit of 10 instructions"), "{}", ran.err);
    let json = run(&dir, "run", "a.o --max-instructions 10 --format json").out;
    assert!(json.contains("\"kind\": \"limit\""), "{json}");
}

#[test]
fn mistakes_in_arguments_are_errors() {
    let dir = assembled("main: jr r7\n");
    let check = |options: &str, message: &str| {
        let error = run(&dir, "run", options).failed();
        assert!(error.contains(message), "{error}");
    };
    check("", "error: expected an object file");
    check("b.o", "Could not open input file 'b.o'");
    check("a.s", "error: 'a.s': ");
    check("a.o --entry f", "error: the program has no symbol 'f'");
    check("a.o --args x", "error: 'x' is not a number");
    check("a.o --args 1,2,3,4,5", "error: 5 arguments: only 4 are passed in registers");
    check("a.o --callee-saved CSR", "unknown callee-saved list 'CSR'");
    dir.write("v.txt", "r1=1 | 20a0fffb\n");
    check("--vectors v.txt", "error: v.txt:1: expected STATE | BYTES | STATE");
    dir.write("v.txt", "\nr1=1 | 20a0fffb | r2\n");
    check("--vectors v.txt", "error: v.txt:2: expected NAME=NUMBER, found 'r2'");
}

#[test]
fn coverage_and_vectors_are_data() {
    let dir = Dir::new();
    let json = run(&dir, "run", "--coverage --format json").ok();
    assert!(json.contains("\"covered\": 22"), "{json}");
    assert!(json.contains("\"source\": \"pattern\""), "{json}");
    dir.write("v.txt", "r2=5 | 20a0fffb | r1=1\n");
    let ran = run(&dir, "run", "--vectors v.txt --format json");
    assert!(ran.out.contains("\"r1: expected 0x1, found 0x0\""), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn random_trees_find_wrong_patterns() {
    for (cpu, mistake, found) in [
        // The result of a pattern is another operation.
        (
            "toy1",
            "def : Pat<(or GPR:$a, simm16:$b), (ADDI GPR:$a, simm16:$b)>;",
            "(or i16:$",
        ),
        // More numbers are accepted than can be encoded.
        (
            "toy2",
            "def simm8 : Operand<i16>, ImmLeaf<i16, \"return isInt<8>(Imm);\">;
             def : Pat<(add GPR:$a, simm8:$b), (C_ADDI GPR:$a, simm8:$b)> { let AddedComplexity = 5; }",
            "is selected, but cannot be encoded",
        ),
        // An instruction sets a register that it does not name.
        (
            "toy1",
            "def ToyCmp : SDNode<\"ToyISD::CMP\", SDTypeProfile<0, 2, [SDTCisVT<0, i16>, SDTCisSameAs<0, 1>]>>;
             def CMP : LongInst<40, (outs), (ins GPR:$rs, GPR:$rt), \"cmp\\t$rs, $rt\"> {
               bits<3> rs; bits<3> rt;
               let Inst{22-20} = rs; let Inst{19-17} = rt;
               let Pattern = [(ToyCmp GPR:$rs, GPR:$rt)];
             }
             def : NodeSemantics<(ToyCmp $a, $b), [(set FLAGS, (sub $a, $b))]>;",
            "CMP: it sets register 'flags', which is not in Defs",
        ),
        // The operands cannot be exchanged.
        (
            "toy1",
            "def SUBC : Binary<41, \"subc\", sub, true> { let AddedComplexity = 5; }",
            "is isCommutable, but its operands cannot be exchanged",
        ),
    ] {
        let dir = Dir::new();
        dir.write("wrong.td", format!("include \"ToyRun.td\"\n{mistake}\n"));
        let includes = ["semantics", "asm-syntax", "toy-target", "toy-target/prelude"];
        let includes: String =
            includes.iter().map(|dir| format!("-I {EXAMPLES}/{dir} ")).collect();
        let ran = dir.run(&format!("run {includes} wrong.td --mcpu {cpu} --fuzz 400"));
        assert!(ran.out.contains(found), "{found}: {}{}", ran.out, ran.err);
        assert_eq!(ran.code, Some(1));
    }
}

#[test]
fn random_trees_are_reproducible() {
    let dir = Dir::new();
    let json = run(&dir, "run", "--fuzz 100 --seed 7 --format json");
    assert_eq!(json.out, run(&dir, "run", "--fuzz 100 --seed 7 --format json").out);
    assert!(json.out.contains("\"seed\": 7"), "{}", json.out);
}
