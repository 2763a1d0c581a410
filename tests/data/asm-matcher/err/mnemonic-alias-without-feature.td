// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An alias of a mnemonic needs features of the assembler.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def Never : Predicate<"never()">;
def X : MnemonicAlias<"x", "a">, Requires<[Never]>;
def Toy : Target;
// LABEL: 7: the predicate
