// ARGS: --diagnostic-format=rich --gen-instr-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
def ToyInstrInfo : InstrInfo;
def Toy : Target { let InstructionSet = ToyInstrInfo; }
def R0 : Register<"r0"> { let Namespace = "Toy"; }
def GPR : RegisterClass<"Toy", [i16], 16, (add R0)>;
def NOP : Instruction {
  let OutOperandList = (outs);
  let InOperandList = (ins);
}
