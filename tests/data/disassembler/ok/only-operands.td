// ARGS: --release 22 --gen-disassembler
include "classes.td"
// An encoding of nothing but operands matches what no other one does; one without any bits is left out.
def Toy : Target;
class Inst8<dag inputs> : Instruction {
  let Size = 1;
  let InOperandList = inputs;
  field bits<8> Inst;
}
def FIXED : Inst8<(ins imm:$x)> {
  bits<4> x;
  let Inst{7-4} = 1;
  let Inst{3-0} = x;
}
def ANY : Inst8<(ins imm:$x)> {
  bits<8> x;
  let Inst = x;
}
def NONE : Inst8<(ins)>;
