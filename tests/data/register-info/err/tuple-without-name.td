// ARGS: --gen-register-info
// Of the registers of a tuple, all have names or none.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def T : RegisterTuples<[a, b], [(add X, Y), (add Y, X)], ["xy"]>;
