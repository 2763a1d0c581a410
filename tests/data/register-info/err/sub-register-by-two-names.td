// ARGS: --gen-register-info
// A part of a register has one name.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

let SubRegIndices = [a, b] in
def XX : RegisterWithSubRegs<"xx", [X, X]>;
