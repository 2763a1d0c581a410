// ARGS: --gen-instr-docs -I ../instr-info/opcodes -I ../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
include "../instr-info/classes.inc"
def ToyInstrInfo : InstrInfo { let guessInstructionProperties = false; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def X : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs GPR:$d);
  let InOperandList = (ins);
}
