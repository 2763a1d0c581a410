// ARGS: --gen-instr-docs
include "../instructions/classes.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def X : PatternInst<[(trap)]> { let hasSideEffects = false; }
