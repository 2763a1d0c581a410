//===- Robin.td - A CPU that sets conditions into registers ----------------===//
//
// 16 registers of 32 bits, none of which is always zero. A comparison sets a register to 0 or 1, and `bt` and `bf`
// branch on a register.
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"

//===----------------------------------------------------------------------===//
// Registers and calls
//===----------------------------------------------------------------------===//

class Word<bits<16> number, string name> : Register<name>, DwarfRegNum<[number]> {
  let Namespace = "Robin";
  let HWEncoding = number;
}
foreach i = 0...11 in
  def R#i : Word<i, "r" # i>;
def AT : Word<12, "at">;
def FP : Word<13, "fp">;
def SP : Word<14, "sp">;
def LR : Word<15, "lr">;
def GPR : RegisterClass<"Robin", [i32], 32, (add (sequence "R%u", 0, 7), LR, (sequence "R%u", 8, 11), FP, SP, AT)>;

def CC_Robin : CallingConv<[
  CCIfByVal<CCPassByVal<4, 4>>,
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToReg<[R0, R1, R2, R3]>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>
]>;
def CC_Robin_VarArg : CallingConv<[
  CCIfByVal<CCPassByVal<4, 4>>,
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>
]>;
def RetCC_Robin : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToReg<[R0, R1]>>
]>;
def CSR_Robin : CalleeSavedRegs<(add LR, FP, (sequence "R%u", 8, 11))>;

//===----------------------------------------------------------------------===//
// Operands and nodes
//===----------------------------------------------------------------------===//

class NumberClass<string name, string predicate> : AsmOperandClass {
  let Name = name;
  let PredicateMethod = predicate;
  let RenderMethod = "addImmOperands";
  let DiagnosticType = "Invalid" # name;
  let DiagnosticString = "expected another number";
}
def simm16 : Operand<i32>, ImmLeaf<i32, "return isInt<16>(Imm);"> {
  let DecoderMethod = "decodeSImm<16>";
  let ParserMatchClass = NumberClass<"SImm16", "isSImm<16>">;
}
def uimm16 : Operand<i32>, ImmLeaf<i32, "return isUInt<16>(Imm);"> {
  let ParserMatchClass = NumberClass<"UImm16", "isUImm<16>">;
}
// A distance in words: 4 bytes.
def words16 : Operand<i32>, ImmLeaf<i32, "return isShiftedInt<16, 2>(Imm);"> {
  let EncoderMethod = "getShiftedEncoding<16, 2>";
  let DecoderMethod = "decodeShiftedSImm<16, 2>";
  let ParserMatchClass = NumberClass<"Words16", "isShiftedSImm<16, 2>">;
}
class Place<int width, ValueType type> : Operand<type> {
  let OperandType = "OPERAND_PCREL";
  let PrintMethod = "printBranch";
  let EncoderMethod = "getBranchEncoding<" # width # ">";
  let DecoderMethod = "decodeBranch<" # width # ">";
  let ParserMatchClass = NumberClass<"Place" # width, "isPlace<" # width # ">">;
}
def near : Place<12, OtherVT>;
def far : Place<24, OtherVT>;
def callee : Place<24, i32>;

def addr : ComplexPattern<i32, 2, "selectAddr", [], []>;
def callseq_start : SDNode<"ISD::CALLSEQ_START", SDCallSeqStart<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>,
                           [SDNPHasChain, SDNPOutGlue]>;
def callseq_end : SDNode<"ISD::CALLSEQ_END", SDCallSeqEnd<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>,
                         [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue]>;
def RobinCall : SDNode<"RobinISD::CALL", SDTypeProfile<0, -1, [SDTCisVT<0, i32>]>,
                       [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def RobinRet : SDNode<"RobinISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def RobinHi : SDNode<"RobinISD::HI", SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>]>>;
def RobinLo : SDNode<"RobinISD::LO",
                     SDTypeProfile<1, 2, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class Base<dag outputs, dag inputs, string assembly, list<dag> pattern> : Instruction {
  let Namespace = "Robin";
  let DecoderNamespace = "Robin";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = assembly;
  let Pattern = pattern;
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
}
//   31    24 23  20 19  16 15  12 11      0
//  | opcode |  rd  |  ra  |  rb  |         |
class Encoded<bits<8> opcode, dag outputs, dag inputs, string assembly, list<dag> pattern>
    : Base<outputs, inputs, assembly, pattern> {
  field bits<32> Inst = 0;
  let Size = 4;
  let Inst{31-24} = opcode;
}
class Three<bits<8> opcode, string name, SDPatternOperator node>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$ra, GPR:$rb), name # "\t$rd, $ra, $rb",
              [(set GPR:$rd, (i32 (node GPR:$ra, GPR:$rb)))]> {
  bits<4> rd;
  bits<4> ra;
  bits<4> rb;
  let Inst{23-20} = rd;
  let Inst{19-16} = ra;
  let Inst{15-12} = rb;
}
class Number<bits<8> opcode, string name, Operand number, SDPatternOperator node>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$ra, number:$n), name # "\t$rd, $ra, $n",
              [(set GPR:$rd, (i32 (node GPR:$ra, number:$n)))]> {
  bits<4> rd;
  bits<4> ra;
  bits<16> n;
  let Inst{23-20} = rd;
  let Inst{19-16} = ra;
  let Inst{15-0} = n;
}
class SetNumber<bits<8> opcode, string name, Operand number, list<dag> pattern>
    : Encoded<opcode, (outs GPR:$rd), (ins number:$n), name # "\t$rd, $n", pattern> {
  bits<4> rd;
  bits<16> n;
  let Inst{23-20} = rd;
  let Inst{15-0} = n;
}
class Memory<bits<8> opcode, dag outputs, dag inputs, string name, Operand distance, list<dag> pattern>
    : Encoded<opcode, outputs, !con(inputs, (ins GPR:$ra, distance:$n)), name # "\t$rd, ${n}(${ra})", pattern> {
  bits<4> rd;
  bits<4> ra;
  bits<16> n;
  let Inst{23-20} = rd;
  let Inst{19-16} = ra;
  let Inst{15-0} = n;
}
class Load<bits<8> opcode, string name, SDPatternOperator node, Operand distance = simm16>
    : Memory<opcode, (outs GPR:$rd), (ins), name, distance,
             [(set GPR:$rd, (i32 (node (addr GPR:$ra, distance:$n))))]> {
  let mayLoad = true;
}
class Store<bits<8> opcode, string name, SDPatternOperator node, Operand distance = simm16>
    : Memory<opcode, (outs), (ins GPR:$rd), name, distance, [(node GPR:$rd, (addr GPR:$ra, distance:$n))]> {
  let mayStore = true;
}
class Branch<bits<8> opcode, string name, dag condition>
    : Encoded<opcode, (outs), (ins GPR:$ra, near:$place), name # "\t$ra, $place",
              [(brcond condition, bb:$place)]> {
  bits<4> ra;
  bits<12> place;
  let Inst{19-16} = ra;
  let Inst{11-0} = place;
  let isBranch = true;
  let isTerminator = true;
}
class Far<bits<8> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$place", pattern> {
  bits<24> place;
  let Inst{23-0} = place;
}
class Through<bits<8> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$ra", pattern> {
  bits<4> ra;
  let Inst{19-16} = ra;
}

// Addition and subtraction change their first operand.
class Two<bits<8> opcode, string name, SDPatternOperator node>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$ra, GPR:$rb), name # "\t$rd, $rb",
              [(set GPR:$rd, (i32 (node GPR:$ra, GPR:$rb)))]> {
  bits<4> rd;
  bits<4> rb;
  let Inst{23-20} = rd;
  let Inst{15-12} = rb;
  let Constraints = "$rd = $ra";
}

let isCommutable = true in {
def ADD : Two<0x00, "add", add>;
def AND : Three<0x01, "and", and>;
def OR : Three<0x02, "or", or>;
def XOR : Three<0x03, "xor", xor>;
}
def SUB : Two<0x04, "sub", sub>;
def SHL : Three<0x05, "shl", shl>;
def SHR : Three<0x06, "shr", srl>;
def SAR : Three<0x07, "sar", sra>;
def MUL : Three<0x08, "mul", mul>;
def ADDI : Number<0x10, "addi", simm16, add>;
def ANDI : Number<0x11, "andi", uimm16, and>;
def ORI : Number<0x12, "ori", uimm16, or>;
def XORI : Number<0x13, "xori", uimm16, xor>;
def LI : SetNumber<0x14, "li", simm16, [(set GPR:$rd, simm16:$n)]>;
def LIH : SetNumber<0x15, "lih", uimm16, []>;

// Comparisons.
def SEQ : Three<0x20, "seq", seteq>;
def SLT : Three<0x21, "slt", setlt>;
def SLTU : Three<0x22, "sltu", setult>;

def LB : Load<0x30, "lb", sextloadi8>;
def LBU : Load<0x31, "lbu", zextloadi8>;
def LH : Load<0x32, "lh", sextloadi16>;
def LHU : Load<0x33, "lhu", zextloadi16>;
def LW : Load<0x34, "lw", load, words16>;
def SB : Store<0x35, "sb", truncstorei8>;
def SH : Store<0x36, "sh", truncstorei16>;
def SW : Store<0x37, "sw", store, words16>;

// Branches on a register.
def BT : Branch<0x40, "bt", (i32 GPR:$ra)>;
def BF : Branch<0x41, "bf", (i32 (seteq GPR:$ra, 0))>;

let isBranch = true, isBarrier = true, isTerminator = true in {
def JMP : Far<0x42, (ins far:$place), "jmp", [(br bb:$place)]>;
let isIndirectBranch = true in
def JR : Through<0x43, (ins GPR:$ra), "jr", [(brind GPR:$ra)]>;
}
let isCall = true, Defs = [LR] in {
def CALL : Far<0x44, (ins callee:$place, variable_ops), "call", []>;
def CALLR : Through<0x45, (ins GPR:$ra, variable_ops), "callr", [(RobinCall GPR:$ra)]>;
}
def : Pat<(RobinCall tglobaladdr:$place), (CALL tglobaladdr:$place)>;
def : Pat<(RobinCall texternalsym:$place), (CALL texternalsym:$place)>;

//===----------------------------------------------------------------------===//
// Other patterns, pseudo-instructions, the target
//===----------------------------------------------------------------------===//

def High16 : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(N->getZExtValue() >> 16 & 0xffff, SDLoc(N), MVT::i32);
}]>;
def Low16 : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(N->getZExtValue() & 0xffff, SDLoc(N), MVT::i32);
}]>;
def : Pat<(i32 imm:$n), (ORI (LIH (High16 $n)), (Low16 $n))>;
foreach symbol = [tglobaladdr, texternalsym, tblockaddress, tjumptable, tconstpool] in {
def : Pat<(RobinHi symbol:$s), (LIH symbol:$s)>;
def : Pat<(RobinLo GPR:$high, symbol:$s), (ORI GPR:$high, symbol:$s)>;
}
foreach narrow = [extloadi1, zextloadi1, extloadi8] in
def : Pat<(i32 (narrow (addr GPR:$ra, simm16:$n))), (LBU GPR:$ra, simm16:$n)>;
def : Pat<(i32 (extloadi16 (addr GPR:$ra, simm16:$n))), (LHU GPR:$ra, simm16:$n)>;

class Pseudo<dag outputs, dag inputs, string assembly, list<dag> pattern>
    : Base<outputs, inputs, assembly, pattern> {
  let isPseudo = true;
}
let Defs = [SP], Uses = [SP], isCodeGenOnly = true in {
def CALLSTART : Pseudo<(outs), (ins i32imm:$a, i32imm:$b), "", [(callseq_start timm:$a, timm:$b)]>;
def CALLEND : Pseudo<(outs), (ins i32imm:$a, i32imm:$b), "", [(callseq_end timm:$a, timm:$b)]>;
}
let isReturn = true, isBarrier = true, isTerminator = true, Size = 4, isCodeGenOnly = true in
def RET : Pseudo<(outs), (ins), "", [(RobinRet)]>, PseudoInstExpansion<(JR LR)>;
def LA : Pseudo<(outs GPR:$rd), (ins i32imm:$n), "la\t$rd, $n", []>;
def : InstAlias<"nop", (ORI R0, R0, 0), 0>;
def : InstAlias<"ret", (JR LR)>;

def : ProcessorModel<"generic", NoSchedModel, []>;
def RobinInstrInfo : InstrInfo;
def RobinAsmWriter : AsmWriter { let PassSubtarget = 1; }
def RobinAsmParser : AsmParser { let ShouldEmitMatchRegisterAltName = 1; }
def Robin : Target {
  let InstructionSet = RobinInstrInfo;
  let AssemblyParsers = [RobinAsmParser];
  let AssemblyWriters = [RobinAsmWriter];
}
