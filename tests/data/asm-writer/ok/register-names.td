// ARGS: --gen-asm-writer
// Registers with several names, without any, and made of others.
include "classes.td"
include "toy.inc"
def Toy : Target;
def NOP : I<(outs), (ins), "nop">;
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;

def Short : RegAltNameIndex;
def Long : RegAltNameIndex { let FallbackRegAltNameIndex = Short; }

let RegAltNameIndices = [Short, Long] in {
def SP : Register<"sp", ["s", "stackpointer"]> { let Namespace = "Toy"; }
def LR : Register<"", ["l", ""]> { let Namespace = "Toy"; }
}
let RegAltNameIndices = [Long] in
def PC : Register<"pc", ["programcounter"]> { let Namespace = "Toy"; }

def lo : SubRegIndex<8>;
def hi : SubRegIndex<8>;
def Pairs : RegisterTuples<[lo, hi], [(add SP, R0), (add R1, R2)]>;
