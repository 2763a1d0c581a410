// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// A function decides whether an instruction is deprecated, or else a feature.

def FeatureNew : SubtargetFeature<"new", "IsNew", "true", "">;
def OLD : Inst<(outs), (ins)>, Deprecated<FeatureNew>;
def ODD : Inst<(outs), (ins)>, ComplexDeprecationPredicate<"Odd">;
def BOTH : Inst<(outs), (ins)>, Deprecated<FeatureNew>, ComplexDeprecationPredicate<"Odd">;
