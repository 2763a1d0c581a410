// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A mnemonic that needs a feature does not stand for itself.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def Fast : SubtargetFeature<"fast", "IsFast", "true", "">;
def HasFast : Predicate<"f()">, AssemblerPredicate<(all_of Fast)>;
def X : MnemonicAlias<"a", "a">, Requires<[HasFast]>;
def Toy : Target;
