// ARGS: --gen-asm-writer
// Instructions that only the code generator uses are printed too, but generic ones such as PHI are
// not.
include "classes.td"
include "toy.inc"
def Toy : Target;
// There has to be another way to go on after the text.
def NOP : I<(outs), (ins), "nop">;

let isCodeGenOnly = true in
def COPY2 : I<(outs), (ins), "copy2">;
def PHI : I<(outs), (ins variable_ops), "PHINODE"> { let Namespace = "TargetOpcode"; }
