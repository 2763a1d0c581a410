//===- Toy.td - A 16-bit processor ----------------------------------------===//
//
// Toy is a processor of our own invention, small enough to be read in one go and
// large enough to have one of everything that a target description needs:
//
//   * eight registers of 16 bits, r0 to r7, and pairs of them as 32-bit registers;
//   * instructions of 32 bits and one short form of 16 bits;
//   * two CPUs: toy1, and toy2 with a multiplier, short instructions and two
//     instructions per cycle.
//
// The classes that records are made of come from llvm/Target/Target.td: LLVM's own,
// or the few of them that Toy needs, in the directory prelude.
//
//   tablewright llvm-tblgen --gen-register-info -I examples/toy-target \
//     -I examples/toy-target/prelude examples/toy-target/Toy.td
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"

include "ToyFeatures.td"
include "ToyRegisterInfo.td"
include "ToySchedule.td"
include "ToyInstrFormats.td"
include "ToyInstrInfo.td"
include "Toy2Schedule.td"
include "ToyCallingConv.td"

//===----------------------------------------------------------------------===//
// CPUs
//===----------------------------------------------------------------------===//

def : Processor<"toy1", NoItineraries, []>;
def : ProcessorModel<"toy2", Toy2Model, [FeatureMul, FeatureShort]>;

// Which counters of the hardware `llvm-exegesis` reads to measure toy2.
def Toy2PfmCounters : ProcPfmCounters {
  let CycleCounter = PfmCounter<"cycles">;
  let UopsCounter = PfmCounter<"uops_retired">;
  let IssueCounters = [PfmIssueCounter<"Toy2Mem", "memory_operations">];
}
def : PfmCountersBinding<"toy2", Toy2PfmCounters>;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

def ToyInstrInfo : InstrInfo;

// What prints instructions has to know which features there are.
def ToyAsmWriter : AsmWriter {
  let PassSubtarget = 1;
}

def Toy : Target {
  let InstructionSet = ToyInstrInfo;
  let AssemblyWriters = [ToyAsmWriter];
}
