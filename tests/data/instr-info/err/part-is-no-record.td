// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, 4:$disp); }
// The reference crashes.
def LD : Inst<(outs), (ins mem:$m)>;
