// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
foreach i = 0-31 in {
  def IIC#i : InstrItinClass;
  def Unit#i : FuncUnit;
  def Inst#i : Instruction {
    let Namespace = "Toy";
    let Itinerary = !cast<InstrItinClass>("IIC"#i);
  }
  def Data#i : InstrItinData<!cast<InstrItinClass>("IIC"#i),
                             [InstrStage<1, [!cast<FuncUnit>("Unit"#i)]>]>;
}
def Itins : ProcessorItineraries<
    !foreach(i, !range(32), !cast<FuncUnit>("Unit"#i)), [],
    !foreach(i, !range(32), !cast<InstrItinData>("Data"#i))>;
def : Processor<"wide", Itins, []>;
