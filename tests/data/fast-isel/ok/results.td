// ARGS: --release 24 --gen-fast-isel -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// Nodes and instructions without a result have no functions, and a condition on an immediate that only they use is
// not written. Of nodes with a result, the instruction decides.

def simm8 : ImmLeaf<i32, [{return isInt<8>(Imm);}]>;
def uimm4 : ImmLeaf<i32, [{return isUInt<4>(Imm);}]>;

def OR8 : Inst<(outs GPR:$rd), (ins GPR:$rs, i32imm:$i), [(set GPR:$rd, (or GPR:$rs, simm8:$i))]>;
def JMP : Inst<(outs), (ins GPR:$rs), [(brind GPR:$rs)]>;
// The result is in a register that the instruction defines implicitly.
let Defs = [R0] in {
  def MUL : Inst<(outs), (ins GPR:$rs, GPR:$rt), [(set R0, (mul GPR:$rs, GPR:$rt))]>;
  def DIV4 : Inst<(outs), (ins GPR:$rs, i32imm:$i), [(set R0, (sdiv GPR:$rs, uimm4:$i))]>;
}
