// ARGS: --gen-instr-docs -I ../fast-isel -I ../../../examples/toy-target/prelude
// What is left open follows from the pattern of an instruction; where there is none, it may have effects.
include "../fast-isel/toy.inc"

class Open<dag outputs, dag inputs, list<dag> pattern> : Inst<outputs, inputs, pattern> {
  let hasSideEffects = ?;
}
def LD : Open<(outs GPR:$d), (ins GPR:$p), [(set i32:$d, (ld i32:$p))]>;
def ST : Open<(outs), (ins GPR:$v, GPR:$p), [(st i32:$v, i32:$p)]>;
def UNKNOWN : Open<(outs GPR:$d), (ins GPR:$a), []>;
// A pattern that makes the instruction alone says what it does.
def LATER : Open<(outs GPR:$d), (ins GPR:$a, GPR:$p), []>;
def : Pattern<(st i32:$a, i32:$p), [(LATER GPR:$a, GPR:$p)]>;
