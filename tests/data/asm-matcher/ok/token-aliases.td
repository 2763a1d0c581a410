// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A token that is an alias matches what the other token matches.
include "toy.inc"
def : TokenAlias<".W", ".w">;
def : TokenAlias<".w", ".word">;
def A : I<(outs), (ins GPR:$a), "a.W $a">;
def B : I<(outs), (ins GPR:$a), "a.w $a">;
def Dots : AsmParserVariant { let BreakCharacters = "."; }
def Toy : Target { let AssemblyParserVariants = [Dots]; }
