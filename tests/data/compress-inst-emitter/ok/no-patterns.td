// ARGS: --release 24 --gen-compress-inst-emitter -I../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
// Without patterns the functions read the hardware mode if a class of registers depends on it. A class without modes does not.
class RegClassByHwMode<list<HwMode> Ms, list<RegisterClass> Rs> : HwModeSelect<Ms> { list<RegisterClass> Objects = Rs; }
def R0 : Register<"r0">;
def GPR : RegisterClass<"Toy", [i32], 32, (add R0)>;
def Wide : HwMode<"", []>;
def GPRByMode : RegClassByHwMode<[DefaultMode, Wide], [GPR, GPR]>;

def LONG : Instruction {
  let Namespace = "Toy";
  let Size = 4;
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPRByMode:$rs);
}

def ToyInstrInfo : InstrInfo;
def ToyWriter : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let InstructionSet = ToyInstrInfo; let AssemblyWriters = [ToyWriter]; }
