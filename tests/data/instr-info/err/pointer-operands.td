// ARGS: --release 22 --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
// A target has to say of which class a pointer is. The errors stop nothing: operands are read twice, the second
// time from the last instruction to the first.
include "toy.inc"
def ptr : PointerLikeRegClass<0>;
let isPseudo = true in
def FIRST : Inst<(outs ptr:$x), (ins GPR:$y)>;
def LAST : Inst<(outs), (ins ptr:$x, GPR:$y)>;
