// ARGS: --gen-disassembler
include "classes.td"
// The bits of encodings made of pieces cannot be turned round.
def ToyInstrInfo : InstrInfo { let isLittleEndianEncoding = true; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def descend;
def A : Instruction { dag Inst = (descend 0b1010); }
// LABEL: 7: the field 'Inst' is set here
