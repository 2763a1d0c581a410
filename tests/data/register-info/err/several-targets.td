// ARGS: --gen-register-info
// What is described is one target.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;
def Other : Target;
