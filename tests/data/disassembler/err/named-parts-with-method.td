// ARGS: --gen-disassembler
include "classes.td"
// The parts of an operand are decoded one by one, or by a method of the operand.
def Toy : Target;
def mem : Operand {
  let MIOperandInfo = (ops GPR:$base, imm:$disp);
  let DecoderMethod = "decodeMem";
}
def A : Instruction {
  let InOperandList = (ins (mem $base, $disp):$m);
  bits<4> base;
  bits<4> disp;
  field bits<16> Inst = 0;
  let Inst{7-4} = base;
  let Inst{3-0} = disp;
}
// LABEL: 5: what the operand is
