// Names of registers that depend on a feature, and conditions that depend on the instruction.
def FeatureV9 : SubtargetFeature<"v9", "IsV9", "true", "">;
def : Processor<"v8", NoItineraries, []>;
def RegNamesStateReg : RegAltNameIndex;
foreach i = 0-3 in def G#i : R<"g"#i, i>;
let RegAltNameIndices = [RegNamesStateReg] in {
def ASR2 : R<"asr2", 2, ["ccr"]>;
def ASR3 : R<"asr3", 3, ["asi"]>;
}
def IntRegs : RegisterClass<"SP", [i32], 32, (sequence "G%u", 0, 3)>;
def ASRRegs : RegisterClass<"SP", [i32], 32, (add ASR2, ASR3)>;
def simm13Op : Operand<i32> { let DecoderMethod = "DecodeSIMM13"; }
def MEMri : Operand<i32> { let PrintMethod = "printMemOperand"; let MIOperandInfo = (ops IntRegs:$rs1, simm13Op:$simm13); }
def CCOp : Operand<i32> { let PrintMethod = "printCCOperand"; }
class S<bits<4> op, dag outs, dag ins, string text> : I<outs, ins, text, 4> {
  field bits<32> Inst = 0; let Inst{31-28} = op;
}
def LDri : S<1, (outs IntRegs:$rd), (ins (MEMri $rs1, $simm13):$addr), "ld [$addr], $rd"> {
  bits<5> rd; bits<5> rs1; bits<13> simm13;
  let Inst{27-23} = rd; let Inst{22-18} = rs1; let Inst{12-0} = simm13;
}
def RDASR : S<2, (outs IntRegs:$rd), (ins ASRRegs:$rs), "rd $rs, $rd"> {
  bits<5> rd; bits<5> rs; let Inst{27-23} = rd; let Inst{22-18} = rs;
}
class CC<bits<4> op, string text> : S<op, (outs), (ins simm13Op:$n, CCOp:$c), text> {
  bits<13> n; bits<4> c; let Inst{27-24} = c; let Inst{12-0} = n;
}
def BCOND : CC<3, "b$c $n">;
def FBCOND : CC<4, "fb$c $n">;
def TICCri : CC<5, "t$c $n">;
