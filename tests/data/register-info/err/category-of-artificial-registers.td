// ARGS: --gen-register-info
// Artificial registers make no class.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

let isArtificial = true in
def Z : Register<"z">;
def D : RegisterClass<[i8], 8, (add Z)>;
def FixedRegisters : RegisterCategory<[D]>;
