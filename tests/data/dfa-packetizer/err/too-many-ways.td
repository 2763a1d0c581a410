// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
def IIC : InstrItinClass;
def NOP : Instruction { let Namespace = "Toy"; let Itinerary = IIC; }
foreach i = 0-31 in
def Unit#i : FuncUnit;
defvar Units = !foreach(i, !range(32), !cast<FuncUnit>("Unit"#i));
def Itins : ProcessorItineraries<Units, [], [
  InstrItinData<IIC, !listsplat(InstrStage<1, Units>, 4)>
]>;
def : Processor<"wide", Itins, []>;
