// ARGS: --gen-register-info
// There is a class whose registers are allocated.
include "classes.td"

def Toy : Target;
def X : Register<"x">;
let isAllocatable = false in
def C : RegisterClass<[i8], 8, (add X)>;
