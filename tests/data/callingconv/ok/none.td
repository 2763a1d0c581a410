// ARGS: --gen-callingconv --release 23 -I ../../../examples/toy-target/prelude
// Without calling conventions there are no lists of registers.
include "llvm/Target/Target.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
}
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
