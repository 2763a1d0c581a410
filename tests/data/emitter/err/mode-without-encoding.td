// ARGS: --gen-emitter
include "../instructions/classes.inc"
def Toy : Target;
def ModeA : HwMode<"+a">;
def X : Instruction { let EncodingInfos = EncodingByHwMode<[ModeA], []>; }
