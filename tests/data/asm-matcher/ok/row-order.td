// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Rows are ordered by mnemonic, size, operands, position and features.
include "toy.inc"
def not;
def Fast : SubtargetFeature<"fast", "IsFast", "true", "">;
def HasFast : Predicate<"">, AssemblerPredicate<(all_of Fast), "fast">;
def Always : Predicate<"always()">;
def IsFast : Predicate<"fast()">, AssemblerPredicate<(any_of Fast, (all_of (not Fast))), "fast">;
let HasPositionOrder = true in {
  def Z : I<(outs), (ins GPR:$a), "op $a">;
  def Y : I<(outs), (ins GPR:$a), "op $a"> { let Predicates = [IsFast]; }
}
def X : I<(outs), (ins GPR:$a), "op $a"> { let Predicates = [Always, IsFast]; }
def W : I<(outs), (ins GPR:$a), "OP $a"> { let Size = 1; }
def V : I<(outs), (ins GPR:$a, Low:$b), "op $a, $b">;
def U : I<(outs), (ins Low:$a, GPR:$b), "op $a, $b">;
def T : I<(outs), (ins simm:$a, GPR:$b), "op $a, $b">;
def S : I<(outs), (ins), "op">;
def R : I<(outs), (ins), "ab">;
def SmallParser : AsmParser { let PreferSmallerInstructions = true; }
def Toy : Target { let AssemblyParsers = [SmallParser]; }
