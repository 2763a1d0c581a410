// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
def IIC : InstrItinClass;
def NOP : Instruction { let Namespace = "Toy"; let Itinerary = IIC; }
foreach i = 0-64 in
def Unit#i : FuncUnit;
def Itins : ProcessorItineraries<
    !foreach(i, !range(65), !cast<FuncUnit>("Unit"#i)), [],
    [InstrItinData<IIC, [InstrStage<1, [Unit0]>]>]>;
def : Processor<"wide", Itins, []>;
