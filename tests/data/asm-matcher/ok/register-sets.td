// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Registers that two classes share form a class; a register that a string names, too.
include "toy.inc"
def Odd : RegisterClass<"Toy", [i16], 16, (add R1, R3, R5, R7)>;
def AlsoOdd : RegisterClass<"Toy", [i16], 16, (add R7, R5, R3, R1)> {
  let DiagnosticString = "expected an odd register";
}
def Mid : RegisterClass<"Toy", [i16], 16, (add R2, R3, R4, R5)> { let DiagnosticType = "Middle"; }
def A : I<(outs), (ins Odd:$a, Mid:$b), "a $a, $b">;
def B : I<(outs), (ins AlsoOdd:$a, Low:$b), "b $a, R6, $b">;
def Toy : Target;
