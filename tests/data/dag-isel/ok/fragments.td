// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Fragments: code, structured conditions, operands of a condition, alternatives, transformations.
include "classes.td"

def load : PatFrag<(ops node:$p), (ld node:$p)> {
  let IsLoad = true;
  let IsUnindexed = true;
  let IsNonExtLoad = true;
}
def load8 : PatFrag<(ops node:$p), (ld node:$p)> {
  let IsLoad = true;
  let IsSignExtLoad = true;
  let MemoryVT = i8;
  let AddressSpaces = [0, 3];
  let MinAlignment = 4;
}
def store : PatFrag<(ops node:$v, node:$p), (st node:$v, node:$p)> {
  let IsStore = true;
  let IsTruncStore = false;
}
def sub_one_use : PatFrag<(ops node:$a), (sub node:$a, simm8)> { let HasOneUse = true; }
def same_bits : PatFrag<(ops node:$a, node:$b), (and node:$a, node:$b),
                        "  return haveSameBits(Operands[0], Operands[1]);"> {
  let PredicateCodeUsesOperands = true;
}
def either : PatFrags<(ops node:$a), [(sext node:$a), (bitconvert node:$a)]>;
def neg : SDNodeXForm<imm, "  return negated(N);">;
def negative : PatLeaf<(imm), "  return N->getSExtValue() < 0;", neg>;

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def twice : OutPatFrag<(ops node:$a), (SUB $a, $a)>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
def EXT : I<(outs GPR:$d), (ins Byte:$a), [(set GPR:$d, (either Byte:$a))]>;
def LD : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (load GPR:$a))]>;
def LD8 : I<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (load8 GPR:$a))]>;
def ST : I<(outs), (ins GPR:$v, GPR:$a), [(store GPR:$v, GPR:$a)]>;
def LDS : I<(outs GPR:$d), (ins GPR:$a), []>;
def : Pat<(i32 (sub_one_use GPR:$a)), (SUB GPR:$a, GPR:$a)>;
def : Pat<(i32 (same_bits (sub GPR:$a, 1), GPR:$b)), (SUB GPR:$a, GPR:$b)>;
def : Pat<(add GPR:$a, negative:$b), (SUBI GPR:$a, negative:$b)>;
def : Pat<(sub 7, GPR:$a), (twice GPR:$a)>;
def : Pat<(i32 (sub (load GPR:$a), 1)), (SUBI (LD GPR:$a), 1)>;
