// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def HasFast : Predicate<"Subtarget->hasFast()">;
let AddedComplexity = 1 in
def ADD : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sub GPR:$rs, GPR:$rt))]>;
let Predicates = [HasFast] in
def ADDF : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sub GPR:$rs, GPR:$rt))]>;
