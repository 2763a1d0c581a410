// An instruction with a tail, and an address that a function prints.
foreach i = 0-3 in def R#i : R<"r"#i, i>;
def GPR : RegisterClass<"BPF", [i64], 64, (sequence "R%u", 0, 3)>;
def s16imm : Operand<i16>;
def MEMri : Operand<i64> {
  let PrintMethod = "printMemOperand"; let DecoderMethod = "decodeMemoryOpValue";
  let MIOperandInfo = (ops GPR, s16imm);
}
def LDW : I<(outs GPR:$d), (ins MEMri:$a), "$d = *(u32 *)(${a})", 8> {
  field bits<64> Inst = 0; bits<4> d; bits<20> a;
  let Inst{63-56} = 0x61; let Inst{51-48} = d; let Inst{55-52} = a{19-16}; let Inst{47-32} = a{15-0};
}
def u64imm : Operand<i64> { let PrintMethod = "printImm64Operand"; }
def LD_imm64 : I<(outs GPR:$d), (ins u64imm:$n), "$d = $n ll", 8> {
  field bits<64> Inst; bits<4> d; bits<64> n;
  let Inst{63-56} = 0x18; let Inst{55-52} = 0; let Inst{51-48} = d; let Inst{47-32} = 0; let Inst{31-0} = n{31-0};
}
