// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def X : PatternInst<[(set INT:$rd, (load INT:$p))]> { let mayLoad = false; }
