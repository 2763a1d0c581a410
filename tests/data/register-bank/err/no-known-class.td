// ARGS: --gen-register-bank
// Artificial registers make no class.
include "../register-info/classes.td"

def Toy : Target;
def X : Register<"x">;
def C : RegisterClass<[i8], 8, (add X)>;
let isArtificial = true in
def Z : Register<"z">;
def D : RegisterClass<[i8], 8, (add Z)>;
def Bank : RegisterBank<"Bank", [D]>;
