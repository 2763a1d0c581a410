// ARGS: --gen-register-info --release 22
// Since release 22 the cost of a copy takes eight bits.
include "classes.td"

def Toy : Target;
def X : Register<"x">;
def C : RegisterClass<[i8], 8, (add X)> {
  let CopyCost = 256;
}
