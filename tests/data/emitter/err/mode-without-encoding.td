// ARGS: --gen-emitter
include "../support/instructions.inc"
def Toy : Target;
def ModeA : HwMode<"+a">;
def X : Instruction { let EncodingInfos = EncodingByHwMode<[ModeA], []>; }
