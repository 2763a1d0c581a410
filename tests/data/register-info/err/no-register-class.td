// ARGS: --gen-register-info
// Registers are in classes.
include "classes.td"

def Toy : Target;
def X : Register<"x">;
