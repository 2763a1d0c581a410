// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Registers have different other names.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def S0 : Register<"s0", ["x"]> { let Namespace = "Toy"; }
def S1 : Register<"s1", ["y", "x"]> { let Namespace = "Toy"; }
def AltParser : AsmParser { let ShouldEmitMatchRegisterAltName = true; }
def Toy : Target { let AssemblyParsers = [AltParser]; }
// LABEL: 7: the other register
