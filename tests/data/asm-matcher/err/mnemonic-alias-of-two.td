// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A mnemonic stands for one other.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : MnemonicAlias<"x", "a">;
def Y : MnemonicAlias<"X", "b">;
def Toy : Target;
