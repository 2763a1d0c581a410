// ARGS: --gen-instr-docs
include "../instructions/classes.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def Odd : SDNodeProperty;
def odd : SDNode<"ISD::ODD", [Odd]>;
def X : PatternInst<[(odd)]>;
