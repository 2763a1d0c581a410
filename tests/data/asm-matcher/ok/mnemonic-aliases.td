// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A mnemonic can stand for another, by variant and by feature.
include "toy.inc"
def not;
def Fast : SubtargetFeature<"fast", "IsFast", "true", "">;
def HasFast : Predicate<"fast()">, AssemblerPredicate<(all_of Fast), "fast">;
def IsSlow : Predicate<"slow()">, AssemblerPredicate<(all_of (not Fast)), "slow">;
def ADD : I<(outs), (ins), "add">;
def SUB : I<(outs), (ins), "Sub"> { let Predicates = [HasFast, IsSlow]; }
def MUL : I<(outs), (ins), "mul"> { let Predicates = [IsSlow]; }
def : MnemonicAlias<"Plus", "ADD">;
def : MnemonicAlias<"calc", "add">, Requires<[HasFast]>;
def : MnemonicAlias<"calc", "sub">, Requires<[HasFast, IsSlow]>;
def : MnemonicAlias<"calc", "mul">;
def : MnemonicAlias<"minus", "sub", "named">;
def Named : AsmParserVariant { let Name = "named"; }
def Toy : Target { let AssemblyParserVariants = [Named]; }
