// ARGS: --gen-register-info
// A tuple makes a register of a name that there is.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def X_Y : Register<"xy">, DwarfRegNum<[7]>;
def T : RegisterTuples<[a, b], [(add X), (add Y)]>;
