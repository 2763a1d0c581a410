// ARGS: --gen-disassembler
include "classes.td"
// Nothing says how the bits of this operand are shared among its parts. Both errors are reported.
def Toy : Target;
def mem : Operand { let MIOperandInfo = (ops GPR:$base, imm:$disp); }
class Inst16 : Instruction {
  let InOperandList = (ins mem:$m);
  bits<8> m;
  field bits<16> Inst = 0;
  let Inst{7-0} = m;
}
def A : Inst16;
def B : Inst16;
// LABEL: 5: what the operand is
// LABEL: 12: `A`
// LABEL: 13: `B`
