// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;
def ADD2 : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (add GPR:$rs, GPR:$rt))]>;
