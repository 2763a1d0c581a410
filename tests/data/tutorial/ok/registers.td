// ARGS: --gen-register-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
include "ToyRegisterInfo.td"

def Toy : Target;
