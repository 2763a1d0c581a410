// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
def ToyInstrInfo : InstrInfo { let guessInstructionProperties = false; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def X : PatternInst<[]>;
