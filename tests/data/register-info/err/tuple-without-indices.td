// ARGS: --gen-register-info
// Each part of a tuple has a name.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def T : RegisterTuples<[a, b], [(add X, Y)]>;
