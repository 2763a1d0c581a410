// ARGS: --gen-emitter -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "llvm/Target/Target.td"
include "ToyFeatures.td"
include "ToyRegisterInfo.td"
include "ToySchedule.td"
include "ToyInstrFormats.td"
include "ToyInstrInfo.td"

def ToyInstrInfo : InstrInfo;
def Toy : Target {
  let InstructionSet = ToyInstrInfo;
}
