// ARGS: --release 22 --gen-disassembler --specialize-decoders-per-bitwidth --use-fn-table-in-decode-to-mcinst --ignore-non-decodable-operands --ignore-fully-defined-operands
include "classes.td"
// Operand decoders are functions, which have numbers of their own for each size of words. Operands without
// bits and those of which all bits are known are left out.
def Toy : Target;
class Inst8<dag inputs> : Instruction {
  let Size = 1;
  let InOperandList = inputs;
}
def A : Inst8<(ins imm:$x, imm:$y, imm:$z)> {
  bits<4> x;
  bits<2> y = 3;
  field bits<8> Inst;
  let Inst{7-4} = 1;
  let Inst{3-0} = x;
}
def B : Instruction {
  let InOperandList = (ins imm:$x);
  bits<8> x;
  field bits<16> Inst;
  let Inst{15-8} = 1;
  let Inst{7-0} = x;
}
