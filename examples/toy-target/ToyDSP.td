//===- ToyDSP.td - Toy with a unit for signals ----------------------------===//
//
// A larger sibling of Toy: what Toy has, and what only some targets have. The DSP adds
// accumulators that are 32 or 40 bits wide, depending on the hardware's mode, and a few
// instructions of which two start together, if they fit into one packet.
//
//===----------------------------------------------------------------------===//

include "Toy.td"

//===----------------------------------------------------------------------===//
// A mode of the hardware
//===----------------------------------------------------------------------===//

def FeatureDSP : SubtargetFeature<"dsp", "HasDSP", "true", "Accumulators">;
def FeatureGuard : SubtargetFeature<"guard", "HasGuard", "true",
                                    "Accumulators with eight guard bits", [FeatureDSP]>;

def HasDSP : Predicate<"Subtarget->hasDSP()">,
             AssemblerPredicate<(all_of FeatureDSP), "a DSP">;
def HasGuard : Predicate<"Subtarget->hasGuard()">,
               AssemblerPredicate<(all_of FeatureGuard), "guard bits">;

def Guarded : HwMode<"+guard", [HasGuard]>;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

class Accumulator<bits<16> encoding>
    : Register<"acc" # encoding>, DwarfRegNum<[!add(16, encoding)]> {
  let Namespace = "Toy";
  let HWEncoding = encoding;
}
foreach i = 0...3 in
  def ACC#i : Accumulator<i>;

// How much room an accumulator takes on the stack depends on the mode.
def ACC : RegisterClass<"Toy", [i32, i64], 16, (sequence "ACC%u", 0, 3)> {
  let Size = 48;
  let RegInfos = RegInfoByHwMode<[DefaultMode, Guarded],
                                 [RegInfo<32, 32, 16>, RegInfo<40, 48, 16>]>;
}

// Two accumulators one behind the other: registers that nobody has to define by hand.
let Namespace = "Toy" in {
def sub_acc0 : SubRegIndex<32>;
def sub_acc1 : SubRegIndex<32, 32>;
}
def AccumulatorPairs : RegisterTuples<[sub_acc0, sub_acc1],
                                      [(trunc ACC, 3), (shl ACC, 1)]>;
def ACCPair : RegisterClass<"Toy", [i64], 16, (add AccumulatorPairs)> {
  let Size = 96;
}

def AccBank : RegisterBank<"AccBank", [ACC, ACCPair]>;

//===----------------------------------------------------------------------===//
// Which instructions fit into a packet
//===----------------------------------------------------------------------===//

// Two multipliers, and a path to memory.
def DSPMul0 : FuncUnit;
def DSPMul1 : FuncUnit;
def DSPMem  : FuncUnit;

def DSPMac   : InstrItinClass;
def DSPMove  : InstrItinClass;
def DSPLoad  : InstrItinClass;
def DSPPause : InstrItinClass;

def ToyDSPItineraries : ProcessorItineraries<[DSPMul0, DSPMul1, DSPMem], [], [
  InstrItinData<DSPMac, [InstrStage<2, [DSPMul0, DSPMul1]>], [3, 1, 1]>,
  InstrItinData<DSPMove, [InstrStage<1, [DSPMul0]>]>,
  InstrItinData<DSPLoad, [InstrStage<1, [DSPMem]>], [2, 1]>,
  InstrItinData<DSPPause, [InstrStage<1, [DSPMul0], 0>, InstrStage<1, [DSPMem]>]>
]>;

// Packets are made by this model of the CPU.
let PostRAScheduler = true, CompleteModel = false in
def ToyDSPModel : SchedMachineModel {
  let Itineraries = ToyDSPItineraries;
  let IssueWidth = 2;
}
def : ProcessorModel<"toydsp", ToyDSPModel, [FeatureMul, FeatureGuard]>;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// What instructions of the DSP are, however they are encoded.
class DSPInst<dag outputs, dag inputs, string assembly, InstrItinClass itinerary>
    : ToyInst<outputs, inputs, assembly>, Requires<[HasDSP]>, Sched<[WriteMul]> {
  let Size = 4;
  let Itinerary = itinerary;
}

class DSPLong<bits<6> opcode, dag outputs, dag inputs, string assembly,
              InstrItinClass itinerary>
    : DSPInst<outputs, inputs, assembly, itinerary> {
  field bits<32> Inst = 0;
  let Inst{31-26} = opcode;
}

// acc += rs * rt
class MultiplyAdd<bits<6> opcode, string name>
    : DSPLong<opcode, (outs ACC:$acc), (ins ACC:$in, GPR:$rs, GPR:$rt),
              name # "\t$acc, $rs, $rt", DSPMac> {
  bits<2> acc;
  bits<3> rs;
  bits<3> rt;
  let Constraints = "$acc = $in";
  let Inst{25-24} = acc;
  let Inst{22-20} = rs;
  let Inst{19-17} = rt;
}
def MAC : MultiplyAdd<48, "mac">;
def MSU : MultiplyAdd<49, "msu">;

// Loads a word and moves the base register on.
def LDWP : DSPLong<50, (outs GPR:$rd, GPR:$newbase), (ins GPR:$base, simm5:$step),
                   "ldwp\t$rd, $base, $step", DSPLoad> {
  bits<3> rd;
  bits<3> base;
  bits<5> step;
  let Constraints = "$newbase = $base,@earlyclobber $rd";
  let mayLoad = true;
  let Inst{25-23} = rd;
  let Inst{22-20} = base;
  let Inst{4-0} = step;
}

// Rounds an accumulator to a word. Where there are guard bits it also says how many of
// them to keep, in another place of the instruction.
class RoundEncoding<bit guarded> : InstructionEncoding {
  let Size = 4;
  let DecoderNamespace = "Toy";
  bits<3> rd;
  bits<2> acc;
  field bits<32> Inst = 0;
  let Inst{31-26} = 51;
  let Inst{25-23} = rd;
  let Inst{0} = guarded;
}
def RoundPlain : RoundEncoding<false> {
  let Inst{21-20} = acc;
}
def RoundGuarded : RoundEncoding<true> {
  let Inst{2-1} = acc;
}
def RND : DSPInst<(outs GPR:$rd), (ins ACC:$acc), "rnd\t$rd, $acc", DSPMove> {
  let EncodingInfos = EncodingByHwMode<[DefaultMode, Guarded],
                                       [RoundPlain, RoundGuarded]>;
}

// Clears two accumulators; takes a multiplier and the path to memory.
def CLR2 : DSPLong<52, (outs ACCPair:$pair), (ins), "clr2\t$pair", DSPPause> {
  bits<2> pair;
  let Inst{25-24} = pair;
}
