// ARGS: --gen-register-info
// A register is no part of itself.
include "classes.td"

def Toy : Target;
def a : SubRegIndex<8>;
def b : SubRegIndex<8, 8>;
def X : Register<"x">;
def Y : Register<"y">;
def C : RegisterClass<[i8], 8, (add X, Y)>;

let SubRegIndices = [a] in
def P : RegisterWithSubRegs<"p", [!cast<Register>("P")]>;
