// Instructions with the names of Thumb's methods and tables.
include "llvm/Target/Target.td"
class R<string name, bits<16> n> : Register<name> { let Namespace = "ARM"; let HWEncoding = n; }
foreach i = 0-12 in def R#i : R<"r"#i, i>;
def SP : R<"sp", 13>; def LR : R<"lr", 14>; def PC : R<"pc", 15>; def CPSR : R<"cpsr", 0>; def VPR : R<"p0", 0>;
def GPR : RegisterClass<"ARM", [i32], 32, (add (sequence "R%u", 0, 12), SP, LR, PC)>;
def GPRnopc : RegisterClass<"ARM", [i32], 32, (sub GPR, PC)>;
def tGPR : RegisterClass<"ARM", [i32], 32, (trunc GPR, 8)>;
def CCR : RegisterClass<"ARM", [i32], 32, (add CPSR)>;
def VCCR : RegisterClass<"ARM", [i32], 32, (add VPR)>;
def ModeThumb : SubtargetFeature<"thumb-mode", "IsThumb", "true", "Thumb">;
def HasV7Ops : SubtargetFeature<"v7", "HasV7Ops", "true", "v7">;
def FeatureMClass : SubtargetFeature<"mclass", "IsMClass", "true", "microcontrollers">;
def ARMv7m : SubtargetFeature<"armv7-m", "Arch", "ARMv7m", "v7-m", [HasV7Ops, ModeThumb, FeatureMClass]>;
def ARMv7a : SubtargetFeature<"armv7-a", "Arch", "ARMv7a", "v7-a", [HasV7Ops]>;
def i32imm : Operand<i32>;
def zero_reg;
class Defaulted<string print, dag parts, dag defaults> : OperandWithDefaultOps<OtherVT, defaults> {
  let MIOperandInfo = parts; let PrintMethod = print;
}
def pred : Defaulted<"printPredicateOperand", (ops i32imm, i32imm), (ops (i32 14), (i32 zero_reg))> {
  let DecoderMethod = "DecodePredicateOperand";
}
def s_cc_out : Defaulted<"printSBitModifierOperand", (ops CCR), (ops (i32 CPSR))>;
def vpred_n : Defaulted<"printVPTPredicateOperand", (ops i32imm:$cond, VCCR:$reg), (ops (i32 0), (i32 zero_reg))>;
class O<string print, string decode, dag parts = (ops)> : Operand<i32> {
  let PrintMethod = print; let DecoderMethod = decode; let MIOperandInfo = parts;
}
let PrintMethod = "printMandatoryPredicateOperand" in def it_pred : Operand<i32>;
let PrintMethod = "printThumbITMask" in def it_mask : Operand<i32>;
def vpt_mask : O<"printVPTMask", "DecodeVPTMaskOperand">;
let PrintMethod = "printOperand" in def number : Operand<i32>;
def t2_so_imm : O<"printOperand", "DecodeT2SOImm">;
def bl_target : O<"printOperand", "DecodeThumbBLTargetOperand">;
let PrintMethod = "printOperand" in def brtarget : Operand<i32>;
let PrintMethod = "printThumbLdrLabelOperand" in def t2ldrlabel : Operand<i32>;
def negimm8 : O<"printT2AddrModeImm8Operand<false>", "DecodeT2AddrModeImm8", (ops GPR:$base, i32imm:$offset)>;
def msr_mask : O<"printMSRMaskOperand", "DecodeMSRMask">;
let PrintMethod = "printRegisterList" in def reglist : Operand<i32>;

class T<string table, int size, dag outs, dag ins, string text> : Instruction {
  let Namespace = "ARM"; let DecoderNamespace = table; let Size = size;
  let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0;
}
def tADDi8 : T<"ThumbSBit", 2, (outs tGPR:$Rd, s_cc_out:$s), (ins number:$imm, pred:$p), "add${s}${p}\t$Rd, $imm"> {
  bits<3> Rd; bits<8> imm; let Inst{15-11} = 6; let Inst{10-8} = Rd; let Inst{7-0} = imm;
}
def tLDMIA : T<"Thumb", 2, (outs), (ins tGPR:$Rn, pred:$p, reglist:$regs), "ldm${p}\t$Rn, $regs"> {
  bits<3> Rn; bits<8> regs; let Inst{15-11} = 25; let Inst{10-8} = Rn; let Inst{7-0} = regs;
}
def t2IT : T<"Thumb2", 2, (outs), (ins it_pred:$cc, it_mask:$mask), "it$mask\t$cc"> {
  bits<4> cc; bits<4> mask; let Inst{15-8} = 0xbf; let Inst{7-4} = cc; let Inst{3-0} = mask;
  let DecoderMethod = "DecodeIT";
}
def tBL : T<"Thumb", 4, (outs), (ins pred:$p, bl_target:$func), "bl${p}\t$func"> {
  bits<24> func; let Inst{31-27} = 30; let Inst{26} = func{23}; let Inst{25-16} = func{20-11};
  let Inst{15-14} = 3; let Inst{13} = func{22}; let Inst{12} = 1; let Inst{11} = func{21}; let Inst{10-0} = func{10-0};
}
def t2Bcc : T<"Thumb2", 4, (outs), (ins brtarget:$target, pred:$p), "b${p}.w\t$target"> {
  bits<4> p; bits<21> target; let Inst{31-27} = 30; let Inst{25-22} = p; let Inst{15-14} = 2;
  let Inst{26} = target{20}; let Inst{21-16} = target{17-12}; let Inst{10-0} = target{11-1};
  let DecoderMethod = "DecodeThumb2BCCInstruction";
}
def t2MOVi : T<"Thumb2", 4, (outs GPR:$Rd), (ins t2_so_imm:$imm, pred:$p), "mov${p}.w\t$Rd, $imm"> {
  bits<4> Rd; bits<12> imm; let Inst{31-27} = 30; let Inst{26} = imm{11}; let Inst{25-16} = 0x04f;
  let Inst{14-12} = imm{10-8}; let Inst{11-8} = Rd; let Inst{7-0} = imm{7-0};
}
def t2LDRHi8 : T<"Thumb2", 4, (outs GPRnopc:$Rt), (ins negimm8:$addr, pred:$p), "ldrh${p}\t$Rt, $addr"> {
  bits<4> Rt; bits<13> addr; let Inst{31-20} = 0xf83; let Inst{19-16} = addr{12-9}; let Inst{15-12} = Rt;
  let Inst{11-10} = 3; let Inst{9} = addr{8}; let Inst{7-0} = addr{7-0}; let DecoderMethod = "DecodeT2LoadImm8";
}
def t2LDRHpci : T<"Thumb2", 4, (outs GPRnopc:$Rt), (ins t2ldrlabel:$addr, pred:$p), "ldrh${p}.w\t$Rt, $addr"> {
  bits<4> Rt; bits<13> addr; let Inst{31-24} = 0xf8; let Inst{22-16} = 0x3f; let Inst{15-12} = Rt;
  let Inst{23} = addr{12}; let Inst{11-0} = addr{11-0}; let DecoderMethod = "DecodeT2LoadLabel";
}
def t2MSR_M : T<"Thumb2", 4, (outs), (ins msr_mask:$SYSm, GPR:$Rn, pred:$p), "msr${p}\t$SYSm, $Rn"> {
  bits<4> Rn; bits<12> SYSm; let Inst{31-20} = 0xf38; let Inst{19-16} = Rn; let Inst{15-12} = 8; let Inst{11-0} = SYSm;
}
// Words for the state ARM. Thumb has other first bits for the second and the third instruction.
def VADDS : T<"VFP", 4, (outs GPR:$Sd), (ins GPR:$Sn, pred:$p), "vadd${p}\t$Sd, $Sn"> {
  bits<4> Sd; bits<4> Sn; bits<4> p; let Inst{31-28} = p; let Inst{27-20} = 0xe3;
  let Inst{19-16} = Sn; let Inst{15-12} = Sd;
}
def VADDv : T<"NEONData", 4, (outs GPR:$Vd), (ins pred:$p), "vaddv${p}\t$Vd"> {
  bits<4> Vd; bit U; let Inst{31-25} = 0x79; let Inst{24} = U; let Inst{23-20} = 2; let Inst{15-12} = Vd;
}
def VMAXNM : T<"v8NEON", 4, (outs GPR:$Vd), (ins), "vmaxnm\t$Vd"> {
  bits<4> Vd; let Inst{31-20} = 0xf30; let Inst{15-12} = Vd;
}
def MVE_VPST : T<"MVE", 4, (outs), (ins vpt_mask:$Mk), "vpst$Mk"> {
  bits<4> Mk; let Inst{31-16} = 0xfe71; let Inst{15-12} = Mk; let Inst{11-0} = 0xf4d;
}
def MVE_VNEG : T<"MVE", 4, (outs GPR:$Qd), (ins vpred_n:$vp), "vneg${vp}\t$Qd"> {
  bits<4> Qd; let Inst{31-16} = 0xfe72; let Inst{15-12} = Qd;
}
def Info : InstrInfo;
def ARM : Target { let InstructionSet = Info; }
