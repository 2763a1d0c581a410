// ARGS: --gen-subtarget
include "target.inc"

def Toy : Target;
def IIC_alu : InstrItinClass;
def IIC_mul : InstrItinClass;
def IIC_ld : InstrItinClass;
def IIC_none : InstrItinClass;
class ToyInst<InstrItinClass itin> : Instruction {
  let Namespace = "Toy";
  let Itinerary = itin;
}
def ADD : ToyInst<IIC_alu>;
def SUB : ToyInst<IIC_alu>;
def MUL : ToyInst<IIC_mul>;
def LD : ToyInst<IIC_ld>;
def NOP : ToyInst<IIC_none>;

def Alu0 : FuncUnit;
def Alu1 : FuncUnit;
def Mem : FuncUnit;
def Forward : Bypass;

def Itins1 : ProcessorItineraries<[Alu0, Alu1, Mem], [Forward], [
  InstrItinData<IIC_alu, [InstrStage<1, [Alu0, Alu1]>], [2, 1], [Forward], 1>,
  InstrItinData<IIC_mul, [InstrStage<1, [Alu0], 0>, InstrStage<3, [Alu1]>], [4, 1, 1]>,
  InstrItinData<IIC_ld, [InstrStage<1, [Mem]>], [2, 1], [Forward, Forward, Forward], 2>
]>;
// Stages are shared within itineraries, operands never are.
def Itins2 : ProcessorItineraries<[Alu0], [], [
  InstrItinData<IIC_alu, [InstrStage<1, [Alu0]>], [2, 1]>,
  InstrItinData<IIC_mul, [InstrStage<1, [Alu0]>], [2, 1]>,
  InstrItinData<IIC_ld, []>
]>;
def : Processor<"one", Itins1, []>;
def : Processor<"two", Itins2, []>;
def : Processor<"three", Itins1, []>;
def Model4 : SchedMachineModel {
  let Itineraries = Itins2;
  let CompleteModel = false;
  let LoadLatency = 3;
  let PostRAScheduler = true;
}
def : ProcessorModel<"four", Model4, []>;
