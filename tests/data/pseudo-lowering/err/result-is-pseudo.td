// ARGS: --gen-pseudo-lowering
include "classes.inc"
def X : Instruction, PseudoInstExpansion<(CODEGEN)> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
