// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
def Toy : Target;
def Odd : SDNodeProperty;
def odd : SDNode<"ISD::ODD", [Odd]>;
def X : PatternInst<[(odd)]>;
