// Decoder tables that a function selects by the addressing mode.
foreach i = 0-15 in def R#i : R<"r"#i, i>;
def GR16 : RegisterClass<"MSP430", [i16], 16, (sequence "R%u", 0, 15)>;
def i16imm : Operand<i16>;
def memsrc : Operand<i16> {
  let PrintMethod = "printSrcMemOperand"; let MIOperandInfo = (ops GR16, i16imm); let DecoderMethod = "DecodeMemOperand";
}
def jmptarget : Operand<i16> { let PrintMethod = "printPCRelImmOperand"; }
def cc : Operand<i8> { let PrintMethod = "printCCOperand"; }
def MOV16rr : I<(outs GR16:$rd), (ins GR16:$rs), "mov\t$rs, $rd", 2> {
  let DecoderNamespace = "Alpha"; field bits<16> Inst; bits<4> rd; bits<4> rs;
  let Inst{15-12} = 4; let Inst{11-8} = rs; let Inst{7-4} = 0; let Inst{3-0} = rd;
}
def MOV16rm : I<(outs GR16:$rd), (ins memsrc:$src), "mov\t$src, $rd", 4> {
  let DecoderNamespace = "Gamma"; field bits<32> Inst; bits<4> rd; bits<20> src;
  let Inst{31-16} = src{19-4}; let Inst{15-12} = 4; let Inst{11-8} = src{3-0}; let Inst{7-4} = 1; let Inst{3-0} = rd;
}
def JCC : I<(outs), (ins jmptarget:$t, cc:$c), "j$c\t$t", 2> {
  field bits<16> Inst; bits<3> c; bits<10> t;
  let Inst{15-13} = 1; let Inst{12-10} = c; let Inst{9-0} = t;
}
