//===- RISCVRun.td - What the base instructions of RISC-V do --------------===//
//
// Semantics of RV32IM and RV64IM for `tablewright run`, beside LLVM's description:
//
//   tablewright run -I examples/semantics -I llvm/lib/Target/RISCV -I llvm/include \
//     examples/semantics/RISCVRun.td prog.o --mcpu generic-rv32 --mattr +m
//
//===----------------------------------------------------------------------===//

include "RISCV.td"
include "Simulation.td"

def : SimulatedMachine {
  let StackPointer = X2;
  let ReturnAddress = X1;
  let Arguments = [X10, X11, X12, X13, X14, X15, X16, X17];
  let Results = [X10, X11];
  let CalleeSaved = CSR_ILP32_LP64;
}

// The operands.
defvar rs1 = (XLenVT GPR:$rs1);
defvar rs2 = (XLenVT GPR:$rs2);
defvar imm12 = (XLenVT simm12:$imm12);
defvar shamt = (XLenVT uimmlog2xlen:$shamt);
defvar address = (add (XLenVT GPRMem:$rs1), imm12);

// An instruction whose only output is `rd`.
class Sets<Instruction inst, dag value> : Semantics<inst, [(set GPR:$rd, value)]>;

// Arithmetic with a register and with a number.
class Arithmetic<string name, SDPatternOperator node> : Sets<!cast<Instruction>(name), (node rs1, rs2)>;
class ArithmeticImm<string name, SDPatternOperator node> : Sets<!cast<Instruction>(name), (node rs1, imm12)>;
class ShiftImm<string name, SDPatternOperator node> : Sets<!cast<Instruction>(name), (node rs1, shamt)>;
def : Arithmetic<"ADD", add>;
def : Arithmetic<"SUB", sub>;
def : Arithmetic<"AND", and>;
def : Arithmetic<"OR", or>;
def : Arithmetic<"XOR", xor>;
def : Arithmetic<"SLL", shl>;
def : Arithmetic<"SRL", srl>;
def : Arithmetic<"SRA", sra>;
def : Sets<SLT, (XLenVT (setlt rs1, rs2))>;
def : Sets<SLTU, (XLenVT (setult rs1, rs2))>;
def : ArithmeticImm<"ADDI", add>;
def : ArithmeticImm<"ANDI", and>;
def : ArithmeticImm<"ORI", or>;
def : ArithmeticImm<"XORI", xor>;
def : Sets<SLTI, (XLenVT (setlt rs1, imm12))>;
def : Sets<SLTIU, (XLenVT (setult rs1, imm12))>;
def : ShiftImm<"SLLI", shl>;
def : ShiftImm<"SRLI", srl>;
def : ShiftImm<"SRAI", sra>;

// The number of 20 bits has a sign, and is the upper part of 32 bits.
defvar imm20 = (XLenVT uimm20_lui:$imm20);
defvar upper = (shl (sub imm20, (shl (and imm20, 0x80000), (XLenVT 1))), (XLenVT 12));
def : Sets<LUI, upper>;
defvar pcImm20 = (XLenVT uimm20_auipc:$imm20);
defvar pcUpper = (shl (sub pcImm20, (shl (and pcImm20, 0x80000), (XLenVT 1))), (XLenVT 12));
def : Sets<AUIPC, (add (XLenVT (program_counter)), pcUpper)>;

// Memory.
class Loads<string name, SDPatternOperator node> : Sets<!cast<Instruction>(name), (XLenVT (node address))>;
class Stores<string name, SDPatternOperator node>
    : Semantics<!cast<Instruction>(name), [(node rs2, address)]>;
def : Loads<"LB", sextloadi8>;
def : Loads<"LBU", zextloadi8>;
def : Loads<"LH", sextloadi16>;
def : Loads<"LHU", zextloadi16>;
def : Loads<"LW", sextloadi32>;
def : Loads<"LWU", zextloadi32>;
def : Loads<"LD", load>;
def : Stores<"SB", truncstorei8>;
def : Stores<"SH", truncstorei16>;
def : Stores<"SW", truncstorei32>;
def : Stores<"SD", store>;

// Jumps and branches.
def : Semantics<JAL, [(set GPR:$rd, (XLenVT (next_instruction))), (br bb:$imm20)]>;
def : Semantics<JALR, [(brind (and (add rs1, imm12), (XLenVT -2))),
                       (set GPR:$rd, (XLenVT (next_instruction)))]>;
class Branches<string name, SDPatternOperator condition>
    : Semantics<!cast<Instruction>(name),
                [(brcond (XLenVT (condition rs1, rs2)), bb:$imm12)]>;
def : Branches<"BEQ", seteq>;
def : Branches<"BNE", setne>;
def : Branches<"BLT", setlt>;
def : Branches<"BGE", setge>;
def : Branches<"BLTU", setult>;
def : Branches<"BGEU", setuge>;

// Branches and selections compare in the node.
def : NodeSemantics<(riscv_brcc $a, $b, $cc, $target), [(brcond (setcc $a, $b, $cc), $target)]>;
def : NodeSemantics<(riscv_selectcc $a, $b, $cc, $yes, $no), [(select (setcc $a, $b, $cc), $yes, $no)]>;

// Products. A division by zero and a quotient that is too large have results.
def : Arithmetic<"MUL", mul>;
def : Arithmetic<"MULH", mulhs>;
def : Arithmetic<"MULHU", mulhu>;
def : Sets<MULHSU, (sub (mulhu rs1, rs2),
                        (select (XLenVT (setlt rs1, (XLenVT 0))), rs2, (XLenVT 0)))>;
class Divides<dag a, dag b> {
  defvar zero = (XLenVT 0);
  defvar ones = (XLenVT -1);
  dag Quotient = (select (XLenVT (seteq b, zero)), ones,
                         (select (XLenVT (seteq b, ones)), (sub zero, a), (sdiv a, b)));
  dag Remainder = (select (XLenVT (seteq b, zero)), a,
                          (select (XLenVT (seteq b, ones)), zero, (srem a, b)));
  dag UnsignedQuotient = (select (XLenVT (seteq b, zero)), ones, (udiv a, b));
  dag UnsignedRemainder = (select (XLenVT (seteq b, zero)), a, (urem a, b));
}
def : Sets<DIV, Divides<rs1, rs2>.Quotient>;
def : Sets<REM, Divides<rs1, rs2>.Remainder>;
def : Sets<DIVU, Divides<rs1, rs2>.UnsignedQuotient>;
def : Sets<REMU, Divides<rs1, rs2>.UnsignedRemainder>;

// Arithmetic on the lower 32 bits, whose result has a sign. On machines of 32 bits these
// instructions do not exist.
class Low<dag value> {
  dag Unsigned = (and value, (XLenVT 0xffffffff));
  dag Signed = (sub Unsigned, (shl (and value, (XLenVT 0x80000000)), (XLenVT 1)));
}
class SetsLow<string name, dag value> : Sets<!cast<Instruction>(name), Low<value>.Signed>;
defvar amount = (and rs2, (XLenVT 31));
defvar shamt5 = (XLenVT uimm5:$shamt);
def : SetsLow<"ADDW", (add rs1, rs2)>;
def : SetsLow<"SUBW", (sub rs1, rs2)>;
def : SetsLow<"SLLW", (shl rs1, amount)>;
def : SetsLow<"SRLW", (srl Low<rs1>.Unsigned, amount)>;
def : SetsLow<"SRAW", (sra Low<rs1>.Signed, amount)>;
def : SetsLow<"ADDIW", (add rs1, imm12)>;
def : SetsLow<"SLLIW", (shl rs1, shamt5)>;
def : SetsLow<"SRLIW", (srl Low<rs1>.Unsigned, shamt5)>;
def : SetsLow<"SRAIW", (sra Low<rs1>.Signed, shamt5)>;
def : SetsLow<"MULW", (mul rs1, rs2)>;
def : SetsLow<"DIVW", Divides<Low<rs1>.Signed, Low<rs2>.Signed>.Quotient>;
def : SetsLow<"REMW", Divides<Low<rs1>.Signed, Low<rs2>.Signed>.Remainder>;
def : SetsLow<"DIVUW", Divides<Low<rs1>.Unsigned, Low<rs2>.Unsigned>.UnsignedQuotient>;
def : SetsLow<"REMUW", Divides<Low<rs1>.Unsigned, Low<rs2>.Unsigned>.UnsignedRemainder>;

// There is one thread, and nothing to wait for.
def : Semantics<FENCE, []>;
