// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// The reference prints C++ that does not compile.
def FeatureA : SubtargetFeature<"a", "HasA", "true", "">;
def HasA : Predicate<"Subtarget->hasA()">, AssemblerPredicate<(all_of FeatureA, (any_of R0))>;
def ADD : Inst<(outs), (ins)>;
