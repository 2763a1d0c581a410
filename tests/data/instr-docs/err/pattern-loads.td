// ARGS: --gen-instr-docs
include "../instructions/classes.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def X : PatternInst<[(set INT:$rd, (load INT:$p))]> { let mayLoad = false; }
