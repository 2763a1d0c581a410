// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude --instr-info-expand-mi-operand-info=false
include "toy.inc"
// The type of an operand of several parts stands for those of its parts. The class `X86MemOperand`
// says how much memory an operand means; zero is nothing to be said.

class X86MemOperand<int width> : Operand<i32> {
  int Size = width;
  let MIOperandInfo = (ops GPR:$base, i32imm:$disp);
}
def mem32 : X86MemOperand<32>;
def mem8 : X86MemOperand<8>;
def mem8x : X86MemOperand<8>;
def mem : X86MemOperand<0>;

def LD : Inst<(outs GPR:$rd), (ins mem32:$addr)>;
def LD8 : Inst<(outs GPR:$rd), (ins mem8:$addr)>;
