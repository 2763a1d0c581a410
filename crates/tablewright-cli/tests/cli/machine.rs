//! `tablewright disassemble`, `tablewright assemble` and `tablewright generate`.

use crate::{Dir, Ran};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Runs a command on the example target. The options are after the description.
fn run(dir: &Dir, command: &str, options: &str) -> Ran {
    let includes = ["asm-syntax", "toy-target", "toy-target/prelude"];
    let includes: String = includes.iter().map(|dir| format!("-I {EXAMPLES}/{dir} ")).collect();
    dir.run(&format!("{command} {includes} {EXAMPLES}/asm-syntax/ToyAsm.td {options}"))
}

#[test]
fn bytes_become_text() {
    let dir = Dir::new();
    dir.write("bytes.txt", "0xfb 0xff 0xa0 0x20 # a comment\n   4: 20a0fffb  \taddi\n\nff ff\n");
    let shown = run(&dir, "disassemble", "--mcpu toy2");
    assert!(shown.failed().contains("expected a file with bytes, or --hex"));
    let shown = run(&dir, "disassemble", "bytes.txt --mcpu toy2");
    assert_eq!(shown.ok(), "\taddi\tr1, r2, -5\n\taddi\tr1, r2, -5\n\t<unknown>\n");
    let shown = run(&dir, "disassemble", "bytes.txt --mcpu toy2 --bytes").ok();
    assert!(shown.starts_with("       0: fb ff a0 20             \taddi\tr1, r2, -5\n"), "{shown}");
}

#[test]
fn instructions_are_data() {
    let json = run(&Dir::new(), "disassemble", "--hex 20a0fffb --format json").ok();
    for part in [
        "\"report\": \"disassembly\"",
        "\"text\": \"addi\\tr1, r2, -5\"",
        "\"instruction\": \"ADDI\"",
        "\"number\": -5",
        "\"access\": \"write\"",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
}

/// Disassembles bytes with a small description of a real target, as JSON.
fn disassembled(description: &str, options: &str) -> String {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablewright-machine/tests");
    let prelude = format!("-I {EXAMPLES}/toy-target/prelude");
    let command = format!("disassemble {prelude} {tests}/{description} --format jsonl {options}");
    Dir::new().run(&command).ok()
}

#[test]
fn instructions_of_x86_are_data() {
    let lines = disassembled("x86.td", "--triple x86_64 --hex 64 8b 44 88 fe 0f");
    let lines: Vec<&str> = lines.lines().collect();
    expect_test::expect![[r#"
        {"offset":0,"bytes":"64 8b 44 88 fe","size":5,"text":"movl\t%fs:-2(%rax,%rcx,4), %eax","instruction":"MOV32rm","operands":[{"kind":"register","register":"%eax","number":null,"access":"write"},{"kind":"register","register":"%rax","number":null,"access":"read"},{"kind":"number","register":null,"number":4,"access":"read"},{"kind":"register","register":"%rcx","number":null,"access":"read"},{"kind":"number","register":null,"number":-2,"access":"read"},{"kind":"register","register":"%fs","number":null,"access":"read"}],"soft_fail":false}
        {"offset":5,"bytes":"0f","size":1,"text":null,"instruction":null,"operands":[],"soft_fail":false}"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn operands_have_the_conditions_of_thumb_blocks() {
    let lines = disassembled("thumb.td", "--triple thumbv7 --hex 08 bf 01 30");
    let line = lines.lines().next_back().unwrap_or_default();
    expect_test::expect![[r#"{"offset":2,"bytes":"01 30","size":2,"text":"addeq\tr0, #1","instruction":"tADDi8","operands":[{"kind":"register","register":"r0","number":null,"access":"write"},{"kind":"none","register":null,"number":null,"access":"write"},{"kind":"number","register":null,"number":1,"access":"read"},{"kind":"number","register":null,"number":0,"access":"read"},{"kind":"register","register":"cpsr","number":null,"access":"read"}],"soft_fail":false}"#]].assert_eq(line);
}

#[test]
fn tokens_have_to_be_bytes() {
    let error = run(&Dir::new(), "disassemble", "--hex xyz").failed();
    assert!(error.contains("line 1: 'xyz' is not a byte or a word"), "{error}");
}

#[test]
fn text_becomes_bytes() {
    let dir = Dir::new();
    dir.write("a.s", "start: addi r1, r2, -5\n beq r1, r2, start\n .data\n .half 1\n");
    let assemble = |options: &str| run(&dir, "assemble", &format!("a.s {options}"));
    assert_eq!(
        assemble("").ok(),
        "\
.text:
       0: fb ff a0 20             start: addi r1, r2, -5
       4: fc ff 14 60              beq r1, r2, start
.data:
       0: 01 00                    .half 1
"
    );
    assert_eq!(assemble("--filetype hex").ok(), "fbffa020fcff1460\n");
    assemble("--filetype elf --object a.o").ok();
    let object = std::fs::read(dir.path("a.o")).unwrap();
    assert_eq!(&object[..4], b"\x7fELF");
    assemble("--filetype raw --object a.bin").ok();
    assert_eq!(std::fs::read(dir.path("a.bin")).unwrap().len(), 8);
}

#[test]
fn a_symbol_for_the_linker_is_never_a_zero() {
    let dir = Dir::new();
    dir.write(
        "t.td",
        "include \"llvm/Target/Target.td\"\n\
         def R : Register<\"r\"> { let Namespace = \"LoongArch\"; }\n\
         def C : RegisterClass<\"LoongArch\", [i32], 32, (add R)>;\n\
         def simm26_symbol : Operand<i64> { let DecoderMethod = \"decodeSImmOperand<26, 2>\"; }\n\
         def BL : Instruction {\n\
           let Namespace = \"LoongArch\"; let Size = 4; let OutOperandList = (outs);\n\
           let InOperandList = (ins simm26_symbol:$k); let AsmString = \"bl\\t$k\";\n\
           field bits<32> Inst; bits<26> k; let Inst{31-26} = 0x15; let Inst{25-0} = k;\n\
         }\n\
         def Info : InstrInfo;\n\
         def LoongArch : Target { let InstructionSet = Info; }\n",
    );
    dir.write("a.s", "bl ext\n");
    let assemble = |options: &str| {
        dir.run(&format!("assemble -I {EXAMPLES}/toy-target/prelude t.td a.s {options}"))
    };
    let listing = "       0: 00 00 00 54             bl ext\n       0: relocation 66 to ext\n";
    assert_eq!(assemble("").ok(), listing);
    for kind in ["hex", "raw --object a.bin"] {
        let shown = assemble(&format!("--filetype {kind}"));
        let error = shown.failed();
        let expected = "line 1, column 1: the bytes need the address of 'ext' from a linker";
        assert!(error.contains(expected), "{error}");
    }
    assemble("--filetype elf --object a.o").ok();
}

#[test]
fn an_error_shows_its_line() {
    let dir = Dir::new();
    dir.write("a.s", "\taddi r1, r2, 40000\n");
    let shown = run(&dir, "assemble", "a.s");
    let error = shown.failed();
    let expected = "line 1, column 15: operand 3: expected a number from -32768 to 32767";
    assert!(error.contains(expected), "{error}");
    assert!(error.contains("\taddi r1, r2, 40000\n\t             ^"), "{error}");
}

#[test]
fn methods_without_syntax_are_listed() {
    let dir = Dir::new();
    let includes = ["toy-target", "toy-target/prelude"];
    let includes: String = includes.iter().map(|dir| format!("-I {EXAMPLES}/{dir} ")).collect();
    let target = format!("{EXAMPLES}/toy-target/Toy.td");
    let shown = dir.run(&format!("disassemble {includes} {target} --unknown-operands"));
    assert_eq!(shown.ok(), "decodeMem\nprintBranchTarget\nprintMemOperand\n");
}

#[test]
fn a_crate_is_a_directory_of_files() {
    let dir = Dir::new();
    assert_eq!(run(&dir, "generate crate", "--out new/toy --name toy_code").ok(), "");
    let manifest = dir.read("new/toy/Cargo.toml");
    assert!(manifest.contains("name = \"toy_code\""), "{manifest}");
    assert!(dir.read("new/toy/src/lib.rs").contains("#![no_std]"));
    assert!(dir.read("new/toy/LICENSE.md").contains("Apache-2.0 WITH LLVM-exception"));
    assert!(dir.read("new/toy/src/opcodes.rs").contains("    ADDI,\n"));
}

#[test]
fn crates_have_a_valid_name_and_known_methods() {
    let dir = Dir::new();
    let error = run(&dir, "generate crate", "--out new --name 1toy").failed();
    assert!(error.contains("'1toy' is not the name of a Rust crate"), "{error}");
    let includes = format!("-I {EXAMPLES}/toy-target -I {EXAMPLES}/toy-target/prelude");
    let plain = format!("generate crate {includes} {EXAMPLES}/toy-target/Toy.td --out new");
    let error = dir.run(&plain).failed();
    let expected = "no Rust code for the methods decodeMem, printBranchTarget, printMemOperand";
    assert!(error.contains(expected), "{error}");
    assert!(!dir.path("new").exists());
}
