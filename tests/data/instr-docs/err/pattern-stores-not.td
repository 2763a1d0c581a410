// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def X : PatternInst<[]> { let mayStore = true; }
def : Pattern<(add INT:$rs, INT:$rt), [(X INT:$rs, INT:$rt)]>;
