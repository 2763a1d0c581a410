// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
include "classes.inc"
// A target that does not want guesses has to say what no pattern says.
def ToyInstrInfo : InstrInfo { let guessInstructionProperties = false; }
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def ADD : Instruction {
  let Namespace = "Toy";
  let OutOperandList = (outs);
  let InOperandList = (ins);
  let mayStore = false;
}
