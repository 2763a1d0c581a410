//===- rv.td - The base instructions of RISC-V, and multiplication --------===//
//
// A description for tests of `tablewright run`: RV32IM, or RV64IM with -DRV64.
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"

#ifdef RV64
defvar XLen = i64;
defvar XBits = 64;
#else
defvar XLen = i32;
defvar XBits = 32;
#endif

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

class X<bits<16> number> : Register<"x" # number> {
  let Namespace = "RV";
  let HWEncoding = number;
  bit isConstant = !eq(number, 0);
}
foreach number = 0...31 in
  def X#number : X<number>;
def GPR : RegisterClass<"RV", [XLen], XBits, (sequence "X%u", 0, 31)>;

def CSR_RV : CalleeSavedRegs<(add X1, X8, X9, (sequence "X%u", 18, 27))>;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

def sra : SDNode<"ISD::SRA", SDTIntShiftOp>;
def mulhs : SDNode<"ISD::MULHS", SDTIntBinOp>;
def mulhu : SDNode<"ISD::MULHU", SDTIntBinOp>;
def sdiv : SDNode<"ISD::SDIV", SDTIntBinOp>;
def udiv : SDNode<"ISD::UDIV", SDTIntBinOp>;
def srem : SDNode<"ISD::SREM", SDTIntBinOp>;
def urem : SDNode<"ISD::UREM", SDTIntBinOp>;
def select : SDNode<"ISD::SELECT",
                    SDTypeProfile<1, 3, [SDTCisSameAs<0, 2>, SDTCisSameAs<2, 3>, SDTCisInt<1>]>>;
def SETGE : CondCode;
def SETULT : CondCode;
def SETUGE : CondCode;
def setge : Comparison<SETGE>;
def setult : Comparison<SETULT>;
def setuge : Comparison<SETUGE>;

class Extending<ValueType type> : PatFrag<(ops node:$ptr), (unindexedload node:$ptr)> {
  let IsLoad = true;
  let MemoryVT = type;
}
class Truncating<ValueType type>
    : PatFrag<(ops node:$value, node:$ptr), (unindexedstore node:$value, node:$ptr)> {
  let IsStore = true;
  let IsTruncStore = true;
  let MemoryVT = type;
}
foreach type = [i8, i16, i32] in {
  let IsSignExtLoad = true in
  def sextload#type : Extending<type>;
  let IsZeroExtLoad = true in
  def zextload#type : Extending<type>;
  def truncstore#type : Truncating<type>;
}

//===----------------------------------------------------------------------===//
// Operands and formats
//===----------------------------------------------------------------------===//

def simm12 : Operand<XLen> { let DecoderMethod = "decodeSImm"; }
def simm20 : Operand<XLen> { let DecoderMethod = "decodeSImm"; }
def shamt : Operand<XLen>;
class Place : Operand<OtherVT> {
  let OperandType = "OPERAND_PCREL";
  let DecoderMethod = "decodePlace";
}
def branchPlace : Place;
def jumpPlace : Place;

class Inst<bits<7> opcode, dag outputs, dag inputs, string name> : Instruction {
  let Namespace = "RV";
  let Size = 4;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = name;
  let Pattern = [];
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
  field bits<32> Inst;
  let Inst{6-0} = opcode;
}
class ThreeRegisters<bits<7> opcode, bits<7> function7, bits<3> function3, string name>
    : Inst<opcode, (outs GPR:$rd), (ins GPR:$rs1, GPR:$rs2), name # "\t$rd, $rs1, $rs2"> {
  bits<5> rd;
  bits<5> rs1;
  bits<5> rs2;
  let Inst{31-25} = function7;
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function3;
  let Inst{11-7} = rd;
}
class Immediate<bits<7> opcode, bits<3> function3, string name, string syntax = "$rs1, $imm">
    : Inst<opcode, (outs GPR:$rd), (ins GPR:$rs1, simm12:$imm), name # "\t$rd, " # syntax> {
  bits<5> rd;
  bits<5> rs1;
  bits<12> imm;
  let Inst{31-20} = imm;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function3;
  let Inst{11-7} = rd;
}
class Shift<bits<7> opcode, bits<1> isArithmetic, bits<3> function3, string name>
    : Inst<opcode, (outs GPR:$rd), (ins GPR:$rs1, shamt:$imm), name # "\t$rd, $rs1, $imm"> {
  bits<5> rd;
  bits<5> rs1;
  bits<6> imm;
  let Inst{31} = 0;
  let Inst{30} = isArithmetic;
  let Inst{29-26} = 0;
  let Inst{25-20} = imm;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function3;
  let Inst{11-7} = rd;
}
class Upper<bits<7> opcode, string name>
    : Inst<opcode, (outs GPR:$rd), (ins simm20:$imm), name # "\t$rd, $imm"> {
  bits<5> rd;
  bits<20> imm;
  let Inst{31-12} = imm;
  let Inst{11-7} = rd;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class Arithmetic<bits<7> function7, bits<3> function3, string name, SDPatternOperator node>
    : ThreeRegisters<0b0110011, function7, function3, name> {
  let Pattern = [(set GPR:$rd, (XLen (node GPR:$rs1, GPR:$rs2)))];
}
class ArithmeticImm<bits<3> function3, string name, SDPatternOperator node>
    : Immediate<0b0010011, function3, name> {
  let Pattern = [(set GPR:$rd, (XLen (node GPR:$rs1, simm12:$imm)))];
}
class ShiftImm<bits<1> isArithmetic, bits<3> function3, string name, SDPatternOperator node>
    : Shift<0b0010011, isArithmetic, function3, name> {
  let Pattern = [(set GPR:$rd, (node GPR:$rs1, (XLen shamt:$imm)))];
}
def ADD : Arithmetic<0, 0, "add", add>;
def SUB : Arithmetic<32, 0, "sub", sub>;
def SLL : Arithmetic<0, 1, "sll", shl>;
def SLT : Arithmetic<0, 2, "slt", setlt>;
def SLTU : Arithmetic<0, 3, "sltu", setult>;
def XOR : Arithmetic<0, 4, "xor", xor>;
def SRL : Arithmetic<0, 5, "srl", srl>;
def SRA : Arithmetic<32, 5, "sra", sra>;
def OR : Arithmetic<0, 6, "or", or>;
def AND : Arithmetic<0, 7, "and", and>;
def ADDI : ArithmeticImm<0, "addi", add>;
def SLTI : ArithmeticImm<2, "slti", setlt>;
def SLTIU : ArithmeticImm<3, "sltiu", setult>;
def XORI : ArithmeticImm<4, "xori", xor>;
def ORI : ArithmeticImm<6, "ori", or>;
def ANDI : ArithmeticImm<7, "andi", and>;
def SLLI : ShiftImm<0, 1, "slli", shl>;
def SRLI : ShiftImm<0, 5, "srli", srl>;
def SRAI : ShiftImm<1, 5, "srai", sra>;
def LUI : Upper<0b0110111, "lui"> {
  let Pattern = [(set GPR:$rd, (shl simm20:$imm, (XLen 12)))];
}
def AUIPC : Upper<0b0010111, "auipc">;
def MUL : Arithmetic<1, 0, "mul", mul>;
def MULH : Arithmetic<1, 1, "mulh", mulhs>;
def MULHU : Arithmetic<1, 3, "mulhu", mulhu>;
class Divide<bits<3> function3, string name> : ThreeRegisters<0b0110011, 1, function3, name>;
def DIV : Divide<4, "div">;
def DIVU : Divide<5, "divu">;
def REM : Divide<6, "rem">;
def REMU : Divide<7, "remu">;

class Load<bits<3> function3, string name, SDPatternOperator node>
    : Immediate<0b0000011, function3, name, "${imm}(${rs1})"> {
  let Pattern = [(set GPR:$rd, (XLen (node (add GPR:$rs1, simm12:$imm))))];
  let mayLoad = true;
}
class Store<bits<3> function3, string name, SDPatternOperator node>
    : Inst<0b0100011, (outs), (ins GPR:$rs2, GPR:$rs1, simm12:$imm),
           name # "\t$rs2, ${imm}(${rs1})"> {
  bits<5> rs1;
  bits<5> rs2;
  bits<12> imm;
  let Inst{31-25} = imm{11-5};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function3;
  let Inst{11-7} = imm{4-0};
  let Pattern = [(node (XLen GPR:$rs2), (add GPR:$rs1, simm12:$imm))];
  let mayStore = true;
}
def LB : Load<0, "lb", sextloadi8>;
def LH : Load<1, "lh", sextloadi16>;
def LW : Load<2, "lw", sextloadi32>;
def LBU : Load<4, "lbu", zextloadi8>;
def LHU : Load<5, "lhu", zextloadi16>;
def SB : Store<0, "sb", truncstorei8>;
def SH : Store<1, "sh", truncstorei16>;
def SW : Store<2, "sw", truncstorei32>;

class Branch<bits<3> function3, string name, SDPatternOperator condition>
    : Inst<0b1100011, (outs), (ins GPR:$rs1, GPR:$rs2, branchPlace:$place),
           name # "\t$rs1, $rs2, $place"> {
  bits<5> rs1;
  bits<5> rs2;
  bits<12> place;
  let Inst{31} = place{11};
  let Inst{30-25} = place{9-4};
  let Inst{24-20} = rs2;
  let Inst{19-15} = rs1;
  let Inst{14-12} = function3;
  let Inst{11-8} = place{3-0};
  let Inst{7} = place{10};
  let Pattern = [(brcond (XLen (condition GPR:$rs1, GPR:$rs2)), bb:$place)];
  let isBranch = true;
  let isTerminator = true;
}
def BEQ : Branch<0, "beq", seteq>;
def BNE : Branch<1, "bne", setne>;
def BLT : Branch<4, "blt", setlt>;
def BGE : Branch<5, "bge", setge>;
def BLTU : Branch<6, "bltu", setult>;
def BGEU : Branch<7, "bgeu", setuge>;

let isCall = true in {
def JAL : Inst<0b1101111, (outs GPR:$rd), (ins jumpPlace:$place), "jal\t$rd, $place"> {
  bits<5> rd;
  bits<20> place;
  let Inst{31} = place{19};
  let Inst{30-21} = place{9-0};
  let Inst{20} = place{10};
  let Inst{19-12} = place{18-11};
  let Inst{11-7} = rd;
}
def JALR : Immediate<0b1100111, 0, "jalr", "${imm}(${rs1})">;
}

#ifdef RV64
class Word<bits<7> function7, bits<3> function3, string name>
    : ThreeRegisters<0b0111011, function7, function3, name>;
def ADDW : Word<0, 0, "addw">;
def SUBW : Word<32, 0, "subw">;
def SLLW : Word<0, 1, "sllw">;
def SRLW : Word<0, 5, "srlw">;
def SRAW : Word<32, 5, "sraw">;
def MULW : Word<1, 0, "mulw">;
def DIVW : Word<1, 4, "divw">;
def DIVUW : Word<1, 5, "divuw">;
def REMW : Word<1, 6, "remw">;
def REMUW : Word<1, 7, "remuw">;
def ADDIW : Immediate<0b0011011, 0, "addiw">;
def SLLIW : Shift<0b0011011, 0, 1, "slliw">;
def SRLIW : Shift<0b0011011, 0, 5, "srliw">;
def SRAIW : Shift<0b0011011, 1, 5, "sraiw">;
def LWU : Load<6, "lwu", zextloadi32>;
def LD : Load<3, "ld", load>;
def SD : Store<3, "sd", store>;
#endif

def RVInstrInfo : InstrInfo;
def RVAsmWriter : AsmWriter;
def RV : Target {
  let InstructionSet = RVInstrInfo;
  let AssemblyWriters = [RVAsmWriter];
}

//===----------------------------------------------------------------------===//
// Facts for tools
//===----------------------------------------------------------------------===//

include "AsmSyntax.td"
include "Simulation.td"

def : AsmNumber<"decodeSImm", true>;
def : AsmNumber<"decodePlace", true, 2>;

def : SimulatedMachine {
  let StackPointer = X2;
  let ReturnAddress = X1;
  let Arguments = [X10, X11, X12, X13, X14, X15, X16, X17];
  let Results = [X10, X11];
}

def : Semantics<AUIPC, [(set GPR:$rd, (add (XLen (program_counter)),
                                           (shl simm20:$imm, (XLen 12))))]>;
def : Semantics<JAL, [(set GPR:$rd, (next_instruction)), (br bb:$place)]>;
def : Semantics<JALR, [(brind (and (add GPR:$rs1, simm12:$imm), (XLen -2))),
                       (set GPR:$rd, (next_instruction))]>;

// A division by zero and a quotient that is too large have results.
class Divides<dag a, dag b> {
  defvar zero = (XLen 0);
  defvar ones = (XLen -1);
  dag Quotient = (select (XLen (seteq b, zero)), ones,
                         (select (XLen (seteq b, ones)), (sub zero, a), (sdiv a, b)));
  dag Remainder = (select (XLen (seteq b, zero)), a,
                          (select (XLen (seteq b, ones)), zero, (srem a, b)));
  dag UnsignedQuotient = (select (XLen (seteq b, zero)), ones, (udiv a, b));
  dag UnsignedRemainder = (select (XLen (seteq b, zero)), a, (urem a, b));
}
defvar rs1 = (XLen GPR:$rs1);
defvar rs2 = (XLen GPR:$rs2);
class Sets<Instruction inst, dag value> : Semantics<inst, [(set GPR:$rd, value)]>;
def : Sets<DIV, Divides<rs1, rs2>.Quotient>;
def : Sets<REM, Divides<rs1, rs2>.Remainder>;
def : Sets<DIVU, Divides<rs1, rs2>.UnsignedQuotient>;
def : Sets<REMU, Divides<rs1, rs2>.UnsignedRemainder>;

#ifdef RV64
// Arithmetic on the lower 32 bits, whose result has a sign.
class Low<dag value> {
  dag Unsigned = (and value, (XLen 0xffffffff));
  dag Signed = (sra (shl value, (XLen 32)), (XLen 32));
}
class SetsLow<Instruction inst, dag value> : Sets<inst, Low<value>.Signed>;
defvar amount = (and rs2, (XLen 31));
def : SetsLow<ADDW, (add rs1, rs2)>;
def : SetsLow<SUBW, (sub rs1, rs2)>;
def : SetsLow<SLLW, (shl rs1, amount)>;
def : SetsLow<SRLW, (srl Low<rs1>.Unsigned, amount)>;
def : SetsLow<SRAW, (sra Low<rs1>.Signed, amount)>;
def : SetsLow<MULW, (mul rs1, rs2)>;
def : SetsLow<DIVW, Divides<Low<rs1>.Signed, Low<rs2>.Signed>.Quotient>;
def : SetsLow<REMW, Divides<Low<rs1>.Signed, Low<rs2>.Signed>.Remainder>;
def : SetsLow<DIVUW, Divides<Low<rs1>.Unsigned, Low<rs2>.Unsigned>.UnsignedQuotient>;
def : SetsLow<REMUW, Divides<Low<rs1>.Unsigned, Low<rs2>.Unsigned>.UnsignedRemainder>;
def : SetsLow<ADDIW, (add rs1, (XLen simm12:$imm))>;
def : SetsLow<SLLIW, (shl rs1, (XLen shamt:$imm))>;
def : SetsLow<SRLIW, (srl Low<rs1>.Unsigned, (XLen shamt:$imm))>;
def : SetsLow<SRAIW, (sra Low<rs1>.Signed, (XLen shamt:$imm))>;
#endif
