// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
def IIC_one : InstrItinClass;
def IIC_pair : InstrItinClass;
class ToyInst<InstrItinClass itin> : Instruction {
  let Namespace = "Toy";
  let Itinerary = itin;
}
def ADD : ToyInst<IIC_one>;
def ADDP : ToyInst<IIC_pair>;

def V0 : FuncUnit;
def V1 : FuncUnit;
def V01 : FuncUnit;
// Who takes V01 takes V0 and V1.
def Pairs : ComboFuncUnits<[ComboFuncData<V01, [V0, V1]>]>;

def VectorItins : ProcessorItineraries<[V0, V1, V01], [], [
  InstrItinData<IIC_one, [InstrStage<1, [V0, V1]>]>,
  InstrItinData<IIC_pair, [InstrStage<1, [V01]>]>
]> { let PacketizerNamespace = "Vector"; }
def : Processor<"vector", VectorItins, []>;
