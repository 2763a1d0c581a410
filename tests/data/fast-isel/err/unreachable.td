// ARGS: --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def HasFast : Predicate<"Subtarget->hasFast()">;
let AddedComplexity = 1 in
def OR : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sdiv GPR:$rs, GPR:$rt))]>;
let Predicates = [HasFast] in
def ORF : Inst<(outs GPR:$rd), (ins GPR:$rs, GPR:$rt), [(set GPR:$rd, (sdiv GPR:$rs, GPR:$rt))]>;
