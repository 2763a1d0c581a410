// ARGS: --gen-register-info
// Two tuples make registers of the same name.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def T : RegisterTuples<[a, b], [(add X), (add Y)]>;
def U : RegisterTuples<[a, b], [(add X), (add Y)]>;
// LABEL: 12: it is defined here
