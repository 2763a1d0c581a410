// ARGS: --release 24 --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// Instructions without a result have no functions, and a condition on an immediate that only they use is not written. The
// instruction decides, whether or not the node has a result.

def simm8 : ImmLeaf<i32, [{return isInt<8>(Imm);}]>;
def uimm4 : ImmLeaf<i32, [{return isUInt<4>(Imm);}]>;

def OR8 : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$i), [(set GPR:$rd, (or GPR:$rs, simm8:$i))]>;
def JMP : Inst<(outs), (ins GPR:$rs), [(brind GPR:$rs)]>;
// The result is in a register that the instruction defines implicitly.
let Defs = [R0] in {
  def MUL : Inst<(outs), (ins GPR:$rs, GPR:$rt), [(set R0, (mul GPR:$rs, GPR:$rt))]>;
  def DIV4 : Inst<(outs), (ins GPR:$rs, i32imm:$i), [(set R0, (sdiv GPR:$rs, uimm4:$i))]>;
}

def LINK : Inst<(outs GPR:$rd), (ins GPR:$rs), []>;
def : Pat<(brind GPR:$rs), (LINK GPR:$rs)>;
