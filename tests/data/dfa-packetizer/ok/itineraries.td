// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
def IIC_alu : InstrItinClass;
def IIC_mem : InstrItinClass;
def IIC_both : InstrItinClass;
def IIC_none : InstrItinClass;
class ToyInst<InstrItinClass itin> : Instruction {
  let Namespace = "Toy";
  let Itinerary = itin;
}
def ADD : ToyInst<IIC_alu>;
def LD : ToyInst<IIC_mem>;
def LDADD : ToyInst<IIC_both>;
def HINT : ToyInst<IIC_none>;

def Slot0 : FuncUnit;
def Slot1 : FuncUnit;
def Slot2 : FuncUnit;

// Three slots; memory is behind the first, and some instructions take two slots.
def WideItins : ProcessorItineraries<[Slot0, Slot1, Slot2], [], [
  InstrItinData<IIC_alu, [InstrStage<1, [Slot0, Slot1, Slot2]>]>,
  InstrItinData<IIC_mem, [InstrStage<1, [Slot0]>]>,
  InstrItinData<IIC_both, [InstrStage<1, [Slot0], 0>, InstrStage<1, [Slot1, Slot2]>]>
]>;
def NarrowItins : ProcessorItineraries<[Slot0, Slot1], [], [
  InstrItinData<IIC_alu, [InstrStage<1, [Slot0, Slot1]>]>,
  InstrItinData<IIC_mem, [InstrStage<1, [Slot0]>]>
]>;
def : Processor<"wide", WideItins, []>;
def : Processor<"narrow", NarrowItins, []>;
def : Processor<"generic", NoItineraries, []>;
