// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def X : Instruction { int Inst = 1; }
