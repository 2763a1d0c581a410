// Absent registers, an address with an index, and aliases that are not printed.
foreach i = 0-3 in def R#i#D : R<"r"#i, i>;
def GR64Bit : RegisterClass<"SystemZ", [i64], 64, (sequence "R%uD", 0, 3)>;
def ADDR64Bit : RegisterClass<"SystemZ", [i64], 64, (sequence "R%uD", 1, 3)>;
def ADDR64 : RegisterOperand<ADDR64Bit> { let DecoderMethod = "DecodeADDR64BitRegisterClass"; }
def disp12imm64 : Operand<i64> { let DecoderMethod = "decodeU12ImmOperand"; let PrintMethod = "printU12ImmOperand"; }
class Address<string printer, dag parts> : Operand<i64> { let PrintMethod = printer; let MIOperandInfo = parts; }
def bdaddr12only : Address<"printBDAddrOperand", (ops ADDR64, disp12imm64)>;
def bdxaddr12only : Address<"printBDXAddrOperand", (ops ADDR64, disp12imm64, ADDR64)>;
def brtarget16 : Operand<OtherVT> { let DecoderMethod = "decodePC16DBLBranchOperand"; let PrintMethod = "printPCRelOperand"; }
class Z<bits<8> op, dag outs, dag ins, string text> : I<outs, ins, text, 4> {
  field bits<32> Inst = 0; bits<4> R1; bits<4> B2; bits<12> D2;
  let Inst{31-24} = op; let Inst{23-20} = R1; let Inst{15-12} = B2; let Inst{11-0} = D2;
}
def A : Z<0x5a, (outs GR64Bit:$R1), (ins (bdxaddr12only $B2, $D2, $X2):$XBD2), "a\t$R1, $XBD2"> {
  bits<4> X2; let Inst{19-16} = X2;
}
def L : Z<0x58, (outs GR64Bit:$R1), (ins (bdaddr12only $B2, $D2):$BD2), "l\t$R1, $BD2">;
def BRC : I<(outs), (ins GR64Bit:$R1, brtarget16:$t), "brc\t$R1, $t", 4> {
  field bits<32> Inst = 0; bits<4> R1; bits<16> t;
  let Inst{31-24} = 0xa7; let Inst{23-20} = R1; let Inst{15-0} = t;
}
def : InstAlias<"shown\t$R1", (BRC GR64Bit:$R1, 0)>;
