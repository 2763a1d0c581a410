// A part of RISC-V: what a disassembler needs of some instructions of RV32I.

include "llvm/Target/Target.td"

class X<bits<16> number> : Register<"x" # number> {
  let Namespace = "RISCV";
  let HWEncoding = number;
}
foreach i = 0...31 in
  def X#i : X<i>;

def GPR : RegisterClass<"RISCV", [i32], 32, (sequence "X%u", 0, 31)>;

// A number whose lowest bits are zero and not in the instruction.
class Imm<bit isSigned, int shift = 0> : Operand<i32> {
  bit IsSigned = isSigned;
  int Shift = shift;
}
def simm12 : Imm<true>;
def uimm5 : Imm<false>;
def uimm20 : Imm<false>;
def branch12 : Imm<true, 1>;
def jump20 : Imm<true, 1>;

class Inst32<bits<7> opcode, dag outs, dag ins, string assembly> : Instruction {
  let Namespace = "RISCV";
  let Size = 4;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = assembly;
  field bits<32> Inst;
  let Inst{6-0} = opcode;
  field bits<32> SoftFail = 0;
}

class RType<string name, bits<7> funct7, bits<3> funct3>
    : Inst32<0b0110011, (outs GPR:$rd), (ins GPR:$rs1, GPR:$rs2),
             name # "\t$rd, $rs1, $rs2"> {
  bits<5> rd;
  bits<5> rs1;
  bits<5> rs2;
  let Inst{31-25} = funct7;
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = funct3;
  let Inst{11-7} = rd;
}
def ADD : RType<"add", 0, 0b000>;
def SUB : RType<"sub", 0b0100000, 0b000>;
def SLT : RType<"slt", 0, 0b010>;
def XOR : RType<"xor", 0, 0b100>;
def OR : RType<"or", 0, 0b110>;
def AND : RType<"and", 0, 0b111>;

class IType<string name, bits<7> opcode, bits<3> funct3,
            string assembly = name # "\t$rd, $rs1, $imm">
    : Inst32<opcode, (outs GPR:$rd), (ins GPR:$rs1, simm12:$imm), assembly> {
  bits<5> rd;
  bits<5> rs1;
  bits<12> imm;
  let Inst{31-20} = imm;
  let Inst{19-15} = rs1;
  let Inst{14-12} = funct3;
  let Inst{11-7} = rd;
}
def ADDI : IType<"addi", 0b0010011, 0b000>;
def XORI : IType<"xori", 0b0010011, 0b100>;
def ORI : IType<"ori", 0b0010011, 0b110>;
def ANDI : IType<"andi", 0b0010011, 0b111>;
def LW : IType<"lw", 0b0000011, 0b010, "lw\t$rd, ${imm}(${rs1})">;
def JALR : IType<"jalr", 0b1100111, 0b000, "jalr\t$rd, ${imm}(${rs1})">;

class Shift<string name, bits<7> funct7, bits<3> funct3>
    : Inst32<0b0010011, (outs GPR:$rd), (ins GPR:$rs1, uimm5:$shamt),
             name # "\t$rd, $rs1, $shamt"> {
  bits<5> rd;
  bits<5> rs1;
  bits<5> shamt;
  let Inst{31-25} = funct7;
  let Inst{24-20} = shamt;
  let Inst{19-15} = rs1;
  let Inst{14-12} = funct3;
  let Inst{11-7} = rd;
}
def SLLI : Shift<"slli", 0, 0b001>;
def SRAI : Shift<"srai", 0b0100000, 0b101>;

def SW : Inst32<0b0100011, (outs), (ins GPR:$rs2, GPR:$rs1, simm12:$imm),
                "sw\t$rs2, ${imm}(${rs1})"> {
  bits<5> rs1;
  bits<5> rs2;
  bits<12> imm;
  let Inst{31-25} = imm{11-5};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = 0b010;
  let Inst{11-7} = imm{4-0};
}

class Branch<string name, bits<3> funct3>
    : Inst32<0b1100011, (outs), (ins GPR:$rs1, GPR:$rs2, branch12:$imm),
             name # "\t$rs1, $rs2, $imm"> {
  bits<5> rs1;
  bits<5> rs2;
  bits<12> imm;
  let Inst{31} = imm{11};
  let Inst{30-25} = imm{9-4};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = funct3;
  let Inst{11-8} = imm{3-0};
  let Inst{7} = imm{10};
}
def BEQ : Branch<"beq", 0b000>;
def BNE : Branch<"bne", 0b001>;
def BLT : Branch<"blt", 0b100>;

class UType<string name, bits<7> opcode>
    : Inst32<opcode, (outs GPR:$rd), (ins uimm20:$imm), name # "\t$rd, $imm"> {
  bits<5> rd;
  bits<20> imm;
  let Inst{31-12} = imm;
  let Inst{11-7} = rd;
}
def LUI : UType<"lui", 0b0110111>;
def AUIPC : UType<"auipc", 0b0010111>;

def JAL : Inst32<0b1101111, (outs GPR:$rd), (ins jump20:$imm), "jal\t$rd, $imm"> {
  bits<5> rd;
  bits<20> imm;
  let Inst{31} = imm{19};
  let Inst{30-21} = imm{9-0};
  let Inst{20} = imm{10};
  let Inst{19-12} = imm{18-11};
  let Inst{11-7} = rd;
}

def RISCVInstrInfo : InstrInfo;
def RISCV : Target {
  let InstructionSet = RISCVInstrInfo;
}
