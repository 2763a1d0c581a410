// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// The reference prints C++ that does not compile.
def HasA : Predicate<"Subtarget->hasA()">, AssemblerPredicate<(all_of)>;
def ADD : Inst<(outs), (ins)>;
