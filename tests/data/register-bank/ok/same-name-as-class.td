// ARGS: --gen-register-bank
// A bank whose name is that of a class is warned of.
include "../register-info/classes.td"

def Toy : Target;
def X : Register<"x">;
def GPR : RegisterClass<[i8], 8, (add X)>;
def Bank : RegisterBank<"Gpr", [GPR]>;
