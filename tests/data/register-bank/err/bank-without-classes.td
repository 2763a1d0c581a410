// ARGS: --gen-register-bank
// A bank is made of classes.
include "../register-info/classes.td"

def Toy : Target;
def X : Register<"x">;
def C : RegisterClass<[i8], 8, (add X)>;
def Bank : RegisterBank<"Bank", []>;
