//! `tablewright encoding` of X86.

use crate::{Dir, Ran};

/// Where the classes are that instructions of X86 are described with.
const CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/support");

const TARGET: &str = r#"include "x86-instructions.inc"
def X86 : Target;
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

#[test]
fn nothing_is_decoded_to_some_instructions() {
    assert_eq!(
        encoding("--instr NEG32r_DB").ok(),
        "NEG32r_DB  F7 /0\n  no bytes are decoded to it\n"
    );
}

#[test]
fn words_of_x86_are_not_decoded() {
    let err = encoding("--decode 90").failed();
    assert!(err.contains("words are not decoded"), "{err}");
}
