include "llvm/Target/Target.td"

class F<string name> : SubtargetFeature<name, name, "true", "">;
def FeatureVolcanicIslands : F<"volcanic-islands">;
def FeatureGFX9 : F<"gfx9">;
def FeatureGFX10 : F<"gfx10">;
def FeatureGFX11 : F<"gfx11">;
def FeatureVOP3Literal : F<"vop3-literal">;
class P<string name, list<SubtargetFeature> features> : ProcessorModel<name, NoSchedModel, features>;
def : P<"fiji", [FeatureVolcanicIslands]>;
def : P<"gfx900", [FeatureGFX9]>;
def : P<"gfx1030", [FeatureGFX10, FeatureVOP3Literal]>;
def : P<"gfx1100", [FeatureGFX11, FeatureVOP3Literal]>;

// Registers. Tuples are registers of their own here.
class R<string name, int number = 0> : Register<name> {
  let Namespace = "AMDGPU";
  let HWEncoding = number;
}
foreach i = 0...7 in {
  def SGPR#i : R<"s"#i, i>;
  def VGPR#i : R<"v"#i, !add(256, i)>;
  def TTMP#i : R<"ttmp"#i>;
}
foreach i = [0, 2, 4, 6] in def SGPR#i#_64 : R<"s["#i#":"#!add(i, 1)#"]", i>;
foreach i = 0...6 in def VGPR#i#_64 : R<"v["#i#":"#!add(i, 1)#"]", !add(256, i)>;
def VCC_LO : R<"vcc_lo">;
def VCC : R<"vcc">;
def M0 : R<"m0">;
def SGPR_NULL : R<"null">;
def SRC_SCC : R<"src_scc">;
class C<int size, dag members> : RegisterClass<"AMDGPU", [i64], size, members>;
def SGPR_32 : C<32, (sequence "SGPR%u", 0, 7)>;
def VGPR_32 : C<32, (sequence "VGPR%u", 0, 7)>;
def TTMP_32 : C<32, (sequence "TTMP%u", 0, 7)>;
def SGPR_64 : C<64, (add SGPR0_64, SGPR2_64, SGPR4_64, SGPR6_64)>;
def VReg_64 : C<64, (add VGPR0_64, VGPR1_64, VGPR2_64, VGPR3_64, VGPR4_64, VGPR5_64, VGPR6_64)>;
def SReg_32 : C<32, (add SGPR_32, VCC_LO, M0, SGPR_NULL)>;
def VS_32 : C<32, (add VGPR_32, SReg_32)>;
def VS_64 : C<64, (add VReg_64, SGPR_64)>;

// Operands.
class Source<RegisterClass registers, string type, string method> : RegisterOperand<registers, "printOperand"> {
  let OperandType = "OPERAND_REG_IMM_"#type;
  let DecoderMethod = method;
}
def VSrc_f32 : Source<VS_32, "FP32", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW32, 32, 3>">;
def VSrc_b32 : Source<VS_32, "INT32", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW32, 32, 0>">;
def VSrc_b16 : Source<VS_32, "INT16", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW32, 16, 0>">;
def VSrc_f16 : Source<VS_32, "FP16", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW32, 16, 1>">;
def VSrc_v2f16 : Source<VS_32, "V2FP16", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW32, 16, 1>">;
def VSrc_b64 : Source<VS_64, "INT64", "decodeSrcRegOrImm9<AMDGPUDisassembler::OPW64, 64, 0>">;
def VSrc_f64 : Source<VS_64, "FP64", "decodeOperand_VSrc_f64">;
def Deferred : Source<VS_32, "FP32_DEFERRED", "decodeSrcRegOrImmDeferred9<AMDGPUDisassembler::OPW32, 32, 3>">;
def SDst_b32 : RegisterOperand<SReg_32, "printOperand">;
def SDst_b64 : RegisterOperand<SGPR_64, "printOperand"> { let DecoderMethod = "DecodeSReg_64RegisterClass"; }
def Result : RegisterOperand<VGPR_32, "printVOPDst">;
def Result_64 : RegisterOperand<VReg_64, "printVOPDst">;
class O<string method> : Operand<i32> { let PrintMethod = method; }
def KImmFP32 : O<"printU32ImmOperand"> { let DecoderMethod = "decodeOperand_KImmFP"; }
def Mods : O<"printOperandAndFPInputMods">;
def Clamp : O<"[this](const MCInst *MI, raw_ostream &O) { printNamedBit(MI, OpNo, O, \"clamp\"); }">;
def omod : O<"printOModSI">;
def op_sel : O<"printOpSel">;
def SWaitCnt : O<"printSWaitCnt">;
def SendMsg : O<"printSendMsg">;
def hwreg : O<"printHwreg">;
def dpp_ctrl : O<"printDPPCtrl">;
def Swizzle : O<"printSwizzle">;
def SMEMOffset : O<"printSMEMOffset"> { let DecoderMethod = "decodeSMEMOffset"; }

// Instructions.
class I<int size, dag outs, dag ins, string text, bits<8> opcode> : Instruction {
  let Namespace = "AMDGPU";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  let Size = size;
  let DecoderNamespace = "GFX8";
  bit VOP2 = 0;
  bit VOPC = 0;
  bit VOP3 = 0;
  bit VOP3P = 0;
  bit SDWA = 0;
  bit DPP = 0;
  bit IsSingle = 0;
  bits<9> src0;
}
class I32<dag outs, dag ins, string text, bits<8> opcode> : I<4, outs, ins, text, opcode> {
  field bits<32> Inst;
  bits<8> vdst;
  bits<8> src1;
  let Inst{31-24} = opcode;
  let Inst{8-0} = src0;
}
class Vop2<RegisterOperand source, string text, bits<8> opcode, dag outs = (outs Result:$vdst)>
    : I32<outs, (ins source:$src0, VGPR_32:$src1), text, opcode> {
  let Inst{19-17} = vdst{2-0};
  let Inst{22-20} = src1{2-0};
  let VOP2 = 1;
}
def V_ADD_F32_e32_vi : Vop2<VSrc_f32, "v_add_f32$vdst, $src0, $src1", 1>;
def V_ADD_U16_e32_vi : Vop2<VSrc_b16, "v_add_u16$vdst, $src0, $src1", 2>;
def V_ADD_F16_e32_vi : Vop2<VSrc_f16, "v_add_f16$vdst, $src0, $src1", 3>;
def V_CNDMASK_B32_e32_vi : Vop2<VSrc_b32, "v_cndmask_b32$vdst, $src0, $src1", 4>;
def V_CMP_EQ_F32_e32_vi : Vop2<VSrc_f32, "v_cmp_eq_f32_e32 $src0, $src1", 5, (outs)> {
  let VOP2 = 0;
  let VOPC = 1;
  let Defs = [VCC];
}
def S_MOV_B64_vi : I32<(outs SDst_b64:$sdst), (ins VSrc_b64:$src0), "s_mov_b64 $sdst, $src0", 6> {
  bits<7> sdst;
  let Inst{22-16} = sdst;
}
def S_MOV_F64_vi : I32<(outs SDst_b64:$sdst), (ins VSrc_f64:$src0), "s_mov_f64 $sdst, $src0", 7> {
  bits<7> sdst;
  let Inst{22-16} = sdst;
}
def V_DOT_F16_e32_vi : Vop2<VSrc_v2f16, "v_dot_f16$vdst, $src0, $src1", 16>;
class Control<Operand operand, string text, bits<8> opcode> : I<4, (outs), (ins operand:$simm16), text, opcode> {
  field bits<32> Inst;
  bits<16> simm16;
  let Inst{31-24} = opcode;
  let Inst{15-0} = simm16;
}
def S_WAITCNT_vi : Control<SWaitCnt, "s_waitcnt $simm16", 8>;
def S_SENDMSG_vi : Control<SendMsg, "s_sendmsg $simm16", 9>;
def S_GETREG_vi : Control<hwreg, "s_getreg $simm16", 10>;
def V_DPP_vi : Control<dpp_ctrl, "v_dpp $simm16", 11>;
def DS_SWIZZLE_vi : Control<Swizzle, "ds_swizzle$simm16", 12>;
def V_MADMK_F32_vi : I<8, (outs Result:$vdst), (ins Deferred:$src0, KImmFP32:$imm), "v_madmk_f32$vdst, $src0, $imm", 13> {
  field bits<64> Inst;
  bits<8> vdst;
  bits<32> imm;
  let Inst{31-24} = 13;
  let Inst{8-0} = src0;
  let Inst{19-17} = vdst{2-0};
  let Inst{63-32} = imm;
  let VOP2 = 1;
}
def V_ADD_F32_e64_vi : I<8, (outs Result:$vdst), (ins Mods:$src0_modifiers, VSrc_f32:$src0, Mods:$src1_modifiers, VSrc_f32:$src1, Clamp:$clamp, omod:$omod, op_sel:$op_sel),
    "v_add_f32$vdst, $src0_modifiers, $src1_modifiers$op_sel$clamp$omod", 14> {
  field bits<64> Inst;
  bits<8> vdst;
  bits<9> src1;
  bits<4> src0_modifiers;
  bits<4> src1_modifiers;
  bit clamp;
  bits<2> omod;
  let Inst{31-24} = 14;
  let Inst{7-0} = vdst;
  let Inst{11-8} = src0_modifiers;
  let Inst{15-12} = src1_modifiers;
  let Inst{16} = clamp;
  let Inst{18-17} = omod;
  let Inst{40-32} = src0;
  let Inst{49-41} = src1;
  let VOP3 = 1;
}
def S_LOAD_vi : I<8, (outs SDst_b64:$sdst), (ins SMEMOffset:$offset), "s_load $sdst, $offset", 15> {
  field bits<64> Inst;
  bits<7> sdst;
  bits<21> offset;
  let Inst{31-24} = 15;
  let Inst{6-0} = sdst;
  let Inst{52-32} = offset;
}

def Info : InstrInfo;
def AMDGPU : Target { let InstructionSet = Info; }
