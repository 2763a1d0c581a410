// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// The namespace of the first of the target's own instructions is that of all.
def ADD : Inst<(outs), (ins)> { let Namespace = ""; }
def SUB : Inst<(outs), (ins)>;
