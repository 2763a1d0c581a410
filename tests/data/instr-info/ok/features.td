// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// What the assembler is to know of features: predicates with a condition for it, and one for the code
// generator that may be false. Sets of them are ordered by size, then by name.

def FeatureA : SubtargetFeature<"a", "HasA", "true", "">;
def FeatureB : SubtargetFeature<"b", "HasB", "true", "">;
def HasZ : Predicate<"Subtarget->hasZ()">, AssemblerPredicate<(all_of FeatureA, (not FeatureB))>;
def HasA : Predicate<"Subtarget->hasA()">,
           AssemblerPredicate<(any_of FeatureA, (all_of FeatureB, (any_of FeatureA, FeatureB)))>;
def NotB : Predicate<"!Subtarget->hasB()">, AssemblerPredicate<(not (all_of FeatureB))>;
def Always : Predicate<"">, AssemblerPredicate<(all_of FeatureA)>;
def ForCodeOnly : Predicate<"Subtarget->isFast()">;

def ADD : Inst<(outs), (ins)> { let Predicates = [Always, ForCodeOnly]; }
def MUL : Inst<(outs), (ins)> { let Predicates = [HasZ, Always]; }
def DIV : Inst<(outs), (ins)> { let Predicates = [HasZ, ForCodeOnly, HasA]; }
def SQRT : Inst<(outs), (ins)> { let Predicates = [NotB]; }
def MOD : Inst<(outs), (ins)> { let Predicates = [HasA, HasZ]; }
