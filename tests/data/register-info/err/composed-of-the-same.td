// ARGS: --gen-register-info
// Two indices compose to one.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

def c : SubRegIndex<8> { let ComposedOf = [a, b]; }
def d : SubRegIndex<8> { let ComposedOf = [a, b]; }
// LABEL: 12: this index is composed of the same two
