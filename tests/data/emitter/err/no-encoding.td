// ARGS: --gen-emitter
include "../instructions/classes.inc"
def Toy : Target;
def X : Instruction;
