// ARGS: --gen-callingconv --release 22 -I ../../../examples/toy-target/prelude
// A register that is assigned by its name has to be there.
include "llvm/Target/Target.td"

class CCAssignToRegTuple<list<string> names> : CCAction {
  list<string> RegList = names;
}

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
}
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;

def CC_Toy : CallingConv<[CCAssignToRegTuple<["R1"]>]>;
