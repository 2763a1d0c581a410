include "llvm/Target/Target.td"
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
