// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A parser that reports near misses cannot check ties.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def X : I<(outs GPR:$d), (ins GPR:$s), "x $d, $s", "$d = $s">;
def Y : InstAlias<"y $r, $r", (X GPR:$r)>;
def NearParser : AsmParser { let ReportMultipleNearMisses = true; }
def Toy : Target { let AssemblyParsers = [NearParser]; }
