// ARGS: --release 24 --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A function returns the register class of a class of operands. A class of operands whose register operands have
// different registers has none.
include "toy.inc"
def X : I<(outs), (ins), "x"> { let AsmMatchConverter = "cvtX"; }
class Of<RegisterClass registers, Class operands> : RegisterOperand<registers> {
  let ParserMatchClass = operands;
}
def One : Class<"One">;
def Both : Class<"Both">;
def SameRegisters : Class<"SameRegisters">;
def AlsoLow : RegisterClass<"Toy", [i16], 16, (sequence "R%u", 0, 3)>;
def OneLow : Of<Low, One>;
def BothGpr : Of<GPR, Both>;
def BothLow : Of<Low, Both>;
def SameLow : Of<Low, SameRegisters>;
def SameAlsoLow : Of<AlsoLow, SameRegisters>;
def Y : I<(outs), (ins OneLow:$a, BothGpr:$b, BothLow:$c, SameLow:$d, SameAlsoLow:$e), "y $a, $b, $c, $d, $e">;
def Toy : Target;
