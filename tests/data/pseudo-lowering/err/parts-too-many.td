// ARGS: --gen-pseudo-lowering
include "classes.inc"
def X : Instruction, PseudoInstExpansion<(LD GPR:$rd, (ops R0, 1, 2))> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
