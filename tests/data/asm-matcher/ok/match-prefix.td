// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude --match-prefix=AD
// With a prefix, only instructions are matched whose names begin with it, and no aliases of mnemonics.
include "toy.inc"
def ADD : I<(outs), (ins), "add">;
def SUB : I<(outs), (ins), "sub">;
def : InstAlias<"plus", (ADD)>;
def : InstAlias<"minus", (SUB)>;
def : MnemonicAlias<"a", "add">;
def Toy : Target;
