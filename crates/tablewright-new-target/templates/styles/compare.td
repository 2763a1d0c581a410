//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

let Namespace = "Quill" in {
class Word<bits<16> number, string name, list<string> names = []>
    : Register<name, names>, DwarfRegNum<[number]> {
  let HWEncoding = number;
}
let isConstant = true in
def ZERO : Word<0, "zero", ["r0"]>;
def LR : Word<1, "lr", ["r1"]>;
def SP : Word<2, "sp", ["r2"]>;
def AT : Word<3, "at", ["r3"]>; // belongs to the compiler
foreach i = 4...30 in
  def R#i : Word<i, "r" # i>;
def FP : Word<31, "fp", ["r31"]>;
}
// In the order in which registers are allocated: registers that calls preserve come last.
def GPR : RegisterClass<"Quill", [wordvt], wordbits, (add (sequence "R%u", 4, 19), LR, (sequence "R%u", 20, 30), FP, SP, AT, ZERO)>;
defm : RemapAllTargetPseudoPointerOperands<GPR>; //@22

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// Arguments in r4 to r9, then on the stack.
def CC_Quill : CallingConv<[
  CCIfByVal<CCPassByVal<wordbytes, wordbytes>>,
  CCIfType<[narrowvts], CCPromoteToType<wordvt>>,
  CCIfType<[wordvt], CCAssignToReg<[R4, R5, R6, R7, R8, R9]>>,
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
  CCIfType<[wordvt], CCAssignToReg<[R4, R5]>>
]>;
def CSR_Quill : CalleeSavedRegs<(add LR, FP, (sequence "R%u", 20, 30))>;

//===----------------------------------------------------------------------===//
// Operands of this style
//===----------------------------------------------------------------------===//

def simm12 : SImm<12>;
def uimm12 : UImm<12>;
def uimm20 : UImm<20>;
def amount : UImm<shiftbits>;
def brtarget : Place<12, OtherVT>;
def jmptarget : Place<26, OtherVT>;
def calltarget : Place<26, wordvt>;

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
//   31      16 15  11 10   6 5       0
//  |   ....   |  rs  |  rd  | opcode |
class Encoded<bits<6> opcode, dag outputs, dag inputs, string assembly, list<dag> pattern>
    : QuillInst<outputs, inputs, assembly, pattern> {
  field bits<32> Inst = 0;
  let Size = 4;
  let Inst{5-0} = opcode;
}
class ThreeReg<bits<4> function, string name, SDPatternOperator node, SchedWrite write = WriteALU>
    : Encoded<0, (outs GPR:$rd), (ins GPR:$rs, GPR:$rt), name # "\t$rd, $rs, $rt",
              [(set GPR:$rd, (wordvt (node GPR:$rs, GPR:$rt)))]>, Sched<[write]> {
  bits<5> rd;
  bits<5> rs;
  bits<5> rt;
  let Inst{31-28} = function;
  let Inst{20-16} = rt;
  let Inst{15-11} = rs;
  let Inst{10-6} = rd;
}
class TwoReg<bits<4> function, string name, dag pattern>
    : Encoded<1, (outs GPR:$rd), (ins GPR:$rs), name # "\t$rd, $rs", [(set GPR:$rd, pattern)]>,
      Sched<[WriteALU]> {
  bits<5> rd;
  bits<5> rs;
  let Inst{31-28} = function;
  let Inst{15-11} = rs;
  let Inst{10-6} = rd;
}
class RegImm<bits<6> opcode, string name, Operand number, SDPatternOperator node>
    : Encoded<opcode, (outs GPR:$rd), (ins GPR:$rs, number:$imm), name # "\t$rd, $rs, $imm",
              [(set GPR:$rd, (wordvt (node GPR:$rs, number:$imm)))]>, Sched<[WriteALU]> {
  bits<5> rd;
  bits<5> rs;
  bits<12> imm;
  let Inst{31-20} = imm;
  let Inst{15-11} = rs;
  let Inst{10-6} = rd;
}
class Shift<bits<6> opcode, string name, SDPatternOperator node>
    : RegImm<opcode, name, amount, node> {
  let Inst{31-26} = 0;
}
class Memory<bits<6> opcode, dag outputs, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, outputs, !con(inputs, (ins GPR:$base, simm12:$disp)),
              name # "\t$rd, ${disp}(${base})", pattern> {
  bits<5> rd;
  bits<5> base;
  bits<12> disp;
  let Inst{31-20} = disp;
  let Inst{15-11} = base;
  let Inst{10-6} = rd;
}
class Load<bits<6> opcode, string name, SDPatternOperator node>
    : Memory<opcode, (outs GPR:$rd), (ins), name,
             [(set GPR:$rd, (node (addr GPR:$base, simm12:$disp)))]>, Sched<[WriteLoad]> {
  let mayLoad = true;
}
class Store<bits<6> opcode, string name, SDPatternOperator node>
    : Memory<opcode, (outs), (ins GPR:$rd), name,
             [(node GPR:$rd, (addr GPR:$base, simm12:$disp))]>, Sched<[WriteStore]> {
  let mayStore = true;
}
class Branch<bits<6> opcode, string name, SDPatternOperator condition>
    : Encoded<opcode, (outs), (ins GPR:$rs, GPR:$rt, brtarget:$target),
              name # "\t$rs, $rt, $target",
              [(brcond (wordvt (condition GPR:$rs, GPR:$rt)), bb:$target)]>, Sched<[WriteJump]> {
  bits<5> rs;
  bits<5> rt;
  bits<12> target;
  let Inst{31-20} = target;
  let Inst{15-11} = rs;
  let Inst{10-6} = rt;
  let isBranch = true;
  let isTerminator = true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

let isCommutable = true in {
def ADD : ThreeReg<0, "add", add>;
def AND : ThreeReg<1, "and", and>;
def OR  : ThreeReg<2, "or", or>;
def XOR : ThreeReg<3, "xor", xor>;
}
def SUB  : ThreeReg<4, "sub", sub>;
def SHL  : ThreeReg<5, "shl", shl>;
def SHR  : ThreeReg<6, "shr", srl>;
def SAR  : ThreeReg<7, "sar", sra>;
def SLT  : ThreeReg<8, "slt", setlt>;
def SLTU : ThreeReg<9, "sltu", setult>;
let Predicates = [HasMul], isCommutable = true in
def MUL : ThreeReg<10, "mul", mul, WriteMul>;
let Predicates = [HasDiv] in {
def DIV  : ThreeReg<11, "div", sdiv, WriteDiv>;
def DIVU : ThreeReg<12, "divu", udiv, WriteDiv>;
def REM  : ThreeReg<13, "rem", srem, WriteDiv>;
def REMU : ThreeReg<14, "remu", urem, WriteDiv>;
}
let isAsCheapAsAMove = true in
def ADDI : RegImm<4, "addi", simm12, add>;
def ANDI : RegImm<5, "andi", uimm12, and>;
def ORI  : RegImm<6, "ori", uimm12, or>;
def XORI : RegImm<7, "xori", uimm12, xor>;
def SHLI : Shift<8, "shli", shl>;
def SHRI : Shift<9, "shri", srl>;
def SARI : Shift<10, "sari", sra>;
def SLTI : RegImm<11, "slti", simm12, setlt>;
def SLTUI : RegImm<12, "sltui", simm12, setult>;
def SEXTB : TwoReg<0, "sext.b", (sext_inreg GPR:$rs, i8)>;
def SEXTH : TwoReg<1, "sext.h", (sext_inreg GPR:$rs, i16)>;
def SEXTW : TwoReg<2, "sext.w", (sext_inreg GPR:$rs, i32)>; //@64
// A number in bits 31 to 12.
def LIH : Encoded<13, (outs GPR:$rd), (ins uimm20:$imm), "lih\t$rd, $imm", []>, Sched<[WriteALU]> {
  bits<5> rd;
  bits<20> imm;
  let Inst{31-12} = imm;
  let Inst{10-6} = rd;
  let isMoveImm = true;
  let isReMaterializable = true;
  let isAsCheapAsAMove = true;
}
// One of two registers: the first if rc is not zero.
def SEL : Encoded<14, (outs GPR:$rd), (ins GPR:$rc, GPR:$rs, GPR:$rt), "sel\t$rd, $rc, $rs, $rt",
                  [(set GPR:$rd, (select GPR:$rc, GPR:$rs, GPR:$rt))]>, Sched<[WriteALU]> {
  bits<5> rd;
  bits<5> rc;
  bits<5> rs;
  bits<5> rt;
  let Inst{25-21} = rc;
  let Inst{20-16} = rt;
  let Inst{15-11} = rs;
  let Inst{10-6} = rd;
}

def LB  : Load<16, "lb", sextloadi8>;
def LBU : Load<17, "lbu", zextloadi8>;
def LH  : Load<18, "lh", sextloadi16>;
def LHU : Load<19, "lhu", zextloadi16>;
def LW  : Load<20, "lw", load>; //@32
def LW  : Load<20, "lw", sextloadi32>; //@64
def LWU : Load<21, "lwu", zextloadi32>; //@64
def LD  : Load<22, "ld", load>; //@64
def SB  : Store<24, "sb", truncstorei8>;
def SH  : Store<25, "sh", truncstorei16>;
def SW  : Store<26, "sw", store>; //@32
def SW  : Store<26, "sw", truncstorei32>; //@64
def SD  : Store<27, "sd", store>; //@64

def BEQ  : Branch<32, "beq", seteq>;
def BNE  : Branch<33, "bne", setne>;
def BLT  : Branch<34, "blt", setlt>;
def BGE  : Branch<35, "bge", setge>;
def BLTU : Branch<36, "bltu", setult>;
def BGEU : Branch<37, "bgeu", setuge>;

class Far<bits<6> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$target", pattern>, Sched<[WriteJump]> {
  bits<26> target;
  let Inst{31-6} = target;
}
class ThroughReg<bits<6> opcode, dag inputs, string name, list<dag> pattern>
    : Encoded<opcode, (outs), inputs, name # "\t$rs", pattern>, Sched<[WriteJump]> {
  bits<5> rs;
  let Inst{15-11} = rs;
}
let isBranch = true, isBarrier = true, isTerminator = true in {
def JMP : Far<40, (ins jmptarget:$target), "jmp", [(br bb:$target)]>;
let isIndirectBranch = true in
def JR : ThroughReg<41, (ins GPR:$rs), "jr", [(brind GPR:$rs)]>;
}
let isCall = true, Defs = [LR] in {
def CALL : Far<42, (ins calltarget:$target, variable_ops), "call", []>;
def CALLR : ThroughReg<43, (ins GPR:$rs, variable_ops), "callr", [(QuillCall GPR:$rs)]>;
}
def : Pat<(QuillCall tglobaladdr:$target), (CALL tglobaladdr:$target)>;
def : Pat<(QuillCall texternalsym:$target), (CALL texternalsym:$target)>;

//===----------------------------------------------------------------------===//
// Several instructions, or another one
//===----------------------------------------------------------------------===//

// Comparisons, and branches on other conditions.
def : Pat<(wordvt (seteq GPR:$a, GPR:$b)), (SLTUI (XOR GPR:$a, GPR:$b), 1)>;
def : Pat<(wordvt (setne GPR:$a, GPR:$b)), (SLTU ZERO, (XOR GPR:$a, GPR:$b))>;
def : Pat<(wordvt (setgt GPR:$a, GPR:$b)), (SLT GPR:$b, GPR:$a)>;
def : Pat<(wordvt (setugt GPR:$a, GPR:$b)), (SLTU GPR:$b, GPR:$a)>;
def : Pat<(wordvt (setge GPR:$a, GPR:$b)), (XORI (SLT GPR:$a, GPR:$b), 1)>;
def : Pat<(wordvt (setuge GPR:$a, GPR:$b)), (XORI (SLTU GPR:$a, GPR:$b), 1)>;
def : Pat<(wordvt (setle GPR:$a, GPR:$b)), (XORI (SLT GPR:$b, GPR:$a), 1)>;
def : Pat<(wordvt (setule GPR:$a, GPR:$b)), (XORI (SLTU GPR:$b, GPR:$a), 1)>;
def : Pat<(brcond (wordvt (setgt GPR:$a, GPR:$b)), bb:$target), (BLT GPR:$b, GPR:$a, bb:$target)>;
def : Pat<(brcond (wordvt (setle GPR:$a, GPR:$b)), bb:$target), (BGE GPR:$b, GPR:$a, bb:$target)>;
def : Pat<(brcond (wordvt (setugt GPR:$a, GPR:$b)), bb:$target), (BLTU GPR:$b, GPR:$a, bb:$target)>;
def : Pat<(brcond (wordvt (setule GPR:$a, GPR:$b)), bb:$target), (BGEU GPR:$b, GPR:$a, bb:$target)>;
def : Pat<(brcond GPR:$a, bb:$target), (BNE GPR:$a, ZERO, bb:$target)>;

// Numbers: the lower 12 bits have a sign, so that the upper bits carry.
def High20 : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant((N->getZExtValue() + 0x800) >> 12 & 0xfffff, SDLoc(N), MVT::wordvt);
}]>;
def Low12 : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(SignExtend64<12>(N->getZExtValue()), SDLoc(N), MVT::wordvt);
}]>;
def number20 : ImmLeaf<wordvt, "return isInt<32>(Imm) && (Imm & 0xfff) == 0;", High20>;
def number32 : ImmLeaf<wordvt, "return wordbits == 32 || isInt<32>(Imm + 0x800);">;
def : Pat<(wordvt simm12:$imm), (ADDI ZERO, simm12:$imm)>;
def : Pat<(wordvt number20:$imm), (LIH (High20 $imm))>;
def : Pat<(wordvt number32:$imm), (ADDI (LIH (High20 $imm)), (Low12 $imm))>;
def Bits0 : Part<0, 8>; //@64
def Bits8 : Part<8, 12>; //@64
def Bits20 : Part<20, 12>; //@64
def Bits32 : Part<32, 12>; //@64
def Bits44 : Part<44, 20>; //@64
// Without the upper half: the number 0xffffffff would need many instructions. //@64
def : Pat<(i64 (and GPR:$a, 0xffffffff)), (SHRI (SHLI GPR:$a, 32), 32)>; //@64
def : Pat<(i64 imm:$imm), //@64
          (ORI (SHLI (ORI (SHLI (ORI (SHLI (ORI (LIH (Bits44 $imm)), (Bits32 $imm)), 12), //@64
                                     (Bits20 $imm)), 12), (Bits8 $imm)), 8), (Bits0 $imm))>; //@64
foreach symbol = [tglobaladdr, texternalsym, tblockaddress, tjumptable, tconstpool] in {
def : Pat<(QuillHi symbol:$s), (LIH symbol:$s)>;
def : Pat<(QuillLo GPR:$hi, symbol:$s), (ADDI GPR:$hi, symbol:$s)>;
}
def : Pat<(wordvt (extloadi1 (addr GPR:$base, simm12:$disp))), (LBU GPR:$base, simm12:$disp)>;
def : Pat<(wordvt (zextloadi1 (addr GPR:$base, simm12:$disp))), (LBU GPR:$base, simm12:$disp)>;
def : Pat<(wordvt (extloadi8 (addr GPR:$base, simm12:$disp))), (LBU GPR:$base, simm12:$disp)>;
def : Pat<(wordvt (extloadi16 (addr GPR:$base, simm12:$disp))), (LHU GPR:$base, simm12:$disp)>;
def : Pat<(i64 (extloadi32 (addr GPR:$base, simm12:$disp))), (LWU GPR:$base, simm12:$disp)>; //@64

def : InstAlias<"nop", (ADDI ZERO, ZERO, 0), 2>;
def : InstAlias<"li\t$rd, $imm", (ADDI GPR:$rd, ZERO, simm12:$imm)>;
