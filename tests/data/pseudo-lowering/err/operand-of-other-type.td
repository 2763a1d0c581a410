// ARGS: --gen-pseudo-lowering
include "classes.inc"
def X : Instruction, PseudoInstExpansion<(ADD GPR:$rd, imm:$rs, imm:$i)> {
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}
