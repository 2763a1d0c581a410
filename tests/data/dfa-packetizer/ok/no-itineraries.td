// ARGS: --gen-dfa-packetizer
include "../subtarget/target.inc"

def Toy : Target;
def NOP : Instruction { let Namespace = "Toy"; }
def : Processor<"generic", NoItineraries, []>;
