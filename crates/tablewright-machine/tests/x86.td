include "llvm/Target/Target.td"

// Registers.
let Namespace = "X86" in {
  def sub_8bit : SubRegIndex<8>;
  def sub_8bit_hi : SubRegIndex<8, 8>;
}
class R<string name, int number, list<Register> parts = []> : Register<name> {
  let Namespace = "X86";
  let HWEncoding = number;
  let SubRegs = parts;
}
def AL : R<"al", 0>;
def CL : R<"cl", 1>;
def SPL : R<"spl", 4>;
def AH : R<"ah", 4>;
let SubRegIndices = [sub_8bit, sub_8bit_hi] in def AX : R<"ax", 0, [AL, AH]>;
def CX : R<"cx", 1>;
def SI : R<"si", 6>;
def BX : R<"bx", 3>;
def EAX : R<"eax", 0>;
def ECX : R<"ecx", 1>;
def RAX : R<"rax", 0>;
def RCX : R<"rcx", 1>;
def RSP : R<"rsp", 4>;
def RSI : R<"rsi", 6>;
def RDI : R<"rdi", 7>;
def ESI : R<"esi", 6>;
def EDI : R<"edi", 7>;
def RIP : R<"rip", 0>;
def EIP : R<"eip", 0>;
def RIZ : R<"riz", 4>;
def EIZ : R<"eiz", 4>;
def CS : R<"cs", 1>;
def FS : R<"fs", 4>;
def ST0 : R<"st", 0>;
def ST1 : R<"st(1)", 1>;
def XMM0 : R<"xmm0", 0>;
def XMM1 : R<"xmm1", 1>;
def ZMM0 : R<"zmm0", 0>;
def ZMM1 : R<"zmm1", 1>;
def K0 : R<"k0", 0>;
def K1 : R<"k1", 1>;
def GR8 : RegisterClass<"X86", [i8], 8, (add AL, CL, SPL, AH)>;
def GR16 : RegisterClass<"X86", [i16], 16, (add AX, CX, BX, SI)>;
def GR32 : RegisterClass<"X86", [i64], 32, (add EAX, ECX, ESI, EDI)>;
def GR64 : RegisterClass<"X86", [i64], 64, (add RAX, RCX, RSP, RSI, RDI)>;
def SEGMENT_REG : RegisterClass<"X86", [i16], 16, (add CS, FS)>;
def RST : RegisterClass<"X86", [i64], 64, (add ST0, ST1)>;
def VR128 : RegisterClass<"X86", [i64], 128, (add XMM0, XMM1)>;
def VR512 : RegisterClass<"X86", [i64], 512, (add ZMM0, ZMM1)>;
def VK16WM : RegisterClass<"X86", [i16], 16, (add K0, K1)>;
def RSTi : RegisterOperand<RST, "printSTiRegOperand">;

// Operands.
def ptr_rc : Operand<i64>;
def i64imm : Operand<i64>;
class O<string method> : Operand<i64> { let PrintMethod = method; }
def i8imm : Operand<i8>;
def i32imm : Operand<i64>;
class Mem<string method> : O<method> {
  let MIOperandInfo = (ops ptr_rc, i8imm, ptr_rc, i32imm, SEGMENT_REG);
}
def u8imm : O<"printU8Imm">;
def ccode : O<"printCondCode">;
def AVX512RC : O<"printRoundingControl">;
def brtarget8 : O<"printPCRelImm">;
def i8mem : Mem<"printbytemem">;
def i16mem : Mem<"printwordmem">;
def i32mem : Mem<"printdwordmem">;
def f32mem : Mem<"printdwordmem">;
def srcidx8 : O<"printSrcIdx8"> { let MIOperandInfo = (ops ptr_rc, SEGMENT_REG); }
def dstidx8 : O<"printDstIdx8"> { let MIOperandInfo = (ops ptr_rc); }
def offset64_8 : O<"printMemOffs8"> { let MIOperandInfo = (ops i64imm, SEGMENT_REG); }

// Instructions.
class X86Inst<bits<8> opcode, bits<7> form, dag outs, dag ins, string text> : Instruction {
  let Namespace = "X86";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  bits<8> Opcode = opcode;
  bits<7> FormBits = form;
  bits<2> OpSizeBits = 0;
  bits<2> AdSizeBits = 0;
  bits<3> OpPrefixBits = 0;
  bits<4> OpMapBits = 0;
  bits<2> OpEncBits = 0;
  bits<2> explicitOpPrefixBits = 0;
  bits<7> CD8_Scale = 0;
  bit ForceDisassemble = 0;
  bit hasREX_W = 0;
  bit IgnoresW = 0;
  bit hasVEX_4V = 0;
  bit hasVEX_L = 0;
  bit ignoresVEX_L = 0;
  bit hasEVEX_K = 0;
  bit hasEVEX_Z = 0;
  bit hasEVEX_L2 = 0;
  bit hasEVEX_B = 0;
  bit hasEVEX_NF = 0;
}
def NOOP : X86Inst<0x90, 1, (outs), (ins), "nop">;
def LOCK_PREFIX : X86Inst<0xf0, 10, (outs), (ins), "lock">;
def MOVSB : X86Inst<0xa4, 6, (outs), (ins dstidx8:$dst, srcidx8:$src),
                    "movsb\t{$src, $dst|$dst, $src}">;
def MOV8ri : X86Inst<0xb0, 2, (outs GR8:$dst), (ins i8imm:$src),
                     "mov{b}\t{$src, $dst|$dst, $src}">;
def MOV8o64a : X86Inst<0xa2, 3, (outs), (ins offset64_8:$dst),
                       "mov{b}\t{%al, $dst|$dst, al}"> { let AdSizeBits = 3; }
def JCC_1 : X86Inst<0x70, 9, (outs), (ins brtarget8:$dst, ccode:$cond), "j${cond}\t$dst">;
def ADD_FST0r : X86Inst<0xd8, 48, (outs), (ins RSTi:$op), "fadd\t{$op, %st|st, $op}">;
def MOV8mr : X86Inst<0x88, 24, (outs), (ins i8mem:$dst, GR8:$src),
                     "mov{b}\t{$src, $dst|$dst, $src}">;
let OpSizeBits = 2 in {
  def MOV32rm : X86Inst<0x8b, 25, (outs GR32:$dst), (ins i32mem:$src),
                        "mov{l}\t{$src, $dst|$dst, $src}">;
  def MOV32rr : X86Inst<0x8b, 41, (outs GR32:$dst), (ins GR32:$src),
                        "mov{l}\t{$src, $dst|$dst, $src}">;
  let Constraints = "$src1 = $dst" in
  def ADD32ri : X86Inst<0x81, 48, (outs GR32:$dst), (ins GR32:$src1, i32imm:$src2),
                        "add{l}\t{$src2, $src1|$src1, $src2}">;
}
let OpSizeBits = 1 in
def MOV16rm : X86Inst<0x8b, 25, (outs GR16:$dst), (ins i16mem:$src),
                      "mov{w}\t{$src, $dst|$dst, $src}">;
let OpMapBits = 1 in {
  def SETCCr : X86Inst<0x90, 46, (outs GR8:$dst), (ins ccode:$cond), "set${cond}\t$dst">;
  let OpPrefixBits = 4, Constraints = "$src1 = $dst" in
  def CMPPSrri : X86Inst<0xc2, 41, (outs VR128:$dst), (ins VR128:$src1, VR128:$src2, u8imm:$cc),
                         "cmpps\t{$cc, $src2, $dst|$dst, $src2, $cc}">;
  let OpEncBits = 3, hasVEX_4V = 1, hasEVEX_L2 = 1, OpPrefixBits = 4, hasEVEX_B = 1 in {
    let CD8_Scale = 4, hasEVEX_K = 1 in
    def VADDPSZrmbk : X86Inst<0x58, 25, (outs VR512:$dst),
                              (ins VK16WM:$mask, VR512:$src1, f32mem:$src2),
                              "vaddps\t{${src2}{1to16}, $src1, $dst {${mask}}|"
                              "$dst {${mask}}, $src1, ${src2}{1to16}}">;
    def VADDPSZrrb : X86Inst<0x58, 41, (outs VR512:$dst),
                             (ins VR512:$src1, VR512:$src2, AVX512RC:$rc),
                             "vaddps\t{$rc, $src2, $src1, $dst|$dst, $src1, $src2, $rc}">;
  }
}

def Is64Bit : SubtargetFeature<"64bit-mode", "Is64Bit", "true", "64-bit mode">;
def Is32Bit : SubtargetFeature<"32bit-mode", "Is32Bit", "true", "32-bit mode">;
def Is16Bit : SubtargetFeature<"16bit-mode", "Is16Bit", "true", "16-bit mode">;
def Info : InstrInfo;
def Att : AsmWriter { let AsmWriterClassName = "Att"; }
def Intel : AsmWriter { let AsmWriterClassName = "Intel"; let Variant = 1; }
def X86 : Target { let InstructionSet = Info; let AssemblyWriters = [Att, Intel]; }
