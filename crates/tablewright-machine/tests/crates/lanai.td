// Operands with bits that a function converts, and texts that depend on the instruction.
class L<bits<5> n, string s> : Register<s> { bits<5> Num = n; let Namespace = "Lanai"; }
foreach i = 0-4 in def R#i : L<i, "r"#i>;
def SP : L<4, "sp">;
def GPR : RegisterClass<"Lanai", [i32], 32, (add (sequence "R%u", 0, 4), SP)>;
def i32lo16s : Operand<i32>;
def AluOp : Operand<i32>;
def MEMri : Operand<i32> {
  let DecoderMethod = "decodeRiMemoryValue"; let PrintMethod = "printMemRiOperand";
  let MIOperandInfo = (ops GPR:$base, i32lo16s:$offset, AluOp:$Opcode);
}
def MEMrr : Operand<i32> {
  let DecoderMethod = "decodeRrMemoryValue"; let PrintMethod = "printMemRrOperand";
  let MIOperandInfo = (ops GPR:$base, GPR:$offset, AluOp:$Opcode);
}
class LD<bits<4> op, string text> : I<(outs GPR:$d), (ins MEMri:$src), text, 4> {
  field bits<32> Inst; let Inst{31-28} = op; bits<5> d; bits<23> src; let Inst{27-23} = d; let Inst{22-0} = src;
}
def LDW_RI : LD<8, "ld\t$src, $d">;
def LDB_RI : LD<9, "ld.b\t$src, $d">;
def LDW_RR : I<(outs GPR:$d), (ins MEMrr:$src), "ld\t$src, $d", 4> {
  field bits<32> Inst; let Inst{31-28} = 10; bits<5> d; bits<20> src;
  let Inst{27-23} = d; let Inst{22-3} = src; let Inst{2-0} = 2;
}
