// ARGS: --gen-register-info
// An index is composed of two others.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def c : SubRegIndex<8> { let ComposedOf = [a]; }
