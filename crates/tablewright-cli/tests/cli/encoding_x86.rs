//! `tablewright encoding` of X86.

use std::process::Command;

use crate::corpus::corpus;
use crate::{Dir, Ran, program};

/// Where the classes are that instructions of X86 are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/support");

const TARGET: &str = r#"include "x86-instructions.inc"
def X86 : Target;
// The first instruction has the number zero, which stands for none in tables.
def FIRST : X86Inst<0, 0, "", (outs), (ins)> { let isCodeGenOnly = true; }
let OpMapBits = 2, OpPrefixBits = 1, hasREX_W = true in
def SUM64rm : X86Inst<0xF6, MRMSrcMem, "sum", (outs GR64:$dst), (ins GR64:$src, i64mem:$b)> {
  let Constraints = "$dst = $src";
}
def VADDZ128rmk : X86Inst<0x58, MRMSrcMem, "vadd", (outs VR128X:$dst),
                          (ins VK4WM:$mask, VR128X:$a, f128mem:$b)>, PD, TB, EVEX, ThreeOperands {
  let hasEVEX_K = true;
  let IgnoresW = true;
  let CD8_Scale = 16;
}
def NEG32r : X86Inst<0xF7, MRM0r, "neg", (outs GR32:$dst), (ins GR32:$src)> {
  let Constraints = "$dst = $src";
  let OpSizeBits = 2;
}
def NEG32r_DB : X86Inst<0xF7, MRM0r, "neg", (outs), (ins)> { let isCodeGenOnly = true; }
"#;

fn encoding(options: &str) -> Ran {
    Dir::with(TARGET).run(&format!("encoding -I {CLASSES} {options} a.td"))
}

#[test]
fn an_encoding_is_written_as_in_manuals() {
    assert_eq!(
        encoding("--instr SUM64rm --instr VADDZ128rmk --instr NEG32r").ok(),
        "\
SUM64rm  66 REX.W 0F 38 F6 /r
  $dst  GR64    the same register as $src
  $src  GR64    ModR/M.reg
  $b    i64mem  ModR/M.rm with mod below 3: memory

VADDZ128rmk  EVEX.128.66.0F.WIG 58 /r
  $dst   VR128X   ModR/M.reg
  $mask  VK4WM    aaa of the prefix
  $a     VR128X   vvvv of the prefix
  $b     f128mem  ModR/M.rm with mod below 3: memory
  a displacement of 8 bits counts units of 16 bytes

NEG32r  o32 F7 /0
  $dst  GR32  the same register as $src
  $src  GR32  ModR/M.rm with mod 3
"
    );
}

/// LLVM 18 got opcode table 4, which took the number of table 5.
#[test]
fn tables_of_opcodes_have_the_numbers_of_their_release() {
    let wide = "def VADDZ128rmbk : X86Inst<0x58, MRMSrcMem, \"vadd\", (outs VR128X:$dst),
        (ins VR128X:$src0, VK4WM:$mask, VR128X:$a, f32mem:$b)>, EVEX {
      let Constraints = \"$src0 = $dst\";
      let hasVEX_4V = true;
      let hasEVEX_K = true;
      let hasEVEX_B = true;
      let OpPrefixBits = 4;
      let OpMapBits = NUMBER;
    }";
    let run = |number: &str, release: &str| {
        let dir = Dir::with(&(TARGET.to_owned() + &wide.replace("NUMBER", number)));
        dir.run(&format!("encoding -I {CLASSES} --release {release} --instr VADDZ128rmbk a.td"))
            .ok()
    };
    let text = run("8", "17");
    assert!(text.contains("EVEX.128.NP.MAP5.W0.b1 58 /r"), "{text}");
    assert!(text.contains("$a     VR128X  vvvv of the prefix"), "{text}");
    assert_eq!(run("9", "18"), text);
}

#[test]
fn nothing_is_decoded_to_some_instructions() {
    assert_eq!(
        encoding("--instr NEG32r_DB").ok(),
        "NEG32r_DB  F7 /0\n  no bytes are decoded to it\n"
    );
}

#[test]
fn bytes_are_decoded_with_their_prefixes() {
    assert_eq!(
        encoding("--decode 66480f38f64c8b10ff --decode 0x0f0b").ok(),
        "\
66480f38f64c8b10ff
  SUM64rm  8 bytes
    found in  IC_64BIT_REXW_OPSIZE, opcode f6, ModR/M 4c
    operand   $dst: GR64, the same as $src
    operand   $src: GR64, register 1
    operand   $b: i64mem, memory at register 3 + 4 * register 1 + 16 (64 bits)
    rest      ff

0x0f0b
  no instruction
"
    );
    let json = encoding("--decode f7c0 --mode 32 --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let word = &json["words"][0];
    assert_eq!((&word["instruction"], &word["length"]), (&"NEG32r".into(), &2.into()));
    assert_eq!(
        word["operands"][1],
        serde_json::json!({"name": "src", "class": "GR32", "kind": "register", "number": 0})
    );
    let scaled = encoding("--decode 62f1f50a584801").ok();
    assert!(scaled.contains("$b: f128mem, memory at register 0 + 16 (64 bits)"), "{scaled}");
}

#[test]
fn encodings_are_data_and_drawings() {
    let json = encoding("--instr VADDZ128rmk --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let row = &json["encodings"][0];
    assert_eq!(row["notation"], "EVEX.128.66.0F.WIG 58 /r");
    assert_eq!(row["operands"][1]["location_in_encoding"], "aaa of the prefix");
    assert_eq!(row["displacement_scale"], 16);
    let svg = encoding("--instr NEG32r --format svg").ok();
    assert!(svg.contains(">F7</text>") && svg.contains(">/0</text>"), "{svg}");
}

#[test]
fn bad_bytes_and_options_are_named() {
    let err = encoding("--decode 9").failed();
    assert!(err.contains("expected bytes in hexadecimal digits, found '9'"), "{err}");
    let err = encoding("--conflicts").failed();
    assert!(err.contains("bytes of X86 are decoded in a mode alone"), "{err}");
}

/// Bytes that are decoded with LLVM's own description; registers have names.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn registers_are_shown_by_their_records() {
    let directory = corpus().join("llvm/lib/Target/X86");
    if !directory.join("X86.td").exists() {
        eprintln!("LLVM's descriptions are not in place: registers of X86 are left out");
        return;
    }
    let operands = |options: &str| {
        let mut command = Command::new(program());
        command.args(["encoding", "-I", "../../../include", "X86.td"]).args(options.split(' '));
        let ran = Ran::from_output(command.current_dir(&directory).output().unwrap());
        let text = ran.ok();
        let operand = |line: &str| Some(line.trim().strip_prefix("operand   $")?.to_owned());
        text.lines().filter_map(operand).collect::<Vec<_>>()
    };
    // With a prefix REX, the low byte of another register has the number of AH.
    assert_eq!(
        operands("--decode 48895c0810 --decode 88e0 --decode 4088e0 --decode 62f27d49920488"),
        [
            "dst: i64mem, memory at RAX + 1 * RCX + 16 (64 bits)",
            "src: GR64, RBX",
            "dst: GR8, AL",
            "src: GR8, AH",
            "dst: GR8, AL",
            "src: GR8, SPL",
            "dst: VR512, the same as $src1",
            "mask_wb: VK16WM, the same as $mask",
            "src1: VR512, ZMM0",
            "mask: VK16WM, K1",
            "src2: vz512mem, memory at RAX + 4 * ZMM1 (64 bits)",
        ]
    );
    assert_eq!(
        operands("--mode 16 --decode 8a20 --decode b83412 --decode 66b878563412"),
        [
            "dst: GR8, AH",
            "src: i8mem, memory at BX + SI (16 bits)",
            "dst: GR16, AX",
            "src: i16imm, 4660",
            "dst: GR32, EAX",
            "src: i32imm, 305419896",
        ]
    );
    // Distances have 16 bits without a prefix for their size, and there is no such jump with the prefix f2.
    assert_eq!(
        operands("--mode 16 --decode 0f88bf6a --decode f20f88bf6ae020 --decode 66f20f88bf6ae020"),
        [
            "dst: brtarget16, 27327",
            "cond: ccode, 8",
            "dst: brtarget32, 551578303",
            "cond: ccode, 8",
        ]
    );
}
