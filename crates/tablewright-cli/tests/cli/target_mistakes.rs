//! Typical mistakes of who extends a backend. Each is made in the toy target, where an error or a lint names it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Dir, Ran, program};

/// A mistake.
struct Mistake {
    /// What it is.
    name: &'static str,
    /// The file of the toy target in which it is.
    file: &'static str,
    /// What stands there without it; empty for something new at the end of the file.
    right: &'static str,
    /// What stands there with it.
    wrong: &'static str,
    /// The command that finds it.
    command: &'static str,
    /// The code of the error or lint.
    code: &'static str,
    /// What the message says.
    message: &'static str,
    /// The text at which it is reported, and which occurrence of that text in the file it is, from zero.
    at: (&'static str, usize),
}

const LINT: &str = "lint";
/// All lints of targets that the toy target passes; its author decides which instructions have patterns.
/// Its decoder leaves signs to the printer.
const TARGET_LINTS: [&str; 7] = [
    "lint",
    "--allow",
    "all",
    "--warn",
    "target",
    "--allow",
    "missing-pattern,signed-without-decoder",
];
const NEVER_SELECTED: &str = "lint --warn pattern-never-selected";

const MISTAKES: &[Mistake] = &[
    Mistake {
        name: "an operand is left out of the encoding",
        file: "ToyInstrFormats.td",
        right: "  let Inst{19-17} = rt;\n  let Pattern = [(set",
        wrong: "  let Pattern = [(set",
        command: LINT,
        code: "TW4101",
        message: "the operand '$rt' of 'ADD' lacks bits in the encoding",
        at: ("$rt", 0),
    },
    Mistake {
        name: "the field of an operand is misspelt",
        file: "ToyInstrInfo.td",
        right: "  bits<16> imm;\n  let Inst{25-23} = rd;\n  let Inst{15-0} = imm;",
        wrong: "  bits<16> value;\n  let Inst{25-23} = rd;\n  let Inst{15-0} = value;",
        command: LINT,
        code: "TW4101",
        message: "the operand '$imm' of 'LDI' lacks bits in the encoding",
        at: ("$imm", 0),
    },
    Mistake {
        name: "a format forgets bits",
        file: "ToyInstrFormats.td",
        right: "  field bits<16> Inst = 0;",
        wrong: "  field bits<16> Inst;",
        command: LINT,
        code: "TW4102",
        message: "bits 7-5 of 'Inst' are never set in 'C_ADDI'",
        at: ("", 0),
    },
    Mistake {
        name: "a range of bits is copied",
        file: "ToyInstrFormats.td",
        right: "  let Inst{19-17} = rt;\n  let Pattern = [(set",
        wrong: "  let Inst{22-20} = rt;\n  let Pattern = [(set",
        command: LINT,
        code: "TW4103",
        message: "bits 22-20 of 'Inst' are set twice in one body",
        at: ("Inst{22-20} = rt", 0),
    },
    Mistake {
        name: "a short format keeps the size of the long one",
        file: "ToyInstrFormats.td",
        right: "  let Size = 2;",
        wrong: "  let Size = 4;",
        command: LINT,
        code: "TW4104",
        message: "the size of 'C_ADDI' is 4 bytes, and its encoding has 16 bits",
        at: ("Size = 4", 1),
    },
    Mistake {
        name: "a pattern makes the wrong form of an instruction",
        file: "ToyInstrInfo.td",
        right: "(XOR GPR:$rs, (LDI -1))",
        wrong: "(XOR GPR:$rs, -1)",
        command: LINT,
        code: "TW4105",
        message: "the number -1 stands for the operand '$rt' of 'XOR', which is a register",
        at: ("XOR GPR:$rs, -1", 0),
    },
    Mistake {
        name: "operands of a result are swapped",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def : Pat<(or GPR:$rs, simm16:$imm), (ANDI simm16:$imm, GPR:$rs)>;\n",
        command: LINT,
        code: "TW4106",
        message: "the operands '$rs' and '$imm' of 'ANDI' are swapped",
        at: ("$imm, GPR:$rs)>", 0),
    },
    Mistake {
        name: "a part is taken of a register without parts",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def : Pat<(xor GPR:$a, GPR:$b), (EXTRACT_SUBREG GPR:$a, sub_hi)>;\n",
        command: LINT,
        code: "TW4107",
        message: "no register of 'GPR' has the sub-register 'sub_hi'",
        at: ("sub_hi", 0),
    },
    Mistake {
        name: "a schedule is copied from an instruction with more operands",
        file: "ToyInstrInfo.td",
        right: "Sched<[WriteJump, ReadALU]>",
        wrong: "Sched<[WriteJump, ReadALU, ReadALU]>",
        command: LINT,
        code: "TW4108",
        message: "'SchedRW' has 2 reads for the 1 register input of 'JR'",
        at: ("[WriteJump, ReadALU, ReadALU]", 0),
    },
    Mistake {
        name: "an instruction has no schedule",
        file: "ToyInstrInfo.td",
        right: ", Sched<[WriteJump, ReadALU]>",
        wrong: "",
        command: LINT,
        code: "TW4109",
        message: "'JR' lacks a schedule",
        at: ("JR ", 0),
    },
    Mistake {
        name: "an alias is there twice",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def : InstAlias<\"move\\t$rd, $rs\", (ADDI GPR:$rd, GPR:$rs, 0)>;\n",
        command: LINT,
        code: "TW4111",
        message: "'move $rd, $rs' and 'mv $rd, $rs' stand for the same, so neither is printed",
        at: ("move", 0),
    },
    Mistake {
        name: "a new predicate is asked for by nothing",
        file: "ToyFeatures.td",
        right: "",
        wrong: "def HasFloat : Predicate<\"Subtarget->hasFloat()\">;\n",
        command: LINT,
        code: "TW4112",
        message: "no record refers to the predicate 'HasFloat'",
        at: ("HasFloat", 0),
    },
    Mistake {
        name: "a copied line is not changed",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def ADC : Binary<0, \"add\", add, true>;\n",
        command: LINT,
        code: "TW4114",
        message: "the instruction 'ADC' is equal to 'ADD'",
        at: ("ADC", 0),
    },
    Mistake {
        name: "a pattern comes after one that covers it",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def Late : Pat<(add GPR:$rs, simm16:$imm), (ADDI GPR:$rs, simm16:$imm)>;\n",
        command: NEVER_SELECTED,
        code: "TW4115",
        message: "the pattern of 'Late' is never selected",
        at: ("Late", 0),
    },
    Mistake {
        name: "the types of a pattern contradict each other",
        file: "ToyInstrInfo.td",
        right: "def MUL : LongInst<11, (outs PAIR:$rd)",
        wrong: "def MUL : LongInst<11, (outs GPR:$rd)",
        command: "llvm-tblgen --gen-dag-isel",
        code: "TW3061",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "the assembly names an operand that is not there",
        file: "ToyInstrInfo.td",
        right: "\"ldi\\t$rd, $imm\"",
        wrong: "\"ldi\\t$rd, $value\"",
        command: "llvm-tblgen --gen-asm-writer",
        code: "TW3092",
        message: "'LDI' does not have an operand named '$value'!",
        at: ("", 0),
    },
    Mistake {
        name: "an opcode is there twice",
        file: "ToyInstrInfo.td",
        right: "def SHR : Binary<6,",
        wrong: "def SHR : Binary<5,",
        command: "llvm-tblgen --gen-disassembler",
        code: "TW3066",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "a load is not said to load",
        file: "ToyInstrFormats.td",
        right: "  let mayLoad = true;\n",
        wrong: "",
        command: "llvm-tblgen --gen-instr-info",
        code: "TW3063",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "an argument of a format is forgotten",
        file: "ToyInstrInfo.td",
        right: "def OR  : Binary<3, \"or\", or, true>;",
        wrong: "def OR  : Binary<3, \"or\", true>;",
        command: LINT,
        code: "TW2014",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "a new write has no resources",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def WriteDiv : SchedWrite;\ndef DIV : LongInst<12, (outs), (ins), \"div\">, Sched<[WriteDiv]>;\n",
        command: "llvm-tblgen --gen-subtarget",
        code: "TW3112",
        message: "WriteDiv",
        at: ("", 0),
    },
    Mistake {
        name: "a branch is no terminator",
        file: "ToyInstrFormats.td",
        right: "  let isBranch = true;\n  let isTerminator = true;",
        wrong: "  let isBranch = true;",
        command: LINT,
        code: "TW4116",
        message: "'BEQ' has 'isBranch' and not 'isTerminator'",
        at: ("", 0),
    },
    Mistake {
        name: "an operand is left out of the assembly",
        file: "ToyInstrInfo.td",
        right: "\"ldi\\t$rd, $imm\"",
        wrong: "\"ldi\\t$rd\"",
        command: LINT,
        code: "TW4117",
        message: "the operand '$imm' of 'LDI' is not in its assembly",
        at: ("$imm", 0),
    },
    Mistake {
        name: "a constraint is forgotten",
        file: "ToyInstrInfo.td",
        right: "  let Constraints = \"$rd = $rs\";\n",
        wrong: "",
        command: LINT,
        code: "TW4118",
        message: "the input '$rs' of 'C_ADDI' is neither in its encoding nor in its assembly",
        at: ("$rs, simm5:$imm), \"c.addi", 0),
    },
    Mistake {
        name: "a field is narrower than its bits",
        file: "ToyInstrFormats.td",
        right: "bits<16> imm;",
        wrong: "bits<8> imm;",
        command: LINT,
        code: "TW2023",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "a result lacks an operand",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def : Pat<(and GPR:$a, GPR:$b), (AND GPR:$a)>;\n",
        command: "llvm-tblgen --gen-dag-isel",
        code: "TW3061",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "a register has a part without an index",
        file: "ToyRegisterInfo.td",
        right: "let SubRegIndices = [sub_lo, sub_hi];",
        wrong: "let SubRegIndices = [sub_lo];",
        command: "llvm-tblgen --gen-register-info",
        code: "TW3080",
        message: "SubRegs and SubRegIndices must have the same size",
        at: ("", 0),
    },
    Mistake {
        name: "a feature keeps the name of the one that it is copied from",
        file: "ToyFeatures.td",
        right: "SubtargetFeature<\"short\"",
        wrong: "SubtargetFeature<\"mul\"",
        command: "llvm-tblgen --gen-subtarget",
        code: "TW3120",
        message: "mul",
        at: ("", 0),
    },
    Mistake {
        name: "an operand of an alias has another class",
        file: "ToyInstrInfo.td",
        right: "(ADDI GPR:$rd, GPR:$rs, 0)",
        wrong: "(ADDI GPR:$rd, PAIR:$rs, 0)",
        command: "llvm-tblgen --gen-asm-writer",
        code: "TW3104",
        message: "",
        at: ("", 0),
    },
    Mistake {
        name: "a format encodes too few bits of a register",
        file: "ToyInstrFormats.td",
        right: "  let Inst{22-20} = rs;\n  let Inst{19-17} = rt;\n  let Pattern = [(set",
        wrong: "  let Inst{21-20} = rs{1-0};\n  let Inst{19-17} = rt;\n  let Pattern = [(set",
        command: LINT,
        code: "TW4119",
        message: "'ADD' encodes 2 bits of '$rs', too few for its registers",
        at: ("", 0),
    },
    Mistake {
        name: "an instruction encodes too few bits of a number",
        file: "ToyInstrInfo.td",
        right: "  let Inst{15-0} = imm;\n  let Pattern = [(set GPR:$rd, simm16",
        wrong: "  let Inst{7-0} = imm{7-0};\n  let Pattern = [(set GPR:$rd, simm16",
        command: LINT,
        code: "TW4120",
        message: "'LDI' encodes 8 bits of '$imm', which is a signed number of 16 bits",
        at: ("$imm", 0),
    },
    Mistake {
        name: "a signed number has no decoder",
        file: "ToyInstrFormats.td",
        right: "",
        wrong: "def simm9 : SImm<9>;\ndef ROT : LongInst<63, (outs), (ins simm9:$n), \"rot\\t$n\">, Sched<[WriteALU]> {\n  bits<9> n;\n  let Inst{8-0} = n;\n}\n",
        command: "lint --warn signed-without-decoder",
        code: "TW4121",
        message: "'simm9' is a signed number of 9 bits, and lacks a 'DecoderMethod'",
        at: ("simm9", 0),
    },
    Mistake {
        name: "a jump is no barrier",
        file: "ToyInstrInfo.td",
        right: "let isBarrier = true, isTerminator = true in {\ndef JMP",
        wrong: "let isTerminator = true in {\ndef JMP",
        command: LINT,
        code: "TW4122",
        message: "'JMP' is an unconditional branch without 'isBarrier'",
        at: ("isTerminator", 0),
    },
    Mistake {
        name: "a comparison does not define the flags",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def ToyCmp : SDNode<\"ToyISD::CMP\", SDTypeProfile<0, 2, []>, [SDNPOutGlue]>;\ndef CMP : LongInst<62, (outs), (ins GPR:$rs, GPR:$rt), \"cmp\\t$rs, $rt\">, Sched<[WriteALU, ReadALU, ReadALU]> {\n  bits<3> rs;\n  bits<3> rt;\n  let Inst{22-20} = rs;\n  let Inst{19-17} = rt;\n  let Pattern = [(ToyCmp GPR:$rs, GPR:$rt)];\n}\n",
        command: LINT,
        code: "TW4123",
        message: "'CMP' replaces a node with glue, 'ToyCmp', and its 'Defs' are empty",
        at: ("", 0),
    },
    Mistake {
        name: "an instruction does not use the flags",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def ToyCmp : SDNode<\"ToyISD::CMP\", SDTypeProfile<0, 2, []>, [SDNPOutGlue]>;\ndef CMP : LongInst<62, (outs), (ins GPR:$rs, GPR:$rt), \"cmp\\t$rs, $rt\">, Sched<[WriteALU, ReadALU, ReadALU]> {\n  bits<3> rs;\n  bits<3> rt;\n  let Inst{22-20} = rs;\n  let Inst{19-17} = rt;\n  let Pattern = [(ToyCmp GPR:$rs, GPR:$rt)];\n  let Defs = [FLAGS];\n}\ndef ToySet : SDNode<\"ToyISD::SET\", SDTypeProfile<1, 0, [SDTCisVT<0, i16>]>, [SDNPInGlue]>;\ndef SET : LongInst<63, (outs GPR:$rd), (ins), \"set\\t$rd\">, Sched<[WriteALU]> {\n  bits<3> rd;\n  let Inst{25-23} = rd;\n  let Pattern = [(set GPR:$rd, (ToySet))];\n}\n",
        command: LINT,
        code: "TW4124",
        message: "'SET' replaces a node with glue, 'ToySet', and its 'Uses' are empty",
        at: ("", 0),
    },
    Mistake {
        name: "a call does not define the link register",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def CALL2 : LongInst<63, (outs), (ins brtarget:$target), \"call2\\t$target\">, Sched<[WriteJump]> {\n  bits<16> target;\n  let Inst{15-0} = target;\n  let isCall = true;\n  let Defs = [R7];\n}\ndef CALL3 : LongInst<62, (outs), (ins brtarget:$target), \"call3\\t$target\">, Sched<[WriteJump]> {\n  bits<16> target;\n  let Inst{15-0} = target;\n  let isCall = true;\n}\n",
        command: LINT,
        code: "TW4125",
        message: "the call 'CALL3' defines no register",
        at: ("", 0),
    },
    Mistake {
        name: "an argument is in a register that is never allocated",
        file: "ToyCallingConv.td",
        right: "[R0, R1, R2, R3]",
        wrong: "[R0, R1, R2, FLAGS]",
        command: LINT,
        code: "TW4126",
        message: "'CC_Toy' assigns 'FLAGS', but no class that is allocated contains it",
        at: ("FLAGS", 0),
    },
    Mistake {
        name: "an argument is in a register of another class",
        file: "ToyCallingConv.td",
        right: "[P0, P1]",
        wrong: "[P0, R2]",
        command: LINT,
        code: "TW4127",
        message: "'CC_Toy' assigns 'R2' to values of type i32, and no class for the type contains it",
        at: ("", 0),
    },
    Mistake {
        name: "calls preserve an argument register",
        file: "ToyCallingConv.td",
        right: "(add R4, R5, R7)",
        wrong: "(add R3, R4, R5, R7)",
        command: LINT,
        code: "TW4128",
        message: "'CC_Toy' passes arguments in 'R3', which calls preserve",
        at: ("R3", 0),
    },
    Mistake {
        name: "a subtraction is commutable",
        file: "ToyInstrInfo.td",
        right: "Binary<1, \"sub\", sub, false>",
        wrong: "Binary<1, \"sub\", sub, true>",
        command: LINT,
        code: "TW4129",
        message: "'SUB' is commutable, and its node 'sub' is not commutative",
        at: ("", 0),
    },
    Mistake {
        name: "an instruction has no size",
        file: "ToyInstrInfo.td",
        right: "  let isCall = true;\n",
        wrong: "  let isCall = true;\n  let Size = 0;\n",
        command: LINT,
        code: "TW4130",
        message: "'CALL' has an encoding of 32 bits, and its size is 0",
        at: ("", 0),
    },
    Mistake {
        name: "a register keeps the number of the one that it is copied from",
        file: "ToyRegisterInfo.td",
        right: "",
        wrong: "def R8 : Word<7, \"t0\">;\ndef WIDE : RegisterClass<\"Toy\", [i16], 16, (add GPR, R8)>;\n",
        command: "lint --warn same-encoding-in-class",
        code: "TW4131",
        message: "'R8' and 'R7' in 'WIDE' have the same 'HWEncoding'",
        at: ("R8", 0),
    },
    Mistake {
        name: "a compression lacks the feature of the short instruction",
        file: "ToyInstrInfo.td",
        right: "                  [HasShort]>;",
        wrong: "                  []>;",
        command: LINT,
        code: "TW4132",
        message: "the compression to 'C_ADDI' lacks its predicate 'HasShort'",
        at: ("", 0),
    },
    Mistake {
        name: "the offset of a sub-register is forgotten",
        file: "ToyRegisterInfo.td",
        right: "SubRegIndex<16, 16>",
        wrong: "SubRegIndex<16>",
        command: LINT,
        code: "TW4133",
        message: "the sub-registers 'R0' and 'R1' of 'P0' overlap in bits 0 to 15",
        at: ("", 0),
    },
    Mistake {
        name: "the offset of a sub-register is too large",
        file: "ToyRegisterInfo.td",
        right: "SubRegIndex<16, 16>",
        wrong: "SubRegIndex<16, 32>",
        command: LINT,
        code: "TW4134",
        message: "the sub-register 'R1' of 'P0' ends behind its 32 bits",
        at: ("", 0),
    },
    Mistake {
        name: "an accumulator is not tied to the output",
        file: "ToyInstrInfo.td",
        right: "",
        wrong: "def MAC : LongInst<63, (outs GPR:$rd_out), (ins GPR:$rd, GPR:$rs), \"mac\\t$rd, $rs\">, Sched<[WriteALU, ReadALU, ReadALU]> {\n  bits<3> rd;\n  bits<3> rs;\n  let Inst{25-23} = rd;\n  let Inst{22-20} = rs;\n}\n",
        command: LINT,
        code: "TW4135",
        message: "the output '$rd_out' of 'MAC' is neither in its encoding nor in its assembly",
        at: ("", 0),
    },
    Mistake {
        name: "an output is tied to an input of another class",
        file: "ToyInstrInfo.td",
        right: "C_ADDI : ShortInst<1, (outs GPR:$rd)",
        wrong: "C_ADDI : ShortInst<1, (outs GPRNoSP:$rd)",
        command: LINT,
        code: "TW4136",
        message: "'$rs' of 'C_ADDI' is in 'GPR', and it is tied to '$rd' in 'GPRNoSP'",
        at: ("", 0),
    },
    Mistake {
        name: "a copied line keeps its mnemonic",
        file: "ToyInstrInfo.td",
        right: "Binary<3, \"or\", or, true>",
        wrong: "Binary<3, \"and\", or, true>",
        command: LINT,
        code: "TW4137",
        message: "'OR' has the assembly and operands of 'AND'",
        at: ("", 0),
    },
];

fn toy(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toy-target").join(path)
}

/// A copy of the toy target with the mistake, and what the command says of it.
fn run(mistake: &Mistake) -> (String, Ran) {
    let dir = Dir::new();
    for entry in fs::read_dir(toy("")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".td") {
            dir.write(&name, fs::read(toy(&name)).unwrap());
        }
    }
    let text = dir.read(mistake.file);
    let text = if mistake.right.is_empty() {
        text + mistake.wrong
    } else {
        assert!(text.contains(mistake.right), "{}", mistake.name);
        text.replacen(mistake.right, mistake.wrong, 1)
    };
    dir.write(mistake.file, &text);
    let mut command = dir.command(program());
    command.args(mistake.command.split_whitespace()).arg("-I").arg(toy("prelude"));
    command.args(["--diagnostic-format=json", "Toy.td"]);
    (text, Ran::from_output(command.output().unwrap()))
}

#[test]
fn each_mistake_is_named() {
    for mistake in MISTAKES {
        let (text, ran) = run(mistake);
        let said = ran.out + &ran.err;
        let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut messages = messages.filter(|message| message["code"] == mistake.code);
        let is_it = |message: &Value| {
            let headline = message["message"].as_str().unwrap_or_default();
            headline.contains(mistake.message)
        };
        let found = messages.find(is_it);
        let found = found.unwrap_or_else(|| panic!("{}: {said}", mistake.name));
        let (word, number) = mistake.at;
        if !word.is_empty() {
            let (offset, _) = text.match_indices(word).nth(number).expect("the text is there");
            let start = (&found["span"]["file"], &found["span"]["start"]["offset"]);
            assert_eq!(start, (&mistake.file.into(), &offset.into()), "{}", mistake.name);
        }
    }
}

/// What is like the mistakes, and right.
const RIGHT: &str = r#"
include "Toy.td"
// An operand without bits on purpose, bits that may be anything, and an encoding that is given as a whole first.
def HINT : LongInst<40, (outs), (ins GPR:$rs, simm16:$imm), "hint\t$imm">, Sched<[WriteALU, ReadALU]> {
  bits<0> rs;
  bits<16> imm;
  let Inst = 0;
  let Inst{31-26} = 40;
  let Inst{24-20} = ?;
  let Inst{15-0} = imm;
}
// A register that is changed in place.
def INC : LongInst<41, (outs GPR:$rd), (ins GPR:$rs), "inc\t$rd">, Sched<[WriteALU, ReadALU]> {
  bits<3> rd;
  let Constraints = "$rd = $rs";
  let Inst{25-23} = rd;
}
// C++ knows the length, and no processor schedules it.
def TABLE : LongInst<42, (outs), (ins), "table"> {
  let Size = 0;
  let hasNoSchedulingInfo = true;
}
let Predicates = [HasMul], AddedComplexity = 1 in
def : Pat<(and GPR:$rs, GPR:$rt), (AND GPR:$rs, GPR:$rt)>;
def : Pat<(or GPR:$rs, 7), (OR GPR:$rs, (LDI 7))>;
def : Pat<(xor GPR:$rs, 99), (EXTRACT_SUBREG (MUL GPR:$rs, GPR:$rs), sub_lo)>;
def : InstAlias<"clr\t$rd", (ADDI GPR:$rd, R0, 0), 3>;
"#;

#[test]
fn what_is_right_has_no_findings() {
    let dir = Dir::with(RIGHT);
    let mut command = dir.command(program());
    command.args(TARGET_LINTS).arg("-I").arg(toy("")).arg("-I").arg(toy("prelude")).arg("a.td");
    assert_eq!(Ran::from_output(command.output().unwrap()).ok(), "");
}

#[test]
fn the_toy_target_has_no_findings() {
    let dir = Dir::new();
    let mut command = dir.command(program());
    command.args(TARGET_LINTS).arg("-I").arg(toy("prelude")).arg(toy("Toy.td"));
    assert_eq!(Ran::from_output(command.output().unwrap()).ok(), "");
}

#[test]
fn an_error_that_stops_lints_is_told_once() {
    let wrong = "include \"Toy.td\"\ndef BAD : LongInst<63, (ins), (ins GPR:$rs), \"bad\">;\n";
    let dir = Dir::with(wrong);
    let mut command = dir.command(program());
    command.args(["lint", "--diagnostic-format=compatible", "-I"]).arg(toy(""));
    command.arg("-I").arg(toy("prelude")).arg("a.td");
    let said = Ran::from_output(command.output().unwrap()).err;
    assert_eq!(said.matches("a.td:2:5: warning").count(), 1, "{said}");
    assert!(said.contains("these lints do not check a description with this error"), "{said}");
}
