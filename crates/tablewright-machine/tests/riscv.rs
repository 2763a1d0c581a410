//! Rows of RISC-V on a small description with the names of its methods.

use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = r##"include "llvm/Target/Target.td"
def Feature64Bit : SubtargetFeature<"64bit", "Is64", "true", "">;
def ABIRegAltName : RegAltNameIndex;
class X<int n, string abi> : Register<"x"#n, [abi]> {
  let Namespace = "RISCV"; let HWEncoding = n; let RegAltNameIndices = [ABIRegAltName];
}
defvar names = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1"];
foreach i = !range(names) in def X#i : X<i, names[i]>;
def V0 : Register<"v0"> { let Namespace = "RISCV"; }
def GPR : RegisterClass<"RISCV", [i32], 32, (sequence "X%u", 0, 11)>;
def GPRC : RegisterClass<"RISCV", [i32], 32, (sequence "X%u", 8, 11)>;
def VMV0 : RegisterClass<"RISCV", [i32], 32, (add V0)>;
class Imm<string decoder, string printer = "printOperand"> : Operand<i32> {
  let DecoderMethod = decoder; let PrintMethod = printer;
}
def simm12 : Imm<"decodeSImmOperand<12>">;
def simm6 : Imm<"decodeSImmOperand<6>">;
def clui : Imm<"decodeCLUIImmOperand">;
def target : Imm<"decodeSImmOperandAndLsl1<13>", "printBranchOperand"> { let OperandType = "OPERAND_PCREL"; }
def fence : Imm<"decodeUImmOperand<4>", "printFenceArg">;
def frm : Imm<"decodeFRMArg", "printFRMArg">;
def vtype : Imm<"decodeUImmOperand<11>", "printVTypeI">;
def jump : Imm<"decodeSImmOperandAndLslN<13, 1>">;
def shamt : Imm<"decodeUImmLog2XLenOperand">;
def Named : RegisterOperand<GPR> { let DecoderMethod = "DecodeSimpleRegisterClass<RISCV::X0, 12>"; }
def rlist : Imm<"decodeZcmpRlist", "printRlist">;
def adj : Imm<"decodeZcmpSpimm", "printNegStackAdj">;
def other : Imm<"decodeOther">;
def mask : RegisterOperand<VMV0> { let DecoderMethod = "decodeVMaskReg"; let PrintMethod = "printVMaskReg"; }
class I<bits<7> op, dag outs, dag ins, string text> : Instruction {
  let Namespace = "RISCV"; let Size = 4;
  let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0; let Inst{6-0} = op;
  bits<5> rd; bits<5> rs; let Inst{11-7} = rd; let Inst{16-12} = rs;
}
def ADDI : I<3, (outs GPR:$rd), (ins GPR:$rs, simm12:$imm), "addi\t$rd, $rs, $imm"> { bits<12> imm; let Inst{31-20} = imm; }
let rs = 0 in {
def LUI : I<7, (outs GPR:$rd), (ins clui:$imm), "lui\t$rd, $imm"> { bits<6> imm; let Inst{25-20} = imm; }
def VSET : I<11, (outs GPR:$rd), (ins vtype:$imm), "vset\t$rd, $imm"> { bits<11> imm; let Inst{30-20} = imm; }
def VM : I<15, (outs GPR:$rd), (ins mask:$vm), "vop\t$rd$vm"> { bits<1> vm; let Inst{20} = vm; }
def FR : I<19, (outs GPR:$rd), (ins frm:$rm), "fop\t$rd$rm"> { bits<3> rm; let Inst{22-20} = rm; }
def OTHER : I<23, (outs GPR:$rd), (ins other:$x), "oth\t$rd, $x"> { bits<4> x; let Inst{23-20} = x; }
let rd = 0 in {
def FENCE : I<27, (outs), (ins fence:$p, fence:$s), "fence\t$p, $s"> { bits<4> p; bits<4> s; let Inst{23-20} = p; let Inst{27-24} = s; }
def PUSH : I<31, (outs), (ins rlist:$l, adj:$a), "cm.push\t$l, $a"> { bits<4> l; bits<6> a; let Inst{23-20} = l; let Inst{25-24} = a{5-4}; }
}
}
def SLL : I<39, (outs Named:$rd), (ins GPR:$rs, shamt:$s), "sll\t$rd, $rs, $s"> { bits<6> s; let Inst{25-20} = s; }
def JMP : I<43, (outs GPR:$rd), (ins GPR:$rs, jump:$t), "jmp\t$rd, $rs, $t"> { bits<12> t; let Inst{31-20} = t; }
let rd = 0 in
def BEQZ : I<35, (outs), (ins GPR:$rs, target:$t), "beqz\t$rs, $t"> { bits<12> t; let Inst{31-20} = t; }
class S<bits<2> op, dag outs, dag ins, string text> : Instruction {
  let Namespace = "RISCV"; let Size = 2;
  let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<16> Inst = 0; let Inst{1-0} = op;
}
def C_ADDI : S<1, (outs GPRC:$d), (ins GPRC:$rd, simm6:$imm), "c.addi\t$rd, $imm"> {
  bits<3> rd; bits<6> imm; let Inst{4-2} = rd; let Inst{10-5} = imm; let Constraints = "$rd = $d";
}
def : CompressPat<(ADDI GPRC:$rd, GPRC:$rd, simm6:$imm), (C_ADDI GPRC:$rd, simm6:$imm)>;
def : InstAlias<"li $rd, $imm", (ADDI GPR:$rd, X0, simm12:$imm)>;
def Writer : AsmWriter { let PassSubtarget = 1; }
def Info : InstrInfo;
def RISCV : Target { let InstructionSet = Info; let AssemblyWriters = [Writer]; }
"##;

/// Assembles lines, then prints the bytes and their text.
fn check(options: &MachineOptions, lines: &[(&str, &str)]) {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let rows = AsmRows::new(&machine, &mut diagnostics).expect("the description is valid");
    for (line, expected) in lines {
        let shown = match assemble(&machine, &rows, line) {
            Ok(assembly) => {
                let bytes = &assembly.sections[0].bytes;
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let decoded = machine.decode(bytes).expect("it was assembled");
                let mut text = format!("{digits} ");
                machine.print(&decoded.insn, &mut text);
                text
            }
            Err(errors) => errors[0].to_string(),
        };
        assert_eq!(shown, *expected, "{line}");
    }
}

#[test]
fn operands_have_their_text() {
    check(
        &MachineOptions::default(),
        &[
            ("addi x1, a0, -2048", "83a00080 addi\tra, a0, -2048"),
            ("addi ra, a0, 2048", "1:14: error: operand 3: expected a number from -2048 to 2047"),
            ("lui a0, 0xfffe1", "07051002 lui\ta0, 1048545"),
            ("lui a0, 31", "0705f001 lui\ta0, 31"),
            ("lui a0, 32", "1:9: error: operand 2: expected a number from -32 to 31"),
            ("vset a0, e32, m2, ta, mu", "0b051005 vset\ta0, e32, m2, ta, mu"),
            ("vset a0, 4", "0b054000 vset\ta0, 4"),
            ("vop a0", "0f051000 vop\ta0"),
            ("vop a0, v0.t", "0f050000 vop\ta0, v0.t"),
            ("fop a0", "13057000 fop\ta0"),
            ("fop a0, rtz", "13051000 fop\ta0, rtz"),
            ("fence iorw, w", "1b00f001 fence\tiorw, w"),
            ("fence 0, rw", "1b000003 fence\t0, rw"),
            ("cm.push {ra, s0-s1}, -32", "1f006001 cm.push\t{ra, s0-s1}, -32"),
            (
                "cm.push {ra}, -8",
                "1:15: error: operand 2: expected a multiple of 16 from -16 to -64",
            ),
            ("beqz a0, -4", "23a0e0ff beqz\ta0, -4"),
            ("jmp a0, a1, -2", "2bb5f0ff jmp\ta0, a1, -2"),
            ("sll a0, a1, 31", "27b5f001 sll\ta0, a1, 31"),
            ("sll a0, a1, 32", "1:13: error: operand 3: expected a number from 0 to 31"),
            ("oth a0, 3", "1:9: error: operand 2: expected an operand with a known syntax"),
        ],
    );
}

#[test]
fn short_instructions_are_chosen_and_printed_as_long_ones() {
    let options = MachineOptions::default();
    check(
        &options,
        &[
            ("addi s0, s0, -1", "e107 addi\ts0, s0, -1"),
            ("addi s0, s0, 32", "03840002 addi\ts0, s0, 32"),
            ("li a0, 5", "03055000 li\ta0, 5"),
        ],
    );
    check(
        &MachineOptions { no_aliases: true, ..options },
        &[("c.addi s0, -1", "e107 c.addi\ts0, -1"), ("li a0, 5", "03055000 addi\ta0, zero, 5")],
    );
}

#[test]
fn a_method_without_a_row_shows_its_bits() {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET).expect("the description is valid");
    let options = MachineOptions::default();
    let machine = Machine::new(&loaded.store, &options, &mut Diagnostics::new());
    let machine = machine.expect("the description is valid");
    let decoded = machine.decode(&[0x17, 0x05, 0x30, 0x00]).expect("it is an instruction");
    let mut text = String::new();
    machine.print(&decoded.insn, &mut text);
    assert_eq!(text, "oth\ta0, decodeOther(3)");
    let unknown: Vec<String> =
        machine.unknown_methods().into_iter().map(|unknown| unknown.method).collect();
    assert_eq!(unknown, ["decodeOther"]);
    assert_eq!(machine.encode(&decoded.insn), Some(vec![0x17, 0x05, 0x30, 0x00]));
}
