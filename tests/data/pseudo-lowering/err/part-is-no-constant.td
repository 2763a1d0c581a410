// ARGS: --gen-pseudo-lowering
include "classes.inc"
def X : Instruction, PseudoInstExpansion<(LD GPR:$rd, (ops GPR:$rs, 1))> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
