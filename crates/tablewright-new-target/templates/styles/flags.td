//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

let Namespace = "Quill" in {
class Word<bits<16> number, string name, list<string> names = []>
    : Register<name, names>, DwarfRegNum<[number]> {
  let HWEncoding = number;
}
foreach i = 0...11 in
  def R#i : Word<i, "r" # i>;
def FP : Word<12, "fp", ["r12"]>;
def SP : Word<13, "sp", ["r13"]>;
def LR : Word<14, "lr", ["r14"]>;
def AT : Word<15, "at", ["r15"]>; // belongs to the compiler
// Comparisons write it, branches read it.
def FLAGS : Register<"flags">, DwarfRegNum<[64]>;
}
// In the order in which registers are allocated: registers that calls preserve come last.
def GPR : RegisterClass<"Quill", [wordvt], wordbits, (add (sequence "R%u", 0, 7), LR, (sequence "R%u", 8, 11), FP, SP, AT)>;
defm : RemapAllTargetPseudoPointerOperands<GPR>; //@22
def CCR : RegisterClass<"Quill", [wordvt], wordbits, (add FLAGS)> {
  let CopyCost = -1;
  let isAllocatable = false;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// Arguments in r0 to r3, then on the stack.
def CC_Quill : CallingConv<[
  CCIfByVal<CCPassByVal<wordbytes, wordbytes>>,
  CCIfType<[narrowvts], CCPromoteToType<wordvt>>,
  CCIfType<[wordvt], CCAssignToReg<[R0, R1, R2, R3]>>,
  CCIfType<[wordvt], CCAssignToStack<wordbytes, wordbytes>>
]>;
// Arguments without a name are on the stack.
def CC_Quill_VarArg : CallingConv<[
  CCIfByVal<CCPassByVal<wordbytes, wordbytes>>,
  CCIfType<[narrowvts], CCPromoteToType<wordvt>>,
  CCIfType<[wordvt], CCAssignToStack<wordbytes, wordbytes>>
]>;
def RetCC_Quill : CallingConv<[
  CCIfType<[narrowvts], CCPromoteToType<wordvt>>,
  CCIfType<[wordvt], CCAssignToReg<[R0, R1]>>
]>;
def CSR_Quill : CalleeSavedRegs<(add LR, FP, (sequence "R%u", 8, 11))>;

//===----------------------------------------------------------------------===//
// Operands and nodes of this style
//===----------------------------------------------------------------------===//

def simm16 : SImm<16>;
def uimm16 : UImm<16>;
def amount : UImm<shiftbits>;
def brtarget : Place<16, OtherVT>;
def jmptarget : Place<24, OtherVT>;
def calltarget : Place<24, wordvt>;

// A condition, by its number in Quill.toml.
def CondClass : AsmOperandClass {
  let Name = "Cond";
  let ParserMethod = "parseCond";
  let RenderMethod = "addImmOperands";
  let DiagnosticType = "InvalidCond";
  let DiagnosticString = "expected a condition";
}
def condition : Operand<wordvt>, ImmLeaf<wordvt, "return isUInt<4>(Imm);"> {
  let PrintMethod = "printCond";
  let ParserMatchClass = CondClass;
}

// Comparisons set the flags; the other nodes read them, and have the number of a condition.
def QuillCmp : SDNode<"QuillISD::CMP",
                      SDTypeProfile<0, 2, [SDTCisVT<0, wordvt>, SDTCisSameAs<0, 1>]>,
                      [SDNPOutGlue]>;
def QuillBr : SDNode<"QuillISD::BR",
                     SDTypeProfile<0, 2, [SDTCisVT<0, OtherVT>, SDTCisVT<1, wordvt>]>,
                     [SDNPHasChain, SDNPInGlue]>;
def QuillSel : SDNode<"QuillISD::SEL",
    SDTypeProfile<1, 3, [SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>, SDTCisVT<3, wordvt>]>,
    [SDNPInGlue]>;
def QuillSet : SDNode<"QuillISD::SET",
                      SDTypeProfile<1, 1, [SDTCisVT<0, wordvt>, SDTCisVT<1, wordvt>]>,
                      [SDNPInGlue]>;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

class QuillInst<dag outputs, dag inputs, string assembly, list<dag> pattern> : Instruction {
  let Namespace = "Quill";
  let DecoderNamespace = "Quill";
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = assembly;
  let Pattern = pattern;
  let mayLoad = false;
  let mayStore = false;
  let hasSideEffects = false;
}
//   31      16 15  12 11   8 7       0
//  |   ....   |  rs  |  rd  | opcode |
class Encoded<bits<8> opcode, dag outputs, dag inputs, string assembly, list<dag> pattern>
    : QuillInst<outputs, inputs, assembly, pattern> {
  field bits<32> Inst = 0;
  let Size = 4;
  let Inst{7-0} = opcode;
}
class ThreeReg<bits<8> opcode, string name, SDPatternOperator node, SchedWrite write = WriteALU>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt), name # "\t$rd, $rs, $rt",
              [(set GPR:$rd, (node GPR:$rs, GPR:$rt))]>, Sched<[write]> {
  bits<4> rd;
  bits<4> rs;
  bits<4> rt;
  let Inst{19-16} = rt;
  let Inst{15-12} = rs;
  let Inst{11-8} = rd;
}
class TwoReg<bits<8> opcode, string name, dag pattern>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$rs), name # "\t$rd, $rs", [(set GPR:$rd, pattern)]>,
      Sched<[WriteALU]> {
  bits<4> rd;
  bits<4> rs;
  let Inst{15-12} = rs;
  let Inst{11-8} = rd;
}
class RegImm<bits<8> opcode, string name, Operand number, SDPatternOperator node>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$rs, number:$imm), name # "\t$rd, $rs, $imm",
              [(set GPR:$rd, (node GPR:$rs, number:$imm))]>, Sched<[WriteALU]> {
  bits<4> rd;
  bits<4> rs;
  bits<16> imm;
  let Inst{31-16} = imm;
  let Inst{15-12} = rs;
  let Inst{11-8} = rd;
}
class Shift<bits<8> opcode, string name, SDPatternOperator node>
    : RegImm<opcode, name, amount, node> {
  let Inst{31-22} = 0;
}
class LoadImm<bits<8> opcode, string name, Operand number, list<dag> pattern>
    : Encoded<opcode, (outs GPR:$rd), (ins number:$imm), name # "\t$rd, $imm", pattern>,
      Sched<[WriteALU]> {
  bits<4> rd;
  bits<16> imm;
  let Inst{31-16} = imm;
  let Inst{11-8} = rd;
  let isMoveImm = true;
  let isReMaterializable = true;
  let isAsCheapAsAMove = true;
}
class Memory<bits<8> opcode, dag outputs, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, outputs, !con(inputs, (ins GPR:$base, simm16:$disp)),
              name # "\t$rd, ${disp}(${base})", pattern> {
  bits<4> rd;
  bits<4> base;
  bits<16> disp;
  let Inst{31-16} = disp;
  let Inst{15-12} = base;
  let Inst{11-8} = rd;
}
class Load<bits<8> opcode, string name, SDPatternOperator node>
    : Memory<opcode, (outs GPR:$rd), (ins), name,
             [(set GPR:$rd, (node (addr GPR:$base, simm16:$disp)))]>, Sched<[WriteLoad]> {
  let mayLoad = true;
}
class Store<bits<8> opcode, string name, SDPatternOperator node>
    : Memory<opcode, (outs), (ins GPR:$rd), name,
             [(node GPR:$rd, (addr GPR:$base, simm16:$disp))]>, Sched<[WriteStore]> {
  let mayStore = true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

let isCommutable = true in {
def ADD : ThreeReg<0x00, "add", add>;
def AND : ThreeReg<0x01, "and", and>;
def OR  : ThreeReg<0x02, "or", or>;
def XOR : ThreeReg<0x03, "xor", xor>;
}
def SUB : ThreeReg<0x04, "sub", sub>;
def SHL : ThreeReg<0x05, "shl", shl>;
def SHR : ThreeReg<0x06, "shr", srl>;
def SAR : ThreeReg<0x07, "sar", sra>;
let isAsCheapAsAMove = true in
def ADDI : RegImm<0x10, "addi", simm16, add>;
def ANDI : RegImm<0x11, "andi", uimm16, and>;
def ORI  : RegImm<0x12, "ori", uimm16, or>;
def XORI : RegImm<0x13, "xori", uimm16, xor>;
def SHLI : Shift<0x14, "shli", shl>;
def SHRI : Shift<0x15, "shri", srl>;
def SARI : Shift<0x16, "sari", sra>;
def SEXTB : TwoReg<0x18, "sext.b", (sext_inreg GPR:$rs, i8)>;
def SEXTH : TwoReg<0x19, "sext.h", (sext_inreg GPR:$rs, i16)>;
def SEXTW : TwoReg<0x1a, "sext.w", (sext_inreg GPR:$rs, i32)>; //@64
// A number, and a number in bits 31 to 16.
def LI  : LoadImm<0x20, "li", simm16, [(set GPR:$rd, simm16:$imm)]>;
def LIH : LoadImm<0x21, "lih", uimm16, []>;

let Predicates = [HasMul], isCommutable = true in
def MUL : ThreeReg<0x28, "mul", mul, WriteMul>;
let Predicates = [HasDiv] in {
def DIV  : ThreeReg<0x29, "div", sdiv, WriteDiv>;
def DIVU : ThreeReg<0x2a, "divu", udiv, WriteDiv>;
def REM  : ThreeReg<0x2b, "rem", srem, WriteDiv>;
def REMU : ThreeReg<0x2c, "remu", urem, WriteDiv>;
}

def LB  : Load<0x30, "lb", sextloadi8>;
def LBU : Load<0x31, "lbu", zextloadi8>;
def LH  : Load<0x32, "lh", sextloadi16>;
def LHU : Load<0x33, "lhu", zextloadi16>;
def LW  : Load<0x34, "lw", load>; //@32
def LW  : Load<0x34, "lw", sextloadi32>; //@64
def LWU : Load<0x35, "lwu", zextloadi32>; //@64
def LD  : Load<0x36, "ld", load>; //@64
def SB  : Store<0x38, "sb", truncstorei8>;
def SH  : Store<0x39, "sh", truncstorei16>;
def SW  : Store<0x3a, "sw", store>; //@32
def SW  : Store<0x3a, "sw", truncstorei32>; //@64
def SD  : Store<0x3b, "sd", store>; //@64

let Defs = [FLAGS], isCompare = true in {
def CMP : Encoded<0x40, (outs), (ins GPR:$rs, GPR:$rt), "cmp\t$rs, $rt",
                  [(QuillCmp GPR:$rs, GPR:$rt)]>, Sched<[WriteALU]> {
  bits<4> rs;
  bits<4> rt;
  let Inst{19-16} = rt;
  let Inst{15-12} = rs;
}
def CMPI : Encoded<0x41, (outs), (ins GPR:$rs, simm16:$imm), "cmpi\t$rs, $imm",
                   [(QuillCmp GPR:$rs, simm16:$imm)]>, Sched<[WriteALU]> {
  bits<4> rs;
  bits<16> imm;
  let Inst{31-16} = imm;
  let Inst{15-12} = rs;
}
}
let Uses = [FLAGS] in {
let isBranch = true, isTerminator = true in
def BR : Encoded<0x48, (outs), (ins brtarget:$target, condition:$cc), "br\t$cc, $target",
                 [(QuillBr bb:$target, condition:$cc)]>, Sched<[WriteJump]> {
  bits<16> target;
  bits<4> cc;
  let Inst{31-16} = target;
  let Inst{15-12} = cc;
}
def SEL : Encoded<0x49, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt, condition:$cc),
                  "sel\t$rd, $rs, $rt, $cc",
                  [(set GPR:$rd, (QuillSel GPR:$rs, GPR:$rt, condition:$cc))]>, Sched<[WriteALU]> {
  bits<4> rd;
  bits<4> rs;
  bits<4> rt;
  bits<4> cc;
  let Inst{23-20} = cc;
  let Inst{19-16} = rt;
  let Inst{15-12} = rs;
  let Inst{11-8} = rd;
}
def SET : Encoded<0x4a, (outs GPR:$rd), (ins condition:$cc), "set\t$rd, $cc",
                  [(set GPR:$rd, (QuillSet condition:$cc))]>, Sched<[WriteALU]> {
  bits<4> rd;
  bits<4> cc;
  let Inst{23-20} = cc;
  let Inst{11-8} = rd;
}
}

class Far<bits<8> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$target", pattern>, Sched<[WriteJump]> {
  bits<24> target;
  let Inst{31-8} = target;
}
class ThroughReg<bits<8> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$rs", pattern>, Sched<[WriteJump]> {
  bits<4> rs;
  let Inst{15-12} = rs;
}
let isBranch = true, isBarrier = true, isTerminator = true in {
def JMP : Far<0x50, (ins jmptarget:$target), "jmp", [(br bb:$target)]>;
let isIndirectBranch = true in
def JR : ThroughReg<0x51, (ins GPR:$rs), "jr", [(brind GPR:$rs)]>;
}
let isCall = true, Defs = [LR] in {
def CALL : Far<0x52, (ins calltarget:$target, variable_ops), "call", []>;
def CALLR : ThroughReg<0x53, (ins GPR:$rs, variable_ops), "callr", [(QuillCall GPR:$rs)]>;
}
def : Pat<(QuillCall tglobaladdr:$target), (CALL tglobaladdr:$target)>;
def : Pat<(QuillCall texternalsym:$target), (CALL texternalsym:$target)>;

//===----------------------------------------------------------------------===//
// Several instructions, or another one
//===----------------------------------------------------------------------===//

def Bits0 : Part<0, 16>;
def Bits16 : Part<16, 16>;
def Bits32 : Part<32, 16>; //@64
def Bits48 : Part<48, 16>; //@64
def upper16 : ImmLeaf<wordvt, "return isInt<32>(Imm) && (Imm & 0xffff) == 0;", Bits16>;
def number32 : ImmLeaf<wordvt, "return isInt<32>(Imm);">; //@or
// The lower 16 bits have a sign, so that the upper bits carry. //@carry
def High16 : SDNodeXForm<imm, [{ //@carry
  return CurDAG->getTargetConstant((N->getZExtValue() + 0x8000) >> 16 & 0xffff, SDLoc(N), MVT::wordvt); //@carry
}]>; //@carry
def Low16 : SDNodeXForm<imm, [{ //@carry
  return CurDAG->getTargetConstant(SignExtend64<16>(N->getZExtValue()), SDLoc(N), MVT::wordvt); //@carry
}]>; //@carry
def number32 : ImmLeaf<wordvt, "return wordbits == 32 || isInt<32>(Imm + 0x8000);">; //@carry
def : Pat<(wordvt upper16:$imm), (LIH (Bits16 $imm))>;
def : Pat<(wordvt number32:$imm), (ORI (LIH (Bits16 $imm)), (Bits0 $imm))>; //@or
def : Pat<(wordvt number32:$imm), (ADDI (LIH (High16 $imm)), (Low16 $imm))>; //@carry
// Without the upper half: the number 0xffffffff would need many instructions. //@64
def : Pat<(i64 (and GPR:$a, 0xffffffff)), (SHRI (SHLI GPR:$a, 32), 32)>; //@64
def : Pat<(i64 imm:$imm), //@64
          (ORI (SHLI (ORI (SHLI (ORI (LIH (Bits48 $imm)), (Bits32 $imm)), 16), (Bits16 $imm)), 16), //@64
               (Bits0 $imm))>; //@64
foreach symbol = [tglobaladdr, texternalsym, tblockaddress, tjumptable, tconstpool] in {
def : Pat<(QuillHi symbol:$s), (LIH symbol:$s)>;
def : Pat<(QuillLo GPR:$hi, symbol:$s), (ORI GPR:$hi, symbol:$s)>; //@or
def : Pat<(QuillLo GPR:$hi, symbol:$s), (ADDI GPR:$hi, symbol:$s)>; //@carry
}
def : Pat<(wordvt (extloadi1 (addr GPR:$base, simm16:$disp))), (LBU GPR:$base, simm16:$disp)>;
def : Pat<(wordvt (zextloadi1 (addr GPR:$base, simm16:$disp))), (LBU GPR:$base, simm16:$disp)>;
def : Pat<(wordvt (extloadi8 (addr GPR:$base, simm16:$disp))), (LBU GPR:$base, simm16:$disp)>;
def : Pat<(wordvt (extloadi16 (addr GPR:$base, simm16:$disp))), (LHU GPR:$base, simm16:$disp)>;
def : Pat<(i64 (extloadi32 (addr GPR:$base, simm16:$disp))), (LWU GPR:$base, simm16:$disp)>; //@64

def : InstAlias<"nop", (ADDI R0, R0, 0), 2>;
