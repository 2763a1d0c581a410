// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs)> { let Constraints = "$rd=$rs"; }
