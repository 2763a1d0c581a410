// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def OR : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (or GPR:$rs, GPR:$rt))]>;
def OR2 : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (or GPR:$rs, GPR:$rt))]>;
// LABEL: 3: this pattern has the same predicates
