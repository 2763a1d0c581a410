// ARGS: --gen-pseudo-lowering
include "classes.inc"
def X : Instruction, PseudoInstExpansion<(R0)> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
